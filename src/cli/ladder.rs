//! The command `ladder`: plays the rounds of a ladder, one after another.

use std::{num::NonZeroUsize, ops::ControlFlow, path::PathBuf, thread, time::Duration};

use clap::{Args as ClapArgs, ValueEnum};
use jiff::{Timestamp, tz::TimeZone};
use uvi_cup::{
    BenchedBot, FinishedRound, Ladder, LadderFile, LadderTable, News, Plan, Progress, RunEnd, counted, file::BotEntry,
};
use uvi_games::game::{Registry, derive};
use uvi_pages::report::ladder_html;

use super::{
    exit::{Code, CommandResult, failed, usage},
    opened_ladder::OpenedLadder,
    output::{complain, print_all},
    planning::{make_plan, read_file, startable},
    signals::SignalPolicy,
    tournament::{KEPT, Manner, RunControls, Teller, games_at_once, not_played},
};
use crate::{
    bot::Nursery,
    cup::{
        self, Begin, Folder, FolderError, FolderView, GameError, GameStartError, LADDER_FILE, LadderFolder,
        OpenedFolder, ProgramError, RoundFolder, StoredBots, Tournament, TournamentError,
    },
    world::DISK,
};

/// The pause before the ladder is looked at again, if another arbiter holds it or too few bots are there.
const PAUSE: Duration = Duration::from_millis(200);

/// The number of last games that the page shows.
const SHOWN: usize = 200;

const HELP: &str = "\
FOLDER has ladder.toml and bots/. A file or a folder in bots/ is a bot; put bots there, replace and remove them while the \
ladder runs. A program that can be executed needs no more. Other bots need a manifest NAME.toml beside them (or bot.toml in \
their folder), with a command and, if you like, options, limits and env, as in a tournament file:
  command = \"python3 bot.py\"
  options = { hash = 64 }

The SHA-256 of a bot is its version. A changed bot is a new bot, and the old version keeps its record. A bot that cannot \
play, or crashes three times in 30 games, plays no more until it changes.

ladder.toml:
  tables = 16               # of a round; each plays a block, all seatings over the same luck
  leagues = [4, 12]         # the last rank of each league
  [[game]]                  # any number; each is a tournament file without bots and format
  variant = \"katarenga\"
  clock = \"time 10000 inc 100\"
  [game.each]
  untrusted = true          # for bots that you have not written

The ladder goes on where it was after any stop, kill or power cut. FOLDER has table.txt, table.json and index.html, written \
after each round, and the logs of each round in rounds/. Rounds of earlier days are packed into days/. Several arbiters, \
also on other machines, can play a ladder in a shared folder. `status`, `pause`, `continue` and `stop` on stdin do what \
they do in a tournament.

Examples:
  arbiter ladder ladder
  arbiter ladder ladder --rounds 100
  arbiter ladder ladder --show

Exit codes:
  0  the rounds are played, or the tables are shown
  2  usage, or a wrong ladder.toml
  3  stopped on request
  4  input or output failed
  130, 143  ended by a signal";

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

/// A ladder that is being played.
struct LadderRun<'a> {
    registry: Registry,
    args: &'a LadderArgs,
    /// The file of the ladder, and its name and text for errors.
    file: LadderFile,
    text: (String, String),
    folder: LadderFolder,
    ladder: Ladder,
    bots: StoredBots,
    /// The last rounds, for the page.
    last: Vec<FinishedRound>,
}

/// The next thing to do.
enum NextStep {
    Play(RoundFolder, Box<Plan>, Box<OpenedFolder>),
    /// Something was done; look again.
    Again,
    /// Wait for another arbiter or for bots.
    Wait,
    End,
}

pub(crate) fn run(registry: Registry, args: &LadderArgs) -> CommandResult {
    let Some(opened) = OpenedLadder::open(registry, &args.folder)? else {
        return Err(usage(format!(
            "{} has no {LADDER_FILE}; make one with two lines, [[game]] and variant = \"katarenga\", and put bots into {}",
            args.folder.display(),
            args.folder.join("bots").display()
        )));
    };
    let OpenedLadder { file, text, folder, ladder } = opened;
    let (bots, last) = (StoredBots::default(), Vec::new());
    let mut run = LadderRun { registry, args, file, text, folder, ladder, bots, last };
    if args.show {
        run.look()?;
        let table = LadderTable::of(&run.ladder, &run.bots.names());
        let json = || serde_json::to_string_pretty(&table).map_err(failed);
        print_all([if args.format == TableFormat::Json { json()? } else { table.to_text() }])?;
        return Ok(Code::Yes);
    }
    let controls = RunControls::listen(SignalPolicy::Person)?;
    loop {
        match run.next_step()? {
            NextStep::Play(round, plan, opened) => {
                if let ControlFlow::Break(code) = run.play(&round, &plan, *opened, &controls)? {
                    return Ok(code);
                }
            }
            NextStep::Again => {}
            NextStep::Wait if controls.signal() != 0 => return Ok(Code::Signal(controls.signal())),
            NextStep::Wait => thread::sleep(PAUSE),
            NextStep::End => return Ok(Code::Yes),
        }
    }
}

