//! The match as a pure state machine: no threads, no clock, no pipes. Its owner tells it what came and what time it is,
//! then carries out what it wants, in order, until it wants nothing more.

use std::time::Instant;

use uvi::{Fault, ToBot, ToHost};
use uvi_games::game::{BySeat, Seat, SeatSet, commitment};

use super::{
    Audience, Output, Profile, Settings,
    chair::{Bot, BotStage, Failure, Pipe, Sitter, Step},
    chairs::Chairs,
    greeting::{Greeting, Invitation},
    outbox::Outbox,
    posing::Posing,
    stage::{Origin, Playing, Stage},
    telling::Telling,
};
use crate::record::{Clock, Complaint, Course, Lapse, Luck, Verdict};

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

/// Why a bot is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotEnd {
    /// It could not be started; the text names the file.
    NotStarted(String),
    /// Its output ended, or its process did; the text says how.
    Ended(String),
}

/// Where a match goes on that was cut off.
#[derive(Debug, Clone)]
pub struct Resumed {
    /// The game so far.
    pub course: Course,
    /// The clock of each seat that has one.
    pub clocks: BySeat<Option<Clock>>,
    /// The seats without a bot: the arbiter plays for them, or they are vacated.
    pub absent: SeatSet,
}

/// A match as a pure state machine: no thread, no clock, no pipe.
#[derive(Debug)]
pub struct Match {
    /// Apart: a match is handed about by value, and with them it would fill a page of the stack.
    pub(super) settings: Box<Settings>,
    pub(super) course: Course,
    pub(super) chairs: Chairs,
    pub(super) stage: Stage,
    /// Host seats that gave up while another seat was deciding; they leave when that is decided.
    pub(super) leaving: SeatSet,
    pub(super) audience: Audience,
    pub(super) outbox: Outbox,
}

impl Match {
    /// A match that has not started. `profiles` holds what bots that are still there from a former match said in
    /// their greeting; they do not greet again.
    pub fn new(settings: impl Into<Box<Settings>>, profiles: BySeat<Option<Profile>>) -> Self {
        let settings = settings.into();
        let course = Course::new(settings.start.clone(), Luck::Seed(settings.seed), settings.terms.on_fault)
            .retried(settings.terms.retry)
            .adjudicated(settings.terms.adjudication);
        Self {
            course,
            chairs: Chairs::new(&settings, &profiles),
            settings,
            stage: Stage::New(Origin::Start),
            leaving: SeatSet::EMPTY,
            audience: Audience::default(),
            outbox: Outbox::default(),
        }
    }

    /// A match that resumes where it was cut off. Its bots are restarted.
    pub fn resume(settings: impl Into<Box<Settings>>, resumed: Resumed) -> Self {
        let settings = settings.into();
        let profiles = BySeat::new(settings.seats.seats(), |_| None);
        let mut game = Self::new(settings, profiles);
        for (seat, chair) in game.chairs.iter_mut() {
            chair.clock = resumed.clocks[seat];
            if let Sitter::Bot(bot) = &mut chair.sitter
                && resumed.absent.contains(seat)
            {
                bot.stage.leave();
            }
        }
        game.course = resumed.course;
        game.stage = Stage::New(Origin::Log);
        game
    }

    /// What the match is played under; they do not change while it runs.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game so far.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// Who sits where, and how far they are.
    pub fn chairs(&self) -> &Chairs {
        &self.chairs
    }

    /// What is made of what happens.
    pub fn audience(&mut self) -> &mut Audience {
        &mut self.audience
    }

