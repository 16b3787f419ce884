//! The games, one folder each, and the list of them.

pub mod cat_chess;
pub mod catalonia;
pub mod chess;
pub mod french_revolution;
pub mod katarenga;
pub mod orwell;

use crate::game::{Game, Registry};

/// Passes every game to a macro, each as `name: Type,`, in the order in which people see the variants.
///
/// The registry, the law tests, the benchmark and the search bot are generated from this list: add a game here.
#[macro_export]
macro_rules! each_game {
    ($to:ident) => {
        $to! {
            katarenga: $crate::games::katarenga::Katarenga,
            congress: $crate::games::katarenga::Congress,
            isolation: $crate::games::katarenga::Isolation,
            battle_stations: $crate::games::katarenga::BattleStations,
            colorado: $crate::games::katarenga::Colorado,
            cornered: $crate::games::katarenga::Cornered,
            troika: $crate::games::katarenga::Troika,
            orwell: $crate::games::orwell::Orwell,
            french_revolution: $crate::games::french_revolution::FrenchRevolution,
            catalonia: $crate::games::catalonia::Catalonia,
            cat_chess: $crate::games::cat_chess::CatChess,
            chess: $crate::games::chess::Chess,
        }
    };
}

macro_rules! registry {
    ($($name:ident: $game:ty,)*) => { Registry::new(&[$(&<$game as Game>::ROW),*]) };
}

/// All variants, in the order in which people see them.
pub const REGISTRY: Registry = each_game!(registry);
