//! A tournament under way, as a value: it hears events with their times, and says what to do next. It knows no thread, channel,
//! clock, process or file.
//!
//! Ask [`Runner::next`] for outputs and carry each out, until it says [`RunnerOutput::Wait`]. Then wait for an event, or for the
//! time that it names, tell [`Runner::hear`], and ask again.

mod event;
mod longest;
mod output;
mod retries;
#[expect(clippy::module_inception, reason = "a file is named for its main type")]
mod runner;
mod sync_queue;
mod time_budget;

pub use event::{FinishedGame, RunnerCommand, RunnerEvent};
pub use output::{News, RunEnd, RunnerOutput};
pub use runner::{MOST_RUNNING, Runner, most_unsynced};
pub use sync_queue::{GATHER, SyncQueue};
pub use time_budget::TimeBudget;
