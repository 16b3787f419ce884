//! The command `ladder`: plays the rounds of a ladder, one after another.

mod blame;

use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    thread,
    time::Instant,
};

use clap::{Args as ClapArgs, ValueEnum};
use jiff::{Timestamp, tz::TimeZone};
use uvi_cup::{BenchedBot, LadderTable, News, Plan, Progress, RunEnd, counted};
use uvi_games::game::Registry;

use self::blame::blamed;
use super::{
    exit::{CliError, Code, CommandResult, failed, usage},
    open_ladder::{LadderText, PAUSE, TABLE, claim, day_of, open_ladder, without_file},
    output::{complain, print_all},
    planning::{make_plan, read_file},
    report::ladder_page,
    signals::SignalPolicy,
    tournament::{KEPT, Manner, RunControls, Teller, not_played},
};
use crate::{
    bot::Nursery,
    cup::{
        self, FolderView, LADDER_FILE, LadderFolder, LadderStep, OpenedFolder, OpenedLadder, PlanSource, RoundFolder,
    },
    world::DISK,
};

const PAGE: &str = "index.html";

/// The pause after the tables were written, as a multiple of the time that this took: tables of a thousand bots take
/// seconds, and rounds of quick games do not wait for them.
const TABLE_PAUSE: u32 = 9;

const HELP: &str = "\
FOLDER has ladder.toml and bots/. A file or a folder in bots/ is a bot; put bots there, replace and remove them while the \
ladder runs. A program that can be executed needs no more. Other bots need a manifest NAME.toml beside them (or bot.toml in \
their folder), with a command and, if you like, options, limits and env, as in a tournament file:
  command = \"python3 bot.py\"
  options = { hash = 64 }

The SHA-256 of a bot is its version. A changed bot is a new bot, and the old version keeps its record. A bot that \
crashes three times in 30 games, or has a fault in each of its last 10, plays no more until it changes. So does one that \
cannot play, which is also tried again when the ladder is started again.

ladder.toml:
  tables = 16               # of a round; each plays a block, all seatings over the same luck
  leagues = [4, 12]         # the last rank of each league
  [[game]]                  # any number; each is a tournament file without bots and format
  variant = \"katarenga\"
  clock = \"time 10000 inc 100\"
  [game.each]
  untrusted = true          # for bots that you have not written

The ladder goes on where it was after any stop, kill or power cut, also if FOLDER was moved. Games that are taken out of \
ladder.toml, or get other settings, keep their tables. FOLDER has table.txt, table.json and index.html, written \
after each round, and the logs of each round in rounds/. Rounds of earlier days are packed into days/. Several arbiters, \
also on other machines, can play a ladder in a shared folder; --merge takes the rounds of machines without one. `status`, `pause`, `continue` and `stop` on stdin do what \
they do in a tournament.

Examples:
  arbiter ladder ladder
  arbiter ladder ladder --rounds 100
  arbiter ladder ladder --show
  arbiter ladder ladder --merge /mnt/other/ladder";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct LadderArgs {
    /// The folder of the ladder, with ladder.toml and bots/
    folder: PathBuf,
    /// Play until there are this many rounds in all [default: for ever]
    #[arg(long)]
    rounds: Option<u32>,
    /// Play this many games at once [default: as many as the machine has cores for]
    #[arg(long, value_name = "GAMES")]
    concurrency: Option<NonZeroUsize>,
    /// Print the tables and play nothing
    #[arg(long, conflicts_with_all = ["rounds", "concurrency", "quiet"])]
    show: bool,
    /// The format of --show
    #[arg(long, value_enum, default_value_t = TableFormat::Text, requires = "show")]
    format: TableFormat,
    /// Take the finished rounds of this folder too, and play nothing; for machines that share no folder. A round that comes
    /// again counts once
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["rounds", "concurrency", "show"])]
    merge: Vec<PathBuf>,
    /// Print no line for each game
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    /// For people
    Text,
    /// As in table.json
    Json,
}

struct LadderRun<'a> {
    args: &'a LadderArgs,
    planner: RoundPlanner<'a>,
    opened: OpenedLadder,
    /// The last told lack of bots, unless a round was played since then.
    lacks: Option<String>,
    has_played: bool,
    is_stale: bool,
    tables_due: Instant,
}

struct RoundPlanner<'a> {
    registry: Registry,
    folder: &'a Path,
    text: LadderText,
    nursery: Nursery,
}

