//! Games of PGN as people and programs write them: which games a text has, which moves, starts and results, and what is
//! said of a game that cannot be read.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use uvi_games::games::REGISTRY;
use uvi_match::record::{self, Record};

use super::pgn::{games, moves, openings, text};

/// A game as one line: its moves, then its result, such as `e4 e5 1-0`; or the message of the game that is not read.
fn line(game: record::ImportedGame) -> String {
    let log = match game.log {
        Err(misread) => return misread.to_string(),
        Ok(log) => text(&log),
    };
    record::verify(REGISTRY, log.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{log}"));
    let result = record::read(REGISTRY, log.as_bytes()).unwrap();
    let points = result.result().and_then(|result| result.points()).unwrap_or_default();
    let points = points.replace("1/2 1/2", "1/2-1/2").replace("1 0", "1-0").replace("0 1", "0-1");
    let remarks = game.remarks.iter().map(|remark| format!(" | {remark}")).collect::<String>();
    let parts = [moves(&log), points].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
    (parts.join(" ") + &remarks).trim().to_owned()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<String> = games(text).into_iter().map(line).collect();
    assert_eq!(found, expected, "{text}");
}

/// A position with a pawn on a7, Kings on e3 and e5.
const PAWN: &str = "[FEN \"8/P7/8/4k3/8/4K3/8/8 w - - 0 1\"]\n\n";
/// A position in which each player may castle on the wing of the other.
const WINGS: &str = "[FEN \"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\"]\n\n";
const CASTLING: &str = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n";

#[test]
fn moves_as_people_type_them() {
    let mate = ["e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7# 1-0"];
    for text in [
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
        "1.e4 e5 2.Qh5 Nc6 3.Bc4 Nf6 4.Qxf7 1-0\n",
        "e4 e5 Qh5 Nc6 Bc4 Nf6 Qf7",
        "1 e4 e5 2 Qh5 Nc6 3 Bc4 Nf6 4 Qxf7++",
        "1. e4 1. ... e5 2. Qh5 ... Nc6 3... Bc4 3.. Nf6 4… Qxf7mate",
        "17. e4 e5 18. Qh5 Nc6 19. Bc4 Nf6 20. Qxf7",
        "1. e2e4 e7-e5 2. d1h5 Nb8-c6 3. Bf1c4 Ng8f6 4. Qh5xf7",
        "1. e4! e5?? 2. Qh5!? (2. Nf3 Nc6 (2... d6 {a) b}) 3. Bb5) $6 Nc6 $13 3. Bc4 +/- = ⩲ N Nf6 ?= 4. Qxf7 $1 1-0",
        "1. e4 {one\n\ntwo} e5 ; 2. Nf3\n2. Qh5 Nc6\n% 3. d4\n3. Bc4 Nf6 4. Q:f7",
        "**1. e4** e5 2. **Qh5** Nc6 3. Bc4 Nf6 4. Qxf7",
        "**1.** e4 e5 **2.** Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 *",
        "1.e4,e5 2.Qh5,Nc6 3.Bc4,Nf6 4.Qxf7",
        "1.e4 e52.Qh5 Nc63.Bc4 Nf64.Qxf7#1-0",
        "1. ♙e4 e5 {see\n[Event \"q\"]\nthere} 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7",
        "1. e2−e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7",
        "1. e4 e5 2. ♕\u{fe0e}h5 ♞\u{fe0f}c6 3. B\u{ad}c4 Nf6\u{200e} 4. Q\u{200d}xf7 *",
        "1. e4 [%clk 0:01] e5 2. ♕h5 ♞c6 3. ♗c4 ♘f6 4. qxf7",
        "1.e4!e5?2.Qh5!?♞c6 3.Bc4!!Nf6 4.Qxf7",
        "1.e4!?Pe5!!2.Qh5?!Nc6 3.Bc4?Nf6!4.Qxf7",
        "1. e4N e7e5N 2. Qh5N Nc6 3. Bc4 Nf6 4. Qxf7N",
        "1. \"e4\" _e5_ 2. ♕ h5 &#9822;c6 3. <b>&#x2657;</b> c4 <i>♘</i>f6 4. ♕&nbsp;xf7"
            .replace("&nbsp;", "\u{a0}")
            .as_str(),
        "1. \u{435}4 -e5 2. Qh5 N$6 Nc6 3. bc4 Nf6 4. Qxf7 (1-0)",
    ] {
        check(text, &mate);
    }
    check("1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *", &["e4 a6 e5 d5 exd6 cxd6"]);
    check("1. e4 a6 2. e5 d5 3. exd6ep+ cd6 *", &["e4 a6 e5 d5 exd6 cxd6"]);
    for promotion in
        ["a8=Q", "a8Q", "a8=q", "a8q", "a8(Q)", "a8(=Q)", "a8/Q", "a8-Q", "a7a8q", "a7-a8=Q", "Pa8=Q!", "a8=♕"]
    {
        check(&format!("{PAWN}1. {promotion} *"), &["a8=Q"]);
    }
    let cyrillic = "\u{41e}-\u{41e}";
    for castling in [
        "O-O", "0-0", "o-o", "Ø-Ø", "ø-ø", "O–O+", "O‒O", "O‑O", "O−O", cyrillic, "OO", "00", "0-0!?", "e1g1", "e1h1",
        "Ke1-g1", "Kg1",
    ] {
        check(&format!("{CASTLING}1. {castling} O-O-O *"), &["O-O O-O-O"]);
    }
    for castling in
        ["O - O", "O -O", "O- O", "0 - 0", "O=O", "O-\nO", "O\n-O", "O--O", "oo", "O~O", "O_O", "O.O", "O – O+"]
    {
        check(&format!("{CASTLING}1. {castling} 1-0"), &["O-O 1-0"]);
        check(&format!("{CASTLING}1. {castling} O - O - O"), &["O-O O-O-O"]);
    }
    for castling in ["O - O - O", "O -O- O", "0 - 0 - 0", "O=O=O", "0--0--0", "ooo", "O_O_O", "O.O.O", "O-O\n-O"] {
        check(&format!("{WINGS}1. {castling} {castling} 2. Kb1 0 - 1"), &["O-O-O O-O-O Kb1 0-1"]);
    }
    for glued in [
        "O-OO-O1-0",
        "O-O!0-0?!1-0",
        "0-00-01-0",
        "O-O O-O1-0",
        "OO 0-01-0",
        "0. 0-0 0... O-O1-0",
        "O-O1...O-O2.*1-0",
        "O - O 1 . O - O 1 - 0",
    ] {
        check(&format!("{WINGS}1. {glued}"), &["O-O O-O 1-0"]);
    }
    check("1. e4 e5 2. f4 exf 1-0", &["e4 e5 f4 exf4 1-0"]);
    check("1. e4 d5 2. ed! e6 3. dxe fe+ 4. Nf3 resigns 0-1", &["e4 d5 exd5 e6 dxe6 fxe6 Nf3 0-1"]);
    check("1. e4 d5 2. ed c6 3. d:c bc 4. Qh5 N D ch 4... time 1-0", &["e4 d5 exd5 c6 dxc6 bxc6 Qh5 1-0"]);
    check("1. e4 d5 2. ed 2... Aufgabe", &["e4 d5 exd5"]);
    for promotion in ["ed=Q", "exd=Q", "e:d=q", "ed(Q)", "edQ", "exdQ!", "ed/Q", "exd8=Q"] {
        check(&format!("[FEN \"3n4/4P2k/8/8/8/8/7K/8 w - - 0 1\"]\n\n1. {promotion} 1-0"), &["exd8=Q 1-0"]);
    }
    check("1. e4<br>e5<br />2.&nbsp;Nf3&#160;Nc6<a href=\"x\">3.</a> Bb5 <b>a6</b> 1-0", &["e4 e5 Nf3 Nc6 Bb5 a6 1-0"]);
    // Codes of openings are no moves.
    check(
        "[White \"A\"]\n\nC60 Ruy Lopez\n1. e4 e5 2. Nf3 Nc6 3. Bb5 C60/02 a6 B33 1-0",
        &["e4 e5 Nf3 Nc6 Bb5 a6 1-0"],
    );
    for last in ["ef", "PxP", "NxP", "BxPch", "Qx", "dxe", "2... N", "Bb", "R@", "Castles", "castles", "2... xyz"] {
        let found = last.trim_start_matches("2... ");
        for result in [" 1-0", "", " *\n"] {
            let [line] =
                &games(&format!("1. e4 e5 2. Nf3 {last}{result}")).into_iter().map(line).collect::<Vec<_>>()[..]
            else {
                panic!("{last}")
            };
            assert!(
                line.starts_with("line 1, column ") && line.contains(&format!(": cannot play {found}: expected a ")),
                "{line}"
            );
        }
    }
    check("1. e4 !? e5 ± 2. d4 N d6 +/- 3. c3 (3. d5) D c6 **4. a4** a5 > [#]b4 *", &["e4 e5 d4 d6 c3 c6 a4 a5 b4"]);
    // A man whose sign is not known is no pawn.
    for (found, rest) in [
        ("¤f3", ""),
        ("¤1d2", ""),
        ("?f3", "!"),
        ("\u{fffd}f3", " Nc6"),
        ("\u{f06e}xf3", ""),
        ("&yen;f3", ""),
        ("&#164;f3", ""),
        ("<img src=\"wn.gif\">f3", ""),
        ("N- f3", ""),
        ("N. f3", ""),
        ("N, f3", ""),
        ("N= f3", ""),
        ("N=\nf3", ""),
        ("N - f3", ""),
        ("B f3", ""),
        ("[N]f3", ""),
        ("\\symknight f3", ""),
    ] {
        for before in ["", "2. "] {
            let text = format!("1. e4 e5 {before}{found}{rest} *");
            let line = games(&text).into_iter().map(line).collect::<Vec<_>>().remove(0);
            let shown = found.replace('\n', "\\u{a}").chars().take(40).collect::<String>();
            let named =
                [&*shown, shown.split([' ', '\\']).next().unwrap()].map(|found| format!(": cannot play {found}"));
            assert!(named.iter().any(|named| line.contains(named)), "{text}: {line}");
        }
    }
    for (moves, found) in [("1. 5254 5755 2. 7163", "5254"), ("1.ｅ４ ｅ５", "ｅ４"), ("1. 炮二平五", "炮二平五")]
    {
        let line = games(&format!("[White \"A\"]\n\n{moves} 1-0")).into_iter().map(line).collect::<Vec<_>>().join("|");
        assert!(
            line.starts_with(&format!("line 3, column {}: cannot play {found}: ", moves.find(found).unwrap() + 1)),
            "{line}"
        );
    }
    check("1. f3 e5 2. g4 Qh4#0-1", &["f3 e5 g4 Qh4# 0-1"]);
    let english = "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O a6 Bxc6 dxc6 Re1 Be7 Qe2 Qd6 Kh1";
    for (kings_and_so_on, moves) in [
        ("German", "e4 e5 Sf3 Sc6 Lb5 Sf6 O-O a6 Lxc6 dxc6 Te1 Le7 De2 Dd6 Kh1"),
        ("Dutch", "e4 e5 Pf3 Pc6 Lb5 Pf6 O-O a6 Lxc6 dxc6 Te1 Le7 De2 Dd6 Kh1"),
        ("French", "e4 e5 Cf3 Cc6 Fb5 Cf6 O-O a6 Fxc6 dxc6 Te1 Fe7 De2 Dd6 Rh1"),
        ("Spanish", "e4 e5 Cf3 Cc6 Ab5 Cf6 O-O a6 Axc6 dxc6 Te1 Ae7 De2 Dd6 Rh1"),
        ("Russian", "e4 e5 Кf3 Кc6 Сb5 Кf6 О-О a6 Сxc6 dxc6 Лe1 Сe7 Фe2 Фd6 Крh1"),
        ("Finnish", "e4 e5 Rf3 Rc6 Lb5 Rf6 O-O a6 Lxc6 dxc6 Te1 Le7 De2 Dd6 Kh1"),
    ] {
        check(moves, &[english]);
        let found = openings(moves, Some(4)).remove(0);
        assert_eq!(found.unwrap().tags["Moves"], "e2e4 e7e5 g1f3 b8c6", "{kings_and_so_on}");
    }
    check(&format!("{PAWN}1. a8=D *"), &["a8=Q"]);
    for other in ["O", "O-", "oOoO", "O-O-O-O", "0-", "O-O-1"] {
        let position = CASTLING.split('"').nth(1).unwrap();
        let named = format!(
            "line 3, column 4: cannot play {other}: expected a move such as Nf3, e8=Q, O-O or g1f3; position {position} -"
        );
        check(&format!("{CASTLING}1. {other} *"), &[&named]);
    }
    check(&format!("{CASTLING}1. e1c1 0-0+ *"), &["O-O-O O-O"]);
}

#[test]
fn results_in_every_spelling() {
    for draw in [
        "1/2-1/2",
        "1/2",
        "½-½",
        "½",
        "0.5-0.5",
        "1/2 - 1/2",
        "1 / 2 - 1 / 2",
        "1 / 2",
        "1/2–1/2",
        "½:½",
        ".5-.5",
        "1⁄2-1⁄2",
    ] {
        check(&format!("1. e4 e5 {draw}"), &["e4 e5 1/2-1/2"]);
    }
    for win in [
        "1-0",
        "1:0",
        "1–0",
        "1 - 0",
        "1—0",
        "1‒0",
        "1－0",
        "1-0 1-0",
        "1-0 {Black resigns}",
        "1-O",
        "1.0-0.0",
        "1-0F",
        "1F-0F",
        "1-F",
        "(1-0)",
        "[1-0]",
        "+:-",
        "1-0ff",
    ] {
        check(&format!("1. e4 e5 {win}"), &["e4 e5 1-0"]);
    }
    check("1. e4 e5 0:1", &["e4 e5 0-1"]);
    check("[Result \"0-1\"]\n\n1. e4 e5", &["e4 e5 0-1"]);
    check("[Result \"+/-\"]\n\n1. e4 +/- e5 +/-", &["e4 e5 1-0"]);
    for unknown in ["0-1/2", "1-½", "½-1"] {
        check(&format!("1. e4 e5 {unknown}"), &["e4 e5"]);
    }
    // Tables of tournaments have games without moves, and some programs write a last null move.
    check("[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n[Result \"0-1\"]\n\n0-1", &["1/2-1/2", "0-1"]);
    for (null, result) in [("--", "1-0"), ("Z0", "1/2-1/2")] {
        check(&format!("1. e4 e5 2. {null} {result}"), &[&format!("e4 e5 {result}")]);
    }
    let unknown = "line 1, column 1: expected 1-0, 0-1, 1/2-1/2 or * in the tag Result, found White won it";
    check("[Result \"White won it\"]\n\n1. e4 e5", &[&format!("e4 e5 | {unknown}")]);
    check("[Result \"White won it\"]\n\n1. e4 e5 1-0", &["e4 e5 1-0"]);
    for (tag, result) in [("White wins", "1-0"), ("black", "0-1"), ("Draw", "1/2-1/2")] {
        check(&format!("[Result \"{tag}\"]\n\n1. e4 e5"), &[&format!("e4 e5 {result}")]);
    }
    let differ = "the moves end with another result than the tag Result, 0-1; the tag counts";
    check("[Result \"0-1\"]\n\n1. e4 e5 1-0", &[&format!("e4 e5 0-1 | line 3, column 10: {differ}")]);
    check("[Result \"*\"]\n\n1. e4 e5 1-0", &["e4 e5 1-0"]);
    let neither = "line 1, column 1: expected 1-0, 0-1, 1/2-1/2 or * in the tag Result, found 0-0";
    for moves in ["e4 e5 Nf3", "e4 e5 Nf3 Nc6 Bc4", "e4 e5 Nf3 Nc6 Bc4 Bc5"] {
        check(&format!("[Result \"0-0\"]\n\n{moves} 0-0\n"), &[&format!("{moves} | {neither}")]);
    }
    check("[Result \"0-1\"]\n\ne4 e5 Nf3 Nc6 Bc4 Bc5 0-0", &["e4 e5 Nf3 Nc6 Bc4 Bc5 O-O 0-1"]);
    let over = "the stated result is not that of the board: checkmate, score 0 1; the log has that of the board";
    check("1. f3 e5 2. g4 Qh4# 1-0", &[&format!("f3 e5 g4 Qh4# 0-1 | line 1, column 21: {over}")]);
    // Programs wrote the move that lost the game.
    for termination in ["illegal move", "rules infraction"] {
        let tags = format!("[Result \"0-1\"]\n[Termination \"{termination}\"]\n\n");
        check(&format!("{tags}1. e4 e5 2. e1e3 {{White makes an illegal move}} 0-1"), &["e4 e5 0-1"]);
    }
    let sign = "kings in the middle are an electronic board's sign that the game is over; the log ends before them";
    for (kings, result) in [("2. Ke4 Kd5", "1/2-1/2"), ("2. Kd4", "1-0"), ("2. Ke5+", "0-1")] {
        check(&format!("1. e4 e5 {kings} {result}"), &[&format!("e4 e5 {result} | line 1, column 13: {sign}")]);
    }
}

/// Five occurrences of a position end a game only since 2014.
#[test]
fn a_win_after_a_draw_without_a_claim_stays_a_win() {
    let back = "Nf3 Nf6 Ng1 Ng8";
    let all = [back; 4].join(" ");
    let over = "line 1, column 65: the game is over before e4: fivefold-repetition, score 1/2 1/2; its log ends";
    check(&format!("{all} e4 e5 1/2-1/2"), &[&format!("{all} 1/2-1/2 | {over} here")]);
    let won = format!("{over} one move earlier, with the result that the text states");
    let before = all.strip_suffix(" Ng8").unwrap();
    for result in ["1-0", "0-1"] {
        check(&format!("{all} e4 e5 {result}"), &[&format!("{before} {result} | {won}")]);
    }
    let last =
        "line 1, column 65: the game is over with its last move: fivefold-repetition, score 1/2 1/2; its log ends";
    check(
        &format!("{all} 1-0"),
        &[&format!("{before} 1-0 | {last} one move earlier, with the result that the text states")],
    );
    for moves in ["e4 e5 1-0", "1-0"] {
        let log = games(&format!("{all} {moves}")).remove(0);
        assert!(log.over && !log.whole);
    }
    // No mate was ever possible here, and no move comes before this draw.
    let dead = "the game is over before Kd2: dead-position, score 1/2 1/2; its log ends here";
    let board =
        "the stated result is not that of the board: dead-position, score 1/2 1/2; the log has that of the board";
    let start = "[FEN \"8/8/8/8/3k4/8/3p4/4K3 w - - 0 1\"]\n\n";
    check(
        &format!("{start}1. Kxd2 Kd5 2. Kd2 1-0"),
        &[&format!("Kxd2 1/2-1/2 | line 3, column 9: {} | line 3, column 20: {board}", dead.replace("Kd2", "Kd5"))],
    );
    let counted = "line 1, column 1: 75 moves without a capture or a pawn move were played before this position; its log \
                   counts from 0";
    let late = |counter, text: &str| format!("[FEN \"3k4/8/8/8/8/8/4R3/4K2R w - - {counter} 100\"]\n\n{text}");
    let moves = "100. Rd2+ Kc7 101. Rf1 1-0";
    check(&late(150, moves), &[&format!("Rd2+ Kc7 Rf1 1-0 | {counted}")]);
    check(&late(150, "1-0"), &[&format!("1-0 | {counted}")]);
    check(&late(148, "100. Rd2+ 1-0"), &["Rd2+ 1-0"]);
}

#[test]
fn games_begin_where_the_last_one_ends() {
    let two = ["e4 e5 1-0", "d4 d5 0-1"];
    for text in [
        "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 d5 0-1\n",
        "[White \"A\"]\n\n1. e4 e5 1-0\n[White \"B\"]\n1. d4 d5 0-1\n",
        "[Result \"1-0\"]\n[White \"A\"]\n\n1. e4 e5\n\n[Result \"0-1\"]\n[White \"B\"]\n\n1. d4 d5\n",
        "% by a tool\n; more\n\n[Event \"x\"]\n\n1. e4 e5 1-0\n\n{ between }\n; and\n[Event \"x\"]\n\n1. d4 d5 0-1\n",
        "\u{feff}[Event \"x\"] [White \"A\"]\r\n\r\n1. e4 e5 1-0\r\n\r\n\u{feff}[White \"B\"] [Event \"y\"] 1. d4 d5 0-1\r\n\u{1a}",
        "[Event \"x\"]\r\r1. e4 e5 1-0\r\r[Event \"x\"]\r\r1. d4 d5 0-1\r",
        "1. e4 e5 1-0\n\n1. d4 d5 0-1\n",
        "1. e4 e5 1-0 1. d4 d5 0-1",
        "e4 e5 1-0\nd4 d5 0-1\n",
        "[White Team \"x\"]\n[White-Team \"x\"]\n[Time+Inc \"x\"]\n[a:b \"x\"]\n\n1. e4 e5 1-0\n\n[Event \"a \"quoted\" name\"]\n[Site ]\n[Oops]\n[Round \"1\"\n\n1. d4 d5 0-1",
    ] {
        check(text, &two);
    }
    // A tag may go on in the next line, and may have other quotes.
    let folded = games("[Event \"Open of\r\nb2\"]\n[White 'A']\n[Black “B”]\n[Result '1-0']\n\n1. e4 e5").remove(0);
    let folded = text(&folded.log.unwrap());
    assert!(folded.contains("\"Event\":\"Open of b2\"") && folded.contains("\"name\":\"A\""), "{folded}");
    assert!(folded.contains("\"name\":\"B\"") && folded.contains("resign"), "{folded}");
    check("[Site \"Paris]\n[Event \"x\"]\n\n1. e4 *\n\n[Site \"x\n\n1. d4 {\"a\"]} *", &["e4", "d4"]);
    // Without a result, an empty line ends a game if turn 1 follows.
    check("1. e4 e5\n\n1. d4 d5\n", &["e4 e5", "d4 d5"]);
    check("1. e4 e5 2. Nf3\n 1. d4 d5\n1. c4\n", &["e4 e5 Nf3", "d4 d5", "c4"]);
    for one in ["1. e4 {best}\n1… e5 2. Nf3 *", "1. e4\n1. e5\n2. Nf3 *", "1. e4\n\n1… e5\n2. Nf3 *"] {
        check(one, &["e4 e5 Nf3"]);
    }
    check("1. e4 e5\n\n2. Nf3\n\nNc6 3. Bb5 *", &["e4 e5 Nf3 Nc6 Bb5"]);
    check("1. e4 e5 * 2. Nf3 *", &["e4 e5 Nf3"]);
    for prose in [
        "White won after 2 hours. Nf3 was better.",
        "Game 12 of the match, a4 paper.",
        "2 points for White, a4!",
        "12. Nf3 Nc6 is the\nanswer",
        "(22) Smith - Jones, Berlin 1999, Nf3 line",
        "Group 1, Berlin, a4",
        "\n--\nof paper",
    ] {
        check(&format!("[White \"A\"]\n\n1. e4 e5 1-0\n\n{prose}\n\n[White \"B\"]\n\n1. d4 d5 0-1"), &two);
        check(&format!("1. e4 e5 1-0 {prose}\n\n1. d4 d5 0-1 {prose}"), &two);
    }
    check("17. e4 * 17... e5 * 18. Nf3 *", &["e4 e5 Nf3"]);
    // Titles are no moves.
    check("Club de Ajedrez\n\n1. e4 e5 1-0\n\nBlancas o negras, ed.\n\n1. d4 d5 0-1", &two);
    // A game may have no move.
    check("[Event \"a\"]\n\n{ text }\n *\n\n[Termination \"b\"]\n[Event \"b\"]\n\n1. e4 *", &["", "e4"]);
    check("[Event \"a\"]\n[Result \"*\"]\n\n[Event \"b\"]\n[Result \"*\"]\n\n1. e4", &["", "e4"]);
    check("[Event \"a\"]\n\n{ text }\n\n[Site \"b\"]\n\n1. e4", &["", "e4"]);
    check("{ nothing }\n\n; at all\n*", &[]);
    // A second event or start is that of the next game.
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
    check("[Event \"a\"]\n[Site \"b\"]\n[Site \"c\"]\n[Result \"1-0\"]\n[Event \"b\"]", &["1-0", ""]);
}

#[test]
fn starts_in_every_spelling() {
    let start = |text: &str| {
        let log = games(text).remove(0).log.unwrap_or_else(|error| panic!("{text}: {error}"));
        let Record::Match(head) = &log[0] else { panic!("{log:?}") };
        let options: Vec<&str> = head.options.values().map(String::as_str).collect();
        format!("{} {}", options.join(" "), head.start)
    };
    let usual = "automatic standard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
    for tag in ["SetUp \"1\"", "FEN \"\"", "FEN \"?\""] {
        assert_eq!(start(&format!("[{tag}]\n\n1. e4 *")), usual, "{tag}");
    }
    for variant in ["Standard", "From Position", "Chess (Normal)", "Classic chess", "?"] {
        assert_eq!(start(&format!("[Variant \"{variant}\"]\n\n1. e4 *")), usual, "{variant}");
    }
    let pawn = "automatic standard 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1 -";
    for fen in ["w - - 0 0", "w - -", "w - - 0", "w", "w - - - -", "  w   - -  0 1", "W – – 0 1", "w - - bm Kd3;"] {
        for name in ["FEN", "Fen", "fen"] {
            assert_eq!(start(&format!("[{name} \"8/8/8/4k3/8/4K3/4P3/8 {fen}\"]\n\n35. Kd3 *")), pawn, "{fen}");
        }
    }
    assert_eq!(start("[Variant \"nocastle\"]\n[FEN \"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\"]\n\n1. Kd3 *"), pawn);
    assert_eq!(start("[FEN 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1]\n\n1. Kd3 *"), pawn);
    let shuffled = "automatic shuffled bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 -";
    for variant in [
        "[Variant \"Chess960\"]",
        "[Variant \"chess 960\"]",
        "[Variant \"Fischerandom\"]",
        "[Variant \"Freestyle (Chess960)\"]",
        "[Variant \"Fischer Random 960\"]",
        "[Variant \"Standard\"]",
        "",
    ] {
        for rights in ["HFhf", "KQkq"] {
            let fen = format!("[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w {rights} - 2 9\"]");
            assert_eq!(start(&format!("{variant}\n{fen}\n\n9. Nf3 *")), shuffled, "{variant}");
        }
    }
    let same = "automatic shuffled rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 -";
    assert_eq!(start("[Variant \"chess960\"]\n\n1. e4 *"), same);
    // Nobody claimed: the game goes on.
    assert!(start("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1-0").starts_with("claimed "));
    assert!(start("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0").starts_with("claimed "));
    assert!(start("[FEN \"4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80\"]\n\n80. Ra2 Kd7 81. Ra3 Kc6 *").starts_with("claimed "));
    assert!(start("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2").starts_with("automatic "));
    // A null move before the first move gives the move to the other player.
    assert!(start("1. -- e5 2. Nf3 *").contains(" b KQkq - 1 1 -"));
}

#[test]
fn a_game_that_cannot_be_read_is_named_and_the_others_are_read() {
    let three = |bad: &str, named: &str| {
        let text = format!("[Event \"x\"]\n\n1. e4 e5 1-0\n\n{bad}\n\n[Event \"x\"]\n\n1. c4 c5 1-0\n");
        check(&text, &["e4 e5 1-0", named, "c4 c5 1-0"]);
    };
    let position = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1 -";
    for (played, reason) in [
        ("Ke5", "Black has no legal move of a king"),
        ("Nd5", "expected a legal move of Black's knight: Na6, Nc6, Nf6, Nh6"),
        ("b8d7", "expected a legal move of Black's man on b8: Na6, Nc6"),
        ("Zf6", "expected a move such as Nf3, e8=Q, O-O or g1f3"),
    ] {
        let named = format!("line 7, column 7: cannot play {played}: {reason}; position {position}");
        three(&format!("[Event \"x\"]\n\n1. d4 {played}"), &named);
    }
    three(
        "[Event \"x\"]\n\n1. d4 d5 2. Nf3 Nf6 3. Nd2",
        "line 7, column 24: cannot play Nd2: it may be any of Nbd2, Nfd2; position \
         rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3 g1f3,g8f6",
    );
    three(
        "[Event \"x\"]\n\n{no end 1. d4 d5",
        "line 7, column 1: this comment has no end: expected }, found the next game or the end of the file",
    );
    three(
        "[Event \"x\"]\n\n1. d4 {no end d5",
        "d4 | line 7, column 7: this comment has no end: expected }, found the next game or the end of the file",
    );
    three(
        "[Event \"x\"]\n\n1. d4 (1. c4 {x} c5 d5",
        "d4 | line 7, column 7: this variation has no end: expected ), found the next game or the end of the file; the log ends before it",
    );
    for variant in
        "Atomic,Crazyhouse,Antichess,Three-check,King of the Hill,Racing Kings,Horde,Xiangqi,3check".split(',')
    {
        let named = format!("line 6, column 1: expected a game of chess or Chess960, found one of {variant}");
        three(&format!("[Event \"x\"]\n[Variant \"{variant}\"]\n\n1. Nf3 f6"), &named);
    }
    three(
        "[Event \"x\"]\n[White \"y\"]\n[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. Nf3 f6",
        "line 7, column 1: position column 8: expected the end of the rank, /",
    );
    three(
        "[WhiteA \"x\"]\n[BlackA \"y\"]\n\n1A. e4{9} 1a. e5{9} 1B. d4{8}",
        "line 5, column 1: expected a game of chess or Chess960, found one of bughouse",
    );
    three("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4", "line 5, column 1: White has 0 kings, not one");
    three(
        "[FEN \"x\"]\n\n1. e4",
        "line 5, column 1: position column 1: expected a man, one of KQRBNP or kqrbnp, or a digit for empty squares",
    );
    three(
        "1. f3 e5 2. g4 Qh4# 3. a3",
        "line 5, column 24: cannot play a3: the game is over before that: checkmate, score 0 1",
    );
    // What the rules end and people play on is read up to there.
    three(
        "[FEN \"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1\"]\n\n1. Kxd2 Ke7 2. Ke3 1/2-1/2",
        "Kxd2 1/2-1/2 | line 7, column 9: the game is over before Ke7: dead-position, score 1/2 1/2; its log ends here",
    );
    three("1. e4 -- 2. d4", "e4 | line 5, column 7: a null move is no move of this game; the log ends before it");
    // A place counts lines, whatever ends them, and characters.
    let place = games("{ü}\r\n\r{×} 1. e4\n{×} Ke5 *").remove(0).log.unwrap_err().place;
    assert_eq!(place.to_string(), "line 4, column 5");
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
        check(&format!("1. e4 {junk} e5 1-0"), &["e4 e5 1-0"]);
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
    check(text, &["e4 e5"]);
}

#[test]
fn comments_become_scores_and_times() {
    let figures = |text: &str| {
        let log = games(text).remove(0).log.unwrap();
        let of = |record: &Record| match record {
            Record::Action(action) => {
                let info = action.info.clone().unwrap_or_default();
                let score = info.score.and_then(|score| score.as_f64());
                Some((score, info.depth, info.nodes, action.ms))
            }
            _ => None,
        };
        log.iter().filter_map(of).collect::<Vec<_>>()
    };
    let clock = |increment: &str| {
        format!(
            "[TimeControl \"180{increment}\"]\n\n1. e4 {{ [%eval 0.33] [%clk 0:03:00] }} e5 {{ [%eval #-3] [%clk 0:02:58] }} 2. Nf3 {{ [%clk 0:02:55] }} *"
        )
    };
    let first = [(Some(33.0), None, None, None), (Some(29_997.0), None, None, None)];
    assert_eq!(figures(&clock("+2")), [first[0], first[1], (None, None, None, Some(7000.0))]);
    assert_eq!(figures(&clock("")), [first[0], first[1], (None, None, None, Some(5000.0))]);
    for (control, ms) in [
        ("+2:60+2", Some(7000.0)),
        ("/5400+30:1800+30", Some(35_000.0)),
        ("/5400:1800:*", Some(5000.0)),
        (":60", Some(5000.0)),
    ] {
        assert_eq!(figures(&clock(control)), [first[0], first[1], (None, None, None, ms)], "{control}");
    }
    for control in ["3:00+2", "0:03:00 + 2"] {
        let found = figures(&clock("").replace("\"180\"", &format!("\"{control}\"")));
        assert_eq!(found, [first[0], first[1], (None, None, None, Some(7000.0))], "{control}");
    }
    let ends = clock("").replace("\"180\"", "\"2/180:60\"");
    assert_eq!(figures(&ends), [first[0], first[1], (None, None, None, None)], "the second period begins");
    assert_eq!(figures(&clock("/x")), [first[0], first[1], (None, None, None, None)]);
    assert_eq!(
        figures("1. e4 {+0.33/14 0.500s, n=77} e5 {book} 2. d4 {one} {[%emt 0:00:02]} *"),
        [(Some(33.0), Some(14), Some(77), Some(500.0)), (None, None, None, None), (None, None, None, Some(2000.0))]
    );
    // Score, depth, nodes and time of Black's move.
    for (comment, wanted) in [
        (" -12.5/3 61s, White mates", "-1250 3 - 61000"),
        ("0.00/0 0.0015s", "0 0 - 1"),
        ("+0.12 1.250s", "12 - - 1250"),
        ("+0.12/7, tl=3.1s", "12 7 - -"),
        ("+M1/9 0.1s", "29999 9 - 100"),
        ("-M4/9\n1.250s", "-29998 9 - 1250"),
        ("1.250s, Black loses on time", "- - - 1250"),
        ("/0 0.500s", "- 0 - 500"),
        ("+0.33/14 0.500s, tl=9.1s, n=77, sd=20, pv=\"e2e4\"", "33 14 77 500"),
        ("+0.33/14 n=77 sd=20 0.500s", "33 14 77 500"),
        (" +0.33/14, 0.500s, nodes,77", "33 14 - 500"),
        ("+1.37 14/20 267 458718", "137 14 458718 267"),
        ("-1.37/14 1:02.5 77", "-137 14 77 62500"),
        ("d=14, sd=20, mt=500, n=77, pv=Nb3 Be7, wv=0.33,", "-33 14 77 500"),
        ("(d7d5 e4xd5) -0.20/13 4", "-20 13 - 4000"),
        ("d=26, mt=00:01:20, n=100", "- 26 100 80000"),
        ("[%clk 0:03:00][%timestamp 34]", "- - - 3400"),
        (" [%eval 0.33] [%clk 0:03:00] ", "-33 - - -"),
        ("+0,33/14 0,5s, n=77", "33 14 77 500"),
        ("-20/12 400ms", "-20 12 - 400"),
        ("0/1 7ms", "0 1 - 7"),
        ("[%eval 25,14] [%emt 0:00:12]", "-25 14 - 12000"),
        ("[%eval -733/15]", "733 15 - -"),
        ("[%eval 3]", "-300 - - -"),
        ("[%eval #-3,20]", "29997 20 - -"),
        ("[%eval M5]", "-29995 - - -"),
        ("good [%emt 0:01:02.5][%csl Ga1]", "- - - 62500"),
    ] {
        let (score, depth, nodes, ms) = figures(&format!("1. e4 e5 {{{comment}}} *"))[1];
        let shown = |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string());
        let shown = [score, depth.map(|it| it as f64), nodes.map(|it| it as f64), ms].map(shown);
        assert_eq!(shown.join(" "), wanted, "{comment}");
    }
    for other in
        "|book|9/10 great|1/2|0.5 is better|1. e4|12|3s2|+M99999999999999999999/3|[%eval x]|in 3s|[%|(0.25 → 0.80) Inaccuracy."
            .split('|')
    {
        assert_eq!(figures(&format!("1. e4 {{{other}}} *")), [(None, None, None, None)], "{other}");
    }
}
