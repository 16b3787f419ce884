//! Files that are files: what is no regular file is refused at once, so that nobody waits for a named pipe, and no device
//! is read without end.

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

/// Opens a regular file to read it, which is no symbolic link to one.
pub(crate) fn open_unlinked(path: &Path) -> io::Result<File> {
    let flags = at_once() | OFlags::NOFOLLOW.bits().cast_signed();
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
    let file = opened.map_err(|error| match Errno::from_io_error(&error) {
        Some(Errno::LOOP) => unexpected("a symbolic link"),
        Some(_) | None => error,
    })?;
    must_be(&file)?;
    Ok(file)
}

/// Reads a regular file, as long as it is when it is opened.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_all(open(path)?)
}

/// Reads a regular file that is no symbolic link.
pub(crate) fn read_unlinked(path: &Path) -> io::Result<Vec<u8>> {
    read_all(open_unlinked(path)?)
}

fn read_all(file: File) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    not_above(length, LONGEST_FILE)?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The longest file that is read at once, in bytes. The log of a game has less than a thousandth of it.
pub(crate) const LONGEST_FILE: u64 = 512 * 1024 * 1024;

/// The longest text that people write, in bytes. The values made of it take much more memory.
pub(crate) const LONGEST_TEXT: u64 = 16 * 1024 * 1024;

/// The longest plan that the arbiter has written, in bytes. A plan may hold many openings.
pub(crate) const LONGEST_PLAN: u64 = 256 * 1024 * 1024;

fn not_above(length: u64, most: u64) -> io::Result<()> {
    if length <= most {
        return Ok(());
    }
    let text = format!("expected at most {most} bytes, found {length}");
    Err(io::Error::new(io::ErrorKind::FileTooLarge, text))
}

/// Reads a regular file of text that people write: UTF-8 without NUL, of at most 16 MiB.
pub(crate) fn read_to_string(path: &Path) -> io::Result<String> {
    not_above(open(path)?.metadata()?.len(), LONGEST_TEXT)?;
    text(read(path)?, LONGEST_TEXT)
}

/// Reads the plan of a tournament, which is text of at most 256 MiB.
pub(crate) fn read_plan(path: &Path) -> io::Result<String> {
    not_above(open(path)?.metadata()?.len(), LONGEST_PLAN)?;
    text(read(path)?, LONGEST_PLAN)
}

/// The text in the bytes of a file.
///
/// # Errors
/// `InvalidData` if it is not UTF-8 or holds a NUL, `FileTooLarge` above `most` bytes.
pub(super) fn text(bytes: Vec<u8>, most: u64) -> io::Result<String> {
    not_above(bytes.len() as u64, most)?;
    let text = utf8(bytes)?;
    match text.bytes().position(|byte| byte == 0) {
        Some(place) => {
            let text = format!("expected text, found a NUL at byte {}", place + 1);
            Err(io::Error::new(io::ErrorKind::InvalidData, text))
        }
        None => Ok(text),
    }
}

fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Reads a regular file of UTF-8 of at most 512 MiB.
pub(crate) fn read_long_text(path: &Path) -> io::Result<String> {
    utf8(read(path)?)
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
    Err(unexpected(found))
}

/// There is something else in the place of a file. The error is of the kind `InvalidInput`.
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

    #[test]
    fn a_text_is_bounded_and_holds_no_nul() {
        let path = testkit::processes::scratch("text").join("text");
        let error = |path| read_to_string(path).unwrap_err().to_string();
        std::fs::write(&path, "name\0 = 1").unwrap();
        assert_eq!(error(&path), "expected text, found a NUL at byte 5");
        File::options().write(true).open(&path).unwrap().set_len(LONGEST_TEXT + 1).unwrap();
        assert_eq!(error(&path), "expected at most 16777216 bytes, found 16777217");
        assert!(read_plan(&path).unwrap_err().to_string().starts_with("expected text"), "a plan may be as long");
        std::fs::remove_file(&path).unwrap();
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
