//! Troika. The rules page is `troika/RULES.md`.

use std::fmt;

use super::{
    Colours, Move, Posting, Square, Squares,
    action::PawnAction as _,
    dealt_board::{DealtBoard, PAWNS, views},
    options::{self, BOARD, End},
    words::{self, last, write_last},
};
use crate::{
    board::text::{self, after_space},
    game::{
        Actor, Game, GameWords, IllegalError, OptionError, OptionRow, OptionValues, PositionError, PositionField, Seat,
        Seed,
    },
};

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TroikaOptions {
    /// The colours to start with; `None` if the seed deals them.
    pub board: Option<Colours>,
    /// The number of moves that follow the sixteenth pawn; `None` if the game ends with it.
    pub max_moves: Option<u32>,
}

/// A position of Troika.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Troika {
    pub(super) board: DealtBoard,
    /// The square of the pawn placed last.
    pub(super) last: Option<Square>,
    /// The number of the endgame's move to come, from 1; 0 while pawns are placed.
    pub(super) number: u32,
    pub(super) max_moves: Option<u32>,
    /// The end, if the game is over. Derived from the other fields.
    end: Option<End>,
}

/// The squares in line with two of these pawns. Rules page, Troika: whatever stands between, at any distance.
fn in_line(pawns: Squares) -> Squares {
    let mut others = pawns;
    pawns.iter().fold(Squares::EMPTY, |all, one| {
        others.remove(one);
        others.iter().fold(all, |all, two| all | (Squares::through(one, two) - Squares::only(one) - Squares::only(two)))
    })
}

/// Returns true if three of these pawns stand on a straight line.
fn has_troika(pawns: Squares) -> bool {
    !(in_line(pawns) & pawns).is_empty()
}

impl Troika {
    /// The empty squares that the pawn placed last reaches while `taken` is off the board.
    fn reached(&self, taken: Squares) -> Squares {
        let all = self.board.pawns.all();
        self.last.map_or(Squares::ALL, |last| self.board.colours.reach(last, all - taken)) - all
    }

    /// The squares where the side to act can place a pawn, `taken` off the board. Rules page, Placement and Endgame.
    fn free(&self, taken: Squares) -> Squares {
        let (reached, all) = (self.reached(taken), self.board.pawns.all());
        if self.max_moves.is_none() && all.len() + 1 == 2 * PAWNS {
            return reached;
        }
        let occupied = all - taken;
        let answered = |&square: &Square| !(self.board.colours.reach(square, occupied) - occupied).is_empty();
        let wins = reached & in_line(self.board.own() - taken);
        wins | (reached - wins).iter().filter(answered).collect()
    }

    /// The legal actions, unless the game is over.
    fn actions(&self) -> impl Iterator<Item = Posting> {
        let is_endgame = self.number > 0;
        let places = if is_endgame { Squares::EMPTY } else { self.free(Squares::EMPTY) };
        let taken = if is_endgame { self.board.own() } else { Squares::EMPTY };
        let moves = move |from| self.free(Squares::only(from)).iter().map(move |to| Posting::Go(Move { from, to }));
        places.iter().map(Posting::Place).chain(taken.iter().flat_map(moves))
    }

    /// Sets `end`. Rules page, End, in its order; the mover is the player who is not to act now.
    fn settle(&mut self) {
        let is_full = self.board.pawns.all().len() >= 2 * PAWNS;
        self.end = if has_troika(self.board.theirs()) {
            Some(("troika", Some(self.board.to_act.other())))
        } else if is_full && self.max_moves.is_none() {
            Some(("full", None))
        } else if self.max_moves.is_some_and(|most| self.number > most) {
            Some(("limit", None))
        } else {
            self.actions().next().is_none().then_some(("blocked", None))
        };
    }

    fn notes(&self) -> [String; 2] {
        let to_place = || ("place a pawn", self.board.still_to_place());
        let moves = self.max_moves.filter(|_| self.number > 0);
        let (does, count) =
            moves.map_or_else(to_place, |most| ("move a pawn", format!("move {} of {most}", self.number)));
        [self.board.note(self.turn(), does), count]
    }

