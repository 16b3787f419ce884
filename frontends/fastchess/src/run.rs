//! Carries out a command line.

use std::{
    env,
    fs::OpenOptions,
    io::{self, Write as _},
    num::NonZeroUsize,
    path::Path,
    process::{self, Command, ExitCode},
    thread,
    time::Instant,
};

use arbiter::{
    bot::{self, Nursery},
    cup::{OpenedFolder, Tournament},
    driver::TALK,
    frontend,
    games::REGISTRY,
};
use crossbeam_channel::never;
use env_logger::Target;
use log::LevelFilter;
use signal_hook::{consts::SIGINT, iterator::Signals};
use uvi::{OptionSpec, Seed};
use uvi_cup::{Plan, RunEnd, schedule::BotIndex};

use super::{
    command_line::{CUTECHESS, CommandLine, Dialect},
    declared_options::sift,
    games_folder::{self, GamesFolder},
    news_printer::{NewsPrinter, PRINTED, say, say_end, turn},
    options::LIST,
    outputs::GameOutputs,
    plan_file::{is_shuffled, plan_file, told_book},
    printed,
};

const VERSION: &str = concat!("fastchess alpha 1.8.2 (arbiter-fastchess ", env!("CARGO_PKG_VERSION"), ")");

const HELP: &str = "\
arbiter-fastchess plays engines by the command line of fastchess 1.8, and keeps every game. Under the name cutechess-cli
it counts games as cutechess does.

T is a text, N a whole number, C one from 1, I one with a sign, R any number, B true or false.
What stands behind ! says why an option or a key is refused.
";

const HELP_END: &str = "
Games are kept below fastchess.games, or below NAME.games with -config outname=NAME. The same command line resumes what
was interrupted; -config file=FOLDER resumes a folder, -config stats=false begins a new one. In the folder, the commands
arbiter report, replay, verify and rerun work.";

const NO_BOOK: &str = "Warning: No opening book specified! Consider using one, otherwise all games will be played from the \
                       starting position.";

const NO_FORMAT: &str = "Warning: Unknown opening format, 2. All games will be played from the starting position.";

/// Carries out the command line of this process.
pub fn run() -> ExitCode {
    let begun = Instant::now();
    let mut words: Vec<String> = env::args_os().map(|word| word.to_string_lossy().into()).collect();
    // A link with the name of cutechess-cli plays and prints as it does.
    let program = words.remove(0);
    if !words.is_empty() && Path::new(&program).file_name().is_some_and(|name| name == CUTECHESS) {
        words.insert(0, CUTECHESS.to_owned());
    }
    name_folders(&mut words);
    let ended = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => Ok(help()),
        ["--compliance", engine @ ..] if !engine.is_empty() => check(engine),
        all if all.iter().any(|word| matches!(*word, "-version" | "--version" | "-v" | "--v")) => {
            say(VERSION);
            Ok(true)
        }
        all if all.iter().any(|word| matches!(*word, "-help" | "--help")) => Ok(help()),
        _ => {
            let load = |folder: &str| games_folder::words(Path::new(folder)).map(|(words, _)| words);
            CommandLine::read(&words, &load)
                .and_then(|line| start_logging(&line).and_then(|()| play(line, &words, begun)))
        }
    };
    let is_whole = ended.unwrap_or_else(|text| {
        say(&text);
        false
    });
    if is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Puts the folder of a tournament in place of the file that fastchess would have written.
fn name_folders(words: &mut [String]) {
    let mut is_config = false;
    for word in words {
        is_config = word == "-config" || is_config && !word.starts_with('-');
        if let Some(folder) = word.strip_prefix("file=").filter(|_| is_config).and_then(games_folder::newest) {
            *word = format!("file={}", folder.display());
        }
    }
}

fn help() -> bool {
    say(&format!("{HELP}\n{LIST}{HELP_END}"));
    true
}

/// Has the arbiter check an engine, given by its program and its arguments.
fn check(engine: &[&str]) -> Result<bool, String> {
    let engine = format!("uci {}", engine.join(" "));
    let arbiter = env::current_exe().map(|path| path.with_file_name("arbiter"));
    let checked =
        arbiter.and_then(|arbiter| Command::new(arbiter).args(["check", &engine, "--variant", "chess"]).status());
    checked.map(|status| status.success()).map_err(|error| format!("arbiter check: {error}"))
}

