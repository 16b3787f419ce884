//! Bots of two matches that are tied together. Neither match waits for the other, and none of their processes outlives
//! the arbiter.

use rustix::process::Signal;
use testkit::{
    processes::{eventually, marker, survivors},
    session::{Session, faulty},
};

/// The modes of the faulty bot that tie bots together.
const TIES: [&str; 3] = ["share-pipes", "trace-others", "stop-others"];

/// Two matches with tied bots: the first is over, and the second waits for a bot that thinks for ever.
#[track_caller]
fn tied(session: &mut Session, tie: &str, isolation: &str, markers: [&str; 2]) {
    let others = markers.join("-");
    let lines = |name: &str, marker: &str, second: &str| {
        format!(
            "newmatch {name} variant congress\nclock {name} none\npatience {name} quit 300\n\
             seat {name} 1 bot {}\nseat {name} 2 bot {}\nseatset {name} 1 isolation {isolation}\n\
             seatset {name} 2 isolation {isolation}\nstart {name}\n",
            faulty(&format!("{tie} --other {others}"), marker),
            faulty(second, marker),
        )
    };
    // The second match starts first, so that its bots exist when the first begins.
    session.say(lines("b", markers[1], "stall"));
    session.until("played b 1 ");
    session.say(lines("a", markers[0], &format!("{tie} --other {others}")));
    let over = session.until("over ");
    assert!(over.starts_with("over a ") && !over.contains("reason no-"), "{tie} {isolation}: {over}");
    // The process that ties the bots has both markers in its arguments. So the search is for `--marker` with the marker
    // of the match's own bots.
    eventually(&format!("{tie} {isolation}: what the first match has started is gone"), || gone(markers[0]));
    assert!(!gone(markers[1]), "{tie} {isolation}: the second goes on");
}

fn gone(marker: &str) -> bool {
    !survivors("--marker").iter().any(|line| line.contains(&format!("--marker {marker} ")))
}

#[test]
fn matches_that_are_tied_together_end_each_by_itself_and_with_a_killed_arbiter() {
    for (tie, isolation) in TIES.into_iter().flat_map(|tie| [(tie, "auto"), (tie, "off")]) {
        let markers = [marker("tied"), marker("tied")];
        let mut session = Session::start();
        // A bot without namespaces can stop keepers, and only a living arbiter continues a stopped keeper.
        let stops_keepers = tie == "stop-others" && (isolation == "off" || !session.isolates());
        tied(&mut session, tie, isolation, [&markers[0], &markers[1]]);
        if stops_keepers {
            session.signal(Signal::TERM);
            assert_eq!(session.exit(), Some(143), "{tie} {isolation}");
        } else {
            session.signal(Signal::KILL);
        }
        drop(session);
        eventually(&format!("{tie} {isolation}: nothing is left"), || markers.iter().all(|marker| gone(marker)));
    }
}
