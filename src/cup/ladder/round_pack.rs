//! Finished rounds of earlier days, packed into one archive a day.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::Path,
};

use flate2::{Compression, write::GzEncoder};

use super::{
    super::folder::{
        FolderError,
        disk::{make_private, remove_all, replace, sync_folder},
    },
    ladder_folder::{LadderFolder, RoundFolder},
};
use crate::world::OpenMode;

/// The folder of the archives.
const DAYS: &str = "days";

/// Packs the finished rounds that `day` names into an archive for each day, and removes their folders. `day` gives the
/// day on which a round was finished, such as `2026-11-26`; `None` keeps the round as it is.
///
/// # Errors
/// If a file cannot be read or written. No round is removed before its archive is on the disk.
pub(crate) fn pack(folder: &LadderFolder, day: impl Fn(&Path) -> Option<String>) -> Result<(), FolderError> {
    let unfinished = folder.unfinished()?;
    let mut days: BTreeMap<String, Vec<RoundFolder>> = BTreeMap::new();
    for round in folder.folders()?.into_iter().filter(|round| !unfinished.contains(round)) {
        if let Some(day) = day(&round.path) {
            days.entry(day).or_default().push(round);
        }
    }
    for (day, rounds) in days {
        let place = folder.join(DAYS);
        make_private(folder.disk, &place)?;
        // An arbiter that was stopped may have removed a part of the day, and the rest is packed again.
        let mut names = (0_u32..).map(|again| match again {
            0 => format!("{day}.tar.gz"),
            again => format!("{day}.{again}.tar.gz"),
        });
        let name = names.find(|name| !folder.disk.is_taken(&place.join(name))).expect("there is no last number");
        let draft = place.join(".draft");
        let wrong = |source: io::Error| FolderError::System { what: "write", path: draft.clone(), source };
        let file = folder.disk.write(&draft, OpenMode::Rewrite).map_err(wrong)?;
        let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::default()));
        archive.mode(tar::HeaderMode::Deterministic);
        for round in &rounds {
            let name = round.path.file_name().unwrap_or_default();
            archive.append_dir_all(name, &round.path).map_err(wrong)?;
        }
        let mut file = archive.into_inner().and_then(GzEncoder::finish).map_err(wrong)?;
        file.flush().map_err(wrong)?;
        replace(folder.disk, &*file, &draft, &place.join(name))?;
        sync_folder(folder.disk, &place)?;
        rounds.iter().try_for_each(|round| remove_all(folder.disk, &round.path))?;
    }
    Ok(())
}
