//! The formats of a tournament.

use serde::{Deserialize, Serialize};
use uvi_games::game::MAX_SEATS;

use crate::counted::counted;

/// The greatest number of tables in one cycle of a round robin or gauntlet.
pub(crate) const MAX_TABLES: usize = 1_000_000;

/// Who meets whom.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Format {
    /// Each with each: every set of bots that fits at a table meets `rounds` times, a block each time.
    RoundRobin {
        /// How often each set of bots meets.
        rounds: u32,
        /// Whether a bot also meets itself.
        company: Company,
    },
    /// The first bots against the others: each of them meets every set of the others `rounds` times, a block each time.
    Gauntlet {
        /// How many of the first bots play against the others. They do not meet each other.
        heroes: usize,
        /// How often each of them meets each set of the others.
        rounds: u32,
    },
    /// In every round bots with about as many points meet, who have not met before.
    Swiss {
        /// How many rounds.
        rounds: u32,
        /// How many blocks a table plays in a round.
        blocks: u32,
    },
    /// The best of each table advance, the others are out.
    Knockout {
        /// How many blocks a table plays.
        blocks: u32,
        /// How many blocks more, one after another, a table plays at most while it is not clear who advances. After
        /// that the better seed does.
        extra: u32,
        /// How many bots of a table advance; 1 for two seats, `seats / 2` is a usual choice for more.
        advance: usize,
        /// What becomes of those who lose.
        bracket: Bracket,
    },
    /// As a round robin of as many blocks, but after its first round the next block is that of the table of which least
    /// is known.
    Adaptive {
        /// How many blocks there are, as many times as there are tables.
        rounds: u32,
    },
}

/// The word of a format. An adaptive tournament is a round robin by its word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatWord {
    /// All meet all.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
    /// Those with like scores meet, and nobody is out.
    Swiss,
    /// Who loses is out.
    Knockout,
}

impl FormatWord {
    /// All formats, each with its word in files and flags, and a line of help.
    pub const ALL: &[(&str, &str, Self)] = &[
        ("round-robin", "All meet all", Self::RoundRobin),
        ("gauntlet", "The first meets all others", Self::Gauntlet),
        ("swiss", "Bots with similar scores meet, and none is eliminated", Self::Swiss),
        ("knockout", "The loser of a match is out", Self::Knockout),
    ];

    /// As files have it.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(.., format)| *format == self).map_or("", |(word, ..)| word)
    }
}

/// What becomes of those who lose in a knockout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Bracket {
    /// They are out.
    #[default]
    Single,
    /// They are out, but those who lost before the final play for the third place beside it.
    ThirdPlace,
    /// They are out when they have lost twice.
    Double,
}

/// Who may sit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Company {
    /// Different bots only.
    #[default]
    Others,
    /// Also a bot with itself: for games with one score for all, where it is a partner like any other.
    AlsoItself,
}

/// What a round robin or a gauntlet was before it grew: its first bots and its first rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// How many bots there were.
    pub bots: usize,
    /// How many rounds there were.
    pub rounds: u32,
}

impl Stage {
    /// Whether all of this stage is in the other.
    pub(super) fn is_within(self, other: Self) -> bool {
        self.bots <= other.bots && self.rounds <= other.rounds
    }
}

/// Why a tournament cannot be held so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum BadFormat {
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
}

impl Format {
    /// Whether `bots` bots can play so at tables of `seats`.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self, bots: usize, seats: u8) -> Result<(), BadFormat> {
        if !(1..=MAX_SEATS).contains(&seats.into()) {
            return Err(BadFormat::Seats(seats));
        }
        let chairs = seats;
        let seats = usize::from(seats);
        let enough = |bots, seats| if bots < seats { Err(BadFormat::TooFewBots { bots, seats }) } else { Ok(()) };
        match *self {
            Self::RoundRobin { rounds, company } => {
                if rounds == 0 {
                    return Err(BadFormat::Nothing);
                }
                let (least, pool) = match company {
                    Company::Others => (seats, bots),
                    Company::AlsoItself => (1, bots.saturating_add(seats) - 1),
                };
                enough(bots, least)?;
                few_enough(1, pool, seats)
            }
            Self::Gauntlet { heroes, rounds } => {
                if rounds == 0 {
                    return Err(BadFormat::Nothing);
                }
                if heroes == 0 {
                    return Err(BadFormat::NoHero);
                }
                let others = bots.saturating_sub(heroes);
                enough(others, seats - 1)?;
                enough(bots, heroes)?;
                few_enough(heroes, others, seats - 1)
            }
            Self::Swiss { rounds, blocks } => {
                if rounds == 0 || blocks == 0 {
                    return Err(BadFormat::Nothing);
                }
                enough(bots, seats)
            }
            Self::Adaptive { rounds } => Self::RoundRobin { rounds, company: Company::Others }.check(bots, chairs),
            Self::Knockout { blocks, advance, bracket, .. } => {
                if blocks == 0 {
                    return Err(BadFormat::Nothing);
                }
                if !(1..seats).contains(&advance) {
                    return Err(BadFormat::Advance { advance, seats });
                }
                if seats != 2 && bracket != Bracket::Single {
                    return Err(BadFormat::Bracket(chairs));
                }
                enough(bots, seats)
            }
        }
    }
}

