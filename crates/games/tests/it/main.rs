//! The games against their rules pages, chance against its golden values, and the law kit.

mod cat_chess;
mod catalonia;
mod chance;
mod chess;
mod cozy;
mod each_game;
mod encoding;
mod french_revolution;
mod katarenga;
mod laws;
mod orwell;
mod words;
mod written;
