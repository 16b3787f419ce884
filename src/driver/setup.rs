//! A match being prepared: what a host has said of it so far, and whether that is enough to start.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use uvi::{ErrorCode, FromHost, InfoDetail, LogWords, OnFault, Seed, Text, Value, Word, Words};

use super::{Journal, LogSettings, seed_path};
use crate::{
    bot::{self, Launch, LimitError, NoStart, split_command},
    game::{BySeat, OptionValues, Seat, SeatSet, Table, Turn, Variant, commitment},
    games,
    record::{self, Adjudication, Course, Head, PlayerKind, Replay, Wrong},
    referee::{HostError, Limits, Patience, Place, Player, Resumed, SeatSettings, Settings},
};

/// What a bot may take for a decision where no `clock` line says otherwise.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(60);

/// A match being prepared.
#[derive(Debug, Clone)]
pub struct Setup {
    name: Word,
    variant: &'static dyn Variant,
    options: OptionValues,
    seats: u8,
    seed: Seed,
    position: Option<Box<dyn Table>>,
    chairs: BySeat<Option<Chair>>,
    clock: Clock,
    clocks: BySeat<Clock>,
    clock_lines: u32,
    default_movetime: Duration,
    patience: Patience,
    on_fault: OnFault,
    adjudication: Option<Adjudication>,
    log: Option<LogWords>,
    resumed: Option<Box<Cut>>,
}

/// A log that was cut off, and where its match goes on.
#[derive(Debug, Clone)]
struct Cut {
    resumed: Resumed,
    /// What the log held when it was read, and how much of that is whole lines.
    text: Vec<u8>,
    whole: usize,
}

/// Who is to play a seat.
#[derive(Debug, Clone)]
enum Chair {
    Host,
    Bot { command: Text, options: Vec<(Word, Value)>, set: Vec<(Word, Value)>, launch: Box<Launch> },
}

/// The limits that a `clock` line gave, and which line that was: of two, the later holds.
#[derive(Debug, Clone, Default)]
struct Clock {
    line: u32,
    limits: Option<Limits>,
}

/// A match that can start.
#[derive(Debug)]
pub struct Prepared {
    /// What it is played under.
    pub settings: Settings,
    /// How each bot is started.
    pub launches: BySeat<Option<Launch>>,
    /// Where it goes on, if it was cut off.
    pub resumed: Option<Resumed>,
    /// Its log.
    pub journal: Option<Journal>,
}

fn refuse(code: ErrorCode, text: impl ToString) -> HostError {
    HostError::new(code, text)
}

impl Setup {
    /// A new match. Without `seats` the least number is taken.
    ///
    /// # Errors
    /// `no-such-variant`, `bad-seat` where the variant cannot have so many, `bad-option`.
    pub fn new(
        name: Word,
        variant: &str,
        seats: Option<u32>,
        seed: Seed,
        options: &[(Word, Value)],
    ) -> Result<Self, HostError> {
        let Some(variant) = games::find(variant) else {
            let known: Vec<_> = games::REGISTRY.iter().map(|variant| variant.word()).collect();
            let text = format!("no variant {variant}; the arbiter knows {}", known.join(", "));
            return Err(refuse(ErrorCode::NoSuchVariant, text));
        };
        let least = *variant.seats().first().expect("a variant has at least one number of seats");
        let seats = match seats {
            None => least,
            Some(number) => {
                let found = variant.seats().iter().copied().find(|&seats| u32::from(seats) == number);
                let known: Vec<_> = variant.seats().iter().map(ToString::to_string).collect();
                let text = || format!("{} has {} seats, not {number}", variant.word(), known.join(", "));
                found.ok_or_else(|| refuse(ErrorCode::BadSeat, text()))?
            }
        };
        let mut values = OptionValues::defaults(variant.options());
        for (option, value) in options {
            let set = values.set(option.as_str(), value.as_str());
            set.map_err(|error| refuse(ErrorCode::BadOption, error))?;
        }
        variant.check(&values).map_err(|error| refuse(ErrorCode::BadOption, error))?;
        Ok(Self {
            name,
            variant,
            options: values,
            seats,
            seed,
            position: None,
            chairs: BySeat::new(seats, |_| None),
            clock: Clock::default(),
            clocks: BySeat::new(seats, |_| Clock::default()),
            clock_lines: 0,
            default_movetime: DEFAULT_MOVETIME,
            patience: Patience::default(),
            on_fault: OnFault::default(),
            adjudication: None,
            log: None,
            resumed: None,
        })
    }

