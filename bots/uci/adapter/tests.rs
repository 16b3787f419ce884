//! The adapter against engines that are scripts of this file.

use super::*;

const KING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 -";

/// Returns the messages to the arbiter and to the engine after these lines. `<` marks lines of the engine, `>`
/// those of the arbiter.
#[track_caller]
fn talk(adapter: &mut Adapter, lines: &[&str]) -> (String, String) {
    for line in lines {
        match line.split_at(2) {
            ("< ", line) => adapter.engine_said(line),
            ("> ", line) => assert_eq!(adapter.arbiter_said(line), AdapterStep::On),
            _ => panic!("{line}"),
        }
    }
    (std::mem::take(&mut adapter.to_arbiter), std::mem::take(&mut adapter.to_engine))
}

fn greeted() -> Adapter {
    let mut adapter = Adapter::default();
    talk(&mut adapter, &["> uvi 1", "< id name E", "< option name UCI_Chess960 type check", "< uciok"]);
    adapter
}

/// An adapter that was asked for a move.
fn asked() -> Adapter {
    let mut adapter = greeted();
    talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
    adapter
}

#[test]
fn the_greeting_is_the_engines() {
    let mut adapter = Adapter::default();
    let lines = [
        "> uvi 1",
        "< Engine 3 by me",
        "< id name E 3",
        "< id\tauthor  T, M ",
        "< option name Clear Hash type button",
        "< bestmove e2e4",
    ];
    assert_eq!(talk(&mut adapter, &lines), ("Engine 3 by me\n".to_owned(), "uci\n".to_owned()));
    let (said, told) = talk(&mut adapter, &["< uciok"]);
    assert_eq!(
        said,
        "id name E 3\nid author T, M\noption name Clear_Hash type button\nvariant chess\nfeature history\nuviok\n"
    );
    assert_eq!(told, "");
    let (_, told) =
        talk(&mut adapter, &["> setoption name Clear_Hash value 1", "> setoption name x value 1", "> isready"]);
    assert_eq!(told, "setoption name Clear Hash\nisready\n");
    assert_eq!(talk(&mut adapter, &["<  readyok ", "< readyok"]).0, "readyok\n");
}

#[test]
fn an_early_greeting_is_not_the_one_that_counts() {
    const OPTION: &str = "< option name Hash type spin default 16 min 1 max 64";
    let bare = "id name E\nid author unknown\n";
    let whole = format!("{bare}{}\n", "option name Hash type spin default 16 min 1 max 64");
    let end = "variant chess\nfeature history\nuviok\n";
    for (lines, said, told) in [
        // Before the engine is asked, and after.
        (&["< uciok", "> uvi 1", "< id name E", OPTION, "< uciok", "< readyok"][..], &whole[..], "uci\nisready\n"),
        (&["> uvi 1", "< uciok", "< id name E", OPTION, "< uciok", "< readyok"], &whole, "uci\nisready\n"),
        (&["> uvi 1", "< id name E", OPTION, "< uciok", "< id name E", OPTION, "< uciok"], &whole, "uci\n"),
        // The only greeting is the early one, or the engine has no name.
        (&["< id name E", "< uciok", "> uvi 1", "< readyok"], bare, "uci\nisready\n"),
        (&["> uvi 1", "< uciok", "< readyok"], "id name a UCI engine\nid author unknown\n", "uci\nisready\n"),
    ] {
        let mut adapter = Adapter::default();
        assert_eq!(talk(&mut adapter, lines), (format!("{said}{end}"), told.to_owned()), "{lines:?}");
        assert_eq!(talk(&mut adapter, &["> isready", "< readyok"]).0, "readyok\n", "{lines:?}");
    }
}

