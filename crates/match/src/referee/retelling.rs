//! The dialogue of a seat, told again from the log of its match. The referee's own parts write the messages.
//!
//! A log does not hold the features of a bot, so `history` and `legal` are always told. Without times, it does not hold
//! which actions were one answer, so each counts as one, and all clocks are full.

use std::{fmt, time::Duration};

use uvi::{Fault, FromBot, OnFault, SeatPlayer, Seed, Text, ToBot, Word, Words};
use uvi_games::game::Seat;

use super::{
    HostError, MatchSpec, Output, Profile, Settings,
    chair::{BotStage, Question},
    chairs::Chairs,
    greeting::Invitation,
    outbox::Outbox,
    posing::Posing,
};
use crate::record::{ActionRecord, GameCourse, Lapse, Log, LogError, RESIGN, Record, RecordError, ResultRecord, Walk};

/// A step of a seat's dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cue {
    /// The full position, if the seat does not see all of the next one.
    Hidden(Words),
    /// A message to the bot.
    Say(ToBot),
    /// A line to the bot that is no message. A log has none.
    SayUnknown(String),
    /// The reaction of the bot.
    Hear(BotDeed),
}

/// A reaction of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotDeed {
    /// The message that was waited for. A `bestmove` has the actions that were played, in canonical spelling.
    Said(FromBot),
    /// An answer that the log does not have.
    Unknown,
    /// A fault, with its details.
    Fault(Fault, String),
}

/// The dialogue of a seat in one match.
#[derive(Debug, Clone)]
pub struct Retelling {
    /// The steps in order, each with the line of the log that it follows from.
    pub cues: Vec<(usize, Cue)>,
    /// True if the bot could play another game in the same process.
    pub stays: bool,
}

/// The state of the bot as the referee sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attention {
    Here,
    /// The bot must say `readyok` before the next question.
    Astray,
    Gone,
}

struct Reteller<'a> {
    log: &'a Log,
    seat: Seat,
    settings: Settings,
    chairs: Chairs,
    cues: Vec<(usize, Cue)>,
    attention: Attention,
    /// True while a question is not answered.
    open: bool,
    /// True if the game went on while the question was open.
    passed: bool,
    /// The line of the last record.
    line: usize,
}

/// Tells again what the bot of a seat was told, and what it did. Without a seed, the bot is told no lots.
///
/// # Errors
/// Returns the first line that does not follow from the lines before it. Line 1 if a setting cannot be used.
pub fn retell(log: &Log, seat: Seat, seed: Option<&Seed>) -> Result<Retelling, LogError> {
    let head = |wrong| LogError { line: 1, wrong };
    let host = |error: HostError| head(RecordError::Head { field: "seats", reason: error.to_string() });
    let name = Word::new("rerun").expect("this is a word");
    let told = seed.copied().unwrap_or(Seed([0; 16]));
    let mut spec = MatchSpec::of_head(log.registry(), name, &log.head, told).map_err(host)?;
    if log.head.seats.get(seat.index()).is_none_or(|seat| seat.command.is_none()) {
        spec.set_player(seat.number(), &SeatPlayer::Bot(Text::default())).map_err(host)?;
    }
    let mut settings = spec.settings(log.table(None).map_err(head)?).map_err(host)?;
    settings.tells_lots &= seed.is_some();
    let mut chairs = Chairs::new(&settings, &settings.seats.map(|_, _| None));
    if let Some(bot) = chairs[seat].bot_mut() {
        bot.stage = BotStage::PLAYING;
        bot.profile = Some(Profile { legal: true, history: true, ..Profile::default() });
    }
    let (cues, attention, open, passed, line) = (Vec::new(), Attention::Here, false, false, 1);
    let reteller = Reteller { log, seat, settings, chairs, cues, attention, open, passed, line };
    reteller.run(log.head.commitment.and(seed))
}

