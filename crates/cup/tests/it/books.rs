//! Tournaments of chess with files of openings, and keys that hold for every bot.

use itertools::Itertools as _;
use uvi_cup::{Opening, Plan, file};

use super::plans::{nobody, plan_of};

/// The plan of a tournament of chess with the openings of this text, or the error.
fn plan(keys: &str, book: &str) -> Result<Plan, String> {
    let bots =
        "[[bot]]\nname = \"a\"\ncommand = \"a\"\n[[bot]]\nname = \"b\"\ncommand = \"b\"\noptions = { Hash = 8 }\n";
    let text = format!("variant = \"chess\"\n{keys}\n{bots}");
    plan_of(&text, str::to_owned, book, nobody).map_err(|trouble| trouble.flaw)
}

const GAMES: &str = "[Event \"one\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"two\"]\n\n1. d4 *\n";

#[test]
fn a_game_with_too_few_moves_is_remarked() {
    let file = "rounds = 2\n[openings]\nfile = \"a.pgn\"\nplies = ";
    let told = "1 of 2 games of the openings have fewer than 4 moves and are taken whole: 2";
    for (plies, expected) in [(1, &[][..]), (4, &[told])] {
        assert_eq!(plan(&format!("{file}{plies}"), GAMES).unwrap().remarks().collect_vec(), expected);
    }
    let none = "plies: expected at least 1, found 0; omit plies to play all moves of each game";
    assert_eq!(plan(&format!("{file}0"), GAMES).unwrap_err(), none);
}

#[test]
fn a_wrong_opening_is_left_out_and_the_rest_is_played() {
    let mate = "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"c\"]\n\n1. d4 *\n";
    let lines = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8 w\n3k4/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    // Nothing is said of an opening that is not read.
    let unread = format!("fen,name\n{}last\n", lines.replace("4k3/8/8 w\n", ""));
    let games = "1. Ke4 *\n\n1. e4 *\n\n1. d4 *\n\n1. Kd4 *\n";
    for (name, book, names, remark) in [
        ("a.pgn", mate, ["1", "3"], "a.pgn game 2, line 5: expected an unfinished position"),
        ("a.epd", lines, ["1", "3"], "a.epd line 2: "),
        ("a.epd", &unread, ["2", "3"], "a.epd line 1: "),
        ("a.pgn", games, ["2", "3"], "a.pgn game 1, line 1: "),
    ] {
        let file = format!("rounds = 2\n[openings]\nfile = \"{name}\"\norder = \"sequential\"\nstart = 1\n");
        let played = plan(&file, book).unwrap();
        assert_eq!(played.openings.iter().map(|opening| opening.name.as_str()).collect::<Vec<_>>(), names);
        let remarks: Vec<_> = played.remarks().collect();
        let left_out = format!("1 of 3 openings left out: {remark}");
        assert!(remarks.len() == 1 && remarks[0].starts_with(&left_out), "{remarks:?}");
    }
    // An electronic board ends the game by its kings.
    let signed = plan("[openings]\nfile = \"a.pgn\"\nplies = 4", "1. e4 e5 2. Ke4 Kd5 1/2-1/2\n").unwrap();
    assert!(signed.openings[0].position.as_str().contains("4p3/4P3"), "{:?}", signed.openings);
    // In another order, the line is still that of the file.
    for (name, book, place) in [("a.pgn", mate, "game 2, line 5"), ("a.epd", lines, "line 2")] {
        let played = plan(&format!("rounds = 3\n[openings]\nfile = \"{name}\"\norder = \"fastchess\""), book).unwrap();
        let remark = played.remarks().next().unwrap();
        assert!(remark.starts_with(&format!("1 of 3 openings left out: {name} {place}: ")), "{remark}");
    }
    let error = plan("[openings]\nfile = \"a.epd\"", "4k3/8/8 w\n").unwrap_err();
    assert!(error.starts_with("a.epd line 1: "), "{error}");
}

