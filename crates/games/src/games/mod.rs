//! The games, one folder each, and the list of them.

pub mod cat_chess;
pub mod catalonia;
pub mod chess;
pub mod french_revolution;
pub mod katarenga;
pub mod orwell;

use crate::game::{Game, Registry};

/// Hands every game to a macro, each as `name: Type,`, in the order in which variants are listed for people. The registry,
/// the tests of the laws, the benchmark and the search bot are made of it, so that a game is named here and nowhere else.
#[macro_export]
macro_rules! each_game {
    ($to:ident) => {
        $to! {
            katarenga: $crate::games::katarenga::Katarenga,
            congress: $crate::games::katarenga::Congress,
            isolation: $crate::games::katarenga::Isolation,
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

/// Every variant, in the order in which it is listed for people.
pub const REGISTRY: Registry = each_game!(registry);
