//! The disk as an argument: everything that folders, logs and claims do with files.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use super::{regular::LONGEST_FILE, threads::cores};

/// A disk, which lives as long as the program.
pub type Disk = &'static dyn Files;

/// The files of a disk. Errors are those of the system.
pub trait Files: fmt::Debug + Send + Sync {
    /// Reads a regular file of at most `most` bytes whole. Fails with `InvalidInput` if it is no regular file,
    /// `FileTooLarge` if it is longer.
    fn read_up_to(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// Reads a regular file of at most 128 MiB whole, unless it is a symbolic link.
    fn read_unlinked(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Opens a regular file to read it part by part, from this byte on.
    fn open(&self, path: &Path, from: u64) -> io::Result<Box<dyn io::Read + Send>>;

    /// Opens a regular file to write it.
    fn write(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn WritableFile>>;

    /// Makes a folder that only its owner can enter.
    fn make_folder(&self, path: &Path) -> io::Result<()>;

    /// The paths of the files and folders in a folder, in any order.
    fn list(&self, path: &Path) -> io::Result<Vec<PathBuf>>;

    /// The kind of a file; a symbolic link is followed.
    fn kind(&self, path: &Path) -> io::Result<FileKind>;

    /// The kind of a file; a symbolic link is not followed.
    fn unlinked_kind(&self, path: &Path) -> io::Result<FileKind>;

    /// Renames a file or a folder. Replaces a file of the new name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a file another name by a hard link.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Copies a file, and syncs the copy.
    fn copy(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// True if both are names of one file.
    fn is_same(&self, one: &Path, other: &Path) -> bool;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes a folder and its contents.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;

    /// Makes the contents of a regular file durable; the file need not be open.
    fn sync_contents(&self, path: &Path) -> io::Result<()>;

    /// Makes the names in a folder durable, after files were made, renamed or removed.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;

    /// Claims a folder until the value is dropped. `None` if another process has claimed it.
    fn claim(&self, path: &Path) -> io::Result<Option<Box<dyn fmt::Debug + Send>>>;

    /// The absolute path without symbolic links.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;

    /// The number of threads that read files at the same time.
    fn readers(&self) -> usize {
        cores().get()
    }
}

/// An open file that can be written.
pub trait WritableFile: io::Write + fmt::Debug + Send + Sync {
    /// Makes the contents durable. The name is durable after [`Files::sync_folder`].
    fn sync(&self) -> io::Result<()>;

    /// Asks the system to begin writing the contents to the disk.
    fn begin_sync(&self) {}

    /// Cuts the file off after `size` bytes.
    fn cut(&self, size: u64) -> io::Result<()>;

    /// Reads the file from its beginning, at most `most` bytes.
    fn read_start(&mut self, most: u64) -> io::Result<Vec<u8>>;

    /// Claims the file until it is closed. False if another process has claimed it.
    fn claim(&self, path: &Path) -> bool;

    /// True if the file of this name is this file.
    fn is_at(&self, path: &Path) -> io::Result<bool>;
}

/// The way in which a file is opened to write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenMode {
    /// Append; the file is made if it is missing.
    Append,
    /// As `Append`, unless the file is a symbolic link.
    AppendUnlinked,
    /// Append to a file that must exist.
    AppendExisting,
    /// Append to a file that must not exist.
    AppendNew,
    /// Empty the file, or make it.
    Rewrite,
    /// As `Rewrite`; only the owner can read the file.
    RewritePrivate,
    /// Make a file that must not exist; only the owner can read it.
    NewPrivate,
}

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    Regular,
    /// A folder.
    Folder,
    /// A symbolic link, a device, a pipe or a socket.
    Other,
}

impl dyn Files {
    /// True if there is such a file or folder; a symbolic link is followed.
    pub fn exists(&self, path: &Path) -> bool {
        self.kind(path).is_ok()
    }

    /// True if anything has this name, even a link that leads nowhere.
    pub fn is_taken(&self, path: &Path) -> bool {
        self.unlinked_kind(path).is_ok()
    }

    /// True if the path is a folder, or a link to a folder.
    pub fn is_folder(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == FileKind::Folder)
    }

    /// True if the path is a regular file, or a link to a regular file.
    pub fn is_file(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == FileKind::Regular)
    }

    /// Makes the names in the folder of a file durable.
    pub fn sync_name(&self, path: &Path) -> io::Result<()> {
        self.sync_folder(folder_of(path))
    }

    /// Makes a folder and the missing folders above it, and makes their names durable.
    pub fn make_folders(&self, path: &Path) -> io::Result<()> {
        if path.as_os_str().is_empty() {
            return Ok(());
        }
        match self.kind(path) {
            Ok(FileKind::Folder) => return Ok(()),
            Err(error) if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Err(error);
            }
            Ok(FileKind::Regular | FileKind::Other) | Err(_) => {}
        }
        path.parent().map_or(Ok(()), |above| self.make_folders(above))?;
        match self.make_folder(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && self.is_folder(path) => Ok(()),
            made => made.and_then(|()| self.sync_name(path)),
        }
    }

    /// Reads a regular file whole. Fails as [`Files::read_up_to`] with 128 MiB.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_up_to(path, LONGEST_FILE)
    }

    /// Reads a text that people write: UTF-8 without NUL, of at most 16 MiB. Fails with `InvalidData` if the file is no
    /// such text.
    pub fn read_text(&self, path: &Path) -> io::Result<String> {
        text(self.read_up_to(path, LONGEST_TEXT)?)
    }

    /// Reads the plan of a tournament: a text of at most 256 MiB.
    pub fn read_plan(&self, path: &Path) -> io::Result<String> {
        text(self.read_up_to(path, LONGEST_PLAN)?)
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// The longest text that people write, in bytes. The values made of it take much more memory.
const LONGEST_TEXT: u64 = 16 * 1024 * 1024;

/// The longest plan that the arbiter has written, in bytes. A plan may hold many openings.
const LONGEST_PLAN: u64 = 256 * 1024 * 1024;

/// The text in the bytes of a file, which is UTF-8 without NUL.
fn text(bytes: Vec<u8>) -> io::Result<String> {
    let text = String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    match text.bytes().position(|byte| byte == 0) {
        Some(place) => {
            let text = format!("expected text, found a NUL at byte {}", place + 1);
            Err(io::Error::new(io::ErrorKind::InvalidData, text))
        }
        None => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;
    use crate::world::DISK;

    #[test]
    fn a_text_is_bounded_and_holds_no_nul() {
        let path = testkit::processes::scratch("text").join("text");
        let error = |path| DISK.read_text(path).unwrap_err().to_string();
        std::fs::write(&path, "name\0 = 1").unwrap();
        assert_eq!(error(&path), "expected text, found a NUL at byte 5");
        File::options().write(true).open(&path).unwrap().set_len(LONGEST_TEXT + 1).unwrap();
        assert_eq!(error(&path), "expected at most 16777216 bytes, found 16777217");
        assert!(DISK.read_plan(&path).unwrap_err().to_string().starts_with("expected text"), "a plan may be as long");
        std::fs::remove_file(&path).unwrap();
    }
}
