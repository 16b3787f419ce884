//! The workers: what the threads that play games do before and after a game.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use uvi::{LogWords, Sync, ToHost, Value, Word};
use uvi_cup::{
    FinishedGame, GameResult, LogFacts, Plan,
    schedule::{BotIndex, PlannedGame},
};
use uvi_games::game::{BySeat, Seat};
use uvi_match::{record::Record, referee::Unfitness};

use super::{
    pool::{GameLinks, PlayedDeals},
    silent_bots::SilentBots,
};
use crate::{
    bot::{Bots, Core, StartError},
    cup::{
        folder::{self, Folder, FolderError, GameState, disk::remove_log, names::GAMES, system},
        programs::{ProgramError, Programs},
    },
    driver::{self, DenialError, Host, Link, PreparedMatch, Session, Setup, UnsyncedLog},
    world::{Disk, WorldClock, threads::lock},
};

/// An error that ended a tournament, or the reason why a game was not played to its end.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum TournamentError {
    #[error("game {game} cannot start: {why}")]
    CannotStart { game: u32, why: Box<GameStartError> },
    #[error("game {game} cannot start: {text}")]
    Short { game: u32, text: String },
    #[error("game {game} cannot be played: {lost}")]
    Lost { game: u32, lost: Box<ProgramError> },
    #[error("game {game}: {why}")]
    LogFailed { game: u32, why: Box<DenialError> },
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A file of the tournament cannot be used.
    #[error(transparent)]
    Store(#[from] FolderError),
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

impl TournamentError {
    /// The bot that is no longer that of the plan, if this is the reason.
    pub(crate) fn lost(&self) -> Option<&ProgramError> {
        match self {
            Self::Program(lost) => Some(lost),
            Self::Lost { lost, .. } => Some(lost),
            Self::CannotStart { .. } | Self::Short { .. } | Self::LogFailed { .. } => None,
            Self::Store(_) | Self::Thread(_) => None,
        }
    }
}

/// The most descriptors that a match has open besides its bots: its log, the log's seed, and those with which it waits.
const FILES_OF_A_MATCH: usize = 6;

/// The most descriptors that the start of a bot has open: six ends of pipes, a socket with two, a process.
const FILES_OF_A_BOT: usize = 10;

/// The most descriptors that a game has open.
pub(crate) fn files_of_a_game(plan: &Plan) -> usize {
    FILES_OF_A_MATCH + FILES_OF_A_BOT * usize::from(plan.seats)
}

/// The reason why a game cannot start.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum GameStartError {
    /// The match or its log was refused.
    #[error(transparent)]
    Denied(#[from] DenialError),
    #[error("{}", reason.told(&format!("bot {bot}")))]
    Unfit { bot: String, reason: Unfitness },
    #[error("bot {bot}: {error}")]
    Sandbox { bot: String, error: StartError },
    #[error("{}: expected a path of UTF-8", .0.display())]
    Path(PathBuf),
    #[error("{} has no result", .0.display())]
    NoResult(PathBuf),
}

/// The workers of a tournament, with what they share.
#[derive(Debug)]
pub struct Workers<'a> {
    plan: &'a Plan,
    disk: Disk,
    clock: &'static dyn WorldClock,
    bots: Arc<dyn Bots>,
    folder: PathBuf,
    programs: Programs<'a>,
    sync: Sync,
    /// The paths that are hidden from bots.
    hidden: Arc<[PathBuf]>,
    /// The entries of hidden folders that bots see.
    kept: Arc<[PathBuf]>,
    silent: Mutex<SilentBots>,
    /// The end positions of the first games of match play, by number, until their second games begin.
    ends: Mutex<BTreeMap<u32, String>>,
}

