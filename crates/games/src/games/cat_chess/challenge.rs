//! Challenges: winner, ties, and consequences.

use std::cmp::Ordering;

use super::{CatChess, CatId, Challenge, Counter, Deed, Peaks, Phase, Response};
use crate::board::hex::Space;

/// Rules page, Challenge: the table. Greater if the challenger wins, less if the defender does, and equal for a tie.
const fn verdict(challenger: Option<Counter>, defender: Option<Counter>) -> Ordering {
    match (challenger, defender) {
        (None | Some(Counter::Style), Some(Counter::Style)) => Ordering::Less,
        (Some(Counter::Presence), None | Some(Counter::Presence)) => Ordering::Greater,
        (None | Some(Counter::Style), None | Some(Counter::Presence))
        | (Some(Counter::Presence), Some(Counter::Style)) => Ordering::Equal,
    }
}

impl CatChess {
    /// Starts a challenge. Rules page, Challenge: the challenger counts as having acted.
    pub(super) fn declare(&mut self, challenger: CatId, defender: CatId) {
        self.acted.deeds[challenger.letter as usize] = Deed::Acted;
        self.phase = Phase::Challenge { challenger, defender, challenge: None, response: None };
    }

    /// Notes the choice of a seat. Decides the challenge if both seats have chosen.
    pub(super) fn chosen(&mut self, choice: Option<Challenge>, answer: Option<Response>) {
        let Phase::Challenge { challenger, defender, challenge, response } = self.phase else { return };
        let (challenge, response) = (choice.or(challenge), answer.or(response));
        match (challenge, response) {
            (Some(challenge), Some(response)) => self.stare(challenger, defender, (challenge, response)),
            _ => self.phase = Phase::Challenge { challenger, defender, challenge, response },
        }
    }

    /// Decides the challenge by the two choices. Rules page, Challenge; Ties: by self-esteem less the observers, then
    /// by self-esteem, then the challenger steps, then a coin.
    fn stare(&mut self, challenger: CatId, defender: CatId, choices: (Challenge, Response)) {
        let [one, other] = [challenger, defender].map(|id| self.cat(id).cells.at(choices.0, choices.1));
        let strength = |id: CatId| {
            let cat = self.cat(id);
            let observers = cat.space().map_or(0, |space| self.observers(id.seat, space));
            (i32::from(cat.esteem) - observers as i32, cat.esteem)
        };
        match verdict(one, other).then_with(|| strength(challenger).cmp(&strength(defender))) {
            Ordering::Greater => self.lose(defender, challenger),
            Ordering::Less => self.lose(challenger, defender),
            Ordering::Equal => match *self.steps(challenger, defender) {
                [] => self.phase = Phase::Coin { challenger, defender },
                [only] => self.flee(challenger, only),
                [..] => self.phase = Phase::Step { cat: challenger, from: defender },
            },
        }
    }

    /// Rules page, Loser: the winner takes one self-esteem; a loser with none left, or without a space, is out.
    pub(super) fn lose(&mut self, loser: CatId, winner: CatId) {
        self.cat_mut(winner).preen();
        let left = self.cat(loser).esteem.saturating_sub(1);
        self.cat_mut(loser).esteem = left;
        if left == 0 {
            return self.remove(loser);
        }
        match *self.steps(loser, winner) {
            [] => self.remove(loser),
            [only] => self.flee(loser, only),
            [..] => self.phase = Phase::Step { cat: loser, from: winner },
        }
    }

    fn remove(&mut self, id: CatId) {
        self.lose_peak(id);
        self.cat_mut(id).leave();
        self.go_on();
    }

    /// Moves a cat that steps away. Rules page, Stepping: its direction stays.
    pub(super) fn flee(&mut self, id: CatId, to: Space) {
        self.lose_peak(id);
        if let Some(place) = &mut self.cat_mut(id).place {
            place.space = to;
        }
        self.go_on();
    }

    /// Rules page, Held peaks: a peak that a cat leaves, by step or removal, is no longer noted as held.
    fn lose_peak(&mut self, id: CatId) {
        let left = self.cat(id).space().map_or(Peaks::NONE, Peaks::on);
        self.held[id.seat] = self.held[id.seat].without(left);
    }
}
