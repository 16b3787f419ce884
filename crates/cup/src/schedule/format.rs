//! The formats of a tournament.

use serde::{Deserialize, Serialize};
use uvi_games::game::MAX_SEATS;

use super::Lineup;
use crate::counted::counted;

/// The greatest number of tables in one cycle of a round robin or gauntlet.
pub(crate) const MAX_TABLES: usize = 1_000_000;

/// The rule that decides who meets whom.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Format {
    /// Each meets each: every set of bots that fits at a table meets `rounds` times, with a block each time.
    RoundRobin {
        /// The number of times that each set of bots meets.
        rounds: u32,
        /// Says if a bot also meets itself.
        company: Company,
    },
    /// The first bots against the others: each of the first meets every set of the others `rounds` times, in a block.
    Gauntlet {
        /// The number of first bots that play against the others. They do not meet each other.
        heroes: usize,
        /// The number of times that each first bot meets each set of the others.
        rounds: u32,
    },
    /// Bots with similar points meet in every round, if possible bots that have not met before.
    Swiss {
        /// The number of rounds.
        rounds: u32,
        /// The number of blocks that a table plays in a round.
        blocks: u32,
    },
    /// The best of each table advance; the others are out.
    Knockout {
        /// The number of blocks that a table plays.
        blocks: u32,
        /// The most extra blocks while a tie leaves open who advances. After these the better seed advances.
        extra: u32,
        /// The number of bots of a table that advance: 1 for two seats; `seats / 2` is usual for more.
        advance: usize,
        /// The fate of the bots that lose.
        bracket: Bracket,
    },
    /// A round robin of as many blocks. After the first round, the next block goes to the least certain table.
    Adaptive {
        /// The number of blocks, as a multiple of the number of tables.
        rounds: u32,
    },
    /// The listed tables, each with one block.
    Tables(Vec<Lineup>),
}

/// The word of a format. The word of an adaptive tournament is that of a round robin.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatWord {
    /// Every bot meets every other.
    #[default]
    RoundRobin,
    /// The first bot meets all others.
    Gauntlet,
    /// Bots with similar scores meet, and none is out.
    Swiss,
    /// The loser of a match is out.
    Knockout,
    /// The file lists the tables.
    Tables,
}

impl FormatWord {
    /// All formats, each with its word in files and flags, and its line of help.
    pub const ALL: &[(&str, &str, Self)] = &[
        ("round-robin", "All meet all", Self::RoundRobin),
        ("gauntlet", "The first meets all others", Self::Gauntlet),
        ("swiss", "Bots with similar scores meet, and none is eliminated", Self::Swiss),
        ("knockout", "The loser of a match is out", Self::Knockout),
        ("tables", "The tables that the file lists, one block each", Self::Tables),
    ];

    /// The word in files.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(.., format)| *format == self).map_or("", |(word, ..)| word)
    }
}

/// The fate of the bots that lose in a knockout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Bracket {
    /// The losers are out.
    #[default]
    Single,
    /// The losers are out, but the losers of the semi-finals play for the third place.
    ThirdPlace,
    /// A bot is out at its second loss.
    Double,
}

/// The sets of bots that may share a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Company {
    /// Different bots only.
    #[default]
    Others,
    /// A bot may also sit with itself. This makes sense in games with one score for all.
    AlsoItself,
}

/// An earlier size of a round robin or gauntlet that grew: its first bots and first rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GrowthStage {
    /// The number of bots.
    pub bots: usize,
    /// The number of rounds.
    pub rounds: u32,
}

impl GrowthStage {
    pub(super) fn is_within(self, other: Self) -> bool {
        self.bots <= other.bots && self.rounds <= other.rounds
    }
}

/// The reason why a tournament is impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum FormatError {
    #[error("expected 1 to {MAX_SEATS} seats, found {0}")]
    Seats(u8),
    #[error("expected at least {seats} bots, found {bots}")]
    TooFewBots { bots: usize, seats: usize },
    #[error("expected at least 1 round and 1 block")]
    Nothing,
    #[error("expected at least 1 hero in the gauntlet, found none")]
    NoHero,
    #[error("{advance} of {seats} bots cannot advance")]
    Advance { advance: usize, seats: usize },
    #[error("expected tables of two for a third place or a double elimination, found {0} seats")]
    Bracket(u8),
    #[error("grown: expected the bots and rounds of smaller round robins or gauntlets, smallest first")]
    Stages,
    #[error("expected at most {MAX_TABLES} tables")]
    TooManyTables,
    #[error("tables: expected {seats} bots at each table, found {found}")]
    TableSize { seats: usize, found: usize },
}

