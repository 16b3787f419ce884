//! The files of bots: their hashes when a plan is made, and the check that they are unchanged when a game begins.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program is a file of this machine, as a process is"
)]

use std::{
    collections::BTreeMap,
    fs::{self, File, Metadata},
    io::{self, Read},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Mutex,
};

use rustix::io::Errno;
use sha2::{Digest as _, Sha256};
use uvi::Digest;
use uvi_cup::{Plan, file::Content, schedule::BotIndex};
use uvi_games::game::Seat;

use super::folder::LogMark;
use crate::{
    bot::{Launch, StartError, named_path},
    driver::Setup,
    world::{DISK, regular, threads::lock},
};

/// The reason why a bot is no longer that of the plan.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum ProgramError {
    #[error(
        "bot {bot}: {} changed while the tournament ran: sha256 {}… before, {}… now",
        .path.display(), LogMark::from(*.then), LogMark::from(*.now)
    )]
    Changed { bot: String, path: PathBuf, then: Digest, now: Digest },
    #[error("bot {bot} does not start: {text}")]
    Gone { bot: String, text: String },
    /// A file of the bot cannot be examined, for a reason that may pass. The text has the path and the reason.
    #[error("{0}")]
    Unseen(String),
}

/// The hashes of a bot's files, except those that it writes itself. An unreadable file is left out with a warning.
pub fn contents(launch: &Launch, writes: &[String]) -> Result<Vec<Content>, StartError> {
    let mut contents = Vec::new();
    for (word, path) in files(launch, writes)? {
        match hash(&path) {
            Ok(sha256) => contents.push(Content { word, sha256 }),
            // Later the file can be read, so it would seem to have changed.
            Err(source) if may_pass(&source) => return Err(StartError::Hidden { path, source }),
            Err(error) => log::warn!("cannot read {}, so changes to it go unnoticed: {error}", path.display()),
        }
    }
    Ok(contents)
}

/// Returns a warning for each argument of a bot that is the relative path of a file beside the tournament file, but
/// does not exist in the bot's folder. The bot's folder is its `dir`, or else the current folder.
pub fn misplaced(plan: &Plan, file: &Path) -> Vec<String> {
    let Some(beside) = file.parent().filter(|parent| !parent.as_os_str().is_empty()) else { return Vec::new() };
    let mut told = Vec::new();
    for entrant in &plan.entrants {
        let dir = entrant.setting("dir");
        let base = dir.map(PathBuf::from).unwrap_or_default();
        for word in shell_words::split(entrant.command.as_str()).unwrap_or_default().iter().skip(1) {
            let path = named_path(word);
            let there = beside.join(path);
            if !path.as_os_str().is_empty() && path.is_relative() && !base.join(path).exists() && there.is_file() {
                let folder = if dir.is_some() { "the bot's dir" } else { "the current folder" };
                told.push(format!(
                    "bot {}: there is no {} in {folder}, from which its paths count, but there is {}; write that, or run \
                     the command from {}",
                    entrant.name,
                    path.display(),
                    there.display(),
                    beside.display()
                ));
            }
        }
    }
    told
}

fn files(launch: &Launch, writes: &[String]) -> Result<Vec<(u32, PathBuf)>, StartError> {
    let mut files = launch.files()?;
    let written = |word: &String| writes.iter().any(|file| word == file || word.ends_with(&format!("={file}")));
    files.retain(|(place, _)| *place == 0 || !written(&launch.command[*place as usize]));
    Ok(files)
}

/// The hashes of the files read so far. Bots often share a program, which is then read once.
static READ: Mutex<BTreeMap<FileIdentity, Digest>> = Mutex::new(BTreeMap::new());

pub(super) fn hash(path: &Path) -> io::Result<Digest> {
    let mut file = regular::open(path)?;
    let found = FileIdentity::from(&file.metadata()?);
    if let Some(digest) = lock(&READ).get(&found) {
        return Ok(*digest);
    }
    let digest = read(&mut file)?;
    // A file that was written meanwhile is read again next time.
    if FileIdentity::from(&file.metadata()?) == found {
        lock(&READ).insert(found, digest);
    }
    Ok(digest)
}

fn may_pass(error: &io::Error) -> bool {
    let errno = Errno::from_io_error(error);
    errno.is_some_and(|errno| [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::IO].contains(&errno))
}

