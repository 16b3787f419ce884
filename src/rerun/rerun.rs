//! A rerun under way, as a value: the lines of a bot, its end and its silence go in; what to say next and the verdict
//! come out. It knows no process and no clock.

use std::time::Duration;

use uvi::{ClockWords, Fault, FromBot, Go, NewGame, OwnedLine, Patience, ToBot, Words};
use uvi_games::game::{Registry, Seat};
use uvi_match::{
    record::{ChatterSpan, Lapse, SaidLine},
    referee::{BotDeed, Cue, MAX_BYTES, MAX_LINES, Profile, allowed},
};

use super::{
    Cues, Moment, RerunVerdict, SeatScript,
    judge::{judge, table},
};

/// The factor on all time limits; `None` means that there is no limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RerunPace(pub Option<f64>);

/// The use of a bot's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scrutiny {
    /// Each answer is compared.
    Compare,
    /// Any answer will do; the first fault ends the rerun.
    UntilFault,
}

/// The next thing to do for a rerun.
#[derive(Debug, Clone, PartialEq)]
pub enum RerunStep {
    /// Send this message.
    Say(ToBot),
    /// Wait for the bot, at most this long; `None` means for ever.
    Wait(Option<Duration>),
    /// The rerun is over.
    End(RerunVerdict),
}

/// The reply that the last message asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Wanted {
    #[default]
    UviOk,
    ReadyOk,
    Answer,
}

/// A rerun under way.
#[derive(Debug)]
pub struct Rerun<'a> {
    script: &'a SeatScript,
    registry: Registry,
    pace: RerunPace,
    scrutiny: Scrutiny,
    /// The index of the next cue.
    place: usize,
    heard: Heard,
    profile: Profile,
    /// The number of bytes and lines of the bot since the last message to it.
    amount: (usize, u32),
    /// The lines that the bot was told, with its reactions.
    pub(super) told: Cues,
    /// The first fault that was a fault then too, an answer that the log does not have, or the difference.
    pub(super) moment: Option<Moment>,
    verdict: Option<RerunVerdict>,
}

/// The last messages to the bot.
#[derive(Debug, Default)]
struct Heard {
    wanted: Wanted,
    game: Option<NewGame>,
    /// The last position, as the seat sees it.
    position: Option<Words>,
    /// The full position, if the seat does not see all of it.
    hidden: Option<Words>,
    go: Go,
}

impl<'a> Rerun<'a> {
    /// A rerun of the script that has not begun.
    pub fn new(script: &'a SeatScript, registry: Registry, pace: RerunPace, scrutiny: Scrutiny) -> Self {
        let (heard, profile, told) = (Heard::default(), Profile::default(), Vec::new());
        let (place, amount, moment, verdict) = (0, (0, 0), None, None);
        Self { script, registry, pace, scrutiny, place, heard, profile, amount, told, moment, verdict }
    }

    /// The next thing to do.
    pub fn step(&mut self) -> RerunStep {
        loop {
            if let Some(verdict) = self.verdict {
                return RerunStep::End(verdict);
            }
            let Some(cue) = self.script.cues.get(self.place) else {
                self.verdict = Some(self.conclusion());
                continue;
            };
            match &cue.1 {
                Cue::Hear(_) => return RerunStep::Wait(self.limit()),
                Cue::Hidden(position) => self.heard.hidden = Some(position.clone()),
                Cue::Say(message) if !self.hears(message) => {
                    self.place += 1;
                    continue;
                }
                Cue::Say(message) => self.note(message),
            }
            self.place += 1;
            self.told.push(cue.clone());
            if let Cue::Say(message) = &cue.1 {
                return RerunStep::Say(message.clone());
            }
        }
    }

    /// Returns false for `legal` and `history` if the bot did not ask for them.
    fn hears(&self, message: &ToBot) -> bool {
        match message {
            ToBot::Legal(_) => self.profile.legal,
            ToBot::History { .. } => self.profile.history,
            _ => true,
        }
    }

