//! The beginning of a tournament in a folder that has been played in, and the plan to continue with.

use std::path::Path;

use uvi_cup::Plan;

use super::{error::FolderError, view::FolderView};
use crate::world::Disk;

/// The treatment of a folder that has been played in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Begin {
    /// Resume the tournament if it is the same.
    #[default]
    GoOn,
    /// Resume the tournament even if programs of bots have changed.
    Resume,
    /// Continue with a bigger tournament, whose first games are those in the folder.
    Grow,
    /// Continue with a bigger tournament, even if programs of bots have changed.
    GrowChanged,
    /// Set the tournament aside and begin another.
    Fresh,
}

/// Returns the plan to continue with, and the way to begin. If the tournament in the folder can grow into `plan`, its
/// games come first. If no game in it has begun, `plan` replaces it. Changes no file.
/// [`Folder::open`](super::Folder::open) reports all other differences. Fails if the tournament in the folder is
/// smaller and `begin` does not let it grow, if it cannot grow although `begin` wants that, or if games are left to play and
/// a recorded file of a bot is missing or unreadable.
pub fn continued(disk: Disk, folder: &Path, plan: Plan, begin: Begin) -> Result<(Plan, Begin), FolderError> {
    if begin == Begin::Fresh {
        return Ok((plan, begin));
    }
    let view = FolderView::new(disk, folder);
    // An unreadable plan is reported when the folder is opened.
    let Some(there) = view.file()? else { return Ok((plan, begin)) };
    if let Some(missing) = plan.missing(&there) {
        let is_over = view.progress(&plan).is_ok_and(|progress| progress.is_over());
        if !is_over {
            return Err(FolderError::Missing(missing));
        }
    }
    if plan.differences(&there).is_empty() || (begin == Begin::GoOn && view.is_untouched()) {
        return Ok((plan, begin));
    }
    // The plan as the folder has it needs no other file and no judge.
    let Ok(smaller) = there.plan_alone(plan.registry, plan.seed) else { return Ok((plan, begin)) };
    let is_other = begin == Begin::GrowChanged;
    let of_changed = || smaller.clone().with_files_of(&plan).grown_into(&plan);
    let grown = if is_other { of_changed() } else { smaller.grown_into(&plan) };
    let grown = match grown {
        Ok(grown) => grown,
        Err(why) if is_other || begin == Begin::Grow => {
            let may_change = !is_other && there.gate.is_none() && of_changed().is_ok();
            return Err(FolderError::NoGrowth { path: folder.to_owned(), why, may_change });
        }
        Err(_) => return Ok((plan, begin)),
    };
    let differences = grown.differences(&there);
    match begin {
        Begin::GoOn | Begin::Resume if !differences.is_empty() => {
            Err(FolderError::Smaller { path: folder.to_owned(), gate: there.gate.is_some(), differences })
        }
        begin => Ok((grown, begin)),
    }
}
