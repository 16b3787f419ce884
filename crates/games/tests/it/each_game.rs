//! Every game keeps the laws, in the walks that stand in its folder.

use uvi_games::{
    each_game,
    game::{
        laws::{self, Vacating},
        specimens::Specimens,
    },
};

/// Its walks come by all that they must, and by every kind of decision.
fn every_game_keeps_the_laws<G: Specimens>() {
    laws::check_all::<G>();
}

/// And where seats can leave, a walk is among them in which they do.
fn seats_leave_where_they_can<G: Specimens>() {
    let leave = G::walks().iter().any(|walk| walk.laws.vacating != Vacating::Never);
    assert_eq!(leave, G::ROW.is_vacating(), "{}", G::WORD);
}

macro_rules! tests {
    ($($name:ident: $game:ty,)*) => {
        $(
            #[test]
            fn $name() {
                seats_leave_where_they_can::<$game>();
                every_game_keeps_the_laws::<$game>();
            }
        )*
    };
}

each_game!(tests);