    /// Rules page, Position.
    fn refuse(&self) -> Result<(), PositionError> {
        self.board.refuse_many()?;
        self.board.refuse_last(self.last)?;
        let is_endgame = self.max_moves.is_some() && self.board.pawns.all().len() == 2 * PAWNS;
        let fits = self.number <= self.max_moves.map_or(0, |most| most + 1) && (self.number > 0) == is_endgame;
        PositionError::unless(fits, "the number of the move does not fit the pawns or the options")?;
        if self.number == 0 {
            self.board.refuse_out_of_turn()?;
        }
        let before = self.board.theirs() - self.last.map_or(Squares::EMPTY, Squares::only);
        let is_first = !has_troika(self.board.own()) && !has_troika(before);
        PositionError::unless(is_first, "there was a troika before the last pawn was placed")
    }
}

impl fmt::Display for Troika {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.board, write_last(self.last), self.number)
    }
}

impl Game for Troika {
    type Action = Posting;
    type Options = TroikaOptions;

    const WORD: &'static str = "troika";
    const TITLE: &'static str = "Troika";
    const RULES: &'static str = include_str!("troika/RULES.md");
    const OPTIONS: &'static [OptionRow] = &[
        BOARD,
        OptionRow::combo("endgame", "draw", &["draw", "move"])
            .about("what follows the sixteenth pawn: a draw, or pawns are moved"),
        OptionRow::spin("maxmoves", 100, 1, 1000)
            .about("with endgame move, the game is drawn after this many moves of both players"),
    ];
    const WORDS: GameWords = GameWords {
        about: "Three of your pawns in line win, at any angle. Place each where the last one reaches.",
        turns_round: true,
        ends: &[
            ("troika", "three pawns are in line"),
            ("full", "all pawns stand"),
            ("limit", "the last move is over"),
            ("blocked", "no pawn can be placed"),
        ],
        clicks: &[("play", "choose a square that the last pawn reaches; once all pawns stand, first the pawn to move")],
        ..GameWords::NONE
    };
    const FIELDS: &'static [PositionField] = words::TROIKA;

    fn options(values: &OptionValues) -> Result<TroikaOptions, OptionError> {
        let max_moves = (values.text("endgame") == "move").then(|| values.number("maxmoves"));
        Ok(TroikaOptions { board: options::board(values)?, max_moves })
    }

    fn start(options: &TroikaOptions, _: u8, seed: &Seed) -> Self {
        let board = DealtBoard::empty(options.board.as_ref(), seed);
        Self { board, last: None, number: 0, max_moves: options.max_moves, end: None }
    }

    fn read(options: &TroikaOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let mut read = text::read(position, |input| {
            let (input, board) = DealtBoard::read(input)?;
            let (input, last) = after_space(last)(input)?;
            let (input, number) = after_space(text::number)(input)?;
            Ok((input, Self { board, last, number, max_moves: options.max_moves, end: None }))
        })?;
        read.refuse()?;
        read.settle();
        Ok(read)
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Posting>) {
        if self.end.is_none() && seat == self.board.seat() {
            actions.extend(self.actions());
        }
    }

    fn check(&self, actor: Actor, action: Posting) -> Result<(), IllegalError> {
        self.board.check(actor, self.end.is_some())?;
        let rule = |text: String| Err(IllegalError::rule(text));
        let (taken, to) = match action {
            Posting::Place(to) if self.number == 0 => (Squares::EMPTY, to),
            Posting::Go(Move { from, to }) if self.number > 0 => (Squares::only(from), to),
            _ => return Err(IllegalError::rule("pawns are placed first, and moved when all sixteen stand")),
        };
        if let Some(from) = (taken - self.board.own()).first() {
            return rule(format!("{} has no pawn on {from}", self.board.to_act.name()));
        }
        match self.last {
            _ if self.free(taken).contains(to) => Ok(()),
            _ if self.board.pawns.at(to).is_some() => rule(format!("{to} is occupied")),
            Some(last) if !self.reached(taken).contains(to) => rule(format!("the pawn on {last} does not reach {to}")),
            _ => rule(format!("a pawn on {to} reaches no empty square, and makes no troika")),
        }
    }

    fn play(&mut self, _: Actor, action: Posting) {
        self.board.act(action);
        let counts = self.max_moves.is_some() && self.board.pawns.all().len() >= 2 * PAWNS;
        self.number = self.number.saturating_add(u32::from(counts));
        self.last = action.places().map(|(_, to)| to);
        self.settle();
    }

    views!(ended);
}
