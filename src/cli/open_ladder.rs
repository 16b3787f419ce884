//! Opens and claims a ladder for a command.

use std::{fmt::Debug, path::Path, thread, time::Duration};

use jiff::{Timestamp, tz::TimeZone};
use uvi_cup::{Ladder, LadderFile};
use uvi_games::game::Registry;

use super::exit::{CommandResult, usage};
use crate::{
    cup::{LADDER_FILE, LadderFolder, OpenedLadder},
    world::DISK,
};

/// The path and the text of a ladder's file, for errors.
pub(crate) type LadderText = (String, String);

/// The pause before a ladder that another arbiter holds is looked at again.
pub(crate) const PAUSE: Duration = Duration::from_millis(200);

pub(crate) const TABLE: &str = "table.json";

/// Waits until no other arbiter holds the ladder, and claims it until the value is dropped.
pub(crate) fn claim(folder: &LadderFolder) -> CommandResult<Box<dyn Debug + Send>> {
    loop {
        match folder.claim()? {
            Some(claimed) => return Ok(claimed),
            None => thread::sleep(PAUSE),
        }
    }
}

/// Opens the ladder in a folder, without its results. `None` if the folder has no file of a ladder. Fails if the file
/// is wrong, or the folder cannot be used.
pub(crate) fn open_ladder(registry: Registry, path: &Path) -> CommandResult<Option<(OpenedLadder, LadderText)>> {
    let Some(text) = LadderFolder::file_text(DISK, path)? else { return Ok(None) };
    let shown = path.join(LADDER_FILE).display().to_string();
    let wrong = |trouble: uvi_cup::Trouble| usage(trouble.show(&shown, &text));
    let file = LadderFile::read(&text).map_err(wrong)?;
    let ladder = Ladder::new(&file, registry).map_err(wrong)?;
    let folder = LadderFolder::open(DISK, path)?;
    Ok(Some((OpenedLadder::new(file, folder, ladder), (shown, text))))
}

/// The ladder in a folder whose file is wrong: no game is played, and all rounds are in tables of their own.
pub(crate) fn without_file(registry: Registry, path: &Path) -> CommandResult<OpenedLadder> {
    let file = LadderFile::default();
    let ladder = Ladder::new(&file, registry).expect("there is no game that could be wrong");
    Ok(OpenedLadder::new(file, LadderFolder::open(DISK, path)?, ladder))
}

/// The day on which a file was written. `None` if there is no file.
pub(crate) fn day_of(path: &Path) -> Option<String> {
    let written = path.metadata().and_then(|found| found.modified()).ok()?;
    Some(Timestamp::try_from(written).ok()?.to_zoned(TimeZone::UTC).date().to_string())
}
