//! The tests of the bots' modules, in one program: a program for each bot would take as long to link.

#![expect(clippy::duplicate_mod, reason = "bots share modules, and each is a program of its own")]

#[expect(dead_code, reason = "nobody calls the main function")]
#[path = "chain.rs"]
mod chain;
#[expect(dead_code, reason = "nobody calls the main function")]
#[path = "echo.rs"]
mod echo;
#[expect(dead_code, reason = "nobody calls the main function")]
#[path = "greedy.rs"]
mod greedy;
#[expect(dead_code, reason = "nobody calls the main function")]
#[path = "prowler.rs"]
mod prowler;
#[expect(dead_code, reason = "nobody calls the main function")]
#[path = "random.rs"]
mod random;
#[expect(dead_code, reason = "nobody calls the main function")]
#[path = "search.rs"]
mod search;
#[expect(dead_code, reason = "nobody calls the main function")]
#[path = "uci.rs"]
mod uci;