impl<'a> Workers<'a> {
    /// The workers of a plan, whose games are kept in this folder. `results` are those of earlier runs.
    ///
    /// # Errors
    /// If a bot cannot be started any more.
    pub fn new(
        plan: &'a Plan,
        folder: &Folder,
        results: &[GameResult],
        sync: Sync,
        bots: Arc<dyn Bots>,
        clock: &'static dyn WorldClock,
    ) -> Result<Self, ProgramError> {
        let programs = if bots.are_processes() { Programs::new(plan)? } else { Programs::none(plan) };
        let (disk, path) = (folder.disk, folder.path());
        let (hidden, kept) = folder::hidden(disk, folder.whole(), &path.join(GAMES), &programs.places());
        let (hidden, kept) = (hidden.into(), kept.into());
        let folder = path.to_owned();
        let played: BTreeSet<&str> = results.iter().flat_map(GameResult::faultless).collect();
        let has_played = |bot: &BotIndex| played.contains(plan.entrant(*bot).name.as_str());
        let silent = Mutex::new(SilentBots::new((0..plan.entrants.len()).map(BotIndex).filter(has_played)));
        Ok(Self { plan, disk, clock, bots, folder, programs, sync, hidden, kept, silent, ends: Mutex::default() })
    }

    /// The way in which bots are started.
    pub fn bots(&self) -> &dyn Bots {
        &*self.bots
    }
}

/// A game to be played.
#[derive(Debug)]
pub struct Job {
    /// The game, with its seats and its opening.
    pub game: PlannedGame,
    /// The bots that are running already.
    pub(super) links: GameLinks,
    /// The deals that these bots have played.
    pub(super) seen: BySeat<PlayedDeals>,
    /// The core of the game, after its index.
    pub(super) core: Option<(usize, Arc<Core>)>,
    /// Bots to stop before the game begins, or in a crowd beside it.
    pub(super) leaving: Vec<Link>,
}

/// A finished game, and its log if that is not on the disk yet.
#[derive(Debug)]
pub struct UnsyncedGame {
    /// The result, with what is printed of it.
    pub game: FinishedGame,
    /// The log, to be synced.
    pub log: Option<UnsyncedLog>,
}

/// The end of a job.
#[derive(Debug)]
pub struct JobResult {
    /// The finished game, or the reason why there is none.
    pub played: Result<Box<UnsyncedGame>, TournamentError>,
    /// The job, with the bots that can play another game.
    pub job: Box<Job>,
}

/// The next step for a game.
enum GameTask {
    /// Nothing: the game is finished.
    Nothing(Box<UnsyncedGame>),
    /// Play the game, after the records that its log has already.
    Game(Box<PreparedMatch>, Option<Box<LogFacts>>),
}

/// Collects a game's facts from its records. The facts are not read from the log, which a bot could have changed.
#[derive(Debug)]
pub struct Notes(Option<Box<LogFacts>>);

impl Host for Notes {
    fn tell(&mut self, _: ToHost) {}

    fn recorded(&mut self, record: &Record) {
        LogFacts::hear(&mut self.0, record);
    }
}

/// A game that is ready to be played.
#[derive(Debug)]
pub struct GameRun {
    job: Box<Job>,
    /// The path of its log.
    pub path: PathBuf,
    /// The facts so far. They hear the records as the host of the match.
    pub notes: Notes,
    /// Bots of the job that the game cannot use. They leave before a later game.
    unused: Vec<Link>,
    /// The number of the game among those that began.
    begun: u64,
}

