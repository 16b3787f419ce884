//! UCI engines, which the adapter that comes with the arbiter starts: where they are is known here, so that one that is
//! missing is told before anything is played, and a rebuilt one is seen to be another.

use std::{
    ffi::OsString,
    path::Path,
    time::{Duration, Instant},
};

use uvi::{FromBot, OwnedLine};
use uvi_cup::Plan;
use uvi_games::game::Seat;
use uvi_match::referee::MatchSpec;

use super::exit::{Result, failed, usage};
use crate::{
    bot::{self, Launch, NoStart, Nursery},
    driver::{Dialogue, Heard, Setup},
};

/// The short name of the adapter.
const ADAPTER: &str = "uci";

/// Where distributions put games, and engines with them.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The adapter's arguments with the path of an engine that they name without one; as they are where there is none.
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

/// The engine of this bot can be started, where it has one.
///
/// # Errors
/// Why it cannot.
pub(super) fn check(launch: &Launch) -> std::result::Result<(), NoStart> {
    let Some(arguments) = arguments(launch) else { return Ok(()) };
    let Some(engine) = place(arguments).map(|place| &arguments[place]) else { return Ok(()) };
    bot::find_program(engine, launch.limits.dir.as_deref(), Some(path())).map(drop)
}

/// The engines of a match are there, and can play its start.
///
/// # Errors
/// The first that is not, or cannot.
pub(super) fn check_all(setup: &Setup, nursery: &Nursery) -> Result<()> {
    for seat in Seat::all(setup.spec().seats()) {
        let Some(launch) = setup.launch(seat) else { continue };
        check(launch).map_err(|error| usage(format!("seat {seat}: {error}")))?;
        if is_shuffled(setup.spec()) && arguments(launch).is_some() {
            let wait = setup.spec().terms().patience;
            let flaw = cannot_shuffle(launch, nursery, [wait.greet(), wait.ready(), wait.quit()]).map_err(failed)?;
            flaw.map_or(Ok(()), |flaw| Err(usage(format!("seat {seat}: {flaw}"))))?;
        }
    }
    Ok(())
}

/// The engines of a tournament can play its start. Whether they are there has been seen when it was planned.
///
/// # Errors
/// The first that cannot.
pub(super) fn check_plan(plan: &Plan, nursery: &Nursery) -> Result<()> {
    for bot in uvi_cup::schedule::BotIndex::all(plan.entrants.len()) {
        let name = uvi::Word::new("trial").expect("this is a word");
        let table = vec![bot; plan.seats.into()];
        let spec = plan.spec(name, plan.seed, &table, &[]).map_err(failed)?;
        let setup = Setup::new(spec).map_err(failed)?;
        let Some(launch) = setup.launch(Seat::ONE).filter(|launch| arguments(launch).is_some()) else { continue };
        if is_shuffled(setup.spec()) {
            let wait = plan.terms.patience;
            let flaw = cannot_shuffle(launch, nursery, [wait.greet(), wait.ready(), wait.quit()]).map_err(failed)?;
            flaw.map_or(Ok(()), |flaw| Err(usage(format!("bot {}: {flaw}", plan.entrant(bot).name))))?;
        }
    }
    Ok(())
}

/// The adapter's arguments, where this starts the adapter.
fn arguments(launch: &Launch) -> Option<&[String]> {
    let (program, arguments) = launch.command.split_first()?;
    let is_adapter = Path::new(program).file_name()? == format!("arbiter-{ADAPTER}").as_str();
    is_adapter.then_some(arguments)
}

/// Whether games start from where the seed deals them.
fn is_shuffled(spec: &MatchSpec) -> bool {
    spec.variant().word() == "chess" && spec.options().changed().any(|pair| pair == ("start", "shuffled"))
}

/// What the adapter says of an engine that cannot play from a shuffled start. Other faults are left to the match.
fn cannot_shuffle(
    launch: &Launch,
    nursery: &Nursery,
    [greet, ready, quit]: [Duration; 3],
) -> anyhow::Result<Option<String>> {
    let mut talk = Dialogue::new(nursery.launch(launch)?)?;
    talk.say(uvi::ToBot::Uvi(uvi::VERSION));
    let mut flaw = None;
    if said(&mut talk, &FromBot::UviOk, greet)? {
        talk.say("newgame variant chess seats 2 seat 1 start shuffled");
        talk.say(uvi::ToBot::IsReady);
        if !said(&mut talk, &FromBot::ReadyOk, ready)? {
            flaw = talk.stderr().lines().last().map(str::to_owned).filter(|line| line.contains("UCI_Chess960"));
        }
    }
    talk.stop(quit);
    Ok(flaw)
}

/// Sends what is to be said, and waits for this message; whether it came.
fn said(talk: &mut Dialogue, wanted: &FromBot, within: Duration) -> std::io::Result<bool> {
    talk.flush();
    let by = Instant::now() + within;
    loop {
        match talk.hear(by)? {
            Heard::Line(OwnedLine::Text(line)) if line.parse().as_ref() == Ok(wanted) => return Ok(true),
            Heard::Line(_) => {}
            Heard::NotExecuted(_) | Heard::Ended(_) | Heard::Deaf | Heard::Nothing => return Ok(false),
        }
    }
}

/// Where the engine stands among the adapter's arguments: after its own flags.
fn place<T: AsRef<str>>(arguments: &[T]) -> Option<usize> {
    let mut place = 0;
    while let Some(word) = arguments.get(place).map(AsRef::as_ref)
        && word.starts_with("--")
    {
        place += if word == "--overhead" { 2 } else { 1 };
    }
    (place < arguments.len()).then_some(place)
}

fn path() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(GAMES.map(Into::into));
    // A folder whose name has a colon is no part of a path.
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
