//! A position and its text.

use std::fmt::{self, Write};

use nom::{Parser, character::complete::one_of, combinator::map_opt};

use super::{
    Due, Kind, Man, Men, Phase, Square, Squares,
    chain::{FEWEST, MOST},
    moves::{FAR, Field, row},
    phase,
};
use crate::{
    board::{
        Side, square,
        text::{self, TextResult, after_space, expect, number_in, or_dash, space, wrong},
    },
    game::{FieldForm, PositionError, PositionField},
};

/// The start: rules page, Position.
pub(super) const START: &str = "1nblgbn1/1pppppp1/8/8/8/8/1PPPPPP1/1NBLGBN1 - 1 move 1 0 wb -";

/// Rules page, End: the game is lost if there was no chain up to the end of this turn.
pub(super) const STARVING: u32 = 5;

/// The most turns that the option `turns` allows.
pub(super) const MOST_TURNS: u32 = 99;

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// The option `turns`: the number of turns of a game.
    pub turns: u32,
    /// The option `bombs`: the way in which a bomb finds its target.
    pub bombs: Bombs,
    /// The option `scoring`: the finder of the longest chain.
    pub scoring: Scoring,
}

/// The way in which a bomb finds its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bombs {
    /// Two dice give the file and the rank.
    Dice,
    /// The roller chooses among the men of the longest chains.
    Chain,
}

/// The finder of the longest chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// The arbiter finds the chain.
    Automatic,
    /// The roller claims a chain.
    Claimed,
}

/// A position of Catalonia.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Catalonia {
    pub(super) field: Field,
    pub(super) phase: Phase,
    /// The turn, from 1; after the end, the last turn played.
    pub(super) turn: u32,
    pub(super) total: u32,
    /// The turn of the first chain; `None` if there was no chain yet.
    pub(super) since: Option<u32>,
    pub(super) options: Options,
}

