//! A match under construction: variant, options, players, limits. A pure value; it opens no file and starts no bot.

use uvi::{ClockWords, InfoDetail, OnFault, Seed, Switch, Text, Value, Word, Words};
use uvi_games::game::{BySeat, OptionValues, Registry, Seat, Table, Turn, Variant};

use super::{HeadError, HostError, LEGAL, Player, SeatSettings, Settings, TournamentEntry, settings::seat};
use crate::record::{Adjudication, GameCourse, Head, Luck, PlayerKind, Probe, Terms};

/// The limit of each answer of a bot without a `clock` line.
const DEFAULT_MOVETIME: u64 = 60_000;

/// A match under construction, from `newmatch` and the lines after it.
#[derive(Debug, Clone)]
pub struct MatchSpec {
    name: Word,
    variant: &'static dyn Variant,
    options: OptionValues,
    seats: u8,
    seed: Seed,
    tells_lots: bool,
    position: Option<Box<dyn Table>>,
    /// Boxed, like the clocks, to keep `MatchSpec` small when it is moved.
    players: Box<BySeat<Option<Player>>>,
    clock: ClockLine,
    clocks: Box<BySeat<ClockLine>>,
    clock_lines: u32,
    /// The limit of each answer of a bot without a `clock` line, in milliseconds.
    pub default_movetime: u64,
    terms: Terms,
    /// The tables of endgames that the adjudication asks.
    pub probe: Option<Probe>,
    /// The place of the match in a tournament.
    pub entry: Option<Box<TournamentEntry>>,
}

/// The limits of the last `clock` line for a seat or for all bots, and the number of that line. The higher number wins.
#[derive(Debug, Clone, Default)]
struct ClockLine {
    line: u32,
    limits: Option<ClockWords>,
}

/// Returns the variant with this word.
pub fn variant(registry: Registry, word: &str) -> Result<&'static dyn Variant, HostError> {
    registry.find(word).ok_or_else(|| HostError::NoVariant { word: word.to_owned(), registry })
}

