//! Opens regular files only. A pipe or a device in the place of a file that another process writes would hold up the
//! board for as long as that process likes.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io,
    os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _},
    path::Path,
};

/// Opens a regular file to read it. Never waits for the other end of a pipe. Fails if the file cannot be opened, or is
/// not a regular file. The error names the path.
pub fn open(path: &Path) -> io::Result<File> {
    // A device may act when it is opened.
    check(path)?;
    // Another process may have replaced the file since.
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
    let opened = opened.and_then(|file| must_be_regular(&file.metadata()?).map(|()| file));
    opened.map_err(|error| named(path, &error))
}

/// Returns an error unless the path leads to a regular file. Fails as [`open`] does.
pub fn check(path: &Path) -> io::Result<()> {
    fs::metadata(path).and_then(|found| must_be_regular(&found)).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn must_be_regular(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let text = format!("expected a regular file, found {}", kind(found));
    Err(io::Error::new(io::ErrorKind::InvalidInput, text))
}

fn kind(found: &Metadata) -> &'static str {
    match found.file_type() {
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        kind if kind.is_dir() => "a directory",
        _ => "a device",
    }
}
