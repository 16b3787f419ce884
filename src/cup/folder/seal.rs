//! The seed of a tournament: in a private file while the tournament runs, in the plan at the end.

use std::path::Path;

use uvi_cup::Plan;

use super::{
    disk::{make_private, remove_all, write_synced, write_whole},
    error::FolderError,
    names::{LUCK, PLAN, SEED},
    view::FolderView,
};

/// Writes the seed into a file for its owner only, then the plan with only the commitment.
pub(crate) fn seal(folder: &Path, plan: &Plan) -> Result<(), FolderError> {
    let luck = folder.join(LUCK);
    make_private(&luck)?;
    write_synced(&luck.join(SEED), 0o600, format!("{}\n", plan.seed).as_bytes())?;
    write_whole(folder, PLAN, plan.to_sealed_toml().as_bytes())
}

/// Writes the seed into the plan, then removes its private file.
pub(crate) fn reveal(folder: &Path, plan: &Plan) -> Result<(), FolderError> {
    if FolderView::new(folder).file()?.is_none_or(|told| told.seed.is_none()) {
        write_whole(folder, PLAN, plan.to_toml().as_bytes())?;
    }
    remove_all(&folder.join(LUCK))
}
