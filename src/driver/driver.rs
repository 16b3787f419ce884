//! One match and its bots as a state machine: the loop tells it each event with its time, and the driver answers with
//! the steps to carry out. The driver knows no thread, channel, clock, process or file.
//!
//! The loop carries out each [`Driver::step`] until there is none. Then the match is done, or waits for a bot, for the
//! host, or until [`Driver::due`]. The loop tells the driver each event, then calls [`Driver::woken`].

use std::{
    collections::VecDeque,
    fmt::Display,
    time::{Duration, Instant},
};

use uvi::{ToBot, ToHost};
use uvi_games::game::{BySeat, Seat, SeatSet};
use uvi_match::{
    record::Record,
    referee::{BotEnd, Delivery, Match, Output, Profile, StartObstacle, UnfitBot, Unfitness},
};

use super::{
    DenialError, Origin, Wish,
    excuse::{Excuse, Lag},
    life::{Life, LinkEnd},
    read_ahead::ReadAhead,
    talk,
    wish::answer,
};
use crate::bot::{Exit, ReadResult, StartError};

/// An instruction to the loop.
#[derive(Debug)]
pub(super) enum Step {
    /// Start the bot of a seat, if it has one, and call [`Driver::launched`] or [`Driver::cannot_launch`].
    Launch(Seat),
    /// All bots are launched: call [`Driver::begin`].
    Begin,
    /// Add a record to the log.
    Record(Record),
    /// Add a message to the next write to a bot.
    Say(Seat, ToBot),
    /// Write a diagnostic message about a seat.
    Note(Seat, String),
    /// Write the added records to the log, then the added messages to the bots, and call [`Driver::written`]. If the log
    /// cannot be written, drop the messages, and call [`Driver::cannot_write_log`].
    Write,
    /// Close the log. If the match has not started, drop the log, which removes a new one.
    CloseLog { has_started: bool },
    /// Leave the log without a result, to be resumed later.
    LeaveLog,
    /// Send a message to the host.
    Tell(ToHost),
    /// Look if a bot has exited, and call [`Driver::looked`] with this time.
    Look(Seat, Instant),
    /// Read the output of a bot once more, and call [`Driver::reread`] with this time.
    Reread(Seat, Instant),
    /// Send `quit` to a bot, close its input as soon as all is written, and call [`Driver::dismissed`].
    Dismiss(Seat),
    /// Close the input of a bot.
    CloseInput(Seat),
    /// Kill a bot.
    Kill(Seat),
}

#[derive(Debug, Default)]
pub(super) struct DriverSettings {
    /// The host's line that started the match.
    pub(super) origin: Origin,
    /// True if bots that can play another match are kept for it.
    pub(super) keep_bots: bool,
    /// True if a wish to stop first asks thinking bots to answer at once.
    pub(super) hastens: bool,
}

/// The stage that a match has reached for its bots.
#[derive(Debug)]
enum DriverStage {
    /// Bots are started, one after another. The bots of the seats `missing` are not started yet.
    Launching { missing: SeatSet },
    /// Bots get ready or play.
    Playing,
    /// The match does not start, and its log is still to be closed.
    Refused { unfit: UnfitBot },
    /// The match is over. Bots that are not kept leave.
    Leaving { not_started: Option<UnfitBot> },
}

/// The work that [`Driver::step`] does next: for the match, the bots or the clock.
#[derive(Debug, Clone, Copy)]
enum DriverTurn {
    /// Only outputs of the match are to be carried out.
    Free,
    /// Outputs of the match have been carried out, and are not written yet.
    Saying,
    /// After a wait: the bots `looks` are looked at, then the deadline of the match.
    Woken { now: Instant, looks: SeatSet },
    /// The deadline of the match has passed: late bots are read once more.
    Late { now: Instant },
    /// Late bots have been read: the bots `looks` are looked at, then the match is told the time.
    Judging { now: Instant, looks: SeatSet },
}

/// The life of a bot that can play another match, with the data of the bot's greeting.
pub(super) type KeptLife = (Life, Box<Profile>);

