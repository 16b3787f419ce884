//! Chess against its rules page: numbers, and what no law, oracle or golden shows.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

mod endings;
mod numbers;
mod oracle;

use testkit::typed::read;
use uvi_games::games::chess::Chess;

/// The option of a shuffled start.
const SHUFFLED: &[(&str, &str)] = &[("start", "shuffled")];

fn fen(position: &str) -> Chess {
    read(&[], 2, position).unwrap_or_else(|error| panic!("{position}: {error}"))
}
