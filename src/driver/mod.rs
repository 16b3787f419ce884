//! The driver joins one match to its bots, its log and its host. It is the only place that waits.

mod journal;
mod link;
mod run;
mod wish;

pub use journal::{Journal, JournalError, LogSettings, seed_path};
pub use link::Link;
pub use run::{Finished, Host, Match, run};
pub use wish::{Request, Requests, Wish, answer, requests};
