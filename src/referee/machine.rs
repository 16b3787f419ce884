//! The match as a pure state machine: no threads, no clock, no pipes. Its owner tells it what came and what time it is,
//! then carries out what it wants, in order, until it wants nothing more.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use uvi::{
    Clocks, ErrorCode, Fault, FromBot, Go, Line, NewGame, OptionKind, Over, Text, ToBot, ToHost, Value, Word, Words,
};

use super::{
    Player, Profile, Settings,
    chair::{BotChair, BotStage, Chair, Question, shown},
};
use crate::{
    game::{BySeat, Forfeits, Refusal, Scored, Seat, SeatSet, Table, commitment, forfeit},
    record::{
        ActionRecord, ChanceRecord, Course, Ending, Entry, FaultRecord, How, Luck, Record, Refused, ResultRecord,
        ScoreRecord, VacatedRecord, Verdict,
    },
};

/// What a match wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Say this to a bot.
    Say(Seat, ToBot),
    /// Write this to the log, before anything that is said after it.
    Record(Record),
    /// Tell the host.
    Tell(ToHost),
    /// Stop this bot: `quit`, the grace, the kill; the match does not wait for it.
    Dismiss(Seat),
    /// Read nothing more of this bot until something is said to it: it has said too much.
    Mute(Seat),
    /// For the diary of the person at 3 a.m.
    Note(Seat, String),
    /// The match cannot start; nothing has been recorded.
    CannotStart(String),
}

/// What became of bytes for a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// All are delivered.
    Done,
    /// Some are waiting: its pipe is full.
    Blocked,
    /// Its input is closed.
    Closed,
}

/// Why a wish of the host is not granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostError {
    /// Its code on the host link.
    pub code: ErrorCode,
    /// What was expected.
    pub text: String,
    /// Where in the host's line it is, where it is in one place.
    pub place: Option<Place>,
}

/// A place in a host's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The word with this number, from 0.
    Word(usize),
    /// The last word that reads so.
    Keyword(&'static str),
}

impl HostError {
    /// An error that no single word of the line causes.
    pub fn new(code: ErrorCode, text: impl ToString) -> Self {
        Self { code, text: text.to_string(), place: None }
    }

    /// An error at a place of the line.
    pub fn at(code: ErrorCode, text: impl ToString, place: Place) -> Self {
        Self { code, text: text.to_string(), place: Some(place) }
    }
}

/// Where a match goes on that was cut off.
#[derive(Debug, Clone)]
pub struct Resumed {
    /// The game so far.
    pub course: Course,
    /// What is left on each seat's clock; full where it is not known.
    pub left: BySeat<Option<Duration>>,
    /// The seats without a bot: the arbiter plays for them, or they are vacated.
    pub absent: SeatSet,
}

/// A match.
#[derive(Debug)]
pub struct Match {
    settings: Settings,
    course: Course,
    chairs: BySeat<Chair>,
    stage: Stage,
    /// Its log has begun already.
    resumed: bool,
    debug: bool,
    /// Whether the host is told of every action and chance event.
    events: bool,
    /// Host seats that gave up while another seat was deciding; they leave when that is decided.
    leaving: SeatSet,
    /// What bots said while they decide at the same time as others; nobody hears it before all have decided.
    held: Vec<ToHost>,
    outputs: VecDeque<Output>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    New,
    /// Bots greet and get ready.
    Preparing,
    Playing,
    Over,
}

impl Match {
    /// A match that has not started. `profiles` holds what bots that are still there from a former match said in
    /// their greeting; they do not greet again.
    pub fn new(settings: Settings, profiles: BySeat<Option<Profile>>) -> Self {
        let course = Course::new(settings.start.clone(), Luck::Seed(settings.seed), settings.on_fault);
        let chairs = BySeat::new(settings.seats.seats(), |seat| {
            let SeatChoice { limits, bot } = seat_choice(&settings, seat);
            let left = limits.time;
            let bot = bot.then(|| BotChair::new(profiles[seat].clone()));
            Chair { limits, left, question: None, bot }
        });
        Self {
            settings,
            course,
            chairs,
            stage: Stage::New,
            resumed: false,
            debug: false,
            events: true,
            leaving: SeatSet::EMPTY,
            held: Vec::new(),
            outputs: VecDeque::new(),
        }
    }

