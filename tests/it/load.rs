//! Many matches at once, and many in a row, in one daemon. The benchmark `soak` does this for longer.
#![cfg(all(feature = "faulty", target_os = "linux"))]

use testkit::load::{self, Load};

#[test]
fn many_matches_at_once_have_no_fault() {
    let load = load::crowd(24);
    let Load { before, most, matches, .. } = load;
    // Each match may have a thread and two descriptors to wait with. Each of up to five bots has three pipes and a
    // descriptor for its end.
    assert!(most.threads <= before.threads + matches, "{load:?}");
    assert!(most.descriptors <= before.descriptors + matches * (2 + 5 * 4), "{load:?}");
}

#[test]
fn many_matches_one_after_another_leave_nothing() {
    load::day(20);
}

#[test]
fn a_match_that_is_over_holds_nothing_of_the_system() {
    load::kept(20);
}
