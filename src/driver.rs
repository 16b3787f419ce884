//! The driver connects one match to its bots, its log and its host. Outside a match, it connects one bot to its caller.
//! It is the only module that waits for bots.

mod denial;
mod dialogue;
mod driver;
mod excuse;
mod journal;
mod life;
mod link;
mod match_group;
mod placement;
mod read_ahead;
mod run;
mod session;
mod setup;
mod stderr;
mod syncing;
mod talk;
mod wish;

pub use denial::DenialError;
pub use dialogue::{BotDialogue, BotEvent};
pub use journal::{Journal, JournalError, LogSettings, UnsyncedLog, seed_path};
pub use link::{Link, dismiss};
pub use match_group::{MatchGroup, run};
pub use session::{FinishedMatch, Host, KeptBot, Session};
pub use setup::{PreparedMatch, Setup};
pub(crate) use stderr::last_words;
pub use stderr::stderr_path;
pub use syncing::sync_together;
pub use talk::TALK;
pub use wish::{Inbox, Origin, Request, Requests, Wish, answer, look, no_requests, requests, show};

pub(crate) use life::LAST_WORDS;
pub use life::LinkEnd;
