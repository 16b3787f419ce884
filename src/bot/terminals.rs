//! The terminals of this machine. A bot in the sandbox may not open them, because it could read what is typed.

use std::{fs, path::PathBuf};

use rustix::fs::{Access, access};

/// The terminals that this account may read, and the directory in which new terminals appear.
pub(crate) fn terminals() -> Vec<PathBuf> {
    let entries = fs::read_dir("/dev").into_iter().flatten().flatten();
    let consoles = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_console));
    let readable = consoles.map(|entry| entry.path()).filter(|path| access(path, Access::READ_OK).is_ok());
    // All of `/dev/pts`, because the terminals of windows and remote shells come and go.
    [PathBuf::from("/dev/pts")].into_iter().chain(readable).collect()
}

/// Returns true if a device of this name is a terminal: `tty1`, `ttyS0` or `console`. The name `tty` alone means the
/// terminal of the process that opens it, and a bot has none.
fn is_console(name: &str) -> bool {
    name == "console" || name.strip_prefix("tty").is_some_and(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_console_is_known_by_its_name() {
        assert!(["console", "tty0", "tty63", "ttyS0", "ttyUSB1"].into_iter().all(is_console));
        assert!(!["tty", "null", "pts", "ptmx", "vcs1"].into_iter().any(is_console));
        assert_eq!(terminals()[0], PathBuf::from("/dev/pts"));
    }
}
