//! Finds and checks the UCI engines that the arbiter's adapter starts, so that a missing engine is an error before the
//! first game, and a rebuilt engine is recognised as another one.

#[path = "../../bots/uci/command.rs"]
mod command;

use std::{ffi::OsString, path::Path};

use clap::{CommandFactory as _, Parser as _};
use uvi::{FromBot, Patience, ToBot};
use uvi_cup::Plan;
use uvi_games::game::Seat;
use uvi_match::referee::MatchSpec;

use self::command::UciCommand;
use super::exit::{CommandResult, failed, usage};
use crate::{
    bot::{self, Launch, Nursery},
    driver::{BotDialogue, Setup},
    world::{DISK, tablebases},
};

const ADAPTER: &str = "uci";

/// The folders in which distributions install games and engines.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The adapter's arguments, in which the name of the engine is replaced by its path. Unchanged if the bot is not the
/// adapter, the engine has a path already, or it is not found.
pub(super) fn located(name: &str, arguments: &str) -> String {
    let found = || {
        let mut words = shell_words::split(arguments).ok().filter(|_| name == ADAPTER)?;
        let place = place(&words)?;
        if words[place].contains('/') {
            return None;
        }
        words[place] = bot::find_program(&words[place], None, Some(path())).ok()?.to_str()?.to_owned();
        Some(shell_words::join(words))
    };
    found().unwrap_or_else(|| arguments.to_owned())
}

pub(super) fn adapter() -> clap::Command {
    UciCommand::command()
}

/// Checks that the engine of this bot can be started. Other bots pass. Fails if the adapter does not understand its
/// command line, or the engine is not found.
pub(super) fn check(launch: &Launch) -> std::result::Result<(), String> {
    let Some(arguments) = arguments(launch) else { return Ok(()) };
    let command = read(arguments).map_err(|error| format!("uci: {}", told(&error)))?;
    let found = bot::find_program(&command.engine, launch.limits.dir.as_deref(), Some(path()));
    found.map(drop).map_err(|error| error.to_string())
}

fn read<T: AsRef<str>>(arguments: &[T]) -> std::result::Result<UciCommand, clap::Error> {
    UciCommand::try_parse_from(std::iter::once(ADAPTER).chain(arguments.iter().map(AsRef::as_ref)))
}

fn told(error: &clap::Error) -> String {
    if !error.use_stderr() {
        return "expected an engine, such as uci stockfish".to_owned();
    }
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.starts_with("Usage:")).map(str::trim);
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("; ").replace(":; ", ": ").trim_start_matches("error: ").to_owned()
}

/// Checks that the engines of a match exist, and can play from its start position. The error names the first seat whose
/// engine is missing or unsuitable.
pub(super) fn check_all(setup: &Setup, nursery: &Nursery) -> CommandResult<()> {
    for seat in Seat::all(setup.spec().seats()) {
        let Some(launch) = setup.launch(seat) else { continue };
        check(launch).map_err(|error| usage(format!("seat {seat}: {error}")))?;
        check_start(setup.spec(), launch, nursery, &format!("seat {seat}"))?;
    }
    Ok(())
}

/// Checks that the engines of a tournament can play from its start position. Planning has checked that they exist. The
/// error names the first bot whose engine cannot play from this start.
pub fn check_plan(plan: &Plan, nursery: &Nursery) -> CommandResult<()> {
    if plan.terms.adjudication.is_some_and(|rules| rules.tables.is_some()) && tablebases::probe().is_none() {
        return Err(usage("adjudication by tables: expected --tablebases FOLDERS, with the Syzygy tablebases"));
    }
    for bot in uvi_cup::schedule::BotIndex::all(plan.entrants.len()) {
        let setup = Setup::new(DISK, plan.trial(bot).map_err(failed)?).map_err(failed)?;
        if let Some(launch) = setup.launch(Seat::ONE) {
            check_start(setup.spec(), launch, nursery, &format!("bot {}", plan.entrant(bot).name))?;
        }
    }
    Ok(())
}