    fn note(&mut self, message: &ToBot) {
        let heard = &mut self.heard;
        match message {
            ToBot::Uvi(_) => heard.wanted = Wanted::UviOk,
            ToBot::IsReady => heard.wanted = Wanted::ReadyOk,
            ToBot::NewGame(game) => *heard = Heard { game: Some(game.clone()), ..Heard::default() },
            ToBot::Position(position) => heard.position = Some(position.clone()),
            ToBot::Go(go) => (heard.go, heard.wanted) = (go.clone(), Wanted::Answer),
            _ => {}
        }
        self.amount = (0, 0);
    }

    fn limit(&self) -> Option<Duration> {
        // A greeting keeps its time at least: a hurried bot would be late there instead.
        let (limit, least) = match self.heard.wanted {
            Wanted::UviOk => (Some(self.patience().greet()), 1.0),
            Wanted::ReadyOk => (Some(self.patience().ready()), 1.0),
            Wanted::Answer => {
                let Heard { game, go: Go { movetime, clocks, nodes, depth }, .. } = &self.heard;
                let seat = game.as_ref().map_or(0, |game| game.seat.saturating_sub(1) as usize);
                let left = clocks.as_ref().and_then(|clocks| clocks.time.get(seat).copied().flatten());
                let limits = ClockWords { nodes: *nodes, depth: *depth, ..ClockWords::default() };
                let limit = allowed(&limits, movetime.map(Duration::from_millis), left.map(Duration::from_millis));
                (limit.map(|limit| limit.saturating_add(self.script.margin)), 0.0)
            }
        };
        limit.zip(self.pace.0).map(|(limit, times)| {
            let seconds = limit.as_secs_f64() * times.max(least);
            Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
        })
    }

    /// The times to wait for the bot.
    pub fn patience(&self) -> &Patience {
        &self.script.patience
    }

    /// True before the first position of a game. Until then, a `readyok` may come before the `isready`.
    pub fn is_greeting(&self) -> bool {
        self.heard.position.is_none()
    }

    /// True if the rerun waits for the bot.
    pub fn waits(&self) -> bool {
        self.verdict.is_none() && matches!(self.script.cues.get(self.place), Some((_, Cue::Hear(_))))
    }

    /// Handles a line of the bot. Returns false if the line is no message.
    pub fn line(&mut self, line: &OwnedLine) -> bool {
        // The rest of a flood is no second one: a match has time to read it before it asks again.
        let counts = self.heard.wanted != Wanted::ReadyOk || self.is_greeting();
        let length = match line {
            OwnedLine::Text(text) => text.len(),
            OwnedLine::NotUtf8(bytes) => bytes.len(),
            OwnedLine::TooLong { .. } => MAX_BYTES,
        };
        self.amount = (self.amount.0 + length + 1, self.amount.1 + 1);
        if counts && (self.amount.0 > MAX_BYTES || self.amount.1 > MAX_LINES) {
            let too_much = Lapse::TooMuch { bytes: MAX_BYTES, lines: MAX_LINES, span: ChatterSpan::Answer };
            self.fails(Fault::Flood, too_much.to_string());
        }
        let OwnedLine::Text(text) = line else { return false };
        let due: &[&str] = match self.heard.wanted {
            Wanted::UviOk => &["id", "option", "variant", "feature", "uviok", "readyok"],
            Wanted::ReadyOk => &["readyok"],
            Wanted::Answer => &["bestmove", "resign"],
        };
        match (text.parse::<FromBot>(), self.heard.wanted) {
            (Ok(FromBot::BestMove(actions)), Wanted::Answer) if self.waits() => self.came(self.judged(actions)),
            (Ok(message @ FromBot::UviOk), Wanted::UviOk)
            | (Ok(message @ FromBot::ReadyOk), Wanted::ReadyOk)
            | (Ok(message @ FromBot::Resign), Wanted::Answer) => self.came(BotDeed::Said(message)),
            (Ok(message), Wanted::UviOk) => self.profile.hear(message),
            (Ok(_), _) => {}
            (Err(error), _) if due.contains(&text.split_ascii_whitespace().next().unwrap_or_default()) => {
                let line = SaidLine::new(text, error.column).line.trim().to_owned();
                self.fails(Fault::Unreadable, Lapse::Unreadable { error, line }.to_string());
            }
            (Err(_), _) => return false,
        }
        true
    }

