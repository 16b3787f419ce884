//! A match being prepared: its settings, the start of its bots and its log. It checks if these suffice to start.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use uvi::{ErrorCode, LogWords, ParseError, Seed, Switch, Sync, Value, Word};
use uvi_games::game::{BySeat, Registry, Seat, SeatSet, Table, commitment};
use uvi_match::{
    record::{self, GameCourse, Log, RecordError, Walk},
    referee::{self, MatchSpec, Player, ResumePoint, Settings},
};

use super::{DenialError, Journal, LogSettings, seed_path};
use crate::{
    bot::{Launch, Nursery, StartError, own_bot, split_command},
    world::{Disk, tablebases},
};

/// A match being prepared.
#[derive(Debug, Clone)]
pub struct Setup {
    disk: Disk,
    spec: MatchSpec,
    /// The command line and limits of each bot that is started; `None` for other seats.
    launches: BySeat<Option<Box<Launch>>>,
    log: Option<LogWords>,
    /// The paths hidden from bots, the log among them. Set if the seed is not stored beside the log.
    secret: Option<Arc<[PathBuf]>>,
    /// The entries of hidden folders that bots see.
    kept: Arc<[PathBuf]>,
    /// True if the files that isolated bots write into their directories are discarded when the bots end, so that every
    /// start finds the directories unchanged.
    pub forgets: bool,
    /// True if the match, when the host leaves, stops with a log that can be resumed.
    pub(crate) keep: bool,
    resumed: Option<Box<Cut>>,
}

/// A log that was cut off, and the point at which its match resumes.
#[derive(Debug, Clone)]
struct Cut {
    resumed: ResumePoint,
    /// The bytes that the log held when it was read.
    text: Vec<u8>,
    /// The complete lines of the log.
    log: Log,
}

/// A match that can start.
#[derive(Debug)]
pub struct PreparedMatch {
    /// The settings of the match.
    pub settings: Box<Settings>,
    /// The command line and limits of each bot that is started; `None` for other seats.
    pub launches: BySeat<Option<Box<Launch>>>,
    /// The point at which the match resumes; `None` for a new match.
    pub resumed: Option<Box<ResumePoint>>,
    /// The log, if one is wanted.
    pub journal: Option<Journal>,
}

impl Setup {
    /// Creates the setup of a match without a log. Fails with `bad-argument` if a bot has a command line or a key of
    /// `seatset` that cannot be used.
    pub fn new(disk: Disk, mut spec: MatchSpec) -> Result<Self, DenialError> {
        spec.probe = tablebases::probe();
        let mut launches = BySeat::new(spec.seats(), |_| None);
        for (seat, player) in spec.players().iter() {
            let Some(Player::Bot { command, set, .. }) = player else { continue };
            let mut launch = launch(command.as_str())?;
            for (key, value) in set {
                // The switches, such as `clearenv`, may stand alone.
                let value = Some(value).filter(|value| !value.as_str().is_empty());
                set_limit(&mut launch, key, value)?;
            }
            launches[seat] = Some(launch);
        }
        Ok(Self {
            disk,
            spec,
            launches,
            log: None,
            secret: None,
            kept: Arc::default(),
            forgets: false,
            keep: false,
            resumed: None,
        })
    }

