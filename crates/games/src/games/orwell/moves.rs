//! The generator of legal moves, and the reasons why a move is illegal.

use super::{Action, Dice, Kind, Man, Move, Owner, Square, Squares};
use crate::{
    board::{self, Direction, Leaps, Rays, Wrap, leaps},
    game::IllegalError,
};

static RAYS: Rays<7, 12> = Rays::new(Wrap::Ranks);
static NORTH: Leaps<7, 12> = leaps(Wrap::Ranks, &[(0, 1)]);
static SOUTH: Leaps<7, 12> = leaps(Wrap::Ranks, &[(0, -1)]);
static ASLANT_NORTH: Leaps<7, 12> = leaps(Wrap::Ranks, &[(-1, 1), (1, 1)]);
static ASLANT_SOUTH: Leaps<7, 12> = leaps(Wrap::Ranks, &[(-1, -1), (1, -1)]);
static BESIDE: Leaps<7, 12> = leaps(Wrap::Ranks, &[(-1, 0), (1, 0)]);
static KING: Leaps<7, 12> = leaps(Wrap::Ranks, board::KING);
static KNIGHT: Leaps<7, 12> = leaps(Wrap::Ranks, board::KNIGHT);

/// Rules page, Promotion: c2 d2 e2, c6 d6 e6, c10 d10 e10.
pub(super) const MINIPAX: Squares = Squares::crossing(&[2, 3, 4], &[1, 5, 9]);

men!(pub(super) Man { owner: Owner, kind: Kind }, Square, Squares);

impl Men {
    /// The man on each square, by index; faster than asking for each square.
    pub(super) fn by_square(&self) -> [Option<Man>; Square::COUNT] {
        let mut men = [None; Square::COUNT];
        for owner in Owner::ALL {
            for kind in Kind::ALL {
                for square in (self.owned(owner) & self.of(kind)).iter() {
                    men[square.index()] = Some(Man { owner, kind });
                }
            }
        }
        men
    }

    pub(super) fn royals(&self) -> Squares {
        self.of(Kind::Raja) | self.of(Kind::Maharaja)
    }
}

/// The board as the player to act sees it: the targets of his men, and the men that he may capture.
#[derive(Debug)]
pub(super) struct Field<'a> {
    men: &'a Men,
    owner: Owner,
    occupied: Squares,
    /// The opponents' men that a man may capture if he is not royal.
    prey: Squares,
    royals: Squares,
}

impl<'a> Field<'a> {
    /// Rules page, Shifting alliances: `last` is the opponent whose man `owner` captured last. Of that opponent's men,
    /// only royals may be captured.
    pub(super) fn new(men: &'a Men, owner: Owner, last: Option<Owner>) -> Self {
        let [one, other] = owner.opponents().map(|opponent| {
            let men_of_his = men.owned(opponent);
            if last == Some(opponent) { men_of_his & men.royals() } else { men_of_his }
        });
        Self { men, owner, occupied: men.all(), prey: one | other, royals: men.royals() }
    }

    /// The squares that a man of this kind reaches, regardless of the owners of the men there and of the last capture.
    fn geometry(&self, from: Square, kind: Kind) -> Squares {
        let occupied = self.occupied;
        match kind {
            Kind::Up => (ASLANT_NORTH.from(from) - occupied) | (NORTH.from(from) & occupied),
            Kind::Down => (ASLANT_SOUTH.from(from) - occupied) | (SOUTH.from(from) & occupied),
            Kind::Dabbabah => RAYS.reach_all(from, Direction::DIAGONAL, occupied),
            Kind::Gryphon => gryphon(from, occupied),
            Kind::Jugyo => {
                RAYS.reach(from, Direction::North, occupied)
                    | RAYS.reach(from, Direction::South, occupied)
                    | BESIDE.from(from)
            }
            Kind::Pao => pao(from, occupied),
            Kind::Raja => KING.from(from),
            Kind::Maharaja => {
                RAYS.reach_all(from, Direction::STRAIGHT, occupied)
                    | RAYS.reach_all(from, Direction::DIAGONAL, occupied)
                    | KNIGHT.from(from)
            }
        }
    }

    /// The squares that this man may go to.
    fn targets(&self, from: Square, kind: Kind) -> Squares {
        // Rules page, Men: a royal never captures a royal.
        let prey = if kind.is_royal() { self.prey - self.royals } else { self.prey };
        self.geometry(from, kind) & (!self.occupied | prey)
    }

    pub(super) fn can_move(&self, dice: &Dice) -> bool {
        let own = self.men.owned(self.owner);
        kinds(dice).any(|kind| (self.men.of(kind) & own).iter().any(|from| !self.targets(from, kind).is_empty()))
    }