pub(crate) fn run(registry: Registry, args: &LadderArgs) -> CommandResult {
    let opened = match open_ladder(registry, &args.folder) {
        Err(error) if args.show => {
            complain(&format!("arbiter: ladder: {error}"));
            return show(&mut without_file(registry, &args.folder)?, args.format);
        }
        opened => opened?,
    };
    let Some((mut opened, text)) = opened else {
        return Err(usage(format!(
            "{} has no {LADDER_FILE}; make one with two lines, [[game]] and variant = \"katarenga\", and put bots into {}",
            args.folder.display(),
            args.folder.join("bots").display()
        )));
    };
    if args.show {
        return show(&mut opened, args.format);
    }
    let absolute = |path: &PathBuf| std::path::absolute(path).map_err(failed);
    let merged: Vec<PathBuf> = args.merge.iter().map(absolute).collect::<Result<_, _>>()?;
    // All paths of rounds and bots count from the ladder, so it can be moved.
    let wrong = |error| failed(anyhow::anyhow!("cannot enter {}: {error}", args.folder.display()));
    std::env::set_current_dir(&args.folder).map_err(wrong)?;
    opened.folder = opened.folder.here();
    let nursery = Nursery::of_this_program().map_err(failed)?;
    let (has_played, is_stale, tables_due) = (false, false, Instant::now());
    let planner = RoundPlanner { registry, folder: &args.folder, text, nursery };
    let mut run = LadderRun { args, planner, opened, lacks: None, has_played, is_stale, tables_due };
    if !merged.is_empty() {
        return run.merge(&merged);
    }
    {
        let _claimed = claim(&run.opened.folder)?;
        run.look()?;
        run.opened.ladder.forgive();
    }
    run.opened.ladder.retired().iter().for_each(|text| complain(&format!("arbiter: ladder: {text}")));
    let controls = RunControls::listen(SignalPolicy::Person)?;
    let ended = run.play_rounds(&controls);
    let written = run.write_new_tables();
    ended.and_then(|code| written.map(|()| code))
}

fn show(opened: &mut OpenedLadder, format: TableFormat) -> CommandResult {
    opened.look_on()?;
    let table = opened.tables();
    print_all([if format == TableFormat::Json { json(&table)? } else { table.to_text() }])?;
    Ok(Code::Yes)
}

fn json(table: &LadderTable) -> CommandResult<String> {
    serde_json::to_string_pretty(table).map_err(failed)
}