    /// Creates the setup of a match that resumes where its log was cut off: with the same seed, restarted bots, and in
    /// the same file. If the seed is not `known`, it is read from the seed file. Fails with `cannot-start` if the log
    /// or its seed cannot be read, or if the log is finished or does not verify, and with `bad-argument` as
    /// [`Setup::new`] does.
    pub fn resume(
        disk: Disk,
        registry: Registry,
        name: Word,
        path: &Path,
        known: Option<Seed>,
    ) -> Result<Self, DenialError> {
        let cannot = |why: String| DenialError::Resume { path: path.to_owned(), why };
        let seed_file = seed_path(path);
        let shown = seed_file.display();
        let text = disk.read(path).map_err(|error| cannot(error.to_string()))?;
        let mut log = record::read(registry, &text).map_err(|error| match error.wrong {
            // The arbiter was killed while the bots greeted, so there is nothing to resume.
            RecordError::Empty => cannot(format!("{error}; remove it and {shown}, and start the match again")),
            _ => cannot(error.to_string()),
        })?;
        log.probe = tablebases::probe();
        if log.complete() {
            // An arbiter that was killed after its last write may have left the seed file.
            let _ = disk.remove(&seed_file);
            return Err(DenialError::Finished(path.to_owned()));
        }
        let seed = match known {
            Some(seed) => seed,
            None => {
                let seed = disk.read_text(&seed_file);
                let seed =
                    seed.map_err(|error| cannot(format!("cannot resume without the seed in {shown}: {error}")))?;
                seed.trim().parse().map_err(|error: ParseError| cannot(format!("{shown}: {error}")))?
            }
        };
        if log.head.commitment.is_some_and(|found| found != commitment(&seed)) {
            return Err(cannot(format!("the seed in {shown} does not match the commitment in the log")));
        }
        // The match resumes with all choices of a simultaneous decision or none, so no seat learns that of another.
        let log = log.without_torn_decision(&text, Some(&seed)).map_err(|error| cannot(error.to_string()))?;
        let resumed = Walk::new(&log, Some(&seed)).and_then(Walk::to_resume);
        let (course, gone) = resumed.map_err(|error| cannot(error.to_string()))?;
        let spec = MatchSpec::of_head(registry, name, &log.head, seed).map_err(|error| match error.code() {
            ErrorCode::CannotStart => cannot(error.to_string()),
            _ => DenialError::Match(error),
        })?;
        let mut setup = Self::new(disk, spec)?;
        let path = path.to_str().ok_or_else(|| cannot("expected a path of UTF-8".to_owned()))?;
        let times = Some(log.head.started.is_some().into());
        let info = Some(setup.spec.terms().info());
        setup.log = Some(LogWords { path: Value::new(path), times, info, sync: None });
        let resumed = ResumePoint {
            clocks: BySeat::new(setup.spec.seats(), |seat| log.clock(seat)),
            absent: course.table().vacant().iter().chain(gone.iter()).collect(),
            kept_info: BySeat::new(setup.spec.seats(), |seat| log.kept_info(seat)),
            course,
        };
        setup.resumed = Some(Box::new(Cut { resumed, text, log }));
        Ok(setup)
    }

    /// The match, as far as it is set up.
    pub fn spec(&self) -> &MatchSpec {
        &self.spec
    }

    /// The match, for changes of its terms. Use [`Setup::set_player`] and [`Setup::set_launch`] for the players and the
    /// start of their bots.
    pub fn spec_mut(&mut self) -> &mut MatchSpec {
        &mut self.spec
    }

    /// The game so far of a match that resumes; `None` for a new match.
    pub fn course(&self) -> Option<&GameCourse> {
        self.resumed.as_ref().map(|cut| &cut.resumed.course)
    }

    /// The log so far of a match that resumes; `None` for a new match.
    pub fn log_so_far(&self) -> Option<&Log> {
        self.resumed.as_ref().map(|cut| &cut.log)
    }

    /// Returns true if the host plays a seat.
    pub fn has_host_seat(&self) -> bool {
        self.spec.players().values().any(|player| matches!(player, Some(Player::Host)))
    }

    /// Returns the same match with another seed and name, for the next game of a series.
    #[must_use]
    pub fn reseeded(mut self, name: Word, seed: Seed) -> Self {
        self.spec = self.spec.reseeded(name, seed);
        self
    }

    /// The table at the start of the match. Fails as [`MatchSpec::table`].
    pub fn table(&self) -> Result<Box<dyn Table>, DenialError> {
        match self.course() {
            Some(course) => Ok(course.start().boxed_clone()),
            None => Ok(self.spec.table()?),
        }
    }