#[test]
fn a_greeting_and_readyok_without_a_line_end_are_quoted() {
    let mut adapter = Adapter::default();
    talk(&mut adapter, &["> uvi 1"]);
    adapter.engine_began("id name x\ruciok\r");
    assert_eq!(talk(&mut adapter, &[]).0, "the engine said uciok");
    let greeting = talk(&mut adapter, &["< id name x", "< uciok"]).0;
    assert!(greeting.starts_with("\nid name x\n") && greeting.ends_with("uviok\n"), "{greeting}");
    talk(&mut adapter, &["> isready"]);
    adapter.engine_began("readyok");
    assert_eq!(talk(&mut adapter, &[]).0, "the engine said readyok");
    assert_eq!(talk(&mut adapter, &["< readyok"]).0, "\nreadyok\n");
    // Such a line is no answer, whatever comes behind it.
    talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
    adapter.engine_began("info depth 9\rbestmove e2e4");
    assert_eq!(talk(&mut adapter, &[]).0, "");
}

#[test]
fn an_answer_without_a_line_end_is_passed_on_as_it_is() {
    let mut adapter = greeted();
    let began = |adapter: &mut Adapter, line: &str| {
        adapter.engine_began(line);
        talk(adapter, &[]).0
    };
    talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
    for (line, said) in
        [("info depth", ""), ("bestmove", ""), ("bestmove g1f", "bestmove g1f"), ("bestmove g1f3\r", "3")]
    {
        assert_eq!(began(&mut adapter, line), said, "{line}");
    }
    assert_eq!(talk(&mut adapter, &["< bestmove g1f3 ponder e7e5"]).0, "\n");
    // The question is withdrawn, so the line ends before anything else is asked.
    talk(&mut adapter, &["> position p", "> go"]);
    assert_eq!(began(&mut adapter, "bestmove a2a3"), "bestmove a2a3");
    assert_eq!(talk(&mut adapter, &["> gameover reason timeout score 0 1"]), ("\n".to_owned(), "stop\n".to_owned()));
    assert_eq!(began(&mut adapter, "bestmove a2a3 "), "");
    assert_eq!(talk(&mut adapter, &["< bestmove a2a3", "> isready", "< readyok"]).0, "readyok\n");
}

#[test]
fn threads_are_set_before_other_options() {
    let mut adapter = Adapter::default();
    let spin = |name: &str| format!("< option name {name} type spin default 1 min 1 max 64");
    talk(&mut adapter, &["> uvi 1", "< id name E", &spin("Hash"), &spin("Threads"), &spin("Zeal"), "< uciok"]);
    let set = |name: &str| format!("> setoption name {name} value 2");
    let (_, told) = talk(&mut adapter, &[&set("Hash"), &set("Threads"), &set("Zeal"), "> isready"]);
    let lines = ["Threads", "Hash", "Zeal"].map(|name| format!("setoption name {name} value 2\n"));
    assert_eq!(told, lines.concat() + "isready\n");
}

#[test]
fn what_applies_is_set_before_the_first_game_and_with_each() {
    let mut adapter = Adapter::default();
    let declared = ["option name UCI_ShowWDL type check default false", "option name UCI_Opponent type string"];
    talk(&mut adapter, &["> uvi 1", &format!("< {}", declared[0]), &format!("< {}", declared[1]), "< uciok"]);
    let opponent = "none none human A B";
    let (_, told) =
        talk(&mut adapter, &[&format!("> setoption name UCI_Opponent value \"{opponent}\""), "> isready", "< readyok"]);
    assert_eq!(told, "setoption name UCI_ShowWDL value true\nisready\n");
    for _ in 0..2 {
        let (_, told) = talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> isready", "< readyok"]);
        assert_eq!(told, format!("ucinewgame\nsetoption name UCI_Opponent value {opponent}\nisready\n"));
    }
}

