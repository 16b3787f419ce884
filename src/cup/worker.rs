//! What plays games: a thread with its bots, one game at a time.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use uvi::{ToHost, Value, Word};
use uvi_cup::{
    Plan,
    schedule::{BotIndex, PlannedGame},
};
use uvi_games::game::BySeat;
use uvi_match::referee::{HostError, Profile, Unfit};

use super::{
    programs::{Lost, Programs},
    standing::{self, Finished, Standing},
    store,
    store_error::{StoreError, system},
};
use crate::{
    bot::{self, Nursery},
    driver::{self, Denial, Link, Session, Setup},
};

/// Why a game was not played to its end.
#[derive(Debug)]
pub enum NotPlayed {
    /// Its bots cannot play it.
    CannotStart {
        /// Its number.
        game: u32,
        /// Why.
        why: Box<NoGame>,
    },
    /// The system has too little left to start it now.
    Short {
        /// The game.
        game: Box<PlannedGame>,
        /// What is missing.
        text: String,
    },
    /// A bot is not the one of the plan any more, or cannot be started. There is no result.
    Lost {
        /// Its number.
        game: u32,
        /// What has become of the bot.
        lost: Box<Lost>,
    },
    /// Its log cannot be written.
    LogFailed {
        /// Its number.
        game: u32,
        /// Why.
        why: Box<Denial>,
    },
    /// A file of the tournament cannot be used.
    Store(StoreError),
}

/// What a match may have open at once beside its bots: its log, the log's seed, what it waits with.
const FILES_OF_A_MATCH: usize = 6;

/// What the start of a bot may have open at once: six ends of pipes, a socket with two, a process.
const FILES_OF_A_BOT: usize = 10;

/// How many files a game may have open at once.
pub(super) fn files_of_a_game(plan: &Plan) -> usize {
    FILES_OF_A_MATCH + FILES_OF_A_BOT * usize::from(plan.seats)
}

/// Why a game cannot start.
#[derive(Debug)]
pub enum NoGame {
    /// It is not granted.
    Denied(Denial),
    /// A bot cannot play it.
    Unfit(Unfit),
    /// The path of its log is not UTF-8.
    Path(PathBuf),
    /// The game before it, from whose end it begins, has no result.
    NoResult(PathBuf),
}

impl std::error::Error for NotPlayed {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            Self::CannotStart { .. } | Self::Short { .. } | Self::Lost { .. } | Self::LogFailed { .. } => None,
        }
    }
}

impl From<StoreError> for NotPlayed {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<HostError> for NoGame {
    fn from(error: HostError) -> Self {
        Self::Denied(error.into())
    }
}

impl From<Denial> for NoGame {
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
    /// What bots may not see of the folder.
    hidden: Vec<PathBuf>,
    /// Where the first games of match play have ended, until their second games begin.
    ends: Mutex<BTreeMap<u32, String>>,
}

impl<'a> Common<'a> {
    /// What the workers of this plan, which is kept in this folder, have in common.
    ///
    /// # Errors
    /// Where a bot cannot be started any more.
    pub(super) fn new(plan: &'a Plan, folder: &Path) -> Result<Self, Lost> {
        let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let hidden = [store::GAMES, store::LUCK, store::RESULTS].map(|part| absolute.join(part)).to_vec();
        let programs = Programs::new(plan)?;
        Ok(Self { plan, folder: folder.to_owned(), programs, hidden, ends: Mutex::default() })
    }

    fn ends(&self) -> MutexGuard<'_, BTreeMap<u32, String>> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that plays games, and the bots that it has kept.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    plan: &'a Plan,
    common: &'a Common<'a>,
    nursery: Nursery,
    /// Kept from former games, the latest last.
    kept: Vec<(BotIndex, Link, Profile)>,
    /// The deals that kept bots have seen since they were started.
    seen: BTreeMap<BotIndex, BTreeSet<u32>>,
}

impl<'a> Worker<'a> {
    /// A worker without bots.
    pub(super) fn new(common: &'a Common<'a>, nursery: Nursery) -> Self {
        Self { plan: common.plan, common, nursery, kept: Vec::new(), seen: BTreeMap::new() }
    }

    /// Plays a game to its end, or what is left of it; one that is finished is not played again.
    ///
    /// # Errors
    /// Where it cannot start, or a file fails.
    pub(super) fn play(&mut self, game: &PlannedGame) -> Result<Finished, NotPlayed> {
        let short = |text: String| NotPlayed::Short { game: Box::new(game.clone()), text };
        let files = files_of_a_game(self.plan);
        bot::have_room_for(files).map_err(|error| short(format!("it needs {files} descriptors: {error}")))?;
        let path = self.common.folder.join(uvi_cup::log(game));
        let mut setup = match standing::standing(self.plan, game, &path)? {
            Standing::Finished(finished) => return Ok(*finished),
            Standing::CutOff(setup) => *setup,
            Standing::New => self.setup(game, &path)?,
        };
        self.common.programs.check(&game.table).map_err(|lost| match lost {
            Lost::Unseen(text) => short(text),
            lost => NotPlayed::Lost { game: game.game, lost: Box::new(lost) },
        })?;
        // The plan has the seed.
        setup.keep_secret(self.common.hidden.clone());
        let prepared = setup.prepare().map_err(|denial| cannot_start(game, denial))?;
        // A game that goes on has its bots started anew.
        let links =
            if prepared.resumed.is_some() { BySeat::new(self.plan.seats, |_| None) } else { self.take_kept(game) };
        // Nobody asks for anything while the game runs; its thread needs the inbox to wait.
        let (_requests, inbox) = driver::requests().map_err(|error| short(error.to_string()))?;
        let finished = driver::run(
            Session { links, keep_bots: !self.plan.restart, ..Session::new(prepared, self.nursery.clone(), inbox) },
            &mut |_: ToHost| {},
        );
        if let Some(unfit) = finished.not_started {
            self.keep(game, finished.links);
            if finished.may_pass {
                return Err(short(unfit.to_string()));
            }
            return Err(cannot_start(game, NoGame::Unfit(unfit)));
        }
        if let Some(why) = finished.log_failed {
            return Err(NotPlayed::LogFailed { game: game.game, why: Box::new(why) });
        }
        self.keep(game, finished.links);
        // What was played is known here, whatever has become of the file.
        let played = Finished::read(self.plan, game, &finished.log.unwrap_or_default(), &path)?;
        if let Some((bot, text)) = played.unstarted {
            fs::remove_file(&path).map_err(system("remove", &path))?;
            return Err(NotPlayed::Lost { game: game.game, lost: Box::new(Lost::Gone { bot, text }) });
        }
        if self.plan.match_play && game.within == 1 {
            self.common.ends().insert(game.game, played.position.clone());
        }
        Ok(played)
    }

