//! What plays games: a thread, one game at a time.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use uvi::{LogWords, Sync, ToHost, Value, Word};
use uvi_cup::{LogFacts, Plan, WrongLogError, schedule::PlannedGame};
use uvi_games::game::BySeat;
use uvi_match::{
    record::Record,
    referee::{HostError, Unfit},
};

use super::pool::{GameLinks, PlayedDeals};
use crate::{
    bot::{self, Core, Nursery},
    cup::{
        folder::{self, FolderError, GameState, StoredGame, names::GAMES, system},
        programs::{ProgramError, Programs},
    },
    driver::{self, Denial, Host, Link, Prepared, Session, Setup},
    regular,
};

/// Why a game was not played to its end.
#[derive(Debug)]
pub enum GameError {
    /// Its bots cannot play it.
    CannotStart {
        /// Its number.
        game: u32,
        /// What its bots lack.
        why: Box<GameStartError>,
    },
    /// The system has too little left to start it now.
    Short {
        /// Its number.
        game: u32,
        /// What is missing.
        text: String,
    },
    /// A bot is not the one of the plan any more, or cannot be started. There is no result.
    Lost {
        /// Its number.
        game: u32,
        /// What has become of the bot.
        lost: Box<ProgramError>,
    },
    /// Its log cannot be written.
    LogFailed {
        /// Its number.
        game: u32,
        /// What failed.
        why: Box<Denial>,
    },
    /// A file of the tournament cannot be used.
    Store(FolderError),
}

/// What a match may have open at once beside its bots: its log, the log's seed, what it waits with.
const FILES_OF_A_MATCH: usize = 6;

/// What the start of a bot may have open at once: six ends of pipes, a socket with two, a process.
const FILES_OF_A_BOT: usize = 10;

/// How many files a game may have open at once.
pub(crate) fn files_of_a_game(plan: &Plan) -> usize {
    FILES_OF_A_MATCH + FILES_OF_A_BOT * usize::from(plan.seats)
}

/// Why a game cannot start.
#[derive(Debug)]
pub enum GameStartError {
    /// It is not granted.
    Denied(Denial),
    /// A bot cannot play it.
    Unfit(Unfit),
    /// The path of its log is not UTF-8.
    Path(PathBuf),
    /// The game before it, from whose end it begins, has no result.
    NoResult(PathBuf),
}

impl std::error::Error for GameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            Self::CannotStart { .. } | Self::Short { .. } | Self::Lost { .. } | Self::LogFailed { .. } => None,
        }
    }
}

impl From<FolderError> for GameError {
    fn from(error: FolderError) -> Self {
        Self::Store(error)
    }
}

impl From<HostError> for GameStartError {
    fn from(error: HostError) -> Self {
        Self::Denied(error.into())
    }
}

impl From<Denial> for GameStartError {
    fn from(denial: Denial) -> Self {
        Self::Denied(denial)
    }
}

/// What all workers of a tournament have in common.
#[derive(Debug)]
pub(super) struct Common<'a> {
    plan: &'a Plan,
    folder: PathBuf,
    programs: Programs<'a>,
    sync: Sync,
    /// What bots may not see of the folder.
    hidden: Arc<[PathBuf]>,
    /// Where the first games of match play have ended, until their second games begin.
    ends: Mutex<BTreeMap<u32, String>>,
}

impl<'a> Common<'a> {
    /// What the workers of this plan, which is kept in this folder, have in common; the other one is that of the whole
    /// tournament, which bots may not see.
    ///
    /// # Errors
    /// If a bot cannot be started any more.
    pub(super) fn new(plan: &'a Plan, folder: &Path, whole: &Path, sync: Sync) -> Result<Self, ProgramError> {
        let programs = Programs::new(plan)?;
        let hidden = folder::hidden(whole, &folder.join(GAMES), &programs.places()).into();
        Ok(Self { plan, folder: folder.to_owned(), programs, sync, hidden, ends: Mutex::default() })
    }

    fn ends(&self) -> MutexGuard<'_, BTreeMap<u32, String>> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game to be played.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) game: PlannedGame,
    /// Its bots that are there already.
    pub(super) links: GameLinks,
    /// The deals that these have played.
    pub(super) seen: BySeat<PlayedDeals>,
    /// The core that it is held to, by its place in a list, and the core.
    pub(super) core: Option<(usize, Arc<Core>)>,
    /// Bots that leave before it begins.
    pub(super) leaving: Vec<Link>,
}

