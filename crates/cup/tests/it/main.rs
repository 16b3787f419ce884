//! Who meets whom, and what the results say.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]