/// Starts to write what happens to the file of `-log`, or errors to stderr.
fn start_logging(line: &CommandLine) -> Result<(), String> {
    let mut logger = env_logger::Builder::from_env(env_logger::Env::new().filter_or("ARBITER_LOG", "error"));
    if let Some(file) = line.text("-log", "file") {
        let append = line.text("-log", "append") != Some("false");
        let opened = OpenOptions::new().create(true).append(append).write(true).truncate(!append).open(file);
        logger.target(Target::Pipe(Box::new(opened.map_err(|error| format!("{file}: {error}"))?)));
        logger.filter_level(match line.text("-log", "level") {
            Some("trace") => LevelFilter::Trace,
            Some("info") => LevelFilter::Info,
            Some("err" | "fatal") => LevelFilter::Error,
            _ => LevelFilter::Warn,
        });
        logger.filter_module(TALK, if line.is_on("-log", "engine") { LevelFilter::Debug } else { LevelFilter::Off });
    } else {
        // Stdout has these lines.
        logger.filter_module(PRINTED, LevelFilter::Off);
    }
    if line.has("-debug") {
        logger.filter_module(TALK, LevelFilter::Debug);
    }
    logger.init();
    Ok(())
}

/// Plays. Returns false if the tournament did not come to its end.
fn play(mut line: CommandLine, words: &[String], begun: Instant) -> Result<bool, String> {
    let text = |error: io::Error| error.to_string();
    let begun = (!line.is_cutechess()).then_some(begun);
    let concurrency = concurrency(&line)?;
    if line.book().is_none() && !line.is_shuffled_chess() {
        say(NO_BOOK);
        if line.dialect == Dialect::Fastchess && line.text("-openings", "format").is_none() {
            say(NO_FORMAT);
        }
    }
    if line.is_bayesian() && line.wants_pairs() {
        say("Warning; Bayesian SPRT model not available with pentanomial statistics. Disabling pentanomial reports...");
    }
    for (word, reason) in line.ignored() {
        say(&format!("Warning; {word} is ignored: {reason}"));
    }
    bot::raise_file_limit();
    bot::survive_long_files();
    let nursery = Nursery::of_this_program().map_err(text)?;
    nursery.divide_machine(2 * concurrency.get() as u64);
    let bare = bare_plan(&line, &nursery)?;
    let declared = match declared(&mut line, &bare, &nursery) {
        Ok(declared) => declared,
        Err(fatal) => {
            say(&fatal);
            say_end(false, begun);
            return Ok(false);
        }
    };
    if is_shuffled(&line) {
        say("Indexing opening suite...");
    }
    let which = (line.resumed.as_deref().map(Path::new), line.text("-config", "stats") == Some("false"));
    let srand = line.number("-srand", "").unwrap_or_else(rand::random::<u64>);
    let make = |srand: u64| make_plan(&line, srand, &nursery);
    let base = games_folder::base(line.text("-config", "outname").unwrap_or("config"));
    let GamesFolder { plan, opened, is_resumed } = games_folder::open(&base, words, which, srand, make)?;
    let OpenedFolder { folder, progress, .. } = opened;
    let before = progress.held().results.len();
    let resumed = if is_resumed { format!(", resumed after {before} games") } else { String::new() };
    let kept = format!("the games are kept in {}{resumed}", folder.path().display());
    for text in plan.remarks().map(|text| as_typed(&line, &text)).chain([kept]) {
        // Whether somebody reads it makes no difference.
        let _ = writeln!(io::stderr(), "arbiter-fastchess: {text}");
    }
    frontend::check_plan(&plan, &nursery).map_err(|error| error.to_string())?;
    let date = jiff::Zoned::now().strftime("%Y%m%d_%H%M%S").to_string();
    let outputs = GameOutputs::open(&line, &date, is_resumed)?;
    let title = printed::title(&line, &declared);
    let mut printer = NewsPrinter::new(&plan, &line, folder.path(), outputs, title, concurrency, begun);
    printer.catch_up(&progress).map_err(text)?;
    end_at_ctrl_c(begun).map_err(text)?;
    let tournament = Tournament {
        plan: &plan,
        folder,
        shard_games: None,
        progress,
        nursery,
        concurrency,
        keep: 64.max(2 * concurrency.get()),
        sync: uvi::Sync::default(),
        budget: None,
        commands: never(),
    };
    let ended = tournament.run(&mut |news, _| printer.hear(news));
    let _turn = turn();
    let is_whole = match &ended {
        Ok((ending, progress)) => {
            printer.conclude(progress);
            *ending == RunEnd::Complete
        }
        Err(error) => {
            say(&format!("Fatal; {error}"));
            false
        }
    };
    say_end(is_whole, begun);
    Ok(is_whole)
}

