//! The English of a tournament: what is wrong with its file, its form, its test, and what it has played.

use std::fmt;

use itertools::Itertools as _;
use uvi_games::game::MAX_SEATS;
use uvi_match::record::OPENING_TAGS;

use super::{
    Flaw, NoGrowth, TooFew,
    openings::{DRAWN, JUDGED},
};
use crate::{
    counted::counted,
    progress::{BadScore, NoFingerprint, OtherGame, WrongLog},
    schedule::{BadFormat, MAX_TABLES},
    stats::{BadSprt, MOST_ELO},
};

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml(text) | Self::Settings(text) | Self::Program(text) | Self::OpeningsFile(text) => {
                f.write_str(text)
            }
            Self::NoVariant { word, registry } => write!(f, "no variant {word}; expected one of {}", registry.words()),
            Self::SeatCount { variant, known, found } => {
                let known: Vec<_> = known.iter().map(ToString::to_string).collect();
                write!(f, "{variant} has {} seats, not {found}", known.join(", "))
            }
            Self::Adaptive => f.write_str(
                "adaptive needs a round robin of different bots, in a variant where each seat has its own points",
            ),
            Self::ThirdPlace => f.write_str(
                "third-place needs elimination = \"single\"; a double elimination decides third place by itself",
            ),
            Self::SameName(name) => write!(f, "two bots have the name {name}; expected different names"),
            Self::Format(error) => error.fmt(f),
            Self::OneScore(variant) => {
                write!(
                    f,
                    "{variant} has one score for all seats, so no bot can advance in a Swiss or a knockout; use a round robin"
                )
            }
            Self::OtherSeed => f.write_str("the seed does not match the commitment; expected the seed in luck/seed"),
            Self::OptionName(name) => write!(f, "expected the name of an option, found {name:?}"),
            Self::Match(error) => error.fmt(f),
            Self::Adjudication => f.write_str(
                "expected at least one of max-decisions, resign, draw, with counts from 1 and scores from 0",
            ),
            Self::NotTwoSided => f.write_str("resign and draw need a variant with two opposing seats"),
            Self::NoScores => f.write_str("resign and draw need the bots' scores; log info = \"off\" leaves them out"),
            Self::TwoTests => f.write_str("lead and sprt cannot be combined: one test ends a tournament"),
            Self::GateTest => f.write_str("a gate needs either [sprt] or [lead], and with fixed needs [lead]"),
            Self::TestFormat => f.write_str("a sequential test needs a round robin or a gauntlet"),
            Self::Margin => f.write_str("expected a margin of 0 or more"),
            Self::GrownTest => {
                f.write_str("a sequential test cannot continue with more bots; start it in another folder")
            }
            Self::LeadAlpha(found) => write!(f, "expected an alpha above 0 and below 1, found {found}"),
            Self::TestBots => {
                f.write_str("a sequential test needs two bots as opponents, in a round robin or a gauntlet")
            }
            Self::Sprt(error) => error.fmt(f),
            Self::NoMatchPlay(variant) => write!(f, "{variant} has no rules for match play"),
            Self::MatchPlay => {
                f.write_str("match play needs seatings = \"rotations\" and no openings: its two games belong together")
            }
            Self::Anchor { found, bots } => {
                let bots = bots.iter().join(", ");
                write!(
                    f,
                    "anchor: expected a bot and a finite rating, such as NAME=1500, found {found}; the bots are {bots}"
                )
            }
            Self::OtherFormat { key, formats, found } => {
                let formats = formats.iter().map(|format| format.word()).join(", ");
                write!(f, "{key} is a key of the format {formats}, and this is a {}", found.word())
            }
            Self::OnlyPgn => f.write_str("plies needs openings from a file of games (.pgn)"),
            Self::BotName => f.write_str("expected a name without line breaks"),
            Self::Key(found) => {
                let meant = found.split_whitespace().collect::<Vec<_>>().join("_");
                write!(f, "expected a key of one word, such as {meant}, found {found:?}")
            }
            Self::PositionText => f.write_str("expected words of printable ASCII"),
            Self::OpeningTag(found) => {
                let known = OPENING_TAGS.join(", ");
                write!(f, "expected one of {known} and its text after the position and a tab, found {found:?}")
            }
            Self::Opening { file, line, flaw } => write!(f, "{} line {line}: {flaw}", file.display()),
            Self::NoPlies => {
                f.write_str("plies: expected at least 1, found 0; omit plies to play all moves of each game")
            }
            Self::EmptyOpenings(file) => write!(f, "{} has no positions", file.display()),
            Self::NoOpenings => {
                f.write_str("openings: expected a file, positions, or random = N for N random decisions")
            }
            Self::OpeningsTwice => f.write_str("openings: expected either random or positions, found both"),
            Self::OnlyByLot => f.write_str("count and balance need random = N, for positions after N random decisions"),
            Self::LotCount { found, most } => write!(f, "expected a number from 1 to {most}, found {found}"),
            Self::Within => f.write_str("expected within to be above 0, such as 0.1"),
            Self::TooFew(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for BadFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats(seats) => write!(f, "expected 1 to {MAX_SEATS} seats, found {seats}"),
            Self::TooFewBots { bots, seats } => write!(f, "expected at least {seats} bots, found {bots}"),
            Self::Nothing => f.write_str("expected at least 1 round and 1 block"),
            Self::NoHero => f.write_str("expected at least 1 hero in the gauntlet, found none"),
            Self::Advance { advance, seats } => write!(f, "{advance} of {seats} bots cannot advance"),
            Self::Bracket(seats) => {
                write!(f, "expected tables of two for a third place or a double elimination, found {seats} seats")
            }
            Self::Stages => {
                f.write_str("grown: expected the bots and rounds of smaller round robins or gauntlets, smallest first")
            }
            Self::TooManyTables => write!(f, "expected at most {MAX_TABLES} tables"),
        }
    }
}

