//! Opens regular files only. Pipes and devices are refused at once, so that no open waits and no read is endless.

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

/// Reads a regular file, up to the length that it has when it is opened.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_all(open(path)?)
}

/// Reads a regular file that is no symbolic link.
pub(crate) fn read_unlinked(path: &Path) -> io::Result<Vec<u8>> {
    read_all(open_unlinked(path)?)
}

fn read_all(file: File) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The longest accepted file of text that people write, in bytes. The parsed text takes much more memory.
const LONGEST_TEXT: u64 = 16 * 1024 * 1024;

/// The longest accepted plan of a tournament, in bytes. The arbiter writes plans, which may hold many openings.
const LONGEST_PLAN: u64 = 256 * 1024 * 1024;

/// Reads a regular file of text that people write: UTF-8 without NUL, of at most 16 MiB.
pub(crate) fn read_to_string(path: &Path) -> io::Result<String> {
    read_text(path, LONGEST_TEXT)
}

/// Reads the plan of a tournament: UTF-8 without NUL, of at most 256 MiB.
pub(crate) fn read_plan(path: &Path) -> io::Result<String> {
    read_text(path, LONGEST_PLAN)
}

fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let length = open(path)?.metadata()?.len();
    if length > most {
        let text = format!("expected at most {most} bytes, found {length}");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    let text = read_long_text(path)?;
    match text.bytes().position(|byte| byte == 0) {
        Some(place) => {
            let text = format!("expected text, found a NUL at byte {}", place + 1);
            Err(io::Error::new(io::ErrorKind::InvalidData, text))
        }
        None => Ok(text),
    }
}

/// Reads a regular file of UTF-8, however long.
pub(crate) fn read_long_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Opens a regular file and empties it, or makes it with this mode.
pub(crate) fn create(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(false).mode(mode).custom_flags(at_once()).open(path)?;
    must_be(&file)?;
    file.set_len(0)?;
    Ok(file)
}

/// Opens a regular file to read it and append to it, or makes it.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).append(true).create(true).custom_flags(at_once()).open(path)?;
    must_be(&file)?;
    Ok(file)
}

/// The open flag `O_NONBLOCK`, with which no open waits for another process.
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

/// The error for something that is no regular file. Its kind is `InvalidInput`.
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

    /// A file that grows while it is read, or that falsely claims to be empty, is not read for ever.
    #[test]
    fn no_more_is_read_than_there_was() {
        let grows = Path::new("/proc/self/status");
        if grows.exists() {
            assert_eq!(read(grows).unwrap(), b"", "its length is 0");
        }
    }
}
