//! The men of a position, read off its text without the help of the game.

use std::collections::BTreeMap;

/// The title of each man that a picture of the position has, and how often.
pub(crate) fn of(variant: &str, position: &str) -> BTreeMap<String, u32> {
    let words: Vec<&str> = position.split(' ').collect();
    let titles = match variant {
        "katarenga" => {
            let camp =
                |digit: char, side: &str| vec![format!("{side} pawn in camp"); digit.to_digit(10).unwrap() as usize];
            let camps: Vec<char> = words[4].chars().collect();
            [fen(words[1], 1, pawn), camp(camps[0], "White"), camp(camps[1], "Black")].concat()
        }
        "congress" | "isolation" => fen(words[1], 1, pawn),
        "orwell" => fen(words[0], 2, orwell),
        "french-revolution" => fen(words[0], 1, |man| side(man, orthodox(man))),
        "catalonia" => fen(words[0], 1, |man| side(man, catalan(man))),
        "cat-chess" => cats(words[1]),
        _ => panic!("{variant}: how its positions are written is not known here"),
    };
    let mut men = BTreeMap::new();
    titles.into_iter().for_each(|title| *men.entry(title).or_default() += 1);
    men
}

/// A board as FEN has it, each man of so many letters.
fn fen(board: &str, letters: usize, name: impl Fn(&str) -> String) -> Vec<String> {
    let mut titles = Vec::new();
    for (rank, row) in (1..).zip(board.split('/').rev()) {
        let (mut file, mut rest) = (0, row);
        while let Some(first) = rest.chars().next() {
            let length = if let Some(run) = first.to_digit(10) {
                file += run as u8;
                1
            } else {
                titles.push(format!("{} {}{rank}", name(&rest[..letters]), char::from(b'a' + file)));
                file += 1;
                letters
            };
            rest = &rest[length..];
        }
    }
    titles
}

fn pawn(man: &str) -> String {
    format!("{} pawn", if man == "w" { "White" } else { "Black" })
}

/// Upper case is White.
fn side(man: &str, name: &str) -> String {
    format!("{} {name}", if man.to_uppercase() == man { "White" } else { "Black" })
}

fn orthodox(man: &str) -> &'static str {
    match man.to_uppercase().as_str() {
        "K" => "king",
        "Q" => "queen",
        "R" => "rook",
        "B" => "bishop",
        "N" => "knight",
        _ => "pawn",
    }
}

fn catalan(man: &str) -> &'static str {
    match man.to_uppercase().as_str() {
        "N" => "Knight",
        "B" => "Bishop",
        "L" => "Lady",
        "G" => "Gentleman",
        _ => "Peasant",
    }
}

fn orwell(man: &str) -> String {
    let owner = match &man[..1] {
        "w" => "White",
        "r" => "Red",
        _ => "Black",
    };
    let kind = match &man[1..] {
        "u" => "Berlinpeono upwards",
        "d" => "Berlinpeono downwards",
        "D" => "Dabbabah",
        "G" => "Gryphon",
        "J" => "Jugyo",
        "P" => "Pao",
        "R" => "Raja",
        _ => "Maharaja",
    };
    format!("{owner} {kind}")
}

/// `kero:4:g11.3,…/…`; those out of play stand nowhere.
fn cats(cats: &str) -> Vec<String> {
    let mut titles = Vec::new();
    for (seat, three) in (1..).zip(cats.split('/')) {
        for (letter, cat) in ['a', 'b', 'c'].into_iter().zip(three.split(',')) {
            let parts: Vec<&str> = cat.split(':').collect();
            if let Some((space, _)) = parts[2].split_once('.') {
                titles.push(format!("cat {seat}{letter}, {} {space}", parts[0]));
            }
        }
    }
    titles
}
