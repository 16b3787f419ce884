//! Flags of fastchess and cutechess. Clap suggests by letters, which leads from `--engine` to `--openings`.

use clap::{
    Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

const COMMANDS: [&str; 2] = ["tournament", "gate"];

/// The flags without their dashes, each with what does the same here.
const FLAGS: &[(&str, &str)] = &[
    ("engine", "--bot NAME=uci:ENGINE, or --new and --old in a gate"),
    ("each", "--clock, and [each] in a tournament file"),
    ("tc", "--clock, such as --clock 10+0.1"),
    ("st", "--clock, such as --clock 'movetime 100' in milliseconds"),
    ("nodes", "--clock, such as --clock 'nodes 10000'"),
    ("depth", "--clock, such as --clock 'depth 8'"),
    ("concurrency", "--concurrency N"),
    ("rounds", "--rounds N"),
    ("games", "--games N in a gate, or --seatings in a tournament"),
    ("repeat", "--seatings, which swaps the seats by default"),
    ("noswap", "--seatings single"),
    ("tournament", "--format"),
    ("variant", "--variant"),
    ("openings", "--openings FILE"),
    ("pgnout", "--pgn FILE"),
    ("srand", "--seed HEX"),
    ("sprt", "--sprt ELO0,ELO1"),
    ("recover", "nothing: the arbiter restarts a failed engine for the next game"),
    ("event", "event in [outputs] of a tournament file"),
    ("ratinginterval", "nothing: type status while it runs"),
    ("resign", "--adjudication, such as --adjudication 'resign 900 4'"),
    ("draw", "--adjudication, such as --adjudication 'draw 80 8 5'"),
    ("maxmoves", "--adjudication, such as --adjudication 'max-decisions 400'"),
];

/// Replaces the suggestions of an error by the counterpart of the first argument that is such a flag.
pub(super) fn suggest(mut error: Error, arguments: &[String]) -> Error {
    let Some((command, arguments)) = arguments.split_first() else { return error };
    // A flag of one command may be unknown to the other.
    let unknown = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) => Some(word.clone()),
        _ => None,
    };
    let is_unknown = |word: &str| unknown.as_deref() == Some(word);
    let found = arguments.iter().find_map(|word| {
        // Clap names the flag without its value.
        let word = word.split_once('=').map_or(word.as_str(), |(flag, _)| flag);
        Some((word, counterpart(word, is_unknown(word))?))
    });
    if let Some((word, ours)) = found.filter(|_| COMMANDS.contains(&command.as_str())) {
        let tip = StyledStr::from(format!("in place of {word} use {ours}"));
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        // The usage names the argument that clap suggests.
        error.remove(ContextKind::Usage);
    }
    error
}

/// The counterpart of a flag. `None` for other words, and for flags that the command knows.
fn counterpart(word: &str, is_unknown: bool) -> Option<&'static str> {
    let name = word.strip_prefix('-')?;
    let long = name.strip_prefix('-');
    let (_, ours) = FLAGS.iter().find(|(flag, _)| *flag == long.unwrap_or(name))?;
    let is_ours = long.is_some() && ours.split([' ', ',']).any(|part| part == word);
    (is_unknown || !is_ours).then_some(*ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_other_programs_are_found_and_ours_are_not() {
        for (word, is_unknown, expected) in [
            ("--tc", true, Some("--clock, such as --clock 10+0.1")),
            ("-tc", false, Some("--clock, such as --clock 10+0.1")),
            ("-concurrency", false, Some("--concurrency N")),
            ("--concurrency", false, None),
            ("--games", false, None),
            ("--games", true, Some("--games N in a gate, or --seatings in a tournament")),
            ("-c", false, None),
            ("engine", false, None),
        ] {
            assert_eq!(counterpart(word, is_unknown), expected, "{word}");
        }
    }
}
