//! Chess in PGN: the tags to write, and the meaning of tags and moves. The format is that of Steven Edwards, *Portable
//! Game Notation Specification and Implementation Guide*, 1994.
//!
//! Moves are read as people and programs write them: without `+` and `#`, with more letters than needed, with `0-0`, by
//! squares, with figurines.

use std::{any::Any, collections::BTreeMap};

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::satisfy,
    combinator::{all_consuming, map, opt, value},
    multi::many0_count,
    sequence::terminated,
};
use uvi::Word;

use super::{Action, Chess, ChessOptions, Square, position::START, san::describe};
use crate::{
    board::{
        Side,
        orthodox::{DASHES, KING_FILE, ManKind, Wing, WrittenMove, promotion, sign, written_castling, written_move},
        square,
    },
    game::{LeadIn, Pgn, PgnReading, PgnStart, Table},
};

pub(super) const PGN: Pgn = Pgn {
    variant: |options| (options.get("start").map(String::as_str) == Some("shuffled")).then_some("Chess960"),
    fen: |start| (start != START).then(|| words(start, 6)),
    lead,
    first: |start| start.split(' ').nth(5).and_then(|turn| turn.parse().ok()).unwrap_or(1),
    annotated: true,
    reading: Some(PgnReading {
        usual: START,
        start,
        action,
        letters: LETTERS,
        null,
        // The players put their kings into the middle.
        signals: &["Ke4", "Kd4", "Ke5", "Kd5"],
        unclaimed: ("draws", "claimed"),
        // FIDE 9.6, since July 2014.
        recent: &["fivefold-repetition", "seventy-five-moves"],
    }),
};

/// German and Scandinavian, Dutch, French, Spanish and Italian, Portuguese, Polish, Czech, Hungarian, Finnish, Russian,
/// Ukrainian. A set stands before those that share its letters and are rarer.
const LETTERS: &[&str] =
    &["KDTLS", "KDTLP", "RDTFC", "RDTAC", "RDTBC", "KHWGS", "KDVSJ", "KVBFH", "KDTLR", "KФЛСК", "KФТСК"];

/// The moves of `past` in the start of the game. FEN has no place for these moves, and a reader of the game needs them
/// to see repetitions.
fn lead(options: &BTreeMap<String, String>, start: &str) -> Option<LeadIn> {
    let game = Chess::parse(shuffled(options.get("start").map(String::as_str) == Some("shuffled")), start).ok()?;
    let mut now = Some(&game).filter(|game| !game.past.is_empty())?.before_past()?;
    let start = now.to_string();
    let mut moves = Vec::new();
    for &action in &game.past {
        moves.push((now.to_act.seat().number(), describe(&now, action)));
        now.go(action);
    }
    Some(LeadIn { start, moves })
}

fn words(text: &str, count: usize) -> String {
    text.split(' ').take(count).collect::<Vec<_>>().join(" ")
}

fn shuffled(shuffled: bool) -> ChessOptions {
    ChessOptions { shuffled, ..ChessOptions::default() }
}

/// The values of the tag `Variant` that mean chess, as letters and digits alone and without `chess`. No value means it
/// too.
const CHESS: &str = "standard normal orthodox classical classic regular western standardfide fromposition setupposition \
                     illegal handicap bullet blitz rapid lightning xadrez ajedrez schach";
/// The values that mean Chess960.
const SHUFFLED: &str = "960 fischerandom fischerrandom fischer frc fischerrandom960 960random 960fischerandom \
                        960fischerrandom dfrc doublefischerrandom freestyle freestyle960";
/// The values that mean chess from a start that the tag `FEN` tells.
const SET_UP: [&str; 2] = ["nocastle", "shuffle"];

