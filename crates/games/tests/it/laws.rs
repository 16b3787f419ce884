//! The law kit: the toy passes it, and each broken toy fails with the law that it breaks. The games are in
//! `each_game.rs`.

use testkit::toy::{FAULTS, Toy};
use uvi_games::game::laws::{self, Laws};

// ---------------------------------------------------------------- the toy keeps the laws

#[test]
fn the_toy_keeps_the_laws() {
    for seats in 2..=5 {
        let seen = laws::check(&Laws::<Toy<false>> { games: 25, ..Laws::new(seats) });
        assert_eq!(seen.games, 25);
        assert!(seen.decisions > 0 && seen.passes > 0 && seen.chances > 0 && seen.together > 0);
        assert!(seen.unlisted > 0 && seen.refused > 0 && seen.garbled > 0);
        assert_eq!((seen.vacated, seen.scored), (0, 0));
    }
}

#[test]
fn the_toy_keeps_the_laws_where_seats_leave() {
    for seats in 3..=5 {
        let laws = Laws::<Toy<false>> { games: 30, vacating: Some(8), ..Laws::new(seats) };
        assert!(laws::check(&laws).vacated > 20);
    }
}

#[test]
fn the_shared_toy_keeps_the_laws() {
    for seats in [2, 3] {
        // Nobody leaves a cooperative game, whatever the laws ask for.
        let laws = Laws::<Toy<true>> { games: 40, vacating: Some(2), ..Laws::new(seats) };
        let seen = laws::check(&laws);
        assert!(seen.scored > 40 && seen.vacated == 0);
    }
}

#[test]
fn the_walk_is_the_same_each_time() {
    let laws = Laws::<Toy<false>> { vacating: Some(9), ..Laws::new(4) };
    assert_eq!(laws::check(&laws), laws::check(&laws));
}

// ---------------------------------------------------------------- each fault is caught

fn walk<const SHARED: bool>(fault: &str, seats: u8, vacating: Option<u32>) {
    laws::check(&Laws::<Toy<SHARED>> {
        options: &[("fault", fault)],
        games: 40,
        bound: 400,
        vacating,
        ..Laws::new(seats)
    });
}

/// Plays the toy with this fault, at the table where the fault shows.
fn walk_broken(fault: &str) {
    match fault {
        "total-wrong" | "silent-score" => walk::<true>(fault, 2, None),
        fault if fault.starts_with("vacated") => walk::<false>(fault, 4, Some(6)),
        fault => walk::<false>(fault, 3, None),
    }
}

/// One test for each fault of the toy, with the message of the kit.
macro_rules! broken {
    ($($name:ident $fault:literal $said:literal)*) => {
        $(
            #[test]
            #[should_panic(expected = $said)]
            fn $name() {
                walk_broken($fault);
            }
        )*

        const BROKEN: &[&str] = &[$($fault),*];
    };
}

broken! {
    fault_asks_nobody "asks-nobody" "law broken: a position waits for exactly one of chance, seats, nothing"
    fault_chance_when_over "chance-when-over" "law broken: a position waits for exactly one of chance, seats, nothing"
    fault_no_list "no-list" "law broken: a position waits for exactly one of chance, seats, nothing"
    fault_listed_refused "listed-refused" "law broken: what is listed is accepted"
    fault_unlisted_accepted "unlisted-accepted" "law broken: what is not listed is refused"
    fault_seat_throws "seat-throws" "law broken: what is not listed is refused"
    fault_offer_refused "offer-refused" "law broken: what is offered beyond a part of a list is accepted and not listed"
    fault_listed_twice "listed-twice" "law broken: an action is listed once, in a fixed order"
    fault_clears_list "clears-list" "law broken: an action is listed once, in a fixed order"
    fault_idle_lists "idle-lists" "law broken: a seat that is not to act has no actions"
    fault_idle_accepted "idle-accepted" "law broken: a seat that is not to act has no actions"
    fault_play_panics "play-panics" "law broken: nothing panics"
    fault_check_panics "check-panics" "law broken: nothing panics"
    fault_read_panics "read-panics" "law broken: nothing panics"
    fault_text_forgets "text-forgets" "law broken: a position reads back as itself"
    fault_text_spaces "text-spaces" "law broken: a position reads back as itself"
    fault_unequal_hash "unequal-hash" "law broken: a position reads back as itself"
    fault_action_text "action-text" "law broken: an action reads back as itself"
    fault_view_lies "view-lies" "law broken: a view hides words and changes none"
    fault_view_leaks "view-leaks" "law broken: nobody is shown what another chooses at the same time"
    fault_list_leaks "list-leaks" "law broken: nobody is shown what another chooses at the same time"
    fault_no_weight "no-weight" "law broken: outcomes differ and have weights"
    fault_outcome_refused "outcome-refused" "law broken: outcomes differ and have weights"
    fault_draw_outside "draw-outside" "law broken: the seed gives one of the outcomes, the same each time"
    fault_draw_otherwise "draw-otherwise" "law broken: the seed gives one of the outcomes, the same each time"
    fault_pass_unforced "pass-unforced" "law broken: a pass is forced and the only action"
    fault_pass_among_others "pass-among-others" "law broken: a pass is forced and the only action"
    fault_order_matters "order-matters" "law broken: choices made at the same time commute"
    fault_waits_again "waits-again" "law broken: choices made at the same time commute"
    fault_vacated_asked "vacated-asked" "law broken: a vacated seat is out of the game"
    fault_vacated_forgotten "vacated-forgotten" "law broken: a vacated seat is out of the game"
    fault_vacated_scores "vacated-scores" "law broken: a vacated seat is out of the game"
    fault_vacated_lists "vacated-lists" "law broken: a vacated seat is out of the game"
    fault_endless "endless" "law broken: every game ends"
    fault_wrong_score "wrong-score" "law broken: the score is of the game's kind"
    fault_total_wrong "total-wrong" "law broken: what is scored adds up to the shared score"
    fault_silent_score "silent-score" "law broken: what is scored adds up to the shared score"
    fault_empty_text "empty-text" "law broken: an action is described in one line"
    fault_empty_line "empty-line" "law broken: the board has no empty line and no space at its edges"
    fault_space_at_edge "space-at-edge" "law broken: the board has no empty line and no space at its edges"
    fault_same_gesture "same-gesture" "law broken: an action is pointed at and said in one way of its own"
    fault_place_nowhere "place-nowhere" "law broken: what is pointed at stands in the picture"
    fault_picture_leaks "picture-leaks" "law broken: nobody is shown what another chooses at the same time"
    fault_strange_phase "strange-phase" "law broken: a kind of decision is one that the game names"
    fault_counts_unnamed "counts-unnamed" "law broken: a position has what the constants of its game say: COUNTS_MOVES"
    fault_start_differs "start-differs" "law broken: the same start and actions give the same position"
}

#[test]
fn every_fault_of_the_toy_has_its_row() {
    let faults: Vec<&str> = FAULTS.iter().copied().filter(|fault| *fault != "nothing").collect();
    assert_eq!(BROKEN.len(), faults.len());
    assert!(faults.iter().all(|fault| BROKEN.contains(fault)));
}

#[test]
#[should_panic(expected = "(seed 00000000000000010000000000000000)\nposition: 1 toss 0 15/3/15 --- 0/0/0 0 -\nafter 0")]
fn the_message_is_enough_to_come_there_again() {
    walk_broken("no-weight");
}

#[test]
#[should_panic(expected = "toy-shared has no table of 5 seats")]
fn a_table_must_have_seats_of_the_game() {
    laws::check(&Laws::<Toy<true>>::new(5));
}
