//! Ends by tables of endgames, which a function stands in for.

use uvi_games::{game::Endgame, games::REGISTRY};
use uvi_match::record::{self, Probe, TableAnswer};

use super::{Bench, Rules};

/// After Qd1xd5 three men are left, with a white queen.
const QUEEN: &str = "4k3/8/8/3p4/8/8/8/3QK3 w - - 3 40";
/// The same with a right to castle.
const CASTLES: &str = "4k3/8/8/3p4/8/8/8/3QK2R w K - 3 40";

/// Plays the moves from a position, and returns the result, with the log.
#[track_caller]
fn play(position: &str, rules: &str, probe: Option<Probe>, moves: &str) -> (String, String) {
    let rules = Rules {
        variant: "chess",
        seats: 2,
        adjudication: Some(rules),
        position: Some(position),
        probe,
        ..Rules::default()
    };
    let mut bench = Bench::start(rules);
    for action in moves.split_whitespace() {
        let (seat, _) = bench.to_act().expect("the game goes on");
        bench.say(seat, &format!("bestmove {action}"));
    }
    match bench.to_act() {
        Some(_) => ("open".to_owned(), bench.log()),
        None => (bench.result(), bench.log()),
    }
}

fn lost(_: &Endgame) -> Option<TableAnswer> {
    Some(TableAnswer::Loss)
}

fn lost_late(_: &Endgame) -> Option<TableAnswer> {
    Some(TableAnswer::LateLoss)
}

fn unknown(_: &Endgame) -> Option<TableAnswer> {
    None
}

#[test]
fn tables_end_a_game_after_a_capture() {
    let end = |position, rules, probe, moves| play(position, rules, Some(probe), moves).0;
    assert_eq!(end(QUEEN, "tables 3", lost, "d1d5"), "tablebase 1 0 seat 2");
    assert_eq!(end(QUEEN, "tables 3 wins", lost, "d1d5"), "tablebase 1 0 seat 2");
    assert_eq!(end(QUEEN, "tables 3 draws", lost, "d1d5"), "open");
    assert_eq!(end(QUEEN, "tables 3", lost_late, "d1d5"), "tablebase 1/2 1/2");
    assert_eq!(end(QUEEN, "tables 3 wins", lost_late, "d1d5"), "open");
    assert_eq!(end(QUEEN, "tables 3 ignore50", lost_late, "d1d5"), "tablebase 1 0 seat 2");
    // Also before the first move.
    assert_eq!(end("4k3/8/8/3Q4/8/8/8/4K3 b - - 0 40", "tables 3", lost, ""), "tablebase 1 0 seat 2");
    // A quiet move, too many men, a right to castle, and tables without the position.
    assert_eq!(end("4k3/8/8/3Q4/8/8/8/4K3 b - - 1 40", "tables 3", lost, ""), "open");
    assert_eq!(end(QUEEN, "tables 2", lost, "d1d5"), "open");
    assert_eq!(end(CASTLES, "tables 4", lost, "d1d5"), "open");
    assert_eq!(end(QUEEN, "tables 3", unknown, "d1d5"), "open");
}

#[test]
fn an_end_by_tables_is_taken_on_trust_and_checked_with_them() {
    let (_, log) = play(QUEEN, "tables 3", Some(lost), "d1d5");
    let verified = |log: &str, probe| {
        let error = record::verify_by_tables(REGISTRY, log.as_bytes(), None, probe).err();
        error.map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(verified(&log, None), "");
    assert_eq!(verified(&log, Some(lost as Probe)), "");
    // Other tables say something else, or nothing.
    assert!(verified(&log, Some(lost_late as Probe)).contains("score"), "{}", verified(&log, Some(lost_late as Probe)));
    let unsaid = verified(&log, Some(unknown as Probe));
    assert!(unsaid.contains("expected an end that is possible here, found tablebase"), "{unsaid}");
    // Without them: the wrong number of men, a right to castle, no such rule, a result that does not count.
    for (from, to) in [("tables 3", "tables 2"), ("tables 3", "tables 3 draws"), (r#","adjudication":"tables 3""#, "")]
    {
        let changed = log.replacen(from, to, 1);
        assert_ne!(changed, log);
        assert!(verified(&changed, None).contains("found tablebase"), "{to}: {}", verified(&changed, None));
    }
    // A log that goes on where the tables end the game.
    let (_, log) = play(QUEEN, "tables 3", None, "d1d5 e8e7");
    assert_eq!(verified(&log, None), "");
    assert_ne!(verified(&log, Some(lost as Probe)), "");
}
