//! The folder of a ladder: its file, its bots, its rounds. Each round has a folder of its own, which is that of a
//! tournament. Several arbiters may play one ladder, each another round.

mod bot_store;
mod finished_rounds;
mod ladder_folder;
mod opened_ladder;
mod round_pack;

pub use ladder_folder::{LADDER_FILE, LadderFolder, ROUNDS, RoundFolder};
pub use opened_ladder::{LadderStep, OpenedLadder, PlanSource};
pub use round_pack::pack;
