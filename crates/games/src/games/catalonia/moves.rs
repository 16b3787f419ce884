//! The geometry of the men: moves, defences, escapes, and trapped Peasants.

use super::{Kind, Man, Men, Square, Squares, chain::Graph};
use crate::board::{self, Direction, Leaps, Rays, Side, Wrap, leaps};

static RAYS: Rays<8, 8> = Rays::new(Wrap::Flat);
static KNIGHT: Leaps<8, 8> = leaps(Wrap::Flat, board::KNIGHT);
/// Rules page, Men: exactly twice a king's step.
static TWO_STEPS: Leaps<8, 8> =
    leaps(Wrap::Flat, &[(0, 2), (2, 2), (2, 0), (2, -2), (0, -2), (-2, -2), (-2, 0), (-2, 2)]);
/// The squares that a Peasant defends, for White and for Black.
static ASLANT: [Leaps<8, 8>; 2] = [leaps(Wrap::Flat, &[(-1, 1), (1, 1)]), leaps(Wrap::Flat, &[(-1, -1), (1, -1)])];
static BESIDE: Leaps<8, 8> = leaps(Wrap::Flat, board::KING);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Field {
    pub(super) men: Men,
    pub(super) pits: Squares,
}

impl Field {
    fn blocked(&self) -> Squares {
        self.men.all() | self.pits
    }

    /// The squares that the man may move to. Rules page, Men.
    pub(super) fn targets(&self, from: Square, man: Man) -> Squares {
        let blocked = self.blocked();
        reach(from, man, blocked, || peasant(from, man.owner, |middle| !blocked.contains(middle))) - blocked
    }

    pub(super) fn can_move(&self, owner: Side) -> bool {
        self.own(owner).any(|(from, man)| !self.targets(from, man).is_empty())
    }

    /// A player's men with their squares, in the order of the board.
    pub(super) fn own(&self, owner: Side) -> impl Iterator<Item = (Square, Man)> {
        self.men.owned(owner).iter().filter_map(|square| Some((square, self.men.at(square)?)))
    }

    /// The squares of the men that a man defends. Rules page, Defence: the men on squares where he could go if the
    /// square were empty; a Peasant defends the two squares diagonally forward. Rules page, Rulings: squares of the far
    /// row too.
    fn defended(&self, from: Square, man: Man, blocked: Squares) -> Squares {
        reach(from, man, blocked, || ASLANT[man.owner as usize].from(from)) & self.men.all()
    }

    /// The graph of defences: the men in the order of the board, White's marked, with an edge to each man defended.
    pub(super) fn graph(&self) -> Graph {
        let men = self.men.all();
        let blocked = self.blocked();
        let mut number = [0; Square::COUNT];
        for (count, square) in men.iter().enumerate() {
            number[square.index()] = count;
        }
        let mut graph = Graph::new(men.len());
        for owner in Side::ALL {
            for kind in Kind::ALL {
                for square in (self.men.owned(owner) & self.men.of(kind)).iter() {
                    let from = number[square.index()];
                    if owner == Side::White {
                        graph.mark(from);
                    }
                    for defended in self.defended(square, Man { owner, kind }, blocked).iter() {
                        graph.link(from, number[defended.index()]);
                    }
                }
            }
        }
        graph
    }

    /// The squares of the men with these numbers in the graph; `numbers` has a bit for each number.
    pub(super) fn squares(&self, numbers: u32) -> Squares {
        let men = self.men.all().iter().enumerate();
        men.filter(|(number, _)| numbers & 1 << number != 0).map(|(_, square)| square).collect()
    }

    /// Rules page, Escape: the squares without man or pit that the target could move to if it could leap over anything.
    /// On each of these squares it would be part of a chain. The target's own square counts as an empty pit.
    pub(super) fn escapes(&self, lost: Square) -> Squares {
        let mut field = *self;
        let Some(man) = field.men.take(lost) else { return Squares::EMPTY };
        field.pits.insert(lost);
        let flight = reach(lost, man, Squares::EMPTY, || peasant(lost, man.owner, |_| true));
        let in_chain = |to: &Square| {
            let mut there = field;
            there.men.put(*to, man);
            let number = there.men.all().iter().take_while(|square| square < to).count();
            there.graph().search().passes(number)
        };
        (flight - field.blocked()).iter().filter(in_chain).collect()
    }

    /// Rules page, Pit: the men on the neighbouring squares.
    pub(super) fn neighbours(&self, thrown: Square) -> Squares {
        BESIDE.from(thrown) & self.men.all()
    }

    /// Rules page, Trapped Peasants: a player's Peasants between two squares, in front and behind, that are each a pit,
    /// or off the board, or on the far row. At least one is a pit.
    pub(super) fn trapped(&self, owner: Side) -> Squares {
        let is_trapped = |square: &Square| {
            let ways = [owner.forward(), -owner.forward()].map(|ranks| way(*square, owner, ranks));
            let is_pit = |way: Option<Square>| way.is_some_and(|to| self.pits.contains(to));
            ways.into_iter().any(is_pit) && ways.into_iter().all(|way| way.is_none() || is_pit(way))
        };
        (self.men.owned(owner) & self.men.of(Kind::Peasant)).iter().filter(is_trapped).collect()
    }
}

/// The square `ranks` ranks up; `None` if the square is off the board or on the owner's far row.
fn way(from: Square, owner: Side, ranks: i8) -> Option<Square> {
    from.offset(0, ranks, Wrap::Flat).filter(|&to| row(owner, to) != FAR)
}

/// The row of a square as the side counts, from 1.
pub(super) fn row(side: Side, square: Square) -> usize {
    square.rank().abs_diff(side.home(8)) + 1
}

/// Rules page, Men: the far row, which no Peasant enters.
pub(super) const FAR: usize = 8;

/// Rules page, Men: a Peasant goes one step forward or backward, two forward from its second row, two backward from its
/// fourth. `free` tells if a double step may cross its middle square.
fn peasant(from: Square, owner: Side, free: impl Fn(Square) -> bool) -> Squares {
    let mut targets = Squares::EMPTY;
    for (ranks, long_from) in [(owner.forward(), 2), (-owner.forward(), 4)] {
        let Some(step) = way(from, owner, ranks) else { continue };
        targets.insert(step);
        if row(owner, from) == long_from && free(step) {
            way(from, owner, 2 * ranks).into_iter().for_each(|to| targets.insert(to));
        }
    }
    targets
}

/// The squares that a man reaches; `peasant` has those of a Peasant. A slide ends on the first blocked square.
fn reach(from: Square, man: Man, blocked: Squares, peasant: impl FnOnce() -> Squares) -> Squares {
    match man.kind {
        Kind::Knight => KNIGHT.from(from),
        Kind::Gentleman => BESIDE.from(from) | TWO_STEPS.from(from),
        Kind::Bishop => RAYS.reach_all(from, Direction::DIAGONAL, blocked),
        Kind::Lady => {
            RAYS.reach_all(from, Direction::STRAIGHT, blocked) | RAYS.reach_all(from, Direction::DIAGONAL, blocked)
        }
        Kind::Peasant => peasant(),
    }
}
