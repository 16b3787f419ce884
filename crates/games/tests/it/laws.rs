//! The law kit: the toy and every game pass it, and each broken toy is caught by the law that it breaks.

mod cat_chess;

use testkit::toy::{FAULTS, Toy};
use uvi_games::{
    game::{
        Actor, Game, Seat,
        laws::{self, Laws, Seen, Vacating},
    },
    games::{
        catalonia::{self, Catalonia, Phase},
        french_revolution::FrenchRevolution,
        katarenga::{Congress, Decision, Isolation, Katarenga},
        orwell::{self, Orwell},
    },
};

// ---------------------------------------------------------------- what keeps the laws

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
        let laws = Laws::<Toy<false>> { games: 30, vacating: Vacating::OneIn(8), ..Laws::new(seats) };
        assert!(laws::check(&laws).vacated > 20);
    }
}

#[test]
fn the_shared_toy_keeps_the_laws() {
    for seats in [2, 3] {
        // Nobody leaves a cooperative game, whatever is asked for.
        let laws = Laws::<Toy<true>> { games: 40, vacating: Vacating::OneIn(2), ..Laws::new(seats) };
        let seen = laws::check(&laws);
        assert!(seen.scored > 40 && seen.vacated == 0);
    }
}

#[track_caller]
fn walked(seen: Seen, games: u64) {
    assert_eq!(seen.games, games);
    assert!(seen.decisions > 3 * games && seen.refused > 5 * games, "{seen:?}");
    assert_eq!((seen.passes, seen.chances, seen.together, seen.unlisted), (0, 0, 0, 0), "{seen:?}");
}

/// Captures and camps, and pawns going forward.
fn forward(game: &Katarenga, seat: Seat, action: Decision) -> u32 {
    let Decision::Go(go) = action else { return 200 };
    let ahead = if seat == Seat::ONE { go.to.rank() } else { 7 - go.to.rank() } as u32;
    let capture = if game.pawns().at(go.to).is_some() { 30 } else { 0 };
    1 + capture + ahead * ahead / 4
}

#[test]
fn katarenga_keeps_the_laws() {
    walked(laws::check(&Laws::<Katarenga> { games: 150, weight: forward, ..Laws::new(2) }), 150);
    let fixed = [("baseline", "fixed"), ("doublewin", "on")];
    walked(laws::check(&Laws::<Katarenga> { options: &fixed, games: 50, weight: forward, ..Laws::new(2) }), 50);
    walked(laws::check(&Laws::<Katarenga> { games: 8, ..Laws::new(2) }), 8);
}

#[test]
fn congress_keeps_the_laws() {
    let short = [("maxturns", "6")];
    walked(laws::check(&Laws::<Congress> { options: &short, games: 400, ..Laws::new(2) }), 400);
    let canadian = [("capture", "on"), ("maxturns", "30")];
    walked(laws::check(&Laws::<Congress> { options: &canadian, games: 40, ..Laws::new(2) }), 40);
}

#[test]
fn isolation_keeps_the_laws() {
    for rule in ["any", "opposite"] {
        walked(laws::check(&Laws::<Isolation> { options: &[("rule", rule)], games: 500, ..Laws::new(2) }), 500);
    }
}

#[test]
fn french_revolution_keeps_the_laws() {
    let sets: [&[(&str, &str)]; 5] = [
        &[],
        &[("promotion", "off"), ("stalemate", "weakloss")],
        &[("pawns", "opponent")],
        &[("ranks", "10")],
        &[("ranks", "10"), ("pawns", "opponent"), ("promotion", "off")],
    ];
    for options in sets {
        walked(laws::check(&Laws::<FrenchRevolution> { options, games: 20, ..Laws::new(2) }), 20);
    }
}

/// Captures, and those of royals above all, so that games end before the limit.
fn greedy(game: &Orwell, _: Seat, action: orwell::Action) -> u32 {
    let orwell::Action::Move(action) = action else { return 1 };
    match game.man(action.to) {
        Some(man) if man.kind.is_royal() => 60,
        Some(_) => 20,
        None => 1,
    }
}

#[track_caller]
fn saw(seen: Seen, games: u64) {
    assert_eq!(seen.games, games);
    assert!(seen.decisions > 10 * games && seen.passes > games && seen.refused > 20 * games, "{seen:?}");
}

#[test]
fn orwell_keeps_the_laws() {
    let short = [("maxrounds", "3")];
    saw(laws::check(&Laws::<Orwell> { options: &short, games: 120, ..Laws::new(3) }), 120);
    saw(laws::check(&Laws::<Orwell> { games: 12, weight: greedy, ..Laws::new(3) }), 12);
}

#[test]
fn a_long_random_game_of_orwell_keeps_the_laws() {
    saw(laws::check(&Laws::<Orwell> { games: 1, seed: 9, ..Laws::new(3) }), 1);
}

#[test]
fn orwell_keeps_the_laws_where_seats_leave() {
    let (options, vacating) = ([("maxrounds", "4")], Vacating::OneIn(15));
    let laws = Laws::<Orwell> { options: &options, games: 90, vacating, ..Laws::new(3) };
    assert!(laws::check(&laws).vacated > 50);
    let laws = Laws::<Orwell> { games: 10, vacating: Vacating::OneIn(40), weight: greedy, ..Laws::new(3) };
    assert!(laws::check(&laws).vacated > 5);
}

