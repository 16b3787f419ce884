//! The values that a plan consists of. The module uses nothing else of this crate.

mod opening;
mod ranking;
mod test_keys;
pub(crate) mod words;

pub use opening::{BalanceKeys, Opening};
pub use ranking::{Anchor, Ranking, TieBreak};
pub use test_keys::{GateKeys, LeadKeys, Model, SprtKeys};
pub use words::{Content, Elimination, Memory, OpeningOrder, Scalar};
