//! The disk of this machine.

use std::{
    fmt,
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read, Seek as _},
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use rustix::fs::OFlags;

use super::{
    claim::claim,
    files::{Disk, FileKind, Files, OpenMode, WritableFile},
    regular,
};

/// The disk of this machine.
pub const DISK: Disk = &RealFiles;

/// The errors of a folder that can never be synced. They are no sign that the disk has failed.
const CANNOT_SYNC: [io::ErrorKind; 3] =
    [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported, io::ErrorKind::PermissionDenied];

/// The files of this machine.
#[derive(Debug, Clone, Copy)]
pub struct RealFiles;

impl Files for RealFiles {
    fn read_up_to(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        regular::read_up_to(path, most)
    }

    fn read_unlinked(&self, path: &Path) -> io::Result<Vec<u8>> {
        regular::read_unlinked(path)
    }

    fn open(&self, path: &Path, from: u64) -> io::Result<Box<dyn Read + Send>> {
        let mut file = regular::open(path)?;
        file.seek(io::SeekFrom::Start(from))?;
        Ok(Box::new(file))
    }

    fn write(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn WritableFile>> {
        let mut options = OpenOptions::new();
        match mode {
            OpenMode::Append => options.read(true).append(true).create(true),
            OpenMode::AppendUnlinked => options.append(true).create(true),
            OpenMode::AppendExisting => options.read(true).append(true),
            OpenMode::AppendNew => options.append(true).create_new(true),
            OpenMode::Rewrite => options.write(true).create(true).truncate(false),
            OpenMode::RewritePrivate => options.write(true).create(true).truncate(false).mode(0o600),
            OpenMode::NewPrivate => options.write(true).create_new(true).mode(0o600),
        };
        // A bot may have put a link or a pipe in the place of the file.
        let unlinked = if mode == OpenMode::AppendUnlinked { OFlags::NOFOLLOW.bits().cast_signed() } else { 0 };
        let file = options.custom_flags(regular::at_once() | unlinked).open(path)?;
        regular::must_be(&file)?;
        if matches!(mode, OpenMode::Rewrite | OpenMode::RewritePrivate) {
            file.set_len(0)?;
        }
        Ok(Box::new(file))
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        DirBuilder::new().mode(0o700).create(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn kind(&self, path: &Path) -> io::Result<FileKind> {
        fs::metadata(path).map(kind)
    }

    fn unlinked_kind(&self, path: &Path) -> io::Result<FileKind> {
        fs::symlink_metadata(path).map(kind)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::copy(from, to)?;
        File::open(to)?.sync_data()
    }

    fn is_same(&self, one: &Path, other: &Path) -> bool {
        let identity = |path| fs::symlink_metadata(path).map(|found| (found.dev(), found.ino()));
        matches!((identity(one), identity(other)), (Ok(one), Ok(other)) if one == other)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }

    fn sync_contents(&self, path: &Path) -> io::Result<()> {
        regular::open(path)?.sync_data()
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        match File::open(path).and_then(|folder| folder.sync_all()) {
            // Some file systems cannot sync folders, and a folder that may be written but not read cannot be opened.
            Err(error) if CANNOT_SYNC.contains(&error.kind()) => Ok(()),
            synced => synced,
        }
    }

    fn claim(&self, path: &Path) -> io::Result<Option<Box<dyn fmt::Debug + Send>>> {
        let folder = File::open(path)?;
        Ok(if claim_at(&folder, path) { Some(Box::new(folder)) } else { None })
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        path.canonicalize()
    }
}

impl WritableFile for File {
    fn sync(&self) -> io::Result<()> {
        self.sync_data()
    }

    fn begin_sync(&self) {
        // This advice makes Linux write the contents. It also says that the file will not be read soon, which is true.
        #[cfg(target_os = "linux")]
        let _ = rustix::fs::fadvise(self, 0, None, rustix::fs::Advice::DontNeed);
    }

    fn cut(&self, size: u64) -> io::Result<()> {
        self.set_len(size)
    }

    fn read_start(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.rewind()?;
        self.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn claim(&self, path: &Path) -> bool {
        claim(self, path)
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        let (ours, there) = (self.metadata()?, fs::metadata(path)?);
        Ok((there.dev(), there.ino()) == (ours.dev(), ours.ino()))
    }
}

/// Claims a folder that was opened at this path. False if another process has claimed the folder, or if the folder is
/// no longer at the path: a claim on a renamed folder would not protect the folder that is now at the path.
fn claim_at(folder: &File, path: &Path) -> bool {
    claim(folder, path) && folder.is_at(path).unwrap_or(false)
}

fn kind(found: fs::Metadata) -> FileKind {
    match found.file_type() {
        kind if kind.is_file() => FileKind::Regular,
        kind if kind.is_dir() => FileKind::Folder,
        _ => FileKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A gate sets its old folder aside and begins another, while a second gate waits for the first folder's claim.
    #[test]
    fn the_claim_of_a_renamed_folder_is_none() {
        let place = testkit::processes::scratch("claim").join("claimed");
        let (path, aside) = (place.join("gate"), place.join("gate.1"));
        fs::create_dir_all(&path).unwrap();
        let opened = File::open(&path).unwrap();
        assert!(claim_at(&opened, &path));
        drop(opened);
        let opened = File::open(&path).unwrap();
        fs::rename(&path, &aside).unwrap();
        assert!(!claim_at(&opened, &path), "the path is free");
        drop(opened);
        let opened = File::open(&aside).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(!claim_at(&opened, &path), "another folder is at the path");
        drop(opened);
        let first = DISK.claim(&path).unwrap();
        assert!(first.is_some());
        assert!(DISK.claim(&path).unwrap().is_none());
        fs::remove_dir_all(&place).unwrap();
    }
}