/// Checks that the engine of a bot can play from a match's start position. Other bots pass. `who` names it in errors.
fn check_start(spec: &MatchSpec, launch: &Launch, nursery: &Nursery, who: &str) -> CommandResult<()> {
    if !is_shuffled(spec) || arguments(launch).is_none() {
        return Ok(());
    }
    let flaw = cannot_shuffle(launch, nursery, spec.terms().patience).map_err(failed)?;
    flaw.map_or(Ok(()), |flaw| Err(usage(format!("{who}: {flaw}"))))
}

/// The hint after the bot of this command line did not greet: `arbiter check` says more, and a UCI engine needs the
/// adapter. `None` if it has it. `found` is the command line that starts it on this machine, `fault` the text of the
/// fault, if it is known: a bot that tried to say `uviok` is no UCI engine.
pub(super) fn greeting_hint(command: &str, found: &str, fault: &str) -> Option<String> {
    let launch = Launch::new(bot::split_command(found).ok()?);
    let engine = command.strip_prefix("bot:").unwrap_or(command);
    let check = format!("run arbiter check {}, which says more", shell_words::quote(engine));
    let adapted = format!("uci:{engine}");
    let is_uvi = fault.contains("ignored: uvi") || fault.contains("did you mean uviok?");
    let adapted = || format!("{check}; if it is a UCI engine, name it {}", shell_words::quote(&adapted));
    let hint = if is_uvi { check } else { adapted() };
    arguments(&launch).is_none().then_some(hint)
}

/// The adapter's arguments; `None` if another program is launched.
fn arguments(launch: &Launch) -> Option<&[String]> {
    let (program, arguments) = launch.command.split_first()?;
    let is_adapter = Path::new(program).file_name()? == format!("arbiter-{ADAPTER}").as_str();
    is_adapter.then_some(arguments)
}

/// True if the seed shuffles the start position (`start shuffled`).
fn is_shuffled(spec: &MatchSpec) -> bool {
    spec.variant().word() == "chess" && spec.options().changed().any(|pair| pair == ("start", "shuffled"))
}

/// Starts the adapter, and returns its complaint if the engine knows no shuffled start. The match tells others.
fn cannot_shuffle(launch: &Launch, nursery: &Nursery, wait: Patience) -> anyhow::Result<Option<String>> {
    let mut talk = BotDialogue::new(nursery.launch(launch)?);
    talk.say(&ToBot::Uvi(uvi::VERSION));
    let mut flaw = None;
    if talk.until(&FromBot::UviOk, wait.greet())?.is_some() {
        let game = "newgame variant chess seats 2 seat 1 start shuffled";
        talk.say(&game.parse().expect("this is a message"));
        talk.say(&ToBot::IsReady);
        if talk.until(&FromBot::ReadyOk, wait.ready())?.is_none() {
            flaw = talk.stderr().lines().last().map(str::to_owned).filter(|line| line.contains("UCI_Chess960"));
        }
    }
    talk.stop(wait.quit());
    Ok(flaw)
}

/// The index of the engine among the adapter's arguments. `None` if they cannot be parsed.
fn place<T: AsRef<str>>(arguments: &[T]) -> Option<usize> {
    let command = read(arguments).ok()?;
    let place = arguments.len().checked_sub(command.arguments.len() + 1)?;
    (arguments[place].as_ref() == command.engine).then_some(place)
}

fn path() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(GAMES.map(Into::into));
    // `join_paths` fails if a folder has a colon in its name.
    std::env::join_paths(folders).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_stands_after_the_flags_of_the_adapter() {
        for (words, expected) in [
            (&["stockfish"][..], Some(0)),
            (&["--overhead", "5", "x", "--flag"], Some(2)),
            (&["--overhead=5", "x"], Some(1)),
            (&["--version"], None),
            (&["--overhed", "20", "stockfish"], None),
            (&["--overhead", "x", "stockfish"], None),
            (&[], None),
        ] {
            assert_eq!(place(words), expected, "{words:?}");
        }
        assert_eq!(
            located("uci", "--overhead 5 sh -c x").split(' ').nth(2).map(|path| path.ends_with("/sh")),
            Some(true)
        );
        assert_eq!(located("uci", "no-such-engine 1"), "no-such-engine 1");
        assert_eq!(located("random", "sh"), "sh");
    }
}
