//! The games, one folder each, and the registry that names them.

pub mod cat_chess;
pub mod catalonia;
pub mod french_revolution;
pub mod katarenga;
pub mod orwell;

use crate::game::{Game as _, Variant};

/// Every variant, in the order in which it is listed for people.
pub const REGISTRY: &[&dyn Variant] = &[
    &katarenga::Katarenga::ROW,
    &katarenga::Congress::ROW,
    &katarenga::Isolation::ROW,
    &orwell::Orwell::ROW,
    &french_revolution::FrenchRevolution::ROW,
    &catalonia::Catalonia::ROW,
    &cat_chess::CatChess::ROW,
];

/// The variant with this word.
pub fn find(word: &str) -> Option<&'static dyn Variant> {
    REGISTRY.iter().copied().find(|variant| variant.word() == word)
}