impl Catalonia {
    /// The man on a square; `None` if the square is empty.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.field.men.at(square)
    }

    /// The men on the board.
    pub const fn men(&self) -> &Men {
        &self.field.men
    }

    /// The squares that no man may enter or cross.
    pub const fn pits(&self) -> Squares {
        self.field.pits
    }

    /// The phase of the turn.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The points so far.
    pub const fn total(&self) -> u32 {
        self.total
    }

    /// The graph of defences: the vertices are the men in the order of the board, and White's are marked.
    pub fn defence(&self) -> super::chain::Graph {
        self.field.graph()
    }

    /// The roller. Rules page, Pit: White in odd turns, Black in even ones.
    pub const fn roller(&self) -> Side {
        if self.turn % 2 == 1 { Side::White } else { Side::Black }
    }

    /// The player who must act; `None` if chance must act, and after the end.
    pub fn actor(&self) -> Option<Side> {
        match self.phase {
            Phase::Move(due) => Some(due.mover()),
            Phase::Answer => Some(Side::Black),
            Phase::Claim | Phase::Target(_) => Some(self.roller()),
            Phase::Bomb => match self.options.bombs {
                Bombs::Dice => None,
                Bombs::Chain => Some(self.roller()),
            },
            Phase::Escape(lost) => self.man(lost).map(|man| man.owner),
            Phase::Remove(owner) => Some(owner),
            Phase::Over => None,
        }
    }

    pub(super) fn parse(options: &Options, position: &str) -> Result<Self, PositionError> {
        let read = text::read(position, |input| {
            let (input, men) = men(input)?;
            let (input, pits) = after_space(or_dash(pits))(input)?;
            let (seat, _) = space(input)?;
            let (input, actor) = actor(seat)?;
            let (input, phase) = after_space(|input| phase::phase(input, actor))(input)?;
            let (input, turn) = after_space(number_in(1..=MOST_TURNS, "the turn, from 1 to 99"))(input)?;
            let most = turn * (MOST * MOST) as u32;
            let (input, total) = after_space(number_in(0..=most, "the points so far, at most 576 a turn"))(input)?;
            let (due, _) = space(input)?;
            let (input, phase) = phase::due(due, phase)?;
            let (input, since) = after_space(|input| since(input, turn))(input)?;
            let read = Self {
                field: Field { men, pits: pits.unwrap_or_default() },
                phase,
                turn,
                total,
                since,
                options: *options,
            };
            if read.actor() != actor {
                return Err(wrong(seat, "the seat that this phase asks, or - where chance acts or nobody does"));
            }
            Ok((input, read))
        })?;
        read.refuse()?;
        Ok(read)
    }

    /// Returns an error if `setposition` must refuse the position: rules page, Position.
    fn refuse(&self) -> Result<(), PositionError> {
        let men = self.men();
        for owner in Side::ALL {
            let many = |kind: &Kind| (men.owned(owner) & men.of(*kind)).len() > kind.at_start();
            if let Some(kind) = Kind::ALL.into_iter().find(many) {
                let (name, most, kind) = (owner.name(), kind.at_start(), kind.name());
                let plural = if most == 1 { "" } else { "s" };
                return Err(PositionError::refused(format!("{name} has more than {most} {kind}{plural}")));
            }
            let mut peasants = (men.owned(owner) & men.of(Kind::Peasant)).iter();
            let is_none_far = peasants.all(|square| row(owner, square) != FAR);
            PositionError::unless(is_none_far, "no Peasant stands on its far row")?;
        }
        let fits = self.since.is_some() || self.total == 0;
        PositionError::unless(fits, "there are no points before the first chain")?;
        let last = self.options.turns;
        PositionError::unless(self.turn <= last, format_args!("the game ends with turn {last}"))?;
        let fits = self.since.unwrap_or(self.turn) <= STARVING;
        PositionError::unless(fits, format_args!("without a chain the game ends with turn {STARVING}"))?;
        let on_pits = men.all() & self.pits();
        let fleeing = if let Phase::Escape(lost) = self.phase { Squares::only(lost) } else { Squares::EMPTY };
        PositionError::unless(on_pits == fleeing, "a man stands on a pit only while it must escape from it")?;
        match self.phase {
            Phase::Claim => {
                let claimed = self.options.scoring == Scoring::Claimed;
                PositionError::unless(claimed, "nobody claims under scoring automatic")?;
            }
            Phase::Target(thrown) => {
                let by_dice = self.options.bombs == Bombs::Dice;
                PositionError::unless(by_dice, "no square is thrown under bombs chain")?;
                let is_free = !men.all().contains(thrown) && self.bombable().contains(thrown);
                PositionError::unless(is_free, "the square thrown is one of b2 to g7 without man or pit")?;
            }
            Phase::Move(_) | Phase::Answer | Phase::Bomb | Phase::Escape(_) | Phase::Remove(_) | Phase::Over => {}
        }
        PositionError::unless(self.has_choice(self.phase), "in this phase there is nothing to choose")
    }

    /// True if the position allows an action in this phase. Always true for moves and claims, which may be none.
    fn has_choice(&self, phase: Phase) -> bool {
        match phase {
            Phase::Move(_) | Phase::Claim | Phase::Over => true,
            Phase::Answer => self.field.can_move(Side::Black),
            Phase::Bomb => match self.options.bombs {
                Bombs::Dice => !self.bombable().is_empty(),
                Bombs::Chain => self.defence().search().longest() >= FEWEST,
            },
            Phase::Target(thrown) => self.field.neighbours(thrown).has_many(),
            Phase::Escape(lost) => self.field.escapes(lost).has_many(),
            Phase::Remove(owner) => !self.field.trapped(owner).is_empty(),
        }
    }
}

/// `man = "N" / "B" / "L" / "G" / "P" / "n" / "b" / "l" / "g" / "p"`
fn men(input: &str) -> TextResult<'_, Men> {
    let man = |letter: char| {
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())?;
        Some(Man { owner: Side::of_case(letter), kind })
    };
    text::men(
        input,
        "a man such as L or p, or a digit for empty squares",
        |input| map_opt(one_of("NBLGPnblgp"), man).parse(input),
        Men::put,
    )
}

