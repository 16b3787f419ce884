//! What a match is to be, as far as it has been said: variant, options, players, limits. It is a value; what has to be
//! found or made in the world before the match can be played is not its business.

use std::time::Duration;

use uvi::{ClockWords, InfoDetail, OnFault, Seed, Switch, Text, Value, Word, Words};
use uvi_games::game::{BySeat, OptionValues, Registry, Seat, Table, Turn, Variant};

use super::{BadHead, HostError, LEGAL, Player, SeatSettings, Settings, TimeControl, settings::seat};
use crate::record::{Adjudication, Head, PlayerKind, Terms};

/// What a bot may take for a decision where no `clock` line says otherwise.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(60);

/// A match that is being set up: what `newmatch` and the lines after it have said so far.
#[derive(Debug, Clone)]
pub struct MatchSpec {
    name: Word,
    variant: &'static dyn Variant,
    options: OptionValues,
    seats: u8,
    seed: Seed,
    tells_lots: bool,
    position: Option<Box<dyn Table>>,
    /// Apart, as the clocks are, since it is handed about by value.
    players: Box<BySeat<Option<Player>>>,
    clock: Clock,
    clocks: Box<BySeat<Clock>>,
    clock_lines: u32,
    default_movetime: Duration,
    terms: Terms,
}

/// The limits that a `clock` line gave, and which line that was: of two, the later holds.
#[derive(Debug, Clone, Default)]
struct Clock {
    line: u32,
    limits: Option<TimeControl>,
}

/// The variant with this word.
///
/// # Errors
/// `no-such-variant`.
pub fn variant(registry: Registry, word: &str) -> Result<&'static dyn Variant, HostError> {
    registry.find(word).ok_or_else(|| HostError::NoVariant { word: word.to_owned(), registry })
}

impl MatchSpec {
    /// A new match. Without `seats` the least number is taken.
    ///
    /// # Errors
    /// `bad-seat` if the variant cannot have so many, `bad-option`.
    pub fn new(
        name: Word,
        variant: &'static dyn Variant,
        seats: Option<u32>,
        seed: Seed,
        options: &[(Word, Value)],
    ) -> Result<Self, HostError> {
        let least = *variant.seats().first().expect("a variant has at least one number of seats");
        let seats = match seats {
            None => least,
            Some(number) => {
                let found = variant.seats().iter().copied().find(|&seats| u32::from(seats) == number);
                let (variant, known) = (variant.word(), variant.seats());
                found.ok_or(HostError::SeatCount { variant, known, found: number })?
            }
        };
        let mut values = OptionValues::defaults(variant.options());
        for (option, value) in options {
            values.set(option.as_str(), value.as_str())?;
        }
        variant.check(&values)?;
        Ok(Self {
            name,
            variant,
            options: values,
            seats,
            seed,
            tells_lots: true,
            position: None,
            players: Box::new(BySeat::new(seats, |_| None)),
            clock: Clock::default(),
            clocks: Box::new(BySeat::new(seats, |_| Clock::default())),
            clock_lines: 0,
            default_movetime: DEFAULT_MOVETIME,
            terms: Terms::default(),
        })
    }

    /// The match that the head of a log describes, from the variant's start.
    ///
    /// # Errors
    /// `cannot-start` if a field of the head cannot be used, or as [`MatchSpec::new`].
    pub fn of_head(registry: Registry, name: Word, head: &Head, seed: Seed) -> Result<Self, HostError> {
        let word = |text: &str| Word::new(text).ok_or_else(|| BadHead::Word(text.to_owned()));
        let mut options = Vec::new();
        for (name, value) in &head.options {
            options.push((word(name)?, Value::new(value.clone())));
        }
        let seats = u32::try_from(head.seats.len()).unwrap_or(u32::MAX);
        let mut spec = Self::new(name, variant(registry, &head.variant)?, Some(seats), seed, &options)?;
        spec.set_clock(None, head.clock)?;
        for seat in &head.seats {
            let player = match (seat.player, &seat.command) {
                (PlayerKind::Bot, Some(command)) => uvi::Player::Bot(Text::new(command.clone())),
                (PlayerKind::Bot, None) => return Err(BadHead::NoCommand { seat: seat.seat }.into()),
                (PlayerKind::Host, _) => uvi::Player::Host,
            };
            spec.set_player(seat.seat, &player)?;
            for (name, value) in &seat.options {
                spec.set_bot_option(seat.seat, word(name)?, Value::new(value.clone()))?;
            }
            for (key, value) in &seat.set {
                spec.set_launch(seat.seat, word(key)?, Value::new(value.clone()))?;
            }
            spec.set_clock(Some(seat.seat), seat.clock.unwrap_or_default())?;
        }
        spec.terms = head.terms;
        spec.tells_lots = head.lots;
        Ok(spec)
    }

