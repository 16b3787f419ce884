//! A tournament under way, as a value: the runner hears events with their times, and says what to do next. The module
//! knows no thread, channel, clock, process or file.
//!
//! Ask [`Runner::next`] for outputs and carry out each one, until the output is [`RunnerOutput::Wait`]. Then wait for
//! an event, or until the time in that output. Pass the event to [`Runner::hear`], and ask again.

mod event;
mod output;
mod retries;
mod runner;
mod sync_queue;
mod test_watch;

pub use event::{FinishedGame, RunnerCommand, RunnerEvent};
pub use output::{News, RunEnd, RunnerOutput};
pub use runner::{MOST_RUNNING, Runner, TimeBudget, most_unsynced};
pub use test_watch::TestNews;