/// `pits = 1*square`, ascending from a1 to h8
fn pits(input: &str) -> TextResult<'_, Squares> {
    let pit = expect("the pits from a1 to h8, such as b3g4, or -", square);
    let (mut rest, mut last) = { pit }(input)?;
    let mut pits = Squares::only(last);
    while let Ok((after, next)) = square(rest) {
        if next <= last {
            return Err(wrong(rest, "the pits in the order from a1 to h8, each once"));
        }
        pits.insert(next);
        (rest, last) = (after, next);
    }
    Ok((rest, pits))
}

/// `seat = "1" / "2" / "-"`
fn actor(input: &str) -> TextResult<'_, Option<Side>> {
    expect("the seat to act, 1 or 2, or -", or_dash(map_opt(text::seat(2), Side::of)))(input)
}

/// `since = "-" / number`, at most the current turn
fn since(input: &str, turn: u32) -> TextResult<'_, Option<u32>> {
    or_dash(number_in(1..=turn, "the turn of the first chain, or -")).parse(input)
}

impl fmt::Display for Catalonia {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_men(f, |square: Square| Some([self.man(square)?.letter()]))?;
        f.write_char(' ')?;
        if self.pits().is_empty() {
            f.write_char('-')?;
        }
        self.pits().iter().try_for_each(|square| square.fmt(f))?;
        f.write_char(' ')?;
        match self.actor() {
            Some(owner) => owner.seat().fmt(f)?,
            None => f.write_char('-')?,
        }
        let due = match self.phase {
            Phase::Move(due) => due.word(),
            Phase::Answer => Due::Both.word(),
            Phase::Claim | Phase::Bomb | Phase::Target(_) | Phase::Escape(_) | Phase::Remove(_) | Phase::Over => "-",
        };
        write!(f, " {} {} {} {due} ", self.phase, self.turn, self.total)?;
        match self.since {
            Some(since) => since.fmt(f),
            None => f.write_char('-'),
        }
    }
}

const SQUARE: FieldForm = FieldForm::Square("h8");
const PHASE: FieldForm = FieldForm::Tagged(&[
    ("move", &[]),
    ("answer", &[]),
    ("claim", &[]),
    ("bomb", &[]),
    ("remove", &[]),
    ("over", &[]),
    ("target", &[SQUARE]),
    ("escape", &[SQUARE]),
]);

pub(super) const FIELDS: &[PositionField] = fields! {
    "men": FieldForm::Board("h8", &FieldForm::Letter("NBLGPnblgp")) =>
        "ranks 8 down to 1 with `/` between; a digit is a number of empty squares, a man is `N` Knight, `B` Bishop, \
        `L` Lady, `G` Gentleman or `P` Peasant, upper case for White, lower for Black",
    "pits": FieldForm::List("", &SQUARE) => "their squares from a1 to h8, rank by rank, such as `b3g4c7`; `-` for none",
    "seat": FieldForm::Maybe(&FieldForm::Seat(2)) => "who is to act, `1` or `2`; `-` for chance and after the end",
    "phase": PHASE =>
        "`move`; `answer` (Black, after `yield`); `claim`; `bomb`; `target:` and the square that was thrown; `escape:` \
        and the square that was lost (the board still shows the man there); `remove`; `over`",
    "turn": FieldForm::Number => "from 1; after the end the last one",
    "total": FieldForm::Number => "the points so far",
    "due": FieldForm::Word(&["wb", "w!b", "w", "b", "-"]) =>
        "the moves to be made: `wb` both, `w!b` White's first, `w` or `b` the last one; `-` in other phases",
    "since": FieldForm::Maybe(&FieldForm::Number) => "the turn of the first chain, `-` if there was none",
};