/// The start of a game with these tags. Rights to castle that only Chess960 has imply it, as in other programs.
fn start(variant: Option<&str>, fen: Option<&str>) -> Result<PgnStart, String> {
    let variant = variant.unwrap_or_default();
    let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = letters.to_ascii_lowercase().replace("chess", "");
    // `wild/0` to `wild/8a` of older servers are chess from other positions; `wild/fr` is Chess960.
    let wild = letters
        .strip_prefix("wild")
        .filter(|kind| *kind == "fr" || kind.starts_with(|kind| ('0'..='8').contains(&kind)));
    let is_shuffled = SHUFFLED.split(' ').any(|known| known == letters) || wild == Some("fr");
    let is_set_up = wild.is_some() || fen.is_some() && SET_UP.contains(&letters.as_str());
    if !is_shuffled && !is_set_up && !letters.is_empty() && !CHESS.split(' ').any(|known| known == letters) {
        return Err(format!("expected a game of chess or Chess960, found one of {variant}"));
    }
    let options = |is_shuffled: bool| if is_shuffled { vec![("start", "shuffled")] } else { Vec::new() };
    let Some(position) = fen else {
        // Chess960 without a position begins as chess does.
        return Ok(PgnStart { options: options(is_shuffled), position: is_shuffled.then(|| START.to_owned()) });
    };
    let position = spelled(position);
    let read = |is_shuffled| Chess::parse(shuffled(is_shuffled), &position);
    let begin = |is_shuffled, position| Ok(PgnStart { options: options(is_shuffled), position: Some(position) });
    let Err(error) = read(is_shuffled) else { return begin(is_shuffled, position) };
    let game = read(true).map_err(|_| error.to_string())?;
    match without_stale_rights(game, &position) {
        Some(game) => begin(false, game.to_string()),
        None => begin(true, position),
    }
}

/// The game as one of chess, without the rights that chess does not have. `None` if the game may be one of Chess960: both
/// kings stand on one file, one of them has no right, a right names its file, all four rights are there, as in a game
/// of two starts, or no side shows that it is chess: by a right that chess has, or by castling before.
fn without_stale_rights(mut game: Chess, position: &str) -> Option<Chess> {
    let is_named_by_file = position.split(' ').nth(2)?.contains(|right| !"KQkq".contains(right));
    let rooks = |game: &Chess, side: Side| Wing::ALL.map(|wing| game.rights.rook(side, wing)).into_iter().flatten();
    let file = |side| game.men.king(side).filter(|_| rooks(&game, side).next().is_some()).map(Square::file);
    let [white, black] = Side::ALL.map(file);
    let has_all = Side::ALL.into_iter().flat_map(|side| rooks(&game, side)).count() == 4;
    let is_usual = |side, rook| is_home(&game, side, rook) || has_castled(&game, side, rook);
    let shows_chess = Side::ALL.into_iter().any(|side| rooks(&game, side).any(|rook| is_usual(side, rook)));
    if is_named_by_file || has_all || white? == black? || !shows_chess {
        return None;
    }
    for side in Side::ALL {
        for rook in rooks(&game, side) {
            if !is_home(&game, side, rook) {
                game.rights.lose_rook(side, rook);
            }
        }
    }
    game.shuffled = false;
    Some(game)
}

/// Returns true if the king and this rook of a right stand where chess begins.
fn is_home(game: &Chess, side: Side, rook: Square) -> bool {
    Wing::ALL.iter().any(|wing| wing.files()[0] == rook.file())
        && game.men.king(side).map(Square::file) == Some(KING_FILE)
}

/// Returns true if another rook stands between the king and this rook of a right, as castling leaves them. In Chess960 the
/// king begins between its rooks, so that one of them would have gone round it.
fn has_castled(game: &Chess, side: Side, rook: Square) -> bool {
    let Some(king) = game.men.king(side) else { return false };
    let (least, most) = (king.file().min(rook.file()), king.file().max(rook.file()));
    let is_between = |other: Square| other.rank() == rook.rank() && (least + 1..most).contains(&other.file());
    game.men.own(side, ManKind::Rook).any(is_between)
}

/// The position that people and programs mean by a FEN: in quotes, with other dashes, capitals or gaps, or with operations
/// of EPD in the place of its counts.
fn spelled(fen: &str) -> String {
    let word = |word: &str| if word.chars().all(|letter| DASHES.contains(letter)) { "-" } else { word }.to_owned();
    let mut words: Vec<String> = fen.trim_matches(['"', ' ']).split_whitespace().map(word).collect();
    let behind = words.get(4..).unwrap_or_default();
    let has_operations = behind.first().is_some_and(|word| ["bm", "am", "id"].contains(&word.as_str()));
    if has_operations || behind.iter().any(|word| word.ends_with(';')) {
        words.truncate(4);
    }
    for (place, word) in words.iter_mut().enumerate() {
        match place {
            0 => *word = with_whole_gaps(word.trim_end_matches('/')),
            1 | 3 => word.make_ascii_lowercase(),
            _ => {}
        }
    }
    words.join(" ")
}

