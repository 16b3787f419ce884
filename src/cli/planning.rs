//! Makes plans from tournament files with the bots of this machine. Errors show the wrong line.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use uvi_cup::{
    Plan, PlanInputs, Progress, TrialResult, Trouble, TroubleCause,
    file::{self, File},
};
use uvi_games::game::{Registry, Seat, Seed};
use uvi_match::{record, referee::MatchSpec};

use super::{
    engines,
    exit::{CliError, CommandResult, cannot, failed, usage},
    openings::judging,
    seats,
};
use crate::{
    bot::Nursery,
    cup::{self, FolderView},
    driver::Setup,
    world::{DISK, regular, tablebases},
};

/// The path of the plan in the folder of a tournament. Fails if the folder has no plan, or the system refuses access.
pub(crate) fn plan_in(folder: &Path) -> CommandResult<PathBuf> {
    let path = folder.join(cup::PLAN);
    match fs::metadata(&path) {
        Ok(found) if found.is_file() => Ok(path),
        Err(error) if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Err(cannot("look at", &path)(error))
        }
        Ok(_) | Err(_) => Err(of_ladder(folder).unwrap_or_else(|| {
            usage(format!("{} is not a tournament folder: expected a {} in it", folder.display(), cup::PLAN))
        })),
    }
}

/// The error of a folder that is a ladder in place of a tournament; `None` if it is none.
pub(crate) fn of_ladder(folder: &Path) -> Option<CliError> {
    let [page, rounds] = ["index.html", "rounds"].map(|name| folder.join(name));
    let (shown, page, rounds) = (folder.display(), page.display(), rounds.display());
    let text = || usage(format!("{shown} is a ladder: its page is {page}, and its tournaments are {rounds}/*"));
    folder.join(cup::LADDER_FILE).is_file().then(text)
}

/// Reads a tournament file. Returns its content, and its path and text for errors.
pub(crate) fn read_file(path: &Path) -> CommandResult<(File, (String, String))> {
    let is_plan = path.file_name().is_some_and(|name| name == cup::PLAN);
    let text = if is_plan { DISK.read_plan(path) } else { DISK.read_text(path) };
    let text = text.map_err(cannot("read", path))?;
    let name = path.display().to_string();
    let file = file::read(&text).map_err(|trouble| usage(trouble.show(&name, &text)))?;
    Ok((file, (name, text)))
}

/// Reads the text of openings, which may be packed by gzip.
pub fn read_book(path: &Path) -> io::Result<String> {
    let bytes = regular::unpacked(DISK.read(path)?)?;
    Ok(record::decode(&bytes).into_owned())
}

/// Makes the plan of a file; errors show `text`, its path and content. A file without a seed gets `held`, the seed of
/// its folder, or else a random one. Checks that this nursery can start the bots; `None` does not look at them.
pub(crate) fn make_plan(
    registry: Registry,
    file: &File,
    text: Option<&(String, String)>,
    held: Option<Seed>,
    nursery: Option<&Nursery>,
) -> CommandResult<Plan> {
    open_tables(file).map_err(usage)?;
    let open = |path: &Path| read_book(path).map_err(|error| format!("cannot read {}: {error}", path.display()));
    plan_by(registry, file, held.unwrap_or_else(|| Seed(rand::random())), nursery, open).map_err(|trouble| {
        let shown = text.map_or_else(|| trouble.flaw.clone(), |(name, text)| trouble.show(name, text));
        let is_of_file = match trouble.cause {
            TroubleCause::File => true,
            // A program existed when the folder was made.
            TroubleCause::Program => held.is_none(),
            TroubleCause::Machine => false,
        };
        if is_of_file { usage(shown) } else { failed(anyhow::anyhow!(shown)) }
    })
}

pub(super) fn open_tables(file: &File) -> Result<(), String> {
    file.tablebases.as_ref().map_or(Ok(()), |folders| tablebases::open(folders.get_ref()))
}

/// As [`make_plan`], with the seed of a file without one; `open` returns the text of the openings.
pub(super) fn plan_by(
    registry: Registry,
    file: &File,
    seed: Seed,
    nursery: Option<&Nursery>,
    open: impl FnOnce(&Path) -> Result<String, String>,
) -> Result<Plan, Trouble> {
    let outside = PlanInputs {
        registry,
        seed,
        find: seats::command_line,
        open,
        try_on: |spec: &MatchSpec, writes: &[String]| {
            nursery.map_or(Ok(None), |nursery| startable(nursery, spec, writes))
        },
        judge: judging(nursery),
    };
    file.plan(outside)
}

/// Checks that the bots of a match can be started on this machine with their limits. Returns the files that the first
/// bot is made of, except `writes`, the files that the bot changes itself.
fn startable(nursery: &Nursery, spec: &MatchSpec, writes: &[String]) -> TrialResult {
    let of_program = |flaw: String| Trouble { cause: TroubleCause::Program, ..Trouble::whole(flaw) };
    let setup = Setup::new(DISK, spec.clone()).map_err(Trouble::whole)?;
    setup.check_bots(nursery).map_err(|(seat, error)| {
        let text = seats::hinted(&error, setup.launch(seat).map(|launch| &launch.command[..]));
        let cause = if error.is_of_machine() { TroubleCause::Machine } else { TroubleCause::Program };
        Trouble { cause, ..Trouble::whole(text) }
    })?;
    let launch = Seat::new(1).and_then(|seat| setup.launch(seat));
    launch.map_or(Ok(()), engines::check).map_err(of_program)?;
    let contents = launch.map(|launch| cup::contents(launch, writes)).transpose();
    contents.map_err(|error| of_program(error.to_string()))
}

/// The plan of the tournament in a folder. The bots are not started, and need not be installed.
pub(crate) fn plan_of(registry: Registry, folder: &Path) -> CommandResult<Plan> {
    let (file, text) = read_file(&plan_in(folder)?)?;
    let seed = FolderView::new(DISK, folder).seed()?;
    make_plan(registry, &file, Some(&text), seed, None)
}

/// As [`plan_of`], with the results in the folder.
pub(crate) fn progress_of(registry: Registry, folder: &Path) -> CommandResult<(Plan, Progress)> {
    let plan = plan_of(registry, folder)?;
    let progress = FolderView::new(DISK, folder).progress(&plan)?;
    Ok((plan, progress))
}
