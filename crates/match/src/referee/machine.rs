//! The match as a pure state machine: no threads, no clock, no pipes. Its owner tells it what came and what time it is,
//! then carries out what it wants, in order, until it wants nothing more.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use uvi::{Clocks, Fault, Go, ToBot, ToHost, Word, Words};
use uvi_games::game::{BySeat, Refusal, Seat, SeatSet, meant};

use super::{
    Player, Profile, SeatSettings, Settings,
    chair::{BotChair, BotStage, Chair, Question},
    hearing::new_game,
};
use crate::record::{Complaint, Course, Luck, Record, Refused, Said, Verdict};

/// How many decisions are made at a stretch where nobody has to be waited for, so that a game of absent bots leaves room
/// for what the host wants.
const STRETCH: u32 = 64;

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
    pub(super) settings: Settings,
    pub(super) course: Course,
    pub(super) chairs: BySeat<Chair>,
    pub(super) stage: Stage,
    /// Its log has begun already.
    pub(super) resumed: bool,
    pub(super) debug: bool,
    /// Whether the host is told of every action and chance event.
    pub(super) events: bool,
    /// Whether anybody wants the records of the log.
    pub(super) records: bool,
    /// Host seats that gave up while another seat was deciding; they leave when that is decided.
    pub(super) leaving: SeatSet,
    /// Since when it goes on by itself as soon as its owner has looked around.
    pub(super) resting: Option<Instant>,
    /// What bots said while they decide at the same time as others; nobody hears it before all have decided.
    pub(super) held: Vec<ToHost>,
    pub(super) outputs: VecDeque<Output>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
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
        let course = Course::new(settings.start.clone(), Luck::Seed(settings.seed), settings.terms.on_fault)
            .adjudicated(settings.terms.adjudication);
        let chairs = BySeat::new(settings.seats.seats(), |seat| {
            let SeatSettings { player, limits } = &settings.seats[seat];
            let bot = match player {
                Player::Host => None,
                Player::Bot { .. } => Some(BotChair::new(profiles[seat].clone())),
            };
            Chair { limits: limits.clone(), left: limits.time, question: None, bot }
        });
        Self {
            settings,
            course,
            chairs,
            stage: Stage::New,
            resumed: false,
            debug: false,
            events: true,
            records: true,
            leaving: SeatSet::EMPTY,
            resting: None,
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

    /// Whether the records of the log are made, as they are at first.
    pub fn records(&mut self, on: bool) {
        self.records = on;
    }

    /// When [`Match::tick`] is next due.
    pub fn deadline(&self) -> Option<Instant> {
        let resting = self.resting.filter(|_| self.stage == Stage::Playing);
        self.chairs.values().filter_map(|chair| self.chair_deadline(chair)).chain(resting).min()
    }

    pub(super) fn chair_deadline(&self, chair: &Chair) -> Option<Instant> {
        if let Some(by) = chair.bot.as_ref().and_then(BotChair::deadline) {
            return Some(by);
        }
        let question = chair.question.as_ref().filter(|question| question.verdict.is_none())?;
        let since = question.since?;
        match chair.limits.allowed(chair.left) {
            Some(allowed) => since.checked_add(allowed),
            // Without a limit a bot that does not read is deaf when the patience for `readyok` is over.
            None => chair.bot.as_ref()?.blocked?.checked_add(self.settings.terms.patience.ready()),
        }
    }

    /// Starts: bots that have not greeted are greeted, the others are told of the new game.
    pub fn start(&mut self, now: Instant) {
        self.stage = Stage::Preparing;
        let patience = self.settings.terms.patience;
        for (seat, chair) in self.chairs.iter_mut() {
            let Some(bot) = &mut chair.bot else { continue };
            if bot.stage == BotStage::Gone {
                continue;
            }
            if bot.greeted {
                bot.stage = BotStage::Seated(now + patience.ready());
                self.outputs.push_back(Output::Say(seat, new_game(&self.settings, seat)));
                self.outputs.push_back(Output::Say(seat, ToBot::IsReady));
            } else {
                bot.stage = BotStage::Greeting(now + patience.greet());
                self.outputs.push_back(Output::Say(seat, ToBot::Uvi(uvi::VERSION)));
            }
        }
        self.begin_when_ready(now);
    }

    /// A bot could not be started; the text names the file.
    pub fn not_started(&mut self, now: Instant, seat: Seat, text: String) {
        self.wrong(now, seat, Fault::NoStart, text);
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
        if self.resting.take().is_some() {
            self.advance(now);
        }
        for seat in self.late(now).iter() {
            let chair = &self.chairs[seat];
            // A verdict on another may have ended the game.
            if self.chair_deadline(chair).is_none_or(|deadline| deadline > now) {
                continue;
            }
            let waits = self.settings.terms.patience;
            let blocked = chair.bot.as_ref().is_some_and(|bot| bot.blocked.is_some());
            let silent = if blocked { Fault::Deaf } else { Fault::Timeout };
            let stage = chair.bot.as_ref().map(|bot| bot.stage);
            match stage {
                Some(BotStage::Greeting(_)) => {
                    let text = format!("expected uviok within {} ms of uvi, none came", waits.greet().as_millis());
                    self.wrong(now, seat, Fault::NoGreeting, text);
                }
                Some(BotStage::Configuring(_) | BotStage::Seated(_)) => {
                    let text =
                        format!("expected readyok within {} ms of isready, none came", waits.ready().as_millis());
                    self.wrong(now, seat, silent, text);
                }
                Some(BotStage::Synchronising(_)) => self.absent(now, seat),
                Some(BotStage::Fresh | BotStage::Playing | BotStage::Gone) | None => {
                    let ignored = chair.bot.as_ref().and_then(|bot| bot.ignored.as_deref());
                    let came = ignored.map_or_else(String::new, |line| format!("; what came was ignored: {line}"));
                    let text = match (blocked, chair.limits.allowed(chair.left)) {
                        (true, _) => "expected to be read, but the bot's pipe is full".to_owned(),
                        (false, Some(allowed)) => {
                            format!("expected an answer within {} ms, none came{came}", allowed.as_millis())
                        }
                        (false, None) => format!("expected an answer, none came{came}"),
                    };
                    self.wrong(now, seat, silent, text);
                }
            }
        }
    }

    /// A bot did something wrong. Where it is asked, that is its verdict; where it is getting ready, it fails; else it
    /// counts when it is next asked.
    pub(super) fn wrong(&mut self, now: Instant, seat: Seat, fault: Fault, complaint: impl Into<Complaint>) {
        let complaint = complaint.into();
        if self.stage == Stage::Over {
            return;
        }
        let asked = self.is_asked(seat);
        let Some(bot) = &mut self.chairs[seat].bot else {
            if asked {
                self.judge(now, seat, Verdict::Fault(fault, complaint));
            }
            return;
        };
        match bot.stage {
            BotStage::Gone => {}
            BotStage::Fresh | BotStage::Greeting(_) | BotStage::Configuring(_) | BotStage::Seated(_) => {
                self.outputs.push_back(Output::Say(seat, ToBot::Error(complaint.told(fault))));
                bot.failure.get_or_insert((fault, complaint));
                self.dismiss(seat);
                self.begin_when_ready(now);
            }
            BotStage::Synchronising(_) => self.absent(now, seat),
            BotStage::Playing if asked => {
                // After these an answer may still be on its way, which must not pass for the next one.
                bot.out_of_step |= matches!(fault, Fault::Timeout | Fault::Flood | Fault::Deaf);
                let complaint = complaint.in_position(self.course.table().view(seat));
                self.judge(now, seat, Verdict::Fault(fault, complaint));
            }
            BotStage::Playing => {
                bot.failure.get_or_insert((fault, complaint));
            }
        }
    }

    /// A bot that missed its `readyok` after a fault is stopped; the arbiter plays for its seat from now on.
    pub(super) fn absent(&mut self, now: Instant, seat: Seat) {
        self.dismiss(seat);
        self.judge(now, seat, Verdict::Absent);
    }

    pub(super) fn dismiss(&mut self, seat: Seat) {
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        if bot.stage != BotStage::Gone {
            bot.stage = BotStage::Gone;
            self.outputs.push_back(Output::Dismiss(seat));
        }
    }

    /// The seats that have been asked and whose event is not decided yet.
    pub(super) fn asked(&self) -> SeatSet {
        self.chairs.iter().filter(|(_, chair)| chair.question.is_some()).map(|(seat, _)| seat).collect()
    }

    /// Whether a seat's `go` or `turn` has been written and waits for its answer. What was read before it was written
    /// answers nothing (UVI 3.3).
    pub(super) fn is_open(&self, seat: Seat) -> bool {
        let question = self.chairs[seat].question.as_ref();
        question.is_some_and(|question| question.since.is_some() && question.verdict.is_none())
    }

    /// Whether a seat is asked, even if its `go` has not been written yet.
    pub(super) fn is_asked(&self, seat: Seat) -> bool {
        self.chairs[seat].question.as_ref().is_some_and(|question| question.verdict.is_none())
    }

    /// Notes what came of asking a seat and how long that took.
    pub(super) fn judge(&mut self, now: Instant, seat: Seat, verdict: Verdict) {
        let Some(question) = &mut self.chairs[seat].question else { return };
        if question.verdict.is_some() {
            return;
        }
        question.used = question.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        question.verdict = Some(verdict);
        self.advance(now);
    }

    /// Decides what can be decided, and asks who is next, until somebody has to answer or much has been decided.
    pub(super) fn advance(&mut self, now: Instant) {
        let mut decided = 0;
        while self.stage == Stage::Playing {
            if decided == STRETCH {
                self.resting = Some(now);
                return;
            }
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
            decided += 1;
        }
    }

    pub(super) fn decide(&mut self) {
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
        for (seat, chair) in self.chairs.iter() {
            if let Some(score) = chair.bot.as_ref().and_then(|bot| bot.info.said()) {
                self.course.said(seat, score);
            }
        }
        let mut decided = self.course.decide(verdicts);
        if let Some(refused) = decided.refused.take() {
            decided = self.course.decide(vec![(refused.seat, self.verdict_on(&refused))]);
        }
        if !decided.unused.is_empty() {
            log::info!("{}: actions left over: {:?}", self.settings.name, decided.unused);
        }
        self.emit(&used);
    }

    /// Asks the seats that are to decide now.
    pub(super) fn ask(&mut self, now: Instant) {
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
                    let (fault, complaint) = bot.failure.take().expect("the guard has seen it");
                    bot.out_of_step = true;
                    let complaint = complaint.in_position(self.course.table().view(seat));
                    self.settle(seat, Verdict::Fault(fault, complaint));
                }
                _ if bot.out_of_step => {
                    bot.stage = BotStage::Synchronising(now + self.settings.terms.patience.ready());
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

    pub(super) fn absent_when_asked(&mut self, seat: Seat) {
        self.dismiss(seat);
        self.settle(seat, Verdict::Absent);
    }

    /// The verdict of a seat that need not be asked.
    pub(super) fn settle(&mut self, seat: Seat, verdict: Verdict) {
        if let Some(question) = &mut self.chairs[seat].question {
            question.verdict = Some(verdict);
        }
    }

    /// Says to a seat what it must decide.
    pub(super) fn pose(&mut self, seat: Seat) {
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
        bot.ignored = None;
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

    pub(super) fn go(&self, seat: Seat) -> Go {
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

    /// The verdict on an action that the table refuses. Only the first of an answer can be unreadable (UVI 3.3).
    pub(super) fn verdict_on(&self, refused: &Refused) -> Verdict {
        let Refused { seat, action, refusal, place } = refused;
        let table = self.course.table();
        let legal = table.legal(*seat);
        // What can be read is most often meant; the rule says why it is not legal.
        let meant = match refusal {
            Refusal::Unreadable(_) => meant(action.as_str(), legal.iter().map(Word::as_str)),
            Refusal::Illegal(_) => None,
        };
        let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
        // A word may be as long as a line.
        let action = Said::new(action.as_str(), 1).line;
        let (fault, found) = match refusal {
            Refusal::Unreadable(error) if *place == 0 => (Fault::Unreadable, format!("{error}, found {action}")),
            Refusal::Unreadable(_) | Refusal::Illegal(_) => {
                let place =
                    if *place == 0 { String::new() } else { format!("; it is action {} of the answer", place + 1) };
                (Fault::Illegal, format!("expected a legal action, found {action}: {refusal}{place}"))
            }
        };
        let position = table.view(*seat);
        let legal = in_words(&legal, table.lists_all());
        let answer = self.chairs[*seat].bot.as_ref().map_or("", |bot| &bot.answer);
        let text = format!("{found}{meant}; {legal}, in position {position}");
        let complaint = Complaint::about(text, Said::at_word(answer, place + 1));
        Verdict::Fault(fault, complaint.in_position(position))
    }

    pub(super) fn note(&mut self, seat: Seat, text: String) {
        self.outputs.push_back(Output::Note(seat, text));
    }
}

/// What is legal, or how much.
fn in_words(legal: &[Word], whole: bool) -> String {
    const FEW: usize = 6;
    match legal {
        [] => "nothing is legal for it now".to_owned(),
        [only] if whole => format!("only {only} is legal"),
        few if whole && few.len() <= FEW => {
            format!("legal are {}", few.iter().map(Word::as_str).collect::<Vec<_>>().join(" "))
        }
        many => {
            format!("{}{} actions are legal, such as {}", if whole { "" } else { "at least " }, many.len(), many[0])
        }
    }
}

pub(super) fn whole_milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