/// The ranks of a board, in which a single digit counts the squares of each gap.
fn with_whole_gaps(ranks: &str) -> String {
    let (mut whole, mut gap) = (String::new(), 0);
    for letter in ranks.chars().map(Some).chain([None]) {
        if let Some(squares) = letter.and_then(|letter| letter.to_digit(10)) {
            gap += squares;
            continue;
        }
        if gap > 0 {
            whole.push_str(&std::mem::take(&mut gap).to_string());
        }
        whole.extend(letter);
    }
    whole
}

/// The legal move that the text means, even if the game is over.
fn action(table: &dyn Table, text: &str) -> Result<Word, String> {
    const EXPECTED: &str = "expected a move such as Nf3, e8=Q, O-O or g1f3";
    let game = (table as &dyn Any).downcast_ref::<Chess>().ok_or(EXPECTED)?;
    let found = san(text).ok_or(EXPECTED)?;
    let mut legal = Vec::new();
    game.list(&mut legal);
    let word = |action: Action| Word::new(action.to_string()).expect("the text of an action is a word");
    // A king's step by squares comes before castling, which the same squares may mean in Chess960.
    if let San::Plain(plain) = found
        && legal.contains(&plain)
    {
        return Ok(word(plain));
    }
    let texts = |moves: &mut dyn Iterator<Item = Action>| {
        moves.map(|action| describe(game, action)).collect::<Vec<_>>().join(", ")
    };
    let all = |found: San| legal.iter().copied().filter(|&action| found.is(game, action)).collect::<Vec<_>>();
    let mut meant = all(found);
    // Where no pawn can move so, a `b` is a bishop.
    if let (San::Man(WrittenMove { kind: ManKind::Pawn, rank: None, .. }), [], Some(tail)) =
        (found, &meant[..], text.strip_prefix('b'))
        && let Some(bishop) = san(&format!("B{tail}"))
    {
        meant = all(bishop);
    }
    match meant[..] {
        [action] => Ok(word(action)),
        [] => {
            let side = game.to_act.name();
            let (man, moves) = match found {
                San::Plain(plain) => (
                    format!("man on {}", plain.from),
                    texts(&mut legal.iter().copied().filter(|action| action.from == plain.from)),
                ),
                San::Castling(_) => ("king".to_owned(), texts(&mut of(game, &legal, ManKind::King))),
                San::Files(..) => ("pawn".to_owned(), texts(&mut of(game, &legal, ManKind::Pawn))),
                San::Man(written) => (written.kind.name().to_owned(), texts(&mut of(game, &legal, written.kind))),
            };
            Err(if moves.is_empty() {
                format!("{side} has no legal move of a {man}")
            } else {
                format!("expected a legal move of {side}'s {man}: {moves}")
            })
        }
        [..] => Err(format!("it may be any of {}", texts(&mut meant.into_iter()))),
    }
}

fn of<'a>(game: &'a Chess, legal: &'a [Action], kind: ManKind) -> impl Iterator<Item = Action> + 'a {
    legal.iter().copied().filter(move |action| game.men.kind_at(action.from) == Some(kind))
}

fn null(table: &dyn Table) -> Option<String> {
    let mut game = (table as &dyn Any).downcast_ref::<Chess>().filter(|game| !game.in_check(game.to_act))?.clone();
    game.turn = game.turn.saturating_add(u32::from(game.to_act == Side::Black));
    game.quiet = game.quiet.saturating_add(1);
    (game.to_act, game.passed) = (game.to_act.other(), None);
    game.past.clear();
    Some(game.to_string())
}

/// A move as people write it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum San {
    Castling(Wing),
    Man(WrittenMove<8>),
    /// A move by squares.
    Plain(Action),
    /// A capture by a pawn, from file to file.
    Files([usize; 2], Option<ManKind>),
}