    /// Adds the moves that the dice allow, each once.
    pub(super) fn list(&self, dice: &Dice, actions: &mut Vec<Action>) {
        let own = self.men.owned(self.owner);
        for kind in kinds(dice) {
            for from in (self.men.of(kind) & own).iter() {
                let targets = self.targets(from, kind);
                let promoting = if kind.is_berlinpeono() { targets & (MINIPAX - self.royals) } else { Squares::EMPTY };
                let plain = |to| actions.push(Action::Move(Move { from, to, promotion: None }));
                (targets - promoting).iter().for_each(plain);
                for to in promoting.iter() {
                    let promoted = |kind| Action::Move(Move { from, to, promotion: Some(kind) });
                    actions.extend(Kind::PROMOTIONS.map(promoted));
                }
            }
        }
    }

    /// Checks a move. The error is the rule that forbids the move.
    pub(super) fn check(&self, dice: &Dice, action: Move) -> Result<(), IllegalError> {
        let Move { from, to, promotion } = action;
        let man = self.men.at(from).filter(|man| man.owner == self.owner);
        let Some(Man { kind, .. }) = man else {
            return Err(IllegalError::rule(format!("there is no man of yours on {from}")));
        };
        IllegalError::unless(dice.moves(kind), format_args!("no remaining die moves a {}", kind.name()))?;
        if !self.targets(from, kind).contains(to) {
            return Err(self.reason(from, to, kind));
        }
        match (promotion, must_promote(kind, to, self.royals)) {
            (Some(_), true) | (None, false) => Ok(()),
            (None, true) => Err(IllegalError::rule("a Berlinpeono that enters a Minipax square becomes d, g, j or p")),
            (Some(_), false) => Err(self.needless_letter(to, kind)),
        }
    }

    /// The reason why this man may not go from `from` to `to`.
    fn reason(&self, from: Square, to: Square, kind: Kind) -> IllegalError {
        let there = self.men.at(to).filter(|_| self.geometry(from, kind).contains(to));
        IllegalError::rule(match there {
            None => format!("a {} cannot go from {from} to {to}", kind.name()),
            Some(man) if man.owner == self.owner => format!("your own {} stands on {to}", man.kind.name()),
            Some(man) if man.kind.is_royal() && kind.is_royal() => "a royal never captures a royal".to_owned(),
            Some(man) => format!("shifting alliances: your last capture was of {} too", man.owner.name()),
        })
    }

    fn needless_letter(&self, to: Square, kind: Kind) -> IllegalError {
        if !kind.is_berlinpeono() {
            return IllegalError::rule("only a Berlinpeono is promoted");
        }
        if self.royals.contains(to) {
            return IllegalError::rule("a man that captures a royal becomes a Maharaja, without a letter");
        }
        IllegalError::rule(format!("{to} is not a Minipax square, so nothing is promoted"))
    }
}

fn kinds(dice: &Dice) -> impl Iterator<Item = Kind> {
    let kinds = dice.kinds();
    Kind::ALL.into_iter().filter(move |&kind| kinds & 1 << kind as u8 != 0)
}

/// Returns true if the move needs a promotion. Rules page, Promotion and Perpetual power: a Berlinpeono on a Minipax
/// square, unless it captures a royal there.
pub(super) fn must_promote(kind: Kind, to: Square, royals: Squares) -> bool {
    kind.is_berlinpeono() && MINIPAX.contains(to) && !royals.contains(to)
}

/// Rules page, Men: one square diagonally; if that is empty, outward along the file or the rank.
fn gryphon(from: Square, occupied: Squares) -> Squares {
    let mut reach = Squares::EMPTY;
    for (diagonal, outward) in [
        (Direction::NorthEast, [Direction::North, Direction::East]),
        (Direction::NorthWest, [Direction::North, Direction::West]),
        (Direction::SouthWest, [Direction::South, Direction::West]),
        (Direction::SouthEast, [Direction::South, Direction::East]),
    ] {
        let (files, ranks) = diagonal.offset();
        let Some(corner) = from.offset(files, ranks, Wrap::Ranks) else { continue };
        reach.insert(corner);
        if !occupied.contains(corner) {
            let [one, other] = outward.map(|direction| RAYS.reach(corner, direction, occupied));
            reach = reach | one | other;
        }
    }
    reach
}

/// Rules page, Men: moves like a rook; captures over exactly one man, the next man beyond it.
fn pao(from: Square, occupied: Squares) -> Squares {
    let mut reach = Squares::EMPTY;
    for direction in Direction::STRAIGHT {
        let seen = RAYS.reach(from, direction, occupied);
        let screen = seen & occupied;
        reach = reach | (seen - screen);
        if !screen.is_empty() {
            reach = reach | (RAYS.reach(from, direction, occupied - screen) & (occupied - screen));
        }
    }
    reach
}
