//! A ladder that a command reads: its file, its folder, and the results so far.

use std::path::Path;

use uvi_cup::{Ladder, LadderFile};
use uvi_games::game::Registry;

use super::exit::{CommandResult, usage};
use crate::{
    cup::{LADDER_FILE, LadderFolder},
    world::DISK,
};

/// A ladder with its folder.
#[derive(Debug)]
pub(crate) struct OpenedLadder {
    pub(crate) file: LadderFile,
    /// The path and the text of the file, for errors.
    pub(crate) text: (String, String),
    pub(crate) folder: LadderFolder,
    pub(crate) ladder: Ladder,
}

impl OpenedLadder {
    /// Opens the ladder in a folder, without its results. `None` if the folder has no file of a ladder.
    ///
    /// # Errors
    /// If the file is wrong, or the folder cannot be used.
    pub(crate) fn open(registry: Registry, path: &Path) -> CommandResult<Option<Self>> {
        let Some(text) = LadderFolder::file_text(DISK, path)? else { return Ok(None) };
        let shown = path.join(LADDER_FILE).display().to_string();
        let wrong = |trouble: uvi_cup::Trouble| usage(trouble.show(&shown, &text));
        let file = LadderFile::read(&text).map_err(wrong)?;
        let ladder = Ladder::new(&file, registry).map_err(wrong)?;
        let folder = LadderFolder::open(DISK, path)?;
        Ok(Some(Self { file, text: (shown, text), folder, ladder }))
    }
}
