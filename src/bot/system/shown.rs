//! The files that a bot in the sandbox may read besides the system's: its program with interpreters and libraries, and
//! the files that its command names.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::Read,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use super::program;

/// The programs, libraries and settings of the system. A path that does not exist shows nothing.
#[cfg(target_os = "linux")]
pub(crate) const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/run/current-system/sw",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/alternatives",
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/locale.alias",
    "/etc/os-release",
    "/etc/fonts",
    "/etc/terminfo",
    "/etc/profile",
    "/etc/bash.bashrc",
    "/etc/inputrc",
    "/etc/services",
    "/etc/protocols",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/pki/ca-trust/extracted",
    "/etc/crypto-policies/back-ends",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/fs/cgroup",
    "/sys/kernel/mm/transparent_hugepage",
];

/// The beginnings of the names in `/etc` that are settings of languages.
#[cfg(target_os = "linux")]
const LANGUAGES: [&str; 4] = ["java", "perl", "python", "node"];

#[cfg(target_os = "linux")]
pub(crate) fn system() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let named = |entry: &std::fs::DirEntry| {
        LANGUAGES.iter().any(|language| entry.file_name().as_bytes().starts_with(language.as_bytes()))
    };
    SYSTEM.iter().map(PathBuf::from).chain(entries.filter(named).map(|entry| entry.path())).collect()
}

/// The variables that name libraries of programs, as lists of paths.
const LIBRARIES: [&str; 4] = ["LD_LIBRARY_PATH", "PYTHONPATH", "NODE_PATH", "CLASSPATH"];

/// The greatest number of interpreters that run each other.
const INTERPRETERS: usize = 4;

/// A program to be shown, with the place and the variables of its bot.
pub(crate) struct ShownProgram<'a> {
    pub(crate) program: &'a Path,
    pub(crate) dir: Option<&'a Path>,
    pub(crate) path: Option<&'a OsStr>,
    pub(crate) variable: &'a dyn Fn(&str) -> Option<OsString>,
}

impl ShownProgram<'_> {
    /// The program, the programs that interpret it, the installation of each, and the libraries that the variables name.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let home = (self.variable)("HOME").map(PathBuf::from);
        let mut paths = Vec::new();
        let mut program = Some(self.program.to_owned());
        for _ in 0..INTERPRETERS {
            let Some(file) = program.take() else { break };
            for file in [Some(file.clone()), file.canonicalize().ok()].into_iter().flatten() {
                paths.extend(installation(&file, home.as_deref()));
                paths.push(file);
            }
            program = self.interpreter(&file);
        }
        let listed = LIBRARIES.iter().filter_map(|name| (self.variable)(name));
        let listed = listed.flat_map(|list| std::env::split_paths(&list).collect::<Vec<_>>());
        paths.extend(listed.filter(|path| path.is_absolute() && path.parent().is_some()));
        paths
    }

    /// The program that runs a script, from its first line.
    fn interpreter(&self, script: &Path) -> Option<PathBuf> {
        let mut start = Vec::new();
        File::open(script).ok()?.take(256).read_to_end(&mut start).ok()?;
        let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(OsStr::from_bytes);
        let first = Path::new(words.next()?);
        if first.file_name() != Some(OsStr::new("env")) {
            return Some(first.to_owned());
        }
        let name = words.find(|word| !word.as_bytes().starts_with(b"-"))?.to_str()?;
        program::find(name, self.dir, self.path.map(OsStr::to_owned)).ok()
    }
}

/// The directory of a program with its libraries, such as `/opt/python` for `/opt/python/bin/python3`: the parent of a
/// `bin` that has libraries beside it. Of a home directory only `bin` and the libraries are shown.
fn installation(program: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let Some(bin) = program.parent().filter(|dir| ["bin", "shims"].iter().any(|name| dir.ends_with(name))) else {
        return Vec::new();
    };
    let Some(whole) = bin.parent().filter(|whole| whole.parent().is_some()) else { return Vec::new() };
    let libraries = ["lib", "lib64", "libexec"].map(|name| whole.join(name));
    let libraries: Vec<PathBuf> = libraries.into_iter().filter(|path| path.is_dir()).collect();
    if libraries.is_empty() {
        return Vec::new();
    }
    match home {
        Some(home) if home.starts_with(whole) || whole == home.join(".local") => {
            libraries.into_iter().chain([bin.to_owned()]).collect()
        }
        _ => vec![whole.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_program_is_shown_with_its_installation_and_its_interpreters() {
        let root = testkit::processes::scratch("installations");
        for dir in ["python/bin", "python/lib", "tools/bin", "home/bin", "home/lib", "home/notes"] {
            fs::create_dir_all(root.join(dir)).unwrap();
        }
        let write = |name: &str, text: &str| {
            use std::os::unix::fs::PermissionsExt;
            fs::write(root.join(name), text).unwrap();
            fs::set_permissions(root.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        };
        write("python/bin/python3", "");
        write("tools/bin/bot", "#!/usr/bin/env python3\n");
        write("home/bin/bot", "#! /bin/sh -e\n");
        let path = root.join("python/bin").into_os_string();
        let home = root.join("home").into_os_string();
        let paths = |name: &str| {
            let variable = |name: &str| match name {
                "HOME" => Some(home.clone()),
                "PYTHONPATH" => Some("/opt/packages:here".into()),
                _ => None,
            };
            let program = root.join(name);
            let shown = ShownProgram { program: &program, dir: None, path: Some(&path), variable: &variable }.paths();
            let mut names: Vec<String> = shown
                .into_iter()
                .filter_map(|path| match path.strip_prefix(&root) {
                    Ok(path) => Some(path.to_str()?.to_owned()),
                    Err(_) => {
                        (!path.starts_with("/usr") && path != Path::new("/bin/sh")).then(|| path.display().to_string())
                    }
                })
                .collect();
            names.sort();
            names.dedup();
            names
        };
        assert_eq!(paths("tools/bin/bot"), ["/opt/packages", "python", "python/bin/python3", "tools/bin/bot"]);
        assert_eq!(paths("home/bin/bot"), ["/opt/packages", "home/bin", "home/bin/bot", "home/lib"]);
    }
}
