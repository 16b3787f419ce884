//! The state of a match, built from the messages of the host link.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use nom::{
    IResult, Parser as _,
    bytes::complete::{is_not, tag},
    character::complete::{none_of, space1},
    combinator::{peek, verify},
    error::Error,
    multi::many_till,
    number::complete::double,
    sequence::{preceded, terminated},
};
use uvi::{Fault, Go, ScoreText, ToHost, TurnCount, TurnRules};

use super::{ChairPlayer, Setting};
use crate::talk::{MatchEnd, Move, SeatView, TableStage, View};

const MOST_NOTICES: usize = 20;

#[derive(Debug, Default)]
pub(super) struct TableState {
    rules: TurnRules,
    pub(super) stage: TableStage,
    seats: Vec<SeatState>,
    asked: BTreeMap<u32, PersonQuestion>,
    /// The seats that the arbiter has asked; their next action is a decision, not a forced pass. Each with the time that
    /// its answer took, which is zero until it has answered.
    deciding: BTreeMap<u32, Duration>,
    moves: Vec<MoveEvent>,
    /// The number of changes of the board.
    pub(super) board: u64,
    takebacks: u32,
    over: Option<MatchEnd>,
    notices: Vec<Notice>,
    /// True if pages show the output of bots.
    pub(super) debug: bool,
    /// The time of the last event on the board.
    since: Option<Instant>,
    /// The file name of the log.
    log: String,
}

/// An error, for people.
#[derive(Debug)]
struct Notice {
    /// The part for everybody at the table.
    text: String,
    /// The rest, for those who may know details of this machine.
    details: String,
}

#[derive(Debug)]
struct MoveEvent {
    what: Move,
    turns: TurnCount,
    /// True if the action was a decision, not a forced pass.
    decided: bool,
}

/// The part of the list of moves that a page has. Any takeback makes it worthless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ShownActions {
    plies: usize,
    takebacks: u32,
}

#[derive(Debug, Default)]
struct SeatState {
    name: String,
    is_bot: bool,
    /// The time left when the clock last stopped, and the increment per decision.
    clock: Option<(Duration, Duration)>,
    /// The time on the clock at the start, in milliseconds.
    full: Option<u64>,
    gone: bool,
    /// The output of the bot since its last action.
    says: String,
    /// The output before the last action, which may be shown now.
    said: String,
}

/// A question to a person: the moment when it was asked, and the time limit of this decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PersonQuestion {
    since: Instant,
    movetime: Option<Duration>,
}

impl TableState {
    pub(super) fn new(setting: &Setting) -> Self {
        let clock = setting.clock.map(|(time, inc)| (Duration::from_millis(time), Duration::from_millis(inc)));
        let seat = |chair: &super::TableSeat| SeatState {
            name: chair.name.clone(),
            is_bot: matches!(chair.sits, ChairPlayer::Bot),
            clock,
            full: setting.clock.map(|(time, _)| time),
            ..SeatState::default()
        };
        Self {
            rules: setting.rules.clone(),
            seats: setting.chairs.iter().map(seat).collect(),
            log: setting.log.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            ..Self::default()
        }
    }

