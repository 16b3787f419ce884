//! Games of PGN as people and programs write them: which games a text has, which moves, starts and results, and what is
//! said of a game that cannot be read.
//!
//! `tests/golden/pgn.txt` has the texts, quoted as in JSON. Below those that are read alike stands what is read, which
//! `UPDATE_GOLDENS=1 cargo test -p uvi-match-tests reading` writes.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::fs;

use testkit::{golden::golden, root};
use uvi_games::games::REGISTRY;
use uvi_match::record::{self, Record};

use super::pgn::{games, moves, openings, text};

/// The usual options and start of a game.
const USUAL: &str = "automatic standard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";

/// A game as lines: its moves and result, such as `e4 e5 1-0 resign`, or the message of the game that is not read; then
/// what is not as usual.
fn told(name: &str, game: record::ImportedGame) -> Vec<String> {
    let records = match game.log {
        Err(misread) => return vec![misread.to_string()],
        Ok(records) => records,
    };
    let log = text(&records);
    record::verify(REGISTRY, log.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{log}"));
    let result = record::read(REGISTRY, log.as_bytes()).unwrap();
    assert_eq!((result.head.name.as_str(), game.over), (name, result.result().is_some()), "{log}");
    let end = result.result().map(|end| {
        let points = end.points().unwrap_or_default();
        let points = points.replace("1/2 1/2", "1/2-1/2").replace("1 0", "1-0").replace("0 1", "0-1");
        format!("{points} {}", end.reason)
    });
    let line = format!("{} {}", moves(&log), end.unwrap_or_default()).trim().to_owned();
    let mut lines = vec![if line.is_empty() { "no move".to_owned() } else { line }];
    lines.extend(game.remarks.iter().map(|remark| format!("remark: {remark}")));
    if !game.whole {
        lines.push("some moves are missing".to_owned());
    }
    let options: Vec<&str> = result.head.options.values().map(String::as_str).collect();
    let start = format!("{} {}", options.join(" "), result.head.start);
    if start != USUAL {
        lines.push(format!("start: {start}"));
    }
    let figures: Vec<String> = records.iter().filter_map(Record::action).map(figures).collect();
    if figures.iter().any(|figures| figures != "- - - -") {
        lines.push(format!("figures: {}", figures.join(", ")));
    }
    lines
}

/// Score, depth, nodes and milliseconds of a move.
fn figures(action: &record::ActionRecord) -> String {
    let info = action.info.clone().unwrap_or_default();
    let score = info.score.and_then(|score| score.as_f64());
    let figures = [score, info.depth.map(|it| it as f64), info.nodes.map(|it| it as f64), action.ms];
    let shown = |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string());
    figures.map(shown).join(" ")
}