impl LadderRun<'_> {
    /// Reads the finished rounds and the bots. Names each new reason why a file is no bot.
    fn look(&mut self) -> CommandResult<()> {
        self.folder.tell(&mut self.ladder)?;
        let bots = StoredBots::read(&self.folder)?;
        for text in bots.refused.difference(&self.bots.refused) {
            complain(&format!("arbiter: ladder: {text}"));
        }
        self.bots = bots;
        Ok(())
    }

    /// Resumes a round that nobody plays, or plans the next one.
    fn next_step(&mut self) -> CommandResult<NextStep> {
        let Some(_claimed) = self.folder.claim()? else { return Ok(NextStep::Wait) };
        self.look()?;
        let mut under_way = Vec::new();
        for round in self.folder.unfinished()? {
            if self.folder.drop_unplanned(&round)? {
                continue;
            }
            let (file, text) = read_file(&round.path.join(cup::PLAN))?;
            let held = FolderView::new(DISK, &round.path).seed()?;
            let plan = make_plan(self.registry, &file, Some(&text), held, startable)?;
            match Folder::open(DISK, &round.path, &plan, Begin::Resume) {
                Ok(opened) => return Ok(NextStep::Play(round, Box::new(plan), Box::new(opened))),
                Err(FolderError::Busy(_)) => under_way.extend(self.ladder.names().position(|name| name == round.game)),
                Err(error) => return Err(error.into()),
            }
        }
        let known = self.ladder.rounds() + under_way.len();
        if self.args.rounds.is_some_and(|rounds| known >= rounds as usize) {
            return Ok(if under_way.is_empty() { NextStep::End } else { NextStep::Wait });
        }
        let next = self.ladder.next_round(&self.bots.names(), &under_way, self.file.tables());
        let Some((game, tables)) = next else { return Ok(NextStep::Wait) };
        self.begin(game, &tables)
    }

    /// Plans the next round of a game, and makes its folder.
    fn begin(&self, game: usize, tables: &[Vec<String>]) -> CommandResult<NextStep> {
        let name = self.ladder.names().nth(game).unwrap_or_default().to_owned();
        let round = self.folder.next_round(&name)?;
        let seed = self.file.seed.map(|seed| derive(&seed, &format!("round {}", round.round)));
        let planned = |bots: Vec<BotEntry>, tables: &[Vec<String>], text: Option<&(String, String)>| {
            make_plan(self.registry, &self.file.round(game, bots, tables, seed), text, None, startable)
        };
        match planned(self.bots.entries(tables), tables, Some(&self.text)) {
            Ok(plan) => {
                let opened = Folder::open(DISK, &round.path, &plan, Begin::GoOn)?;
                Ok(NextStep::Play(round, Box::new(plan), Box::new(opened)))
            }
            Err(error) => {
                // A bot that cannot be started, or has wrong settings, is found by a plan of its own.
                let mut benched = Vec::new();
                for entry in self.bots.entries(tables) {
                    let bot = entry.name.get_ref().clone();
                    let alone = vec![vec![bot.clone(); tables[0].len()]];
                    if let Err(error) = planned(vec![entry], &alone, None) {
                        benched.push(BenchedBot { bot, reason: error.to_string() });
                    }
                }
                if benched.is_empty() || benched.len() == self.bots.entries(tables).len() {
                    return Err(error);
                }
                self.finish(&FinishedRound { round: round.round, game: name, results: Vec::new(), benched })?;
                Ok(NextStep::Again)
            }
        }
    }

    /// Plays a round, and keeps its results.
    fn play(
        &mut self,
        round: &RoundFolder,
        plan: &Plan,
        opened: OpenedFolder,
        controls: &RunControls,
    ) -> CommandResult<ControlFlow<Code>> {
        let manner = Manner {
            concurrency: self.args.concurrency,
            keep: KEPT,
            sync: uvi::Sync::default(),
            budget: None,
            forecast: false,
            quiet: self.args.quiet,
        };
        let OpenedFolder { folder, progress, .. } = opened;
        let concurrency = games_at_once(&manner, plan);
        let mut teller = Teller::new(&manner, plan, &progress, concurrency).map_err(failed)?;
        teller.begin(&round.path, &progress);
        let nursery = Nursery::new(std::env::current_exe().map_err(failed)?).map_err(failed)?;
        let Manner { keep, sync, budget, .. } = manner;
        let (shard_games, commands) = (None, controls.commands());
        let tournament =
            Tournament { plan, folder, shard_games, progress, nursery, concurrency, keep, sync, budget, commands };
        let ended = tournament.run(&mut |news: News, progress: &Progress| teller.hear(news, progress));
        teller.end();
        let benched = match ended {
            Ok((RunEnd::Complete | RunEnd::Decided, _)) => Vec::new(),
            Ok((RunEnd::Stopped | RunEnd::OutOfTime, _)) => {
                let signal = controls.signal();
                return Ok(ControlFlow::Break(if signal == 0 { Code::Undecided } else { Code::Signal(signal) }));
            }
            Err(error) => match blamed(&error) {
                Some(bot) => vec![bot],
                None => return Err(not_played(error)),
            },
        };
        for BenchedBot { bot, reason } in &benched {
            complain(&format!("arbiter: ladder: {bot} plays {} no more until it changes: {reason}", round.game));
        }
        // After an error, the results that were kept count.
        let results = FolderView::new(DISK, &round.path).held()?.results;
        let finished = FinishedRound { round: round.round, game: round.game.clone(), results, benched };
        let _claimed = self.claim()?;
        self.finish(&finished)?;
        self.look()?;
        self.last.push(finished);
        self.write_tables()?;
        let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
        cup::pack(&self.folder, |path| {
            let written = path.join(cup::RESULTS).metadata().and_then(|found| found.modified()).ok()?;
            let day = Timestamp::try_from(written).ok()?.to_zoned(TimeZone::UTC).date();
            (day < today).then(|| day.to_string())
        })?;
        Ok(ControlFlow::Continue(()))
    }

    fn finish(&self, round: &FinishedRound) -> CommandResult<()> {
        Ok(self.folder.finish(round)?)
    }

    /// Waits until no other arbiter holds the ladder, and claims it.
    fn claim(&self) -> CommandResult<Box<dyn std::fmt::Debug + Send>> {
        loop {
            match self.folder.claim()? {
                Some(claimed) => return Ok(claimed),
                None => thread::sleep(PAUSE),
            }
        }
    }

    /// Writes the tables as text, JSON and a page.
    fn write_tables(&mut self) -> CommandResult<()> {
        let table = LadderTable::of(&self.ladder, &self.bots.names());
        while self.last.iter().map(|round| round.results.len()).sum::<usize>() > SHOWN && self.last.len() > 1 {
            self.last.remove(0);
        }
        let json = serde_json::to_string_pretty(&table).map_err(failed)?;
        let here = std::path::Path::new("");
        self.folder.write(here, "table.json", &(json + "\n"))?;
        self.folder.write(here, "table.txt", &(table.to_text() + "\n"))?;
        self.folder.write(here, "index.html", &ladder_html(&table, &self.last))?;
        if !self.args.quiet {
            let rounds = counted(self.ladder.rounds() as u32, "round");
            print_all([format!("{rounds} finished; the tables are in {}", self.folder.join("table.txt").display())])?;
        }
        Ok(())
    }
}

/// The bot that an error names, with the reason. `None` if no bot is to blame.
fn blamed(error: &TournamentError) -> Option<BenchedBot> {
    let lost = |lost: &ProgramError| match lost {
        ProgramError::Changed { bot, .. } | ProgramError::Gone { bot, .. } => {
            Some(BenchedBot { bot: bot.clone(), reason: lost.to_string() })
        }
        ProgramError::Unseen(_) => None,
    };
    match error {
        TournamentError::Lost(error) => lost(error),
        TournamentError::Game(GameError::Lost { lost: error, .. }) => lost(error),
        TournamentError::Game(GameError::CannotStart { why, .. }) => match &**why {
            GameStartError::Unfit { bot, .. } | GameStartError::Sandbox { bot, .. } => {
                Some(BenchedBot { bot: bot.strip_prefix("bot ").unwrap_or(bot).to_owned(), reason: why.to_string() })
            }
            GameStartError::Denied(_) | GameStartError::Path(_) | GameStartError::NoResult(_) => None,
        },
        TournamentError::Game(_) | TournamentError::Store(_) | TournamentError::Thread(_) => None,
    }
}