    pub(super) fn telling(&mut self) -> Telling<'_> {
        let Self { settings, course, chairs, stage, audience, outbox, .. } = self;
        Telling { settings, audience: *audience, course, stage, chairs, outbox }
    }

    pub(super) fn posing(&mut self) -> Posing<'_> {
        let Self { settings, course, chairs, outbox, .. } = self;
        Posing { settings, course, chairs, outbox }
    }

    /// The next thing that the match wants done.
    pub fn output(&mut self) -> Option<Output> {
        self.outbox.take()
    }

    /// When [`Match::tick`] is next due.
    pub fn deadline(&self) -> Option<Instant> {
        let resting = match &self.stage {
            Stage::Playing(playing) => playing.resting,
            Stage::New(_) | Stage::Preparing(_) | Stage::Over => None,
        };
        self.chairs.deadline().into_iter().chain(resting).min()
    }

    /// Starts: bots that have not greeted are greeted, the others are told of the new game.
    pub fn start(&mut self, now: Instant) {
        if let Stage::New(origin) = self.stage {
            self.stage = Stage::Preparing(origin);
        }
        for (seat, bot) in self.chairs.bots_mut() {
            if bot.stage.is_gone() {
                continue;
            }
            let Some(invitation) = Invitation::of(&self.settings, seat) else { continue };
            let (greeting, say) = Greeting::begin(invitation, bot.profile.is_some(), now);
            bot.stage = BotStage::Greeting(greeting);
            self.outbox.say_all(seat, say);
        }
        self.begin_when_ready(now);
    }

    /// A bot has been restarted before the game: it greets as if it had never been there.
    pub fn start_anew(&mut self, now: Instant, seat: Seat) {
        let (Some(bot), Some(invitation)) = (self.chairs[seat].bot_mut(), Invitation::of(&self.settings, seat)) else {
            return;
        };
        let (greeting, say) = Greeting::begin(invitation, false, now);
        *bot = Bot { stage: BotStage::Greeting(greeting), ..Bot::new(None) };
        self.outbox.say_all(seat, say);
    }

    /// A bot is not there any more, or never was.
    pub fn ended(&mut self, now: Instant, seat: Seat, end: BotEnd) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        match end {
            BotEnd::NotStarted(text) => self.wrong(now, seat, Fault::NoStart, Lapse::NotStarted(text)),
            BotEnd::Ended(text) => {
                bot.pipe = Pipe::Closed;
                self.wrong(now, seat, Fault::Crash, Lapse::Ended(text));
            }
        }
    }

    /// What became of what was said to a bot.
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

    /// Everything that the match wanted said has been written: the clocks of those who were asked begin to run.
    pub fn sent(&mut self, now: Instant) {
        for (_, chair) in self.chairs.iter_mut() {
            if let Some(question) = &mut chair.question {
                question.sent(now);
            }
        }
    }

    /// Time has passed: those whose deadline is over are at fault. The owner has read once more what they said.
    pub fn tick(&mut self, now: Instant) {
        if let Stage::Playing(playing) = &mut self.stage
            && playing.resting.take().is_some()
        {
            self.advance(now);
        }
        for seat in self.chairs.late(now).iter() {
            // A verdict on another may have ended the game.
            if !self.chairs.is_late(now, seat) {
                continue;
            }
            match self.chairs[seat].lateness() {
                Some((fault, lapse)) => self.wrong(now, seat, fault, lapse),
                None => self.absent(now, seat),
            }
        }
    }

    /// A bot did something wrong. Where it is asked, that is its verdict; where it is getting ready, it fails; else it
    /// counts when it is next asked.
    pub(super) fn wrong(&mut self, now: Instant, seat: Seat, fault: Fault, complaint: impl Into<Complaint>) {
        let complaint = complaint.into();
        if self.is_over() {
            return;
        }
        let chair = &mut self.chairs[seat];
        let asked = chair.is_asked();
        let Sitter::Bot(bot) = &mut chair.sitter else {
            if asked {
                self.judge(now, seat, Verdict::Fault(fault, Box::new(complaint)));
            }
            return;
        };
        match &mut bot.stage {
            BotStage::Gone { .. } => {}
            BotStage::Fresh | BotStage::Greeting(_) => {
                self.outbox.say(seat, ToBot::Error(complaint.told(fault)));
                bot.stage = BotStage::Gone { failure: Some(Failure { fault, complaint }) };
                self.outbox.push(Output::Dismiss(seat));
                self.begin_when_ready(now);
            }
            BotStage::Synchronising { .. } => self.absent(now, seat),
            BotStage::Playing { step, .. } if asked => {
                // After these an answer may still be on its way, which must not pass for the next one.
                if matches!(fault, Fault::Timeout | Fault::Flood | Fault::Deaf) {
                    *step = Step::Out;
                }
                let complaint = complaint.in_position(self.course.table().view(seat));
                self.judge(now, seat, Verdict::Fault(fault, Box::new(complaint)));
            }
            BotStage::Playing { failure, .. } => {
                failure.get_or_insert(Failure { fault, complaint });
            }
        }
    }

    /// A bot that missed its `readyok` after a fault is stopped; the arbiter plays for its seat from now on.
    fn absent(&mut self, now: Instant, seat: Seat) {
        self.chairs.dismiss(seat, &mut self.outbox);
        self.judge(now, seat, Verdict::Absent);
    }

    /// When every bot has got ready or failed, the log begins, then the game.
    pub(super) fn begin_when_ready(&mut self, now: Instant) {
        let Stage::Preparing(origin) = self.stage else { return };
        if self.chairs.bots_mut().any(|(_, bot)| bot.stage.is_preparing()) {
            return;
        }
        self.stage = Stage::Playing(Playing::default());
        if origin == Origin::Start {
            self.outbox.record(self.chairs.head(&self.settings));
        }
        self.outbox.tell(ToHost::Started {
            name: self.settings.name.clone(),
            commitment: commitment(&self.settings.seed),
            position: self.settings.start.position(),
        });
        if origin == Origin::Start {
            let failures = self.chairs.take_failures();
            if !failures.is_empty() {
                self.course.fail(failures);
            }
            if self.course.ending().is_none() {
                self.course.begin();
            }
        }
        // In a match that goes on, a bot that does not come back is at fault when it is asked.
        self.telling().entries(None);
        self.advance(now);
    }
}
