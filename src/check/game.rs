//! A game in which the checked bot has one seat, and random actions are played for every other seat.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use uvi::{ClockWords, Fault, FromBot, InfoDetail, Line, OwnedLine, Patience, Text, ToBot, ToHost, Word, Words};
use uvi_games::game::{self, BySeat, OptionValues, Seat, Seed, Stream, Variant};
use uvi_match::{
    record::{self, Complaint, InfoSummary, Lapse, Record, Terms},
    referee::{Audience, BotFailure, Delivery, Match, Notation, Output, Player, Profile, SeatSettings, Settings},
};

use super::{
    CheckSettings,
    finding::{CheckFinding, CheckResult, StepError},
    interview::{Interview, UNASKED},
    lots,
};
use crate::{
    driver::BotEvent,
    world::{RealClock, WorldClock as _},
};

/// The time for the bot to think before it is interrupted.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Debug, Clone)]
pub(super) struct Play {
    pub(super) variant: &'static dyn Variant,
    pub(super) options: OptionValues,
    pub(super) seats: u8,
    pub(super) seat: Seat,
    pub(super) seed: Seed,
    /// The start position; `None` means the variant's own start.
    pub(super) start: Option<Box<dyn game::Table>>,
    pub(super) limits: ClockWords,
    pub(super) patience: Patience,
    /// The number of the bot's decisions after which the game is stopped. `None` means never.
    pub(super) most: Option<u32>,
    pub(super) interrupt: Interrupt,
}

impl Play {
    /// A game from the variant's own start under these settings.
    pub(super) fn whole(settings: &CheckSettings, variant: &'static dyn Variant, seats: u8, seat: Seat) -> Self {
        let &CheckSettings { seed, limits, patience, decisions: most, .. } = settings;
        let options = OptionValues::defaults(variant.options());
        Self { variant, options, seats, seat, seed, start: None, limits, patience, most, interrupt: Interrupt::None }
    }
}

/// The line that the referee gets in place of the bot's answer for [`Interrupt::Refuse`]. The line names no action of
/// any game, so the referee refuses it.
const REFUSED: &str = "bestmove a-check-refuses-this";

/// The event while the bot thinks about its first decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interrupt {
    None,
    /// `isready` comes together with the question.
    IsReady,
    /// `stop` comes, and `isready` with it, as after a takeback.
    Stop,
    GameOver,
    /// The answer is refused, whatever it is, and the bot is asked again.
    Refuse,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CheckedGame {
    pub(super) decisions: u32,
    pub(super) phases: BTreeSet<&'static str>,
    pub(super) resigned: bool,
    /// The moment of `readyok`. `None` if no `isready` came during the question, or no `readyok` has come yet.
    pub(super) ready: Option<ReadyMoment>,
    /// True if the bot was interrupted while it was thinking, or its answer was refused.
    pub(super) interrupted: bool,
    /// The first known figure of an `info` line without a number, such as `depth`, with the word found instead.
    pub(super) no_number: Option<String>,
    /// The first mistake in what the bot said of its play.
    pub(super) flaw: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadyMoment {
    Thinking,
    Answered,
}

struct CheckedTable<'a> {
    play: Play,
    game: Match,
    talk: &'a mut Interview,
    lots: Stream,
    asked: Option<Instant>,
    over: bool,
    infos: Vec<String>,
    played: CheckedGame,
}

/// Plays the game with a bot that has greeted; `profile` has its greeting. Returns an error at the bot's first fault.
pub(super) fn play(play: Play, talk: &mut Interview, profile: &Profile) -> CheckResult<CheckedGame> {
    let start = match &play.start {
        Some(start) => start.clone(),
        None => {
            let start = play.variant.start(&play.options, play.seats, &play.seed);
            start.map_err(|error| CheckFinding::unseen(error.to_string()))?
        }
    };
    let bot = Player::Bot { command: Text::default(), options: Vec::new(), set: Vec::new() };
    let seats = BySeat::new(play.seats, |seat| SeatSettings {
        player: if seat == play.seat { bot.clone() } else { Player::Host },
        limits: play.limits,
    });
    let settings = Settings {
        name: Word::new("check").expect("this is a word"),
        variant: play.variant,
        options: play.options.clone(),
        seed: play.seed,
        tells_lots: true,
        start,
        set_position: play.start.is_some(),
        seats,
        clock: play.limits,
        terms: Terms {
            patience: play.patience,
            info: Some(InfoDetail::Off),
            retry: (play.interrupt == Interrupt::Refuse).then_some(1),
            ..Terms::default()
        },
        probe: None,
        entry: None,
    };
    let profiles = BySeat::new(play.seats, |seat| (seat == play.seat).then(|| profile.clone()));
    let mut game = Match::new(settings, profiles);
    *game.audience() = Audience { debug: false, analyses: false, events: false, records: false };
    game.start(RealClock.now());
    let lots = Stream::new(&play.seed, "lots");
    let played = CheckedGame::default();
    CheckedTable { play, game, talk, lots, asked: None, over: false, infos: Vec::new(), played }.run()
}

