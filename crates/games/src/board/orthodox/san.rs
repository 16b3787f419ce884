//! Standard algebraic notation: disambiguation of moves, and moves as people write them.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::take_while,
    character::complete::{anychar, char, one_of, satisfy},
    combinator::{map, map_opt, not, opt, peek, recognize},
    multi::many1_count,
    sequence::preceded,
};

use super::{ManKind, ManMove, Wing};
use crate::board::{self, square};

/// A move in SAN, without castling and the signs of check. `rivals` are the squares from which other men of the kind
/// can move to the same target, none for a pawn. The text tells the file of the origin if that is enough, else the
/// rank, else both. (FIDE Laws of Chess, appendix C.10.)
pub fn told_move<const RANKS: usize>(
    kind: ManKind,
    ManMove { from, to, promotion }: ManMove<RANKS>,
    captures: bool,
    rivals: &[board::Square<8, RANKS>],
) -> String {
    let is_pawn = kind == ManKind::Pawn;
    let on_file = rivals.iter().any(|rival| rival.file() == from.file());
    let on_rank = rivals.iter().any(|rival| rival.rank() == from.rank());
    let tells_file = if is_pawn { captures } else { !rivals.is_empty() && (!on_file || on_rank) };
    let mut text = String::with_capacity(LONGEST);
    text.extend((!is_pawn).then(|| kind.letter()));
    text.extend(tells_file.then(|| from.letter()));
    if on_file {
        text.push_str(&(from.rank() + 1).to_string());
    }
    text.extend(captures.then_some('x'));
    to.write(&mut text).expect("a String takes any text");
    text.extend(promotion.into_iter().flat_map(|kind| ['=', kind.letter()]));
    text
}

/// Bytes that suffice for a move with its sign of check, such as `axb8=Q#` or, with ten ranks, `Qa10xb10+`.
const LONGEST: usize = 9;

/// A move as people write it: the target, and as much of the origin as they tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenMove<const RANKS: usize> {
    /// The kind of the man that moves.
    pub kind: ManKind,
    /// The file of the origin, from 0. `None` if it is not told. A pawn without a file does not capture.
    pub file: Option<usize>,
    /// The rank of the origin, from 0. `None` if it is not told.
    pub rank: Option<usize>,
    /// The target.
    pub to: board::Square<8, RANKS>,
    /// The kind to promote to. `None` if the pawn is not promoted.
    pub promotion: Option<ManKind>,
}

impl<const RANKS: usize> WrittenMove<RANKS> {
    /// Returns true if the origin may be this square.
    pub fn begins_at(self, from: board::Square<8, RANKS>) -> bool {
        let file = self.file.or_else(|| (self.kind == ManKind::Pawn).then(|| self.to.file()));
        file.is_none_or(|file| file == from.file()) && self.rank.is_none_or(|rank| rank == from.rank())
    }

    /// The moves of men on these squares that the text may stand for.
    pub fn candidates(self, men: impl IntoIterator<Item = board::Square<8, RANKS>>) -> Vec<ManMove<RANKS>> {
        let Self { to, promotion, .. } = self;
        men.into_iter().filter(|from| self.begins_at(*from)).map(|from| ManMove { from, to, promotion }).collect()
    }
}

/// `written-move = by-man / by-pawn`
pub fn written_move<const RANKS: usize>(input: &str) -> IResult<&str, WrittenMove<RANKS>> {
    alt((by_man, by_pawn)).parse(input)
}

/// `by-man = ("K" / "Q" / "R" / "B" / "N" / "k" / "q" / "r" / "n" / figurine) origin [sign] square`. A `b` is a file.
fn by_man<const RANKS: usize>(input: &str) -> IResult<&str, WrittenMove<RANKS>> {
    let kind = alt((map_opt(one_of("KQRBNkqrn"), ManKind::of), figurine));
    map((kind, going), |(kind, (file, rank, to))| WrittenMove { kind, file, rank, to, promotion: None }).parse(input)
}