    fn judged(&self, actions: Words) -> BotDeed {
        let Heard { game, position, hidden, .. } = &self.heard;
        let game = game.as_ref().zip(hidden.as_ref().or(position.as_ref()));
        match game.and_then(|(game, position)| table(self.registry, game, position).zip(Seat::new(game.seat))) {
            Some((table, seat)) => judge(table, seat, &actions),
            None => BotDeed::Said(FromBot::BestMove(actions)),
        }
    }

    /// Handles a fault of the bot, such as its end.
    pub fn fails(&mut self, fault: Fault, text: String) {
        self.came(BotDeed::Fault(fault, text));
    }

    /// Handles a bot that is late.
    pub fn late(&mut self) {
        let (limit, ignored) = (self.limit(), None);
        let within = limit.unwrap_or_default();
        let (fault, lapse) = match self.heard.wanted {
            Wanted::UviOk => (Fault::NoGreeting, Lapse::NoUviOk { within, ignored }),
            Wanted::ReadyOk => (Fault::Timeout, Lapse::NoReadyOk { within, ignored }),
            Wanted::Answer => (Fault::Timeout, Lapse::NoAnswer { within: limit, ignored }),
        };
        self.fails(fault, lapse.to_string());
    }

    /// Compares a reaction of the bot with the one then.
    fn came(&mut self, now: BotDeed) {
        let Some((line, Cue::Hear(then))) = self.script.cues.get(self.place).filter(|_| self.verdict.is_none()) else {
            return;
        };
        self.told.push((*line, Cue::Hear(now.clone())));
        self.place += 1;
        self.heard.hidden = None;
        let failed = matches!(now, BotDeed::Fault(..));
        let verdict = match (then, &now) {
            (_, _) if self.scrutiny == Scrutiny::UntilFault => failed.then_some(RerunVerdict::Fails),
            (BotDeed::Fault(then, _), BotDeed::Fault(now, _)) if then == now => None,
            (BotDeed::Fault(..), _) if !failed => Some(RerunVerdict::Mended),
            (BotDeed::Unknown, _) if !failed => None,
            (BotDeed::Said(FromBot::UviOk | FromBot::ReadyOk), BotDeed::Fault(now, _)) if self.fails_early(*now) => {
                Some(RerunVerdict::Fails)
            }
            (BotDeed::Said(FromBot::BestMove(then)), BotDeed::Said(FromBot::BestMove(now)))
                if begins(then, now) || begins(now, then) =>
            {
                return;
            }
            (then, now) if then == now => return,
            (_, _) => Some(RerunVerdict::Differs),
        };
        let last = self.place == self.script.cues.len();
        if verdict.is_some() || failed && self.moment.is_none() || last && *then == BotDeed::Unknown {
            let position = self.heard.position.clone();
            let moment = Moment { line: *line, position, then: then.clone(), now };
            self.moment = self.moment.take().filter(|_| verdict.is_none()).or(Some(moment));
        }
        self.verdict = verdict;
    }

    /// True if the bot had this fault at a later step of its greeting. A log does not tell at which step it was.
    fn fails_early(&self, fault: Fault) -> bool {
        let to_question = |(_, cue): &&(usize, Cue)| !matches!(cue, Cue::Say(ToBot::Go(_)));
        let later = self.script.cues[self.place..].iter().take_while(to_question).find_map(|(_, cue)| match cue {
            Cue::Hear(BotDeed::Said(FromBot::UviOk | FromBot::ReadyOk)) | Cue::Say(_) | Cue::Hidden(_) => None,
            Cue::Hear(deed) => Some(deed),
        });
        self.is_greeting() && matches!(later, Some(BotDeed::Fault(then, _)) if *then == fault)
    }

    fn conclusion(&self) -> RerunVerdict {
        let over = |(_, cue): &(usize, Cue)| matches!(cue, Cue::Say(ToBot::GameOver(_)));
        match &self.moment {
            Some(moment) if moment.then != BotDeed::Unknown => RerunVerdict::Fails,
            None if self.script.cues.last().is_some_and(over) => RerunVerdict::Same,
            _ => RerunVerdict::LogEnds,
        }
    }
}

/// True if an answer has the actions of the other and more. A log without times, or of an earlier arbiter, does not tell
/// which actions were one answer. So only the actions are compared.
fn begins(answer: &Words, other: &Words) -> bool {
    other.as_str().strip_prefix(answer.as_str()).is_some_and(|rest| rest.starts_with(' '))
}
