//! Every hostile behaviour at every stage of a match, in games of every kind that the registry has.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    collections::BTreeSet,
    process::{Command, Stdio},
    thread,
};

use testkit::{
    boards::{self, Board},
    processes::{marker, survivors},
    run::said,
    session::faulty,
    zoo::keeping::{Row, deeds, keep, rows, rows_in_turn, without_namespaces},
};

/// Keepers, and bots that attack, look at all processes, so the more matches are played at once, the more each costs.
const AT_ONCE: usize = 20;

#[test]
fn no_behaviour_hurts_the_daemon_or_another_match() {
    let [two, others @ ..] = &boards::kinds()[..] else { panic!("the registry has no game") };
    keep(&rows_in_turn(*two), AT_ONCE);
    // Other games differ only in what follows from a result, which is the referee's matter: each result has one row. The
    // soak test plays all combinations, and every deed at every stage.
    let one_each = |board: &Board| {
        let mut seen = BTreeSet::new();
        rows(*board).into_iter().filter(move |row| row.of_asked().is_some_and(|result| seen.insert(result)))
    };
    keep(&others.iter().flat_map(one_each).collect::<Vec<Row>>(), AT_ONCE);
}

/// Without namespaces, the keepers alone are enough. What bots only say has the same end as with them.
#[test]
fn no_behaviour_hurts_where_there_are_no_namespaces() {
    let Some(&two) = boards::kinds().first() else { panic!("the registry has no game") };
    keep(&without_namespaces(deeds(two)), AT_ONCE);
}

/// The faults of seat 1 that `play` counts in two games with the same bots. Its bot misbehaves at the end of the first
/// game.
fn between_games(board: Board, mode: &str, expected: &str) {
    let marker = marker("between");
    let bot = |mode: &str| format!("bot:{} --pick any", faulty(mode, &marker));
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    let bots = (1..=board.seats).map(|seat| if seat == 1 { bot(&format!("{mode} --at over")) } else { bot("good") });
    command.args(board.play(bots));
    // Only a bot that never gets ready has little time.
    let patience = if expected == "1 timeout" { "ready 10000" } else { "greet 300000 ready 300000" };
    command.args(["--games", "2", "--seed", "1", "--quiet", "--patience", patience]);
    let out = said(command.stdin(Stdio::null()).output().unwrap()).code(0).out;
    let faults: Vec<&str> =
        out.lines().filter_map(|line| line.strip_prefix("seat 1: ")).filter(|line| !line.contains("points")).collect();
    let expected: Vec<&str> = expected.split_terminator('\n').collect();
    assert_eq!(faults, expected, "{mode}: {out}");
    assert_eq!(survivors(&marker), Vec::<String>::new(), "{mode}");
}

#[test]
fn what_a_bot_does_between_games_counts_in_the_next() {
    let Some(&board) = boards::kinds().first() else { panic!("the registry has no game") };
    let faults = [
        ("1 crash", &["crash", "close-all"][..]),
        ("1 timeout", &["stall"]),
        ("1 deaf", &["close-stdin"]),
        ("1 flood", &["flood --bytes 4000000"]),
        // A bot that leaves after the game is restarted for the next.
        ("", &["exit", "resign", "out-of-turn", "grandchild", "stop-keeper"]),
    ];
    // Some of them wait for a deadline.
    thread::scope(|scope| {
        for (expected, modes) in faults {
            for mode in modes {
                scope.spawn(move || between_games(board, mode, expected));
            }
        }
    });
}
