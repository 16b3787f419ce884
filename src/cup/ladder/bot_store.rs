//! The bots of a ladder. A file or a folder in `bots/` is a bot; its SHA-256 is its version. Each version is copied into
//! `versions/` and started from there, so a bot may change while its old version plays.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
};

use rustix::fs::{Access, access};
use sha2::{Digest as _, Sha256};
use uvi::Digest;
use uvi_cup::{
    file::{self, BotEntry},
    without_version,
};

use super::{
    super::{
        folder::{
            FolderError,
            disk::{make_private, remove_all, rename, sync_folder},
            system,
        },
        programs::hash,
    },
    ladder_folder::{LadderFolder, VERSIONS},
};
use crate::world::{Disk, FileKind};

const DIGITS: usize = 12;
const MOST_FILES: usize = 10_000;
const MANIFEST: &str = "bot.toml";

/// The bots that are there now.
#[derive(Debug, Default)]
pub struct StoredBots {
    /// The bots, in the order of their names, which have their versions, such as `mine@0123456789ab`. Paths are
    /// relative to the ladder.
    pub bots: Vec<BotEntry>,
    /// The reasons why a file in `bots/` is no bot, each with its name.
    pub refused: BTreeSet<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VersionCopies {
    Made,
    Left,
}

#[derive(Debug, Default)]
struct BotParts {
    program: Option<PathBuf>,
    manifest: Option<PathBuf>,
}

impl StoredBots {
    /// Looks at `bots/`. New versions are copied if `copies` says so. Fails if `bots/` cannot be read, or a version
    /// cannot be copied.
    pub(super) fn read(folder: &LadderFolder, copies: VersionCopies) -> Result<Self, FolderError> {
        let mut listed = folder.disk.list(&folder.join("bots")).map_err(system("read bots of", &folder.path))?;
        // Of two files with one name, the same one plays on every machine.
        listed.sort();
        let mut found: BTreeMap<String, BotParts> = BTreeMap::new();
        let mut stored = Self::default();
        for path in listed {
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                stored.refused.insert(format!("{}: expected a name in UTF-8", folder.shown(&path)));
                continue;
            };
            if is_passed_over(name) {
                continue;
            }
            let is_manifest = path.extension().is_some_and(|it| it == "toml") && folder.disk.is_file(&path);
            let stem =
                if folder.disk.is_folder(&path) { Some(name) } else { path.file_stem().and_then(|it| it.to_str()) };
            let parts = found.entry(stem.unwrap_or(name).to_owned()).or_default();
            let place = if is_manifest { &mut parts.manifest } else { &mut parts.program };
            match place {
                Some(first) => {
                    let [first, path] = [first, &path].map(|path| folder.shown(path));
                    stored.refused.insert(format!("{first} and {path} have one name: only {first} plays"));
                }
                None => *place = Some(path),
            }
        }
        for (name, parts) in found {
            match stored_bot(folder, &name, &parts, copies) {
                Ok(bot) => stored.bots.push(bot),
                Err(Refusal::Bot(text)) => _ = stored.refused.insert(text),
                Err(Refusal::Folder(error)) => return Err(error),
            }
        }
        Ok(stored)
    }

    /// The bot with this name, with or without its version.
    pub fn find(&self, name: &str) -> Option<&BotEntry> {
        self.bots.iter().find(|bot| bot.name.get_ref() == name || without_version(bot.name.get_ref()) == name)
    }

    /// The names of the bots with their versions.
    pub fn names(&self) -> Vec<String> {
        self.bots.iter().map(|bot| bot.name.get_ref().clone()).collect()
    }

    /// The entries of the bots that sit at these tables, in the order of their names.
    pub fn entries(&self, tables: &[Vec<String>]) -> Vec<BotEntry> {
        let seated: BTreeSet<&String> = tables.iter().flatten().collect();
        self.bots.iter().filter(|bot| seated.contains(bot.name.get_ref())).cloned().collect()
    }
}

enum Refusal {
    /// The bot is to blame, or changes just now.
    Bot(String),
    Folder(FolderError),
}

impl From<FolderError> for Refusal {
    fn from(error: FolderError) -> Self {
        Self::Folder(error)
    }
}

