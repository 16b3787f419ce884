//! Openings in the games of a tournament: drawn by lot, judged by a bot, or from a book; and bots that cannot judge.

use std::{fs, process::Command};

use super::{Cup, faulty};

const BOTS: &str = "[[bot]]\nname = \"one\"\ncommand = \"random\"\n[[bot]]\nname = \"other\"\ncommand = \"greedy\"\n";

/// The lines that are not comments.
fn openings(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn a_tournament_draws_the_openings_that_the_command_writes() {
    let cup = Cup::new("openings-lot");
    let draw = ["openings", "french-revolution", "--random", "6", "--count", "5", "--seed", "2a"];
    cup.run(&[&draw[..], &["--output", "openings.txt"]].concat()).code(0);
    assert_eq!(openings(&cup.read("openings.txt")).len(), 5);
    let head = "variant = \"french-revolution\"\nrounds = 5\nseed = \"2a\"\n";
    let [read, drawn] = ["file = \"openings.txt\"", "random = 6\ncount = 5"].map(|keys| {
        fs::write(cup.path("cup.toml"), format!("{head}[openings]\n{keys}\n{BOTS}")).unwrap();
        cup.run(&["tournament", "cup.toml", "--dry-run"]).code(0).out
    });
    assert_eq!(read, drawn);
}

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
fn a_bot_judges_positions_alike_and_takes_other_ones() {
    let cup = Cup::new("openings-judged");
    let draw = ["openings", "congress", "--random", "8", "--count", "4", "--seed", "3"];
    let judged = [&draw[..], &["--balance", "search", "--within", "0.15", "--clock", "nodes 60"]].concat();
    let said = cup.run(&judged).code(0);
    assert_eq!(said.out, cup.run(&judged).code(0).out);
    assert!(said.out.contains("\n# judged by search (nodes 60): within 0.15\n"), "{}", said.out);
    assert_eq!(openings(&said.out).len(), 4);
    assert_ne!(openings(&said.out), openings(&cup.run(&draw).code(0).out), "all are balanced as they come");
    // Variants with more seats, simultaneous decisions, and chance.
    for (variant, random) in [("orwell", "5"), ("cat-chess", "9")] {
        let judged = ["openings", variant, "--random", random, "-n", "2", "--balance", "search", "--within", "0.5"];
        cup.run(&[&judged[..], &["--seed", "4", "--clock", "nodes 4"]].concat()).code(0);
    }
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