impl Format {
    /// Checks that `bots` bots can play in this format at tables of `seats`.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check(&self, bots: usize, seats: u8) -> Result<(), FormatError> {
        if !(1..=MAX_SEATS).contains(&seats.into()) {
            return Err(FormatError::Seats(seats));
        }
        if self.rounds() == Some(0) || matches!(self, Self::Swiss { blocks: 0, .. } | Self::Knockout { blocks: 0, .. })
        {
            return Err(FormatError::Nothing);
        }
        let chairs = seats;
        let seats = usize::from(seats);
        let enough = |bots, seats| if bots < seats { Err(FormatError::TooFewBots { bots, seats }) } else { Ok(()) };
        match *self {
            Self::RoundRobin { company, .. } => {
                let (least, pool) = match company {
                    Company::Others => (seats, bots),
                    Company::AlsoItself => (1, bots.saturating_add(seats) - 1),
                };
                enough(bots, least)?;
                few_enough(1, pool, seats)
            }
            Self::Gauntlet { heroes, .. } => {
                if heroes == 0 {
                    return Err(FormatError::NoHero);
                }
                enough(bots, heroes.saturating_add(seats) - 1)?;
                few_enough(heroes, bots - heroes, seats - 1)
            }
            Self::Swiss { .. } => enough(bots, seats),
            Self::Adaptive { rounds } => Self::RoundRobin { rounds, company: Company::Others }.check(bots, chairs),
            Self::Knockout { advance, bracket, .. } => {
                if !(1..seats).contains(&advance) {
                    return Err(FormatError::Advance { advance, seats });
                }
                if seats != 2 && bracket != Bracket::Single {
                    return Err(FormatError::Bracket(chairs));
                }
                enough(bots, seats)
            }
            Self::Tables(ref tables) => match tables.iter().find(|table| table.len() != seats) {
                _ if tables.is_empty() => Err(FormatError::Nothing),
                _ if tables.len() > MAX_TABLES => Err(FormatError::TooManyTables),
                Some(table) => Err(FormatError::TableSize { seats, found: table.len() }),
                None => Ok(()),
            },
        }
    }

    /// The same format with this many rounds; `None` for a knockout and for listed tables.
    pub(crate) fn with_rounds(&self, rounds: u32) -> Option<Self> {
        match *self {
            Self::RoundRobin { company, .. } => Some(Self::RoundRobin { rounds, company }),
            Self::Gauntlet { heroes, .. } => Some(Self::Gauntlet { heroes, rounds }),
            Self::Swiss { blocks, .. } => Some(Self::Swiss { rounds, blocks }),
            Self::Adaptive { .. } => Some(Self::Adaptive { rounds }),
            Self::Knockout { .. } | Self::Tables(_) => None,
        }
    }

    /// The number of rounds; `None` for a knockout and for listed tables.
    pub(crate) fn rounds(&self) -> Option<u32> {
        match *self {
            Self::RoundRobin { rounds, .. }
            | Self::Gauntlet { rounds, .. }
            | Self::Swiss { rounds, .. }
            | Self::Adaptive { rounds } => Some(rounds),
            Self::Knockout { .. } | Self::Tables(_) => None,
        }
    }

    /// Returns true if the next games depend on earlier results.
    pub(crate) fn follows_results(&self) -> bool {
        match self {
            Self::Swiss { .. } | Self::Knockout { .. } | Self::Adaptive { .. } => true,
            Self::RoundRobin { .. } | Self::Gauntlet { .. } | Self::Tables(_) => false,
        }
    }

    /// The number of deals; `None` if that depends on results.
    pub(crate) fn deals(&self) -> Option<u32> {
        match self {
            Self::Swiss { rounds, blocks } => Some(rounds.saturating_mul(*blocks)),
            Self::Tables(tables) => u32::try_from(tables.len()).ok(),
            Self::RoundRobin { .. } | Self::Gauntlet { .. } | Self::Adaptive { .. } | Self::Knockout { .. } => {
                self.rounds()
            }
        }
    }

    /// The format in words, such as `Swiss, 3 rounds of 1 block`. `first` is the name of the first bot.
    pub fn title(&self, first: &str) -> String {
        let counted_rounds = self.rounds().map(|rounds| counted(rounds, "round")).unwrap_or_default();
        match *self {
            Self::RoundRobin { company: Company::Others, .. } => format!("round robin, {counted_rounds}"),
            Self::RoundRobin { company: Company::AlsoItself, .. } => {
                format!("round robin with self-play, {counted_rounds}")
            }
            Self::Gauntlet { heroes: 1, .. } => format!("gauntlet of {first}, {counted_rounds}"),
            Self::Gauntlet { heroes, .. } => format!("gauntlet of the first {heroes} bots, {counted_rounds}"),
            Self::Swiss { blocks, .. } => format!("Swiss, {counted_rounds} of {}", counted(blocks, "block")),
            Self::Adaptive { .. } => {
                format!("round robin, {counted_rounds}, always between the least certain bots")
            }
            Self::Knockout { blocks, bracket, .. } => {
                let kind = match bracket {
                    Bracket::Single => "",
                    Bracket::ThirdPlace => " with a match for third place",
                    Bracket::Double => " with double elimination",
                };
                format!("knockout{kind}, {} per table", counted(blocks, "block"))
            }
            Self::Tables(ref tables) => format!("{} with a block each", counted(tables.len() as u32, "table")),
        }
    }

    /// True if the tournament can grow by a bot: the bot then meets all others in blocks after those played.
    pub(crate) fn takes_bots(&self) -> bool {
        matches!(self, Self::RoundRobin { .. } | Self::Gauntlet { .. })
    }

    /// Checks that a tournament of `bots` bots can have grown through these stages.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_stages(&self, stages: &[GrowthStage], bots: usize, seats: u8) -> Result<(), FormatError> {
        let Some(last) = stages.last() else { return Ok(()) };
        let all = GrowthStage { bots, rounds: self.rounds().unwrap_or(0) };
        let nested = stages.windows(2).all(|pair| pair[0].is_within(pair[1])) && last.is_within(all);
        if !self.takes_bots() || !nested {
            return Err(FormatError::Stages);
        }
        stages
            .iter()
            .try_for_each(|stage| self.with_rounds(stage.rounds).map_or(Ok(()), |it| it.check(stage.bots, seats)))
    }
}

/// Checks that `times` times the number of sets of `chosen` out of `pool` is at most [`MAX_TABLES`].
fn few_enough(times: usize, pool: usize, chosen: usize) -> Result<(), FormatError> {
    let mut sets = times;
    for already in 0..chosen {
        sets = sets.checked_mul(pool - already).ok_or(FormatError::TooManyTables)? / (already + 1);
        if sets > MAX_TABLES {
            return Err(FormatError::TooManyTables);
        }
    }
    Ok(())
}