impl CheckedTable<'_> {
    fn run(mut self) -> CheckResult<CheckedGame> {
        loop {
            self.carry_out()?;
            if self.over {
                return Ok(self.played);
            }
            if self.play.most.is_some_and(|most| self.played.decisions >= most) {
                self.stop()?;
                return Ok(self.played);
            }
            self.listen()?;
        }
    }

    /// Carries out the outputs of the match. All messages to the bot are one write. The other seats decide at once.
    fn carry_out(&mut self) -> CheckResult<()> {
        loop {
            let mut turns = Vec::new();
            let mut at_fault = false;
            let done = self.play.most.is_some_and(|most| self.played.decisions >= most);
            while let Some(output) = self.game.output() {
                match output {
                    // A game that is about to stop asks no more questions.
                    Output::Say(_, ToBot::Position(_) | ToBot::History { .. } | ToBot::Legal(_) | ToBot::Go(_))
                        if done => {}
                    // The bot hears no `error`, because the report has the fault. The exception is the `error` about an
                    // answer that the check has refused as a test, which comes before the next question.
                    Output::Say(_, ToBot::Error(_)) if !self.is_refused() || self.asked.is_some() => {}
                    Output::Say(_, message) => self.say(&message),
                    Output::Record(Record::Fault(_)) => at_fault = true,
                    Output::Tell(ToHost::Turn { seat, .. }) => turns.push(seat),
                    Output::Tell(ToHost::Over { .. }) => self.over = true,
                    Output::CannotStart(unfit) => {
                        return Err(CheckFinding::unseen(unfit.to_string()).into());
                    }
                    Output::Record(_) | Output::Tell(_) | Output::Dismiss(_) | Output::Mute(_) | Output::Note(_, _) => {
                    }
                }
            }
            self.talk.send();
            let delivery = if self.talk.dialogue.is_blocked() { Delivery::Blocked } else { Delivery::Done };
            let now = RealClock.now();
            self.game.delivery(now, self.play.seat, delivery);
            self.game.sent(now);
            if at_fault && let Some(BotFailure { fault, complaint }) = self.game.chairs()[self.play.seat].last_fault() {
                return Err(CheckFinding::new(*fault, complaint.clone()).into());
            }
            if turns.is_empty() || done {
                return Ok(());
            }
            for seat in turns {
                self.play_by_lot(seat);
            }
        }
    }

    fn say(&mut self, message: &ToBot) {
        if let ToBot::Position(view) = message {
            let full = self.game.course().table().position();
            if full != *view {
                self.talk.script.hide(full);
            }
        }
        self.talk.say(message);
        if let ToBot::Go(_) = message {
            let first = self.played.phases.is_empty();
            self.asked = Some(RealClock.now());
            self.infos.clear();
            self.played.phases.insert(self.game.course().table().phase());
            if first && self.play.interrupt == Interrupt::IsReady {
                self.talk.say(&ToBot::IsReady);
            }
        }
    }

    fn play_by_lot(&mut self, number: u32) {
        let Some(seat) = Seat::new(number) else { return };
        let legal = self.game.legal(seat);
        let Some(action) = lots::action(&mut self.lots, &legal) else { return };
        // Cannot fail: the seat is asked and the action is listed.
        let _ = self.game.play(RealClock.now(), number, &Words::from(action), Notation::Link);
    }

    /// Waits for the bot's next line or event, and passes it to the match.
    fn listen(&mut self) -> CheckResult<()> {
        let seat = self.play.seat;
        // A bot without a time limit must answer within the patience for `readyok`, so that the check always ends.
        let unlimited = self.asked.map(|asked| asked + self.play.patience.ready());
        let by = self.game.deadline().or(unlimited).unwrap_or_else(|| RealClock.now());
        let pause = self.pause();
        let heard = self.talk.hear(pause.map_or(by, |pause| pause.min(by)))?;
        let now = RealClock.now();
        match heard {
            // Before the next question, handles all lines that are already read (UVI 3.3).
            BotEvent::Line(line) => {
                self.line(now, &line);
                while let Some(line) = self.talk.read_already() {
                    self.line(now, &line);
                }
            }
            BotEvent::End(end) => self.game.ended(now, seat, end.into()),
            BotEvent::Deaf => self.game.delivery(now, seat, Delivery::Closed),
            BotEvent::Nothing if pause.is_some_and(|pause| pause <= now) => return self.interrupt(),
            BotEvent::Nothing if self.game.deadline().is_some() => {
                if let Some(line) = self.talk.dialogue.unfinished() {
                    self.game.unfinished(seat, &line);
                }
                self.game.tick(now);
            }
            BotEvent::Nothing => return Err(self.silent()),
        }
        Ok(())
    }

    /// Returns true between the refusal of the first answer and the bot's second answer.
    fn is_refused(&self) -> bool {
        self.play.interrupt == Interrupt::Refuse && self.played.interrupted && self.played.decisions == 0
    }

    fn line(&mut self, now: Instant, line: &OwnedLine) {
        if let OwnedLine::Text(text) = line {
            let answers = self.asked.is_some() && matches!(text.parse(), Ok(FromBot::BestMove(_)));
            if answers && self.play.interrupt == Interrupt::Refuse && !self.played.interrupted {
                (self.asked, self.played.interrupted) = (None, true);
                return self.game.line(now, self.play.seat, Line::Text(REFUSED));
            }
            self.note(text);
        } else {
            self.talk.ignore_bytes(line);
        }
        self.game.line(now, self.play.seat, line.as_line());
    }

    /// Notes what the report needs from a line, whatever the match does with the line.
    fn note(&mut self, line: &str) {
        let asked_ready = match self.play.interrupt {
            Interrupt::IsReady => !self.played.phases.is_empty(),
            Interrupt::Stop => self.played.interrupted,
            Interrupt::None | Interrupt::GameOver | Interrupt::Refuse => false,
        };
        match (line.parse::<FromBot>(), self.asked) {
            (Ok(FromBot::ReadyOk), asked) if asked_ready => {
                self.played.ready = Some(if asked.is_some() { ReadyMoment::Thinking } else { ReadyMoment::Answered });
            }
            (Ok(FromBot::Info(text)), _) => {
                if self.played.no_number.is_none() {
                    let refused = InfoSummary::default().hear(text.as_str()).map(|refused| refused.to_string());
                    self.played.no_number = refused.map(|refused| uvi::escape_controls(&refused).into_owned());
                }
                self.infos.push(uvi::escape_controls(text.as_str()).into_owned());
            }
            (Ok(message @ (FromBot::BestMove(_) | FromBot::Resign)), Some(_)) => {
                self.asked = None;
                self.played.decisions += 1;
                let answer = if let FromBot::BestMove(actions) = &message { actions.iter().next() } else { None };
                let flaws = record::flaws(self.game.course().table(), self.play.seat, &self.infos, answer);
                self.played.flaw = self.played.flaw.take().or_else(|| Some(flaws.first()?.to_string()));
                self.played.resigned |= message == FromBot::Resign;
            }
            (Ok(FromBot::BestMove(_) | FromBot::Resign), None) => {
                self.played.flaw.get_or_insert_with(|| UNASKED.to_owned());
            }
            (Err(error), _) if !error.is_empty_line() => {
                self.talk.ignore(line, error.to_string());
            }
            (Ok(_) | Err(_), _) => {}
        }
    }

    fn pause(&self) -> Option<Instant> {
        let waits = matches!(self.play.interrupt, Interrupt::Stop | Interrupt::GameOver) && !self.played.interrupted;
        self.asked.filter(|_| waits).map(|asked| asked + PAUSE)
    }

    fn interrupt(&mut self) -> CheckResult<()> {
        self.played.interrupted = true;
        if self.play.interrupt == Interrupt::Stop {
            self.asked = Some(RealClock.now());
            self.talk.say(&ToBot::Stop);
            self.talk.say(&ToBot::IsReady);
            self.talk.send();
            return Ok(());
        }
        self.stop()
    }

    /// Stops the game, so the bot gets `gameover`.
    fn stop(&mut self) -> CheckResult<()> {
        // Cannot fail: the game runs, because the bot was asked.
        let _ = self.game.stop();
        self.carry_out()
    }

    /// The error of a bot that has no limit and says nothing.
    fn silent(&self) -> StepError {
        let after = match (self.play.interrupt, self.played.interrupted) {
            (Interrupt::Refuse, true) => "error and go",
            (_, true) => "stop",
            (_, false) => "go",
        };
        let within = self.play.patience.ready().as_millis();
        let lapse = Lapse::Told(format!("expected an answer within {within} ms of {after}, none came"));
        let position = self.game.course().table().view(self.play.seat);
        CheckFinding::new(Fault::Timeout, Complaint::from(lapse).in_position(position)).into()
    }
}
