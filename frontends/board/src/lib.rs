//! A board in the browser for every game that the arbiter referees.
//!
//! It is a host like any other: it starts `arbiter` as a child and says only what the host link of UVI has. It knows no
//! rules. What a page shows comes from `picture`, what it may do from `legal … places`.
//!
//! - [`link`]: the arbiter and what is asked of it.
//! - [`bots`]: the bots that a page may seat, by name only.
//! - [`table`] and [`hall`]: a match with the people who may look and play, and all of them.
//! - [`folder`]: a tournament that is played elsewhere.
//! - [`memory`]: what is remembered between two starts.
//! - [`talk`]: what a page and the board say to each other.
//! - [`web`] and [`session`]: the server, and one page that is connected to it.

pub mod bots;
pub mod callers;
pub mod folder;
pub mod hall;
pub mod key;
pub mod link;
pub mod memory;
pub mod session;
pub mod table;
pub mod talk;
pub mod web;
