//! What a match is played under: variant, seats, limits, patience.

use std::collections::BTreeMap;

use uvi::{ClockWords, Seed, Switch, Text, Value, Word};
use uvi_games::game::{BySeat, OptionValues, Seat, SeatSet, Table, Variant, commitment};

use super::{HostError, Profile, TimeControl};
use crate::record::{Head, PlayerKind, SeatHead, Terms};

/// The key of `seatset` that is the referee's and not of whoever starts bots.
pub const LEGAL: &str = "legal";

/// What a match is played under.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The name of the match.
    pub name: Word,
    /// What is played.
    pub variant: &'static dyn Variant,
    /// Its rule options.
    pub options: OptionValues,
    /// Where all chance comes from.
    pub seed: Seed,
    /// Whether each bot is told a number to draw its lots from.
    pub tells_lots: bool,
    /// The start position.
    pub start: Box<dyn Table>,
    /// Whether the host set the start position.
    pub set_position: bool,
    /// Who plays, under which limits.
    pub seats: BySeat<SeatSettings>,
    /// The limits of all bots that have none of their own.
    pub clock: TimeControl,
    /// What holds for all seats.
    pub terms: Terms,
}

/// Who plays a seat, under which limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatSettings {
    /// Who plays it.
    pub player: Player,
    /// Those of the seat's own `clock`, or of all seats.
    pub limits: TimeControl,
}

/// Who plays a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Player {
    /// The host itself.
    Host,
    /// A process.
    Bot {
        /// Its command line, as given.
        command: Text,
        /// What its options are set to, in this order.
        options: Vec<(Word, Value)>,
        /// How it is started: what `seatset` gave, in order.
        set: Vec<(Word, Value)>,
    },
}

impl Player {
    /// Whether its bot is told what is legal, if it asks for that: unless `seatset` says `legal off`.
    pub(super) fn hears_legal(&self) -> bool {
        match self {
            Self::Host => true,
            Self::Bot { set, .. } => {
                let said = set.iter().rev().find(|(key, _)| key.as_str() == LEGAL);
                said.is_none_or(|(_, value)| value.as_str() != Switch::Off.word())
            }
        }
    }
}

impl Settings {
    /// The seat with this number.
    ///
    /// # Errors
    /// `bad-seat` if the match has none.
    pub fn seat(&self, number: u32) -> Result<Seat, HostError> {
        seat(self.seats.seats(), number)
    }

    /// The head of the log; names and authors come from the bots' greetings.
    pub fn head(&self, profile: impl Fn(Seat) -> Option<Profile>) -> Head {
        let pairs = |pairs: &[(Word, Value)]| {
            pairs.iter().map(|(name, value)| (name.to_string(), value.as_str().to_owned())).collect()
        };
        let seats = self.seats.iter().map(|(seat, settings)| {
            let profile = profile(seat);
            let (player, command, options, set) = match &settings.player {
                Player::Host => (PlayerKind::Host, None, Vec::new(), Vec::new()),
                Player::Bot { command, options, set } => {
                    (PlayerKind::Bot, Some(command.to_string()), pairs(options), pairs(set))
                }
            };
            SeatHead {
                seat: seat.number(),
                player,
                name: profile.as_ref().and_then(|profile| profile.name.clone()),
                author: profile.and_then(|profile| profile.author),
                command,
                options,
                set,
                clock: (!settings.limits.is_none()).then(|| ClockWords::from(&settings.limits)),
                isolated: None,
                affinity: None,
            }
        });
        Head {
            uvi: uvi::VERSION,
            arbiter: env!("CARGO_PKG_VERSION").to_owned(),
            name: self.name.to_string(),
            variant: self.variant.word().to_owned(),
            options: self.options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            seats: seats.collect(),
            clock: ClockWords::from(&self.clock),
            terms: self.terms.said(),
            commitment: Some(commitment(&self.seed)),
            lots: self.tells_lots,
            start: self.start.position().to_string(),
            setposition: self.set_position,
            imported: None,
            tags: BTreeMap::new(),
            started: None,
        }
    }
}

/// The seat with this number, of so many.
///
/// # Errors
/// `bad-seat` if there are fewer.
pub fn seat(seats: u8, number: u32) -> Result<Seat, HostError> {
    let found = Seat::new(number).filter(|seat| SeatSet::all(seats).contains(*seat));
    found.ok_or(HostError::NoSeat { seats, found: number })
}
