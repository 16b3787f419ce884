//! A toy game with every feature that a game can have: chance, hidden simultaneous choices, forced passes, incomplete
//! lists, shared or separate scores, two to five seats, and seats that leave. It can be broken in many ways, one for
//! each law that the kit checks.
//!
//! Each round, a number from 1 to 3 is tossed. All seats play a hidden card from 1 to 4 at once; a seat without cards
//! must pass. A card above the toss returns to the hand; others are spent. A card equal to the toss scores. Then one
//! seat claims a number: `none`, `=1` and `=2` are listed, and up to `=9` is accepted. The game ends after the last
//! round.

mod faults;
mod text;

use svg::node::element::Text;
use uvi_games::{
    board::picture::named,
    game::{
        Actor, BySeat, Draw, DrawWords, Game, Gesture, IllegalError, MoveCounts, OptionError, OptionRow, OptionValues,
        Outcome, Picture, PositionError, RuleOptionKind, Score, ScoredTurn, Seat, SeatSet, Seed, Stream, Style, Turn,
    },
};

pub use faults::FAULTS;
use text::{letter, read};

const HAND: u8 = 0b1111;
const ROUNDS: u32 = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    Toss,
    Play,
    Claim,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    Toss(u8),
    Card(u8),
    Pass,
    Claim(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    NotYet,
    Card(u8),
    Pass,
}

/// A toy game. With `SHARED`, all seats share one score.
#[derive(Debug, Clone)]
pub struct Toy<const SHARED: bool> {
    pub round: u32,
    pub phase: Phase,
    pub toss: u8,
    /// The cards of each hand, as bits.
    pub hands: BySeat<u8>,
    pub choices: BySeat<Choice>,
    pub points: BySeat<u32>,
    pub claim: u8,
    pub vacant: SeatSet,
    pub fault: &'static str,
    /// Not part of the position text. Only faults use it.
    pub memory: u32,
}

impl<const SHARED: bool> Toy<SHARED> {
    fn broken(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn present(&self) -> SeatSet {
        SeatSet::all(Game::seats(self)) - self.vacant
    }

    fn over(&self) -> bool {
        self.round > ROUNDS && !self.broken("endless")
    }

    /// The seats that have not chosen yet.
    fn waiting(&self) -> SeatSet {
        self.present().iter().filter(|&seat| self.choices[seat] == Choice::NotYet).collect()
    }

    fn claimer(&self) -> Seat {
        let present = self.present();
        present.iter().nth(self.round as usize % present.len()).expect("it is below their number")
    }

    fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Toss => SeatSet::EMPTY,
            Phase::Play => self.waiting(),
            Phase::Claim => SeatSet::only(self.claimer()),
        }
    }

    fn total(&self) -> u32 {
        self.points.values().sum()
    }

    fn resolve(&mut self) {
        if self.phase != Phase::Play || !self.waiting().is_empty() {
            return;
        }
        for (seat, choice) in self.choices.iter() {
            if let Choice::Card(card) = *choice {
                if card <= self.toss {
                    self.hands[seat] &= !(1 << (card - 1));
                }
                if card == self.toss {
                    self.points[seat] += 1;
                }
            }
        }
        self.choices = self.choices.map(|_, _| Choice::NotYet);
        self.phase = Phase::Claim;
    }
}

impl<const SHARED: bool> Game for Toy<SHARED> {
    type Action = Action;
    type Options = &'static str;

