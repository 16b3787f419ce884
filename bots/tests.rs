//! The tests of the bots' modules, in one program: a program for each bot would take as long to link.

#![expect(clippy::duplicate_mod, reason = "bots share modules, and each is a program of its own")]
#![expect(dead_code, reason = "nobody calls the main functions")]

#[path = "chain.rs"]
mod chain;
#[path = "echo.rs"]
mod echo;
#[path = "greedy.rs"]
mod greedy;
#[path = "prowler.rs"]
mod prowler;
#[path = "random.rs"]
mod random;
#[path = "search.rs"]
mod search;
#[path = "uci.rs"]
mod uci;
