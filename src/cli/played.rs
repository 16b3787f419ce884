//! Reads the folder of a tournament. The bots are not started, and need not be installed.

use std::path::Path;

use uvi_cup::{Plan, Progress};
use uvi_games::game::Registry;

use super::{
    exit::CommandResult,
    planning::{make_plan, plan_in, read_file},
};
use crate::cup::FolderView;
use crate::world::DISK;

pub(crate) fn plan_of(registry: Registry, folder: &Path) -> CommandResult<Plan> {
    let (file, text) = read_file(&plan_in(folder)?)?;
    let seed = FolderView::new(DISK, folder).seed()?;
    make_plan(registry, &file, Some(&text), seed, None)
}

pub(crate) fn progress_of(registry: Registry, folder: &Path) -> CommandResult<(Plan, Progress)> {
    let plan = plan_of(registry, folder)?;
    let progress = FolderView::new(DISK, folder).progress(&plan)?;
    Ok((plan, progress))
}
