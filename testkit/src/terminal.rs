//! A terminal of a test, open at both ends.

use std::os::fd::OwnedFd;

use rustix::{
    fs::{Mode, OFlags, open},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};

#[derive(Debug)]
pub struct Terminal {
    /// The end of the person who types and reads.
    pub ours: OwnedFd,
    /// The end of the programs.
    pub theirs: OwnedFd,
    pub path: String,
}

impl Terminal {
    pub fn new() -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let path = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
        let theirs = open(&path, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).unwrap();
        Self { ours, theirs, path }
    }
}

impl Default for Terminal {
    fn default() -> Self {
        Self::new()
    }
}