    /// A match that goes on where its log was cut off: with the same luck, its bots started anew, in the same file.
    ///
    /// # Errors
    /// `cannot-start` where the log or its seed cannot be read, is finished, or does not verify.
    pub fn resume(name: Word, path: &Path) -> Result<Self, HostError> {
        let cannot = |text: String| refuse(ErrorCode::CannotStart, format!("{}: {text}", path.display()));
        let text = fs::read(path).map_err(|error| cannot(error.to_string()))?;
        let log = record::read(&text).map_err(|error| {
            // The arbiter was killed while the bots greeted. Nothing has happened that could go on.
            let how = match error.wrong == Wrong::Empty {
                true => format!("; remove it and {}, and start the match anew", seed_path(path).display()),
                false => String::new(),
            };
            cannot(format!("{error}{how}"))
        })?;
        if log.complete() {
            // What a killed arbiter may have left when all was written.
            let _ = fs::remove_file(seed_path(path));
            return Err(cannot("the match is finished".to_owned()));
        }
        let seed_file = seed_path(path);
        let seed = fs::read_to_string(&seed_file)
            .map_err(|error| cannot(format!("its seed is needed from {}: {error}", seed_file.display())))?;
        let seed: Seed = seed.trim().parse().map_err(|error| cannot(format!("{}: {error}", seed_file.display())))?;
        if log.head.commitment.as_ref().is_some_and(|found| *found != commitment(&seed).to_string()) {
            return Err(cannot(format!("the seed in {} does not fit its commitment", seed_file.display())));
        }
        let course = Replay::run(&log, Some(&seed)).map_err(|error| cannot(error.to_string()))?.into_course();
        let mut setup = Self::from_head(name, &log.head, seed, path)?;
        let clocks = log.clocks();
        let left = |seat: Seat| {
            let millis = clocks.get(&seat.number()).copied()?;
            Duration::try_from_secs_f64(millis / 1000.0).ok()
        };
        let resumed = Resumed {
            left: BySeat::new(setup.seats, left),
            absent: course.table().vacant().iter().chain(log.absent().iter()).collect(),
            course,
        };
        setup.resumed = Some(Box::new(Cut { resumed, whole: log.whole, text }));
        Ok(setup)
    }

    /// The match that the head of a log describes.
    fn from_head(name: Word, head: &Head, seed: Seed, path: &Path) -> Result<Self, HostError> {
        let cannot = |text: String| refuse(ErrorCode::CannotStart, format!("{}: line 1: {text}", path.display()));
        let word = |text: &str| Word::new(text).ok_or_else(|| cannot(format!("expected a word, found {text:?}")));
        let clock = |words: &str| match format!("clock x {words}").parse() {
            Ok(FromHost::Clock { clock, .. }) => Ok(clock),
            Ok(_) | Err(_) => Err(cannot(format!("clock: expected limits or none, found {words}"))),
        };
        let mut options = Vec::new();
        for (name, value) in &head.options {
            options.push((word(name)?, Value::new(value.clone())));
        }
        let seats = u32::try_from(head.seats.len()).unwrap_or(u32::MAX);
        let mut setup = Self::new(name, &head.variant, Some(seats), seed, &options)?;
        setup.set_clock(None, clock(&head.clock)?.as_ref())?;
        for seat in &head.seats {
            let player = match (seat.player, &seat.command) {
                (PlayerKind::Bot, Some(command)) => uvi::Player::Bot(Text::new(command.clone())),
                (PlayerKind::Bot, None) => return Err(cannot(format!("the bot of seat {} has no command", seat.seat))),
                (PlayerKind::Host, _) => uvi::Player::Host,
            };
            setup.set_player(seat.seat, &player)?;
            for (name, value) in &seat.options {
                setup.set_bot_option(seat.seat, word(name)?, Value::new(value.clone()))?;
            }
            for (key, value) in &seat.set {
                // The switches, such as `clearenv`, may stand alone.
                let value = (!value.is_empty()).then(|| Value::new(value.clone()));
                setup.set_launch(seat.seat, word(key)?, value)?;
            }
            setup.set_clock(Some(seat.seat), clock(seat.clock.as_deref().unwrap_or("none"))?.as_ref())?;
        }
        let patience = head.patience;
        setup.set_patience(Some(patience.greet), Some(patience.ready), Some(patience.quit));
        setup.on_fault = head.on_fault().map_err(|wrong| cannot(wrong.to_string()))?;
        setup.adjudication = head.adjudication().map_err(|wrong| cannot(wrong.to_string()))?;
        let info = match head.info.as_deref() {
            Some("off") => InfoDetail::Off,
            Some("all") => InfoDetail::All,
            Some(_) | None => InfoDetail::Last,
        };
        let text = path.to_str().ok_or_else(|| cannot("expected a path of UTF-8".to_owned()))?;
        let times = Some(head.started.is_some());
        setup.log = Some(LogWords { path: Value::new(text), times, info: Some(info), sync: None });
        Ok(setup)
    }