impl MatchSpec {
    /// Creates a match of `seats` seats. `None` means the least number of seats of the variant.
    ///
    /// # Errors
    /// `bad-seat` if the variant cannot have this number of seats; `bad-option` if an option is unknown or a value does
    /// not fit.
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
        let values = OptionValues::with(variant.options(), options)?;
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
            clock: ClockLine::default(),
            clocks: Box::new(BySeat::new(seats, |_| ClockLine::default())),
            clock_lines: 0,
            default_movetime: DEFAULT_MOVETIME,
            terms: Terms::default(),
            probe: None,
            entry: None,
        })
    }

    /// Creates the match that the head of a log describes, at the start position of the variant.
    ///
    /// # Errors
    /// `cannot-start` if a field of the head cannot be used; `no-such-variant`; and the errors of [`MatchSpec::new`],
    /// [`MatchSpec::set_player`], [`MatchSpec::set_launch`] and [`MatchSpec::set_clock`].
    pub fn of_head(registry: Registry, name: Word, head: &Head, seed: Seed) -> Result<Self, HostError> {
        let word = |text: &str| Word::new(text).ok_or_else(|| HeadError::Word(text.to_owned()));
        let mut options = Vec::new();
        for (name, value) in &head.options {
            options.push((word(name)?, Value::new(value.clone())));
        }
        let seats = u32::try_from(head.seats.len()).unwrap_or(u32::MAX);
        let mut spec = Self::new(name, variant(registry, &head.variant)?, Some(seats), seed, &options)?;
        spec.set_clock(None, head.clock)?;
        for seat in &head.seats {
            let player = match (seat.player, &seat.command) {
                (PlayerKind::Bot, Some(command)) => uvi::SeatPlayer::Bot(Text::new(command.clone())),
                (PlayerKind::Bot, None) => return Err(HeadError::NoCommand { seat: seat.seat }.into()),
                (PlayerKind::Host, _) => uvi::SeatPlayer::Host,
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
        spec.entry = head.tournament.clone().map(|place| {
            let entrants = head.seats.iter().map(|seat| seat.entrant.clone().unwrap_or_default()).collect();
            Box::new(TournamentEntry { place, entrants })
        });
        Ok(spec)
    }

    /// Changes the name and the seed, for the next game of a series.
    #[must_use]
    pub fn reseeded(mut self, name: Word, seed: Seed) -> Self {
        self.name = name;
        self.seed = seed;
        self
    }

    /// The variant.
    pub fn variant(&self) -> &'static dyn Variant {
        self.variant
    }

    /// The rule options.
    pub fn options(&self) -> &OptionValues {
        &self.options
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The seed of all chance.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The terms that hold for all seats.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The player of each seat; `None` if not set yet.
    pub fn players(&self) -> &BySeat<Option<Player>> {
        &self.players
    }

    /// The table at the start position.
    pub fn table(&self) -> Result<Box<dyn Table>, HostError> {
        match &self.position {
            Some(position) => Ok(position.clone()),
            None => Ok(self.variant.start(&self.options, self.seats, &self.seed)?),
        }
    }

    /// Returns a table of the variant at another position, which may be finished.
    pub fn read(&self, position: &str) -> Result<Box<dyn Table>, HostError> {
        let table = self.variant.read(&self.options, self.seats, position);
        table.map_err(HostError::BadPosition)
    }

    /// Sets the start position.
    ///
    /// # Errors
    /// `bad-position` if the text does not parse, the rules page refuses it, or the position is finished.
    pub fn set_position(&mut self, position: &Words) -> Result<(), HostError> {
        let table = self.read(position.as_str())?;
        if let Turn::Over(outcome) = table.turn() {
            return Err(HostError::Finished { reason: outcome.reason.to_string() });
        }
        self.position = Some(table);
        Ok(())
    }

    /// Returns the seat with this number.
    pub fn seat(&self, number: u32) -> Result<Seat, HostError> {
        seat(self.seats, number)
    }

    /// Sets the player of a seat.
    pub fn set_player(&mut self, number: u32, player: &uvi::SeatPlayer) -> Result<(), HostError> {
        let seat = self.seat(number)?;
        self.players[seat] = Some(match player {
            uvi::SeatPlayer::Host => Player::Host,
            uvi::SeatPlayer::Bot(command) => {
                Player::Bot { command: command.clone(), options: Vec::new(), set: Vec::new() }
            }
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

    /// Sets an option of a bot.
    ///
    /// # Errors
    /// `bad-seat` if no bot plays the seat; `bad-argument` if no line can tell the bot the value.
    pub fn set_bot_option(&mut self, number: u32, name: Word, value: Value) -> Result<(), HostError> {
        if !value.is_sayable() {
            return Err(HostError::Unsayable { option: name, found: value });
        }
        if let Player::Bot { options, .. } = self.bot(number)? {
            options.retain(|(other, _)| *other != name);
            options.push((name, value));
        }
        Ok(())
    }

    /// Stores one `seatset` pair. The driver interprets all keys except [`LEGAL`]. A switch may have an empty value.
    ///
    /// # Errors
    /// `bad-seat` if no bot plays the seat; `bad-argument` if `legal` is neither on nor off.
    pub fn set_launch(&mut self, number: u32, key: Word, value: Value) -> Result<(), HostError> {
        if key.as_str() == LEGAL && !value.as_str().is_empty() && value.as_str().parse::<Switch>().is_err() {
            return Err(HostError::NoSwitch { key: LEGAL, found: value });
        }
        if let Player::Bot { set, .. } = self.bot(number)? {
            set.push((key, value));
        }
        Ok(())
    }

    /// Sets the limits of seat `number`; `None` means all bots.
    ///
    /// # Errors
    /// `bad-seat` if the match has no such seat.
    pub fn set_clock(&mut self, number: Option<u32>, words: ClockWords) -> Result<(), HostError> {
        self.clock_lines += 1;
        let clock = ClockLine { line: self.clock_lines, limits: Some(words) };
        let place = match number {
            None => &mut self.clock,
            Some(number) => &mut self.clocks[seat(self.seats, number)?],
        };
        *place = clock;
        Ok(())
    }

    /// The limits of bots without a `clock` line for their seat.
    fn general_limits(&self) -> ClockWords {
        let default = ClockWords { movetime: Some(self.default_movetime), ..ClockWords::default() };
        self.clock.limits.unwrap_or(default)
    }

    /// The limits of a seat. For a bot, the later of the seat's `clock` line and the line for all bots holds. A host
    /// seat is limited only by the seat's own line.
    fn limits(&self, seat: Seat) -> ClockWords {
        let own = &self.clocks[seat];
        match &self.players[seat] {
            Some(Player::Bot { .. }) if own.limits.is_none() || self.clock.line > own.line => self.general_limits(),
            Some(Player::Bot { .. } | Player::Host) | None => own.limits.unwrap_or_default(),
        }
    }

    /// Sets the `info` lines that the log keeps.
    pub fn set_info(&mut self, info: InfoDetail) {
        self.terms.info = Some(info);
    }

    /// Changes the terms that hold for all seats.
    ///
    /// # Errors
    /// `bad-argument` if adjudication uses scores and the match does not have two opposing seats, or counts as a program
    /// of chess and the variant does not count moves.
    pub fn set_terms(&mut self, change: impl FnOnce(&mut Terms)) -> Result<(), HostError> {
        let mut terms = self.terms;
        change(&mut terms);
        if terms.adjudication.is_some_and(|rules| rules.listens()) && (self.seats != 2 || self.variant.cooperative()) {
            return Err(HostError::NotTwoSided);
        }
        if terms.adjudication.is_some_and(|rules| rules.like.is_some()) && !self.variant.counts_moves() {
            return Err(HostError::NoMoveCounts);
        }
        self.terms = terms;
        Ok(())
    }

    /// Makes the match an analysis: the seats that are to act at this position, after chance events and forced passes
    /// that come before, are asked once. Other seats need no player, and without a `clock` line there is no limit. A
    /// fault forfeits.
    ///
    /// # Errors
    /// `bad-seat` if a seat that is to act has no bot; `bad-position` if the game ends before any seat acts.
    pub fn analyse(&mut self, position: Box<dyn Table>) -> Result<(), HostError> {
        let mut course = GameCourse::new(position.clone(), Luck::Seed(self.seed), OnFault::Forfeit);
        course.settle();
        if let Some(ending) = course.ending() {
            return Err(HostError::Finished { reason: ending.reason.clone() });
        }
        let has_bot = |seat: &Seat| matches!(self.players[*seat], Some(Player::Bot { .. }));
        if let Some(seat) = course.to_decide().iter().find(|seat| !has_bot(seat)) {
            return Err(HostError::NoBot(seat));
        }
        self.position = Some(position);
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

    /// Returns the settings of the match, which starts at `start`.
    ///
    /// # Errors
    /// `cannot-start` if a seat has no player.
    pub fn settings(&self, start: Box<dyn Table>) -> Result<Settings, HostError> {
        if let Some((seat, _)) = self.players.iter().find(|(_, player)| player.is_none()) {
            return Err(HostError::NoPlayer(seat));
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
            probe: self.probe,
            entry: self.entry.clone(),
        })
    }
}
