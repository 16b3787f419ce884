//! The choices of a cat that acts.

use arrayvec::ArrayVec;

use super::{Cat, CatChess, CatId, Letter, land, land::SPACES, sight::Watch};
use crate::board::hex::{Space, SpaceSet};

/// Rules page, Acts: the points of a move.
const POINTS: u8 = 4;

/// Rules page, Acts and Stepping: the greatest difference in height of a step.
pub(super) const STEEPEST: u8 = 2;

/// The choices of a cat in play that acts, without the free preen.
#[derive(Debug, Clone)]
pub(super) struct Choices {
    /// The cats that this cat can challenge.
    pub(super) rivals: ArrayVec<CatId, 12>,
    /// The spaces where a move of the cat may end. Its own space is among them, unless a higher opponent observes the
    /// cat and the cat has another choice.
    pub(super) ends: SpaceSet,
    /// The spaces that the cat can reach with its points, its own space included.
    pub(super) reach: SpaceSet,
    /// True if a higher opponent observes the cat, so that it cannot preen.
    pub(super) menaced: bool,
}

impl CatChess {
    /// The choices of a cat of the owner. `None` if the cat is out of play.
    pub(super) fn choices(&self, letter: Letter, watch: &Watch) -> Option<Choices> {
        let id = CatId { seat: self.owner, letter };
        let space = self.cat(id).space()?;
        let menaced = watch.menaced.contains(space);
        let (rivals, reach) = (self.rivals(id), self.reach(space, watch));
        // Rules page, Observed cats: a cat that a higher opponent observes must challenge, or go where nobody observes
        // it.
        let ends = match (menaced, reach - watch.observed) {
            (false, _) => reach,
            (true, safe) if !safe.is_empty() || !rivals.is_empty() => safe,
            (true, _) => reach,
        };
        Some(Choices { rivals, ends, reach, menaced })
    }

    /// Rules page, Acts: the opponents' cats that are higher and that this cat observes.
    fn rivals(&self, id: CatId) -> ArrayVec<CatId, 12> {
        let seen = self.seen(id);
        let height = self.height(id);
        let rival =
            |cat: &Cat| cat.space().is_some_and(|space| seen.contains(space) && Some(self.heights.at(space)) > height);
        self.opponents(id.seat).filter(|(_, cat)| rival(cat)).map(|(id, _)| id).collect()
    }

    /// Rules page, Acts: the spaces within four points, the starting space included.
    fn reach(&self, from: Space, watch: &Watch) -> SpaceSet {
        let closed = self.occupied() | watch.barred;
        // The points left on each space, plus one; 0 if the space is not reached.
        let mut left = [0_u8; SPACES];
        let mut reach = SpaceSet::only(from);
        let mut due = vec![from];
        left[from.index()] = POINTS + 1;
        while let Some(space) = due.pop() {
            for &next in land().neighbours(space) {
                let climb = self.heights.at(space).abs_diff(self.heights.at(next));
                let after = left[space.index()].saturating_sub(1 + climb);
                if climb <= STEEPEST && after > left[next.index()] && !closed.contains(next) {
                    left[next.index()] = after;
                    reach.insert(next);
                    due.push(next);
                }
            }
        }
        reach
    }

    /// Rules page, Stepping: the free neighbours, at most 2 higher or lower, that the cat `from` does not observe.
    pub(super) fn steps(&self, cat: CatId, from: CatId) -> ArrayVec<Space, 6> {
        let Some(space) = self.cat(cat).space() else { return ArrayVec::new() };
        let closed = self.occupied() | self.seen(from);
        let free = |next: &Space| {
            self.heights.at(space).abs_diff(self.heights.at(*next)) <= STEEPEST && !closed.contains(*next)
        };
        land().neighbours(space).iter().copied().filter(free).collect()
    }
}
