//! The games, one folder each, and the registry that names them.

pub mod cat_chess;
pub mod catalonia;
pub mod french_revolution;
pub mod katarenga;
pub mod orwell;

use crate::game::{Kind, Registry};

/// Every variant, in the order in which it is listed for people.
pub const REGISTRY: Registry = Registry::new(&[
    &Kind::<katarenga::Katarenga>::new(),
    &Kind::<katarenga::Congress>::new(),
    &Kind::<katarenga::Isolation>::new(),
    &Kind::<orwell::Orwell>::new(),
    &Kind::<french_revolution::FrenchRevolution>::new(),
    &Kind::<catalonia::Catalonia>::new(),
    &Kind::<cat_chess::CatChess>::new(),
]);