/// One match and its bots.
#[derive(Debug)]
pub(super) struct Driver {
    pub(super) game: Match,
    settings: DriverSettings,
    stage: DriverStage,
    turn: DriverTurn,
    bots: BySeat<Option<Life>>,
    /// The bots from a former match that have not been restarted.
    kept: SeatSet,
    steps: VecDeque<Step>,
    /// Messages for the host. They are sent after the log and the bots have been written.
    told: Vec<ToHost>,
    /// Bots to be dismissed after the log and the bots have been written.
    dismissed: SeatSet,
    excuse: Excuse,
    lag: Lag,
    ahead: ReadAhead,
}

impl Driver {
    /// A match that begins with the launch of all bots that `bots` lacks; those in it were kept from a former match.
    pub(super) fn new(game: Match, bots: BySeat<Option<Life>>, settings: DriverSettings) -> Self {
        let kept: SeatSet = bots.iter().filter(|(_, life)| life.is_some()).map(|(seat, _)| seat).collect();
        let missing = Seat::all(bots.seats()).filter(|&seat| !kept.contains(seat)).collect();
        Self {
            game,
            settings,
            stage: DriverStage::Launching { missing },
            turn: DriverTurn::Free,
            bots,
            kept,
            steps: VecDeque::new(),
            told: Vec::new(),
            dismissed: SeatSet::EMPTY,
            excuse: Excuse::default(),
            lag: Lag::default(),
            ahead: ReadAhead::default(),
        }
    }