/// The games that are read of a line with a text, or nothing for another line.
fn answer(line: &str) -> String {
    if !line.starts_with('"') {
        return String::new();
    }
    let text: String = serde_json::from_str(line).unwrap();
    let lines = match <[_; 1]>::try_from(games(&text)) {
        Ok([game]) => told("game", game),
        Err(games) if games.is_empty() => vec!["no game".to_owned()],
        Err(games) => (1..).zip(games).flat_map(|(number, game)| told(&format!("game-{number}"), game)).collect(),
    };
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

#[test]
fn games_are_read_so() {
    let path = root().join("tests/golden/pgn.txt");
    let (mut read, mut last) = (String::new(), String::new());
    for line in fs::read_to_string(&path).unwrap().lines().filter(|line| !line.starts_with("    ")) {
        let answer = answer(line);
        if answer != last {
            read += &last;
            last = answer;
        }
        read += &format!("{line}\n");
    }
    assert!(!last.is_empty(), "no text is there");
    golden(&path, &(read + &last));
}

#[test]
fn tags_have_one_meaning_in_every_form() {
    let folded = games("[Event \"Open of\r\nb2\"]\n[White 'A']\n[Black “B”]\n[Result '1-0']\n\n1. e4 e5").remove(0);
    let folded = text(&folded.log.unwrap());
    assert!(folded.contains("\"Event\":\"Open of b2\"") && folded.contains("\"name\":\"A\""), "{folded}");
    assert!(folded.contains("\"name\":\"B\"") && folded.contains("resign"), "{folded}");
    for tags in [
        "[Event Open of b2] [White A][Black B] [Result 1-0] 1. e4 e5",
        "[Event\u{a0}\"Open of b2\"]\n[White\u{a0}\"A\"]\n[Black\u{a0}\"B\"]\n[Result\u{a0}\"1-0\"]\n\n1. e4 e5",
        "[Event: \"Open of b2\"]\n[White = \"A\"]\n[Black=\"B\"]\n[Result :\"1-0\"]\n\n1. e4 e5",
        "[Event 'Open of b2'][White 'A'][Black 'B'][Result '1-0']\n\n1. e4 e5",
    ] {
        let found = text(&games(tags).remove(0).log.unwrap());
        assert_eq!(found, folded, "{tags}");
    }
    let nested = text(&games("[Annotator see http://x.y/[a] for more]\n\n1. e4 e5").remove(0).log.unwrap());
    assert!(nested.contains("\"see http://x.y/[a] for more\""), "{nested}");
    // Brackets behind a result are no tags of the next game.
    let second = text(&games("1. e4 e5 1-0 [C40] [White won quickly]\n\n1. d4 d5 0-1").remove(1).log.unwrap());
    assert!(!second.contains("won quickly"), "{second}");
}

#[test]
fn openings_are_read_in_every_language() {
    for moves in ["Sf3 Sc6 Lb5", "Pf3 Pc6 Lb5", "Cf3 Cc6 Fb5", "Cf3 Cc6 Ab5", "Кf3 Кc6 Сb5", "Rf3 Rc6 Lb5"] {
        let found = openings(&format!("e4 e5 {moves}"), Some(4)).remove(0);
        assert_eq!(found.unwrap().tags["Moves"], "e2e4 e7e5 g1f3 b8c6", "{moves}");
    }
}

/// A second event or start is that of the next game.
#[test]
fn each_start_is_an_opening_of_its_own() {
    let starts = ["8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", "8/8/8/4k3/8/4K3/3P4/8 w - - 0 1"];
    let [first, second] = starts.map(|start| format!("[FEN \"{start}\"]\n"));
    for text in [
        format!("{first}{second}"),
        format!("{first}[Event \"a\"]\n{second}[Event \"b\"]\n"),
        format!("[Event \"a\"]\n{first}[Event \"b\"]\n{second}"),
    ] {
        let found: Vec<String> = openings(&text, None).into_iter().map(|game| game.unwrap().position).collect();
        assert_eq!(found, starts.map(|start| format!("{start} -")), "{text}");
    }
}

#[test]
fn only_chess_has_an_importer() {
    let variant = REGISTRY.find("orwell").unwrap();
    let options = uvi_games::game::OptionValues::defaults(variant.options());
    let name = uvi::Word::new("game").unwrap();
    let source = record::PgnSource { registry: REGISTRY, variant, options: &options, name, from: "a test" };
    let other = record::import(&source, "").map(drop).unwrap_err().to_string();
    assert_eq!(other, "no importer for games of orwell; there are importers for chess");
}

/// A reader that looks at all that is left for each letter would not end.
#[test]
fn text_without_spaces_or_with_many_dots_takes_no_longer_than_other_text() {
    for junk in ["&yen;".repeat(4_000), "a-".repeat(4_000), ". ".repeat(4_000)] {
        let [game] = <[_; 1]>::try_from(games(&format!("1. e4 {junk} e5 1-0"))).unwrap();
        assert_eq!(told("game", game), ["e4 e5 1-0 resign"]);
    }
}

#[test]
fn files_in_every_encoding() {
    let text = "[White \"M\u{fc}ller\"]\n\n1. e4 {gro\u{df}} e5 *\n";
    let latin: Vec<u8> = text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    let little: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let big: Vec<u8> = [0xfe, 0xff].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect();
    let unmarked = [little[2..].to_vec(), big[2..].to_vec()];
    for bytes in [text.as_bytes().to_vec(), latin, little, big].into_iter().chain(unmarked) {
        assert_eq!(record::decode(&bytes), text);
    }
    assert_eq!(record::decode(b"\x8aahovi\xe6 \x96 O\x92Kelly"), "Šahoviæ – O’Kelly", "Windows");
    assert_eq!(record::decode(b"M\xfcller, \xc3\xbc"), "M\u{fc}ller, \u{fc}", "two encodings in one file");
}
