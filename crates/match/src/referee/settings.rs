//! What a match is played under: variant, seats, limits, patience.

use std::time::Duration;

use uvi::{InfoDetail, OnFault, Seed, Text, Value, Word};
use uvi_games::game::{BySeat, OptionValues, Seat, SeatSet, Table, Variant, commitment};

use super::{HostError, Limits, Profile};
use crate::record::{Adjudication, Head, PatienceHead, PlayerKind, SeatHead};

/// What a match is played under.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The name of the match.
    pub name: Word,
    /// The variant.
    pub variant: &'static dyn Variant,
    /// Its rule options.
    pub options: OptionValues,
    /// Where all chance comes from.
    pub seed: Seed,
    /// The start position.
    pub start: Box<dyn Table>,
    /// Whether the host set the start position.
    pub set_position: bool,
    /// Who plays, under which limits.
    pub seats: BySeat<SeatSettings>,
    /// The limits of all bots that have none of their own.
    pub clock: Limits,
    /// The waiting times.
    pub patience: Patience,
    /// What follows a fault.
    pub on_fault: OnFault,
    /// What the log keeps of `info` lines.
    pub info: InfoDetail,
    /// When the game is ended before its rules end it.
    pub adjudication: Option<Adjudication>,
}

/// Who plays a seat, under which limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatSettings {
    /// Who plays it.
    pub player: Player,
    /// Its limits.
    pub limits: Limits,
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

/// The waiting times of UVI 2.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For the greeting.
    pub greet: Duration,
    /// For each `readyok`.
    pub ready: Duration,
    /// To leave after `quit`.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { greet: Duration::from_secs(10), ready: Duration::from_secs(10), quit: Duration::from_secs(1) }
    }
}

impl Settings {
    /// The seat with this number.
    ///
    /// # Errors
    /// `bad-seat` where the match has none.
    pub fn seat(&self, number: u32) -> Result<Seat, HostError> {
        seat(self.seats.seats(), number)
    }

    /// The head of the log; names and authors come from the bots' greetings.
    pub fn head(&self, profile: impl Fn(Seat) -> Option<Profile>) -> Head {
        let millis = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
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
                clock: (!settings.limits.is_none()).then(|| settings.limits.to_string()),
            }
        });
        Head {
            uvi: uvi::VERSION,
            arbiter: env!("CARGO_PKG_VERSION").to_owned(),
            name: self.name.to_string(),
            variant: self.variant.word().to_owned(),
            options: self.options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            seats: seats.collect(),
            clock: self.clock.to_string(),
            onfault: match self.on_fault {
                OnFault::Forfeit => "forfeit".to_owned(),
                OnFault::Random => "random".to_owned(),
            },
            patience: PatienceHead {
                greet: millis(self.patience.greet),
                ready: millis(self.patience.ready),
                quit: millis(self.patience.quit),
            },
            info: Some(
                match self.info {
                    InfoDetail::Off => "off",
                    InfoDetail::Last => "last",
                    InfoDetail::All => "all",
                }
                .to_owned(),
            ),
            adjudication: self.adjudication.map(|rules| rules.to_string()),
            commitment: Some(commitment(&self.seed).to_string()),
            start: self.start.position().to_string(),
            setposition: self.set_position,
            imported: None,
            started: None,
        }
    }
}

/// The seat with this number, of so many.
pub(super) fn seat(seats: u8, number: u32) -> Result<Seat, HostError> {
    let found = Seat::new(number).filter(|seat| SeatSet::all(seats).contains(*seat));
    found.ok_or(HostError::NoSeat { seats, found: number })
}
