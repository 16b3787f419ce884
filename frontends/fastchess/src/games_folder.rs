//! The folder of a tournament. The same command line in the same directory resumes its last folder in which games are
//! left, if the programs are the same and no other process is at work there. Otherwise a new folder begins.

use std::{
    fs,
    path::{Path, PathBuf},
};

use arbiter::{
    cup::{Begin, Folder, FolderError, FolderView, OpenedFolder},
    world::DISK,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uvi_cup::Plan;

/// The command line of the folder, as JSON.
const WORDS: &str = "command.json";
/// The number of games whose outputs are written.
const TOLD: &str = "told";

/// A claimed folder, with the plan that is played in it.
#[derive(Debug)]
pub(crate) struct GamesFolder {
    pub(crate) plan: Plan,
    pub(crate) opened: OpenedFolder,
    pub(crate) is_resumed: bool,
}

/// The words and the seed by which a folder is played. Fails if the folder has none.
pub(crate) fn words(folder: &Path) -> Result<(Vec<String>, u64), String> {
    let other = if folder.is_file() { "; this is a file: if fastchess wrote it, give its command line" } else { "" };
    let none = || format!("{}: expected a folder of arbiter-fastchess, with {WORDS} in it{other}", folder.display());
    let text = fs::read_to_string(folder.join(WORDS)).map_err(|_| none())?;
    let held: Value = serde_json::from_str(&text).map_err(|_| none())?;
    let words = held["words"].as_array().ok_or_else(none)?;
    let words = words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect();
    Ok((words, held["srand"].as_u64().ok_or_else(none)?))
}

/// The newest folder of the tournament whose `-config outname=` was this file; `None` if there is none, or a file.
pub(crate) fn newest(file: &str) -> Option<PathBuf> {
    let base = base(file.strip_suffix(".json").filter(|_| !Path::new(file).exists())?);
    let folders = fs::read_dir(base).ok()?.flatten().map(|entry| entry.path());
    let begun = |folder: &PathBuf| fs::metadata(folder.join(WORDS)).and_then(|words| words.modified()).ok();
    folders.filter_map(|folder| Some((begun(&folder)?, folder))).max().map(|(_, folder)| folder)
}

/// The folder of all tournaments with this `-config outname=`. `config.json` is that of fastchess without one.
pub(crate) fn base(outname: &str) -> PathBuf {
    let name = outname.trim_end_matches(".json");
    PathBuf::from(format!("{}.games", if name == "config" { "fastchess" } else { name }))
}

/// The number of games of a folder whose outputs are written.
pub(crate) fn told(folder: &Path, games: usize) -> usize {
    fs::read_to_string(folder.join(TOLD)).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(games)
}

/// Remembers the number of games whose outputs are written. A folder that cannot be written ends the tournament anyway.
pub(crate) fn tell(folder: &Path, games: usize) {
    let _ = fs::write(folder.join(TOLD), games.to_string());
}

/// Opens the folder of a command line below `base`. `make` makes the plan of a seed; `fresh` is the seed of a new
/// folder. Fails if the plan cannot be made, or a folder cannot be used.
pub(crate) fn open(
    base: &Path,
    words: &[String],
    (only, is_afresh): (Option<&Path>, bool),
    fresh: u64,
    mut make: impl FnMut(u64) -> Result<Plan, String>,
) -> Result<GamesFolder, String> {
    let here = std::env::current_dir().map_err(|error| error.to_string())?;
    let all = words.iter().map(String::as_str).chain(here.to_str()).collect::<Vec<_>>().join("\0");
    let mark: String = Sha256::digest(all.as_bytes()).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let numbered = |number: u32| base.join(format!("{mark}.{number}"));
    let mut number = (1..).find(|number| !numbered(*number).exists()).unwrap_or(u32::MAX);
    let known: Vec<PathBuf> = match only {
        Some(only) => vec![only.to_owned()],
        None => (1..number).rev().map(numbered).collect(),
    };
    for folder in known.into_iter().filter(|folder| !is_afresh && is_unfinished(folder)) {
        let (_, srand) = self::words(&folder)?;
        let plan = make(srand)?;
        // It fails for another program, and if another process is at work there.
        if let Ok(opened) = Folder::open(DISK, &folder, &plan, Begin::GoOn) {
            return Ok(GamesFolder { plan, opened, is_resumed: true });
        }
    }
    fs::create_dir_all(base).map_err(|error| format!("cannot make {}: {error}", base.display()))?;
    let plan = make(fresh)?;
    loop {
        let folder = numbered(number);
        match Folder::open(DISK, &folder, &plan, Begin::GoOn) {
            Ok(opened) if opened.is_fresh => {
                let held = json!({ "words": words, "srand": fresh }).to_string();
                fs::write(folder.join(WORDS), held).map_err(|error| format!("{}: {error}", folder.display()))?;
                tell(&folder, 0);
                return Ok(GamesFolder { plan, opened, is_resumed: false });
            }
            // Another process was faster.
            Ok(_) | Err(FolderError::Busy(_) | FolderError::OtherPlan { .. }) => number += 1,
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// True if games are left in the folder, so that its seed is not published.
fn is_unfinished(folder: &Path) -> bool {
    folder.join(WORDS).is_file()
        && FolderView::new(DISK, folder).file().is_ok_and(|file| file.is_some_and(|file| file.seed.is_none()))
}