    /// The game so far, of a match that goes on where it was cut off.
    pub fn course(&self) -> Option<&Course> {
        self.resumed.as_ref().map(|cut| &cut.resumed.course)
    }

    /// Whether a seat is played by the host.
    pub fn has_host_seat(&self) -> bool {
        self.chairs.values().any(|chair| matches!(chair, Some(Chair::Host)))
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

    /// The variant.
    pub fn variant(&self) -> &'static dyn Variant {
        self.variant
    }

    /// How many seats it has.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The table where the match starts.
    ///
    /// # Errors
    /// `bad-option`, which [`Setup::new`] has ruled out.
    pub fn table(&self) -> Result<Box<dyn Table>, HostError> {
        match (self.course(), &self.position) {
            (Some(course), _) => Ok(course.start().boxed_clone()),
            (None, Some(position)) => Ok(position.clone()),
            (None, None) => {
                let start = self.variant.start(&self.options, self.seats, &self.seed);
                start.map_err(|error| refuse(ErrorCode::BadOption, error))
            }
        }
    }

    /// A table of this variant at another position, finished ones included.
    ///
    /// # Errors
    /// `bad-position` where it does not parse or the rules page refuses it.
    pub fn read(&self, position: &str) -> Result<Box<dyn Table>, HostError> {
        let table = self.variant.read(&self.options, self.seats, position);
        table.map_err(|error| refuse(ErrorCode::BadPosition, error))
    }

    /// The waiting times.
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Starts from another position.
    ///
    /// # Errors
    /// `bad-position` where it does not parse, the rules page refuses it, or it is finished.
    pub fn set_position(&mut self, position: &Words) -> Result<(), HostError> {
        let table = self.read(position.as_str())?;
        if let Turn::Over(outcome) = table.turn() {
            let text = format!("expected a position to play from, this one is finished: {}", outcome.reason);
            return Err(refuse(ErrorCode::BadPosition, text));
        }
        self.position = Some(table);
        Ok(())
    }

    /// The seat with this number.
    ///
    /// # Errors
    /// `bad-seat` where the match has none.
    pub fn seat(&self, number: u32) -> Result<Seat, HostError> {
        let found = Seat::new(number).filter(|seat| SeatSet::all(self.seats).contains(*seat));
        let text = || format!("expected a seat from 1 to {}, found {number}", self.seats);
        found.ok_or_else(|| refuse(ErrorCode::BadSeat, text()))
    }

    /// Says who plays a seat.
    ///
    /// # Errors
    /// `bad-seat`, or `bad-argument` where the command line has an open quote.
    pub fn set_player(&mut self, number: u32, player: &uvi::Player) -> Result<(), HostError> {
        let seat = self.seat(number)?;
        self.chairs[seat] = Some(match player {
            uvi::Player::Host => Chair::Host,
            uvi::Player::Bot(command) => {
                let words = split_command(command.as_str()).map_err(|error| {
                    HostError::at(ErrorCode::BadArgument, format!("in the command line: {error}"), Place::Word(4))
                })?;
                let launch = Box::new(Launch::new(words));
                Chair::Bot { command: command.clone(), options: Vec::new(), set: Vec::new(), launch }
            }
        });
        Ok(())
    }

