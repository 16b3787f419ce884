//! A rerun under way, as a value: the lines of a bot, its end and its silence go in; what to say next and the verdict
//! come out. It knows no process and no clock.

use std::{fmt, time::Duration};

use uvi::{ClockWords, Fault, FromBot, Go, NewGame, OwnedLine, Patience, ToBot, Words};
use uvi_games::game::{Registry, Seat};
use uvi_match::{
    record::{ChatterSpan, IGNORED_BYTES, Lapse, SaidLine, ignored_text},
    referee::{BotDeed, Cue, MAX_BYTES, MAX_LINES, Profile, allowed},
};

use super::{
    Cues, Moment, OwedReplies, RerunVerdict, SeatScript,
    replies::{judge, table},
};

/// The factor on all time limits; `None` means that there is no limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RerunPace(pub Option<f64>);

impl RerunPace {
    /// The limits as they were.
    pub const REAL: Self = Self(Some(1.0));
}

impl fmt::Display for RerunPace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("off"),
            Some(times) => write!(f, "{times}x"),
        }
    }
}

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
    /// Send this line, which is no message.
    SayUnknown(String),
    /// Wait for the bot, at most this long; `None` means for ever.
    Wait(Option<Duration>),
    /// The rerun is over.
    End(RerunVerdict),
}

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
    place: usize,
    heard: Heard,
    profile: Profile,
    /// The number of bytes and lines of the bot since the last message to it.
    amount: (usize, u32),
    pub(super) told: Cues,
    /// The first fault that was a fault then too, an answer that the log does not have, or the difference.
    pub(super) moment: Option<Moment>,
    verdict: Option<RerunVerdict>,
}

