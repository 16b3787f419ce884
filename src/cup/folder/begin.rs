//! How a tournament begins in a folder that has been played in, and by which plan it goes on.

use std::path::Path;

use uvi_cup::{Outside, Plan, file::File};
use uvi_match::referee::MatchSpec;

use super::{error::FolderError, view::FolderView};

/// What becomes of a folder that has been played in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Begin {
    /// The tournament goes on, if it is the same.
    #[default]
    GoOn,
    /// It goes on, even if programs of bots have changed.
    Resume,
    /// It goes on as a bigger one, of which its games are the first.
    Grow,
    /// It is set aside, and another begins.
    Fresh,
}

/// The plan by which a folder goes on, and how. If the folder holds a smaller tournament, its games come first. Changes
/// nothing, and leaves whatever else differs to [`Folder::open`](super::Folder::open).
///
/// # Errors
/// If the tournament in the folder is smaller, cannot grow, or needs a file that is missing.
pub fn continued(folder: &Path, plan: Plan, begin: Begin) -> Result<(Plan, Begin), FolderError> {
    if begin == Begin::Fresh {
        return Ok((plan, begin));
    }
    let view = FolderView::new(folder);
    // A plan that cannot be understood is told when the folder is opened.
    let Some(there) = view.file()? else { return Ok((plan, begin)) };
    if let Some(missing) = plan.missing(&there) {
        let is_over = view.progress(&plan).is_ok_and(|progress| progress.is_over());
        if !is_over {
            return Err(FolderError::Missing(missing));
        }
    }
    if plan.differences(&there).is_empty() {
        return Ok((plan, begin));
    }
    let Some(smaller) = written(&plan, &there) else { return Ok((plan, begin)) };
    let grown = match smaller.grown_into(&plan) {
        Ok(grown) => grown,
        Err(why) if begin == Begin::Grow => return Err(FolderError::NoGrowth { path: folder.to_owned(), why }),
        Err(_) => return Ok((plan, begin)),
    };
    let differences = grown.differences(&there);
    match begin {
        Begin::GoOn if !differences.is_empty() => {
            Err(FolderError::Smaller { path: folder.to_owned(), gate: there.gate.is_some(), differences })
        }
        Begin::Resume if !differences.is_empty() => Ok((grown, Begin::Grow)),
        begin => Ok((grown, begin)),
    }
}

/// The plan that a folder has written, with the luck of this one. It names no file and wants no judge.
fn written(plan: &Plan, there: &File) -> Option<Plan> {
    let outside = Outside {
        registry: plan.registry,
        seed: plan.seed,
        find: str::to_owned,
        open: |path: &Path| Err(format!("cannot read {}", path.display())),
        try_on: |_: &MatchSpec, _: &[String]| Ok(None),
        judge: |_: &MatchSpec| Err("nobody judges".to_owned()),
    };
    there.plan(outside).ok()
}