#[test]
fn a_question_is_one_write_and_so_is_its_answer() {
    let mut adapter = greeted();
    let lines = ["> newgame variant chess seats 2 seat 1", "> isready"];
    let told = "ucinewgame\nisready\n";
    assert_eq!(talk(&mut adapter, &lines).1, told);
    talk(&mut adapter, &["< readyok"]);
    let position = format!("> position {KING}");
    let (_, told) = talk(&mut adapter, &[&position, "> go time 1000 2000 inc 10 - nodes 5"]);
    assert_eq!(told, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo wtime 1000 winc 10 btime 2000 nodes 5\n");
    let (said, _) =
        talk(&mut adapter, &["< info depth 1 score cp 3", "< bestmove e2e4 ponder e8e7", "< bestmove e2e3"]);
    assert_eq!(said, "info score 3 depth 1\nbestmove e2e4\n");
}

/// UVI 3.3: behind `readyok` no answer follows to a question that was stopped, or whose time is up.
#[test]
fn readyok_waits_for_the_answer_after_stop_and_an_answer_after_an_error_is_dropped() {
    let mut adapter = asked();
    assert_eq!(talk(&mut adapter, &["> isready", "< readyok"]).0, "readyok\n");
    assert_eq!(talk(&mut adapter, &["> stop", "> isready", "< readyok"]), (String::new(), "stop\nisready\n".into()));
    assert_eq!(talk(&mut adapter, &["< bestmove a2a3"]).0, "bestmove a2a3\nreadyok\n");
    let lines = ["> position p", "> go", "> error timeout: expected an answer", "> isready", "< readyok"];
    assert_eq!(talk(&mut adapter, &lines).0, "readyok\n");
    assert_eq!(talk(&mut adapter, &["< bestmove a2a3", "> position q", "> go"]).0, "");
    assert_eq!(talk(&mut adapter, &["< bestmove b2b3"]).0, "bestmove b2b3\n");
}

/// An arbiter takes 10 000 lines or 1 MiB for an answer, and more is a flood.
#[test]
fn an_engine_that_talks_much_is_no_flood_and_its_last_rating_stays() {
    let long = format!("string {}", "g1f3 (N: 12) ".repeat(20));
    for info in ["depth 7 score cp {} nodes 9", &long] {
        let mut adapter = asked();
        for number in 0..9000 {
            adapter.engine_said(&format!("info {}", info.replace("{}", &number.to_string())));
        }
        let (said, _) = talk(&mut adapter, &["< info score cp 33 depth 9", "< info nodes 8", "< bestmove g1f3"]);
        assert!(said.lines().count() <= 5002 && said.len() < 600_000, "{}", said.len());
        assert!(said.ends_with("\ninfo score 33 depth 9\nbestmove g1f3\n"));
        // One that never ends is told, so that it is a flood.
        talk(&mut adapter, &["> position p", "> go"]);
        adapter.said = FLOOD;
        assert_eq!(talk(&mut adapter, &["< info score cp 2"]).0, "info score 2\n");
        talk(&mut adapter, &["< bestmove g1f3"]);
        // The next answer has a share of its own.
        let next = ["> position p", "> go", "< info score cp 1", "< bestmove g1f3"];
        assert_eq!(talk(&mut adapter, &next).0, "info score 1\nbestmove g1f3\n");
    }
}

#[test]
fn a_history_is_told_whole_however_it_grows() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
    let mut adapter = greeted();
    for (start, moves, wanted) in [
        (START, "", "position startpos"),
        (START, " e2e4 e7e5", "position startpos moves e2e4 e7e5"),
        (START, " e2e4 e7e5 g1f3 b8c6", "position startpos moves e2e4 e7e5 g1f3 b8c6"),
        (START, " e2e4 e7e5", "position startpos moves e2e4 e7e5"),
        (START, " e2e4 e7e5q", "position startpos moves e2e4 e7e5q"),
        (KING, "", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        (
            "8/4k3/8/8/8/8/4P3/4K2R w H - 12 30 e8e7",
            " e2e4",
            "position fen 4k3/8/8/8/8/8/4P3/4K2R b H - 11 29 moves e8e7 e2e4",
        ),
        (KING, " e2e4  e8e7 ", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7"),
        (KING, " e2e4  e8e7  e4e5", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7 e4e5"),
        // UCI has no moves for vacated seats.
        (KING, " e2e4  e8e7  e4e5 !2", "position fen p"),
    ] {
        let history = format!("> history {start} moves{moves}");
        let (_, told) = talk(&mut adapter, &["> position p", &history, "> go depth 1", "< bestmove a1a2"]);
        assert_eq!(told, format!("{wanted}\ngo depth 1\n"), "{moves}");
    }
}

/// As fastchess does, an engine hears of clocks if it has one itself, and only of those that are there.
#[test]
fn limits_are_translated() {
    for (seat, go, wanted) in [
        (1, "> go", "go movetime 1000"),
        (1, "> go movetime 1000", "go movetime 980"),
        (1, "> go movetime 30", "go movetime 15"),
        (1, "> go depth 3", "go depth 3"),
        (1, "> go time 60000 - inc 500 -", "go wtime 60000 winc 500"),
        (2, "> go time - 60000 inc - 500", "go btime 60000 binc 500"),
        (1, "> go time 7000 60000 inc 0 500 movestogo 12", "go wtime 7000 winc 0 btime 60000 binc 500 movestogo 12"),
        (2, "> go movetime 9 time 5 6 inc 0 0", "go wtime 5 winc 0 btime 6 binc 0 movetime 5"),
        (1, "> go nodes 100 time - 1100 inc - 100", "go nodes 100"),
        (2, "> go depth 3 time 1100 - inc 100 -", "go depth 3"),
        (1, "> go movetime 1000 time - 1100 inc - 100", "go movetime 980"),
        (1, "> go time - 60000 inc - 500", "go movetime 1000"),
    ] {
        let mut adapter = Adapter { overhead: 20, ..greeted() };
        let new_game = format!("> newgame variant chess seats 2 seat {seat}");
        let (_, told) = talk(&mut adapter, &[&new_game, "> position p", go]);
        assert_eq!(told.lines().last(), Some(wanted), "{go}");
    }
}

#[test]
fn what_an_engine_answers_is_passed_on_as_it_is() {
    for (line, said) in [
        ("< bestmove (none)", "bestmove (none)\n"),
        ("< bestmove 0000", "bestmove 0000\n"),
        ("< bestmove e2e5", "bestmove e2e5\n"),
        ("< bestmove a7a8Q", "bestmove a7a8q\n"),
        ("< bestmove", "bestmove\n"),
        ("< Segmentation fault", "Segmentation fault\n"),
        ("< info string bad", "info string bad\n"),
        ("< info string no bestmove", "info string no bestmove\n"),
        ("< info score cp 3bestmove g8h6", "the line `info score cp 3bestmove g8h6` has a `bestmove` within it\n"),
        ("< ", ""),
    ] {
        let mut adapter = asked();
        assert_eq!(talk(&mut adapter, &[line]).0, said, "{line}");
    }
    // No question is open.
    assert_eq!(talk(&mut greeted(), &["< bestmove e2e4", "< Segmentation fault", "< readyok"]).0, "");
}

#[test]
fn castling_as_king_takes_rook_is_castling_if_that_is_legal() {
    const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (position, moves, answer, said) in [
        ("w KQkq - 0 1 -", "", "e1h1", "e1g1"),
        ("w KQkq - 0 1 -", "", "e1a1", "e1c1"),
        ("w KQkq - 0 1 -", " e1g1", "e8a8", "e8c8"),
        ("b KQkq - 0 1 -", "", "e8h8", "e8g8"),
        ("b KQkq - 0 1 -", "", "e8a8", "e8c8"),
        ("w Kkq - 0 1 -", "", "e1a1", "e1a1"),
        ("w HAha - 0 1 -", "", "e1h1", "e1h1"),
    ] {
        let mut adapter = greeted();
        talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", &format!("> position {ROOKS} {position}")]);
        if !moves.is_empty() {
            talk(&mut adapter, &[&format!("> history {ROOKS} {position} moves{moves}")]);
        }
        talk(&mut adapter, &["> go"]);
        adapter.engine_began(&format!("bestmove {}", &answer[..3]));
        adapter.engine_began(&format!("bestmove {answer}"));
        assert_eq!(talk(&mut adapter, &[&format!("< bestmove {answer}")]).0, format!("bestmove {said}\n"));
    }
    // A rook stands there.
    let mut adapter = greeted();
    talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position 4k3/8/8/8/8/8/8/K3R3 w - - 0 1 -"]);
    assert_eq!(talk(&mut adapter, &["> go", "< bestmove e1h1"]).0, "bestmove e1h1\n");
}

#[test]
fn an_answer_that_nobody_wants_any_more_answers_nothing() {
    let mut adapter = asked();
    let (_, told) = talk(&mut adapter, &["> isready", "> position q", "> go depth 1"]);
    assert_eq!(told, "isready\nstop\nposition fen q\ngo depth 1\n");
    let (said, _) = talk(
        &mut adapter,
        &["< readyok", "< info score cp 9", "< bestmove a1a2", "< info score cp 1", "< bestmove b1b2"],
    );
    assert_eq!(said, "readyok\ninfo score 1\nbestmove b1b2\n");
    talk(&mut adapter, &["> position p", "> go"]);
    let (_, told) = talk(&mut adapter, &["> gameover reason stalemate score 1/2 1/2"]);
    assert_eq!(told, "stop\n");
    assert_eq!(talk(&mut adapter, &["< bestmove a1a2"]).0, "");
}

#[test]
fn an_engine_hears_debug_on_before_each_game_if_it_is_wanted() {
    let mut adapter = Adapter { debugs: true, ..greeted() };
    for _ in 0..2 {
        let (_, told) = talk(&mut adapter, &["> newgame variant chess seats 2 seat 1"]);
        assert_eq!(told, "debug on\nucinewgame\n");
    }
}

#[test]
fn an_engine_is_asked_after_each_answer_if_it_is_ready() {
    let mut adapter = Adapter { answers: Answers::new(Some(Duration::from_millis(50))), ..greeted() };
    talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
    assert_eq!(adapter.answers.pinged(), None);
    let (said, told) = talk(&mut adapter, &["< bestmove a2a3"]);
    assert_eq!((said.as_str(), told.as_str()), ("bestmove a2a3\n", "isready\n"));
    assert_eq!(adapter.answers.pinged(), Some(Duration::from_millis(50)));
    // The first `readyok` is the adapter's, the second one the arbiter's.
    assert_eq!(talk(&mut adapter, &["> isready", "< readyok"]).0, "");
    assert_eq!(adapter.answers.pinged(), None);
    assert_eq!(talk(&mut adapter, &["< readyok"]).0, "readyok\n");
}

#[test]
fn an_answer_that_is_written_twice_is_not_that_of_the_next_question() {
    let mut adapter = asked();
    assert_eq!(talk(&mut adapter, &["< bestmove a2a3", "< bestmove a2a3"]), ("bestmove a2a3\n".into(), "".into()));
    let (_, told) = talk(&mut adapter, &["> position p", "> go", "< bestmove b2b3"]);
    assert_eq!(told.lines().last(), Some("isready"));
    let (said, _) = talk(&mut adapter, &["> position p", "> go", "< bestmove b2b3", "< readyok", "< bestmove c2c3"]);
    assert_eq!((said.as_str(), adapter.answers.pinged()), ("bestmove c2c3\n", None));
}

#[test]
fn a_shuffled_start_needs_an_engine_that_knows_it() {
    let shuffled = "newgame variant chess seats 2 seat 1 start shuffled";
    let (_, told) = talk(&mut greeted(), &[&format!("> {shuffled}")]);
    assert_eq!(told, "setoption name UCI_Chess960 value true\nucinewgame\n");
    let mut plain = Adapter::default();
    talk(&mut plain, &["> uvi 1", "< id name E", "< uciok"]);
    assert_eq!(plain.arbiter_said(shuffled), AdapterStep::NoChess960);
    assert_eq!(plain.arbiter_said("newgame variant chess seats 2 seat 1"), AdapterStep::On);
    assert_eq!((plain.arbiter_said("quit"), plain.left), (AdapterStep::Quit, true));
}
