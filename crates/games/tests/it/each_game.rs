//! Every game keeps the laws, in the walks of its specimens.

use testkit::specimens::{LawWalk, Specimens};
use uvi_games::{each_game, game::laws};

use crate::written::every_text_is_understood;

/// The walks of the game keep the laws, and meet every kind of decision.
fn every_game_keeps_the_laws<G: Specimens>() {
    let mut phases = 0;
    for (number, LawWalk { laws, sees }) in (1..).zip(G::walks()) {
        let seen = laws::check(&laws);
        assert!(seen.games == u64::from(laws.games) && sees(&seen), "{}, walk {number}: {seen:?}", G::WORD);
        phases |= seen.phases;
    }
    let seen = |place: usize| phases >> place & 1 == 1;
    let unseen: Vec<&str> = (0..G::PHASES.len()).filter(|&place| !seen(place)).map(|place| G::PHASES[place]).collect();
    assert!(unseen.is_empty(), "{}: no walk came by {unseen:?}", G::WORD);
}

/// A game that seats can leave has a walk in which seats leave.
fn seats_leave_where_they_can<G: Specimens>() {
    let leave = G::walks().iter().any(|walk| walk.laws.vacating.is_some());
    assert_eq!(leave, G::VACATING, "{}", G::WORD);
}

/// A host can say what to click in every phase of the game, and in no other.
fn every_phase_says_what_to_click<G: Specimens>() {
    let phases: Vec<&str> = G::WORDS.clicks.iter().map(|(phase, _)| *phase).collect();
    assert_eq!(phases, G::PHASES, "{}", G::WORD);
}

macro_rules! tests {
    ($($name:ident: $game:ty,)*) => {
        $(
            #[test]
            fn $name() {
                seats_leave_where_they_can::<$game>();
                every_phase_says_what_to_click::<$game>();
                every_text_is_understood::<$game>();
                every_game_keeps_the_laws::<$game>();
            }
        )*
    };
}

each_game!(tests);
