//! The commands of the binary.

mod args;
mod check;
mod command;
mod engines;
mod exit;
mod foreign_flags;
pub mod frontend;
mod gate;
mod human;
mod import;
mod ladder;
mod manual;
mod merge;
mod open_ladder;
mod openings;
mod output;
mod planning;
mod play;
mod rate;
mod replay;
mod report;
mod rerun;
mod rules;
mod seats;
mod series;
mod show;
mod shrink;
mod signals;
mod tournament;
mod verify;

use std::{
    io::{IsTerminal, Write},
    num::{IntErrorKind, ParseIntError},
    process::ExitCode,
    time::Instant,
};

use args::DaemonArgs;
use clap::error::ContextKind;
use command::{Args, Command};
use exit::Code;
use log::{Level, LevelFilter};
use rustix::fs::FileType;
use uvi_games::game::Registry;

use crate::{bot, daemon, driver::TALK};

pub(crate) fn main(registry: Registry) -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        Err(error) => {
            let typed: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into()).collect();
            let error = plain_number(foreign_flags::suggest(error, &typed));
            // Requested help and versions go to stdout, and are no error.
            let printed = error.print().and_then(|()| std::io::stdout().flush());
            return match printed {
                _ if error.use_stderr() => Code::Usage,
                Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                    output::complain(&format!("arbiter: cannot write to stdout: {error}"));
                    Code::Failed
                }
                Ok(()) | Err(_) => Code::Yes,
            }
            .into();
        }
    };
    start_logging(matches!(&args.command, Some(Command::Play(args)) if args.debug));
    bot::raise_file_limit();
    bot::survive_long_files();
    let done = match args.command {
        None => serve(registry, DaemonArgs::default()),
        Some(Command::Daemon(args)) => serve(registry, args),
        Some(Command::Play(args)) => play::run(registry, &args),
        Some(Command::Tournament(args)) => tournament::run(registry, &args),
        Some(Command::Ladder(args)) => ladder::run(registry, &args),
        Some(Command::Merge(args)) => merge::run(registry, &args),
        Some(Command::Openings(args)) => openings::run(registry, &args),
        Some(Command::Gate(args)) => gate::run(registry, &args),
        Some(Command::Rate(args)) => rate::run(registry, &args),
        Some(Command::Report(args)) => report::run(registry, &args),
        Some(Command::Replay(args)) => replay::run(registry, &args),
        Some(Command::Check(args)) => check::run(registry, &args),
        Some(Command::Rerun(args)) => rerun::run(registry, &args),
        Some(Command::Shrink(args)) => shrink::run(registry, &args),
        Some(Command::Verify(args)) => verify::verify(registry, &args),
        Some(Command::Show(args)) => show::show(registry, &args),
        Some(Command::Import(args)) => import::run(registry, &args),
        Some(Command::Legal(args)) => rules::legal(registry, &args),
        Some(Command::Perft(args)) => rules::perft(registry, &args),
        Some(Command::Variants) => rules::variants(registry),
        Some(Command::Rules(args)) => rules::run(registry, &args),
        Some(Command::Schema(args)) => manual::schema(&args),
        Some(Command::Completions(args)) => manual::completions(Args::definition(), registry, &args),
        Some(Command::Man(args)) => manual::man(Args::definition(), &args),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => {
            output::complain(&format!("arbiter: {failure}"));
            failure.exit.into()
        }
    }
}

/// Says of a value that is no number what was expected.
fn plain_number(error: clap::Error) -> clap::Error {
    let cause = std::error::Error::source(&error).and_then(|cause| cause.downcast_ref::<ParseIntError>());
    let cause = cause.filter(|_| error.get(ContextKind::Suggested).is_none());
    match (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue), cause) {
        (Some(flag), Some(value), Some(cause)) => {
            let from = if *cause.kind() == IntErrorKind::Zero { " from 1" } else { "" };
            let text = format!("expected a whole number{from}\n\nFor more information, try '--help'.\n");
            clap::Error::raw(error.kind(), format!("invalid value '{value}' for '{flag}': {text}"))
        }
        _ => error,
    }
}

/// Starts logging to stderr. With `talk`, also logs each line on the bots' pipes, after the seconds since the start.
fn start_logging(talk: bool) {
    let mut logger = env_logger::Builder::from_env(env_logger::Env::new().filter_or("ARBITER_LOG", "warn"));
    if talk {
        let start = Instant::now();
        logger.filter_module(TALK, LevelFilter::Debug).format(move |out, record| {
            write!(out, "{:>8.3} ", start.elapsed().as_secs_f64())?;
            if !record.target().starts_with(TALK) {
                write!(out, "{}: ", record.level().as_str().to_lowercase())?;
            }
            writeln!(out, "{}", record.args())
        });
    }
    // Users who set ARBITER_LOG get the default format, which names the module.
    if !talk && std::env::var_os("ARBITER_LOG").is_none() {
        logger.format(|out, record| {
            let level = match record.level() {
                Level::Error => "error",
                Level::Warn => "warning",
                Level::Info | Level::Debug | Level::Trace => "note",
            };
            writeln!(out, "arbiter: {level}: {}", record.args())
        });
    }
    logger.init();
}

fn serve(registry: Registry, args: DaemonArgs) -> exit::CommandResult {
    if std::io::stdin().is_terminal() {
        output::complain(concat!(
            "arbiter ",
            env!("CARGO_PKG_VERSION"),
            " speaks UVI here: try `uvi`, leave with `quit`; `arbiter help` lists the other commands"
        ));
    }
    if rustix::fs::fstat(std::io::stdin()).is_ok_and(|found| FileType::from_raw_mode(found.st_mode).is_dir()) {
        return Err(exit::failed(anyhow::anyhow!("stdin: expected lines of a host, found a directory")));
    }
    let ending = daemon::serve(registry, args.sync, std::io::stdin(), std::io::stdout()).map_err(exit::failed)?;
    if let daemon::Closing::OutputLost(loss) = ending {
        output::complain(&format!("arbiter: {loss}"));
    }
    Ok(match ending {
        daemon::Closing::Quit => Code::Yes,
        daemon::Closing::Signal(signal) => Code::Signal(signal),
        daemon::Closing::OutputLost(_) => Code::Failed,
    })
}
