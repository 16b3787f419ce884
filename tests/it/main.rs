//! The whole program: what starts processes, the command line, and what the documents say.

mod catalonia;
mod check;
mod citations;
mod cups;
mod daemon;
mod docs;
mod faults;
mod fuzz;
mod import;
mod layers;
mod limits;
mod load;
mod logs;
mod manual;
mod own_game;
mod play;
mod processes;
mod promises;
mod regressions;
mod resume;
mod search;
mod shards;
mod starters;
mod uci;
mod viewer;
mod zoo;
