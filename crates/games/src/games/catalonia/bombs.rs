//! Bombs: throws, targets, escapes, and the removal of trapped Peasants.

use super::{Catalonia, Phase, Square, Squares};
use crate::board::Side;

/// Rules page, Pit: files b to g and ranks 2 to 7.
pub(super) const THROWN: Squares = Squares::crossing(&[1, 2, 3, 4, 5, 6], &[1, 2, 3, 4, 5, 6]);

impl Catalonia {
    pub(super) fn bombable(&self) -> Squares {
        THROWN - self.pits()
    }

    /// Rules page, Chance: key `bomb <turn>`.
    pub(super) fn key(&self) -> String {
        format!("bomb {}", self.turn)
    }

    /// Rules page, Pit: the bomb falls on `thrown` and finds its target, or makes a pit.
    pub(super) fn fall(&mut self, thrown: Square) {
        if self.men().all().contains(thrown) {
            return self.hit(thrown);
        }
        let near = self.field.neighbours(thrown);
        if near.has_many() {
            self.phase = Phase::Target(thrown);
        } else if let Some(target) = near.first() {
            self.hit(target);
        } else {
            self.field.pits.insert(thrown);
            self.bombed();
        }
    }

    /// Rules page, Escape: the square of the target becomes a pit, and the target escapes or is removed.
    pub(super) fn hit(&mut self, target: Square) {
        self.field.pits.insert(target);
        let escapes = self.field.escapes(target);
        if escapes.has_many() {
            self.phase = Phase::Escape(target);
        } else if let Some(to) = escapes.first() {
            self.flee(target, to);
        } else {
            self.field.men.take(target);
            self.bombed();
        }
    }

    pub(super) fn flee(&mut self, lost: Square, to: Square) {
        if let Some(man) = self.field.men.take(lost) {
            self.field.men.put(to, man);
        }
        self.bombed();
    }

    /// Rules page, Trapped Peasants: after the bomb, White may remove trapped Peasants, then Black.
    pub(super) fn bombed(&mut self) {
        self.remove(&Side::ALL);
    }

    /// Starts the removal by the first of these players who has trapped Peasants, or else the next turn.
    fn remove(&mut self, players: &[Side]) {
        match players.iter().find(|&&owner| !self.field.trapped(owner).is_empty()) {
            Some(&owner) => self.phase = Phase::Remove(owner),
            None => self.next_turn(),
        }
    }

    pub(super) fn removed(&mut self, owner: Side) {
        match owner {
            Side::White => self.remove(&[Side::Black]),
            Side::Black => self.next_turn(),
        }
    }
}
