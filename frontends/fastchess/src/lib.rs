//! Arbiter behind the command line of fastchess and cutechess-cli: a command line becomes a plan, the arbiter's crates
//! play it, and the news are printed in the words that programs read. The crate decides nothing about games.

mod command_line;
mod declared_options;
mod engine_entry;
mod game_end;
mod games_folder;
mod news_printer;
mod options;
mod outputs;
mod plan_file;
mod printed;
mod run;
mod score_table;

pub use run::run;
