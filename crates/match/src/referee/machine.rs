//! The match as a pure state machine: no threads, no clock, no pipes. Its owner reports events and the time, then
//! carries out all outputs in order.

use std::time::{Duration, Instant};

use uvi::{Fault, ToBot, ToHost};
use uvi_games::game::{BySeat, Seat, SeatSet, commitment};

use super::{
    Audience, Output, Profile, Settings, UnfitBot, Unfitness,
    chair::{BotFailure, BotStage, BotSync, Pipe, SeatBot},
    chairs::Chairs,
    chatter::InfoBudget,
    greeting::{Greeting, Invitation},
    outbox::Outbox,
    posing::Posing,
    stage::{MatchOrigin, Playing, Stage},
};
use crate::record::{Clock, Complaint, GameCourse, Lapse, Luck, Record, Ruling};

/// The result of writing to a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// All bytes are written.
    Done,
    /// Some bytes wait, because the pipe is full.
    Blocked,
    /// The bot has closed its input.
    Closed,
}

/// The reason for which a bot is not running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotEnd {
    /// The bot could not be started; the text names the file.
    NotStarted(String),
    /// The output or the process of the bot ended; the text says how.
    Ended(String),
}

/// The state from which an interrupted match resumes.
#[derive(Debug, Clone)]
pub struct ResumePoint {
    /// The game so far.
    pub course: GameCourse,
    /// The clock of each seat; `None` if the seat has no clock.
    pub clocks: BySeat<Option<Clock>>,
    /// The seats without a bot: the arbiter plays for them, or they are vacated.
    pub absent: SeatSet,
    /// The number of bytes that `info` lines of each seat take in the log.
    pub kept_info: BySeat<usize>,
}

/// A match as a pure state machine: no thread, no clock, no pipe.
#[derive(Debug)]
pub struct Match {
    /// Boxed to keep `Match` small when it is moved.
    pub(super) settings: Box<Settings>,
    pub(super) course: GameCourse,
    pub(super) chairs: Chairs,
    pub(super) stage: Stage,
    /// Host seats that resigned during the decision of another seat. They leave after that decision.
    pub(super) leaving: SeatSet,
    pub(super) info_budgets: BySeat<InfoBudget>,
    pub(super) audience: Audience,
    pub(super) outbox: Outbox,
}

impl Match {
    /// Creates a match that has not started. Bots of a former match, with `profiles`, do not greet again.
    pub fn new(settings: impl Into<Box<Settings>>, profiles: BySeat<Option<Profile>>) -> Self {
        let settings = settings.into();
        let course = GameCourse::new(settings.start.clone(), Luck::Seed(settings.seed), settings.terms.on_fault)
            .retried(settings.terms.retry)
            .adjudicated(settings.terms.adjudication, settings.probe);
        let seats = settings.seats.seats();
        Self {
            course,
            chairs: Chairs::new(&settings, &profiles),
            settings,
            stage: Stage::New(MatchOrigin::Start),
            leaving: SeatSet::EMPTY,
            info_budgets: BySeat::new(seats, |_| InfoBudget::share(seats, 0)),
            audience: Audience::default(),
            outbox: Outbox::default(),
        }
    }

    /// Creates a match that resumes after an interruption. All bots greet as new bots, except in absent seats.
    pub fn resume(settings: impl Into<Box<Settings>>, resumed: ResumePoint) -> Self {
        let settings = settings.into();
        let profiles = BySeat::new(settings.seats.seats(), |_| None);
        let mut game = Self::new(settings, profiles);
        for (seat, chair) in game.chairs.iter_mut() {
            chair.clock = resumed.clocks[seat];
            if let Some(bot) = &mut chair.bot
                && resumed.absent.contains(seat)
            {
                bot.stage.leave();
            }
        }
        game.course = resumed.course;
        let seats = game.info_budgets.seats();
        game.info_budgets = BySeat::new(seats, |seat| InfoBudget::share(seats, resumed.kept_info[seat]));
        game.stage = Stage::New(MatchOrigin::Log);
        game
    }

    /// The settings, which do not change while the match runs.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game so far.
    pub fn course(&self) -> &GameCourse {
        &self.course
    }

    /// True if the match is over.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// The seats, with their players and bots.
    pub fn chairs(&self) -> &Chairs {
        &self.chairs
    }