/// A job that is done.
#[derive(Debug)]
pub(super) struct JobResult {
    pub(super) played: Result<Box<StoredGame>, GameError>,
    /// The job, with the bots that can play another game.
    pub(super) job: Box<Job>,
}

/// The next step for a game.
enum Due {
    /// It is finished.
    Nothing(Box<StoredGame>),
    /// Play it, after what its log says so far.
    Game(Box<Prepared>, Option<Box<LogFacts>>),
}

/// What is recorded of a game, for its result: it is read from no file that a bot could have changed.
#[derive(Debug)]
struct Notes(Option<Box<LogFacts>>);

impl Host for Notes {
    fn tell(&mut self, _: ToHost) {}

    fn recorded(&mut self, record: &Record) {
        match (&mut self.0, record) {
            (None, Record::Match(head)) => self.0 = Some(Box::new(LogFacts::new(head))),
            (facts, record) => facts.iter_mut().for_each(|facts| facts.add(record)),
        }
    }
}

/// What a thread that plays games has.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    plan: &'a Plan,
    common: &'a Common<'a>,
    nursery: Nursery,
}

impl<'a> Worker<'a> {
    /// A worker in the folder of a tournament.
    pub(super) fn new(common: &'a Common<'a>, nursery: Nursery) -> Self {
        Self { plan: common.plan, common, nursery }
    }

    /// Plays a game, with the bots that it is given and those that it starts.
    pub(super) fn work(&self, mut job: Box<Job>) -> JobResult {
        driver::dismiss(std::mem::take(&mut job.leaving), self.plan.terms.patience.quit());
        let core = job.core.as_ref().map(|(_, core)| Arc::clone(core));
        let played = self.play(&job.game, &mut job.links, core);
        JobResult { played, job }
    }

    /// Plays a game to its end, or what is left of it; one that is finished is not played again. The bots that are given
    /// are used as far as they can be, and those that can play another game are left in their place.
    ///
    /// # Errors
    /// If it cannot start, or a file fails.
    fn play(
        &self,
        game: &PlannedGame,
        kept: &mut GameLinks,
        core: Option<Arc<Core>>,
    ) -> Result<Box<StoredGame>, GameError> {
        let path = self.common.folder.join(uvi_cup::log(game));
        let (prepared, so_far) = match self.prepare(game, &path)? {
            Due::Nothing(finished) => return Ok(finished),
            Due::Game(prepared, so_far) => (prepared, so_far),
        };
        let mut notes = Notes(so_far);
        let finished = self.drive(prepared, kept, core, &mut notes);
        self.conclude(game, finished, notes, &path)
    }

    /// Looks where the game stands. This step and those that follow are apart for good: inlined into one, they would need
    /// the stack of all of them at once, in each of many threads.
    #[inline(never)]
    fn prepare(&self, game: &PlannedGame, path: &Path) -> Result<Due, GameError> {
        let files = files_of_a_game(self.plan);
        bot::have_room_for(files).map_err(|error| short(game, format!("it needs {files} descriptors: {error}")))?;
        let mut setup = match folder::standing(self.plan, game, path)? {
            GameState::Finished(finished) => {
                // The arbiter that played it may have been killed before it was on the disk.
                if self.common.sync != Sync::Off {
                    let synced = fs::File::open(path).and_then(|log| log.sync_data());
                    synced.map_err(system("sync", path))?;
                }
                return Ok(Due::Nothing(finished));
            }
            GameState::CutOff(setup) => setup,
            GameState::New => self.setup(game, path)?,
        };
        self.common.programs.check(&game.table).map_err(|lost| match lost {
            ProgramError::Unseen(text) => short(game, text),
            lost => GameError::Lost { game: game.game, lost: Box::new(lost) },
        })?;
        for (number, &bot) in (1..).zip(game.table.iter()) {
            let started = setup.start_by(number, self.plan.entrant(bot).found.as_str());
            started.map_err(|denial| cannot_start(game, denial))?;
        }
        // The plan has the seed.
        setup.keep_secret(Arc::clone(&self.common.hidden));
        if !self.plan.remembers() {
            setup.forget();
        }
        let prepared = setup.prepare().map_err(|denial| match denial.may_pass() {
            true => short(game, denial.to_string()),
            false => cannot_start(game, denial),
        })?;
        let so_far = setup.log_so_far().map(|log| Box::new(LogFacts::of(log)));
        Ok(Due::Game(Box::new(prepared), so_far))
    }