    fn setup(&self, game: &PlannedGame, path: &Path) -> Result<Setup, NotPlayed> {
        let more = if self.plan.match_play && game.within > 1 { self.rematch(game)? } else { Vec::new() };
        let log = path.to_str().ok_or_else(|| cannot_start(game, NoGame::Path(path.to_owned())))?;
        let spec = self.plan.game(game, &more).map_err(|error| cannot_start(game, error))?;
        let mut setup = Setup::new(spec).map_err(|denial| cannot_start(game, denial))?;
        setup.set_log(Some(self.plan.log_words(log)));
        Ok(setup)
    }

    /// The options of the second game of match play, from where the first has ended.
    fn rematch(&self, game: &PlannedGame) -> Result<Vec<(Word, Value)>, NotPlayed> {
        let known = self.common.ends().remove(&(game.game - 1));
        let position = match known {
            Some(position) => position,
            None => {
                // It was played before, and its log was checked when the tournament went on.
                let first = self.common.folder.join(uvi_cup::log(&PlannedGame { game: game.game - 1, ..game.clone() }));
                let text = fs::read(&first).map_err(system("read", &first))?;
                let log = standing::read_log(self.plan, &text, &first)?;
                let result = log.result().map(|result| result.position.clone());
                result.ok_or_else(|| cannot_start(game, NoGame::NoResult(first)))?
            }
        };
        let spec = self.plan.spec(uvi_cup::name(game), self.plan.seed_of(game), &game.table, &[]);
        let table = spec.and_then(|spec| spec.read(&position)).map_err(|error| cannot_start(game, error))?;
        Ok(table.rematch())
    }

    /// The bots of the game that have been kept. Those that have not played for long leave.
    fn take_kept(&mut self, game: &PlannedGame) -> BySeat<Option<(Link, Profile)>> {
        self.forget(game);
        // Bots that share a core with their match must come from the same match.
        if self.plan.shares_cores() && !self.holds_just(game) {
            self.dismiss();
        }
        let links = BySeat::new(self.plan.seats, |seat| {
            let bot = game.table[seat.index()];
            let place = self.kept.iter().position(|(kept, _, _)| *kept == bot)?;
            let (_, link, profile) = self.kept.remove(place);
            Some((link, profile))
        });
        let room = usize::from(self.plan.seats);
        if self.kept.len() > room {
            let leaving = self.kept.len() - room;
            let leaving = self.kept.drain(..leaving).map(|(_, link, _)| link).collect();
            driver::dismiss(leaving, self.grace());
        }
        links
    }

    /// Dismisses bots of the game that have seen its luck, unless they may.
    fn forget(&mut self, game: &PlannedGame) {
        if self.plan.remembers() {
            return;
        }
        let knows = |bot: &BotIndex| {
            game.table.contains(bot) && self.seen.get(bot).is_some_and(|deals| deals.contains(&game.deal))
        };
        let (leaving, kept): (Vec<_>, Vec<_>) = self.kept.drain(..).partition(|(bot, _, _)| knows(bot));
        self.kept = kept;
        for (bot, _, _) in &leaving {
            self.seen.remove(bot);
        }
        driver::dismiss(leaving.into_iter().map(|(_, link, _)| link).collect(), self.grace());
    }

    fn holds_just(&self, game: &PlannedGame) -> bool {
        let mut kept: Vec<BotIndex> = self.kept.iter().map(|(bot, _, _)| *bot).collect();
        let mut wanted = game.table.to_vec();
        kept.sort_unstable();
        wanted.sort_unstable();
        kept == wanted
    }

    fn keep(&mut self, game: &PlannedGame, links: BySeat<Option<(Link, Profile)>>) {
        for (bot, link) in game.table.iter().zip(links) {
            if let Some((link, profile)) = link {
                self.seen.entry(*bot).or_default().insert(game.deal);
                self.kept.push((*bot, link, profile));
            }
        }
    }

    fn grace(&self) -> std::time::Duration {
        self.plan.terms.patience.quit()
    }

    /// Stops the bots that have been kept, and returns when they are gone.
    pub(super) fn dismiss(&mut self) {
        let leaving = self.kept.drain(..).map(|(_, link, _)| link).collect();
        driver::dismiss(leaving, self.grace());
    }
}

fn cannot_start(game: &PlannedGame, why: impl Into<NoGame>) -> NotPlayed {
    NotPlayed::CannotStart { game: game.game, why: Box::new(why.into()) }
}
