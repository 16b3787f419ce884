//! Orwell Chess as a [`Game`]: turns, ends, chance and vacated seats.

use std::fmt::Write as _;

use arrayvec::ArrayString;

use super::{
    Action, Dice, Die, Kind, Man, Move, Orwell, Owner, drawing, picture,
    position::{FIELDS, START},
};
use crate::game::{
    Actor, Draw, DrawWords, Gain, Game, GameWords, Gesture, IllegalError, OptionError, OptionRow, OptionValues,
    Outcome, Picture, PositionError, PositionField, Score, Seat, SeatSet, Seed, Stream, Style, Turn,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The winner owns all three royals.
    Royals(Owner),
    /// The winner's capture left a player at most one man.
    LastMan(Owner),
    /// The rounds are over: `maxrounds`.
    Limit,
}

impl Orwell {
    /// Rules page, Chance: key `dice <n>`, n = 3·(round − 1) + seat.
    fn key(&self) -> ArrayString<32> {
        let turn = 3 * u64::from(self.round - 1) + u64::from(self.mover.seat().number());
        let mut key = ArrayString::new();
        write!(key, "dice {turn}").expect("a number has at most twenty digits");
        key
    }

    /// The end, if the game is over. Rules page, End and Final position: after a capture that ends the game, the
    /// position stays with the mover. His `last` names the owner of the captured man.
    ///
    /// In play, only the mover can own all royals, and only the owner of the captured man can have at most one man
    /// left. Rules page, Rulings: a set position that meets a condition is over too.
    pub(super) fn end(&self) -> Option<End> {
        let own = self.men.owned(self.mover);
        if (self.men.royals() - own).is_empty() {
            return Some(End::Royals(self.mover));
        }
        if self.last[self.mover as usize].is_some_and(|captured| !self.men.owned(captured).has_many()) {
            return Some(End::LastMan(self.mover));
        }
        (self.round > self.max_rounds).then_some(End::Limit)
    }

    /// Rules page, End: 1 for the winner, or the point shared by the seats not vacated.
    fn outcome(&self, end: End) -> Outcome {
        let seats = self.seats();
        match end {
            End::Royals(winner) => Outcome { reason: "royals", score: Score::win(seats, winner.seat()) },
            End::LastMan(winner) => Outcome { reason: "last-man", score: Score::win(seats, winner.seat()) },
            End::Limit => Outcome { reason: "limit", score: Score::split(seats, SeatSet::all(seats) - self.vacant) },
        }
    }

    /// Rules page, Vacated seats: the round grows whenever the turn goes past seat 3, and vacated seats are skipped.
    fn next_turn(&mut self) {
        self.dice = Dice::default();
        for _ in Owner::ALL {
            self.round += u32::from(self.mover == Owner::Black);
            self.mover = Owner::ALL[(self.mover as usize + 1) % Owner::ALL.len()];
            if !self.vacant.contains(self.mover.seat()) {
                return;
            }
        }
    }

    /// The kind that a man gets by its move; `None` if it stays as it is. Rules page, Promotion and Perpetual power: a
    /// man that captures a royal becomes a Maharaja.
    fn becomes(captured: Option<Man>, promotion: Option<Kind>) -> Option<Kind> {
        if captured.is_some_and(|man| man.kind.is_royal()) { Some(Kind::Maharaja) } else { promotion }
    }

    fn go(&mut self, action: Move) {
        let Some(Man { owner, kind }) = self.men.take(action.from) else { return };
        let captured = self.men.take(action.to);
        self.men.put(action.to, Man { owner, kind: Self::becomes(captured, action.promotion).unwrap_or(kind) });
        self.dice.spend(kind);
        if let Some(man) = captured {
            self.last[self.mover as usize] = Some(man.owner);
        }
        // A capture that ends the game stops the turn, even if a die is left.
        if self.dice.is_empty() && (captured.is_none() || self.end().is_none()) {
            self.next_turn();
        }
    }
}

impl Game for Orwell {
    type Action = Action;
    /// The option `maxrounds`.
    type Options = u32;