fn stored_bot(folder: &LadderFolder, name: &str, parts: &BotParts, copies: VersionCopies) -> Result<BotEntry, Refusal> {
    let disk = folder.disk;
    let unreadable = |path: &Path, error: io::Error| {
        Refusal::Bot(format!("bot {name}: cannot read {}: {error}", folder.shown(path)))
    };
    if name.contains('@') || name.chars().any(char::is_control) {
        return Err(Refusal::Bot(format!("bot {name:?}: expected a name without @ and control characters")));
    }
    let inside = parts.program.as_ref().map(|program| program.join(MANIFEST)).filter(|path| disk.is_file(path));
    let manifest = parts.manifest.clone().or(inside);
    let text = match &manifest {
        Some(path) => disk.read_text(path).map_err(|error| unreadable(path, error))?,
        None => String::new(),
    };
    let mut files = Vec::new();
    if let Some(program) = &parts.program {
        list(disk, program, Path::new(""), &mut files).map_err(|error| unreadable(program, error))?;
    }
    files.sort();
    let mut digest = Sha256::new();
    digest.update((text.len() as u64).to_le_bytes());
    digest.update(&text);
    let mut contents = Vec::new();
    for (inner, path) in &files {
        let content = hash(path).map_err(|error| unreadable(path, error))?;
        digest.update(inner.as_os_str().as_encoded_bytes());
        digest.update([0]);
        digest.update(content.0);
        contents.push(content);
    }
    let version = Digest(digest.finalize().into()).to_string();
    let full = format!("{name}@{}", &version[..DIGITS]);
    let command = default_command(folder, &files)?;
    if let (Some(program), None, None) = (&parts.program, &manifest, &command) {
        let what = if disk.is_folder(program) { "has no bot that can be executed" } else { "cannot be executed" };
        return Err(Refusal::Bot(format!(
            "{} is no bot: it {what}, and there is no {name}.toml",
            folder.shown(program)
        )));
    }
    let shown = manifest.map_or_else(|| name.to_owned(), |path| folder.shown(&path));
    let text = text.trim_start_matches('\u{feff}');
    let mut entry =
        file::read_bot(&full, command.as_deref(), text).map_err(|trouble| Refusal::Bot(trouble.show(&shown, text)))?;
    if parts.program.is_some() && copies == VersionCopies::Made {
        keep(folder, &full, &files, &contents)?;
        entry.dir.get_or_insert_with(|| file::spanned(Path::new(VERSIONS).join(&full).display().to_string()));
    }
    Ok(entry)
}

/// The command of a bot without one in its manifest: its only file, or `bot` in its folder, if it can be started.
fn default_command(folder: &LadderFolder, files: &[(PathBuf, PathBuf)]) -> Result<Option<String>, Refusal> {
    let start = match files {
        [only] => Some(only),
        files => files.iter().find(|(inner, _)| inner == Path::new("bot")),
    };
    let Some((inner, path)) = start.filter(|(_, path)| access(path, Access::EXEC_OK).is_ok()) else { return Ok(None) };
    let Some(inner) = inner.to_str() else {
        return Err(Refusal::Bot(format!("{}: expected a name of UTF-8", folder.shown(path))));
    };
    Ok(Some(shell_words::quote(&format!("./{inner}")).into_owned()))
}

/// True for files that are no part of a bot: what editors, Python and version control leave beside it.
fn is_passed_over(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || name == "__pycache__"
}

/// Lists the files of a bot, each with its path in the copy.
fn list(disk: Disk, path: &Path, inner: &Path, files: &mut Vec<(PathBuf, PathBuf)>) -> io::Result<()> {
    match disk.kind(path)? {
        FileKind::Regular if files.len() < MOST_FILES => {
            let name =
                if inner.as_os_str().is_empty() { Path::new(path.file_name().unwrap_or_default()) } else { inner };
            files.push((name.to_owned(), path.to_owned()));
            Ok(())
        }
        FileKind::Folder => disk.list(path)?.into_iter().try_for_each(|entry| {
            if entry.file_name().and_then(|name| name.to_str()).is_some_and(is_passed_over) {
                return Ok(());
            }
            // A link to a folder could lead round in a circle.
            if disk.unlinked_kind(&entry)? == FileKind::Other && disk.is_folder(&entry) {
                return Err(io::Error::other(format!("{} is a link to a folder", entry.display())));
            }
            list(disk, &entry, &inner.join(entry.file_name().unwrap_or_default()), files)
        }),
        FileKind::Regular => Err(io::Error::other(format!("expected at most {MOST_FILES} files"))),
        FileKind::Other => Err(io::Error::other("expected files and folders only")),
    }
}

/// Copies a version into `versions/`, unless it is there. The files must have these contents, in their order.
fn keep(folder: &LadderFolder, name: &str, files: &[(PathBuf, PathBuf)], contents: &[Digest]) -> Result<(), Refusal> {
    let (disk, versions) = (folder.disk, folder.join(VERSIONS));
    let home = versions.join(name);
    if !disk.is_folder(&home) {
        let draft = versions.join(".draft");
        remove_all(disk, &draft)?;
        make_private(disk, &draft)?;
        for ((inner, path), content) in files.iter().zip(contents) {
            let target = draft.join(inner);
            let home = target.parent().unwrap_or(&draft);
            make_private(disk, home)?;
            disk.copy(path, &target).map_err(system("copy", path))?;
            if hash(&target).map_err(system("read", &target))? != *content {
                return Err(Refusal::Bot(format!("bot {name}: {} changes just now", folder.shown(path))));
            }
            sync_folder(disk, home)?;
        }
        sync_folder(disk, &draft)?;
        rename(disk, &draft, &home, "write", &home)?;
    }
    Ok(())
}