    fn bot(&mut self, number: u32) -> Result<&mut Chair, HostError> {
        let seat = self.seat(number)?;
        match &mut self.chairs[seat] {
            Some(chair @ Chair::Bot { .. }) => Ok(chair),
            Some(Chair::Host) | None => {
                Err(refuse(ErrorCode::BadSeat, format!("expected a seat with a bot, seat {seat} has none")))
            }
        }
    }

    /// An option for a bot.
    ///
    /// # Errors
    /// `bad-seat` where no bot sits there.
    pub fn set_bot_option(&mut self, number: u32, name: Word, value: Value) -> Result<(), HostError> {
        if let Chair::Bot { options, .. } = self.bot(number)? {
            options.retain(|(other, _)| *other != name);
            options.push((name, value));
        }
        Ok(())
    }

    /// How a bot is started.
    ///
    /// # Errors
    /// `bad-seat` where no bot sits there, `bad-argument` where the key or its value cannot be used.
    pub fn set_launch(&mut self, number: u32, key: Word, value: Option<Value>) -> Result<(), HostError> {
        let Chair::Bot { launch, set, .. } = self.bot(number)? else { return Ok(()) };
        launch.limits.set(key.as_str(), value.as_ref().map(Value::as_str)).map_err(|error| {
            let found = value.as_ref().map_or_else(|| "nothing".to_owned(), ToString::to_string);
            let (text, place) = match error {
                LimitError::Key => (format!("no seatset {key}; there are {}", bot::Limits::KEYS.join(", ")), 3),
                LimitError::Value(_) => (format!("seatset {key}: {error}, found {found}"), 4),
                LimitError::Unavailable(_) => (format!("seatset {key}: {error}"), 3),
            };
            HostError::at(ErrorCode::BadArgument, text, Place::Word(place))
        })?;
        set.push((key, value.unwrap_or_default()));
        Ok(())
    }