    pub(super) fn bot(&self, seat: Seat) -> Option<&Life> {
        self.bots[seat].as_ref()
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.bots.seats())
    }

    /// The seats whose bots have not been told to leave.
    pub(super) fn playing(&self) -> SeatSet {
        self.seats_of(Life::is_playing)
    }

    fn seats_of(&self, is: impl Fn(&Life) -> bool) -> SeatSet {
        let seats = self.bots.iter().filter(|(_, life)| life.as_ref().is_some_and(&is));
        seats.map(|(seat, _)| seat).collect()
    }

    fn keeps(&self, seat: Seat) -> bool {
        self.settings.keep_bots && self.game.chairs()[seat].profile().is_some()
    }

    /// Returns true if the match is over, and its bots are gone or kept.
    pub(super) fn is_done(&self) -> bool {
        let rests = |(seat, life): (Seat, &Life)| life.is_gone() || (life.is_playing() && self.keeps(seat));
        let mut bots = self.bots.iter().filter_map(|(seat, life)| Some((seat, life.as_ref()?)));
        matches!(self.stage, DriverStage::Leaving { .. }) && bots.all(rests)
    }

    /// Returns the finished match, the bots that can play another match, and the reason if the match did not start.
    pub(super) fn finish(self) -> (Match, BySeat<Option<KeptLife>>, Option<UnfitBot>) {
        let Self { game, stage, bots, .. } = self;
        let mut kept = BySeat::new(bots.seats(), |_| None);
        for (seat, life) in Seat::all(bots.seats()).zip(bots) {
            if let (Some(life), Some(profile)) = (life, game.chairs()[seat].profile())
                && life.is_playing()
            {
                kept[seat] = Some((life, Box::new(profile.clone())));
            }
        }
        let not_started = match stage {
            DriverStage::Launching { .. } | DriverStage::Playing => None,
            DriverStage::Refused { unfit } => Some(unfit),
            DriverStage::Leaving { not_started } => not_started,
        };
        (game, kept, not_started)
    }

    /// Returns the next step; `None` if the match is done or waits.
    pub(super) fn step(&mut self) -> Option<Step> {
        loop {
            if let Some(step) = self.steps.pop_front() {
                match step {
                    Step::Dismiss(seat) if !self.bots[seat].as_ref().is_some_and(Life::is_playing) => continue,
                    step => return Some(step),
                }
            }
            if let DriverStage::Launching { missing } = &mut self.stage {
                if let Some(seat) = missing.first().filter(|_| !self.game.is_over()) {
                    missing.remove(seat);
                    return Some(Step::Launch(seat));
                }
                self.stage = DriverStage::Playing;
                return Some(Step::Begin);
            }
            if let DriverTurn::Woken { now, looks } | DriverTurn::Judging { now, looks } = &mut self.turn
                && let Some(seat) = looks.first()
            {
                looks.remove(seat);
                return Some(Step::Look(seat, *now));
            }
            match self.turn {
                DriverTurn::Free | DriverTurn::Saying => {}
                DriverTurn::Woken { now, .. } => {
                    self.turn = DriverTurn::Free;
                    self.look_at_deadline(now);
                    continue;
                }
                DriverTurn::Late { now } => {
                    self.turn = DriverTurn::Judging { now, looks: self.due_bots(now) };
                    continue;
                }
                DriverTurn::Judging { now, .. } => {
                    self.turn = DriverTurn::Free;
                    self.game.tick(now);
                }
            }
            let Some(output) = self.game.output() else {
                return matches!(self.turn, DriverTurn::Saying).then_some(Step::Write);
            };
            self.turn = DriverTurn::Saying;
            if let Some(step) = self.carry(output) {
                return Some(step);
            }
        }
    }

    /// Converts an output of the match to a step. `None` if the output needs no step, or is kept until all is written.
    fn carry(&mut self, output: Output) -> Option<Step> {
        match output {
            Output::Record(record) => return Some(Step::Record(record)),
            Output::Note(seat, text) => return Some(Step::Note(seat, text)),
            Output::Say(seat, message) => {
                self.bots[seat].as_mut()?.hear();
                return Some(Step::Say(seat, message));
            }
            Output::Mute(seat) => self.bots[seat].as_mut()?.mute(),
            Output::Tell(message) => self.told.push(message),
            Output::Dismiss(seat) => self.dismissed.insert(seat),
            Output::CannotStart(unfit) => self.stage = DriverStage::Refused { unfit },
        }
        None
    }

    /// The bot of a seat was started.
    pub(super) fn launched(&mut self, now: Instant, seat: Seat) {
        self.bots[seat] = Some(Life::new());
        if matches!(self.stage, DriverStage::Playing) {
            self.game.start_anew(now, seat);
        }
    }

    pub(super) fn cannot_launch(&mut self, now: Instant, seat: Seat, error: &StartError) {
        match error.is_ours() {
            true => self.game.cannot_start(unstarted(seat, error, obstacle(error))),
            false => self.game.ended(now, seat, BotEnd::NotStarted(error.to_string())),
        }
    }

    /// Starts the match: all bots are launched.
    pub(super) fn begin(&mut self, now: Instant) {
        if !self.game.is_over() {
            self.game.start(now);
        }
    }

    /// The log of a match that is over cannot be closed. Tells the host.
    pub(super) fn cannot_close_log(&mut self, denial: &DenialError) {
        self.steps.push_front(Step::Tell(self.settings.origin.error(denial)));
    }

    /// The added records cannot be written, and the loop has dropped the added messages to the bots. An event that is
    /// not in the log has not happened: aborts the match. Nobody hears of the event. Called instead of
    /// [`Driver::written`].
    pub(super) fn cannot_write_log(&mut self, denial: &DenialError) {
        self.told = vec![self.settings.origin.error(denial)];
        self.dismissed = SeatSet::EMPTY;
        self.game.revoke();
    }

    /// Takes in that the log and the bots have been written. Queues all that had to wait for that.
    pub(super) fn written(&mut self, now: Instant) {
        self.turn = DriverTurn::Free;
        self.game.sent(now);
        self.steps.extend(std::mem::take(&mut self.dismissed).iter().map(Step::Dismiss));
        let not_started = match &mut self.stage {
            DriverStage::Refused { unfit } => Some(unfit.clone()),
            DriverStage::Launching { .. } | DriverStage::Playing if self.game.is_over() => None,
            DriverStage::Launching { .. } | DriverStage::Playing | DriverStage::Leaving { .. } => {
                return self.steps.extend(self.told.drain(..).map(Step::Tell));
            }
        };
        // A host that reads `over` finds the log closed.
        self.steps.push_back(Step::CloseLog { has_started: not_started.is_none() });
        self.steps.extend(self.told.drain(..).map(Step::Tell));
        for seat in self.seats() {
            if !self.keeps(seat) {
                self.steps.push_back(Step::Dismiss(seat));
            }
        }
        self.stage = DriverStage::Leaving { not_started };
    }

    /// A bot was told to leave.
    pub(super) fn dismissed(&mut self, now: Instant, seat: Seat) {
        let grace = self.game.settings().terms.patience.quit();
        if let Some(life) = &mut self.bots[seat] {
            life.dismissed(now, grace);
        }
    }

    /// Takes in the result of a write to a bot.
    pub(super) fn delivered(&mut self, now: Instant, seat: Seat, delivery: Delivery) {
        let Some(life) = &mut self.bots[seat] else { return };
        // A leaving bot gets no more messages.
        if !life.is_playing() && delivery != Delivery::Blocked {
            self.steps.push_back(Step::CloseInput(seat));
        }
        self.game.delivery(now, seat, life.delivered(now, delivery));
    }

    /// Takes in a write of what was left of earlier messages, which could have been done at `read_at`. A bot does not pay for
    /// the time since, because it may have waited for the rest of its question.
    pub(super) fn rest_delivered(&mut self, read_at: Instant, now: Instant, seat: Seat, delivery: Delivery) {
        if delivery != Delivery::Closed {
            let late = now.saturating_duration_since(self.heard_at(seat, read_at, now));
            self.game.delayed(seat, late);
        }
        self.delivered(now, seat, delivery);
    }

    /// Takes in a read of a bot's output.
    pub(super) fn received(&mut self, now: Instant, seat: Seat, received: ReadResult, bytes: &[u8]) {
        let (Some(life), game) = (&mut self.bots[seat], &mut self.game) else { return };
        life.received(now, received, bytes, |line| {
            talk::says(Some(&game.settings().name), seat.number(), line);
            game.line(now, seat, line);
        });
    }

    /// Takes in a look at the process of a bot: its exit, or `None` if it still runs. `words` returns the last line of
    /// its stderr.
    pub(super) fn looked(
        &mut self,
        now: Instant,
        seat: Seat,
        exit: Option<Exit>,
        words: impl FnOnce() -> Option<String>,
    ) {
        let Some(life) = &mut self.bots[seat] else { return };
        match life.looked(now, exit, words) {
            Some(LinkEnd::NotStarted(text)) => self.game.cannot_start(unstarted(seat, &text, StartObstacle::Shortage)),
            // The kept bot, for which the match waits, exited after its former match, as it may. A new bot is started.
            Some(LinkEnd::Left(_))
                if self.kept.contains(seat) && !self.game.is_over() && self.game.chairs()[seat].is_seating() =>
            {
                self.kept.remove(seat);
                self.bots[seat] = None;
                self.steps.push_back(Step::Launch(seat));
                return;
            }
            Some(end) => self.game.ended(now, seat, end.into()),
            None => {}
        }
        if life.turned_deaf(now) {
            self.game.delivery(now, seat, Delivery::Closed);
        }
        if life.must_be_killed(now) {
            self.steps.push_back(Step::Kill(seat));
        }
    }

    /// A late bot was read once more.
    pub(super) fn reread(&mut self, now: Instant, seat: Seat) {
        let Some(life) = &mut self.bots[seat] else { return };
        if let Some(line) = life.unfinished() {
            self.game.unfinished(seat, &line);
        }
        life.hurry(now);
    }

    /// Takes in a wish of the host.
    pub(super) fn wish(&mut self, now: Instant, origin: &Origin, wish: &Wish) {
        if *wish == Wish::Leave {
            self.steps.push_back(Step::LeaveLog);
        }
        // In an analysis, thinking bots are first asked for their answers.
        let hastened = self.settings.hastens && *wish == Wish::Stop && self.game.hasten(now);
        if !hastened {
            answer(now, &mut self.game, origin, wish, |message| self.steps.push_back(Step::Tell(message)));
        }
    }

    /// Aborts the match, because the loop cannot wait any more. Its log is left to be resumed.
    pub(super) fn cannot_wait(&mut self) {
        self.steps.push_back(Step::LeaveLog);
        let _ = self.game.stop();
    }

    /// The time until which the match waits if nothing happens; `None` if it has no deadline. Looks before the deadline
    /// measure the arbiter's own lateness.
    pub(super) fn due(&self, now: Instant) -> Option<Instant> {
        let look = self.game_due().map(|deadline| Lag::look_by(deadline, now));
        self.due_without_looks().into_iter().chain(look).min()
    }

    /// As [`due`](Self::due), on a clock by which nothing is late.
    pub(super) fn due_without_looks(&self) -> Option<Instant> {
        let bots = self.bots.values().flatten().filter_map(Life::deadline);
        bots.chain(self.game_due()).min()
    }

    fn game_due(&self) -> Option<Instant> {
        self.game.deadline().map(|deadline| self.excuse.until(deadline))
    }

    /// The seat of the only bot that thinks, if its answer is likely to be there already. The loop reads this bot after
    /// the others, because lines that the others have written by then came out of turn.
    pub(super) fn likely(&self) -> Option<Seat> {
        let bots = || self.bots.values().flatten();
        if !self.ahead.may_read(bots().count()) || !bots().all(Life::listens) {
            return None;
        }
        let mut thinking = self.seats().filter(|&seat| self.game.chairs()[seat].is_open());
        thinking.next().filter(|_| thinking.next().is_none())
    }

    /// Takes in the result of a read from the bot of [`Driver::likely`].
    pub(super) fn read_ahead(&mut self, answered: bool) {
        self.ahead.found(answered);
    }

    /// Takes in the length of the loop's last wait.
    pub(super) fn waited(&mut self, waited: Duration) {
        self.ahead.waited(waited);
    }

    /// Returns the time at which answers that are there `now` count as read. `speaking` are the bots with new output, room
    /// for input or an exit. `due` is set if the loop is late: the time at which it wanted to look.
    pub(super) fn read_at(&mut self, due: Option<Instant>, now: Instant, speaking: SeatSet) -> Instant {
        match due {
            Some(due) if speaking.iter().any(|seat| self.game.chairs()[seat].is_open()) => self.lag.read_at(due, now),
            Some(_) | None => now,
        }
    }

    /// The time since which an answer may be there unread, if the loop has looked last at `looked`. `None` if no bot thinks.
    pub(super) fn unread_since(&self, looked: Instant) -> Option<Instant> {
        let asked = self.seats().filter_map(|seat| self.game.chairs()[seat].open_since());
        asked.min().map(|asked| asked.max(looked))
    }

    /// The time at which the output of a bot counts as read: `read_at` for an answer, which may have been there before
    /// the loop looked, and else `now`.
    pub(super) fn heard_at(&self, seat: Seat, read_at: Instant, now: Instant) -> Instant {
        self.game.chairs()[seat].open_since().map_or(now, |asked| read_at.max(asked))
    }

    /// The loop has waited, and has told all events. The bots `exits` may have exited.
    pub(super) fn woken(&mut self, now: Instant, exits: SeatSet) {
        self.turn = DriverTurn::Woken { now, looks: exits.iter().chain(self.due_bots(now).iter()).collect() };
    }

    fn due_bots(&self, now: Instant) -> SeatSet {
        self.seats_of(|life| life.deadline().is_some_and(|deadline| deadline <= now))
    }

    fn look_at_deadline(&mut self, now: Instant) {
        let deadline = self.game.deadline().filter(|&deadline| deadline <= now);
        if deadline.is_some_and(|deadline| self.puts_off(deadline, now)) {
            return;
        }
        self.excuse = Excuse::default();
        if deadline.is_some() {
            self.steps.extend(self.game.chairs().late(now).iter().map(|seat| Step::Reread(seat, now)));
            self.turn = DriverTurn::Late { now };
        }
    }

    /// Returns true if a passed deadline does not count yet, because the arbiter saw it late.
    fn puts_off(&mut self, deadline: Instant, now: Instant) -> bool {
        if self.excuse.holds(now) {
            return true;
        }
        let more = self.excuse.put_off(deadline, now);
        if let Some(more) = more {
            let name = &self.game.settings().name;
            log::info!("{name}: the machine is too busy: a deadline was seen {more:?} late");
        }
        more.is_some()
    }
}

fn obstacle(error: &StartError) -> StartObstacle {
    match error {
        error if error.may_pass() => StartObstacle::Shortage,
        error if error.is_of_settings() => StartObstacle::Settings,
        _ => StartObstacle::Machine,
    }
}

/// The reason for a match that does not start because the arbiter cannot start a bot.
fn unstarted(seat: Seat, reason: &impl Display, cause: StartObstacle) -> UnfitBot {
    UnfitBot { seat, reason: Unfitness::Unstarted { reason: reason.to_string(), cause } }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "some time to count from")]
mod tests;