    /// Sets the command line that starts the bot of a seat on this machine. The match, and so its log, keeps the
    /// command line that it has. Fails with `bad-seat`, or `bad-argument` if the command line has an open quote.
    pub fn start_by(&mut self, number: u32, command: &str) -> Result<(), DenialError> {
        let seat = self.spec.seat(number)?;
        let words = split_command(command).map_err(DenialError::Command)?;
        if let Some(launch) = &mut self.launches[seat] {
            launch.command = words;
        }
        Ok(())
    }

    /// Sets the player of a seat. Fails with `bad-seat`, or `bad-argument` if the command line has an open quote.
    pub fn set_player(&mut self, number: u32, player: &uvi::SeatPlayer) -> Result<(), DenialError> {
        let seat = self.spec.seat(number)?;
        let launch = match player {
            uvi::SeatPlayer::Host => None,
            uvi::SeatPlayer::Bot(command) => Some(launch(command.as_str())?),
        };
        self.spec.set_player(number, player)?;
        self.launches[seat] = launch;
        Ok(())
    }

    /// Sets a `seatset` key of a bot. Fails with `bad-seat` if the seat has no bot, `bad-argument` if the key or its
    /// value cannot be used.
    pub fn set_launch(&mut self, number: u32, key: Word, value: Option<Value>) -> Result<(), DenialError> {
        let seat = self.spec.seat(number)?;
        if let Some(launch) = &mut self.launches[seat] {
            set_limit(launch, &key, value.as_ref())?;
        }
        Ok(self.spec.set_launch(number, key, value.unwrap_or_default())?)
    }

    /// Sets the file of the log and the way in which it is written.
    pub fn set_log(&mut self, log: Option<LogWords>) {
        self.spec.set_info(log.as_ref().and_then(|log| log.info).unwrap_or_default());
        self.log = log;
    }

    /// Sets the moments at which the log is synced.
    pub fn set_sync(&mut self, sync: Sync) {
        if let Some(log) = &mut self.log {
            log.sync = Some(sync);
        }
    }

    /// True if the match, when the host leaves, stops with a log that can be resumed. Always false without a log.
    pub fn is_kept(&self) -> bool {
        self.keep && self.log.is_some()
    }

    /// Makes no seed file beside the log, because the caller stores the seed, and hides these paths from bots, except
    /// the `kept` entries of hidden folders. The paths are absolute and without links; the log is one of the hidden
    /// paths or lies in one.
    pub fn keep_secret(&mut self, hidden: Arc<[PathBuf]>, kept: Arc<[PathBuf]>) {
        (self.secret, self.kept) = (Some(hidden), kept);
    }

    /// The start of the bot of a seat.
    pub fn launch(&self, seat: Seat) -> Option<&Launch> {
        self.launches[seat].as_deref()
    }

    /// Checks that each bot's program and directory can be used, as far as that can be known before the start. Fails
    /// with the first seat whose bot cannot be started, and the reason.
    pub fn check_bots(&self, nursery: &Nursery) -> Result<(), (Seat, StartError)> {
        self.launches().try_for_each(|(seat, launch)| nursery.check(launch).map_err(|error| (seat, error)))
    }

    /// Makes the log, if one is wanted, and returns all that the match needs. Fails with `cannot-start` if a seat has
    /// no player, a bot's sandbox would show a hidden path, or the log cannot be made.
    pub fn prepare(&self) -> Result<PreparedMatch, DenialError> {
        let settings = self.spec.settings(self.table()?)?;
        let hidden = self.hidden();
        self.launches().try_for_each(|(seat, launch)| {
            launch.check_hidden(&hidden).map_err(|error| DenialError::Sandbox { seat, error })
        })?;
        let journal = self.log.as_ref().map(|log| self.journal(log)).transpose()?;
        let resumed = self.resumed.as_ref().map(|cut| Box::new(cut.resumed.clone()));
        let absent = resumed.as_ref().map_or(SeatSet::EMPTY, |resumed| resumed.absent);
        let launches = self.launches.map(|seat, launch| {
            let launch = launch.as_deref().filter(|_| !absent.contains(seat))?;
            let (hidden, kept) = (Arc::clone(&hidden), Arc::clone(&self.kept));
            Some(Box::new(Launch { hidden, kept, forgets: self.forgets, ..launch.clone() }))
        });
        Ok(PreparedMatch { settings: Box::new(settings), launches, resumed, journal })
    }

