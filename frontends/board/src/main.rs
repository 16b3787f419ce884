//! `arbiter-board`: a board in the browser.

use std::{
    env, fs,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, Result};
use arbiter_board::{
    arbiter_link::ArbiterLink,
    bots::{self, ListedBot},
    browser_page::{self, BrowserPage},
    hall::{Hall, HallParts},
    memory::TableStore,
    watched_folder::WatchedFolder,
    web,
};
use clap::{CommandFactory as _, Parser};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
    time::timeout,
};

const GREETING: Duration = Duration::from_secs(10);

/// The time for the arbiter to stop its bots at the end.
const LEAVING: Duration = Duration::from_secs(10);

const SHUTDOWN: Duration = Duration::from_secs(1);

/// A board in the browser, for every game that the arbiter referees.
///
/// It starts an arbiter, serves one page on this machine, and opens it. Choose a variant, and choose who plays each seat:
/// you, somebody with a link, or a bot. Start it again to resume the games that were running.
#[derive(Parser, Debug)]
#[command(version, after_help = AFTER_HELP)]
struct BoardArgs {
    /// The folder of a tournament or a ladder to watch: finished, running, or still to come; it is only read
    folder: Option<PathBuf>,

    /// The arbiter; by default the one beside this program, or on the PATH
    #[arg(long, value_name = "FILE")]
    arbiter: Option<PathBuf>,

    /// A bot to choose from, besides those that come with the arbiter; repeatable
    #[arg(long = "bot", value_name = "NAME=COMMAND")]
    bots: Vec<String>,

    /// A file of bots: `[[bot]]` with `name`, `command`, `options`, `limits` and `untrusted`, as in a tournament file;
    /// repeatable
    #[arg(long = "bots", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The folder for logs; by default `arbiter-board` in your data folder (`XDG_DATA_HOME`)
    #[arg(long, value_name = "FOLDER")]
    logs: Option<PathBuf>,

    /// The address to listen on. Anybody who can reach it and has a link can play; nothing is encrypted
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// The port; 0 for the last one used, or a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,

    /// Another host name of the board, such as that of a proxy; repeatable
    #[arg(long = "name", value_name = "NAME", value_parser = web::host_name)]
    names: Vec<String>,

    /// Print the link, and open no browser
    #[arg(long)]
    no_open: bool,

    /// Print the manual page
    #[arg(long)]
    man: bool,
}

const AFTER_HELP: &str = "\
Examples:
  arbiter-board
  arbiter-board cup.games
  arbiter-board --bot 'stockfish=arbiter-uci stockfish' --bot 'mine=./mybot --fast'
  arbiter-board --listen 192.0.2.7 --port 8000 --no-open

Exit codes:
  0  stopped by a signal
  2  usage, or a folder or file cannot be read
  4  input or output failed, or the arbiter ended";

fn main() -> ExitCode {
    start_logging();
    start(BoardArgs::parse()).err().unwrap_or(ExitCode::SUCCESS)
}

/// Runs until the end. An error is told, and becomes an exit code.
fn start(args: BoardArgs) -> Result<(), ExitCode> {
    if args.man {
        let printed = clap_mangen::Man::new(BoardArgs::command()).render(&mut std::io::stdout());
        return printed.map_err(failed(4));
    }
    let flags = args.bots.iter().map(|text| ListedBot::from_flag(text)).collect::<Result<Vec<_>, _>>();
    let flags = flags.context("--bot").map_err(failed(2))?;
    let folder = args.folder.as_deref().map(WatchedFolder::open).transpose().map_err(failed(2))?;
    let arbiter = args.arbiter.clone().map_or_else(beside, Ok).map_err(failed(4))?;
    let bots = bots::gather(&arbiter, &args.files, flags).map_err(failed(2))?;
    let runtime = tokio::runtime::Runtime::new().map_err(failed(4))?;
    let done = runtime.block_on(run(args, arbiter, bots, folder));
    // A file system that stands still holds up no end.
    runtime.shutdown_timeout(SHUTDOWN);
    done.map_err(failed(4))
}

/// Logs what the board itself says, and nothing of the libraries below it: they log requests and messages, and so keys.
fn start_logging() {
    let level = env::var("ARBITER_LOG").ok().and_then(|level| level.parse().ok()).unwrap_or(log::LevelFilter::Warn);
    env_logger::Builder::new().filter_module("arbiter_board", level).init();
}