impl fmt::Display for BadSprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elo { elo0, elo1 } => {
                write!(f, "expected elo0 below elo1, both between -{MOST_ELO} and {MOST_ELO}, found {elo0} and {elo1}")
            }
            Self::Errors { alpha, beta } => {
                write!(f, "expected alpha and beta above 0, with a sum below 1, found {alpha} and {beta}")
            }
        }
    }
}

impl fmt::Display for OtherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, expected, found } = self;
        write!(f, "game {game}: expected {expected}, found {found}")
    }
}

impl fmt::Display for BadScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("expected score or shared, found neither"),
            Self::Two => f.write_str("expected either score or shared, found both"),
            Self::Count { seats, points } => {
                write!(f, "expected points for {seats} seats, found points for {points}")
            }
            Self::Seats(seats) => write!(f, "expected 1 to {MAX_SEATS} seats, found {seats}"),
        }
    }
}

impl fmt::Display for WrongLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfinished => f.write_str("the game is not finished"),
            Self::Aborted => f.write_str("the game was aborted; remove the log to play it again"),
            Self::Score(score) => score.fmt(f),
            Self::Other { what, expected, found } => write!(f, "{what}: expected {expected}, found {found}"),
        }
    }
}

impl fmt::Display for NoGrowth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(differences) => {
                let all = differences.iter().join("; ");
                write!(f, "{all}: only the number of rounds and the bots of a tournament can grow")
            }
            Self::FewerRounds { expected, found } => write!(f, "expected at least {expected} rounds, found {found}"),
            Self::FewerGames { expected, found } => write!(f, "expected at least {expected} games, found {found}"),
            Self::FewerBots { expected, found } => write!(f, "expected at least {expected} bots, found {found}"),
            Self::NoMoreBots(bots) => {
                write!(f, "expected the same {bots} bots: more can join only a round robin or a gauntlet")
            }
            Self::Tested => f.write_str("a sequential test cannot continue with more bots; start it in another folder"),
        }
    }
}

impl fmt::Display for TooFew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over { variant, decisions } => write!(
                f,
                "{variant}: every game is over after {} at random, in {DRAWN} tries; use fewer decisions",
                counted(*decisions, "decision")
            ),
            Self::Same { found, count, decisions } => write!(
                f,
                "expected {count} openings, found only {} after {} at random; use a lower count or more decisions",
                counted(*found, "different position"),
                counted(*decisions, "decision")
            ),
            Self::Unbalanced { number, within, nearest } => write!(
                f,
                "opening {number}: expected a position within {within}, found none in {JUDGED}; the closest is at {nearest:.2}: use \
                 a greater within or another number of decisions"
            ),
            Self::NoScore(said) => write!(f, "expected an info score from the bot that judges, found none in {said}"),
            Self::OneScore(variant) => {
                write!(f, "{variant} has one score for all seats, so no position can be unbalanced; omit balance")
            }
            Self::Match(error) => error.fmt(f),
            Self::NoJudge(why) => write!(f, "the bot that judges: {why}"),
        }
    }
}

impl fmt::Display for NoFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected 32 hex digits, found {}", self.0)
    }
}