    /// A match that goes on where it was cut off. Its bots are started anew.
    pub fn resume(settings: Settings, resumed: Resumed) -> Self {
        let profiles = BySeat::new(settings.seats.seats(), |_| None);
        let mut game = Self::new(settings, profiles);
        for (seat, chair) in game.chairs.iter_mut() {
            if chair.left.is_some() {
                chair.left = resumed.left[seat].or(chair.left);
            }
            if let Some(bot) = &mut chair.bot
                && resumed.absent.contains(seat)
            {
                bot.stage = BotStage::Gone;
            }
        }
        game.course = resumed.course;
        game.resumed = true;
        game
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game so far.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// What a bot said in its greeting, if it is still there and fit to play another match.
    pub fn profile(&self, seat: Seat) -> Option<&Profile> {
        let bot = self.chairs[seat].bot.as_ref()?;
        (bot.greeted && bot.stage == BotStage::Playing && !bot.ended && !bot.out_of_step && bot.failure.is_none())
            .then_some(&bot.profile)
    }

    /// The next thing that the match wants done.
    pub fn output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Whether what bots say while thinking is passed on.
    pub fn debug(&mut self, on: bool) {
        self.debug = on;
    }

    /// Whether the host is told of every action, chance event and score, as it is at first; without them it is told of
    /// faults and the end.
    pub fn events(&mut self, on: bool) {
        self.events = on;
    }

    /// When [`Match::tick`] is next due.
    pub fn deadline(&self) -> Option<Instant> {
        self.chairs.values().filter_map(|chair| self.chair_deadline(chair)).min()
    }

    fn chair_deadline(&self, chair: &Chair) -> Option<Instant> {
        if let Some(by) = chair.bot.as_ref().and_then(BotChair::deadline) {
            return Some(by);
        }
        let question = chair.question.as_ref().filter(|question| question.verdict.is_none())?;
        let since = question.since?;
        match chair.limits.allowed(chair.left) {
            Some(allowed) => since.checked_add(allowed),
            // Without a limit a bot that does not read is deaf when the patience for `readyok` is over.
            None => chair.bot.as_ref()?.blocked?.checked_add(self.settings.patience.ready),
        }
    }

    /// Starts: bots that have not greeted are greeted, the others are told of the new game.
    pub fn start(&mut self, now: Instant) {
        self.stage = Stage::Preparing;
        let patience = self.settings.patience;
        for (seat, chair) in self.chairs.iter_mut() {
            let Some(bot) = &mut chair.bot else { continue };
            if bot.stage == BotStage::Gone {
                continue;
            }
            if bot.greeted {
                bot.stage = BotStage::Seated(now + patience.ready);
                self.outputs.push_back(Output::Say(seat, new_game(&self.settings, seat)));
                self.outputs.push_back(Output::Say(seat, ToBot::IsReady));
            } else {
                bot.stage = BotStage::Greeting(now + patience.greet);
                self.outputs.push_back(Output::Say(seat, ToBot::Uvi(uvi::VERSION)));
            }
        }
        self.begin_when_ready(now);
    }

    /// A bot could not be started; the text names the file.
    pub fn not_started(&mut self, now: Instant, seat: Seat, text: String) {
        self.wrong(now, seat, Fault::NoStart, text);
    }

    /// A line that a bot said.
    pub fn line(&mut self, now: Instant, seat: Seat, line: Line<'_>) {
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        if bot.stage == BotStage::Gone || self.stage == Stage::Over {
            return;
        }
        let length = match &line {
            Line::Text(text) => text.len(),
            Line::NotUtf8(bytes) => bytes.len(),
            Line::TooLong { start } => {
                let start = uvi::escape_controls(&String::from_utf8_lossy(&start[..start.len().min(60)])).into_owned();
                let text = format!("expected lines of at most {} bytes, found a longer one: {start}…", uvi::MAX_LINE);
                return self.flood(now, seat, text);
            }
        };
        if !bot.count(length) {
            let text = format!(
                "expected at most {} bytes and {} lines between a go and its bestmove, found more",
                super::chair::MAX_BYTES,
                super::chair::MAX_LINES
            );
            return self.flood(now, seat, text);
        }
        let Line::Text(text) = line else {
            return self.note(seat, "a line that is not UTF-8".to_owned());
        };
        match text.parse::<FromBot>() {
            Ok(message) => self.hear(now, seat, message),
            Err(error) => self.unreadable(now, seat, text, &error.to_string()),
        }
    }

    /// A line that is no message: only a known verb with bad arguments, at its time, is a fault.
    fn unreadable(&mut self, now: Instant, seat: Seat, line: &str, error: &str) {
        let verb = line.split_ascii_whitespace().next().unwrap_or_default();
        let Some(bot) = &self.chairs[seat].bot else { return };
        let at_fault = match verb {
            "bestmove" | "resign" => self.is_open(seat),
            "id" | "option" | "variant" | "feature" | "uviok" => matches!(bot.stage, BotStage::Greeting(_)),
            "readyok" => bot.deadline().is_some(),
            _ => false,
        };
        let shown = shown(&Text::new(line));
        if at_fault {
            self.wrong(now, seat, Fault::Unreadable, format!("{error} in the line: {shown}"));
        } else {
            self.note(seat, format!("ignored: {shown} ({error})"));
        }
    }

    fn hear(&mut self, now: Instant, seat: Seat, message: FromBot) {
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        match (message, bot.stage) {
            (FromBot::UviOk, BotStage::Greeting(_)) => self.greeted(now, seat),
            (FromBot::ReadyOk, BotStage::Configuring(_)) => {
                let name = bot.profile.name.clone().unwrap_or_default();
                bot.stage = BotStage::Seated(now + self.settings.patience.ready);
                self.outputs.push_back(Output::Tell(ToHost::Ready {
                    name: self.settings.name.clone(),
                    seat: seat.number(),
                    bot: Text::new(name),
                }));
                self.outputs.push_back(Output::Say(seat, new_game(&self.settings, seat)));
                self.outputs.push_back(Output::Say(seat, ToBot::IsReady));
            }
            (FromBot::ReadyOk, BotStage::Seated(_)) => {
                bot.stage = BotStage::Playing;
                bot.recount();
                self.begin_when_ready(now);
            }
            (FromBot::ReadyOk, BotStage::Synchronising(_)) => {
                bot.stage = BotStage::Playing;
                bot.out_of_step = false;
                self.pose(seat);
            }
            (message @ (FromBot::BestMove(_) | FromBot::Resign), _) => self.answer(now, seat, message),
            (FromBot::Info(text), _) => self.hear_info(seat, &text),
            (message, BotStage::Greeting(_)) => bot.profile.hear(message),
            (message, _) => self.note(seat, format!("ignored: {message}")),
        }
    }

    fn hear_info(&mut self, seat: Seat, text: &Text) {
        let open = self.is_open(seat);
        let several = self.asked().len() > 1;
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        if !open {
            return;
        }
        let text = shown(text);
        match self.settings.info {
            uvi::InfoDetail::Off => {}
            uvi::InfoDetail::Last => bot.hear_info(&text),
            uvi::InfoDetail::All => {
                bot.hear_info(&text);
                bot.infos.push(text.clone());
            }
        }
        if self.debug {
            let info = ToHost::Info { name: self.settings.name.clone(), seat: seat.number(), text: Text::new(text) };
            if several {
                self.held.push(info);
            } else {
                self.outputs.push_back(Output::Tell(info));
            }
        }
    }

    /// A bot has finished its greeting: it is told its options, or the match cannot start.
    fn greeted(&mut self, now: Instant, seat: Seat) {
        let Player::Bot { options, .. } = &self.settings.seats[seat].player else { return };
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        let variant = self.settings.variant.word();
        bot.greeted = true;
        if !bot.profile.variants.is_empty() && !bot.profile.variants.iter().any(|word| word == variant) {
            let plays = bot.profile.variants.join(", ");
            return self.cannot_start(format!("the bot of seat {seat} does not play {variant}; it names {plays}"));
        }
        if let Some((name, _)) =
            options.iter().find(|(name, _)| !bot.profile.options.iter().any(|option| option.name == *name))
        {
            let known: Vec<_> = bot.profile.options.iter().map(|option| option.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return self.cannot_start(format!("the bot of seat {seat} has no option {name}; it has {known}"));
        }
        for (name, value) in options {
            let option = bot.profile.options.iter().find(|option| option.name == *name);
            if let Some(expected) = option.and_then(|option| misfit(&option.kind, value)) {
                let text = format!("option {name} of the bot of seat {seat}: expected {expected}, found {value}");
                return self.cannot_start(text);
            }
            let message = ToBot::SetOption { name: name.clone(), value: value.clone() };
            self.outputs.push_back(Output::Say(seat, message));
        }
        bot.stage = BotStage::Configuring(now + self.settings.patience.ready);
        self.outputs.push_back(Output::Say(seat, ToBot::IsReady));
    }

    fn cannot_start(&mut self, text: String) {
        self.stage = Stage::Over;
        self.outputs.push_back(Output::CannotStart(text));
    }

    /// The output of a bot ended, or its process did; the text says how.
    pub fn ended(&mut self, now: Instant, seat: Seat, text: String) {
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        bot.ended = true;
        self.wrong(now, seat, Fault::Crash, text);
    }

    /// What became of what was said to a bot.
    pub fn delivery(&mut self, now: Instant, seat: Seat, delivery: Delivery) {
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        match delivery {
            Delivery::Done => bot.blocked = None,
            Delivery::Blocked => {
                bot.blocked.get_or_insert(now);
            }
            Delivery::Closed => {
                bot.ended = true;
                self.wrong(now, seat, Fault::Deaf, "expected to be read, but the bot has closed its input".to_owned());
            }
        }
    }

    /// Everything that the match wanted said has been written: the clocks of those who were asked begin to run.
    pub fn sent(&mut self, now: Instant) {
        for (_, chair) in self.chairs.iter_mut() {
            if let Some(question) = &mut chair.question
                && question.posed
                && question.since.is_none()
            {
                question.since = Some(now);
            }
        }
    }

    /// The seats whose deadline is over.
    pub fn late(&self, now: Instant) -> SeatSet {
        let late = |chair: &Chair| self.chair_deadline(chair).is_some_and(|deadline| deadline <= now);
        self.chairs.iter().filter(|(_, chair)| late(chair)).map(|(seat, _)| seat).collect()
    }

    /// Time has passed: those whose deadline is over are at fault. The owner has read once more what they said.
    pub fn tick(&mut self, now: Instant) {
        for seat in self.late(now).iter() {
            let chair = &self.chairs[seat];
            // A verdict on another may have ended the game.
            if self.chair_deadline(chair).is_none_or(|deadline| deadline > now) {
                continue;
            }
            let waits = self.settings.patience;
            let blocked = chair.bot.as_ref().is_some_and(|bot| bot.blocked.is_some());
            let silent = if blocked { Fault::Deaf } else { Fault::Timeout };
            let stage = chair.bot.as_ref().map(|bot| bot.stage);
            match stage {
                Some(BotStage::Greeting(_)) => {
                    let text = format!("expected uviok within {} ms of uvi, none came", waits.greet.as_millis());
                    self.wrong(now, seat, Fault::NoGreeting, text);
                }
                Some(BotStage::Configuring(_) | BotStage::Seated(_)) => {
                    let text = format!("expected readyok within {} ms of isready, none came", waits.ready.as_millis());
                    self.wrong(now, seat, silent, text);
                }
                Some(BotStage::Synchronising(_)) => self.absent(now, seat),
                Some(BotStage::Fresh | BotStage::Playing | BotStage::Gone) | None => {
                    let text = match (blocked, chair.limits.allowed(chair.left)) {
                        (true, _) => "expected to be read, but the bot's pipe is full".to_owned(),
                        (false, Some(allowed)) => {
                            format!("expected an answer within {} ms, none came", allowed.as_millis())
                        }
                        (false, None) => "expected an answer, none came".to_owned(),
                    };
                    self.wrong(now, seat, silent, text);
                }
            }
        }
    }

    /// A bot did something wrong. Where it is asked, that is its verdict; where it is getting ready, it fails; else it
    /// counts when it is next asked.
    fn wrong(&mut self, now: Instant, seat: Seat, fault: Fault, text: String) {
        if self.stage == Stage::Over {
            return;
        }
        let asked = self.is_asked(seat);
        let Some(bot) = &mut self.chairs[seat].bot else {
            if asked {
                self.judge(now, seat, Verdict::Fault(fault, text));
            }
            return;
        };
        match bot.stage {
            BotStage::Gone => {}
            BotStage::Fresh | BotStage::Greeting(_) | BotStage::Configuring(_) | BotStage::Seated(_) => {
                let said = Text::new(format!("{}: {text}", fault.word()));
                bot.failure.get_or_insert((fault, text));
                self.outputs.push_back(Output::Say(seat, ToBot::Error(said)));
                self.dismiss(seat);
                self.begin_when_ready(now);
            }
            BotStage::Synchronising(_) => self.absent(now, seat),
            BotStage::Playing if asked => {
                // After these an answer may still be on its way, which must not pass for the next one.
                bot.out_of_step |= matches!(fault, Fault::Timeout | Fault::Flood | Fault::Deaf);
                self.judge(now, seat, Verdict::Fault(fault, text));
            }
            BotStage::Playing => {
                bot.failure.get_or_insert((fault, text));
            }
        }
    }

    fn flood(&mut self, now: Instant, seat: Seat, text: String) {
        self.outputs.push_back(Output::Mute(seat));
        self.wrong(now, seat, Fault::Flood, text);
    }

    /// A bot that missed its `readyok` after a fault is stopped; the arbiter plays for its seat from now on.
    fn absent(&mut self, now: Instant, seat: Seat) {
        self.dismiss(seat);
        self.judge(now, seat, Verdict::Absent);
    }

    fn dismiss(&mut self, seat: Seat) {
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        if bot.stage != BotStage::Gone {
            bot.stage = BotStage::Gone;
            self.outputs.push_back(Output::Dismiss(seat));
        }
    }

    /// When every bot has got ready or failed, the log begins, then the game.
    fn begin_when_ready(&mut self, now: Instant) {
        let waiting = |chair: &Chair| {
            chair.bot.as_ref().is_some_and(|bot| match bot.stage {
                BotStage::Fresh | BotStage::Greeting(_) | BotStage::Configuring(_) | BotStage::Seated(_) => true,
                BotStage::Playing | BotStage::Synchronising(_) | BotStage::Gone => false,
            })
        };
        if self.stage != Stage::Preparing || self.chairs.values().any(waiting) {
            return;
        }
        self.stage = Stage::Playing;
        if !self.resumed {
            self.record_head();
        }
        self.outputs.push_back(Output::Tell(ToHost::Started {
            name: self.settings.name.clone(),
            commitment: commitment(&self.settings.seed),
            position: self.settings.start.position(),
        }));
        // In a match that goes on, a bot that does not come back is at fault when it is asked.
        if !self.resumed {
            self.begin();
        }
        self.emit(&BySeat::new(self.chairs.seats(), |_| Duration::ZERO));
        self.advance(now);
    }

    /// Begins the game, without the bots that failed.
    fn begin(&mut self) {
        let mut failures = Vec::new();
        for (seat, chair) in self.chairs.iter_mut() {
            if let Some(bot) = &mut chair.bot
                && bot.stage == BotStage::Gone
                && let Some((fault, text)) = bot.failure.take()
            {
                failures.push((seat, fault, text));
            }
        }
        if !failures.is_empty() {
            self.course.fail(failures);
        }
        if self.course.ending().is_none() {
            self.course.begin();
        }
    }

    fn record_head(&mut self) {
        let head = self.settings.head(|seat| {
            let bot = self.chairs[seat].bot.as_ref().filter(|bot| bot.greeted);
            bot.map(|bot| bot.profile.clone())
        });
        self.outputs.push_back(Output::Record(Record::Match(Box::new(head))));
    }

    /// The seats that have been asked and whose event is not decided yet.
    fn asked(&self) -> SeatSet {
        self.chairs.iter().filter(|(_, chair)| chair.question.is_some()).map(|(seat, _)| seat).collect()
    }

    /// Whether a seat's `go` or `turn` has been written and waits for its answer. What was read before it was written
    /// answers nothing (UVI 2.3).
    fn is_open(&self, seat: Seat) -> bool {
        let question = self.chairs[seat].question.as_ref();
        question.is_some_and(|question| question.since.is_some() && question.verdict.is_none())
    }

    /// Whether a seat is asked, even if its `go` has not been written yet.
    fn is_asked(&self, seat: Seat) -> bool {
        self.chairs[seat].question.as_ref().is_some_and(|question| question.verdict.is_none())
    }

    fn answer(&mut self, now: Instant, seat: Seat, message: FromBot) {
        if !self.is_open(seat) {
            return self.note(seat, format!("ignored, no go is open: {message}"));
        }
        let FromBot::BestMove(actions) = message else {
            return self.judge(now, seat, Verdict::Resign);
        };
        let actions: Vec<Word> = actions.iter().filter_map(Word::new).collect();
        // A seat that decides alone is judged by playing; of several, each before any is played.
        if self.asked().len() > 1
            && let Some(first) = actions.first()
            && let Err(refusal) = self.course.check(seat, first.as_str())
        {
            let verdict = refused(self.course.table(), first, &refusal, true);
            return self.judge(now, seat, verdict);
        }
        self.judge(now, seat, Verdict::Actions(actions));
    }

    /// Notes what came of asking a seat and how long that took.
    fn judge(&mut self, now: Instant, seat: Seat, verdict: Verdict) {
        let Some(question) = &mut self.chairs[seat].question else { return };
        if question.verdict.is_some() {
            return;
        }
        question.used = question.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        question.verdict = Some(verdict);
        self.advance(now);
    }

    /// Decides what can be decided, and asks who is next, until somebody has to answer.
    fn advance(&mut self, now: Instant) {
        while self.stage == Stage::Playing {
            let asked = self.asked();
            if asked.is_empty() {
                if let Some(seat) = (self.leaving - self.course.table().vacant()).first() {
                    self.leaving.remove(seat);
                    self.course.resign(seat);
                    self.emit(&BySeat::new(self.chairs.seats(), |_| Duration::ZERO));
                } else {
                    self.ask(now);
                }
                continue;
            }
            let open = |chair: &Chair| chair.question.as_ref().is_some_and(|question| question.verdict.is_none());
            if self.chairs.values().any(open) {
                return;
            }
            self.decide();
        }
    }

    fn decide(&mut self) {
        for held in self.held.drain(..) {
            self.outputs.push_back(Output::Tell(held));
        }
        let mut verdicts = Vec::new();
        let mut used = BySeat::new(self.chairs.seats(), |_| Duration::ZERO);
        for (seat, chair) in self.chairs.iter_mut() {
            let Some(question) = chair.question.take() else { continue };
            let Some(verdict) = question.verdict else { continue };
            // What was found after the deadline, or within the margin, is in time with nothing left.
            used[seat] = chair.limits.allowed(chair.left).map_or(question.used, |allowed| question.used.min(allowed));
            if question.since.is_some() {
                chair.left = chair.left.map(|left| match verdict {
                    Verdict::Fault(Fault::Timeout | Fault::Deaf, _) => chair.limits.inc,
                    _ => left.saturating_sub(used[seat]).saturating_add(chair.limits.inc),
                });
            }
            verdicts.push((seat, verdict));
        }
        let mut decided = self.course.decide(verdicts);
        if let Some(Refused { seat, action, refusal, first }) = decided.refused.take() {
            let verdict = refused(self.course.table(), &action, &refusal, first);
            decided = self.course.decide(vec![(seat, verdict)]);
        }
        if !decided.unused.is_empty() {
            log::info!("{}: actions left over: {:?}", self.settings.name, decided.unused);
        }
        self.emit(&used);
    }

    /// Turns what has happened into records and messages.
    fn emit(&mut self, used: &BySeat<Duration>) {
        let mut used = used.clone();
        for entry in self.course.take_entries() {
            match entry {
                Entry::Chance { n, action } => {
                    let record = ChanceRecord { n, action: action.to_string(), printed: None };
                    self.outputs.push_back(Output::Record(Record::Chance(record)));
                    if self.events {
                        let name = self.settings.name.clone();
                        self.outputs.push_back(Output::Tell(ToHost::Chance { name, action }));
                    }
                }
                Entry::Action { n, seat, action, text, how } => {
                    // The first action of an answer carries the time of all.
                    let time = match how {
                        How::Decided => std::mem::take(&mut used[seat]),
                        How::Forced | How::Random => Duration::ZERO,
                    };
                    self.emit_action(n, seat, action, text, how, time);
                }
                Entry::Score(scored) => self.emit_score(scored),
                Entry::Fault { seat, fault, text } => self.emit_fault(seat, fault, text),
                Entry::Vacated { seat, reason } => {
                    let record = VacatedRecord { seat: seat.number(), reason: reason.to_string() };
                    self.outputs.push_back(Output::Record(Record::Vacated(record)));
                    let name = self.settings.name.clone();
                    self.outputs.push_back(Output::Tell(ToHost::Vacated { name, seat: seat.number(), reason }));
                }
                Entry::Over(ending) => self.emit_over(&ending),
            }
        }
    }

    fn emit_action(&mut self, n: u32, seat: Seat, action: Word, text: String, how: How, time: Duration) {
        if self.events {
            self.outputs.push_back(Output::Tell(ToHost::Played {
                name: self.settings.name.clone(),
                seat: seat.number(),
                action: action.clone(),
                time: whole_milliseconds(time),
                text: Text::new(text.clone()),
            }));
        }
        let chair = &mut self.chairs[seat];
        let mut record = ActionRecord {
            n,
            seat: seat.number(),
            action: action.into_string(),
            text,
            ms: Some(milliseconds(time)),
            clock: chair.left.map(milliseconds),
            forced: how == How::Forced,
            random: how == How::Random,
            info: None,
            infos: Vec::new(),
            printed: None,
        };
        if let Some(bot) = &mut chair.bot
            && how == How::Decided
        {
            let info = std::mem::take(&mut bot.info);
            record.info = (info != crate::record::InfoSummary::default()).then_some(info);
            record.infos = std::mem::take(&mut bot.infos);
        }
        self.outputs.push_back(Output::Record(Record::Action(record)));
    }

    fn emit_score(&mut self, scored: Scored) {
        let Scored { turn, points, total, chain, longest } = scored;
        if self.events {
            let name = self.settings.name.clone();
            let chain = Words::from_string(chain.join(" ")).expect("squares are words");
            self.outputs.push_back(Output::Tell(ToHost::Score { name, turn, points, total, chain }));
        }
        let record = ScoreRecord { turn, points, total, chain, longest };
        self.outputs.push_back(Output::Record(Record::Score(record)));
    }

    fn emit_fault(&mut self, seat: Seat, fault: Fault, text: String) {
        self.outputs.push_back(Output::Record(Record::Fault(FaultRecord {
            seat: seat.number(),
            fault: fault.word().to_owned(),
            text: text.clone(),
            stderr: None,
        })));
        self.outputs.push_back(Output::Tell(ToHost::Fault {
            name: self.settings.name.clone(),
            seat: seat.number(),
            fault,
            text: Text::new(text.clone()),
        }));
        let Some(bot) = &self.chairs[seat].bot else { return };
        if bot.stage == BotStage::Gone {
            return;
        }
        self.outputs.push_back(Output::Say(seat, ToBot::Error(Text::new(format!("{}: {text}", fault.word())))));
        if bot.ended || self.settings.on_fault == uvi::OnFault::Forfeit {
            self.dismiss(seat);
        }
    }

    fn emit_over(&mut self, ending: &Ending) {
        let score = ending.score.as_ref().map(crate::game::Score::to_uvi);
        let (points, shared) = match &score {
            None => (None, None),
            Some(uvi::Score::Each(points)) => (Some(points.iter().map(ToString::to_string).collect()), None),
            Some(uvi::Score::Shared(points)) => (None, Some(*points)),
        };
        self.outputs.push_back(Output::Record(Record::Result(ResultRecord {
            reason: ending.reason.to_string(),
            score: points,
            shared,
            position: self.course.table().position().to_string(),
            seed: Some(self.settings.seed.to_string()),
            decisions: self.course.decisions(),
            seat: ending.seat.map(Seat::number),
        })));
        let over = Over { reason: ending.reason.clone(), score };
        self.finish(&over);
        self.outputs.push_back(Output::Tell(ToHost::Over { name: self.settings.name.clone(), over }));
    }

    fn finish(&mut self, over: &Over) {
        self.stage = Stage::Over;
        self.held.clear();
        for (seat, chair) in self.chairs.iter_mut() {
            let thinking = chair.question.take().is_some_and(|question| question.verdict.is_none());
            if let Some(bot) = &mut chair.bot
                && matches!(bot.stage, BotStage::Playing | BotStage::Synchronising(_) | BotStage::Seated(_))
            {
                // An answer that is still on its way must not pass for one of another match.
                bot.out_of_step |= thinking;
                self.outputs.push_back(Output::Say(seat, ToBot::GameOver(over.clone())));
            }
        }
    }

    /// Asks the seats that are to decide now.
    fn ask(&mut self, now: Instant) {
        let seats = self.course.to_decide();
        for seat in seats.iter() {
            self.chairs[seat].question = Some(Question::default());
        }
        for seat in seats.iter() {
            let Some(bot) = &mut self.chairs[seat].bot else {
                self.pose(seat);
                continue;
            };
            match bot.stage {
                // It has been at fault for this already.
                BotStage::Playing if bot.out_of_step && bot.ended => self.absent_when_asked(seat),
                BotStage::Gone if bot.failure.is_none() => self.settle(seat, Verdict::Absent),
                _ if bot.failure.is_some() => {
                    let (fault, text) = bot.failure.take().expect("the guard has seen it");
                    bot.out_of_step = true;
                    self.settle(seat, Verdict::Fault(fault, text));
                }
                _ if bot.out_of_step => {
                    bot.stage = BotStage::Synchronising(now + self.settings.patience.ready);
                    bot.recount();
                    self.outputs.push_back(Output::Say(seat, ToBot::IsReady));
                }
                BotStage::Playing
                | BotStage::Fresh
                | BotStage::Greeting(_)
                | BotStage::Configuring(_)
                | BotStage::Seated(_)
                | BotStage::Synchronising(_)
                | BotStage::Gone => self.pose(seat),
            }
        }
    }

    fn absent_when_asked(&mut self, seat: Seat) {
        self.dismiss(seat);
        self.settle(seat, Verdict::Absent);
    }

    /// The verdict of a seat that need not be asked.
    fn settle(&mut self, seat: Seat, verdict: Verdict) {
        if let Some(question) = &mut self.chairs[seat].question {
            question.verdict = Some(verdict);
        }
    }

    /// Says to a seat what it must decide.
    fn pose(&mut self, seat: Seat) {
        let go = self.go(seat);
        let table = self.course.table();
        let chair = &mut self.chairs[seat];
        let Some(question) = &mut chair.question else { return };
        question.posed = true;
        let Some(bot) = &mut chair.bot else {
            let name = self.settings.name.clone();
            self.outputs.push_back(Output::Tell(ToHost::Turn { name, seat: seat.number(), go }));
            return;
        };
        bot.recount();
        bot.info = crate::record::InfoSummary::default();
        bot.infos.clear();
        self.outputs.push_back(Output::Say(seat, ToBot::Position(table.view(seat))));
        if bot.profile.history {
            let history = ToBot::History { start: self.course.start().view(seat), moves: self.course.moves() };
            self.outputs.push_back(Output::Say(seat, history));
        }
        if bot.profile.legal {
            let legal = table.legal(seat).iter().map(Word::as_str).collect::<Vec<_>>().join(" ");
            let legal = Words::new(&legal).expect("actions are words");
            self.outputs.push_back(Output::Say(seat, ToBot::Legal(legal)));
        }
        self.outputs.push_back(Output::Say(seat, ToBot::Go(go)));
    }

    fn go(&self, seat: Seat) -> Go {
        let limits = &self.chairs[seat].limits;
        let playing = self.course.in_play();
        let clocks = self.chairs.values().any(|chair| chair.limits.time.is_some()).then(|| {
            let clocked = |(seat, chair): (Seat, &Chair), figure: Duration| {
                (chair.limits.time.is_some() && playing.contains(seat)).then(|| whole_milliseconds(figure))
            };
            let time = |(seat, chair)| clocked((seat, chair), chair.left.unwrap_or_default());
            let inc = |(seat, chair): (Seat, &Chair)| clocked((seat, chair), chair.limits.inc);
            Clocks { time: self.chairs.iter().map(time).collect(), inc: self.chairs.iter().map(inc).collect() }
        });
        Go { movetime: limits.movetime.map(whole_milliseconds), clocks, nodes: limits.nodes, depth: limits.depth }
    }

    fn note(&mut self, seat: Seat, text: String) {
        self.outputs.push_back(Output::Note(seat, text));
    }

    fn host_seat(&self, number: u32) -> Result<Seat, HostError> {
        let seat = self.seat(number)?;
        match self.chairs[seat].bot {
            None => Ok(seat),
            Some(_) => {
                let text = format!("expected a host seat, seat {seat} is played by a bot");
                Err(HostError::new(ErrorCode::NotYourTurn, text))
            }
        }
    }

    /// The seat with this number.
    ///
    /// # Errors
    /// `bad-seat` where the match has none.
    pub fn seat(&self, number: u32) -> Result<Seat, HostError> {
        let seats = self.chairs.seats();
        let found = Seat::new(number).filter(|seat| SeatSet::all(seats).contains(*seat));
        let text = || format!("expected a seat from 1 to {seats}, found {number}");
        found.ok_or_else(|| HostError::new(ErrorCode::BadSeat, text()))
    }

    /// A host seat decides. Several actions are tried on a copy first: all that will be used are legal, or none is
    /// played.
    ///
    /// # Errors
    /// `not-running`, `bad-seat`, `not-your-turn`, `bad-argument`, `illegal-action`; nothing has happened then.
    pub fn play(&mut self, now: Instant, number: u32, actions: &Words) -> Result<(), HostError> {
        if self.stage == Stage::Over || self.stage == Stage::New {
            return Err(not_running());
        }
        let seat = self.host_seat(number)?;
        if !self.is_open(seat) {
            return Err(HostError::new(ErrorCode::NotYourTurn, format!("seat {seat} is not asked now")));
        }
        let actions: Vec<Word> = actions.iter().filter_map(Word::new).collect();
        let several = self.asked().len() > 1;
        let mut trial = self.course.clone();
        for (index, action) in actions.iter().enumerate() {
            if index > 0 && trial.to_decide() != SeatSet::only(seat) {
                break;
            }
            trial.check(seat, action.as_str()).map_err(|refusal| match refusal {
                Refusal::Unreadable(error) => {
                    HostError::at(ErrorCode::BadArgument, format!("{error}, found {action}"), Place::Word(3 + index))
                }
                Refusal::Illegal(error) => {
                    HostError::new(ErrorCode::IllegalAction, format!("{action} is not legal: {error}"))
                }
            })?;
            if several {
                break;
            }
            let chances = trial.chances();
            trial.decide(vec![(seat, Verdict::Actions(vec![action.clone()]))]);
            if trial.chances() != chances {
                break;
            }
        }
        self.judge(now, seat, Verdict::Actions(actions));
        Ok(())
    }

    /// A host seat gives up. Where the game goes on without it, it leaves when what is being decided now is decided.
    ///
    /// # Errors
    /// `not-running`, `bad-seat`, or `not-your-turn` where the seat has left already or a bot plays it.
    pub fn resign(&mut self, now: Instant, number: u32) -> Result<(), HostError> {
        if self.stage == Stage::Over || self.stage == Stage::New {
            return Err(not_running());
        }
        let seat = self.host_seat(number)?;
        if self.leaving.contains(seat) || self.course.table().vacant().contains(seat) {
            return Err(HostError::new(ErrorCode::NotYourTurn, format!("seat {seat} has left the game")));
        }
        if self.is_open(seat) {
            self.judge(now, seat, Verdict::Resign);
            return Ok(());
        }
        self.leaving.insert(seat);
        let ends = matches!(forfeit(self.course.table(), self.leaving), Forfeits::Over { .. });
        if self.stage == Stage::Playing && ends {
            for (_, chair) in self.chairs.iter_mut() {
                chair.question = None;
            }
            self.advance(now);
        }
        Ok(())
    }

    /// The match is aborted.
    ///
    /// # Errors
    /// `not-running` where it is over.
    pub fn stop(&mut self) -> Result<(), HostError> {
        match self.stage {
            Stage::New | Stage::Over => return Err(not_running()),
            // The log has not begun: it gets its head, so that it is whole.
            Stage::Preparing => {
                for seat in Seat::all(self.chairs.seats()) {
                    let bot = self.chairs[seat].bot.as_ref();
                    if bot.is_some_and(|bot| bot.stage != BotStage::Playing) {
                        self.dismiss(seat);
                    }
                }
                self.stage = Stage::Playing;
                if !self.resumed {
                    self.record_head();
                }
            }
            Stage::Playing => {}
        }
        self.course.abort();
        self.emit(&BySeat::new(self.chairs.seats(), |_| Duration::ZERO));
        Ok(())
    }

    /// The legal actions of a seat that is asked now; none of another.
    pub fn legal(&self, seat: Seat) -> Vec<Word> {
        match &self.chairs[seat].question {
            Some(_) => self.course.table().legal(seat),
            None => Vec::new(),
        }
    }

    /// The position, whole or as a seat may see it.
    pub fn position(&self, seat: Option<Seat>) -> Words {
        seat.map_or_else(|| self.course.table().position(), |seat| self.course.table().view(seat))
    }

    /// The start, whole or as a seat may see it, and all that has happened.
    pub fn history(&self, seat: Option<Seat>) -> (Words, Words) {
        let start = self.course.start();
        (seat.map_or_else(|| start.position(), |seat| start.view(seat)), self.course.moves())
    }
}

struct SeatChoice {
    limits: super::Limits,
    bot: bool,
}

fn seat_choice(settings: &Settings, seat: Seat) -> SeatChoice {
    let settings = &settings.seats[seat];
    SeatChoice { limits: settings.limits.clone(), bot: settings.player != Player::Host }
}

/// What a bot's option takes, where this value is not of that kind.
fn misfit(kind: &OptionKind, value: &Value) -> Option<String> {
    let text = value.as_str();
    let or_any = |bound: &Option<i64>, any: &str| bound.map_or_else(|| any.to_owned(), |bound| bound.to_string());
    match kind {
        OptionKind::Check { .. } => (!matches!(text, "true" | "false")).then(|| "true or false".to_owned()),
        OptionKind::Spin { min, max, .. } => {
            let fits = |number: i64| min.is_none_or(|min| min <= number) && max.is_none_or(|max| number <= max);
            let wanted = || format!("a number from {} to {}", or_any(min, "any"), or_any(max, "any"));
            (!text.parse().is_ok_and(fits)).then(wanted)
        }
        OptionKind::Combo { vars, .. } => {
            let wanted = || vars.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
            (!vars.is_empty() && !vars.contains(value)).then(wanted)
        }
        OptionKind::String { .. } | OptionKind::Button => None,
    }
}

fn not_running() -> HostError {
    HostError::new(ErrorCode::NotRunning, "the match is not running")
}

fn new_game(settings: &Settings, seat: Seat) -> ToBot {
    let word = |text: &str| Word::new(text).expect("names of variants and rule options are words");
    ToBot::NewGame(NewGame {
        variant: word(settings.variant.word()),
        seats: u32::from(settings.seats.seats()),
        seat: seat.number(),
        options: settings.options.changed().map(|(name, value)| (word(name), Value::new(value))).collect(),
    })
}

/// The verdict on an action that the table refuses. Only the first word of an answer can be unreadable (UVI 2.3).
fn refused(table: &dyn Table, action: &Word, refusal: &Refusal, first: bool) -> Verdict {
    let position = table.position();
    match refusal {
        Refusal::Unreadable(error) if first => {
            Verdict::Fault(Fault::Unreadable, format!("{error}, found {action}, in position {position}"))
        }
        Refusal::Unreadable(_) | Refusal::Illegal(_) => Verdict::Fault(
            Fault::Illegal,
            format!("expected a legal action, found {action}: {refusal}, in position {position}"),
        ),
    }
}

/// Milliseconds with three decimals.
fn milliseconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1000.0
}

fn whole_milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