async fn run(args: BoardArgs, arbiter: PathBuf, bots: Vec<ListedBot>, folder: Option<WatchedFolder>) -> Result<()> {
    let absent = folder.as_ref().map(|folder| folder.named.clone()).filter(|named| !named.exists());
    let logs = args.logs.map_or_else(own_folder, Ok)?;
    // The logs are for their owner only.
    let made = fs::DirBuilder::new().mode(0o700).recursive(true).create(&logs);
    made.with_context(|| format!("{}", logs.display()))?;
    let logs = fs::canonicalize(&logs)?;
    let memory = TableStore::open(&logs).with_context(|| format!("cannot keep tables in {}", logs.display()))?;
    match memory {
        Some(_) => browser_page::remove_leftovers(&logs),
        None => {
            log::warn!("another board uses {}, so this one will not keep its tables for the next start", logs.display())
        }
    }
    let port = memory.as_ref().and_then(|memory| memory.past().port);
    let bots = introduced(bots).await;
    let (link, events) = ArbiterLink::start(&arbiter).with_context(|| format!("{}", arbiter.display()))?;
    let parts = HallParts { arbiter, bots, logs: logs.clone(), memory, folder };
    let greeted = timeout(GREETING, Hall::open(link, parts)).await;
    let hall = greeted.map_err(anyhow::Error::new).and_then(|hall| Ok(hall?)).context("the arbiter did not greet")?;
    let hall = Arc::new(hall);
    let attended = hall.clone();
    let attends = tokio::spawn(async move { attended.attend(events).await });
    hall.remember_tables();
    let listener = listen(args.listen, args.port, port).await.context("cannot listen")?;
    hall.remember_port(listener.local_addr()?.port());
    let address = listener.local_addr()?;
    let host =
        if address.ip().is_unspecified() { format!("localhost:{}", address.port()) } else { address.to_string() };
    let url = format!("http://{host}/#{}", hall.key.as_str());
    show(&format!("the board is at {url}"));
    if let Some(absent) = absent {
        show(&format!("it waits for a tournament in {}", absent.display()));
    }
    // The file is there until the board ends: a browser may take its time.
    let page = if args.no_open { None } else { open_browser(&logs, &url) };
    let followed = hall.clone();
    tokio::spawn(async move { followed.follow().await });
    tokio::select! {
        served = web::serve(listener, hall.clone(), &args.names) => served?,
        _ = attends => anyhow::bail!("the arbiter has ended"),
        signal = ended() => signal?,
    }
    // The arbiter stops its bots on `quit`.
    let _ = timeout(LEAVING, hall.link.ask(vec![uvi::FromHost::Quit])).await;
    drop(page);
    Ok(())
}

fn open_browser(logs: &Path, url: &str) -> Option<BrowserPage> {
    let page = BrowserPage::write(logs, url);
    let page = page.inspect_err(|error| log::warn!("cannot write a page for the browser: {error}")).ok()?;
    if let Err(error) = opener::open_browser(page.address()) {
        log::warn!("cannot open a browser: {error}");
    }
    Some(page)
}

/// Listens on a port. If none is wanted, tries the last port first, so that open pages can reconnect.
async fn listen(address: IpAddr, wanted: u16, last: Option<u16>) -> std::io::Result<TcpListener> {
    if let (0, Some(last)) = (wanted, last)
        && let Ok(listener) = TcpListener::bind(SocketAddr::new(address, last)).await
    {
        return Ok(listener);
    }
    TcpListener::bind(SocketAddr::new(address, wanted)).await
}

/// Asks all bots for their variants, at the same time.
async fn introduced(bots: Vec<ListedBot>) -> Vec<ListedBot> {
    let talks: Vec<_> = bots.into_iter().map(|bot| tokio::spawn(bot.introduced())).collect();
    let mut bots = Vec::new();
    for talk in talks {
        bots.extend(talk.await);
    }
    bots
}

async fn ended() -> Result<()> {
    let mut term = signal(SignalKind::terminate())?;
    let mut int = signal(SignalKind::interrupt())?;
    let mut hup = signal(SignalKind::hangup())?;
    tokio::select! {
        _ = term.recv() => {}
        _ = int.recv() => {}
        _ = hup.recv() => {}
    }
    Ok(())
}

fn beside() -> Result<PathBuf> {
    let own = env::current_exe()?.with_file_name("arbiter");
    if own.is_file() {
        return Ok(own);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join("arbiter")).find(|file| file.is_file());
    found.context("no arbiter found beside this program or on the PATH; name one with --arbiter")
}

/// The folder for the user's data (XDG base directories).
fn own_folder() -> Result<PathBuf> {
    let data = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let data = data.or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".local/share")));
    Ok(data
        .context("no folder for logs found: neither XDG_DATA_HOME nor HOME is set; name one with --logs")?
        .join("arbiter-board"))
}

#[expect(clippy::print_stdout, reason = "the link is what the program is started for")]
fn show(text: &str) {
    println!("{text}");
}

/// Prints the error, and returns this exit code.
#[expect(clippy::print_stderr, reason = "errors go to stderr")]
fn failed<E: Into<anyhow::Error>>(code: u8) -> impl Fn(E) -> ExitCode {
    move |error| {
        eprintln!("error: {:#}", error.into());
        ExitCode::from(code)
    }
}