    pub(super) fn hear(&mut self, message: &ToHost, now: Instant) {
        if shows(message) {
            self.board += 1;
            self.since = Some(now);
        }
        match message {
            ToHost::Started { .. } => self.stage = TableStage::Running,
            ToHost::Chance { action, .. } => self.act(None, action.to_string()),
            ToHost::Played { seat, time, text, .. } => self.played(*seat, *time, text.as_str()),
            ToHost::Score { turn, points, total, chain, .. } => {
                let chain = if chain.is_empty() { String::new() } else { format!(", {} men", chain.len()) };
                self.tell(None, format!("turn {turn}: {points} points{chain}; {total} in all"));
            }
            ToHost::Turn { seat, go, .. } => self.asks(*seat, go, now),
            ToHost::Info { seat, text, .. } => {
                // The bot may be making a secret choice at the same time as a person.
                if self.asked.is_empty()
                    && let Some(seat) = self.seat(*seat)
                {
                    text.as_str().clone_into(&mut seat.says);
                }
            }
            ToHost::Fault { seat, fault, text, .. } => {
                let is_bot = self.seat(*seat).is_some_and(|seat| seat.is_bot);
                let again = format!("; in the folder of logs: arbiter rerun {} {seat}", self.log);
                let again = if is_bot { again.as_str() } else { "" };
                let name = self.name(*seat);
                self.notice(format!("{name}: {}", fault.word()), format!("{}{again}", text.as_str()));
                if let (Fault::Timeout, true, Some(since)) = (*fault, is_bot, self.since) {
                    self.use_time(*seat, now.saturating_duration_since(since));
                }
            }
            ToHost::Try { seat, fault, text, .. } => {
                let name = self.name(*seat);
                self.notice(format!("{name} tries again: {}", fault.word()), text.as_str().to_owned());
            }
            ToHost::Vacated { seat, reason, .. } => {
                if let Some(vacated) = self.seat(*seat) {
                    vacated.gone = true;
                }
                self.stop_clock(*seat, now);
                self.tell(Some(*seat), format!("leaves ({reason})"));
            }
            ToHost::Undone { to, .. } => self.take_back(*to as usize),
            ToHost::Over { over, .. } => {
                self.stage = TableStage::Over;
                let asked: Vec<u32> = self.asked.keys().copied().collect();
                asked.into_iter().for_each(|seat| self.stop_clock(seat, now));
                let (points, shared) = match &over.score {
                    Some(ScoreText::Each(points)) => (Some(points.iter().map(ToString::to_string).collect()), None),
                    Some(ScoreText::Shared(points)) => (None, Some(points.to_string())),
                    None => (None, None),
                };
                self.over = Some(MatchEnd { reason: over.reason.to_string(), points, shared });
            }
            _ => {}
        }
    }

    pub(super) fn fail(&mut self, text: &str) {
        if !self.is_over() {
            self.stage = TableStage::Failed;
            self.asked.clear();
            self.notice("the game cannot continue".to_owned(), text.to_owned());
        }
    }

    /// Returns true if the match is over, or one of these seats is asked, so that nothing follows before the seat acts.
    pub(super) fn stands_for(&self, own: &[u32]) -> bool {
        self.stage == TableStage::Over || own.iter().any(|seat| self.asked.contains_key(seat))
    }

    pub(super) fn has_begun(&self) -> bool {
        self.stage != TableStage::Starting || !self.moves.is_empty()
    }

    /// Prepares the state for resuming after the first `stand` actions; the bots greet again. False if fewer are known.
    pub(super) fn go_on_from(&mut self, stand: usize) -> bool {
        let known = self.moves.iter().filter(|told| told.what.counts).count();
        if known > stand {
            self.take_back(stand);
        }
        self.stage = TableStage::Starting;
        known >= stand
    }

    /// The number of actions before the last decision of these seats; `None` if they have not decided anything.
    pub(super) fn before_last_of(&self, own: &[u32]) -> Option<usize> {
        let is_own = |told: &MoveEvent| told.decided && told.what.seat.is_some_and(|seat| own.contains(&seat));
        let last = self.moves.iter().rposition(is_own)?;
        Some(self.moves[..last].iter().filter(|told| told.what.counts).count())
    }

    /// Returns true if one of these seats has made a choice that nobody is told before others have chosen too.
    pub(super) fn has_chosen_in_secret(&self, own: &[u32]) -> bool {
        own.iter().any(|seat| self.deciding.contains_key(seat) && !self.asked.contains_key(seat))
    }

