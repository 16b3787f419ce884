//! Plays a tournament: a [`Tournament`] plays what a [`Runner`](uvi_cup::Runner) starts, and keeps it in a [`Folder`].
//!
//! # The life of a tournament
//!
//! A game is a pure function of the plan and its number. `Fixtures` decides who sits where, and the luck follows from
//! the seed and the number of the block (`Plan::seed_of`). So nothing of a game has to be stored except its log. A
//! tournament can be played in shards (elsewhere, twice or never) and be put together again.
//!
//! 1. The file becomes a `Plan`; an error in it is a `Trouble` with its bytes. `plan.toml` in the folder is the plan as
//!    a file that leaves nothing to defaults. To resume a folder, its plan is read like any tournament file. The plan
//!    has the SHA-256 of each file of a bot (`[[bot.files]]`, by the word of its command line). So plans are compared
//!    by their contents, not by paths (`Plan::differences`).
//! 2. `Folder::open` compares the plans and cuts off torn lines. A `Fold` then draws the same games again, compares each
//!    with its log and its rows in the index (`results.jsonl`, `times.jsonl`, `chain.jsonl`), and writes the rows of
//!    finished logs that the index lacks. So the progress is the same as before.
//! 3. `Runner::next` starts the next game that `Progress::hand_out` gives. A Swiss and a knockout wait here for the
//!    results of a round; the second game of match play waits for the first.
//! 4. One of the `Workers` first looks at the log of the game (`standing`). If it is finished, the worker replays it; if
//!    it was cut off, the game resumes; otherwise it is played. The worker uses bots that it has kept from former games, if
//!    their programs are still those of the plan (`Programs::check`). The result comes from `LogFacts`, which receive
//!    each record as the journal adds it to the log. If a log is read instead, the same `LogFacts` receive its records.
//!    So there is one way from records to a result, and it uses no file that a bot could change.
//! 5. `Progress::finish` holds a result back until all before it are there. So results are counted, blocks are
//!    completed, and a sequential test takes blocks in, all in the order of the plan. `Folder::add` appends the counted
//!    results.
//!
//! While a tournament runs, the plan in the folder has the commitment of its seed, and `luck/` has the seed. At the end
//! `folder::reveal` puts the seed into the plan. `src/cup/folder/disk.rs` has every durable step, and lists their
//! order. An isolated bot sees empty folders and files in place of `luck/`, `games/` and the results.
//!
//! # Shards
//!
//! `Spread` deals blocks in rows, with as many blocks in a row as there are shards; the seed decides the order within
//! each row. A `ShardGames` hands out the games of one shard as `Progress` does those of a whole tournament, from the
//! same `DrawnBlocks`. Its results wait for no other game. The folder of a shard has the plan and the logs of its games;
//! what is finished follows from the logs. One `Tournament` plays both kinds of folders. `Merge` takes finished logs from
//! any number of folders into `games/`, and makes the index with the same `Fold`. Its `Progress` forgets each block when
//! it is whole. The rest follows from that progress: the first missing game, the verdict, the next round. Each `Entrant`
//! of a plan has its command as typed, and the command found on this machine. Logs have the typed command; processes are
//! started with the found one.

mod folder;
mod judge;
mod ladder;
mod needs;
mod play;
mod programs;

pub(crate) use folder::names::GAMES;
pub use folder::{
    Begin, Folder, FolderError, FolderView, GameLink, LogMark, Merge, MergeResult, MissingLog, OpenedFolder,
    OpenedShard, continued, digest,
    names::{CHAIN, PLAN, RESULTS, SHARDS, TIMES},
};
pub use judge::Judge;
pub use ladder::{LADDER_FILE, LadderFolder, LadderStep, OpenedLadder, PlanSource, ROUNDS, RoundFolder, pack};
pub use needs::warnings;
pub(crate) use play::is_crowd;
pub use play::{
    Dispatcher, GameRun, GameStartError, Job, JobResult, SyncedGame, Tournament, TournamentError, TournamentRunner,
    UnsyncedGame, Workers, sync_batch,
};
pub use programs::{ProgramError, contents, misplaced};
