//! A board in the browser for every game that the arbiter referees.
//!
//! The board plays as a host like any other: it starts `arbiter` as a child and uses only the host link of UVI. It knows
//! no rules. A page shows the result of `picture`, and offers the actions of `legal … places`. The folder of a tournament
//! that it watches is read with the crates that write it.
//!
//! - [`arbiter_link`]: the arbiter and requests to it.
//! - [`bots`]: the bots that a page may seat, by name only.
//! - [`table`] and [`hall`]: a match with the people who watch and play, and all matches.
//! - [`watched_folder`] and [`game_log`]: a tournament that another process plays, and each of its games; [`file_tail`]
//!   reads their files, and [`regular_file`] refuses what is no file.
//! - [`memory`]: the data that survive a restart.
//! - [`talk`]: the messages between a page and the board.
//! - [`web`] and [`session`]: the server, and one connected page; [`browser_page`] leads a browser to it.

#![expect(missing_docs, reason = "only the program uses this library; what a name says needs no text")]

pub mod arbiter_link;
pub mod bots;
pub mod browser_page;
pub mod callers;
pub mod file_tail;
pub mod game_log;
pub mod hall;
pub mod key;
pub mod memory;
pub mod regular_file;
pub mod session;
pub mod table;
pub mod talk;
pub mod watched_folder;
pub mod web;