impl Workers<'_> {
    /// True if a game must have a thread of its own, because it writes to the disk at each event or is to share a core with
    /// its bots.
    pub(super) fn need_threads(&self) -> bool {
        self.sync == Sync::Event || self.plan.shares_cores()
    }

    /// Stops bots. Returns when they are gone.
    pub(super) fn dismiss(&self, bots: Vec<Link>) {
        driver::dismiss(bots, self.plan.terms.patience.quit());
    }

    /// Prepares the game of a job, which uses the bots of the job if possible. A resumed game starts all bots anew.
    ///
    /// # Errors
    /// Returns the result if the game is finished already, or cannot be played.
    pub fn begin(&self, mut job: Box<Job>) -> Result<(GameRun, Box<Session>), JobResult> {
        let path = self.folder.join(uvi_cup::log(job.game.game));
        let (prepared, so_far) = match self.prepare(&job.game, &path) {
            Err(error) => return Err(JobResult { played: Err(error), job }),
            Ok(GameTask::Nothing(finished)) => return Err(JobResult { played: Ok(finished), job }),
            Ok(GameTask::Game(prepared, so_far)) => (prepared, so_far),
        };
        let none = BySeat::new(self.plan.seats, |_| None);
        let given = std::mem::replace(&mut job.links, none.map(|_, _| None));
        let (links, unused) = if prepared.resumed.is_some() { (none, given) } else { (given, none) };
        let session = Session {
            links,
            core: job.core.as_ref().map(|(_, core)| Arc::clone(core)),
            clock: self.clock,
            keep_bots: !self.plan.restart,
            sync_later: true,
            // There are no requests while the game runs.
            ..Session::new(prepared, Arc::clone(&self.bots), driver::no_requests())
        };
        let unused = unused.into_iter().flatten().map(|(link, _)| link).collect();
        let begun = lock(&self.silent).begin();
        Ok((GameRun { job, path, notes: Notes(so_far), unused, begun }, Box::new(session)))
    }

    /// Takes the result of a game that was played. Returns the bots that can play another game with the job, and lets those
    /// leave that the game could not use.
    pub fn end(&self, game: GameRun, mut finished: Box<driver::FinishedMatch>) -> JobResult {
        let GameRun { mut job, path, notes, unused, begun } = game;
        job.leaving.extend(unused);
        std::mem::swap(&mut job.links, &mut finished.links);
        let played = self.conclude((&job.game, begun), finished, notes, &path);
        JobResult { played, job }
    }

    /// Finds out what is left to play. This step and the next ones must not be inlined: one function would need the
    /// stack of all of them at once, in each of many threads.
    #[inline(never)]
    fn prepare(&self, game: &PlannedGame, path: &Path) -> Result<GameTask, TournamentError> {
        let files = files_of_a_game(self.plan);
        self.bots
            .have_room_for(files)
            .map_err(|error| short(game, format!("it needs {files} descriptors: {error}")))?;
        let mut setup = match folder::standing(self.disk, self.plan, game, path)? {
            GameState::Finished(finished) => {
                // The arbiter that played the game may have been killed before it synced the log.
                if self.sync != Sync::Off {
                    let disk = self.disk;
                    disk.sync_contents(path).and_then(|()| disk.sync_name(path)).map_err(system("sync", path))?;
                }
                return Ok(GameTask::Nothing(Box::new(UnsyncedGame { game: *finished, log: None })));
            }
            GameState::CutOff(mut setup) => {
                setup.set_sync(self.sync);
                setup
            }
            GameState::New => self.setup(game, path)?,
        };
        self.programs.check(&game.table).map_err(|lost| match lost {
            ProgramError::Unseen(text) => short(game, text),
            lost => TournamentError::Lost { game: game.game, lost: Box::new(lost) },
        })?;
        for (number, &bot) in (1..).zip(game.table.iter()) {
            let started = setup.start_by(number, self.plan.entrant(bot).found.as_str());
            started.map_err(|denial| cannot_start(game, denial))?;
        }
        // The plan has the seed, so the log needs no file for it.
        setup.keep_secret(Arc::clone(&self.hidden), Arc::clone(&self.kept));
        if !self.plan.remembers() {
            setup.forgets = true;
        }
        let prepared = setup.prepare().map_err(|denial| match denial {
            DenialError::Sandbox { seat, error } => {
                cannot_start(game, GameStartError::Sandbox { bot: self.bot_of(game, seat), error })
            }
            denial if denial.may_pass() => short(game, denial.to_string()),
            denial => cannot_start(game, denial),
        })?;
        let so_far = setup.log_so_far().map(|log| Box::new(LogFacts::of(log)));
        Ok(GameTask::Game(Box::new(prepared), so_far))
    }

    /// The result of a match. If a bot did not start, the log is removed, and there is no result.
    #[inline(never)]
    fn conclude(
        &self,
        (game, begun): (&PlannedGame, u64),
        finished: Box<driver::FinishedMatch>,
        notes: Notes,
        path: &Path,
    ) -> Result<Box<UnsyncedGame>, TournamentError> {
        if let Some(unfit) = finished.not_started {
            if let Unfitness::Mute { fault } = unfit.reason {
                return Err(self.gone(game, unfit.seat, fault.as_str()));
            }
            // What the plan asks of a bot that has played is right, so its program does not start as it did.
            if !unfit.reason.is_of_machine() && lock(&self.silent).has_played(game.table[unfit.seat.index()]) {
                return Err(self.gone(game, unfit.seat, &unfit.reason.told("the bot")));
            }
            let may_pass = unfit.may_pass();
            let why = GameStartError::Unfit { bot: self.bot_of(game, unfit.seat), reason: unfit.reason };
            return Err(if may_pass { short(game, why.to_string()) } else { cannot_start(game, why) });
        }
        if let Some(why) = finished.log_failed {
            return Err(TournamentError::LogFailed { game: game.game, why: Box::new(why) });
        }
        // The facts come from the records, so a change of the file during the match does not matter.
        let (Notes(Some(facts)), Some(log)) = (notes, finished.sha256) else {
            return Err(FolderError::unfinished(path).into());
        };
        let played = folder::finished_game(self.plan, game, &facts, log, path)?;
        let unstarted = facts.unstarted().and_then(|(seat, text)| Some((Seat::new(seat)?, text)));
        if let Some((seat, text)) = unstarted.or_else(|| self.fallen_silent(game, begun, &facts)) {
            remove_log(self.disk, path, self.plan.seats)?;
            return Err(self.gone(game, seat, text));
        }
        if let Some(result) = facts.result().filter(|_| self.plan.match_play && game.within == 1) {
            lock(&self.ends).insert(game.game, result.position.clone());
        }
        Ok(Box::new(UnsyncedGame { game: played, log: finished.unsynced }))
    }

    /// A seat whose bot has played, and did not greet in its last games, with its fault.
    fn fallen_silent<'f>(&self, game: &PlannedGame, begun: u64, facts: &'f LogFacts) -> Option<(Seat, &'f str)> {
        let mut bots = lock(&self.silent);
        let mut fallen = None;
        for (seat, &bot) in Seat::all(self.plan.seats).zip(game.table.iter()) {
            match facts.mute(seat) {
                Some(text) if bots.silent(bot, begun) => fallen = Some((seat, text)),
                Some(_) => {}
                None => bots.greeted(bot, begun),
            }
        }
        fallen
    }

    /// The error of a game in which the bot of a seat does not start any more.
    fn gone(&self, game: &PlannedGame, seat: Seat, text: &str) -> TournamentError {
        let bot = self.bot_of(game, seat);
        TournamentError::Lost { game: game.game, lost: Box::new(ProgramError::Gone { bot, text: text.to_owned() }) }
    }

    #[inline(never)]
    fn setup(&self, game: &PlannedGame, path: &Path) -> Result<Box<Setup>, TournamentError> {
        let more = if self.plan.match_play && game.within > 1 { self.rematch(game)? } else { Vec::new() };
        let log = path.to_str().ok_or_else(|| cannot_start(game, GameStartError::Path(path.to_owned())))?;
        let spec = self.plan.game(game, &more).map_err(|error| cannot_start(game, DenialError::from(error)))?;
        let mut setup = Setup::new(self.disk, spec).map_err(|denial| cannot_start(game, denial))?;
        setup.set_log(Some(LogWords { sync: Some(self.sync), ..self.plan.log_words(log) }));
        Ok(Box::new(setup))
    }

    /// The name of the bot of a seat.
    fn bot_of(&self, game: &PlannedGame, seat: Seat) -> String {
        self.plan.entrant(game.table[seat.index()]).name.clone()
    }

    /// The options of the second game of match play, from the end of the first.
    fn rematch(&self, game: &PlannedGame) -> Result<Vec<(Word, Value)>, TournamentError> {
        let known = lock(&self.ends).remove(&(game.game - 1));
        let position = match known {
            Some(position) => position,
            None => {
                // The first game was played in an earlier run, and its log was checked when the tournament was resumed.
                let first = self.folder.join(uvi_cup::log(game.game - 1));
                let text = self.disk.read(&first).map_err(system("read", &first))?;
                let log = folder::read_log(self.plan, &text, &first)?;
                let result = log.result().map(|result| result.position.clone());
                result.ok_or_else(|| cannot_start(game, GameStartError::NoResult(first)))?
            }
        };
        let spec = self.plan.spec(uvi_cup::name(game), self.plan.seed_of(game), &game.table);
        let table = spec.and_then(|spec| spec.read(&position));
        let table = table.map_err(|error| cannot_start(game, DenialError::from(error)))?;
        Ok(table.rematch())
    }
}

fn short(game: &PlannedGame, text: String) -> TournamentError {
    TournamentError::Short { game: game.game, text }
}

fn cannot_start(game: &PlannedGame, why: impl Into<GameStartError>) -> TournamentError {
    TournamentError::CannotStart { game: game.game, why: Box::new(why.into()) }
}