fn read(file: &mut File) -> io::Result<Digest> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(Digest(digest.finalize().into())),
            count => digest.update(&buffer[..count]),
        }
    }
}

/// The files of all bots of a plan.
#[derive(Debug)]
pub(super) struct Programs<'a> {
    plan: &'a Plan,
    bots: Vec<Vec<ProgramFile>>,
}

#[derive(Debug)]
struct ProgramFile {
    path: PathBuf,
    sha256: Option<Digest>,
    /// Held while it is decided whether the file must be read, and while it is read.
    reading: Mutex<()>,
}

/// The properties that change when a file is written or replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct FileIdentity {
    file: (u64, u64),
    size: u64,
    written: (i64, i64),
    changed: (i64, i64),
}

impl From<&Metadata> for FileIdentity {
    fn from(found: &Metadata) -> Self {
        Self {
            file: (found.dev(), found.ino()),
            size: found.len(),
            written: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        }
    }
}

impl<'a> Programs<'a> {
    /// The files of the bots of this plan. Fails if a bot can no longer be started.
    pub(super) fn new(plan: &'a Plan) -> Result<Self, ProgramError> {
        let bots = (0..plan.entrants.len()).map(|bot| watched(plan, BotIndex(bot))).collect::<Result<_, _>>()?;
        Ok(Self { plan, bots })
    }

    pub(super) fn none(plan: &'a Plan) -> Self {
        Self { plan, bots: plan.entrants.iter().map(|_| Vec::new()).collect() }
    }

    pub(super) fn places(&self) -> Vec<PathBuf> {
        let files = self.bots.iter().flatten().map(|file| file.path.clone());
        let dirs = self.plan.entrants.iter().filter_map(|entrant| entrant.setting("dir"));
        files.chain(dirs.map(PathBuf::from)).collect()
    }

    /// Checks that these bots are unchanged since the plan was made. Reads only files whose identity has changed.
    /// Returns an error for the first file that is missing or changed, or cannot be examined.
    pub(super) fn check(&self, table: &[BotIndex]) -> Result<(), ProgramError> {
        table.iter().try_for_each(|&bot| {
            let name = &self.plan.entrant(bot).name;
            self.bots[bot.0].iter().try_for_each(|file| file.check(name))
        })
    }
}

fn watched(plan: &Plan, bot: BotIndex) -> Result<Vec<ProgramFile>, ProgramError> {
    let entrant = plan.entrant(bot);
    let gone = |text: String| ProgramError::Gone { bot: entrant.name.clone(), text };
    let spec = plan.trial(bot).map_err(|error| gone(error.to_string()))?;
    let setup = Setup::new(DISK, spec).map_err(|error| gone(error.to_string()))?;
    let Some(launch) = setup.launch(Seat::ONE) else { return Ok(Vec::new()) };
    let files = files(launch, &entrant.writes).map_err(|error| gone(error.to_string()))?;
    let held = |word: u32| entrant.files.iter().find(|content| content.word == word).map(|content| content.sha256);
    // Files that the plan does not know are not compared, but the program must exist in any case.
    let files = files.into_iter().filter(|(word, _)| *word == 0 || held(*word).is_some());
    Ok(files.map(|(word, path)| ProgramFile { path, sha256: held(word), reading: Mutex::default() }).collect())
}

impl ProgramFile {
    fn check(&self, bot: &str) -> Result<(), ProgramError> {
        let gone = |error: io::Error| {
            let path = self.path.display();
            let text = match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => format!("there is no file {path}"),
                io::ErrorKind::PermissionDenied => format!("{path} is no longer readable"),
                _ => return ProgramError::Unseen(format!("cannot look at {path}: {error}")),
            };
            ProgramError::Gone { bot: bot.to_owned(), text }
        };
        let found = FileIdentity::from(&fs::metadata(&self.path).map_err(gone)?);
        let Some(then) = self.sha256 else { return Ok(()) };
        // Games that begin together read a changed file once.
        let _reading = lock(&self.reading);
        let known = lock(&READ).get(&found).copied();
        let now = known.map_or_else(|| hash(&self.path), Ok).map_err(gone)?;
        if now == then {
            return Ok(());
        }
        Err(ProgramError::Changed { bot: bot.to_owned(), path: self.path.clone(), then, now })
    }
}