impl Reteller<'_> {
    fn run(mut self, seed: Option<&Seed>) -> Result<Retelling, LogError> {
        let mut walk = Walk::new(self.log, seed)?;
        self.greet();
        for (at, (line, record)) in self.log.records.iter().enumerate() {
            if let Some(course) = walk.settled() {
                self.ask(course, at);
            }
            walk.step()?;
            self.line = *line;
            self.happened(record, walk.course());
        }
        if let Some(course) = walk.settled() {
            self.line += 1;
            self.ask(course, self.log.records.len());
        }
        if self.open {
            self.hear(BotDeed::Unknown);
        }
        Ok(Retelling { cues: self.cues, stays: self.attention == Attention::Here })
    }

    fn say(&mut self, message: ToBot) {
        self.cues.push((self.line, Cue::Say(message)));
    }

    /// Notes the reaction to the last message. The question is no longer open.
    fn hear(&mut self, deed: BotDeed) {
        self.open = false;
        self.cues.push((self.line, Cue::Hear(deed)));
    }

    /// The greeting. Its last reaction is omitted if the bot failed there.
    fn greet(&mut self) {
        let Some(invitation) = Invitation::of(&self.settings, self.seat) else { return };
        let mut early = self.log.records.iter().map(|(_, record)| record).take_while(|record| match record {
            Record::Fault(fault) => fault.position.is_none(),
            record => matches!(record, Record::Vacated(_)),
        });
        let fails = early.any(|record| self.is_of_seat(record));
        self.say(ToBot::Uvi(uvi::VERSION));
        self.open = fails && self.log.head.seats[self.seat.index()].name.is_none();
        if !self.open {
            self.hear(BotDeed::Said(FromBot::UviOk));
            invitation.configuring().for_each(|message| self.say(message));
            self.hear(BotDeed::Said(FromBot::ReadyOk));
            invitation.seating().into_iter().for_each(|message| self.say(message));
            self.open = fails;
            if !fails {
                self.hear(BotDeed::Said(FromBot::ReadyOk));
            }
        }
    }

    /// Asks the seat if the game waits for it. `at` is the index of the next record.
    fn ask(&mut self, course: &GameCourse, at: usize) {
        if self.open && std::mem::take(&mut self.passed) {
            // The decision of the other seats ended by a fault, which voids this seat's choice.
            self.hear(BotDeed::Unknown);
        }
        let asked = course.to_decide().contains(self.seat) && self.attention != Attention::Gone;
        if !asked || self.open || self.goes_on(at) {
            return;
        }
        if self.attention == Attention::Astray {
            self.say(ToBot::IsReady);
            // The arbiter plays for a bot that is not ready, without a new fault.
            let own = self.log.records[at..].iter().find(|(_, record)| self.decides(record));
            let lapse = Lapse::NoReadyOk { within: self.settings.terms.patience.ready(), ignored: None }.to_string();
            match own.map(|(_, record)| record) {
                // After a takeback, a bot that is not ready is at fault.
                Some(Record::Fault(fault)) if fault.text == lapse => {
                    self.open = true;
                    return;
                }
                Some(Record::Action(action)) if action.random => {
                    self.hear(BotDeed::Fault(Fault::Timeout, lapse));
                    self.attention = Attention::Gone;
                    return;
                }
                Some(_) | None => {}
            }
            self.hear(BotDeed::Said(FromBot::ReadyOk));
            self.attention = Attention::Here;
        }
        let full = course.table().position();
        if full != course.table().view(self.seat) {
            self.cues.push((self.line, Cue::Hidden(full)));
        }
        // All tries of a decision share one limit.
        let last = self.log.records[..at].iter().rev().find(|(_, record)| self.decides(record));
        if !matches!(last, Some((_, Record::Try(_)))) {
            self.chairs[self.seat].spent = Duration::ZERO;
        }
        let goes_on = matches!(at.checked_sub(1).map(|before| &self.log.records[before].1), Some(Record::Try(_)));
        for (seat, chair) in self.chairs.iter_mut() {
            chair.question = course.to_decide().contains(seat).then_some(Question::Held);
            if !goes_on {
                chair.clock_when_asked = chair.clock;
            }
        }
        let mut outbox = Outbox::default();
        let Self { settings, chairs, .. } = self;
        Posing { settings, course, chairs, outbox: &mut outbox }.pose(self.seat);
        while let Some(Output::Say(_, message)) = outbox.take() {
            self.say(message);
        }
        (self.open, self.passed) = (true, false);
    }

    /// True if the next record belongs to the last answer, which had several actions.
    fn goes_on(&self, at: usize) -> bool {
        let decided =
            |record: &&Record| !matches!(record, Record::Score(_)) && !record.action().is_some_and(|a| a.forced);
        let before = self.log.records[..at].iter().rev().map(|(_, record)| record).find(decided);
        let next = self.log.records.get(at).map(|(_, record)| record).filter(|record| self.is_of_seat(record));
        before.and_then(Record::action).is_some_and(|action| self.is_own(action))
            && match next {
                Some(Record::Action(action)) => self.is_own(action) && action.ms == Some(0.0),
                Some(Record::Fault(fault)) => is_later_action(&fault.text),
                Some(Record::Try(again)) => is_later_action(&again.text),
                Some(_) | None => false,
            }
    }

    /// True if the record is about an answer of the seat.
    fn is_of_seat(&self, record: &Record) -> bool {
        let seat = match record {
            Record::Action(action) => action.seat,
            Record::Fault(fault) => fault.seat,
            Record::Try(again) => again.seat,
            _ => return false,
        };
        seat == self.seat.number()
    }

    /// True if the record is about an answer of the seat, or takes questions back.
    fn decides(&self, record: &Record) -> bool {
        self.is_of_seat(record) || matches!(record, Record::Undo(_))
    }

    fn is_own(&self, action: &ActionRecord) -> bool {
        action.seat == self.seat.number() && !action.random && !action.forced
    }

    fn happened(&mut self, record: &Record, course: &GameCourse) {
        let own = self.seat.number();
        self.passed |= !matches!(record, Record::Try(_));
        match record {
            Record::Action(action) => {
                self.set_clock(action.seat, action.clock, action.movestogo);
                if self.is_own(action) {
                    self.answered(&action.action);
                }
            }
            Record::Try(again) => {
                self.set_clock(again.seat, again.clock, None);
                if again.seat == own {
                    self.failed(again.fault, &again.text, Some(&again.position));
                    // The log cuts the time to whole microseconds.
                    if let Some(took) = time(again.ms).filter(|took| !took.is_zero()) {
                        let spent = &mut self.chairs[self.seat].spent;
                        *spent = spent.saturating_add(took).saturating_add(Duration::from_nanos(500));
                    }
                }
            }
            Record::Fault(fault) if fault.seat == own => {
                let hears = self.failed(fault.fault, &fault.text, fault.position.as_deref());
                let forfeits = fault.position.is_none() || self.settings.terms.on_fault == OnFault::Forfeit;
                self.attention = match fault.fault {
                    _ if forfeits || !hears => Attention::Gone,
                    Fault::Illegal | Fault::Unreadable => Attention::Here,
                    _ => Attention::Astray,
                };
            }
            Record::Vacated(vacated) if vacated.seat == own && vacated.reason == RESIGN => {
                self.hear(BotDeed::Said(FromBot::Resign));
            }
            Record::Undo(_) => {
                if std::mem::take(&mut self.open) {
                    self.say(ToBot::Stop);
                    self.attention = Attention::Astray;
                }
            }
            Record::Result(result) => {
                let together = result.resigned.iter().any(|resigned| resigned.seat == own);
                if together || result.reason == RESIGN && result.seat == Some(own) {
                    self.hear(BotDeed::Said(FromBot::Resign));
                } else if self.open && result.reason != "abort" {
                    self.hear(BotDeed::Unknown);
                }
                self.open = false;
                let ending = course.ending().filter(|_| self.attention != Attention::Gone);
                if let Some(over) = ending.and_then(ResultRecord::over) {
                    self.say(ToBot::GameOver(over));
                }
            }
            Record::Match(_) | Record::Chance(_) | Record::Score(_) | Record::Fault(_) | Record::Vacated(_) => {}
        }
    }

    fn set_clock(&mut self, seat: u32, left: Option<f64>, movestogo: Option<u64>) {
        let (Some(seat), Some(left)) = (Seat::new(seat), time(left)) else { return };
        if let Some(clock) = &mut self.chairs[seat].clock {
            *clock = clock.at(left, movestogo);
        }
    }

    fn answered(&mut self, action: &str) {
        let before = if self.open { None } else { self.cues.pop() };
        let actions = match before {
            Some((_, Cue::Hear(BotDeed::Said(FromBot::BestMove(before))))) => format!("{before} {action}"),
            Some(_) | None => action.to_owned(),
        };
        self.hear(BotDeed::Said(FromBot::BestMove(Words::new(&actions).expect("actions are words"))));
    }

    /// Notes a fault or a refused answer, and tells the bot. Returns false if the bot cannot be told.
    fn failed(&mut self, fault: Fault, text: &str, position: Option<&str>) -> bool {
        if !self.open && is_later_action(text) {
            self.cues.pop();
        }
        self.hear(BotDeed::Fault(fault, text.to_owned()));
        let hears = !matches!(fault, Fault::Crash | Fault::NoStart) && text != Lapse::InputClosed.to_string();
        if hears {
            let place = position.map(|position| format!(", in position {position}"));
            let place = place.filter(|place| !text.ends_with(place)).unwrap_or_default();
            self.say(ToBot::Error(Text::new(format!("{fault}: {text}{place}"))));
        }
        hears
    }
}

fn time(ms: Option<f64>) -> Option<Duration> {
    Duration::try_from_secs_f64(ms? / 1000.0).ok()
}

/// True if a fault is about an action of an answer after its first.
fn is_later_action(text: &str) -> bool {
    text.contains("; it is action ")
}

/// Writes the line of the bot, or the fault and its details.
impl fmt::Display for BotDeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(message) => message.fmt(f),
            Self::Unknown => f.write_str("an answer that the log does not have"),
            Self::Fault(fault, text) => write!(f, "{fault}: {text}"),
        }
    }
}
