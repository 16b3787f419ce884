//! Plays one random game and checks every position.

use std::{
    collections::HashSet,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    panic::{AssertUnwindSafe, catch_unwind},
};

use uvi::{Points, Seed, Word, Words};

use super::{ActionPool, Law, Laws, WalkCoverage};
use crate::game::{Actor, Game, IllegalError, OptionValues, Outcome, Score, Seat, SeatSet, Stream, Style, Turn};

/// An event of the game, for replays.
#[derive(Debug, Clone, Copy)]
pub(super) enum WalkEvent<A> {
    /// An action, an outcome or a pass.
    Act(Actor, A),
    Vacate(Seat),
}

/// A random game in progress.
pub(super) struct WalkGame<'a, G: Game> {
    pub(super) laws: &'a Laws<'a, G>,
    pub(super) values: &'a OptionValues,
    pub(super) options: G::Options,
    pub(super) seed: Seed,
    pub(super) events: Vec<WalkEvent<G::Action>>,
    /// The texts of the positions, at the start and after each event.
    pub(super) texts: Vec<String>,
    pub(super) seen: &'a mut WalkCoverage,
    number: u32,
    pub(super) luck: Stream,
    pub(super) pool: &'a mut ActionPool<G::Action>,
    pub(super) vacated: SeatSet,
}

impl<'a, G: Game> WalkGame<'a, G> {
    pub(super) fn new(
        laws: &'a Laws<'a, G>,
        values: &'a OptionValues,
        number: u32,
        pool: &'a mut ActionPool<G::Action>,
        seen: &'a mut WalkCoverage,
    ) -> Self {
        let seed = Seed((u128::from(laws.seed) << 64 | u128::from(number)).to_be_bytes());
        let options = G::options(values).unwrap_or_else(|error| panic!("{error}"));
        let luck = Stream::new(&seed, "laws");
        let (events, texts) = (Vec::new(), Vec::new());
        Self { laws, values, options, seed, events, texts, seen, number, luck, pool, vacated: SeatSet::EMPTY }
    }

    /// Panics with a message that has everything needed to reproduce the position.
    #[track_caller]
    pub(super) fn broken(&self, law: Law, game: &G, what: impl AsRef<str>) -> ! {
        let what = what.as_ref();
        let events: Vec<String> = self
            .events
            .iter()
            .map(|event| match event {
                WalkEvent::Act(_, action) => action.to_string(),
                WalkEvent::Vacate(seat) => format!("!{seat}"),
            })
            .collect();
        panic!(
            "law broken: {law}: {what}\n{} with {} seats, options {:?}, laws seed {}, game {} (seed {:032x})\n\
             position: {game}\nafter {} events: {}",
            G::WORD,
            self.laws.seats,
            self.laws.options,
            self.laws.seed,
            self.number,
            u128::from_be_bytes(self.seed.0),
            events.len(),
            events.join(" "),
        )
    }