    /// Returns true if several of these seats choose at the same time, and at least one has not chosen.
    fn choose_in_secret(&self, own: &[u32]) -> bool {
        let deciding = own.iter().filter(|seat| self.deciding.contains_key(seat)).count();
        deciding > 1 && own.iter().any(|seat| self.asked.contains_key(seat))
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.stage, TableStage::Over | TableStage::Failed)
    }

    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Removes and returns the open question to a seat, because it is being answered.
    pub(super) fn answered(&mut self, seat: u32, now: Instant) -> Option<PersonQuestion> {
        let asked = self.asked.remove(&seat)?;
        self.deciding.insert(seat, now.saturating_duration_since(asked.since));
        Some(asked)
    }

    /// Restores a question after its answer was refused, unless there is a new one.
    pub(super) fn ask_again(&mut self, seat: u32, asked: PersonQuestion) {
        if self.stage == TableStage::Running {
            self.asked.entry(seat).or_insert(asked);
        }
    }

    /// The seat whose view is shown: the wanted one, else one that is to act, else the first. Only own seats count.
    pub(super) fn looking(&self, own: &[u32], wanted: Option<u32>) -> Option<u32> {
        let asked = || own.iter().copied().find(|seat| self.asked.contains_key(seat));
        wanted.filter(|seat| own.contains(seat)).or_else(asked).or_else(|| own.first().copied())
    }

    /// The view without the board. `has` is the part of the list of moves that the page has. Also returns the part that
    /// the page has after this view.
    pub(super) fn view(&self, setting: &Setting, own: &[u32], has: ShownActions, now: Instant) -> (View, ShownActions) {
        let from = if has.takebacks == self.takebacks { has.plies.min(self.moves.len()) } else { 0 };
        let view = View {
            id: setting.name.to_string(),
            title: setting.title.clone(),
            variant: setting.variant.clone(),
            options: setting.options.clone(),
            status: self.stage,
            seats: (1..).zip(&self.seats).map(|(n, seat)| self.seat_view(n, seat, own, now)).collect(),
            waited: self
                .since
                .filter(|_| self.stage == TableStage::Running && self.asked.is_empty())
                .map(|since| millis(now.saturating_duration_since(since))),
            secret: self.choose_in_secret(own),
            plies: self.moves.len(),
            from,
            moves: self.moves[from..].iter().map(|told| told.what.clone()).collect(),
            over: self.over.clone(),
            takeback: setting.takeback,
            again: setting.again.is_some(),
            debug: self.debug,
            ..View::default()
        };
        (view, ShownActions { plies: self.moves.len(), takebacks: self.takebacks })
    }

    /// The errors, with details of this machine for those who may know them.
    pub(super) fn notices(&self, tells_all: bool) -> Vec<String> {
        let whole = |Notice { text, details }: &Notice| format!("{text}: {details}");
        self.notices.iter().map(|notice| if tells_all { whole(notice) } else { notice.text.clone() }).collect()
    }

    fn seat_view(&self, n: u32, seat: &SeatState, own: &[u32], now: Instant) -> SeatView {
        let asked = self.asked.get(&n);
        let used = self.used(n, now).unwrap_or_default();
        let clock = seat.clock.map(|(left, _)| left);
        let limit = match (clock, asked.and_then(|asked| asked.movetime)) {
            (Some(clock), Some(movetime)) => Some(clock.min(movetime)),
            (clock, movetime) => clock.or(movetime),
        };
        let heard = if seat.says.is_empty() { &seat.said } else { &seat.says };
        SeatView {
            n,
            name: seat.name.clone(),
            bot: seat.is_bot,
            mine: own.contains(&n),
            asked: asked.is_some(),
            left: limit.map(|limit| millis(limit.saturating_sub(used))),
            full: seat.full,
            runs: asked.is_some(),
            gone: seat.gone,
            says: if self.debug { heard.clone() } else { String::new() },
            score: figure(heard, "score"),
            depth: figure(heard, "depth"),
        }
    }

    fn played(&mut self, n: u32, time: u64, text: &str) {
        self.asked.remove(&n);
        let (mut clock, mut score) = (None, None);
        if let Some(seat) = self.seat(n) {
            if let Some((left, inc)) = &mut seat.clock {
                *left = left.saturating_sub(Duration::from_millis(time)) + *inc;
                clock = Some(millis(*left));
            }
            score = figure(&seat.says, "score");
            if !seat.says.is_empty() {
                seat.said = std::mem::take(&mut seat.says);
            }
        }
        self.act(Some(n), text.to_owned());
        // A log does not record questions. A replayed action counts as a decision if it took time, because only forced
        // passes take none.
        let decided = self.deciding.remove(&n).is_some() || time > 0;
        if let Some(told) = self.moves.last_mut() {
            told.decided = decided;
            told.what = Move { time: Some(time), left: clock, score, ..told.what.clone() };
        }
    }

    /// The time that a seat has used for a decision that was not told yet.
    fn used(&self, n: u32, now: Instant) -> Option<Duration> {
        let thinks = self.asked.get(&n).map(|asked| now.saturating_duration_since(asked.since));
        thinks.or_else(|| self.deciding.get(&n).copied())
    }

    /// Withdraws the question to a person who does not answer it any more.
    fn stop_clock(&mut self, n: u32, now: Instant) {
        if let Some(used) = self.used(n, now) {
            self.use_time(n, used);
        }
        self.asked.remove(&n);
        self.deciding.remove(&n);
    }

    fn use_time(&mut self, n: u32, used: Duration) {
        if let Some((left, _)) = self.seat(n).and_then(|seat| seat.clock.as_mut()) {
            *left = left.saturating_sub(used);
        }
    }

    fn asks(&mut self, n: u32, go: &Go, now: Instant) {
        if let Some(clocks) = &go.clocks {
            for (seat, (time, inc)) in self.seats.iter_mut().zip(clocks.time.iter().zip(&clocks.inc)) {
                seat.clock =
                    time.map(|time| (Duration::from_millis(time), Duration::from_millis(inc.unwrap_or_default())));
            }
        }
        for seat in &mut self.seats {
            seat.says.clear();
        }
        self.deciding.insert(n, Duration::ZERO);
        self.asked.insert(n, PersonQuestion { since: now, movetime: go.movetime.map(Duration::from_millis) });
    }

    /// The number of actions and chance events among the first events.
    pub(super) fn counted(&self, events: usize) -> usize {
        self.moves.iter().take(events).filter(|told| told.what.counts).count()
    }

    fn turns(&self) -> TurnCount {
        self.moves.last().map(|told| told.turns).unwrap_or_default()
    }

    /// Adds an action, or a chance event.
    fn act(&mut self, seat: Option<u32>, text: String) {
        let turns = self.turns().after(&self.rules, seat, &text);
        let what = Move { seat, text, time: None, counts: true, place: turns.place(), left: None, score: None };
        self.moves.push(MoveEvent { what, turns, decided: false });
    }

    /// Adds an event that is no action.
    fn tell(&mut self, seat: Option<u32>, text: String) {
        let what = Move { seat, text, time: None, counts: false, place: None, left: None, score: None };
        self.moves.push(MoveEvent { what, turns: self.turns(), decided: false });
    }

    /// Removes all events after the first `stand` actions.
    fn take_back(&mut self, stand: usize) {
        let mut left = stand;
        let end = self.moves.iter().position(|told| {
            let is_gone = told.what.counts && left == 0;
            left = left.saturating_sub(usize::from(told.what.counts));
            is_gone
        });
        self.moves.truncate(end.unwrap_or(self.moves.len()));
        self.takebacks += 1;
        self.asked.clear();
        self.deciding.clear();
    }

    fn notice(&mut self, text: String, details: String) {
        if self.notices.len() == MOST_NOTICES {
            self.notices.remove(0);
        }
        self.notices.push(Notice { text, details });
    }

    fn seat(&mut self, n: u32) -> Option<&mut SeatState> {
        self.seats.get_mut(n.checked_sub(1)? as usize)
    }

    fn name(&mut self, n: u32) -> String {
        self.seat(n).map_or_else(|| format!("seat {n}"), |seat| seat.name.clone())
    }
}

