//! The features of the toy game: chance, seats that leave, a shared score, incomplete lists.

use uvi_games::game::{
    ChanceEvents, Cooperative, Draw, DrawWords, Game, ListsInPart, ScoredTurn, Seat, SeatSet, Seed, Stream, Turn,
    Vacate,
};

use super::{Action, Choice, Phase, Toy};

impl<const SHARED: bool> ChanceEvents for Toy<SHARED> {
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
}

impl<const SHARED: bool> Vacate for Toy<SHARED> {
    fn vacant(&self) -> SeatSet {
        if self.broken("vacated-forgotten") && self.round > 3 { SeatSet::EMPTY } else { self.vacant }
    }

    fn vacate(&mut self, seat: Seat) {
        self.vacant.insert(seat);
        self.choices[seat] = Choice::NotYet;
        self.resolve();
    }
}

impl<const SHARED: bool> Cooperative for Toy<SHARED> {
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
}

impl<const SHARED: bool> ListsInPart for Toy<SHARED> {
    fn lists_all(&self) -> bool {
        self.over() || self.phase != Phase::Claim
    }

    fn unlisted(&self, seat: Seat, pick: &mut dyn FnMut(u32) -> u32) -> Option<Action> {
        (self.phase == Phase::Claim && !self.over() && self.claimer() == seat).then(|| Action::Claim(3 + pick(7) as u8))
    }
}