    const WORD: &'static str = "orwell";
    const TITLE: &'static str = "Orwell Chess";
    const RULES: &'static str = include_str!("RULES.md");
    const SEATS: &'static [u8] = &[3];
    const OPTIONS: &'static [OptionRow] =
        &[OptionRow::spin("maxrounds", 500, 1, 10_000).about("the rounds after which the game is drawn")];
    const FIELDS: &'static [PositionField] = FIELDS;
    const WORDS: GameWords = GameWords {
        about: "Three armies on a cylinder. Own all three royals, or leave an enemy one man. Two dice decide which men move, \
                and each capture decides whom you may capture next.",
        points: Some(["royal", "royals"]),
        chance: Some("dice"),
        ends: &[
            ("royals", "all three royals have one owner"),
            ("last-man", "an army is down to one man"),
            ("limit", "the last round is over"),
        ],
        clicks: &[("play", "choose a man, then a square")],
        ..GameWords::NONE
    };
    const COLOURS: &'static [&'static str] = &["White", "Red", "Black"];
    const CHANCE: bool = true;
    const VACATING: bool = true;

    fn options(values: &OptionValues) -> Result<u32, OptionError> {
        Ok(values.number("maxrounds"))
    }

    fn start(options: &u32, _: u8, _: &Seed) -> Self {
        Self::parse(*options, START).expect("the start is a position")
    }

    fn read(options: &u32, _: u8, position: &str) -> Result<Self, PositionError> {
        Self::parse(*options, position)
    }

    fn turn(&self) -> Turn {
        match self.end() {
            Some(end) => Turn::Over(self.outcome(end)),
            None if self.dice.is_empty() => Turn::Chance,
            None => Turn::Seats(SeatSet::only(self.mover.seat())),
        }
    }

    /// Rules page, Use of the dice: while any die that is left has a legal move, the player must make one.
    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if seat != self.mover.seat() || self.dice.is_empty() {
            return;
        }
        if self.stuck {
            actions.push(Action::Pass);
        } else if self.end().is_none() {
            self.field().list(&self.dice, actions);
        }
    }

    fn check(&self, actor: Actor, action: Action) -> Result<(), IllegalError> {
        let due = if self.dice.is_empty() { Actor::Chance } else { Actor::Seat(self.mover.seat()) };
        if actor != due || self.end().is_some() {
            return Err(IllegalError::NotToAct);
        }
        match (actor, action) {
            (Actor::Chance, Action::Throw(..)) => Ok(()),
            (Actor::Chance, Action::Pass | Action::Move(_)) => Err(IllegalError::rule("the dice are to be thrown")),
            (Actor::Seat(_), Action::Throw(..)) => Err(IllegalError::rule("the arbiter throws the dice")),
            (Actor::Seat(_), Action::Pass) if self.stuck => Ok(()),
            (Actor::Seat(_), Action::Pass) => Err(IllegalError::rule("a legal move exists, so you cannot pass")),
            (Actor::Seat(_), Action::Move(action)) => self.field().check(&self.dice, action),
        }
    }

    fn play(&mut self, _: Actor, action: Action) {
        match action {
            Action::Throw(first, second) => self.dice = Dice::both(first, second),
            // Rules page, Use of the dice: one pass for each lost die, the lowest first.
            Action::Pass => {
                self.dice.lose_lowest();
                if self.dice.is_empty() {
                    self.next_turn();
                }
                // The other die had no move before this pass, and has none now.
                if !self.dice.is_empty() && self.stuck {
                    return;
                }
            }
            Action::Move(action) => self.go(action),
        }
        self.settle();
    }

    fn forced(&self) -> Option<(Seat, Action)> {
        self.stuck.then_some((self.mover.seat(), Action::Pass))
    }

    /// Writes the action as the inventor does: rules page, Actions.
    fn describe(&self, _: Actor, action: Action) -> String {
        let Action::Move(Move { from, to, promotion }) = action else {
            return action.to_string();
        };
        let captured = self.man(to);
        let letter = self.man(from).map(|man| man.kind).filter(|kind| !kind.is_berlinpeono()).map(Kind::letter);
        let sign = if captured.is_some() { 'x' } else { '-' };
        let mut text = String::new();
        text.extend(letter);
        write!(text, "{from}{sign}{to}").expect("a String takes any text");
        text.extend(Self::becomes(captured, promotion).into_iter().flat_map(|kind| ['=', kind.letter()]));
        text
    }

    fn gain(&self, action: Action) -> Gain {
        let Action::Move(Move { to, promotion, .. }) = action else { return Gain::default() };
        let taken = self.man(to).map_or(0, |man| man.kind.worth());
        Gain { taken, promoted: promotion.map_or(0, Kind::worth) }
    }

    fn points(&self) -> Vec<u32> {
        Owner::ALL.map(|owner| (self.owned(owner) & self.men.royals()).len() as u32).to_vec()
    }

    fn gesture(&self, _: Seat, action: Action) -> Gesture {
        match action {
            Action::Move(Move { from, to, promotion }) => match promotion {
                None => Gesture::at([from, to]),
                Some(kind) => Gesture::at([from, to])
                    .and_say(kind.letter().to_ascii_lowercase(), format!("promote to a {}", kind.name())),
            },
            Action::Pass => Gesture::say(action, "the die moves nothing"),
            Action::Throw(..) => Gesture::say(action, "the throw"),
        }
    }

    fn board(&self, style: Style) -> Vec<String> {
        drawing::board(self, style)
    }

    fn picture(&self, last: &[(Actor, Action)]) -> Picture {
        picture::picture(self, Self::TITLE, last)
    }

    /// Rules page, Throw: 36 equal outcomes.
    fn outcomes(&self, outcomes: &mut Vec<(Action, u32)>) {
        if !matches!(self.turn(), Turn::Chance) {
            return;
        }
        for first in Die::ALL {
            outcomes.extend(Die::ALL.map(|second| (Action::Throw(first, second), 1)));
        }
    }

    /// Rules page, Chance: two draws, first die first.
    fn chance(&self, seed: &Seed) -> Action {
        let mut stream = Stream::new(seed, &self.key());
        let mut die = || Die::ALL[usize::from(stream.die()) - 1];
        let (first, second) = (die(), die());
        Action::Throw(first, second)
    }

    fn draw(&self) -> Option<Draw> {
        let faces = |sign: &str| Die::ALL.map(|die| format!("{sign}{die}")).to_vec();
        let words = DrawWords { parts: vec![faces("@"), faces("")], again: Vec::new() };
        matches!(self.turn(), Turn::Chance).then(|| Draw { key: self.key().to_string(), words })
    }

    fn vacant(&self) -> SeatSet {
        self.vacant
    }

    /// Rules page, Vacated seats: if the seat was to move, its dice are lost and the next seat that is not vacated is
    /// to throw. Otherwise only the `vacant` word changes.
    fn vacate(&mut self, seat: Seat) {
        if Owner::at(seat).is_none() || self.end().is_some() {
            return;
        }
        self.vacant.insert(seat);
        if seat == self.mover.seat() {
            self.next_turn();
            self.settle();
        }
    }
}
