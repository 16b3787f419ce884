//! Plays a whole tournament on this machine, in its folder.

use std::path::Path;

use uvi_cup::{Plan, Progress, RunEnd, file::OutputKeys};

use super::{
    manner::Manner,
    stage::{TournamentRun, games_at_once},
    telling::Teller,
};
use crate::{
    bot::Nursery,
    cli::{
        exit::{Code, CommandResult, failed},
        output::complain,
        signals::SignalPolicy,
    },
    cup::{Begin, Folder, OpenedFolder},
    world::DISK,
};

/// Opens the folder for a plan. With `Begin::Fresh`, old contents are moved aside first, and their place is printed.
pub(crate) fn open(plan: &Plan, folder: &Path, begin: Begin) -> CommandResult<OpenedFolder> {
    if begin == Begin::Fresh
        && let Some(aside) = Folder::set_aside(DISK, folder)?
    {
        complain(&format!("arbiter: the old contents of {} are now in {}", folder.display(), aside.display()));
    }
    Ok(Folder::open(DISK, folder, plan, begin)?)
}

/// Plays a plan until it is complete, decided or stopped. Running games are written to the path of `live`, if there is one.
pub(crate) fn play(
    (plan, nursery): (&Plan, Nursery),
    opened: OpenedFolder,
    manner: &Manner,
    live: Option<(&Path, &OutputKeys)>,
) -> CommandResult<(Code, Progress)> {
    let OpenedFolder { folder, progress, .. } = opened;
    let concurrency = games_at_once(manner, plan);
    let stage = TournamentRun::new(plan, nursery, SignalPolicy::Person)?;
    let mut teller = Teller::new(manner, plan, (folder.path(), &progress), concurrency).map_err(failed)?;
    if let Some((path, outputs)) = live {
        teller.write_live(folder.path(), path, outputs).map_err(failed)?;
    }
    teller.begin(folder.path(), &progress, true);
    let ended = stage.play(plan, (folder, None, progress), (manner, concurrency), &mut |news, progress| {
        teller.hear(news, progress);
    });
    teller.end();
    let (ending, progress, signal) = ended?;
    if ending == RunEnd::Complete {
        teller.reveal();
    }
    if ending == RunEnd::OutOfTime {
        complain("arbiter: the time is over, and games are left; run the command again to resume");
    }
    let exit = match (signal, ending) {
        (_, RunEnd::Complete | RunEnd::Decided) => Code::Yes,
        (0, RunEnd::Stopped | RunEnd::OutOfTime) => Code::Undecided,
        (signal, RunEnd::Stopped | RunEnd::OutOfTime) => Code::Signal(signal),
    };
    Ok((exit, progress))
}
