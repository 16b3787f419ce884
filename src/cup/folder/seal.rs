//! The seed of a tournament: in a private file while the tournament runs, in the plan at the end.

use std::path::Path;

use uvi_cup::Plan;

use super::{
    disk::{make_private, remove_all, rename, write_synced, write_whole},
    error::FolderError,
    names::{LUCK, PLAN, SEED, SEED_DRAFT},
    view::FolderView,
};
use crate::world::{Disk, OpenMode};

/// Writes the seed into a file for its owner only, then, once that is durable, the plan with only the commitment.
pub(crate) fn seal(disk: Disk, folder: &Path, plan: &Plan) -> Result<(), FolderError> {
    let luck = folder.join(LUCK);
    make_private(disk, &luck)?;
    // A plan that is there already needs its seed at every moment.
    let (draft, seed) = (luck.join(SEED_DRAFT), luck.join(SEED));
    write_synced(disk, &draft, OpenMode::RewritePrivate, format!("{}\n", plan.seed).as_bytes())?;
    rename(disk, &draft, &seed, "write", &seed)?;
    write_whole(disk, folder, PLAN, plan.to_sealed_toml().as_bytes())
}

/// Writes the seed into the plan, then removes its private file. The plan is durable before the file is removed.
pub(crate) fn reveal(disk: Disk, folder: &Path, plan: &Plan) -> Result<(), FolderError> {
    if FolderView::new(disk, folder).file()?.is_none_or(|told| told.seed.is_none()) {
        write_whole(disk, folder, PLAN, plan.to_toml().as_bytes())?;
    }
    remove_all(disk, &folder.join(LUCK))
}
