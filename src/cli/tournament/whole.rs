//! Plays a whole tournament on this machine, in its folder.

use std::{io, path::Path};

use uvi_cup::{Plan, Progress, RunEnd, file::OutputKeys};

use super::{game_pgn::live_pgn, manner::Manner, run_controls::RunControls, telling::Teller};
use crate::{
    bot::Nursery,
    cli::{
        engines,
        exit::{CliError, Code, CommandResult, failed, usage},
        output::complain,
        signals::SignalPolicy,
    },
    cup::{Begin, Folder, FolderError, GameStartError, OpenedFolder, ProgramError, TournamentError},
    world::DISK,
};

/// Opens the folder for a plan. With `Begin::Fresh`, old contents are moved aside first, and their place is printed.
pub(crate) fn open(plan: &Plan, folder: &Path, begin: Begin) -> CommandResult<OpenedFolder> {
    // A log is named in text.
    if folder.to_str().is_none() {
        return Err(usage(format!("{}: expected a path of UTF-8", folder.display())));
    }
    if begin == Begin::Fresh
        && let Some(aside) = Folder::set_aside(DISK, folder)?
    {
        complain(&format!("arbiter: the old contents of {} are now in {}", folder.display(), aside.display()));
    }
    Folder::open(DISK, folder, plan, begin).map_err(|error| match &error {
        FolderError::System { source, .. } if source.kind() == io::ErrorKind::PermissionDenied => {
            let cure = match DISK.is_folder(folder) {
                true => format!("arbiter rate {} shows the standings and writes nothing", folder.display()),
                false => "choose another folder with --folder".to_owned(),
            };
            failed(anyhow::anyhow!("{error}; {cure}"))
        }
        _ => error.into(),
    })
}

/// Plays a plan until it is complete, decided or stopped. Running games are written to the path of `live`, if there is one.
pub(crate) fn play(
    (plan, nursery): (&Plan, Nursery),
    opened: OpenedFolder,
    manner: &Manner,
    live: Option<(&Path, &OutputKeys)>,
) -> CommandResult<(Code, Progress)> {
    let OpenedFolder { folder, progress, .. } = opened;
    engines::check_plan(plan, &nursery)?;
    let controls = RunControls::listen(SignalPolicy::Person)?;
    let mut teller = Teller::new(manner, plan, folder.path(), &progress).map_err(failed)?;
    let live = live.map(|(path, outputs)| live_pgn(plan, folder.path(), path, outputs));
    teller.live = live.transpose().map_err(failed)?;
    teller.begin(folder.path(), &progress, true);
    let tournament = manner.tournament(plan, (folder, None, progress), nursery, &controls);
    let ended = tournament.run(&mut |news, progress| teller.hear(news, progress));
    teller.end();
    let (ending, progress) = ended.map_err(not_played)?;
    if ending == RunEnd::Complete {
        teller.reveal();
    }
    if ending == RunEnd::OutOfTime {
        complain("arbiter: the time is over, and games are left; run the command again to resume");
    }
    Ok((controls.code(ending), progress))
}

const CHANGED: &str = "; restore the old file to resume, or start over with --fresh (if the bot writes this file itself, \
                       list it in the bot's key writes)";

pub(crate) fn not_played(error: TournamentError) -> CliError {
    let is_unfit = |why: &_| matches!(why, GameStartError::Unfit { reason, .. } if !reason.is_of_machine());
    let (exit, cure) = match error.lost() {
        Some(ProgramError::Changed { .. }) => (Code::Changed, CHANGED),
        Some(ProgramError::Gone { .. }) => (Code::Failed, "; fix it, and run the command again to resume"),
        // A bot that has not played and does not accept the options or the variant will not accept them next time either.
        None if matches!(&error, TournamentError::CannotStart { why, .. } if is_unfit(&**why)) => (Code::Usage, ""),
        Some(ProgramError::Unseen(_)) | None => (Code::Failed, ""),
    };
    CliError { exit, error: anyhow::anyhow!("{error}{cure}") }
}