    /// Plays what was prepared.
    #[inline(never)]
    fn drive(
        &self,
        prepared: Box<Prepared>,
        kept: &mut GameLinks,
        core: Option<Arc<Core>>,
        notes: &mut Notes,
    ) -> Box<driver::Finished> {
        let none = BySeat::new(self.plan.seats, |_| None);
        let given = std::mem::replace(kept, none.map(|_, _| None));
        // A game that goes on has its bots restarted.
        let (links, unused) = if prepared.resumed.is_some() { (none, given) } else { (given, none) };
        let session = Session {
            links,
            core,
            may_hold: true,
            keep_bots: !self.plan.restart,
            sync_later: true,
            // Nobody asks for anything while the game runs.
            ..Session::new(prepared, self.nursery.clone(), driver::no_requests())
        };
        let mut finished = driver::run(session, notes);
        let unused = unused.into_iter().flatten().map(|(link, _)| link).collect();
        driver::dismiss(unused, self.plan.terms.patience.quit());
        std::mem::swap(kept, &mut finished.links);
        finished
    }

    /// What came of it.
    #[inline(never)]
    fn conclude(
        &self,
        game: &PlannedGame,
        finished: Box<driver::Finished>,
        notes: Notes,
        path: &Path,
    ) -> Result<Box<StoredGame>, GameError> {
        if let Some(unfit) = finished.not_started {
            if unfit.may_pass() {
                return Err(short(game, unfit.to_string()));
            }
            return Err(cannot_start(game, GameStartError::Unfit(unfit)));
        }
        if let Some(why) = finished.log_failed {
            return Err(GameError::LogFailed { game: game.game, why: Box::new(why) });
        }
        // What was played is known here, whatever has become of the file.
        let (Notes(Some(facts)), Some(log)) = (notes, finished.sha256) else {
            return Err(FolderError::WrongLog { path: path.to_owned(), wrong: WrongLogError::Unfinished }.into());
        };
        let mut played = Box::new(StoredGame::of(self.plan, game, &facts, log, path)?);
        played.unsynced = finished.unsynced;
        if let Some((bot, text)) = played.unstarted {
            fs::remove_file(path).map_err(system("remove", path))?;
            return Err(GameError::Lost { game: game.game, lost: Box::new(ProgramError::Gone { bot, text }) });
        }
        if self.plan.match_play && game.within == 1 {
            self.common.ends().insert(game.game, played.position.clone());
        }
        Ok(played)
    }

    #[inline(never)]
    fn setup(&self, game: &PlannedGame, path: &Path) -> Result<Box<Setup>, GameError> {
        let more = if self.plan.match_play && game.within > 1 { self.rematch(game)? } else { Vec::new() };
        let log = path.to_str().ok_or_else(|| cannot_start(game, GameStartError::Path(path.to_owned())))?;
        let spec = self.plan.game(game, &more).map_err(|error| cannot_start(game, error))?;
        let mut setup = Setup::new(spec).map_err(|denial| cannot_start(game, denial))?;
        setup.set_log(Some(LogWords { sync: Some(self.common.sync), ..self.plan.log_words(log) }));
        Ok(Box::new(setup))
    }

    /// The options of the second game of match play, from where the first has ended.
    fn rematch(&self, game: &PlannedGame) -> Result<Vec<(Word, Value)>, GameError> {
        let known = self.common.ends().remove(&(game.game - 1));
        let position = match known {
            Some(position) => position,
            None => {
                // It was played before, and its log was checked when the tournament went on.
                let first = self.common.folder.join(uvi_cup::log(&PlannedGame { game: game.game - 1, ..game.clone() }));
                let text = regular::read(&first).map_err(system("read", &first))?;
                let log = folder::read_log(self.plan, &text, &first)?;
                let result = log.result().map(|result| result.position.clone());
                result.ok_or_else(|| cannot_start(game, GameStartError::NoResult(first)))?
            }
        };
        let spec = self.plan.spec(uvi_cup::name(game), self.plan.seed_of(game), &game.table, &[]);
        let table = spec.and_then(|spec| spec.read(&position)).map_err(|error| cannot_start(game, error))?;
        Ok(table.rematch())
    }
}

fn short(game: &PlannedGame, text: String) -> GameError {
    GameError::Short { game: game.game, text }
}

fn cannot_start(game: &PlannedGame, why: impl Into<GameStartError>) -> GameError {
    GameError::CannotStart { game: game.game, why: Box::new(why.into()) }
}