/// The plan of a command line, with the openings in their order.
fn make_plan(line: &CommandLine, srand: u64, nursery: &Nursery) -> Result<Plan, String> {
    let open = |_: &Path| {
        let book = line.book().unwrap_or_default();
        frontend::read_book(Path::new(book)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => format!("Opening file does not exist: {book}"),
            _ => format!("cannot read {book}: {error}"),
        })
    };
    let plan = frontend::plan(REGISTRY, &plan_file(line, srand), Seed([0; 16]), nursery, open);
    plan.map_err(|error| as_typed(line, &error.to_string()))
}

/// A message with the name of the book that was typed.
fn as_typed(line: &CommandLine, text: &str) -> String {
    let book = line.book().unwrap_or_default();
    text.replace(&*told_book(line, book).to_string_lossy(), book)
}

/// The plan without openings and without options of engines. The error is one line, such as about an engine that is not
/// there.
fn bare_plan(line: &CommandLine, nursery: &Nursery) -> Result<Plan, String> {
    let mut bare = plan_file(line, 0);
    (bare.openings, bare.sprt) = (None, None);
    bare.bot.iter_mut().for_each(|bot| bot.get_mut().options.clear());
    let bare = frontend::plan(REGISTRY, &bare, Seed([0; 16]), nursery, |_| Err(String::new()));
    bare.map_err(|error| format!("Fatal; {error}"))
}

/// The options that each engine of a plan declares. Settings that an engine does not take are dropped with a warning. The
/// error is the line about the first engine that does not start.
fn declared(line: &mut CommandLine, bare: &Plan, nursery: &Nursery) -> Result<Vec<Vec<OptionSpec>>, String> {
    let is_strict = line.has("-strict");
    let chess960 = line.is_shuffled_chess().to_string();
    let mut all = Vec::new();
    for (bot, entry) in line.engines.iter_mut().enumerate() {
        let fatal = |reason: &str| format!("Fatal; {} engine startup failure: \"{reason}\"", entry.name);
        let heard = frontend::declared_options(bare, BotIndex(bot), nursery);
        let heard = heard.map_err(|error| fatal(&error.to_string()))?;
        let options = heard.ok_or_else(|| fatal("Engine didn't respond to uciok after startup"))?;
        let warnings = sift(entry, &options, &chess960);
        warnings.iter().for_each(|warning| say(warning));
        if is_strict && !warnings.is_empty() {
            return Err("Fatal; an engine does not take its options".to_owned());
        }
        all.push(options);
    }
    Ok(all)
}

/// The number of games at once. A number below 1 counts from that of the cores.
fn concurrency(line: &CommandLine) -> Result<NonZeroUsize, String> {
    let cores = thread::available_parallelism().map_or(1, usize::from) as i64;
    let quick = if line.has("-quick") { (cores - 2).max(1) } else { 1 };
    let wanted: i64 = line.number("-concurrency", "").unwrap_or(quick);
    let games = if wanted > 0 { wanted } else { cores + wanted };
    if wanted <= 0 {
        say(&format!("Info: Adjusted concurrency to {games} based on number of available hardware threads."));
    }
    let is_free = line.has("-force-concurrency") || line.dialect == Dialect::Cutechess;
    if games > cores && !is_free {
        return Err("Error: Concurrency exceeds number of CPUs. Use -force-concurrency to override.".to_owned());
    }
    let games = usize::try_from(games).ok().and_then(NonZeroUsize::new);
    games.ok_or_else(|| "Error: expected at least one game at once".to_owned())
}

/// Ends the program at Ctrl-C. Games that are cut off are resumed from their logs.
fn end_at_ctrl_c(begun: Option<Instant>) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT])?;
    let wait = move || {
        if signals.forever().next().is_some() {
            let _turn = turn();
            say_end(false, begun);
            process::exit(1);
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}