impl San {
    fn is(self, game: &Chess, action: Action) -> bool {
        let castles = game.castles(action);
        match self {
            Self::Castling(wing) => castles == Some(wing),
            Self::Plain(Action { from, to, promotion: None }) => {
                castles.is_some_and(|wing| from == action.from && castling_targets(game, wing).contains(&Some(to)))
            }
            Self::Plain(_) => false,
            Self::Files(files, promotion) => {
                game.men.kind_at(action.from) == Some(ManKind::Pawn)
                    && [action.from.file(), action.to.file()] == files
                    && (promotion.is_none() || action.promotion == promotion)
            }
            // `Kg1` is castling if the king cannot step there.
            Self::Man(written) => {
                (castles.is_none() || !game.shuffled)
                    && game.men.kind_at(action.from) == Some(written.kind)
                    && (action.to, action.promotion) == (written.to, written.promotion)
                    && written.begins_at(action.from)
            }
        }
    }
}

/// The squares by which castling may be written: that of the rook, and the king's target.
fn castling_targets(game: &Chess, wing: Wing) -> [Option<Square>; 2] {
    let side = game.to_act;
    let [_, _, target] = wing.files();
    [game.rights.rook(side, wing), Square::new(target, side.home(8))]
}

/// The moves that the text may stand for, legal or not; `None` if the text is no move.
pub(super) fn candidates(game: &Chess, text: &str) -> Option<Vec<Action>> {
    let side = game.to_act;
    Some(match san(text)? {
        San::Plain(plain) => vec![plain],
        San::Man(written) => written.candidates(game.men.own(side, written.kind)),
        San::Files(..) => return None,
        San::Castling(wing) => {
            let [rook, target] = castling_targets(game, wing);
            let to = rook.filter(|_| game.shuffled).or(target);
            let castling = game.men.king(side).zip(to).map(|(from, to)| Action { from, to, promotion: None });
            castling.into_iter().collect()
        }
    })
}

fn san(text: &str) -> Option<San> {
    let mut forms = [castling, plain, by_man, files].into_iter();
    let found = forms.find_map(|form| all_consuming(terminated(form, marks)).parse(text).ok().map(|(_, san)| san))?;
    // An `N` without a sign marks a novelty before the last rank, as in `e5N`.
    let is_novelty = |to: Square, kind| {
        kind == Some(ManKind::Knight) && ![0, 7].contains(&to.rank()) && !text.contains(['=', '/', '('])
    };
    Some(match found {
        San::Plain(action) if is_novelty(action.to, action.promotion) => {
            San::Plain(Action { promotion: None, ..action })
        }
        San::Man(man) if is_novelty(man.to, man.promotion) => San::Man(WrittenMove { promotion: None, ..man }),
        found => found,
    })
}

fn castling(input: &str) -> IResult<&str, San> {
    map(written_castling, San::Castling).parse(input)
}

/// `plain = square [sign] square [promotion]`
fn plain(input: &str) -> IResult<&str, San> {
    let whole = (square, opt(sign), square, opt(promotion));
    map(whole, |(from, _, to, promotion)| San::Plain(Action { from, to, promotion })).parse(input)
}

fn by_man(input: &str) -> IResult<&str, San> {
    map(written_move, San::Man).parse(input)
}

/// `files = file [sign] file [promotion]`
fn files(input: &str) -> IResult<&str, San> {
    let file = || map(satisfy(|letter| matches!(letter, 'a'..='h')), |letter| letter as usize - 'a' as usize);
    let whole = (file(), opt(sign), file(), opt(promotion));
    map(whole, |(from, _, to, promotion)| San::Files([from, to], promotion)).parse(input)
}

/// `marks = *("e.p" / "ep" / "ch" / "mate" / "dbl" / "dis" / "N" / "D" / any but a letter or digit)`
fn marks(input: &str) -> IResult<&str, ()> {
    let words = alt((tag("e.p"), tag("ep"), tag("ch"), tag("mate"), tag("dbl"), tag("dis"), tag("N"), tag("D")));
    let mark = alt((value((), words), value((), satisfy(|letter| !letter.is_alphanumeric()))));
    value((), many0_count(mark)).parse(input)
}
