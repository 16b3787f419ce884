//! Opens regular files only. Pipes and devices are refused at once, because a read from a pipe may wait for ever and a
//! device may have no end.

use std::{
    fmt,
    fs::{File, OpenOptions},
    io::{self, Read},
    os::unix::fs::{FileTypeExt, OpenOptionsExt},
    path::Path,
};

use flate2::read::MultiGzDecoder;
use rustix::{fs::OFlags, io::Errno};

/// Opens a regular file to read it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(at_once()).open(path)?;
    must_be(&file)?;
    Ok(file)
}

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

/// The first bytes of packed files that are not unpacked here, with the program that packs so.
const PACKED: [(&[u8], &str); 6] = [
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"PK\x03\x04", "zip"),
    (b"7z\xbc\xaf", "7z"),
    (b"Rar!", "rar"),
];

/// Unpacks the bytes of a file if they are those of gzip, to at most 128 MiB. Other packed files, and binary files such as
/// Polyglot's books, are refused by name.
pub(crate) fn unpacked(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let refused = |found: &str| {
        let text = format!("expected text, or text packed by gzip, found {found}");
        Err(io::Error::new(io::ErrorKind::InvalidData, text))
    };
    if let Some((_, program)) = PACKED.iter().find(|(first, _)| bytes.starts_with(first)) {
        return refused(&format!("a file packed by {program}: unpack it first"));
    }
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        // Text in UTF-16 has single zeros.
        let is_binary = bytes.windows(2).take(15).any(|pair| pair == [0, 0]);
        return if is_binary { refused("a binary file") } else { Ok(bytes) };
    }
    let mut text = Vec::new();
    MultiGzDecoder::new(&*bytes).take(LONGEST_FILE + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LONGEST_FILE { Err(too_large(LONGEST_FILE, &"more")) } else { Ok(text) }
}

fn too_large(most: u64, found: &dyn fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("expected at most {most} bytes, found {found}"))
}

/// Reads a regular file of at most `most` bytes; fails with `FileTooLarge` if the file is longer. Bytes
/// that are added during the read are ignored.
pub(super) fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(open(path)?, most)
}

pub(super) fn read_unlinked(path: &Path) -> io::Result<Vec<u8>> {
    read_all(open_unlinked(path)?, LONGEST_FILE)
}

fn read_all(file: File, most: u64) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_large(most, &length));
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
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};

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
    fn packed_bytes_are_unpacked() {
        let pack = |bytes: &[u8]| {
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(bytes).unwrap();
            packed.finish().unwrap()
        };
        // Two packed files one after the other are packed too.
        let text = unpacked([pack(b"one, "), pack(b"two")].concat()).unwrap();
        assert_eq!((&*text, &*unpacked(b"plain".to_vec()).unwrap()), (&b"one, two"[..], &b"plain"[..]));
        let cut = pack(b"one")[..12].to_vec();
        assert_eq!(unpacked(cut).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        let bomb = unpacked(pack(&vec![0; LONGEST_FILE as usize + 1])).unwrap_err();
        assert_eq!(bomb.to_string(), "expected at most 134217728 bytes, found more");
        for (bytes, found) in [
            (&b"\x28\xb5\x2f\xfd\x04"[..], "a file packed by zstd: unpack it first"),
            (b"PK\x03\x04\x14\0\0\0", "a file packed by zip: unpack it first"),
            (b"\x82\x3c\x9b\x50\xfd\x11\x4f\x98\x0c\xe2\0\x01\0\0\0\0", "a binary file"),
        ] {
            let refused = unpacked(bytes.to_vec()).unwrap_err().to_string();
            assert_eq!(refused, format!("expected text, or text packed by gzip, found {found}"));
        }
        assert!(unpacked(b"\xff\xfe1\0.\0 \0e\x004\0".to_vec()).is_ok());
    }

    /// A file that grows while it is read, or says that it is empty and is not, is not read for ever.
    #[test]
    fn no_more_is_read_than_there_was() {
        let grows = Path::new("/proc/self/status");
        if grows.exists() {
            assert_eq!(read_up_to(grows, LONGEST_FILE).unwrap(), b"", "its length is 0");
        }
    }
}