thread_local! {
    /// The phases of Catalonia in which somebody has chosen, a bit each.
    static PHASES: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// Moves that leave a long chain on the board, and White rarely yields.
fn chaining(game: &Catalonia, _: Seat, action: catalonia::Action) -> u32 {
    let place = match game.phase() {
        Phase::Move(_) => 0,
        Phase::Answer => 1,
        Phase::Claim => 2,
        Phase::Bomb => 3,
        Phase::Target(_) => 4,
        Phase::Escape(_) => 5,
        Phase::Remove(_) | Phase::Over => 6,
    };
    PHASES.with(|phases| phases.set(phases.get() | 1 << place));
    match (game.phase(), action) {
        (Phase::Move(_) | Phase::Answer, catalonia::Action::Move(..)) => {
            let mut after = game.clone();
            let Some(actor) = game.actor() else { return 1 };
            after.play(Actor::Seat(actor.seat()), action);
            let length = after.defence().search().longest() as u32;
            1 + length * length * length + after.defence().links() as u32 / 4
        }
        (Phase::Remove(_), catalonia::Action::Done) | (Phase::Claim, catalonia::Action::NoClaim) => 1,
        _ => 4,
    }
}

/// What happens in Catalonia only after a chain, or seldom: how often it is seen in these games by chaining moves.
#[track_caller]
fn chained(options: &[(&str, &str)], start: Option<&str>, games: u32) -> Seen {
    let seen = laws::check(&Laws::<Catalonia> { options, start, games, weight: chaining, ..Laws::new(2) });
    assert_eq!(seen.games, u64::from(games));
    assert!(seen.scored > 2 * seen.games && seen.refused > 20 * seen.games, "{seen:?}");
    seen
}

/// Pits, and Peasants between them.
const TRAPPED: &str = "1nbl1bn1/1p1ppp2/2g4p/8/8/N1P2N2/1P1PPPP1/2BLGB2 c2c4h5h7 1 move 2 0 wb -";
/// White cannot move until a bomb has fallen.
const STUCK: &str = "1nbl1bn1/1pppppp1/2g5/8/8/8/P7/8 a1a3 1 move 2 0 wb -";

#[test]
fn catalonia_keeps_the_laws() {
    PHASES.with(|phases| phases.set(0));
    let seen = laws::check(&Laws::<Catalonia> { games: 4, ..Laws::new(2) });
    assert_eq!((seen.games, seen.vacated), (4, 0));
    assert!(chained(&[("turns", "20")], None, 4).chances > 30);
    assert!(chained(&[], Some(TRAPPED), 4).chances > 30);
    assert_eq!(chained(&[("bombs", "chain")], None, 4).chances, 0);
    let options = [("bombs", "chain"), ("scoring", "claimed")];
    assert!(chained(&options, Some(TRAPPED), 4).unlisted > 3);
    assert!(chained(&[("scoring", "claimed")], None, 4).unlisted > 3);
    let stuck = Laws::<Catalonia> { start: Some(STUCK), games: 2, weight: chaining, ..Laws::new(2) };
    assert!(laws::check(&stuck).passes > 2);
    // A bit for each phase in which somebody chose.
    assert_eq!(PHASES.with(std::cell::Cell::get), 0b111_1111);
}

#[test]
fn the_walk_is_the_same_each_time() {
    let laws = Laws::<Toy<false>> { vacating: Vacating::OneIn(9), ..Laws::new(4) };
    assert_eq!(laws::check(&laws), laws::check(&laws));
}

#[test]
fn a_walk_may_start_anywhere() {
    let start = Some("2bu4/5rM1/7/4bd2/7/4wM2/7/2rd4/7/4wRwu1/4bJ2/4wd2 1 46 bww 15 -");
    saw(laws::check(&Laws::<Orwell> { start, games: 12, ..Laws::new(3) }), 12);
}

// ---------------------------------------------------------------- what breaks them

/// The toy with this fault, in the table where it shows.
fn walk<const SHARED: bool>(fault: &str, seats: u8, vacating: Vacating) {
    laws::check(&Laws::<Toy<SHARED>> {
        options: &[("fault", fault)],
        games: 40,
        bound: 400,
        vacating,
        ..Laws::new(seats)
    });
}

/// Walks the toy with this fault, at the table where it shows.
fn walk_broken(fault: &str) {
    match fault {
        "total-wrong" | "silent-score" => walk::<true>(fault, 2, Vacating::Never),
        fault if fault.starts_with("vacated") => walk::<false>(fault, 4, Vacating::OneIn(6)),
        fault => walk::<false>(fault, 3, Vacating::Never),
    }
}

/// One test for each fault of the toy, with what the kit says of it.
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
    fault_strange_phase "strange-phase" "law broken: a kind of decision is one that the game names"
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

#[test]
fn the_toy_is_what_it_says() {
    assert_eq!(<Toy<true> as Game>::WORD, "toy-shared");
}
