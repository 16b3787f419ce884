//! The settings of a match: variant, seats, limits, terms.

use uvi::{ClockWords, Seed, Switch, Text, Value, Word};
use uvi_games::game::{BySeat, OptionValues, Seat, SeatSet, Table, Variant, commitment};

use super::{HostError, Profile};
use crate::record::{Head, PlayerKind, Probe, SeatHead, Terms, TournamentGame};

/// The key of `seatset` that the referee interprets. The driver interprets all other keys.
pub const LEGAL: &str = "legal";

/// The settings of a match, which do not change while the match runs.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The name of the match.
    pub name: Word,
    /// The variant.
    pub variant: &'static dyn Variant,
    /// The rule options.
    pub options: OptionValues,
    /// The seed of all chance.
    pub seed: Seed,
    /// True if each bot is told a random number for its own draws.
    pub tells_lots: bool,
    /// The table at the start position.
    pub start: Box<dyn Table>,
    /// True if the host set the start position.
    pub set_position: bool,
    /// The players and their limits.
    pub seats: BySeat<SeatSettings>,
    /// The limits of bots without a `clock` line for their seat.
    pub clock: ClockWords,
    /// The terms that hold for all seats.
    pub terms: Terms,
    /// The tables of endgames, if the terms use them.
    pub probe: Option<Probe>,
    /// The place in a tournament; `None` outside a tournament.
    pub entry: Option<Box<TournamentEntry>>,
}

/// The place of a match in a tournament, for its log. The referee does not use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentEntry {
    /// The block, round and number of the game.
    pub place: TournamentGame,
    /// The names of the players in the tournament, in seat order.
    pub entrants: Vec<String>,
}

/// The player of a seat, and the limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatSettings {
    /// The player.
    pub player: Player,
    /// The limits of the last `clock` line for the seat. A line for all bots is also for the seat of each bot.
    pub limits: ClockWords,
}

/// The player of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Player {
    /// The host.
    Host,
    /// A process.
    Bot {
        /// The command line, as given.
        command: Text,
        /// The options for the bot with their values, in this order.
        options: Vec<(Word, Value)>,
        /// The keys of `seatset` with their values, in order.
        set: Vec<(Word, Value)>,
    },
}

impl Player {
    /// True unless `seatset` says `legal off`: the bot hears the legal actions if it asks for them.
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
    /// Creates the head of the log. `profile` gives the names and authors from the greetings of bots.
    pub(super) fn head<'p>(&self, profile: impl Fn(Seat) -> Option<&'p Profile>) -> Head {
        let pairs = |pairs: &[(Word, Value)]| {
            pairs.iter().map(|(name, value)| (name.to_string(), value.as_str().to_owned())).collect()
        };
        let seats = self.seats.iter().map(|(seat, settings)| {
            let (profile, clock) = (profile(seat), settings.limits.in_full());
            let player = match &settings.player {
                Player::Host => SeatHead { player: PlayerKind::Host, ..SeatHead::default() },
                Player::Bot { command, options, set } => SeatHead {
                    player: PlayerKind::Bot,
                    command: Some(command.to_string()),
                    options: pairs(options),
                    set: pairs(set),
                    ..SeatHead::default()
                },
            };
            SeatHead {
                seat: seat.number(),
                entrant: self.entry.as_ref().and_then(|entry| entry.entrants.get(seat.index()).cloned()),
                name: profile.and_then(|profile| profile.name.clone()),
                author: profile.and_then(|profile| profile.author.clone()),
                clock: (!clock.is_none()).then_some(clock),
                ..player
            }
        });
        Head {
            uvi: uvi::VERSION,
            arbiter: env!("CARGO_PKG_VERSION").to_owned(),
            name: self.name.to_string(),
            variant: self.variant.word().to_owned(),
            options: self.options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            seats: seats.collect(),
            clock: self.clock.in_full(),
            terms: self.terms.said(),
            commitment: Some(commitment(&self.seed)),
            lots: self.tells_lots,
            start: self.start.position().to_string(),
            setposition: self.set_position,
            tournament: self.entry.as_ref().map(|entry| entry.place.clone()),
            ..Head::default()
        }
    }
}

/// Returns the seat with this number in a match of `seats` seats; `bad-seat` if there are fewer.
pub fn seat(seats: u8, number: u32) -> Result<Seat, HostError> {
    let found = Seat::new(number).filter(|seat| SeatSet::all(seats).contains(*seat));
    found.ok_or(HostError::NoSeat { seats, found: number })
}