impl Format {
    /// The same with so many rounds; `None` if there are no rounds to count.
    pub(crate) fn with_rounds(&self, rounds: u32) -> Option<Self> {
        match *self {
            Self::RoundRobin { company, .. } => Some(Self::RoundRobin { rounds, company }),
            Self::Gauntlet { heroes, .. } => Some(Self::Gauntlet { heroes, rounds }),
            Self::Swiss { blocks, .. } => Some(Self::Swiss { rounds, blocks }),
            Self::Adaptive { .. } => Some(Self::Adaptive { rounds }),
            Self::Knockout { .. } => None,
        }
    }

    /// How many rounds there are, where they are counted.
    pub(crate) fn rounds(&self) -> Option<u32> {
        match *self {
            Self::RoundRobin { rounds, .. }
            | Self::Gauntlet { rounds, .. }
            | Self::Swiss { rounds, .. }
            | Self::Adaptive { rounds } => Some(rounds),
            Self::Knockout { .. } => None,
        }
    }

    /// Returns true if what is played next depends on the results before.
    pub(crate) fn follows_results(&self) -> bool {
        match self {
            Self::Swiss { .. } | Self::Knockout { .. } | Self::Adaptive { .. } => true,
            Self::RoundRobin { .. } | Self::Gauntlet { .. } => false,
        }
    }

    /// Returns true if a table may play its next round before other tables have played the last one.
    pub(crate) fn mixes_rounds(&self) -> bool {
        matches!(self, Self::Adaptive { .. })
    }

    /// The number of deals; `None` if that depends on results.
    pub(crate) fn deals(&self) -> Option<u32> {
        let blocks = if let Self::Swiss { blocks, .. } = *self { blocks } else { 1 };
        Some(self.rounds()?.saturating_mul(blocks))
    }

    /// The words for the number of openings that the deals want, at most so many if a test may end them.
    pub(crate) fn wants(&self, wanted: u32, is_tested: bool) -> String {
        match *self {
            Self::RoundRobin { rounds, .. } | Self::Gauntlet { rounds, .. } => {
                format!("{}{} want {wanted}", if is_tested { "up to " } else { "" }, counted(rounds, "round"))
            }
            // A table of which little is known gets more blocks than one of which much is known.
            Self::Adaptive { rounds } => format!("{} want {wanted} or more", counted(rounds, "round")),
            Self::Swiss { rounds, blocks: 1 } => format!("{} want {wanted}", counted(rounds, "round")),
            Self::Swiss { rounds, blocks } => {
                format!("{} of {} want {wanted}", counted(rounds, "round"), counted(blocks, "block"))
            }
            Self::Knockout { .. } => format!("the knockout wants at least {wanted}"),
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
        }
    }

    /// Whether another bot can meet all who are there in blocks that follow on those before.
    pub(crate) fn takes_bots(&self) -> bool {
        matches!(self, Self::RoundRobin { .. } | Self::Gauntlet { .. })
    }

    /// Whether a tournament of `bots` bots can have been these before it grew.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check_stages(&self, stages: &[Stage], bots: usize, seats: u8) -> Result<(), BadFormat> {
        let Some(last) = stages.last() else { return Ok(()) };
        let all = Stage { bots, rounds: self.rounds().unwrap_or(0) };
        let nested = stages.windows(2).all(|pair| pair[0].is_within(pair[1])) && last.is_within(all);
        if !self.takes_bots() || !nested {
            return Err(BadFormat::Stages);
        }
        stages
            .iter()
            .try_for_each(|stage| self.with_rounds(stage.rounds).map_or(Ok(()), |it| it.check(stage.bots, seats)))
    }
}

/// Whether `times` sets of `chosen` out of `pool` are no more than [`MAX_TABLES`].
fn few_enough(times: usize, pool: usize, chosen: usize) -> Result<(), BadFormat> {
    let mut sets = times;
    for already in 0..chosen {
        sets = sets.checked_mul(pool - already).ok_or(BadFormat::TooManyTables)? / (already + 1);
        if sets > MAX_TABLES {
            return Err(BadFormat::TooManyTables);
        }
    }
    Ok(())
}
