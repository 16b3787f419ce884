//! Real processes: their start, talk and end, and no leftovers.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "clippy knows only the functions with #[test] as tests")]

pub(crate) mod bench;
mod bombs;
mod ends;
mod roles;
mod starts;
mod talk;