impl LadderRun<'_> {
    fn play_rounds(&mut self, controls: &RunControls) -> CommandResult {
        loop {
            match self.next_step()? {
                LadderStep::Play(round, plan, opened) => {
                    self.lacks = None;
                    controls.begin();
                    if let ControlFlow::Break(code) = self.play(&round, &plan, *opened, controls)? {
                        return Ok(code);
                    }
                }
                LadderStep::Benched(game, benched) => {
                    tell_benched(&game, &benched);
                    self.is_stale = true;
                }
                LadderStep::Wait | LadderStep::WaitForBots(_) if controls.signal() != 0 => {
                    return Ok(Code::Signal(controls.signal()));
                }
                LadderStep::WaitForBots(lack) if self.lacks.as_ref() != Some(&lack) => {
                    controls.rest();
                    complain(&format!("arbiter: ladder: waiting for bots: {lack}"));
                    self.lacks = Some(lack);
                }
                LadderStep::Wait | LadderStep::WaitForBots(_) => {
                    controls.rest();
                    self.write_new_tables()?;
                    thread::sleep(PAUSE);
                }
                LadderStep::End => {
                    if !self.has_played {
                        let rounds = self.opened.ladder.rounds() as u32;
                        let are = if rounds == 1 { "is" } else { "are" };
                        let rounds = counted(rounds, "finished round");
                        complain(&format!(
                            "arbiter: ladder: there {are} {rounds} already; --rounds counts all of the ladder"
                        ));
                    }
                    return Ok(Code::Yes);
                }
            }
        }
    }

    /// Reads the finished rounds and the bots. Names each new reason why a file is no bot.
    fn look(&mut self) -> CommandResult<()> {
        for text in self.opened.look()? {
            complain(&format!("arbiter: ladder: {text}"));
        }
        Ok(())
    }

    fn next_step(&mut self) -> CommandResult<LadderStep> {
        let Some(_claimed) = self.opened.folder.claim()? else { return Ok(LadderStep::Wait) };
        self.look()?;
        self.keep_day()?;
        self.opened.next_step(self.args.rounds, &|source| self.planner.plan(source))
    }

    /// The settings of a round. Those that the flags leave open come from the file of the game.
    fn manner(&self, game: &str) -> Manner {
        let place = self.opened.ladder.names().position(|name| name == game);
        let file = place.and_then(|place| self.opened.file.game.get(place));
        Manner {
            concurrency: self.args.concurrency.or_else(|| file?.concurrency),
            keep: file.and_then(|file| file.keep).unwrap_or(KEPT),
            sync: file.and_then(|file| file.log.sync).unwrap_or_default(),
            budget: None,
            forecast: false,
            quiet: self.args.quiet,
        }
    }

    fn play(
        &mut self,
        round: &RoundFolder,
        plan: &Plan,
        opened: OpenedFolder,
        controls: &RunControls,
    ) -> CommandResult<ControlFlow<Code>> {
        let manner = self.manner(&round.game);
        let OpenedFolder { folder, progress, .. } = opened;
        let mut teller = Teller::new(&manner, plan, &round.path, &progress).map_err(failed)?;
        teller.begin(Path::new(&self.planner.shown(&round.path)), &progress, !self.has_played);
        self.has_played = true;
        let nursery = self.planner.nursery.clone();
        let tournament = manner.tournament(plan, (folder, None, progress), nursery, controls);
        let ended = tournament.run(&mut |news: News, progress: &Progress| teller.hear(news, progress));
        teller.end();
        let benched = match ended {
            Ok((RunEnd::Complete | RunEnd::Decided, _)) => Vec::new(),
            Ok((RunEnd::Stopped | RunEnd::OutOfTime, _)) => return Ok(ControlFlow::Break(controls.stopped())),
            // After an error, the results that were kept count.
            Err(error) => match blamed(&error) {
                Some(bot) => vec![bot],
                None => return Err(not_played(error)),
            },
        };
        tell_benched(&round.game, &benched);
        let _claimed = claim(&self.opened.folder)?;
        self.look()?;
        self.keep_day()?;
        self.opened.finish(round, benched)?;
        let today = today();
        let is_over = |day: &String| *day < today;
        cup::pack(&self.opened, |path| day_of(&path.join(cup::RESULTS)).filter(is_over))?;
        self.is_stale = true;
        if self.tables_due <= Instant::now() {
            self.write_tables()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn merge(&mut self, others: &[PathBuf]) -> CommandResult {
        let _claimed = claim(&self.opened.folder)?;
        self.look()?;
        self.keep_day()?;
        for (other, shown) in others.iter().zip(&self.args.merge) {
            if LadderFolder::file_text(DISK, other)?.is_none() {
                return Err(usage(format!(
                    "--merge: {} has no {LADDER_FILE}: expected the folder of a ladder",
                    shown.display()
                )));
            }
            let (taken, warnings) = self.opened.merge(other)?;
            warnings.iter().for_each(|text| complain(&format!("arbiter: ladder: warning: {text}")));
            print_all([format!("{} of {} merged", counted(taken, "round"), shown.display())])?;
        }
        self.write_tables()?;
        Ok(Code::Yes)
    }

    fn write_new_tables(&mut self) -> CommandResult<()> {
        if !self.is_stale {
            return Ok(());
        }
        let _claimed = claim(&self.opened.folder)?;
        self.write_tables()
    }

    /// Keeps the tables of the day on which the last round was finished if this day is over. The ladder must be claimed and
    /// must have looked, so that all rounds of the day count, and none of a later one.
    fn keep_day(&mut self) -> CommandResult<()> {
        let folder = &self.opened.folder;
        let day = day_of(&folder.last_finish()).filter(|day| *day < today() && !folder.has_day(day));
        if let Some(day) = day.filter(|_| self.opened.ladder.rounds() > 0) {
            folder.keep_day(&day, &(json(&self.opened.tables())? + "\n"))?;
            self.look()?;
        }
        Ok(())
    }

    /// Writes the tables as text, JSON and a page. The ladder must be claimed.
    fn write_tables(&mut self) -> CommandResult<()> {
        let began = Instant::now();
        let (folder, here) = (&self.opened.folder, Path::new("."));
        let table = self.opened.tables();
        folder.write(here, TABLE, &(json(&table)? + "\n"))?;
        folder.write(here, "table.txt", &(table.to_text() + "\n"))?;
        let page = ladder_page(&self.opened, &table, here, Path::new(PAGE))?;
        folder.write(here, PAGE, &page)?;
        self.is_stale = false;
        self.tables_due = Instant::now() + began.elapsed() * TABLE_PAUSE;
        if !self.args.quiet {
            let rounds = counted(self.opened.ladder.rounds() as u32, "round");
            print_all([format!(
                "{rounds} finished; the tables are in {}",
                self.args.folder.join("table.txt").display()
            )])?;
        }
        Ok(())
    }
}

impl RoundPlanner<'_> {
    fn plan(&self, source: PlanSource<'_>) -> CommandResult<Plan> {
        let nursery = Some(&self.nursery);
        match source {
            PlanSource::New(file) => make_plan(self.registry, file, Some(&self.text), None, nursery),
            PlanSource::Alone(file) => make_plan(self.registry, file, None, None, nursery),
            PlanSource::Kept(path) => self.kept_plan(path).map_err(|CliError { exit, error }| {
                let cure = "put back what is missing, or remove this folder, and other tables are played";
                CliError { exit, error: anyhow::anyhow!("{error:#}\n{} cannot go on: {cure}", self.shown(path)) }
            }),
        }
    }

    fn kept_plan(&self, path: &Path) -> CommandResult<Plan> {
        let (file, text) = read_file(&path.join(cup::PLAN))?;
        let held = FolderView::new(DISK, path).seed()?;
        make_plan(self.registry, &file, Some(&text), held, Some(&self.nursery))
    }

    /// A path of the ladder, as seen from where the command was typed.
    fn shown(&self, path: &Path) -> String {
        self.folder.join(path.strip_prefix(".").unwrap_or(path)).display().to_string()
    }
}

fn tell_benched(game: &str, benched: &[BenchedBot]) {
    for BenchedBot { bot, reason } in benched {
        complain(&format!(
            "arbiter: ladder: {bot} plays {game} no more until it changes or the ladder is started again: {reason}"
        ));
    }
}

fn today() -> String {
    Timestamp::now().to_zoned(TimeZone::UTC).date().to_string()
}
