//! Openings of a book in the games of a tournament, and bots that cannot judge positions.

use std::{fs, process::Command};

use super::{Cup, faulty};

const BOTS: &str = "[[bot]]\nname = \"one\"\ncommand = \"random\"\n[[bot]]\nname = \"other\"\ncommand = \"greedy\"\n";

/// Chess from two openings, for three rounds.
fn short_book(name: &str) -> Cup {
    let bots = "[[bot]]\nname = \"one\"\ncommand = \"random\"\n[[bot]]\nname = \"other\"\ncommand = \"random\"\n";
    let keys =
        "variant = \"chess\"\nrounds = 3\nseed = \"2a\"\nclock = \"nodes 9\"\nadjudication = { max-decisions = 4 }";
    let cup = Cup::with_file(name, &format!("{keys}\n[openings]\nfile = \"book.pgn\"\nplies = 2\n{bots}"));
    let book = "[Event \"a\"]\n[ECO \"C20\"]\n[Opening \"King's\\\" Pawn\"]\n[Variation \"Open\"]\n\n1. e4 e5 *\n\n\
                [Event \"b\"]\n[ECO \"?\"]\n\n1. d4 d5 *\n";
    fs::write(cup.path("book.pgn"), book).unwrap();
    cup
}

#[test]
fn what_a_book_calls_an_opening_stands_in_the_games() {
    let cup = short_book("openings-called");
    let said = cup.run(&["tournament", "cup.toml", "--quiet", "--pgn", "one.pgn"]).code(0);
    assert_eq!(said.err.matches("arbiter: too few openings: expected 3, found 2; ").count(), 1, "{said:?}");
    let tags = |text: &str, name: &str| -> Vec<String> {
        let tag = format!("[{name} \"");
        text.lines().filter_map(|line| line.strip_prefix(&tag)?.strip_suffix("\"]")).map(str::to_owned).collect()
    };
    let one = cup.read("one.pgn");
    assert_eq!(tags(&one, "ECO"), ["C20"; 4]);
    assert_eq!(
        (tags(&one, "Opening"), tags(&one, "Variation")),
        (vec!["King's\\\" Pawn".to_owned(); 4], vec!["Open".to_owned(); 4])
    );
    assert_eq!(tags(&one, "Round"), ["1", "1", "2", "2", "3", "3"]);
    // The folder keeps the tags. Without them in the file, it is still the same tournament.
    cup.run(&["tournament", "cup.games", "--quiet", "--pgn", "again.pgn"]).code(0);
    assert_eq!(cup.read("again.pgn"), one);
    // A book and games to import may be packed.
    let mut pack = Command::new("gzip");
    assert!(pack.args(["-k", "book.pgn", "one.pgn"]).current_dir(&cup.dir).status().unwrap().success());
    fs::write(cup.path("packed.toml"), cup.read("cup.toml").replace("book.pgn", "book.pgn.gz")).unwrap();
    cup.run(&["tournament", "packed.toml", "--dry-run"]).code(0);
    cup.run(&["import", "chess", "one.pgn.gz", "-o", "packed.jsonl"]).code(0);
    assert!(cup.read("packed-6.jsonl").contains("King's"), "{}", cup.read("packed-6.jsonl"));
    let book = cup.read("book.pgn").replace("[ECO \"C20\"]\n", "");
    fs::write(cup.path("book.pgn"), book).unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    // In our own format, tags follow the position.
    let line = "a\trnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\tECO C20\tColour red\n";
    fs::write(cup.path("book.txt"), line).unwrap();
    let file = cup.read("cup.toml").replace("book.pgn", "book.txt").replace("plies = 2\n", "");
    fs::write(cup.path("cup.toml"), &file).unwrap();
    let said = cup.run(&["tournament", "cup.toml", "--folder", "own"]).code(2);
    let expected = "book.txt line 1: expected one of ECO, Opening, Variation, Moves, FEN and its text after the position and a \
                    tab, found \"Colour red\"";
    assert!(said.err.contains(expected), "{}", said.err);
    fs::write(cup.path("book.txt"), line.replace("\tColour red", "")).unwrap();
    cup.run(&["tournament", "cup.toml", "--folder", "own", "--quiet", "--pgn", "own.pgn"]).code(0);
    assert_eq!(tags(&cup.read("own.pgn"), "ECO"), ["C20"; 6]);
}

#[test]
fn a_bot_that_cannot_judge_is_named() {
    let cup = Cup::new("openings-no-judge");
    let judged =
        |bot: &str| cup.run(&["openings", "congress", "--random", "4", "-n", "2", "--seed", "1", "--balance", bot]);
    let said = judged("/nowhere/bot").code(4);
    let expected = "the bot that judges: there is no file /nowhere/bot; the arbiter comes with ";
    assert!(said.err.contains(expected), "{}", said.err);
    let said = judged(&faulty("--mode crash")).code(4);
    assert!(said.err.contains("the bot that judges: crash: "), "{}", said.err);
    let file = format!(
        "variant = \"congress\"\n[openings]\nrandom = 4\nbalance = {{ bot = \"random\", within = 0.1 }}\n{BOTS}"
    );
    fs::write(cup.path("cup.toml"), file).unwrap();
    let said = cup.run(&["tournament", "cup.toml"]).code(2);
    assert!(said.err.contains("cup.toml:4:") && said.err.contains("expected an info score"), "{}", said.err);
    assert!(!cup.path("cup.games").exists(), "nothing is played");
}