    #[track_caller]
    pub(super) fn holds(&self, law: Law, game: &G, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.broken(law, game, what());
        }
    }

    /// Checks an action; reports a panic as a broken law.
    #[track_caller]
    pub(super) fn checked(&self, game: &G, actor: Actor, action: G::Action) -> Result<(), IllegalError> {
        self.calm(game, || format!("checking {action} of {actor:?}"), || game.check(actor, action))
    }

    /// Runs code of the game; reports a panic as a broken law.
    #[track_caller]
    pub(super) fn calm<T>(&self, game: &G, what: impl FnOnce() -> String, act: impl FnOnce() -> T) -> T {
        catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|_| self.broken(Law::Panic, game, what()))
    }

    pub(super) fn start(&self) -> G {
        match self.laws.start.as_deref() {
            None => G::start(&self.options, self.laws.seats, &self.seed),
            Some(position) => G::read(&self.options, self.laws.seats, position)
                .unwrap_or_else(|error| panic!("{position} is no start: {error}")),
        }
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.luck.below(u32::try_from(bound).expect("no list is so long")) as usize
    }

    /// Plays and checks the game.
    pub(super) fn game(mut self) {
        let mut game = self.start();
        self.vacated = game.vacant();
        self.texts.push(game.to_string());
        loop {
            self.look(&game);
            if let Some(seat) = self.leaves(&game) {
                self.vacate(&mut game, seat);
                continue;
            }
            let (actor, action) = match game.turn() {
                Turn::Over(outcome) => {
                    self.over(&game, &outcome);
                    break;
                }
                Turn::Chance => (Actor::Chance, self.chance(&game)),
                Turn::Seats(seats) => self.decision(&game, seats),
            };
            self.act(&mut game, actor, action);
            if self.events.len() > self.laws.bound {
                self.broken(Law::Ends, &game, format!("it goes on after {} actions", self.laws.bound));
            }
        }
        self.seen.games += 1;
        self.replay(&game);
    }

    fn act(&mut self, game: &mut G, actor: Actor, action: G::Action) {
        let before = game.clone();
        let (one, other) = (game.describe(actor, action), game.describe(actor, action));
        self.holds(Law::Describe, game, is_line(&one) && one == other, || format!("{action} is {one:?}"));
        self.calm(&before, || format!("playing {action}"), || game.play(actor, action));
        let known = before.described(actor, action, game);
        self.holds(Law::Describe, &before, known == one, || {
            format!("{action} is {one:?}, and {known:?} once it is played")
        });
        self.scored(&before, action, game);
        self.events.push(WalkEvent::Act(actor, action));
        self.texts.push(game.to_string());
    }

    fn scored(&mut self, before: &G, action: G::Action, after: &G) {
        let (was, is) = (before.shared(), after.shared());
        let Some(scored) = before.scored(action, after) else {
            let same = was == is;
            return self.holds(Law::Scored, before, same, || format!("{action} makes {was} {is} and scores nothing"));
        };
        let fits = G::COOPERATIVE && scored.total == is && was.checked_add(scored.points) == Some(is);
        self.holds(Law::Scored, before, fits, || format!("{action} makes {was} {is} and scores {scored:?}"));
        self.seen.scored += 1;
    }

    fn over(&mut self, game: &G, outcome: &Outcome) {
        let fits = Word::new(outcome.reason).is_some();
        self.holds(Law::Score, game, fits, || format!("the reason {:?} is no word", outcome.reason));
        match &outcome.score {
            Score::Shared(points) => {
                let fits = G::COOPERATIVE && *points == game.shared();
                self.holds(Law::Score, game, fits, || format!("{points} shared, where {} was", game.shared()));
            }
            Score::Each(points) => {
                let fits = !G::COOPERATIVE && points.seats() == self.laws.seats;
                self.holds(Law::Score, game, fits, || format!("{points:?}"));
                let scorer = game.vacant().iter().find(|&seat| points.get(seat) != Some(&Points::ZERO));
                self.holds(Law::Vacated, game, scorer.is_none(), || format!("a vacated seat scores in {points:?}"));
            }
        }
    }

    fn chance(&mut self, game: &G) -> G::Action {
        self.seen.chances += 1;
        game.chance(&self.seed)
    }

    fn decision(&mut self, game: &G, seats: SeatSet) -> (Actor, G::Action) {
        let choices: Vec<(Seat, G::Action)> = seats.iter().map(|seat| (seat, self.choose(game, seat))).collect();
        if choices.len() > 1 {
            let others = seats.iter().map(|seat| (seat, self.choose(game, seat))).collect::<Vec<_>>();
            self.together(game, &choices, &others);
            self.seen.together += 1;
        }
        // Only the choice of the lowest seat is played now, because the referee also applies choices in seat order.
        let (seat, action) = choices[0];
        match game.forced() {
            Some((forced, pass)) if forced == seat && pass == action => self.seen.passes += 1,
            Some(_) | None => {
                self.seen.decisions += 1;
                let phase = game.phase();
                let place = G::PHASES.iter().position(|name| *name == phase);
                self.seen.phases |= place.map_or(0, |place| 1 << place);
            }
        }
        (Actor::Seat(seat), action)
    }

    fn choose(&mut self, game: &G, seat: Seat) -> G::Action {
        if self.below(3) == 0
            && let Some(action) = game.unlisted(seat, &mut |bound| self.luck.below(bound))
        {
            self.seen.unlisted += 1;
            return action;
        }
        let list = list(game, seat);
        let weights: Vec<u32> = list.iter().map(|&action| (self.laws.weight)(game, seat, action)).collect();
        let total: u32 = weights.iter().sum();
        if total == 0 {
            return list[self.below(list.len())];
        }
        let mut drawn = self.luck.below(total);
        for (action, weight) in list.iter().zip(weights) {
            if drawn < weight {
                return *action;
            }
            drawn -= weight;
        }
        unreachable!("what is drawn is below the sum of the weights")
    }

    /// The seat that leaves here, if any. At least two seats remain, because the referee ends the game otherwise.
    fn leaves(&mut self, game: &G) -> Option<Seat> {
        let positions = self.laws.vacating?;
        let left = SeatSet::all(self.laws.seats) - game.vacant();
        if G::COOPERATIVE || left.len() < 3 || matches!(game.turn(), Turn::Over(_)) || self.luck.below(positions) > 0 {
            return None;
        }
        let which = self.below(left.len());
        left.iter().nth(which)
    }

    fn vacate(&mut self, game: &mut G, seat: Seat) {
        let mut twin = game.clone();
        let before = game.clone();
        self.calm(&before, || format!("vacating seat {seat}"), || game.vacate(seat));
        twin.vacate(seat);
        self.holds(Law::Replay, &before, twin == *game, || format!("vacating seat {seat} gives {game} or {twin}"));
        self.vacated.insert(seat);
        self.events.push(WalkEvent::Vacate(seat));
        self.texts.push(game.to_string());
        self.seen.vacated += 1;
    }

    /// Checks a position.
    fn look(&mut self, game: &G) {
        self.texts_of(game);
        self.boards(game);
        let fits = game.seats() == self.laws.seats && game.vacant() == self.vacated;
        self.holds(Law::Vacated, game, fits, || format!("vacant {}, where {} left", game.vacant(), self.vacated));
        let turn = game.turn();
        self.holds(Law::Turn, game, turn == game.turn(), || "the turn differs when asked twice".to_owned());
        let to_act = match &turn {
            Turn::Chance | Turn::Over(_) => SeatSet::EMPTY,
            Turn::Seats(seats) => *seats,
        };
        let asked = matches!(turn, Turn::Seats(_));
        let fits = asked != to_act.is_empty() && to_act.is_subset(SeatSet::all(self.laws.seats));
        self.holds(Law::Turn, game, fits, || format!("{turn:?}"));
        self.constants(game, &turn);
        let phase = game.phase();
        self.holds(Law::Phase, game, G::PHASES.contains(&phase), || format!("{phase} is none of {:?}", G::PHASES));
        let present = to_act - self.vacated;
        self.holds(Law::Vacated, game, present == to_act, || format!("{turn:?} asks a vacated seat"));
        self.outcomes(game, matches!(turn, Turn::Chance));
        let lists: Vec<(Seat, Vec<G::Action>)> =
            Seat::all(self.laws.seats).map(|seat| (seat, self.listed(game, seat, to_act.contains(seat)))).collect();
        self.forced(game, to_act, &lists);
        self.refused(game, to_act, &lists);
        self.garble(game);
    }

    fn texts_of(&self, game: &G) {
        let text = game.to_string();
        let words = Words::new(&text).is_some_and(|words| words.as_str() == text && !words.is_empty());
        let fits = words && text.split(' ').all(|word| word != "moves" && word != "?");
        self.holds(Law::PositionText, game, fits, || "it is no words".to_owned());
        match G::read(&self.options, self.laws.seats, &text) {
            Err(error) => self.broken(Law::PositionText, game, format!("it is refused: {error}")),
            Ok(read) => {
                self.holds(Law::PositionText, game, read == *game, || format!("read as {read}"));
                self.holds(Law::PositionText, game, read.to_string() == text, || format!("read as {read}"));
                let hasher = BuildHasherDefault::<DefaultHasher>::default();
                let same = hasher.hash_one(&read) == hasher.hash_one(game);
                self.holds(Law::PositionText, game, same, || "equal positions have other hashes".to_owned());
            }
        }
        for seat in Seat::all(self.laws.seats) {
            let view = game.view(seat);
            let same_count = view.split(' ').count() == text.split(' ').count();
            let fits = same_count && Words::new(&view).is_some_and(|words| words.as_str() == view);
            let open = view.contains('?') || view == text;
            self.holds(Law::View, game, fits && open, || format!("seat {seat} sees {view}"));
        }
    }

    fn boards(&self, game: &G) {
        for style in [Style::Plain, Style::Colour] {
            let lines = game.board(style);
            self.holds(Law::Board, game, !lines.is_empty(), || "it has no line".to_owned());
            for line in lines {
                let plain = style == Style::Colour || !line.contains('\u{1b}');
                self.holds(Law::Board, game, plain && is_line(&line), || format!("{style:?}: {line:?}"));
            }
        }
    }

    /// Checks that the position uses no feature whose constant is not set.
    fn constants(&self, game: &G, turn: &Turn) {
        let says = |fits: bool, constant: &str| self.holds(Law::Constants, game, fits, || constant.to_owned());
        says(G::CHANCE || *turn != Turn::Chance, "CHANCE");
        says(G::VACATING || game.vacant().is_empty(), "VACATING");
        says(G::COUNTS_MOVES == game.counts().is_some(), "COUNTS_MOVES");
        says(G::ENDGAMES || game.endgame().is_none(), "ENDGAMES");
    }

    fn outcomes(&mut self, game: &G, due: bool) {
        let mut outcomes = Vec::new();
        game.outcomes(&mut outcomes);
        self.holds(Law::Turn, game, due != outcomes.is_empty(), || format!("there are {} outcomes", outcomes.len()));
        let differ = outcomes.iter().map(|(action, _)| action).collect::<HashSet<_>>().len() == outcomes.len();
        let weighed = outcomes.iter().all(|(_, weight)| *weight > 0);
        self.holds(Law::Outcomes, game, differ && weighed, || format!("{outcomes:?}"));
        for (action, _) in &outcomes {
            self.action_text(game, Actor::Chance, *action);
            let checked = self.checked(game, Actor::Chance, *action);
            self.holds(Law::Outcomes, game, checked.is_ok(), || format!("{action} is refused: {checked:?}"));
            let mut copy = game.clone();
            self.calm(game, || format!("playing {action}"), || copy.play(Actor::Chance, *action));
            self.pool.add(*action);
        }
        if due {
            let drawn = game.chance(&self.seed);
            let fits = outcomes.iter().any(|(action, _)| *action == drawn) && drawn == game.chance(&self.seed);
            self.holds(Law::Draw, game, fits, || format!("the seed gives {drawn}"));
            let told = game.draw().map(|draw| draw.outcome(&self.seed));
            let alike = told.as_deref() == Some(drawn.to_string().as_str());
            self.holds(Law::Draw, game, alike, || format!("the seed gives {drawn}, by its draw {told:?}"));
        } else {
            self.holds(Law::Draw, game, game.draw().is_none(), || format!("{:?} is not due", game.draw()));
        }
    }

    pub(super) fn action_text(&self, game: &G, actor: Actor, action: G::Action) {
        let text = action.to_string();
        let fits = Word::new(text.as_str()).is_some() && text.starts_with('@') == (actor == Actor::Chance);
        self.holds(Law::ActionText, game, fits, || format!("{text:?} is not what {actor:?} may do"));
        let read = text.parse();
        self.holds(Law::ActionText, game, read.as_ref() == Ok(&action), || format!("{text} reads as {read:?}"));
    }

    /// The legal actions of a seat, checked.
    fn listed(&mut self, game: &G, seat: Seat, to_act: bool) -> Vec<G::Action> {
        let list = list(game, seat);
        if !to_act {
            let law = if self.vacated.contains(seat) { Law::Vacated } else { Law::Idle };
            self.holds(law, game, list.is_empty(), || format!("seat {seat} may do {list:?}"));
            return list;
        }
        self.holds(Law::Turn, game, !list.is_empty(), || format!("seat {seat} is to act and cannot"));
        let once = list.iter().collect::<HashSet<_>>().len() == list.len();
        let mut behind = list.clone();
        game.legal(seat, &mut behind);
        let fixed = behind.len() == 2 * list.len() && behind.starts_with(&list) && behind.ends_with(&list);
        self.holds(Law::List, game, once && fixed, || format!("seat {seat}: {list:?}, then {behind:?}"));
        for &action in &list {
            let actor = Actor::Seat(seat);
            self.action_text(game, actor, action);
            let checked = self.checked(game, actor, action);
            self.holds(Law::Listed, game, checked.is_ok(), || format!("{action} of seat {seat}: {checked:?}"));
            let described = game.describe(actor, action);
            self.holds(Law::Describe, game, is_line(&described), || format!("{action} is {described:?}"));
            let mut copy = game.clone();
            self.calm(game, || format!("playing {action}"), || copy.play(actor, action));
            self.pool.add(action);
        }
        self.gestures(game, seat, &list);
        list
    }

    fn forced(&self, game: &G, to_act: SeatSet, lists: &[(Seat, Vec<G::Action>)]) {
        let forced = game.forced();
        if let Some((seat, pass)) = forced {
            let only = lists.iter().any(|(listed, list)| *listed == seat && *list == [pass]);
            let fits = only && to_act.contains(seat) && pass.to_string() == "pass";
            self.holds(Law::Forced, game, fits, || format!("{pass} of seat {seat} is forced"));
        }
        for (seat, list) in lists {
            let passes = list.iter().any(|action| action.to_string() == "pass");
            let fits = !passes || (list.len() == 1 && forced.is_some());
            self.holds(Law::Forced, game, fits, || format!("seat {seat} may pass among {list:?}"));
        }
    }
}

pub(super) fn list<G: Game>(game: &G, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal(seat, &mut actions);
    actions
}

/// Returns true if the text is one line without spaces at its ends, apart from colours.
pub(super) fn is_line(text: &str) -> bool {
    let shown = without_colour(text);
    !shown.is_empty() && shown.trim() == shown && !shown.contains(char::is_control)
}

fn without_colour(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| shown + part.split_once('m').map_or(part, |(_, rest)| rest))
}