    /// What a bot may take for a decision where no `clock` line says otherwise.
    #[must_use]
    pub fn default_movetime(mut self, movetime: Duration) -> Self {
        self.default_movetime = movetime;
        self
    }

    /// The same match under another seed and name, for the next game of a series.
    #[must_use]
    pub fn reseeded(mut self, name: Word, seed: Seed) -> Self {
        self.name = name;
        self.seed = seed;
        self
    }

    /// What will be played.
    pub fn variant(&self) -> &'static dyn Variant {
        self.variant
    }

    /// Its rule options.
    pub fn options(&self) -> &OptionValues {
        &self.options
    }

    /// How many seats it has.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Where all its chance comes from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// What holds for all seats.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who plays, as far as that has been said.
    pub fn players(&self) -> &BySeat<Option<Player>> {
        &self.players
    }

    /// The table where the match starts.
    ///
    /// # Errors
    /// `bad-option`, which [`MatchSpec::new`] has ruled out.
    pub fn table(&self) -> Result<Box<dyn Table>, HostError> {
        match &self.position {
            Some(position) => Ok(position.clone()),
            None => {
                let start = self.variant.start(&self.options, self.seats, &self.seed);
                start.map_err(HostError::BadOption)
            }
        }
    }

    /// A table of this variant at another position, finished ones included.
    ///
    /// # Errors
    /// `bad-position` if it does not parse or the rules page refuses it.
    pub fn read(&self, position: &str) -> Result<Box<dyn Table>, HostError> {
        let table = self.variant.read(&self.options, self.seats, position);
        table.map_err(HostError::BadPosition)
    }

    /// Starts from another position.
    ///
    /// # Errors
    /// `bad-position` if it does not parse, the rules page refuses it, or it is finished.
    pub fn set_position(&mut self, position: &Words) -> Result<(), HostError> {
        let table = self.read(position.as_str())?;
        if let Turn::Over(outcome) = table.turn() {
            return Err(HostError::Finished { reason: outcome.reason.to_string() });
        }
        self.position = Some(table);
        Ok(())
    }

    /// The seat with this number.
    ///
    /// # Errors
    /// `bad-seat` if the match has none.
    pub fn seat(&self, number: u32) -> Result<Seat, HostError> {
        seat(self.seats, number)
    }

    /// Says who plays a seat.
    ///
    /// # Errors
    /// `bad-seat`.
    pub fn set_player(&mut self, number: u32, player: &uvi::Player) -> Result<(), HostError> {
        let seat = self.seat(number)?;
        self.players[seat] = Some(match player {
            uvi::Player::Host => Player::Host,
            uvi::Player::Bot(command) => Player::Bot { command: command.clone(), options: Vec::new(), set: Vec::new() },
        });
        Ok(())
    }

    fn bot(&mut self, number: u32) -> Result<&mut Player, HostError> {
        let seat = self.seat(number)?;
        match &mut self.players[seat] {
            Some(player @ Player::Bot { .. }) => Ok(player),
            Some(Player::Host) | None => Err(HostError::NoBot(seat)),
        }
    }

    /// An option for a bot.
    ///
    /// # Errors
    /// `bad-seat` if no bot sits there.
    pub fn set_bot_option(&mut self, number: u32, name: Word, value: Value) -> Result<(), HostError> {
        if let Player::Bot { options, .. } = self.bot(number)? {
            options.retain(|(other, _)| *other != name);
            options.push((name, value));
        }
        Ok(())
    }

    /// How a bot is started: a key of `seatset`, whose meaning whoever starts bots knows, but for [`LEGAL`]. A switch that
    /// stands alone has an empty value.
    ///
    /// # Errors
    /// `bad-seat` if no bot sits there; `bad-argument` if `legal` is neither on nor off.
    pub fn set_launch(&mut self, number: u32, key: Word, value: Value) -> Result<(), HostError> {
        if key.as_str() == LEGAL && !value.as_str().is_empty() && value.as_str().parse::<Switch>().is_err() {
            return Err(HostError::NoSwitch { key: LEGAL, found: value });
        }
        if let Player::Bot { set, .. } = self.bot(number)? {
            set.push((key, value));
        }
        Ok(())
    }

    /// Limits for all bots, or for one seat.
    ///
    /// # Errors
    /// `bad-seat`, or `bad-argument` for an increment, or moves to go, without a time.
    pub fn set_clock(&mut self, number: Option<u32>, words: ClockWords) -> Result<(), HostError> {
        if words.inc.is_some() && words.time.is_none() {
            return Err(HostError::IncAlone);
        }
        if words.movestogo.is_some() && words.time.is_none() {
            return Err(HostError::MovesToGoAlone);
        }
        self.clock_lines += 1;
        let clock = Clock { line: self.clock_lines, limits: Some(TimeControl::from(words)) };
        match number {
            None => self.clock = clock,
            Some(number) => {
                let seat = self.seat(number)?;
                self.clocks[seat] = clock;
            }
        }
        Ok(())
    }

    /// The limits of all bots that have none of their own.
    fn general_limits(&self) -> TimeControl {
        self.clock.limits.clone().unwrap_or_else(|| TimeControl::movetime(self.default_movetime))
    }

    /// The limits of a seat. A host seat has a clock only by a line of its own.
    fn limits(&self, seat: Seat) -> TimeControl {
        let own = &self.clocks[seat];
        match &self.players[seat] {
            Some(Player::Bot { .. }) if own.limits.is_none() || self.clock.line > own.line => self.general_limits(),
            Some(Player::Bot { .. } | Player::Host) | None => own.limits.clone().unwrap_or_default(),
        }
    }

    /// What the log keeps of what bots say while thinking.
    pub fn set_info(&mut self, info: InfoDetail) {
        self.terms.info = Some(info);
    }

    /// Changes what holds for all seats.
    ///
    /// # Errors
    /// `bad-argument` if what bots say is to be compared, and there are not two seats against each other.
    pub fn set_terms(&mut self, change: impl FnOnce(&mut Terms)) -> Result<(), HostError> {
        let mut terms = self.terms;
        change(&mut terms);
        if terms.adjudication.is_some_and(|rules| rules.listens()) && (self.seats != 2 || self.variant.cooperative()) {
            return Err(HostError::NotTwoSided);
        }
        self.terms = terms;
        Ok(())
    }

    /// Makes it an analysis of the position from this start: the bots of the seats that are to act are asked once. Other
    /// seats need no player, and without a `clock` line there is no limit.
    ///
    /// # Errors
    /// `bad-seat` if a seat that is to act has no bot.
    pub fn analyse(&mut self, start: &dyn Table) -> Result<(), HostError> {
        if let Turn::Seats(seats) = start.turn()
            && let Some(seat) = seats.iter().find(|&seat| !matches!(self.players[seat], Some(Player::Bot { .. })))
        {
            return Err(HostError::NoBot(seat));
        }
        for seat in Seat::all(self.seats) {
            self.players[seat].get_or_insert(Player::Host);
        }
        if self.clock_lines == 0 {
            self.set_clock(None, ClockWords::default())?;
        }
        let once = Adjudication { max_decisions: Some(1), ..Adjudication::default() };
        self.set_terms(|terms| {
            terms.adjudication = Some(once);
            terms.set_fault_words(OnFault::Forfeit.into());
        })
    }

    /// What the match is played under, from this start.
    ///
    /// # Errors
    /// `cannot-start` if a seat has no player.
    pub fn settings(&self, start: Box<dyn Table>) -> Result<Settings, HostError> {
        for (seat, player) in self.players.iter() {
            if player.is_none() {
                return Err(HostError::NoPlayer(seat));
            }
        }
        let seats = self.players.map(|seat, player| SeatSettings {
            player: player.clone().unwrap_or(Player::Host),
            limits: self.limits(seat),
        });
        Ok(Settings {
            name: self.name.clone(),
            variant: self.variant,
            options: self.options.clone(),
            seed: self.seed,
            tells_lots: self.tells_lots,
            start,
            set_position: self.position.is_some(),
            seats,
            clock: self.general_limits(),
            terms: self.terms,
        })
    }
}
