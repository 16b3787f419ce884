//! Opens regular files only. Pipes and devices are refused at once, because a read from a pipe may wait for ever and a
//! device may have no end.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read},
    os::unix::fs::{FileTypeExt, OpenOptionsExt},
    path::Path,
};

use rustix::{fs::OFlags, io::Errno};

/// Opens a regular file to read it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(at_once()).open(path)?;
    must_be(&file)?;
    Ok(file)
}

/// Opens a regular file to read it. Refuses a symbolic link.
fn open_unlinked(path: &Path) -> io::Result<File> {
    let flags = at_once() | OFlags::NOFOLLOW.bits().cast_signed();
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
    let file = opened.map_err(|error| match Errno::from_io_error(&error) {
        Some(Errno::LOOP) => unexpected("a symbolic link"),
        Some(_) | None => error,
    })?;
    must_be(&file)?;
    Ok(file)
}

/// Reads a regular file of at most 128 MiB. Bytes that are added during the read are ignored.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, LONGEST_FILE)
}

/// Reads a regular file of at most `most` bytes; fails with `FileTooLarge` if the file is longer.
pub(super) fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(open(path)?, most)
}

/// Reads a regular file of at most 128 MiB. Refuses a symbolic link.
pub(super) fn read_unlinked(path: &Path) -> io::Result<Vec<u8>> {
    read_all(open_unlinked(path)?, LONGEST_FILE)
}

fn read_all(file: File, most: u64) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    if length > most {
        let text = format!("expected at most {most} bytes, found {length}");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The longest file that is read at once, in bytes. A game's log is hundreds of times shorter; the values made of a log
/// of this length take less than 1 GiB of memory.
pub(super) const LONGEST_FILE: u64 = 128 * 1024 * 1024;

/// The flag with which opening never waits, not even for the other end of a pipe.
pub(crate) fn at_once() -> i32 {
    OFlags::NONBLOCK.bits().cast_signed()
}

/// Returns an error unless the file is a regular file.
pub(crate) fn must_be(file: &File) -> io::Result<()> {
    let kind = file.metadata()?.file_type();
    let found = if kind.is_file() {
        return Ok(());
    } else if kind.is_dir() {
        "a directory"
    } else if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    };
    Err(unexpected(found))
}

/// The error for anything other than a regular file. Its kind is `InvalidInput`.
fn unexpected(found: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("expected a regular file, found {found}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_regular_file_is_refused() {
        for (path, kind) in [("/dev/zero", "a device"), ("/", "a directory")] {
            let error = open(Path::new(path)).unwrap_err().to_string();
            assert_eq!(error, format!("expected a regular file, found {kind}"));
        }
    }

    #[test]
    fn a_link_is_refused_where_links_are_not_followed() {
        let link = Path::new("/proc/self/exe");
        if link.exists() {
            open(link).unwrap();
            let error = open_unlinked(link).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
            assert_eq!(error.to_string(), "expected a regular file, found a symbolic link");
        }
    }

    /// A file that grows while it is read, or says that it is empty and is not, is not read for ever.
    #[test]
    fn no_more_is_read_than_there_was() {
        let grows = Path::new("/proc/self/status");
        if grows.exists() {
            assert_eq!(read(grows).unwrap(), b"", "its length is 0");
        }
    }
}
