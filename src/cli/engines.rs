//! UCI engines, which the adapter that comes with the arbiter starts: where they are is known here, so that one that is
//! missing is told before anything is played, and a rebuilt one is seen to be another.

use std::{ffi::OsString, path::Path};

use crate::bot::{self, Launch, NoStart};

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
pub(super) fn check(launch: &Launch) -> Result<(), NoStart> {
    let Some((program, arguments)) = launch.command.split_first() else { return Ok(()) };
    if Path::new(program).file_name().is_none_or(|name| name != format!("arbiter-{ADAPTER}").as_str()) {
        return Ok(());
    }
    let Some(engine) = place(arguments).map(|place| &arguments[place]) else { return Ok(()) };
    bot::find_program(engine, launch.limits.dir.as_deref(), Some(path())).map(drop)
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
