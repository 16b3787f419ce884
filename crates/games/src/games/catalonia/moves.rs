//! Where men go, whom they defend, where they flee to, and which of them are trapped.

use super::{Kind, Man, Men, Owner, Square, Squares, chain::Graph};
use crate::board::{Direction, Leaps, Offset, Rays, Wrap, leaps};

static RAYS: Rays<8, 8> = Rays::new(Wrap::Flat);
static KNIGHT: Leaps<8, 8> =
    leaps(Wrap::Flat, &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
/// Rules page, Men: a king's step, or exactly twice that.
static GENTLEMAN: Leaps<8, 8> = leaps(
    Wrap::Flat,
    &[
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (0, 2),
        (2, 2),
        (2, 0),
        (2, -2),
        (0, -2),
        (-2, -2),
        (-2, 0),
        (-2, 2),
    ],
);
/// What a Peasant of White and one of Black defend.
static ASLANT: [Leaps<8, 8>; 2] = [leaps(Wrap::Flat, &[(-1, 1), (1, 1)]), leaps(Wrap::Flat, &[(-1, -1), (1, -1)])];
static BESIDE: Leaps<8, 8> = leaps(Wrap::Flat, &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);

/// Men and pits, as all geometry needs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Field {
    pub(super) men: Men,
    pub(super) pits: Squares,
}

impl Field {
    fn blocked(&self) -> Squares {
        self.men.all() | self.pits
    }

    /// Rules page, Men: the squares that the man there may move to.
    pub(super) fn targets(&self, from: Square, man: Man) -> Squares {
        let blocked = self.blocked();
        match man.kind {
            Kind::Peasant => peasant(from, man.owner, |middle| !blocked.contains(middle)) - blocked,
            Kind::Knight | Kind::Bishop | Kind::Lady | Kind::Gentleman => reach(from, man, blocked) - blocked,
        }
    }

    /// Whether a player has a move.
    pub(super) fn can_move(&self, owner: Owner) -> bool {
        self.own(owner).any(|(from, man)| !self.targets(from, man).is_empty())
    }

    /// A player's men with their squares, in the order of the board.
    pub(super) fn own(&self, owner: Owner) -> impl Iterator<Item = (Square, Man)> {
        self.men.owned(owner).iter().filter_map(|square| Some((square, self.men.at(square)?)))
    }

    /// Rules page, Defence: where it could go if that square were empty, but for the Peasant, which
    /// defends the two squares diagonally forward; rules page, Rulings: those of the far row too.
    fn defended(&self, from: Square, man: Man, blocked: Squares) -> Squares {
        let reach = match man.kind {
            Kind::Peasant => ASLANT[man.owner as usize].from(from),
            Kind::Knight | Kind::Bishop | Kind::Lady | Kind::Gentleman => reach(from, man, blocked),
        };
        reach & self.men.all()
    }

    /// Who defends whom. The men are numbered in the order of the board.
    pub(super) fn graph(&self) -> Graph {
        let men = self.men.all();
        let blocked = self.blocked();
        let mut number = [0; Square::COUNT];
        for (count, square) in men.iter().enumerate() {
            number[square.index()] = count;
        }
        let mut graph = Graph::new(men.len());
        for owner in Owner::ALL {
            for kind in Kind::ALL {
                for square in (self.men.owned(owner) & self.men.of(kind)).iter() {
                    let from = number[square.index()];
                    if owner == Owner::White {
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

    /// The squares of men that the graph numbers, as bits.
    pub(super) fn squares(&self, numbers: u32) -> Squares {
        let men = self.men.all().iter().enumerate();
        men.filter(|(number, _)| numbers & 1 << number != 0).map(|(_, square)| square).collect()
    }

    /// Rules page, Escape: the squares that the target could move to if it could leap over anything, without man or
    /// pit, from which it would be part of a chain. Its own square is a pit by then, and holds nobody.
    pub(super) fn escapes(&self, lost: Square) -> Squares {
        let mut field = *self;
        let Some(man) = field.men.take(lost) else { return Squares::EMPTY };
        field.pits.insert(lost);
        let flight = match man.kind {
            Kind::Peasant => peasant(lost, man.owner, |_| true),
            Kind::Knight | Kind::Bishop | Kind::Lady | Kind::Gentleman => reach(lost, man, Squares::EMPTY),
        };
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

    /// Rules page, Trapped Peasants: a player's Peasants whose square in front and square behind are each a pit, or off the
    /// board, or the far row, at least one of them a pit.
    pub(super) fn trapped(&self, owner: Owner) -> Squares {
        let is_trapped = |square: &Square| {
            let ways = [owner.forward(), -owner.forward()].map(|ranks| way(*square, owner, ranks));
            let is_pit = |way: Option<Square>| way.is_some_and(|to| self.pits.contains(to));
            ways.into_iter().any(is_pit) && ways.into_iter().all(|way| way.is_none() || is_pit(way))
        };
        (self.men.owned(owner) & self.men.of(Kind::Peasant)).iter().filter(is_trapped).collect()
    }
}

/// Where a Peasant comes by so many ranks up, if that is on the board and not on the far row.
fn way(from: Square, owner: Owner, ranks: i8) -> Option<Square> {
    let offset: Offset = (0, ranks);
    from.offset(offset.0, offset.1, Wrap::Flat).filter(|&to| owner.row(to) != FAR)
}

/// Rules page, Men: the far row, which no Peasant enters.
pub(super) const FAR: usize = 8;

/// Rules page, Men: a Peasant goes one step forward or backward, two forward from its second row, two
/// backward from its fourth, where `free` lets it through the middle.
fn peasant(from: Square, owner: Owner, free: impl Fn(Square) -> bool) -> Squares {
    let mut targets = Squares::EMPTY;
    for (ranks, long_from) in [(owner.forward(), 2), (-owner.forward(), 4)] {
        let Some(step) = way(from, owner, ranks) else { continue };
        targets.insert(step);
        if owner.row(from) == long_from && free(step) {
            way(from, owner, 2 * ranks).into_iter().for_each(|to| targets.insert(to));
        }
    }
    targets
}

/// The squares that a man other than a Peasant sees: slides end with the first that is blocked.
fn reach(from: Square, man: Man, blocked: Squares) -> Squares {
    match man.kind {
        Kind::Knight => KNIGHT.from(from),
        Kind::Gentleman => GENTLEMAN.from(from),
        Kind::Bishop => RAYS.reach_all(from, Direction::DIAGONAL, blocked),
        Kind::Lady => {
            RAYS.reach_all(from, Direction::STRAIGHT, blocked) | RAYS.reach_all(from, Direction::DIAGONAL, blocked)
        }
        Kind::Peasant => Squares::EMPTY,
    }
}