/// A file may begin with comments, have games without tags or moves, and games of which each has one line.
#[test]
fn an_order_counts_the_games_that_are_read() {
    let games = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. d4 d5 *\n\n[Event \"3\"]\n\n1. c4 c5 *\n";
    for (book, wanted) in [
        (format!("% by hand\n{games}"), ["e4", "d4", "c4"]),
        (format!("{{by hand}}\n{games}"), ["e4", "d4", "c4"]),
        ("1. e4 e5 *\n\n1. d4 d5 *\n\n1. c4 c5 *\n".to_owned(), ["e4", "d4", "c4"]),
        ("1. e4 e5\n1. d4 d5\n1. c4\n".to_owned(), ["e4", "d4", "c4"]),
        (games.replace("1. e4 e5", ""), ["", "d4", "c4"]),
        (games.replace("e4 e5", "e4 ; see { there\ne5"), ["e4", "d4", "c4"]),
        (games.replace("\n\n", " "), ["e4", "d4", "c4"]),
        (games.replace("e5 *", "e5\n[%clk 1]\n2. Nf3 *"), ["e4", "d4", "c4"]),
    ] {
        let played = |keys: &str| {
            let plan = plan(&format!("rounds = 3\n[openings]\nfile = \"a.pgn\"\nplies = 1\n{keys}"), &book).unwrap();
            let first = |opening: &Opening| opening.tags.get("Moves").map_or("", |moves| &moves[2..]).to_owned();
            plan.openings.iter().map(first).collect::<Vec<_>>()
        };
        assert_eq!(played(""), wanted, "{book}");
        for start in 1..=5 {
            let mut turned = wanted;
            turned.rotate_left((start - 1) % 3);
            assert_eq!(played(&format!("order = \"sequential\"\nstart = {start}")), turned, "{book}");
        }
        let mut shuffled = played("order = \"fastchess\"");
        assert_ne!(shuffled, wanted, "{book}");
        shuffled.sort();
        assert_eq!(shuffled, wanted.iter().copied().sorted().collect::<Vec<_>>());
    }
}

/// Files of tuners and command lines of UCI have more than FEN, and less.
#[test]
fn positions_in_every_spelling() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 2";
    let found = |name: &str, line: &str| {
        let played = plan(&format!("[openings]\nfile = \"{name}\""), line)?;
        Ok::<_, String>(played.openings[0].position.to_string())
    };
    for name in ["a.epd", "a.txt"] {
        for data in [
            "",
            " 0.31",
            " [0.5] 32",
            " 1-0",
            " 1/2-1/2",
            " | 35 | 0.5",
            " [0.5]",
            " \"0-1\"",
            ";",
            " ; c9 \"1-0\";",
            " bm e4;",
            " # a comment",
            " // a comment",
            ",20,400",
            ",e2e4",
            ",Pawn ending,0.3",
            ";0.3;x",
            ";e2e4;33",
            " c9 \"0.5\"",
            " sm Kd5",
            "\tItalian",
            "|Title|1. e4",
            "|25|0.5",
            " bm e4",
        ] {
            assert_eq!(found(name, &format!("{fen}{data}\n")).as_deref(), Ok(fen), "{data}");
        }
        for other in [
            format!("\"{fen}\""),
            fen.replace("w - -", "W – —"),
            fen.replace('8', "11111111"),
            fen.replace('8', "44"),
            fen.replace("K3 w", "K3/ w"),
            fen.replace(' ', "_"),
            format!("1. {fen}"),
            format!("setboard {fen}"),
            format!("12) position FEN: {fen}"),
            format!("FEN \"{fen}\""),
            format!("fen=\"{fen}\""),
            format!("epd {fen}"),
            format!("'{fen}',"),
        ] {
            assert_eq!(found(name, &other).as_deref(), Ok(fen));
        }
        let four = fen.strip_suffix(" 0 2").unwrap();
        for data in [
            "# start",
            "\"1-0\"",
            "[0.5]",
            "| 33",
            "{comment}",
            "// text",
            "1-0",
            "1/2-1/2",
            "* 0.5",
            "bm Kd5",
            "am Kd5 Ke2",
        ] {
            assert_eq!(found(name, &format!("{four} {data}\n")).as_deref(), Ok(four), "{data}");
        }
        for data in [" 3+3 0 1", " 0.5", " 0 -1", ",20,400", " 0,20,400"] {
            assert!(found(name, &format!("{four}{data}\n")).is_err(), "{data}");
        }
        // In a file of EPD, any word may be an operation.
        for data in [" e2e4 e7e5", " rubbish"] {
            assert_eq!(found(name, &format!("{four}{data}\n")).is_ok(), name == "a.epd", "{data}");
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
        assert_eq!(found(name, "startpos").as_deref(), Ok(start));
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -";
        for line in ["startpos moves e2e4", "position startpos moves e4", &format!("fen {} moves e2e4", &start[..56])] {
            assert_eq!(found(name, line).as_deref(), Ok(after), "{line}");
        }
        assert_eq!(found(name, &format!("{fen} moves e2e3")).as_deref(), Ok("4k3/8/8/8/8/4P3/8/4K3 b - - 0 2 -"));
        let refused = found(name, "startpos moves e2e5").unwrap_err();
        assert!(refused.starts_with(&format!("{name} line 1: cannot play e2e5: expected a legal move")), "{refused}");
    }
    for moves in ["e2e4 e7e5", "1. e4 e5", "Nf3"] {
        let refused = found("a.txt", moves).unwrap_err();
        assert!(refused.contains("moves stand behind startpos moves"), "{refused}");
    }
    for lost in
        [",O-O O-O-O", ",Bxe Kd,x", " e4", " c4", " e4 c5 Ke2", ",e2e4 e7e5", "\te2e4 e7e5", "\tmoves e2e5", "\tECO"]
    {
        assert!(found("a.txt", &format!("{fen}{lost}")).is_err(), "{lost}");
    }
    let error = found("a.txt", &format!("{fen} abc x")).unwrap_err();
    assert_eq!(error, "a.txt line 1: expected the end of the line, or operations of EPD such as bm Nf3;, found abc x");
    // The name of the file may not tell the format.
    let game = found("a.epd", GAMES).unwrap();
    assert!(game.starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/"), "{game}");
}

#[test]
fn a_book_that_does_not_last_is_told_with_what_happens_then() {
    let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";\n3k4/8/8/8/8/8/4P3/4K3 w - -\n";
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\none\t3k4/8/8/8/8/8/4P3/4K3 w - - 0 1 -\n";
    let more = |count: usize| (0..count).map(|bot| format!("[[bot]]\nname = \"{bot}\"\ncommand = \"a\"\n"));
    let more = |count| more(count).collect::<String>();
    for (keys, keys_of_openings, bots, deals) in [
        ("rounds = 2", "", 0, 2),
        ("rounds = 3", "order = \"random\"", 0, 3),
        ("rounds = 4\nseatings = \"single\"", "", 0, 4),
        ("rounds = 50\nsprt = { elo0 = 0, elo1 = 5 }", "", 0, 50),
        ("rounds = 9\nformat = \"gauntlet\"", "", 1, 9),
        ("rounds = 9\nadaptive = true", "", 1, 9),
        ("format = \"swiss\"\nrounds = 2", "", 2, 2),
        ("format = \"swiss\"\nrounds = 2\nblocks = 2", "", 2, 4),
        ("format = \"knockout\"", "", 2, 2),
        ("format = \"knockout\"", "", 3, 3),
        ("format = \"knockout\"\nblocks = 2", "", 2, 4),
    ] {
        let told = format!("too few openings: expected {deals}, found 2; after the last they come again");
        let wanted: Vec<String> = (deals > 2).then_some(told).into_iter().collect();
        let places = "\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\", \"3k4/8/8/8/8/8/4P3/4K3 w - - 0 1 -\"";
        for (place, book) in [
            ("file = \"a.epd\"".to_owned(), epd),
            ("file = \"a.txt\"".to_owned(), fen),
            ("file = \"a.pgn\"".to_owned(), GAMES),
            ("random = 2\ncount = 2".to_owned(), ""),
            (format!("positions = [{places}]"), ""),
        ] {
            let text = format!("{keys}\n[openings]\n{place}\n{keys_of_openings}\n{}", more(bots));
            assert_eq!(plan(&text, book).map(|plan| plan.remarks().collect()), Ok(wanted.clone()), "{text}");
        }
    }
}

#[test]
fn counts_in_epd_are_kept_and_chess960_is_told_where_it_is_not_played() {
    let epd = "[openings]\nfile = \"a.epd\"";
    let found = plan(epd, "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 12; fmvn 31; id \"late\";\n").unwrap();
    assert_eq!(found.openings[0].name, "late");
    assert_eq!(found.openings[0].position.as_str(), "4k3/8/8/8/8/8/4P3/4K3 w - - 12 31");
    // The name of the file may not tell the format.
    let other = plan("[openings]\nfile = \"a.txt\"", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"e\";\n").unwrap();
    assert_eq!((other.openings[0].name.as_str(), other.openings[0].position.iter().count()), ("e", 4));
    // An opening without a name is called by its line.
    let two = "# two\nfirst\t4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n3k4/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    let two = plan("[openings]\nfile = \"a.txt\"", two).unwrap().openings;
    assert_eq!(two.iter().map(|opening| opening.name.as_str()).collect::<Vec<_>>(), ["first", "4"]);
    let table = "eco\tname\tpgn\nA00\tAmar\t1. Nh3\nB00\tKing's Pawn\t1. e4\n";
    let table = plan("[openings]\nfile = \"a.tsv\"", table).unwrap().openings;
    let told = |opening: &Opening| ["ECO", "Opening", "Moves"].map(|tag| opening.tags[tag].clone()).join(" ");
    assert_eq!(table.iter().map(told).collect::<Vec<_>>(), ["A00 Amar g1h3", "B00 King's Pawn e2e4"]);
    // A cell may be empty. A row without moves is left out, and the others keep their lines.
    let gaps = "\u{feff}eco\tname\tpgn\r\n\tNo code\t1. Nh3\r\nA00\tNo moves\t\r\n\t\t\r\nB00\tBad\t1. e5\r\n";
    let gaps = plan("[openings]\nfile = \"a.tsv\"", gaps).unwrap();
    assert_eq!(gaps.openings.iter().map(|opening| &opening.tags["Opening"]).collect::<Vec<_>>(), ["No code"]);
    let remarks = format!("{:?}", gaps.remarks().collect::<Vec<_>>());
    assert!(remarks.contains("1 of 2 openings left out") && remarks.contains("line 5: "), "{remarks}");
    // Tabs may stand between the words of a FEN.
    let tabs = plan("[openings]\nfile = \"a.txt\"", "4k3/8/8/8/8/8/4P3/4K3\tw\t-\t-\t0\t1\n").unwrap();
    assert_eq!((tabs.openings[0].name.as_str(), tabs.openings[0].position.iter().count()), ("1", 6));
    let shuffled = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let error = plan(epd, shuffled).unwrap_err();
    assert!(error.contains("the option is start shuffled"), "{error}");
    let played = |fen| plan(&format!("[options]\nstart = \"shuffled\"\n{epd}"), fen).unwrap().openings.remove(0);
    assert_eq!(played(shuffled).position.as_str(), shuffled);
    // Two kings of two starts keep their rights; in chess, one of the rights is dead.
    let stale = "rnbq1rk1/8/8/8/8/8/8/R3K2R w KQq - 0 1";
    assert_eq!(played(stale).position.as_str(), stale);
    let usual = plan(epd, stale).unwrap().openings.remove(0);
    assert_eq!(usual.position.as_str(), stale.replace("KQq", "KQ") + " -");
}

#[test]
fn each_holds_for_every_bot_that_does_not_say_otherwise() {
    let keys = "[each]\noptions = { Hash = 64, Threads = 1 }\nclock = \"nodes 5\"\nlimits = { memory = \"1G\" }";
    let plan = plan(keys, "").unwrap();
    let options = |bot: usize| {
        let options = plan.entrants[bot].options.iter();
        options.map(|(name, value)| format!("{name}={}", value.as_str())).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((options(0).as_str(), options(1).as_str()), ("Hash=64 Threads=1", "Hash=8 Threads=1"));
    for entrant in &plan.entrants {
        assert_eq!(entrant.clock.map(|clock| clock.to_string()).as_deref(), Some("nodes 5"));
        assert_eq!(entrant.set.len(), 1);
    }
    let unknown = file::read("variant = \"chess\"\n[each]\nname = \"a\"\n").unwrap_err();
    assert!(unknown.flaw.contains("name"), "{}", unknown.flaw);
}