    /// Prepares an analysis of the start position, or of the position at which the match resumes: the bots of the seats
    /// to act are asked once, and no log is written. Fails as [`MatchSpec::analyse`] and [`Setup::prepare`].
    pub fn prepare_analysis(&self) -> Result<PreparedMatch, DenialError> {
        let mut setup = Self { log: None, resumed: None, secret: Some(self.hidden()), ..self.clone() };
        let position = match &self.resumed {
            None => self.spec.table()?,
            Some(cut) => {
                let ResumePoint { course, absent, .. } = &cut.resumed;
                // A bot that is gone may fail again, which would end the analysis.
                for seat in (*absent - course.to_decide()).iter() {
                    setup.set_player(seat.number(), &uvi::SeatPlayer::Host)?;
                }
                course.table().boxed_clone()
            }
        };
        setup.spec.analyse(position)?;
        setup.prepare()
    }

    /// The paths hidden from bots, without links: the log and its seed, unless the caller named others.
    fn hidden(&self) -> Arc<[PathBuf]> {
        if let Some(secret) = &self.secret {
            return Arc::clone(secret);
        }
        let log = self.log.as_ref().map(|log| PathBuf::from(log.path.as_str()));
        let place = log.as_deref().and_then(|log| {
            let dir = log.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
            // If the directory does not exist, no log can be made.
            Some(self.disk.resolve(dir).ok()?.join(log.file_name()?))
        });
        let Some(log) = place else { return Arc::default() };
        // A resumed log may be a symbolic link.
        let target = self.disk.resolve(&log).ok().filter(|target| *target != log);
        [seed_path(&log), log].into_iter().chain(target).collect()
    }

    fn launches(&self) -> impl Iterator<Item = (Seat, &Launch)> {
        self.launches.iter().filter_map(|(seat, launch)| Some((seat, launch.as_deref()?)))
    }

    fn journal(&self, log: &LogWords) -> Result<Journal, DenialError> {
        let settings = LogSettings {
            path: PathBuf::from(log.path.as_str()),
            times: log.times.is_none_or(Switch::is_on),
            sync: log.sync.unwrap_or_default(),
        };
        let journal = match &self.resumed {
            None => Journal::create(self.disk, settings, Some(&self.spec.seed()).filter(|_| self.secret.is_none())),
            Some(cut) => Journal::reopen(self.disk, settings, &cut.text, cut.log.whole),
        };
        journal.map_err(|error| DenialError::Log { error, aborts: false })
    }
}

/// The start of a bot with this command line, or with the short name of a bot that comes with the arbiter.
fn launch(command: &str) -> Result<Box<Launch>, DenialError> {
    let mut words = split_command(command).map_err(DenialError::Command)?;
    if let Some(engine) = words[0].strip_prefix("uci:") {
        let engine = (!engine.is_empty()).then(|| engine.to_owned());
        words.splice(..1, std::iter::once("uci".to_owned()).chain(engine));
    }
    if let Some(path) = own_bot(&words[0]).and_then(|path| path.to_str().map(str::to_owned)) {
        words[0] = path;
    }
    Ok(Box::new(Launch::new(words)))
}

/// Sets a key of `seatset`, except the key that the referee keeps.
fn set_limit(launch: &mut Launch, key: &Word, value: Option<&Value>) -> Result<(), DenialError> {
    // The referee checks the value of this key.
    if key.as_str() == referee::LEGAL {
        return Ok(());
    }
    let set = launch.limits.set(key.as_str(), value.map(Value::as_str));
    set.map_err(|error| DenialError::Limit { key: key.clone(), value: value.cloned(), error })
}
