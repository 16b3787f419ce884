//! The seed of a tournament: apart from its plan while it runs, and in the plan when all is played.

use std::path::Path;

use uvi_cup::Plan;

use super::{
    disk::{make_private, remove_all, write_synced, write_whole},
    error::FolderError,
    names::{LUCK, PLAN, SEED},
    view::FolderView,
};

/// Writes the seed where only its owner finds it, then the plan without it.
pub(crate) fn seal(folder: &Path, plan: &Plan) -> Result<(), FolderError> {
    let luck = folder.join(LUCK);
    make_private(&luck)?;
    write_synced(&luck.join(SEED), 0o600, format!("{}\n", plan.seed).as_bytes())?;
    write_whole(folder, PLAN, plan.to_sealed_toml().as_bytes())
}

/// Writes the seed into the plan, then removes it from where it was kept.
pub(crate) fn reveal(folder: &Path, plan: &Plan) -> Result<(), FolderError> {
    if FolderView::new(folder).file()?.is_none_or(|told| told.seed.is_none()) {
        write_whole(folder, PLAN, plan.to_toml().as_bytes())?;
    }
    remove_all(&folder.join(LUCK))
}