#[derive(Debug, Default)]
struct Heard {
    /// The reply that the last of them asked for.
    last: Wanted,
    owed: OwedReplies,
    /// The reply that came before the one that the script has first, such as `readyok` before the answer.
    early: Option<BotDeed>,
    game: Option<NewGame>,
    position: Option<Words>,
    /// The full position, if the seat does not see all of it.
    hidden: Option<Words>,
    go: Go,
    stopped: bool,
    /// The last line that was ignored since the last message.
    ignored: Option<String>,
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
                Cue::Hear(then) => match self.heard.take_early(then) {
                    Some(early) => {
                        self.came(early);
                        continue;
                    }
                    None => return RerunStep::Wait(self.limit()),
                },
                Cue::Hidden(position) => self.heard.hidden = Some(position.clone()),
                Cue::SayUnknown(_) => self.amount = (0, 0),
                Cue::Say(message) if !self.hears(message) => {
                    self.place += 1;
                    continue;
                }
                Cue::Say(message) => self.note(message),
            }
            self.place += 1;
            self.told.push(cue.clone());
            match &cue.1 {
                Cue::Say(message) => return RerunStep::Say(message.clone()),
                Cue::SayUnknown(line) => return RerunStep::SayUnknown(line.clone()),
                Cue::Hear(_) | Cue::Hidden(_) => {}
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
            ToBot::Uvi(_) => heard.last = Wanted::UviOk,
            ToBot::IsReady => (heard.last, heard.early) = (Wanted::ReadyOk, None),
            ToBot::NewGame(game) => *heard = Heard { game: Some(game.clone()), ..Heard::default() },
            ToBot::Position(position) => heard.position = Some(position.clone()),
            ToBot::Go(go) => {
                (heard.go, heard.last, heard.early, heard.stopped) = (go.clone(), Wanted::Answer, None, false);
            }
            ToBot::Stop => heard.stopped = true,
            _ => {}
        }
        heard.owed.say(message);
        heard.ignored = None;
        self.amount = (0, 0);
    }

    /// The reaction then, if the rerun waits for the bot.
    fn then(&self) -> Option<&'a BotDeed> {
        match self.script.cues.get(self.place) {
            Some((_, Cue::Hear(then))) => Some(then),
            _ => None,
        }
    }

    /// The reply to wait for. Before a fault that is the answer, if the bot owes one.
    fn wanted(&self) -> Wanted {
        match self.then() {
            Some(BotDeed::Said(FromBot::UviOk)) => Wanted::UviOk,
            Some(BotDeed::Said(FromBot::ReadyOk)) => Wanted::ReadyOk,
            Some(BotDeed::Said(_)) => Wanted::Answer,
            _ if self.heard.owed.answer => Wanted::Answer,
            _ if self.heard.owed.readyok => Wanted::ReadyOk,
            _ => self.heard.last,
        }
    }

    fn limit(&self) -> Option<Duration> {
        // A greeting keeps its time at least: a hurried bot would be late there instead.
        let (limit, least) = match self.wanted() {
            Wanted::UviOk => (Some(self.patience().greet()), 1.0),
            Wanted::ReadyOk => (Some(self.patience().ready()), 1.0),
            // A bot answers `stop` at once.
            Wanted::Answer if self.heard.stopped => (Some(self.patience().ready()), 1.0),
            Wanted::Answer => {
                let Heard { game, go: Go { movetime, clocks, nodes, depth }, .. } = &self.heard;
                let seat = game.as_ref().map_or(0, |game| game.seat.saturating_sub(1) as usize);
                let left = clocks.as_ref().and_then(|clocks| clocks.time.get(seat).copied().flatten());
                let limits = ClockWords { nodes: *nodes, depth: *depth, ..ClockWords::default() };
                let limit = allowed(&limits, movetime.map(Duration::from_millis), left.map(Duration::from_millis));
                let is_late = matches!(self.then(), Some(BotDeed::Fault(Fault::Timeout, _)));
                let limit = limit.or_else(|| is_late.then(|| self.patience().ready()));
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
        self.verdict.is_none() && self.then().is_some()
    }

    /// Handles a line of the bot. Returns false if the line is no message.
    pub fn line(&mut self, line: &OwnedLine) -> bool {
        // The rest of a flood is no second one: a match has time to read it before it asks again.
        let wanted = self.wanted();
        let counts = wanted != Wanted::ReadyOk || self.is_greeting();
        let length = match line {
            OwnedLine::Text(text) => text.len(),
            OwnedLine::NotUtf8(bytes) => bytes.len(),
            OwnedLine::TooLong { start } => {
                if counts {
                    self.fails(Fault::Flood, Lapse::line_too_long(start).to_string());
                }
                return false;
            }
        };
        self.amount = (self.amount.0 + length + 1, self.amount.1 + 1);
        if counts && (self.amount.0 > MAX_BYTES || self.amount.1 > MAX_LINES) {
            let too_much = Lapse::TooMuch { bytes: MAX_BYTES, lines: MAX_LINES, span: ChatterSpan::Answer };
            self.fails(Fault::Flood, too_much.to_string());
        }
        let OwnedLine::Text(text) = line else {
            self.heard.ignored = Some(IGNORED_BYTES.to_owned());
            return false;
        };
        let verb = text.split_ascii_whitespace().next().unwrap_or_default();
        let due: &[&str] = match wanted {
            Wanted::UviOk => &["id", "option", "variant", "feature", "uviok", "readyok"],
            Wanted::ReadyOk => &["readyok"],
            Wanted::Answer => &["bestmove", "resign"],
        };
        match text.parse::<FromBot>() {
            Ok(message) => match Wanted::of(&message) {
                Some(kind) => self.replies(message, kind == wanted),
                None if wanted == Wanted::UviOk => self.profile.hear(message),
                None => {}
            },
            Err(error) if error.is_empty_line() => return false,
            Err(error) => {
                if !due.contains(&verb) {
                    self.heard.ignored = Some(ignored_text(text, &error));
                    return false;
                }
                let line = SaidLine::new(text, error.column).line.trim().to_owned();
                self.fails(Fault::Unreadable, Lapse::Unreadable { error, line }.to_string());
            }
        }
        true
    }

    /// Handles a reply of the bot. One that comes too early is kept. A fault ends if the bot owes nothing more.
    fn replies(&mut self, message: FromBot, is_wanted: bool) {
        let is_owed = self.heard.owed.hear(&message);
        let owes_more = matches!(self.then(), Some(BotDeed::Fault(..))) && self.heard.owed != OwedReplies::default();
        let comes = is_wanted && self.waits();
        if !comes && !is_owed {
            return;
        }
        let deed = match message {
            FromBot::BestMove(actions) => self.judged(actions),
            message => BotDeed::Said(message),
        };
        if comes && (!owes_more || matches!(deed, BotDeed::Fault(..))) {
            self.came(deed);
        } else {
            self.heard.early = Some(deed);
        }
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
        let (limit, ignored) = (self.limit(), self.heard.ignored.take());
        let within = limit.unwrap_or_default();
        let (fault, lapse) = match self.wanted() {
            Wanted::UviOk => (Fault::NoGreeting, Lapse::NoUviOk { within, ignored }),
            Wanted::ReadyOk => (Fault::Timeout, Lapse::NoReadyOk { within, ignored }),
            Wanted::Answer => (Fault::Timeout, Lapse::NoAnswer { within: limit, ignored }),
        };
        self.fails(fault, lapse.to_string());
    }

    fn came(&mut self, now: BotDeed) {
        let Some((line, Cue::Hear(then))) = self.script.cues.get(self.place).filter(|_| self.verdict.is_none()) else {
            return;
        };
        self.told.push((*line, Cue::Hear(now.clone())));
        self.place += 1;
        let failed = matches!(now, BotDeed::Fault(..));
        if failed {
            self.heard.owed = OwedReplies::default();
        }
        if !self.heard.owed.answer {
            self.heard.hidden = None;
        }
        let verdict = match (then, &now) {
            (_, _) if self.scrutiny == Scrutiny::UntilFault => failed.then_some(RerunVerdict::Fails),
            (BotDeed::Fault(then, _), BotDeed::Fault(now, _)) if then == now => None,
            // A bot that has failed again is not mended, even if it answers at a later fault.
            (BotDeed::Fault(..), _) if !failed && self.moment.is_some() => Some(RerunVerdict::Fails),
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
            let fails = matches!(verdict, None | Some(RerunVerdict::Fails));
            self.moment = self.moment.take().filter(|_| fails).or(Some(moment));
        }
        self.verdict = verdict;
    }

    /// True if the bot had this fault at a later step of its greeting. A log does not tell at which step it was.
    fn fails_early(&self, fault: Fault) -> bool {
        let to_question = |(_, cue): &&(usize, Cue)| !matches!(cue, Cue::Say(ToBot::Go(_)));
        let later = self.script.cues[self.place..].iter().take_while(to_question).find_map(|(_, cue)| match cue {
            Cue::Hear(BotDeed::Said(FromBot::UviOk | FromBot::ReadyOk))
            | Cue::Say(_)
            | Cue::SayUnknown(_)
            | Cue::Hidden(_) => None,
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

impl Wanted {
    fn of(message: &FromBot) -> Option<Self> {
        match message {
            FromBot::UviOk => Some(Self::UviOk),
            FromBot::ReadyOk => Some(Self::ReadyOk),
            FromBot::BestMove(_) | FromBot::Resign => Some(Self::Answer),
            _ => None,
        }
    }
}

impl Heard {
    /// The reply that came early, if it is the one for this reaction.
    fn take_early(&mut self, then: &BotDeed) -> Option<BotDeed> {
        let is_ready = |deed: &BotDeed| *deed == BotDeed::Said(FromBot::ReadyOk);
        let owes = self.owed != OwedReplies::default();
        self.early.take_if(|early| match then {
            BotDeed::Fault(..) => !owes,
            then => is_ready(then) == is_ready(early),
        })
    }
}

/// True if an answer has the actions of the other and more. A log without times, or of an earlier arbiter, does not tell
/// which actions were one answer. So only the actions are compared.
fn begins(answer: &Words, other: &Words) -> bool {
    other.as_str().strip_prefix(answer.as_str()).is_some_and(|rest| rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use uvi::Line;
    use uvi_games::games::REGISTRY;

    use super::*;

    /// Reruns a script with a bot that says one of these groups of lines at each wait, and then is silent.
    #[track_caller]
    fn rerun(script: &[&str], said: &[&[&str]]) -> (RerunVerdict, Option<String>, Vec<Option<u128>>) {
        let script = SeatScript::parse(&script.join("\n")).unwrap();
        let mut rerun = Rerun::new(&script, REGISTRY, RerunPace::REAL, Scrutiny::Compare);
        let (mut said, mut waits) = (said.iter(), Vec::new());
        loop {
            match rerun.step() {
                RerunStep::Say(_) | RerunStep::SayUnknown(_) => {}
                RerunStep::Wait(limit) => {
                    waits.push(limit.map(|limit| limit.as_millis()));
                    let reactions = rerun.told.len();
                    for line in said.next().copied().unwrap_or_default() {
                        rerun.line(&OwnedLine::from(Line::Text(line)));
                    }
                    if rerun.told.len() == reactions {
                        rerun.late();
                    }
                }
                RerunStep::End(verdict) => return (verdict, rerun.moment.map(|moment| moment.now.to_string()), waits),
            }
        }
    }

    #[track_caller]
    fn check(script: &[&str], said: &[&[&str]], verdict: RerunVerdict, now: &str) {
        let (found, moment, _) = rerun(script, said);
        assert_eq!((found, moment.unwrap_or_default().starts_with(now)), (verdict, true), "{script:?} {said:?}");
    }

    #[test]
    fn a_bot_that_was_silent_after_stop_must_answer() {
        let script = ["patience ready 70", "> uvi 1", "< uviok", "> go", "> stop", "> isready", "! timeout: none"];
        check(&script, &[&["uviok"], &["readyok"]], RerunVerdict::Fails, "timeout");
        check(&script, &[&["uviok"], &["bestmove a"]], RerunVerdict::Fails, "timeout");
        check(&script, &[&["uviok"], &["bestmove a", "readyok"]], RerunVerdict::Mended, "readyok");
        check(&script, &[&["uviok"], &["readyok", "bestmove a"]], RerunVerdict::Mended, "bestmove a");
        let ready = [&script[..6], &["< readyok", "! unreadable: x"]].concat();
        check(&ready, &[&["uviok"], &["readyok"], &["bestmove"]], RerunVerdict::Fails, "unreadable");
        check(&ready, &[&["uviok"], &["bestmove a", "readyok"]], RerunVerdict::Mended, "bestmove a");
        assert_eq!(rerun(&script, &[&["uviok"]]).2[1], Some(70));
    }

    #[test]
    fn readyok_may_come_before_the_answer_or_after_it() {
        for replies in [["< *", "< readyok"], ["< readyok", "< *"]] {
            let script = [&["> go", "> isready"][..], &replies, &["> gameover reason abort"]].concat();
            check(&script, &[&["readyok", "bestmove a"]], RerunVerdict::Same, "");
            check(&script, &[&["bestmove a", "readyok"]], RerunVerdict::Same, "");
        }
        let never = ["> go", "> isready", "< *", "> gameover reason abort", "! timeout: none"];
        check(&never, &[&["bestmove a", "readyok"]], RerunVerdict::Mended, "readyok");
        check(&never, &[&["bestmove a"], &[]], RerunVerdict::Fails, "timeout");
        // After a takeback, the answer counts for nothing.
        let undone = ["> go", "> stop", "> isready", "< readyok", "> go", "< bestmove b", "> gameover reason abort"];
        check(&undone, &[&["bestmove a", "readyok"], &["bestmove b"]], RerunVerdict::Same, "");
    }

    #[test]
    fn a_bot_that_fails_again_is_not_mended_by_a_later_answer() {
        let script = ["> go", "! unreadable: x", "> isready", "< readyok", "> go", "! timeout: none"];
        check(&script, &[&["bestmove"], &["readyok"], &["bestmove a"]], RerunVerdict::Fails, "unreadable");
        check(&script, &[&["bestmove a"]], RerunVerdict::Mended, "bestmove a");
    }

    #[test]
    fn silence_where_there_was_a_timeout_ends() {
        let script = ["patience ready 70", "> go", "! timeout: none"];
        assert_eq!(rerun(&script, &[]).2, [Some(70)]);
        assert_eq!(rerun(&["> go", "! crash: x"], &[&["bestmove a"]]).2, [None]);
    }

    #[test]
    fn what_was_ignored_is_told_and_a_long_line_is_a_flood() {
        let script = SeatScript::parse("> go movetime 5\n! timeout: none").unwrap();
        let line = |bytes: &[u8]| {
            let mut rerun = Rerun::new(&script, REGISTRY, RerunPace::REAL, Scrutiny::Compare);
            while !matches!(rerun.step(), RerunStep::Wait(_)) {}
            let line = match std::str::from_utf8(bytes) {
                Ok(text) if text.len() > uvi::MAX_LINE => OwnedLine::TooLong { start: bytes.to_vec() },
                Ok(text) => OwnedLine::Text(text.to_owned()),
                Err(_) => OwnedLine::NotUtf8(bytes.to_vec()),
            };
            rerun.line(&line);
            rerun.late();
            rerun.moment.unwrap().now.to_string()
        };
        assert!(line(b"bestmove a\xff").ends_with("; the arbiter ignored: a line that is not UTF-8"));
        assert!(line(b"BESTMOVE a").contains("; the arbiter ignored: BESTMOVE a ("));
        assert!(
            line(&[b'x'; 70_000]).starts_with("flood: expected lines of at most 65536 bytes, found a longer one: x")
        );
    }
}
