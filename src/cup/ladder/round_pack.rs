//! Finished rounds of earlier days, packed into one archive a day.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};

use super::{
    super::folder::{
        FolderError,
        disk::{make_private, remove_all, replace, sync_folder},
    },
    ladder_folder::DAYS,
    opened_ladder::OpenedLadder,
};
use crate::world::{Disk, OpenMode, WritableFile};

/// Packs the finished rounds that `day` names into an archive for each day, and removes their folders. `day` gives the
/// day on which a round was finished, such as `2026-11-26`; `None` keeps the round as it is. Returns true if any was
/// packed. No round is removed before its archive is on the disk.
pub fn pack(ladder: &OpenedLadder, day: impl Fn(&Path) -> Option<String>) -> Result<bool, FolderError> {
    let (folder, disk) = (&ladder.folder, ladder.folder.disk);
    let mut days: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for round in ladder.over()? {
        if let Some(day) = day(&round) {
            days.entry(day).or_default().push(round);
        }
    }
    let is_packed = !days.is_empty();
    for (day, rounds) in days {
        let place = folder.join(DAYS);
        make_private(disk, &place)?;
        // An arbiter that was stopped may have removed a part of the day, and the rest is packed again.
        let mut names = (0_u32..).map(|again| match again {
            0 => format!("{day}.tar.gz"),
            again => format!("{day}.{again}.tar.gz"),
        });
        let name = names.find(|name| !disk.is_taken(&place.join(name))).expect("there is no last number");
        let draft = place.join(".draft");
        let wrong = |source: io::Error| FolderError::System { what: "write", path: draft.clone(), source };
        let file = disk.write(&draft, OpenMode::Rewrite).map_err(wrong)?;
        let mut archive = tar::Builder::new(GzEncoder::new(WholeWrites(file), Compression::default()));
        for round in &rounds {
            let name = PathBuf::from(round.file_name().unwrap_or_default());
            add_folder(disk, round, &name, &mut archive).map_err(wrong)?;
        }
        let WholeWrites(mut file) = archive.into_inner().and_then(GzEncoder::finish).map_err(wrong)?;
        file.flush().map_err(wrong)?;
        replace(disk, &*file, &draft, &place.join(name))?;
        sync_folder(disk, &place)?;
        rounds.iter().try_for_each(|round| remove_all(disk, round))?;
    }
    Ok(is_packed)
}

/// Writes all that it is given, because the compressor does not go on after an interruption.
struct WholeWrites(Box<dyn WritableFile>);

impl io::Write for WholeWrites {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Adds the files in a folder to an archive, in the order of their names.
fn add_folder(disk: Disk, folder: &Path, name: &Path, archive: &mut tar::Builder<impl io::Write>) -> io::Result<()> {
    let mut entries = disk.list(folder)?;
    entries.sort();
    for path in entries {
        let name = name.join(path.file_name().unwrap_or_default());
        if disk.is_folder(&path) {
            add_folder(disk, &path, &name, archive)?;
            continue;
        }
        let content = disk.read(&path)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, name, &*content)?;
    }
    Ok(())
}