    /// Limits for all bots, or for one seat; `None` takes them away.
    ///
    /// # Errors
    /// `bad-seat`, or `bad-argument` for an increment without a time.
    pub fn set_clock(&mut self, number: Option<u32>, words: Option<&uvi::ClockWords>) -> Result<(), HostError> {
        if words.is_some_and(|words| words.inc.is_some() && words.time.is_none()) {
            return Err(HostError::at(ErrorCode::BadArgument, "expected a time beside the inc", Place::Keyword("inc")));
        }
        self.clock_lines += 1;
        let clock = Clock { line: self.clock_lines, limits: Some(words.map(Limits::from).unwrap_or_default()) };
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
    fn general_limits(&self) -> Limits {
        self.clock.limits.clone().unwrap_or_else(|| Limits::movetime(self.default_movetime))
    }

    /// The limits of a seat. A host seat has a clock only by a line of its own.
    fn limits(&self, seat: Seat) -> Limits {
        let own = &self.clocks[seat];
        match &self.chairs[seat] {
            Some(Chair::Bot { .. }) if own.limits.is_none() || self.clock.line > own.line => self.general_limits(),
            Some(Chair::Bot { .. } | Chair::Host) | None => own.limits.clone().unwrap_or_default(),
        }
    }

    /// The waiting times; what is left out stays.
    pub fn set_patience(&mut self, greet: Option<u64>, ready: Option<u64>, quit: Option<u64>) {
        let patience = &mut self.patience;
        for (time, millis) in [(&mut patience.greet, greet), (&mut patience.ready, ready), (&mut patience.quit, quit)] {
            if let Some(millis) = millis {
                *time = Duration::from_millis(millis);
            }
        }
    }

    /// What follows a fault.
    pub fn set_on_fault(&mut self, policy: OnFault) {
        self.on_fault = policy;
    }

    /// When the game is ended before its rules end it.
    ///
    /// # Errors
    /// `bad-argument` where it compares what bots say, and there are not two seats against each other.
    pub fn set_adjudication(&mut self, rules: Option<Adjudication>) -> Result<(), HostError> {
        if rules.is_some_and(|rules| rules.listens()) && (self.seats != 2 || self.variant.cooperative()) {
            let text = "expected two seats against each other, which resigning and drawing by scores need";
            return Err(refuse(ErrorCode::BadArgument, text));
        }
        self.adjudication = rules;
        Ok(())
    }

    /// Where and how the log is written.
    pub fn set_log(&mut self, log: Option<LogWords>) {
        self.log = log;
    }

    /// Whether each bot's program and directory can be used, as far as that can be known before it is started.
    ///
    /// # Errors
    /// The first seat whose bot cannot be started, and why.
    pub fn check_bots(&self) -> Result<(), (Seat, NoStart)> {
        self.chairs.iter().try_for_each(|(seat, chair)| match chair {
            Some(Chair::Bot { launch, .. }) => launch.check().map_err(|error| (seat, error)),
            Some(Chair::Host) | None => Ok(()),
        })
    }

    /// Makes the log, if one is wanted, and hands out all that the match needs.
    ///
    /// # Errors
    /// `cannot-start` where a seat has no player or the log cannot be made.
    pub fn prepare(&self) -> Result<Prepared, HostError> {
        for (seat, chair) in self.chairs.iter() {
            if chair.is_none() {
                return Err(refuse(ErrorCode::CannotStart, format!("seat {seat} has no player")));
            }
        }
        let start = self.table()?;
        let hidden = self.hidden();
        self.check_sandboxes(&hidden)?;
        let journal = self.log.as_ref().map(|log| self.journal(log)).transpose()?;
        let seats = self.chairs.map(|seat, chair| SeatSettings {
            player: match chair {
                Some(Chair::Bot { command, options, set, .. }) => {
                    Player::Bot { command: command.clone(), options: options.clone(), set: set.clone() }
                }
                Some(Chair::Host) | None => Player::Host,
            },
            limits: self.limits(seat),
        });
        let resumed = self.resumed.as_ref().map(|cut| cut.resumed.clone());
        let absent = resumed.as_ref().map_or(SeatSet::EMPTY, |resumed| resumed.absent);
        let launches = self.chairs.map(|seat, chair| match chair {
            Some(Chair::Bot { launch, .. }) if !absent.contains(seat) => {
                Some(Launch { hidden: hidden.clone(), ..Launch::clone(launch) })
            }
            Some(Chair::Bot { .. } | Chair::Host) | None => None,
        });
        let settings = Settings {
            name: self.name.clone(),
            variant: self.variant,
            options: self.options.clone(),
            seed: self.seed,
            start,
            set_position: self.position.is_some(),
            seats,
            clock: self.general_limits(),
            patience: self.patience,
            on_fault: self.on_fault,
            info: self.log.as_ref().and_then(|log| log.info).unwrap_or_default(),
            adjudication: self.adjudication,
        };
        Ok(Prepared { settings, launches, resumed, journal })
    }

    /// The log and its seed, as paths without links.
    fn hidden(&self) -> Vec<PathBuf> {
        let log = self.log.as_ref().map(|log| PathBuf::from(log.path.as_str()));
        let place = log.as_deref().and_then(|log| {
            let dir = log.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
            // Where the directory does not exist, no log can be made.
            Some(dir.canonicalize().ok()?.join(log.file_name()?))
        });
        let Some(log) = place else { return Vec::new() };
        // One that is gone on with may be a link.
        let target = log.canonicalize().ok().filter(|target| *target != log);
        [seed_path(&log), log].into_iter().chain(target).collect()
    }

    fn check_sandboxes(&self, hidden: &[PathBuf]) -> Result<(), HostError> {
        self.chairs.iter().try_for_each(|(seat, chair)| match chair {
            Some(Chair::Bot { launch, .. }) => {
                let launch = Launch { hidden: hidden.to_vec(), ..Launch::clone(launch) };
                launch.check_hidden().map_err(|error| refuse(ErrorCode::CannotStart, format!("seat {seat}: {error}")))
            }
            Some(Chair::Host) | None => Ok(()),
        })
    }

    fn journal(&self, log: &LogWords) -> Result<Journal, HostError> {
        let settings = LogSettings {
            path: PathBuf::from(log.path.as_str()),
            times: log.times.unwrap_or(true),
            sync: log.sync.unwrap_or_default(),
        };
        let journal = match &self.resumed {
            None => Journal::create(settings, &self.seed),
            Some(cut) => Journal::reopen(settings, &cut.text, cut.whole),
        };
        journal.map_err(|error| refuse(ErrorCode::CannotStart, error))
    }
}