    /// The optional outputs, for the caller to change.
    pub fn audience(&mut self) -> &mut Audience {
        &mut self.audience
    }

    pub(super) fn posing(&mut self) -> Posing<'_> {
        let Self { settings, course, chairs, outbox, .. } = self;
        Posing { settings, course, chairs, outbox }
    }

    /// Takes the next output.
    pub fn output(&mut self) -> Option<Output> {
        self.outbox.take()
    }

    /// The time at which [`Match::tick`] is next due; `None` if nothing has a deadline.
    pub fn deadline(&self) -> Option<Instant> {
        let resting = match &self.stage {
            Stage::Playing(playing) => playing.resting,
            Stage::New(_) | Stage::Preparing(_) | Stage::Over => None,
        };
        self.chairs.deadline().into_iter().chain(resting).min()
    }

    /// Starts the match: greets new bots, and tells others of the new game. Without bots, the game begins.
    pub fn start(&mut self, now: Instant) {
        if let Stage::New(origin) = self.stage {
            self.stage = Stage::Preparing(origin);
        }
        Seat::all(self.settings.seats.seats()).for_each(|seat| self.greet(now, seat));
        self.begin_when_ready(now);
    }

    /// Greets a bot, or tells it of the game if it greeted in a former match. No effect if it is gone, or the host
    /// plays the seat.
    fn greet(&mut self, now: Instant, seat: Seat) {
        let Some(bot) = self.chairs[seat].bot_mut().filter(|bot| !bot.stage.is_gone()) else { return };
        let Some(invitation) = Invitation::of(&self.settings, seat) else { return };
        let (greeting, say) = Greeting::begin(invitation, bot.profile.is_some(), now);
        bot.stage = BotStage::Greeting(greeting);
        self.outbox.say_all(seat, say);
    }

    /// Greets a bot anew after its process was restarted before the game. No effect if the host plays the seat.
    pub fn start_anew(&mut self, now: Instant, seat: Seat) {
        if let Some(bot) = self.chairs[seat].bot_mut() {
            *bot = SeatBot::new(None);
            self.greet(now, seat);
        }
    }

    /// Reports that a bot has ended or could not be started.
    pub fn ended(&mut self, now: Instant, seat: Seat, end: BotEnd) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        match end {
            BotEnd::NotStarted(text) => self.wrong(now, seat, Fault::NoStart, Lapse::Told(text)),
            BotEnd::Ended(text) => {
                bot.pipe = Pipe::Closed;
                self.wrong(now, seat, Fault::Crash, Lapse::Told(text));
            }
        }
    }

    /// Reports the result of writing to a bot.
    pub fn delivery(&mut self, now: Instant, seat: Seat, delivery: Delivery) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        match (delivery, bot.pipe) {
            (Delivery::Done, Pipe::Full(_)) => bot.pipe = Pipe::Free,
            (Delivery::Blocked, Pipe::Free) => bot.pipe = Pipe::Full(now),
            (Delivery::Done, Pipe::Free | Pipe::Closed) | (Delivery::Blocked, Pipe::Full(_) | Pipe::Closed) => {}
            (Delivery::Closed, _) => {
                bot.pipe = Pipe::Closed;
                self.wrong(now, seat, Fault::Deaf, Lapse::InputClosed);
            }
        }
    }

    /// Reports that all outputs so far have been written. This starts the clock of each seat that was just asked.
    pub fn sent(&mut self, now: Instant) {
        for (_, chair) in self.chairs.iter_mut() {
            if let Some(question) = &mut chair.question {
                question.sent(now);
            }
        }
    }

    /// Reports that the owner has let a seat wait so long for the rest of its question. The clock of the seat does not
    /// run for this time.
    pub fn delayed(&mut self, seat: Seat, by: Duration) {
        if let Some(question) = &mut self.chairs[seat].question {
            question.delay(by);
        }
    }

    /// Reports the time, and continues a match that pauses. A seat whose deadline has passed is at fault; if its bot
    /// only owed a `readyok` after a fault, the bot is dismissed instead. Before each call, the owner must read the
    /// output of late bots once more.
    pub fn tick(&mut self, now: Instant) {
        if let Stage::Playing(playing) = &mut self.stage
            && playing.resting.take().is_some()
        {
            self.advance(now);
        }
        for seat in self.chairs.late(now).iter() {
            // The verdict on another seat may have ended the game.
            if !self.chairs.is_late(now, seat) {
                continue;
            }
            match self.chairs[seat].lateness(self.settings.terms.patience.ready()) {
                Some((fault, lapse)) => self.wrong(now, seat, fault, lapse),
                None => self.absent(now, seat),
            }
        }
    }

    /// Handles a fault of a seat. If the seat is asked, the fault is the verdict on the seat. If the bot is getting
    /// ready for the game, it is dismissed, and the fault counts once the game begins. If the bot owes a `readyok`
    /// after a fault, it is dismissed. In all other cases, the first fault is kept until the bot is next asked.
    pub(super) fn wrong(&mut self, now: Instant, seat: Seat, fault: Fault, complaint: impl Into<Complaint>) {
        let complaint = complaint.into();
        if self.is_over() {
            return;
        }
        let chair = &mut self.chairs[seat];
        let asked = chair.is_asked();
        let Some(bot) = &mut chair.bot else {
            if asked {
                self.judge(now, seat, Ruling::Fault(fault, Box::new(complaint)));
            }
            return;
        };
        if let BotStage::Synchronising { at_fault: false, .. } = bot.stage {
            bot.stage = BotStage::Playing { sync: BotSync::Recalled, failure: None };
        }
        match &mut bot.stage {
            BotStage::Gone { .. } => {}
            // The bot greeted when the match began. What it lacks now, such as a file or a variable of the environment,
            // may be there later, and the match can go on then.
            BotStage::Fresh | BotStage::Greeting(_)
                if matches!(self.stage, Stage::Preparing(MatchOrigin::Log)) && bot.profile.is_none() =>
            {
                self.cannot_start(UnfitBot { seat, reason: Unfitness::Mute { fault: complaint.told(fault) } });
            }
            BotStage::Fresh | BotStage::Greeting(_) => {
                self.outbox.say(seat, ToBot::Error(complaint.told(fault)));
                bot.stage = BotStage::Gone { failure: Some(BotFailure { fault, complaint }) };
                self.outbox.push(Output::Dismiss(seat));
                self.begin_when_ready(now);
            }
            BotStage::Synchronising { .. } => self.absent(now, seat),
            BotStage::Playing { sync, .. } if asked => {
                // A late answer must not count as an answer to the next question.
                if matches!(fault, Fault::Timeout | Fault::Flood | Fault::Deaf) {
                    *sync = BotSync::OutOfStep;
                }
                let complaint = complaint.in_position(self.course.table().view(seat));
                self.judge(now, seat, Ruling::Fault(fault, Box::new(complaint)));
            }
            BotStage::Playing { failure, .. } => {
                failure.get_or_insert(BotFailure { fault, complaint });
            }
        }
    }

    /// Stops a bot that missed its `readyok` after a fault. The arbiter plays for its seat from now on.
    fn absent(&mut self, now: Instant, seat: Seat) {
        self.chairs.dismiss(seat, &mut self.outbox);
        self.judge(now, seat, Ruling::Absent);
    }

    /// Starts the log, unless the match resumes from it. From now on the game is under way.
    pub(super) fn begin(&mut self, origin: MatchOrigin) {
        self.stage = Stage::Playing(Playing::default());
        if origin == MatchOrigin::Start {
            let head = self.settings.head(|seat| self.chairs[seat].bot()?.profile.as_ref());
            self.outbox.record(Record::Match(Box::new(head)));
        }
    }

    /// Starts the log and the game if every bot is ready or has failed.
    pub(super) fn begin_when_ready(&mut self, now: Instant) {
        let Stage::Preparing(origin) = self.stage else { return };
        if self.chairs.bots_mut().any(|(_, bot)| matches!(bot.stage, BotStage::Fresh | BotStage::Greeting(_))) {
            return;
        }
        self.begin(origin);
        self.outbox.tell(ToHost::Started {
            name: self.settings.name.clone(),
            commitment: commitment(&self.settings.seed),
            position: self.settings.start.position(),
        });
        if origin == MatchOrigin::Start {
            let failures = self.chairs.take_failures();
            if !failures.is_empty() {
                self.course.fail(failures);
            }
            if self.course.ending().is_none() {
                self.course.settle();
            }
        }
        // In a resumed match, a bot that did not start or greet is at fault when its seat is next asked.
        self.tell_records(None);
        self.advance(now);
    }
}
