//! Files that are files: what is no regular file is refused at once, so that nobody waits for a named pipe, and no device
//! is read without end.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read},
    os::unix::fs::{FileTypeExt, OpenOptionsExt},
    path::Path,
};

use rustix::fs::OFlags;

/// Opens a regular file to read it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(at_once()).open(path)?;
    must_be(&file)?;
    Ok(file)
}

/// Reads a regular file, as long as it is when it is opened.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a regular file of UTF-8.
pub(crate) fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Opens a regular file to rewrite it, or makes it, with this mode.
pub(crate) fn create(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(false).mode(mode).custom_flags(at_once()).open(path)?;
    must_be(&file)?;
    file.set_len(0)?;
    Ok(file)
}

/// Opens a regular file to read it and add to it, or makes it.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).append(true).create(true).custom_flags(at_once()).open(path)?;
    must_be(&file)?;
    Ok(file)
}

/// A flag with which nothing waits to be opened.
pub(crate) fn at_once() -> i32 {
    OFlags::NONBLOCK.bits().cast_signed()
}

/// Refuses what is no regular file.
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
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("expected a regular file, found {found}")))
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

    /// A file that grows while it is read, or says that it is empty and is not, is not read for ever.
    #[test]
    fn no_more_is_read_than_there_was() {
        let grows = Path::new("/proc/self/status");
        if grows.exists() {
            assert_eq!(read(grows).unwrap(), b"", "its length is 0");
        }
    }
}
