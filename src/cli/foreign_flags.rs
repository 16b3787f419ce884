//! Flags of fastchess and cutechess. Clap suggests by letters, which leads from `--engine` to `--openings`.

use clap::{
    Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue},
};

/// The commands whose errors get such a suggestion.
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
    ("noswap", "--seatings fixed"),
    ("tournament", "--format"),
    ("variant", "--variant"),
    ("openings", "--openings FILE"),
    ("pgnout", "--pgn FILE"),
    ("srand", "--seed HEX"),
    ("sprt", "--sprt ELO0,ELO1 in a gate, or [sprt] in a tournament file"),
    ("resign", "[adjudication] in a tournament file"),
    ("draw", "[adjudication] in a tournament file"),
    ("maxmoves", "[adjudication] in a tournament file"),
];

/// Replaces the suggestions of an error by the counterpart of the first argument that is such a flag.
pub(super) fn suggest(mut error: Error, arguments: &[String]) -> Error {
    let Some((command, arguments)) = arguments.split_first() else { return error };
    let found = arguments.iter().find_map(|word| Some((word, counterpart(word)?)));
    if let Some((word, ours)) = found.filter(|_| COMMANDS.contains(&command.as_str())) {
        let tip = StyledStr::from(format!("in place of {word} use {ours}"));
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        // The usage names the argument that clap suggests.
        error.remove(ContextKind::Usage);
    }
    error
}

/// The counterpart of a flag. `None` for other words and for flags that are also ours.
fn counterpart(word: &str) -> Option<&'static str> {
    let name = word.strip_prefix('-')?;
    let long = name.strip_prefix('-');
    let (_, ours) = FLAGS.iter().find(|(flag, _)| *flag == long.unwrap_or(name))?;
    let is_ours = long.is_some() && ours.split([' ', ',']).any(|part| part == word);
    (!is_ours).then_some(*ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_other_programs_are_found_and_ours_are_not() {
        for (word, expected) in [
            ("--tc", Some("--clock, such as --clock 10+0.1")),
            ("-tc", Some("--clock, such as --clock 10+0.1")),
            ("-concurrency", Some("--concurrency N")),
            ("--concurrency", None),
            ("--games", None),
            ("-c", None),
            ("engine", None),
        ] {
            assert_eq!(counterpart(word), expected, "{word}");
        }
    }
}
