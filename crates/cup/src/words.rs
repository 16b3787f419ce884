//! The English of a tournament: what is wrong with its file, its form, its test, and what it has played.

use std::fmt;

use itertools::Itertools as _;
use uvi_games::game::MAX_SEATS;

use crate::{
    copies::NoFingerprint,
    counted::counted,
    growth::NoGrowth,
    openings::{DRAWN, JUDGED, TooFew},
    progress::OtherGame,
    result::{BadScore, WrongLog},
    schedule::{BadFormat, MAX_TABLES},
    standings::NoTieBreak,
    stats::{BadSprt, MOST_ELO},
    trouble::Flaw,
};

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
            Self::Adaptive => f.write_str("adaptive needs a round robin of different bots with points of their own"),
            Self::ThirdPlace => f.write_str(
                "third-place goes with elimination = \"single\"; in a double elimination the third place is played out",
            ),
            Self::SameName(name) => write!(f, "there is another bot {name}"),
            Self::Format(error) => error.fmt(f),
            Self::OneScore(variant) => {
                write!(f, "{variant} has one score for all seats: nobody goes on in a Swiss or a knockout")
            }
            Self::OtherSeed => {
                f.write_str("expected the seed of the commitment, which stands in luck/seed, found another")
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
            Self::GateTest => f.write_str("a gate is decided by [sprt] or by [lead], and with fixed by [lead]"),
            Self::TestFormat => f.write_str("a sequential test needs a round robin or a gauntlet"),
            Self::Margin => f.write_str("expected a margin from 0"),
            Self::GrownTest => f.write_str("a sequential test cannot go on with more bots; start it in another folder"),
            Self::LeadAlpha(found) => write!(f, "expected an alpha above 0 and below 1, found {found}"),
            Self::TestBots => {
                f.write_str("a sequential test needs two bots against each other, in a round robin or gauntlet")
            }
            Self::Sprt(error) => error.fmt(f),
            Self::NoMatchPlay(variant) => write!(f, "the rules page of {variant} has no match play"),
            Self::MatchPlay => f.write_str("match play has its own two games: no openings, seatings = \"rotations\""),
            Self::Anchor(name) => write!(f, "anchor: expected the name of a bot and a finite rating, found {name}"),
            Self::BotName => f.write_str("expected a name of one line"),
            Self::Key(found) => {
                let meant = found.split_whitespace().collect::<Vec<_>>().join("_");
                write!(f, "expected a key of one word, such as {meant}, found {found:?}")
            }
            Self::PositionText => f.write_str("expected words of printable ASCII"),
            Self::Opening { file, line, flaw } => write!(f, "{} line {line}: {flaw}", file.display()),
            Self::NoPlies => {
                f.write_str("expected at least 1 of the moves of each game, found 0; without plies all are played")
            }
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

impl fmt::Display for BadFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats(seats) => write!(f, "no table has {seats} seats, only 1 to {MAX_SEATS}"),
            Self::TooFewBots { bots: 1, seats } => write!(f, "1 bot does not fill a table of {seats}"),
            Self::TooFewBots { bots, seats } => write!(f, "{bots} bots do not fill a table of {seats}"),
            Self::Nothing => f.write_str("no rounds or no blocks"),
            Self::NoHero => f.write_str("no bot runs the gauntlet"),
            Self::Advance { advance, seats } => write!(f, "{advance} of {seats} bots cannot advance"),
            Self::Bracket(seats) => {
                write!(f, "expected tables of two for a third place or a double elimination, found {seats} seats")
            }
            Self::Stages => f.write_str(
                "expected grown to have the bots and rounds of a smaller round robin or gauntlet, smallest first",
            ),
            Self::TooManyTables => write!(f, "more than {MAX_TABLES} tables"),
        }
    }
}

impl fmt::Display for BadSprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elo { elo0, elo1 } => {
                write!(f, "elo0 must be less than elo1, and both within {MOST_ELO} of 0: {elo0}, {elo1}")
            }
            Self::Errors { alpha, beta } => {
                write!(f, "alpha and beta must be above 0 and together below 1: {alpha}, {beta}")
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
            Self::Aborted => f.write_str("the game was aborted; remove the log to have it played again"),
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
                write!(f, "{all}: a tournament grows by rounds and by bots only")
            }
            Self::FewerRounds { expected, found } => write!(f, "expected at least {expected} rounds, found {found}"),
            Self::FewerGames { expected, found } => write!(f, "expected at least {expected} games, found {found}"),
            Self::FewerBots { expected, found } => write!(f, "expected at least {expected} bots, found {found}"),
            Self::NoMoreBots(bots) => {
                write!(f, "expected the {bots} bots that there are: others can join a round robin or a gauntlet only")
            }
            Self::Tested => f.write_str("a sequential test cannot go on with more bots; start it in another folder"),
        }
    }
}

impl fmt::Display for TooFew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over { variant, decisions } => write!(
                f,
                "no game of {variant} is still going on after {} by lot in {DRAWN} tries; take fewer decisions",
                counted(*decisions, "decision")
            ),
            Self::Same { found, count, decisions } => write!(
                f,
                "found only {} after {} by lot; expected {count}: take a lower count, or more decisions",
                counted(*found, "different position"),
                counted(*decisions, "decision")
            ),
            Self::Unbalanced { number, within, nearest } => write!(
                f,
                "opening {number}: none of {JUDGED} positions is within {within}; the nearest is at {nearest:.2}: take \
                 a greater within, or other decisions"
            ),
            Self::NoScore(said) => write!(f, "the bot that judges said no info score in {said}"),
            Self::OneScore(variant) => {
                write!(f, "{variant} has one score for all seats: no position favours one of them")
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

impl fmt::Display for NoTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected buchholz, buchholz-cut, sonneborn-berger, head-to-head, wins or rating, found {}", self.0)
    }
}
