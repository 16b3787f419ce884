//! Mistakes that can be planted into a simulated world, to show that the simulation finds mistakes of this kind. Most
//! change the disk or the loop, with the same effect as a mistake in the arbiter's code.

use std::path::Path;

use clap::ValueEnum;

use super::disk_state::{DiskOperation, SkippedOperation};

/// A planted mistake. One without a comment skips the operations of the disk that [`skipped`](Self::skipped) selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlantedBug {
    LogUnsynced,
    LogNameUnsynced,
    RenameBeforeSync,
    SeedUnsynced,
    SeedNameUnsynced,
    NamesUnsynced,
    FolderNameUnsynced,
    TornLineKept,
    /// The rest of a short write is forgotten.
    ShortWriteForgotten,
    /// A result is told before its log is synced.
    ToldBeforeSynced,
    /// A game that was handed out is not started.
    LostStart,
    /// A finished game is not reported.
    LostResult,
    /// A shortage of the system ends the tournament.
    ShortageFatal,
    /// The command to continue is lost.
    LostContinue,
    /// The arbiter's clock is ahead of the time.
    ClockAhead,
    /// The logs that a killed arbiter has left are removed, so their games begin again.
    LogsBegunAnew,
    TornLinkKept,
    TornTimeKept,
    TornRecordKept,
    DraftKept,
    LuckLeft,
    /// A game is not woken by what its bots say.
    LostWakeUp,
    /// The output of a bot is read twice.
    OutputTwice,
    /// A bigger tournament does not continue the plan of the smaller one in its folder.
    GrowthForgotten,
    MergeUnsynced,
    LogSeedUnsynced,
    LoneLogUnnamed,
    LoneLogTorn,
    /// A resumed match forgets on which occasions its log is synced.
    ResumedUnsynced,
    FinishedUnsynced,
    /// The end of a match does not reach the daemon's loop, in which a host waits for it.
    WaiterForgotten,
    /// A question to a match of a daemon comes to another match.
    AnswerMisdirected,
    /// The rest of a message for which the pipe to the host has no room is forgotten.
    OutboxCut,
}

impl PlantedBug {
    /// Its word for `--bug`.
    pub(crate) fn word(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The rule that selects the operations that the disk skips; `None` if this mistake skips none.
    pub(crate) fn skipped(self) -> Option<SkippedOperation> {
        use DiskOperation::{Cut, Remove, SyncContents, SyncFile, SyncFolder};
        let skipped: SkippedOperation = match self {
            Self::LogUnsynced => |operation, path| operation == SyncFile && path.starts_with("/cup/games"),
            Self::LogNameUnsynced => |operation, path| operation == SyncFolder && path == Path::new("/cup/games"),
            Self::RenameBeforeSync => |operation, path| operation == SyncFile && path.ends_with("plan.draft"),
            Self::SeedUnsynced => |operation, path| operation == SyncFile && path.starts_with("/cup/luck"),
            Self::SeedNameUnsynced => |operation, path| operation == SyncFolder && path.ends_with("luck"),
            Self::NamesUnsynced => |operation, path| operation == SyncFolder && path == Path::new("/cup"),
            Self::FolderNameUnsynced => |operation, path| operation == SyncFolder && path == Path::new("/"),
            Self::TornLineKept => |operation, path| operation == Cut && path.ends_with("results.jsonl"),
            Self::TornLinkKept => |operation, path| operation == Cut && path.ends_with("chain.jsonl"),
            Self::TornTimeKept => |operation, path| operation == Cut && path.ends_with("times.jsonl"),
            Self::TornRecordKept => |operation, path| operation == Cut && path.starts_with("/cup/games"),
            Self::DraftKept => |operation, path| operation == Cut && path.ends_with("plan.draft"),
            Self::LuckLeft => |operation, path| operation == Remove && path.starts_with("/cup/luck"),
            Self::MergeUnsynced => |operation, path| match path.starts_with("/cup/games") {
                true => operation == SyncFile && path.extension().is_some_and(|ending| ending == "draft"),
                false => operation == SyncContents,
            },
            Self::FinishedUnsynced => |operation, _| operation == SyncContents,
            Self::LogSeedUnsynced => |operation, path| operation == SyncFile && path.ends_with("game.jsonl.seed"),
            Self::LoneLogUnnamed => |operation, path| operation == SyncFolder && path == Path::new("/alone"),
            Self::LoneLogTorn => |operation, path| operation == Cut && path.ends_with("game.jsonl"),
            _ => return None,
        };
        Some(skipped)
    }
}
