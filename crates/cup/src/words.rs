//! The English of a tournament: what is wrong with its file.

use std::fmt;

use crate::trouble::Flaw;

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml(text) | Self::Settings(text) | Self::Program(text) | Self::OpeningsFile(text) => {
                f.write_str(text)
            }
            Self::NoVariant { word, registry } => write!(f, "no variant {word}; there are {}", registry.words()),
            Self::SeatCount { variant, known, found } => {
                let known: Vec<_> = known.iter().map(ToString::to_string).collect();
                write!(f, "{variant} has {} seats, not {found}", known.join(", "))
            }
            Self::SameName(name) => write!(f, "there is another bot {name}"),
            Self::Format(error) => error.fmt(f),
            Self::OneScore(variant) => {
                write!(f, "{variant} has one score for all seats: nobody goes on in a Swiss or a knockout")
            }
            Self::OptionName(name) => write!(f, "no option can be called {name:?}"),
            Self::Match(error) => error.fmt(f),
            Self::Adjudication => f.write_str(
                "expected at least one of max-decisions, resign, draw, with counts from 1 and scores from 0",
            ),
            Self::NotTwoSided => {
                f.write_str("resign and draw compare two seats against each other, which this variant does not have")
            }
            Self::NoScores => {
                f.write_str("resign and draw need the scores that bots say, which log info = \"off\" leaves out")
            }
            Self::TwoTests => f.write_str("lead and sprt are two tests, of which one ends a tournament"),
            Self::TestFormat => f.write_str("a sequential test needs a round robin or a gauntlet"),
            Self::Margin => f.write_str("expected a margin from 0"),
            Self::TestBots => {
                f.write_str("a sequential test needs two bots against each other, in a round robin or gauntlet")
            }
            Self::Sprt(error) => error.fmt(f),
            Self::NoMatchPlay(variant) => write!(f, "the rules page of {variant} has no match play"),
            Self::MatchPlay => f.write_str("match play has its own two games: no openings, seatings = \"rotations\""),
            Self::BotName => f.write_str("expected a name of one line"),
            Self::Key(found) => write!(f, "expected a key of one word, found {found:?}"),
            Self::PositionText => f.write_str("expected words of printable ASCII"),
            Self::Opening { file, line, flaw } => write!(f, "{} line {line}: {flaw}", file.display()),
            Self::EmptyOpenings(file) => write!(f, "{} has no position", file.display()),
            Self::NoOpenings => {
                f.write_str("openings: expected a file, positions, or random = N for N decisions by lot")
            }
            Self::OpeningsTwice => f.write_str("openings: expected either random or given positions, found both"),
            Self::OnlyByLot => f.write_str("count and balance need random = N, for positions after N decisions by lot"),
            Self::LotCount { found, most } => write!(f, "expected a number from 1 to {most}, found {found}"),
            Self::Within => f.write_str("expected within to be above 0, such as 0.1"),
            Self::TooFew(error) => error.fmt(f),
        }
    }
}