/// A figure of an `info` text (UVI 2.4): `*( word SP ) name SP number`, where no word is `string`.
fn figure(text: &str, name: &str) -> Option<f64> {
    let word = terminated(verify(is_not(" "), |word: &str| word != "string"), space1::<&str, Error<&str>>);
    let number = preceded(peek(none_of("+.")), double);
    let found: IResult<&str, f64> = preceded(many_till(word, terminated(tag(name), space1)), number).parse(text);
    found.ok().map(|(_, number)| number).filter(|number| number.is_finite())
}

/// Returns true if the message may change the board or the legal actions.
fn shows(message: &ToHost) -> bool {
    matches!(
        message,
        ToHost::Started { .. }
            | ToHost::Chance { .. }
            | ToHost::Played { .. }
            | ToHost::Score { .. }
            | ToHost::Turn { .. }
            | ToHost::Vacated { .. }
            | ToHost::Undone { .. }
            | ToHost::Over { .. }
    )
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
pub(super) mod tests {
    use std::{collections::BTreeMap, path::PathBuf};

    use uvi::Word;

    use super::*;
    use crate::table::TableSeat;

    pub(in crate::table) fn setting() -> Setting {
        Setting {
            name: Word::new("t").expect("a word"),
            variant: "orwell".to_owned(),
            title: "Orwell Chess".to_owned(),
            rules: TurnRules::default(),
            options: BTreeMap::new(),
            chairs: ["Ann", "Ben", "Cleo"]
                .map(|name| TableSeat { name: name.to_owned(), sits: ChairPlayer::Here })
                .to_vec(),
            clock: Some((10_000, 500)),
            takeback: true,
            log: PathBuf::new(),
            lines: Vec::new(),
            again: None,
        }
    }

    fn heard(lines: &[&str]) -> (Setting, TableState, Instant) {
        let setting = setting();
        let mut state = TableState::new(&setting);
        let now = Instant::now();
        for line in lines {
            state.hear(&line.parse().expect("a line of the host link"), now);
        }
        (setting, state, now)
    }

    const STARTED: &str =
        "started t commitment 0000000000000000000000000000000000000000000000000000000000000000 position x";

    const BEGUN: [&str; 6] = [
        "chance t @21",
        "turn t 1 time 10000 10000 10000 inc 500 500 500",
        "played t 1 c3d4 time 4000 text c3-d4",
        "played t 1 d3b5 time 1000 text Dd3xb5",
        "chance t @13",
        "turn t 2 time 6000 10000 10000 inc 500 500 500",
    ];

    #[test]
    fn clocks_run_for_those_who_are_asked() {
        let (setting, state, now) = heard(&BEGUN);
        let (view, _) = state.view(&setting, &[2], ShownActions::default(), now + Duration::from_secs(3));
        let clocks: Vec<_> = view.seats.iter().map(|seat| (seat.left, seat.runs, seat.mine)).collect();
        assert_eq!(clocks, [(Some(6000), false, false), (Some(7000), true, true), (Some(10_000), false, false)]);
    }

    #[test]
    fn the_time_of_a_decision_that_never_came_is_used() {
        for (line, left) in [
            ("over t reason timeout score 0 1 0", [Some(6000), Some(0), Some(10_000)]),
            ("vacated t 2 reason resign", [Some(6000), Some(0), Some(10_000)]),
            // The bot was not asked by the board.
            ("fault t 3 timeout no answer", [Some(6000), Some(0), Some(0)]),
        ] {
            let (setting, mut state, now) = heard(&BEGUN);
            state.seats[2].is_bot = true;
            let later = now + Duration::from_secs(11);
            state.hear(&line.parse().expect("a line of the host link"), later);
            let view = state.view(&setting, &[], ShownActions::default(), later).0;
            assert_eq!([0, 1, 2].map(|seat: usize| view.seats[seat].left), left, "{line}");
        }
    }

    #[test]
    fn the_fault_of_a_bot_can_be_seen_again_and_that_of_a_person_cannot() {
        let (_, mut state, now) = heard(&BEGUN);
        state.seats[2].is_bot = true;
        for seat in [2, 3] {
            let line = format!("fault t {seat} timeout no answer");
            state.hear(&line.parse().expect("a line of the host link"), now);
        }
        let expected = ["Ben: timeout: no answer", "Cleo: timeout: no answer; in the folder of logs: arbiter rerun  3"];
        assert_eq!(state.notices(true), expected);
    }

    #[test]
    fn the_owner_alone_hears_the_folders_of_this_machine_and_the_stderr_of_bots() {
        let (_, mut state, now) = heard(&BEGUN);
        for line in [
            "fault t 3 no-start there is no file /home/ann/bot",
            "try t 3 unreadable left 1 time 0 text expected a message, found File /home/ann/bot",
        ] {
            state.hear(&line.parse().expect("a line of the host link"), now);
        }
        state.fail("cannot resume without the seed in /home/ann/t.jsonl.seed");
        let expected = ["Cleo: no-start", "Cleo tries again: unreadable", "the game cannot continue"];
        assert_eq!(state.notices(false), expected);
        let all = state.notices(true);
        assert!(all.len() == 3 && all.iter().all(|notice| notice.contains("/home/ann/")), "{all:?}");
    }

    #[test]
    fn a_page_gets_what_it_does_not_have_and_all_after_a_takeback() {
        let (setting, mut state, now) = heard(&BEGUN);
        let (view, has) = state.view(&setting, &[], ShownActions::default(), now);
        assert_eq!((view.from, view.moves.len(), view.plies), (0, 4, 4));
        assert_eq!(state.view(&setting, &[], has, now).0.moves, []);
        state.hear(&"undone t 1 to 2".parse().expect("a line"), now);
        state.hear(&"turn t 1".parse().expect("a line"), now);
        state.hear(&"played t 1 d1b11 time 5 text Dd1-b11".parse().expect("a line"), now);
        let (view, has) = state.view(&setting, &[], has, now);
        let texts: Vec<_> = view.moves.iter().map(|told| told.text.as_str()).collect();
        assert_eq!((view.from, texts), (0, vec!["@21", "c3-d4", "Dd1-b11"]));
        assert_eq!(state.view(&setting, &[], has, now).0.from, 3);
    }

    #[test]
    fn who_has_chosen_in_secret_has_used_the_time_of_the_choice_and_takes_nothing_else_back() {
        let (setting, mut state, now) = heard(&[STARTED, "turn t 1 time 6000 9000 9000 inc 500 500 500", "turn t 2"]);
        let [then, later] = [2, 5].map(|seconds| now + Duration::from_secs(seconds));
        let left = |state: &TableState| state.view(&setting, &[], ShownActions::default(), later).0.seats[0].left;
        let secret =
            |state: &TableState, own: &[u32]| state.view(&setting, own, ShownActions::default(), later).0.secret;
        let asked = state.answered(1, then).expect("a question");
        assert_eq!([&[1, 2][..], &[2]].map(|own| secret(&state, own)), [true, false], "one of the page has chosen");
        assert_eq!((left(&state), [1, 2].map(|seat| state.has_chosen_in_secret(&[seat]))), (Some(4000), [true, false]));
        state.ask_again(1, asked);
        assert_eq!((left(&state), state.has_chosen_in_secret(&[1])), (Some(1000), false), "it was refused");
        state.answered(1, then);
        state.hear(&"played t 1 a1 time 2000 text a1".parse().expect("a line"), later);
        assert_eq!((left(&state), state.has_chosen_in_secret(&[1])), (Some(4500), false));
        assert!(!secret(&state, &[1, 2]), "one seat is left to choose");
    }

    #[test]
    fn a_move_has_its_place_and_the_clock_and_score_of_its_time() {
        let (setting, mut state, now) = heard(&BEGUN);
        for line in
            ["played t 2 e5d4 time 1000 text e5-d4", "info t 3 score 12", "played t 3 a9a8 time 3000 text a9-a8"]
        {
            state.hear(&line.parse().expect("a line"), now);
        }
        let view = state.view(&setting, &[], ShownActions::default(), now).0;
        let told = |told: &Move| (told.place.map(|place| (place.row, place.seat)), told.left, told.score);
        let expected = [
            (None, None, None),
            (Some((1, Some(1))), Some(6500), None),
            (Some((1, Some(1))), Some(6000), None),
            (None, None, None),
            (Some((1, Some(2))), Some(9500), None),
            (Some((1, Some(3))), Some(7500), Some(12.0)),
        ];
        assert_eq!(view.moves.iter().map(told).collect::<Vec<_>>(), expected);
        assert_eq!(view.seats[0].full, Some(10_000));
        assert_eq!([0, 3, 6].map(|events| state.counted(events)), [0, 3, 6]);
    }

    #[test]
    fn a_seat_goes_back_to_its_last_decision() {
        let (_, mut state, now) = heard(&BEGUN);
        assert_eq!(state.before_last_of(&[1]), Some(2), "the second action of an answer is one of its own");
        assert_eq!(state.before_last_of(&[2, 3]), None);
        // A forced pass does not count as a decision.
        state.hear(&"played t 2 pass time 0 text pass".parse().expect("a line"), now);
        assert_eq!(state.before_last_of(&[2]), Some(4), "it was asked");
        state.hear(&"played t 2 pass time 0 text pass".parse().expect("a line"), now);
        assert_eq!(state.before_last_of(&[2]), Some(4));
    }

    #[test]
    fn the_newest_notices_are_kept() {
        let (_, mut state, now) = heard(&BEGUN);
        for number in 0..=MOST_NOTICES {
            state.hear(&format!("try t 2 illegal left 1 time 0 text {number}").parse().expect("a line"), now);
        }
        let notices = state.notices(true);
        assert_eq!(notices.len(), MOST_NOTICES);
        assert!(notices.last().is_some_and(|notice| notice.ends_with(&format!(": {MOST_NOTICES}"))), "{notices:?}");
    }

    #[test]
    fn figures_of_bots_are_shown_without_their_words_and_never_while_a_person_must_decide() {
        let (setting, mut state, now) = heard(&["chance t @21", "info t 3 nodes 9 score -12.5 depth 4 pv score 3"]);
        let seat = |state: &TableState| state.view(&setting, &[], ShownActions::default(), now).0.seats[2].clone();
        let SeatView { says, score, depth, .. } = seat(&state);
        assert_eq!((says.as_str(), score, depth), ("", Some(-12.5), Some(4.0)));
        for line in ["turn t 1", "info t 3 score 99"] {
            state.hear(&line.parse().expect("a line"), now);
        }
        assert_eq!(seat(&state).score, None);
        // What it said of an action that all have seen stays.
        let (_, mut state, _) =
            heard(&["info t 3 score 12", "played t 3 b9c8 time 5 text b9-c8", "turn t 1", "info t 3 score 99"]);
        state.debug = true;
        assert_eq!(seat(&state).says, "score 12");
        for (text, found) in [("score +3", None), ("scores 3", None), ("", None), ("string my score 7", None)] {
            assert_eq!(figure(text, "score"), found, "{text}");
        }
    }

    #[test]
    fn the_time_of_bots_is_counted_from_the_last_event() {
        let (setting, mut state, now) = heard(&BEGUN);
        let later = now + Duration::from_secs(3);
        let waited = |state: &TableState| state.view(&setting, &[], ShownActions::default(), later).0.waited;
        state.hear(&STARTED.parse().expect("a line"), now);
        assert_eq!(waited(&state), None, "a person is asked");
        state.hear(&"played t 2 e5d4 time 5 text e5-d4".parse().expect("a line"), now);
        assert_eq!(waited(&state), Some(3000));
    }
}
