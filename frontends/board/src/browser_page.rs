//! The file that leads a browser to the board. The browser is told the address of the file, because every account of the
//! machine can read a command line, and with it the key.

use std::{
    fs::{self, DirBuilder},
    io::{self, Write as _},
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
};

use crate::memory::private;

/// The prefix of the folder's name; the number of the process follows.
const FOLDER: &str = "open-";

/// A page that leads to the board, in a folder that only its owner can read. Removed on drop.
#[derive(Debug)]
pub struct BrowserPage {
    folder: PathBuf,
}

impl BrowserPage {
    /// Writes the page that leads to `url` into a new folder in `logs`.
    pub fn write(logs: &Path, url: &str) -> io::Result<Self> {
        let folder = logs.join(format!("{FOLDER}{}", std::process::id()));
        // A killed board may have had the same process number.
        let _ = fs::remove_dir_all(&folder);
        DirBuilder::new().mode(0o700).create(&folder)?;
        let page = Self { folder };
        write!(
            private(&page.file())?,
            "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>Arbiter</title>\n\
             <p><a href=\"{url}\">Open the board</a></p>\n"
        )?;
        Ok(page)
    }

    fn file(&self) -> PathBuf {
        self.folder.join("board.html")
    }

    pub fn address(&self) -> String {
        let path = self.file();
        let letter = |byte: &u8| match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => char::from(*byte).to_string(),
            other => format!("%{other:02X}"),
        };
        format!("file://{}", path.as_os_str().as_encoded_bytes().iter().map(letter).collect::<String>())
    }
}

impl Drop for BrowserPage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Removes the pages that killed boards have left in `logs`. No other board may use the folder.
pub fn remove_leftovers(logs: &Path) {
    let entries = fs::read_dir(logs).into_iter().flatten().flatten();
    let is_left = |entry: &fs::DirEntry| entry.file_name().to_str().is_some_and(|name| name.starts_with(FOLDER));
    for left in entries.filter(is_left) {
        let _ = fs::remove_dir_all(left.path());
    }
}
