//! A second account for tests, and a folder that it can enter. The repository may lie below a home that only its owner
//! can enter.

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    processes::{marker, tests_folder},
    programs,
};

/// The account that owns nothing.
pub const NOBODY: u32 = 65_534;

/// Returns the words that run a command under another account, to be put before it. Only root can run them.
pub fn become_account(account: u32) -> [String; 6] {
    let account = account.to_string();
    ["setpriv", "--reuid", &account, "--regid", &account, "--clear-groups"].map(str::to_owned)
}

/// A folder that every account can enter. It has the built programs in cargo's layout, and is removed when dropped.
#[derive(Debug)]
pub struct OpenFolder(PathBuf);

impl OpenFolder {
    /// Creates the folder below the target folder. If other accounts cannot get there, creates it below the system's
    /// temporary directory.
    ///
    /// # Panics
    /// If other accounts can enter none of the places.
    #[track_caller]
    pub fn new(name: &str) -> Self {
        let places = [tests_folder(), std::env::temp_dir(), "/tmp".into(), "/var/tmp".into()];
        let found = places.iter().filter_map(|place| Self::below(place, name)).find(Self::runs_as_nobody);
        let folder = found.unwrap_or_else(|| panic!("no other account can start a program in any of {places:?}"));
        folder.give_programs();
        folder
    }

    fn below(place: &Path, name: &str) -> Option<Self> {
        let open = |dir: &Path| fs::metadata(dir).is_ok_and(|found| found.mode() & 0o001 != 0);
        let place = place.canonicalize().ok().filter(|place| place.ancestors().all(open))?;
        // Tests of another user may have left a folder of the same name.
        let path = (0..100).map(|_| place.join(marker(name))).find(|path| fs::create_dir(path).is_ok())?;
        let folder = Self(path);
        fs::set_permissions(&folder.0, PermissionsExt::from_mode(0o755)).ok()?;
        Some(folder)
    }

    /// True if the other account can start a program here. The file system may forbid that.
    fn runs_as_nobody(&self) -> bool {
        let script = self.0.join("script");
        fs::write(&script, "#!/bin/sh\nexit 0\n").unwrap();
        fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
        let words = become_account(NOBODY);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(&script).current_dir(&self.0);
        let runs = command.stdin(Stdio::null()).status().is_ok_and(|status| status.success());
        fs::remove_file(script).unwrap();
        runs
    }

    /// Links or copies the programs beside the tests, and this test program into a folder below them.
    fn give_programs(&self) {
        let executable = |path: &PathBuf| {
            path.is_file() && path.extension().is_none() && fs::metadata(path).unwrap().mode() & 0o100 != 0
        };
        let files = fs::read_dir(programs()).unwrap().map(|entry| entry.unwrap().path());
        for program in files.filter(executable) {
            give(&program, &self.0.join(program.file_name().unwrap()));
        }
        let this = std::env::current_exe().unwrap();
        fs::create_dir(self.0.join("deps")).unwrap();
        fs::set_permissions(self.0.join("deps"), PermissionsExt::from_mode(0o755)).unwrap();
        give(&this, &self.test_program());
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a built program in the folder.
    pub fn program(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Returns the path of the running test program in the folder.
    pub fn test_program(&self) -> PathBuf {
        self.0.join("deps").join(std::env::current_exe().unwrap().file_name().unwrap())
    }

    /// Creates an empty folder inside that belongs to this account.
    pub fn folder_of(&self, account: u32, name: &str) -> PathBuf {
        let path = self.0.join(marker(name));
        fs::create_dir(&path).unwrap();
        chown(&path, Some(account), Some(account)).unwrap();
        path
    }
}

impl Drop for OpenFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Links a program, or copies it if other accounts cannot start it, because a link has the mode of its file.
fn give(program: &Path, to: &Path) {
    let for_all = fs::metadata(program).unwrap().mode() & 0o005 == 0o005;
    if !for_all || fs::hard_link(program, to).is_err() {
        fs::copy(program, to).unwrap();
        fs::set_permissions(to, PermissionsExt::from_mode(0o755)).unwrap();
    }
}