    const WORD: &'static str = if SHARED { "toy-shared" } else { "toy" };
    const TITLE: &'static str = "Toy";
    const RULES: &'static str = "# Toy";
    const SEATS: &'static [u8] = if SHARED { &[2, 3] } else { &[2, 3, 4, 5] };
    const PHASES: &'static [&'static str] = &["play", "claim"];
    const OPTIONS: &'static [OptionRow] = &[OptionRow {
        name: "fault",
        kind: RuleOptionKind::Combo { default: "nothing", vars: FAULTS },
        about: "what is broken",
    }];
    const CHANCE: bool = true;
    const VACATING: bool = true;
    const COOPERATIVE: bool = SHARED;

    fn options(values: &OptionValues) -> Result<&'static str, OptionError> {
        Ok(FAULTS.iter().find(|fault| **fault == values.text("fault")).expect("it is one of the words"))
    }

    fn start(options: &&'static str, seats: u8, seed: &Seed) -> Self {
        let mut toy = Self {
            round: 1,
            phase: Phase::Toss,
            toss: 0,
            hands: BySeat::new(seats, |_| HAND),
            choices: BySeat::new(seats, |_| Choice::NotYet),
            points: BySeat::new(seats, |_| 0),
            claim: 0,
            vacant: SeatSet::EMPTY,
            fault: options,
            memory: 0,
        };
        // One seat is dealt fewer cards, so it passes while others do not.
        let poor = Stream::new(seed, "poor").below(seats.into());
        toy.hands[Seat::from_index(poor as usize)] = 0b0011;
        if toy.broken("start-differs") {
            use std::sync::atomic::{AtomicU8, Ordering};
            static STARTS: AtomicU8 = AtomicU8::new(0);
            toy.hands[Seat::TWO] = 1 + STARTS.fetch_add(1, Ordering::Relaxed) % 7;
        }
        toy
    }

    fn read(options: &&'static str, seats: u8, position: &str) -> Result<Self, PositionError> {
        if *options == "read-panics" && position.contains('Q') {
            panic!("a position with Q");
        }
        read(options, seats, position)
            .filter(|toy: &Self| toy.over() || !toy.present().is_empty())
            .filter(|toy| toy.phase != Phase::Play || !toy.waiting().is_empty())
            .ok_or_else(|| PositionError::refused("it is no position of the toy"))
    }

    fn seats(&self) -> u8 {
        self.hands.seats()
    }

    fn turn(&self) -> Turn {
        if self.over() {
            let best = self.present().iter().map(|seat| self.points[seat]).max().unwrap_or(0);
            let vacated_scores = self.broken("vacated-scores");
            let winners: SeatSet = SeatSet::all(Game::seats(self))
                .iter()
                .filter(|&seat| vacated_scores || (self.present().contains(seat) && self.points[seat] == best))
                .collect();
            let score = if SHARED != self.broken("wrong-score") {
                Score::Shared(self.total())
            } else {
                Score::split(Game::seats(self), winners)
            };
            return Turn::Over(Outcome { reason: "rounds", score });
        }
        match self.phase {
            Phase::Toss => Turn::Chance,
            Phase::Play | Phase::Claim if self.broken("asks-nobody") => Turn::Seats(SeatSet::EMPTY),
            Phase::Play if self.broken("vacated-asked") => {
                Turn::Seats(self.waiting().iter().chain(self.vacant.iter()).collect())
            }
            Phase::Play if self.broken("waits-again") => Turn::Seats(self.present()),
            Phase::Play | Phase::Claim => Turn::Seats(self.to_act()),
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Toss | Phase::Play => "play",
            Phase::Claim if self.broken("strange-phase") => "strange",
            Phase::Claim => "claim",
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.broken("clears-list") {
            actions.clear();
        }
        if self.over() {
            return;
        }
        if self.broken("idle-lists") && self.phase == Phase::Claim && seat != self.claimer() {
            return actions.push(Action::Claim(0));
        }
        if self.broken("vacated-lists") && self.vacant.contains(seat) {
            return actions.push(Action::Claim(0));
        }
        if !self.to_act().contains(seat) || self.broken("no-list") {
            return;
        }
        match self.phase {
            Phase::Toss => {}
            Phase::Claim => actions.extend([Action::Claim(0), Action::Claim(1), Action::Claim(2)]),
            Phase::Play if self.hands[seat] == 0 => actions.push(Action::Pass),
            Phase::Play => {
                actions.extend((1..=4).filter(|card| self.hands[seat] & 1 << (card - 1) != 0).map(Action::Card));
                if self.broken("pass-among-others") {
                    actions.push(Action::Pass);
                }
                if self.broken("action-text") {
                    actions.push(Action::Card(5));
                }
                if self.broken("listed-twice") {
                    actions.extend(actions.last().copied());
                }
                if self.broken("list-leaks") && self.choices.values().any(|choice| *choice == Choice::Card(1)) {
                    actions.pop();
                }
            }
        }
    }

    fn check(&self, actor: Actor, action: Action) -> Result<(), IllegalError> {
        if self.over() {
            return Err(IllegalError::NotToAct);
        }
        if self.broken("check-panics") && action == Action::Claim(9) {
            panic!("a claim of nine");
        }
        let illegal = Err(IllegalError::rule("it is not in your hand"));
        match (actor, self.phase, action) {
            (Actor::Chance, Phase::Toss, Action::Toss(3)) if self.broken("outcome-refused") => {
                Err(IllegalError::NotToAct)
            }
            (Actor::Chance, Phase::Toss, Action::Toss(1..=3)) => Ok(()),
            (Actor::Seat(_), Phase::Toss, Action::Card(_)) if self.broken("idle-accepted") => Ok(()),
            (Actor::Seat(seat), Phase::Play, Action::Toss(_))
                if self.broken("seat-throws") && self.to_act().contains(seat) =>
            {
                Ok(())
            }
            (Actor::Seat(seat), _, _) if !self.to_act().contains(seat) => Err(IllegalError::NotToAct),
            (Actor::Seat(_), Phase::Claim, Action::Claim(number)) => {
                if number > 2 && self.broken("offer-refused") {
                    illegal
                } else {
                    Ok(())
                }
            }
            (Actor::Seat(seat), Phase::Play, _) => {
                let mut list = Vec::new();
                self.legal(seat, &mut list);
                let refused = self.broken("listed-refused") && action == Action::Card(2);
                let accepted = self.broken("unlisted-accepted") && matches!(action, Action::Card(_));
                if accepted || list.contains(&action) && !refused { Ok(()) } else { illegal }
            }
            (Actor::Seat(_) | Actor::Chance, _, _) => illegal,
        }
    }

    fn play(&mut self, actor: Actor, action: Action) {
        if self.broken("play-panics") && action == Action::Card(3) {
            panic!("three is played");
        }
        match (actor, action) {
            (Actor::Chance, Action::Toss(number)) => {
                self.toss = number;
                self.phase = Phase::Play;
            }
            (Actor::Seat(seat), Action::Card(_) | Action::Pass) if seat.index() < self.hands.seats().into() => {
                if self.broken("order-matters") && self.waiting().len() == 1 {
                    self.points[seat] += 1;
                }
                self.choices[seat] = match action {
                    Action::Card(card) => Choice::Card(card),
                    Action::Toss(_) | Action::Pass | Action::Claim(_) => Choice::Pass,
                };
                self.resolve();
            }
            (Actor::Seat(_), Action::Claim(number)) => {
                self.claim = number;
                self.round += 1;
                self.phase = Phase::Toss;
                self.toss = 0;
                if self.broken("text-forgets") && number == 2 {
                    self.memory += 1;
                }
            }
            (Actor::Chance | Actor::Seat(_), _) => {}
        }
    }

    fn forced(&self) -> Option<(Seat, Action)> {
        if self.phase != Phase::Play || self.over() || self.broken("pass-unforced") {
            return None;
        }
        self.waiting().iter().find(|&seat| self.hands[seat] == 0).map(|seat| (seat, Action::Pass))
    }

    fn view(&self, seat: Seat) -> String {
        let text = self.to_string();
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let choices = self.choices.iter().map(|(chooser, choice)| match choice {
            Choice::NotYet => '-',
            Choice::Card(_) | Choice::Pass if chooser == seat || self.broken("view-leaks") => letter(*choice),
            Choice::Card(_) | Choice::Pass => '?',
        });
        words[4] = choices.collect();
        if self.broken("view-lies") {
            words[0] = "7".to_owned();
        }
        words.join(" ")
    }

    fn describe(&self, _: Actor, action: Action) -> String {
        match action {
            Action::Card(4) if self.broken("empty-text") => String::new(),
            Action::Toss(_) | Action::Card(_) | Action::Pass | Action::Claim(_) => format!("({action})"),
        }
    }

    fn board(&self, style: Style) -> Vec<String> {
        let mut lines = vec![self.to_string()];
        if style == Style::Colour {
            lines = vec![format!("\u{1b}[31m{self}\u{1b}[0m")];
        }
        if self.broken("empty-line") {
            lines.push(String::new());
        }
        if self.broken("space-at-edge") && style == Style::Colour {
            lines.push("\u{1b}[31mred \u{1b}[0m".to_owned());
        }
        lines
    }

    fn gesture(&self, _: Seat, action: Action) -> Gesture {
        match action {
            Action::Card(_) if self.broken("same-gesture") => Gesture::at(["card"]),
            Action::Card(card) => Gesture::at([format!("card-{card}")]),
            Action::Claim(number) => Gesture::say(action, format!("claim {number}")),
            Action::Toss(_) | Action::Pass => Gesture::say(action, "as it comes"),
        }
    }

    fn picture(&self, last: &[(Actor, Action)]) -> Picture {
        let hands = self.hands.values().fold(0, |all, hand| all | hand);
        drawn(self.to_string(), hands, last)
    }

    fn picture_for(&self, seat: Seat, last: &[(Actor, Action)]) -> Picture {
        let title = if self.broken("picture-leaks") { self.to_string() } else { self.view(seat) };
        drawn(title, if self.broken("place-nowhere") { 0 } else { self.hands[seat] }, last)
    }

    fn outcomes(&self, outcomes: &mut Vec<(Action, u32)>) {
        if self.phase == Phase::Toss && (!self.over() || self.broken("chance-when-over")) {
            let last = u32::from(!self.broken("no-weight"));
            outcomes.extend([(Action::Toss(1), 1), (Action::Toss(2), 2), (Action::Toss(3), last)]);
        }
    }

    fn chance(&self, seed: &Seed) -> Action {
        let mut stream = Stream::new(seed, &format!("toss {}", self.round));
        if self.broken("draw-outside") {
            return Action::Toss(4);
        }
        Action::Toss([1, 2, 2, 3][stream.below(4) as usize])
    }

    fn draw(&self) -> Option<Draw> {
        let faces = if self.broken("draw-otherwise") { [3, 2, 2, 1] } else { [1, 2, 2, 3] };
        let due = self.turn() == Turn::Chance;
        due.then(|| Draw { key: format!("toss {}", self.round), words: DrawWords::among(faces.map(Action::Toss)) })
    }

    fn vacant(&self) -> SeatSet {
        if self.broken("vacated-forgotten") && self.round > 3 { SeatSet::EMPTY } else { self.vacant }
    }

    fn vacate(&mut self, seat: Seat) {
        self.vacant.insert(seat);
        self.choices[seat] = Choice::NotYet;
        self.resolve();
    }

    fn shared(&self) -> u32 {
        if SHARED { self.total() } else { 0 }
    }

    fn scored(&self, action: Action, after: &Self) -> Option<ScoredTurn> {
        let ends = self.phase == Phase::Play && after.phase == Phase::Claim;
        if !SHARED || !ends || matches!(action, Action::Toss(_)) || self.broken("silent-score") {
            return None;
        }
        let total = after.total() + u32::from(self.broken("total-wrong"));
        Some(ScoredTurn {
            turn: self.round,
            points: after.total() - self.total(),
            total,
            chain: Vec::new(),
            longest: None,
        })
    }

    fn lists_all(&self) -> bool {
        self.over() || self.phase != Phase::Claim
    }

    fn counts(&self) -> Option<MoveCounts> {
        self.broken("counts-unnamed").then_some(MoveCounts { quiet: 0, number: self.round })
    }

    fn unlisted(&self, seat: Seat, pick: &mut dyn FnMut(u32) -> u32) -> Option<Action> {
        (self.phase == Phase::Claim && !self.over() && self.claimer() == seat).then(|| Action::Claim(3 + pick(7) as u8))
    }
}

/// Draws a picture with this title and one named shape per card.
fn drawn(title: String, cards: u8, last: &[(Actor, Action)]) -> Picture {
    let mut picture = Picture::new(title, 100, 10);
    let cards = (1..=4).filter(|card| cards & 1 << (card - 1) != 0);
    picture.extend(cards.map(|card| named(format!("card-{card}"), Text::new(card.to_string()))));
    picture.extend(last.iter().map(|(_, action)| Text::new(action.to_string())));
    picture
}