/// `by-pawn = ["P" / figurine] origin [sign] square [promotion]`
fn by_pawn<const RANKS: usize>(input: &str) -> IResult<&str, WrittenMove<RANKS>> {
    let written = |(_, (file, rank, to), promotion)| WrittenMove { kind: ManKind::Pawn, file, rank, to, promotion };
    map((opt(one_of("P♙♟")), going, opt(promotion)), written).parse(input)
}

fn figurine(input: &str) -> IResult<&str, ManKind> {
    let of = |figurine| "♔♕♖♗♘♚♛♜♝♞".chars().zip("KQRBNKQRBN".chars()).find(|pair| pair.0 == figurine);
    map_opt(anychar, |letter| ManKind::of(of(letter)?.1)).parse(input)
}

/// `promotion = ["=" / "/" / "-" / "(" / "=("] ("Q" / "R" / "B" / "N" / figurine)`, in any case
pub fn promotion(input: &str) -> IResult<&str, ManKind> {
    let kind = alt((map_opt(one_of("QRBNqrbn"), ManKind::of), figurine));
    preceded((opt(one_of("=/-")), opt(char('(')), opt(char('='))), kind).parse(input)
}

/// The hyphens, dashes and minus signs that people write.
pub const DASHES: &str = "-‐‑‒–—―−－";

/// The letters and digits of castling: `O`, `0`, `o`, and those of Danish and Cyrillic.
pub const ZEROS: &str = "O0oØø\u{41e}\u{43e}";

/// The signs within castling: dashes, and what people type instead.
pub const CASTLING_SIGNS: &str = "-‐‑‒–—―−－=~_";

/// `castling = o sign o [sign o] / letter "." letter ["." letter] / 2*3o`, without white space but around a dash;
/// `sign = *SP dash *SP / 1*(dash / "=" / "~" / "_")`
pub fn written_castling(input: &str) -> IResult<&str, Wing> {
    let o = || one_of(ZEROS);
    let letter = || preceded(not(char('0')), o());
    let blanks = || take_while(char::is_whitespace);
    let dash = || recognize((blanks(), one_of(DASHES), blanks(), peek(o())));
    let sign = || alt((dash(), recognize(many1_count(one_of(CASTLING_SIGNS)))));
    let is_long = alt((
        map((o(), sign(), o(), opt((sign(), o()))), |(.., third)| third.is_some()),
        map((letter(), char('.'), letter(), opt((char('.'), letter()))), |(.., third)| third.is_some()),
        map((o(), o(), opt(o()), not(satisfy(char::is_alphanumeric))), |(_, _, third, ())| third.is_some()),
    ));
    map(is_long, |is_long| if is_long { Wing::Queen } else { Wing::King }).parse(input)
}

/// `sign = "x" / "X" / "×" / ":" / dash`
pub fn sign(input: &str) -> IResult<&str, char> {
    alt((one_of("xX×:"), one_of(DASHES))).parse(input)
}

type Going<const RANKS: usize> = (Option<usize>, Option<usize>, board::Square<8, RANKS>);

/// `origin [sign] square`, `origin = [file] [rank]`
fn going<const RANKS: usize>(input: &str) -> IResult<&str, Going<RANKS>> {
    let file = || map(satisfy(|letter| matches!(letter, 'a'..='h')), |letter| letter as usize - 'a' as usize);
    let rank = || map(satisfy(|digit| matches!(digit, '1'..='9')), |digit| digit as usize - '1' as usize);
    let to = |input| preceded(opt(sign), square::<8, RANKS>).parse(input);
    alt((
        map((file(), rank(), to), |(file, rank, to)| (Some(file), Some(rank), to)),
        map((file(), to), |(file, to)| (Some(file), None, to)),
        map((rank(), to), |(rank, to)| (None, Some(rank), to)),
        map(to, |to| (None, None, to)),
    ))
    .parse(input)
}
