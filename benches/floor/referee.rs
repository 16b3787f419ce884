//! Rows that play whole games of Orwell Chess under the driver, with bots that read their answers from a file: all
//! costs except thinking. The library computes the games beforehand from the same seeds.

use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process,
};

use arbiter::{
    bot::Nursery,
    driver::{self, Link, Session, Setup},
    game::{BySeat, Seat, Seed, Stream, Turn, derive},
    games::REGISTRY,
    referee::{MatchSpec, Profile},
};
use uvi::{LogWords, ToHost, Value, Word};

use super::meter::{Measured, Meter};
use arbiter::world::DISK;

/// The seed from which the seeds of all games are derived.
const SEED: Seed = Seed(*b"arbiter's floor!");

/// Plays games until `decisions` decisions have been made, with a deadline and without a log.
pub(crate) fn without_log(decisions: u64) -> io::Result<Measured> {
    referee(decisions, Log::No)
}

/// As [`without_log`], with a log in the system's folder for temporary files.
pub(crate) fn with_log(decisions: u64) -> io::Result<Measured> {
    referee(decisions, Log::Yes)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Log {
    No,
    Yes,
}

fn referee(decisions: u64, log: Log) -> io::Result<Measured> {
    let folder = Folder::make()?;
    let games = folder.write_scripts(decisions)?;
    let nursery = Nursery::new(PathBuf::from(env!("CARGO_BIN_EXE_arbiter")))?;
    let mut kept: BySeat<Option<(Link, Box<Profile>)>> = BySeat::new(3, |_| None);
    let mut played = 0;
    let mut meter = None;
    for number in 0..=games {
        // The first game starts the bots and warms up everything.
        if number == 1 {
            meter = Some(Meter::start()?);
        }
        let finished = driver::run(folder.game(number, log, &nursery, kept)?, &mut |_: ToHost| {});
        if let Some(unfit) = finished.not_started {
            return Err(io::Error::other(unfit.to_string()));
        }
        kept = finished.links;
        if number > 0 {
            played += u64::from(finished.game.course().decisions());
        }
    }
    let measured = meter.map(|meter| meter.stop(played)).transpose()?;
    driver::dismiss(kept.into_iter().flatten().map(|(link, _)| link).collect(), std::time::Duration::from_secs(1));
    measured.ok_or_else(|| io::ErrorKind::InvalidInput.into())
}

/// The folder of scripts and logs, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn make() -> io::Result<Self> {
        let path = env::temp_dir().join(format!("arbiter-floor-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path)?;
        Ok(Self(path))
    }

    fn script(&self, seat: Seat) -> PathBuf {
        self.0.join(format!("seat-{seat}"))
    }

    /// Computes the games and writes the answers of each seat. Returns the number of games besides the first.
    fn write_scripts(&self, decisions: u64) -> io::Result<u32> {
        let mut files = Vec::new();
        for seat in Seat::all(3) {
            files.push(io::BufWriter::new(fs::File::create(self.script(seat))?));
        }
        let mut made = 0;
        let mut number = 0;
        while number < 2 || made < decisions {
            let in_this = play(number, &mut |seat, action| writeln!(files[seat.index()], "bestmove {action}"))?;
            if number > 0 {
                made += in_this;
            }
            number += 1;
        }
        files.iter_mut().try_for_each(Write::flush)?;
        Ok(number - 1)
    }

    fn setup(&self, number: u32) -> Setup {
        let word = |text: &str| Word::new(text).expect("this is a word");
        let orwell = REGISTRY.find("orwell").expect("Orwell Chess is in the registry");
        let spec = MatchSpec::new(word("floor"), orwell, None, derive(&SEED, &format!("game {number}")), &[]);
        let spec = spec.expect("Orwell Chess needs no options");
        Setup::new(DISK, spec).expect("no bot has a command line yet")
    }

    fn game(
        &self,
        number: u32,
        log: Log,
        nursery: &Nursery,
        links: BySeat<Option<(Link, Box<Profile>)>>,
    ) -> io::Result<Session> {
        let echo = env!("CARGO_BIN_EXE_arbiter-echo");
        let mut setup = self.setup(number);
        for seat in Seat::all(3) {
            let command = shell_words::join([echo, "script", path_text(&self.script(seat))?]);
            setup
                .set_player(seat.number(), &uvi::SeatPlayer::Bot(uvi::Text::new(command)))
                .map_err(io::Error::other)?;
        }
        let clock = uvi::ClockWords { movetime: Some(5000), ..uvi::ClockWords::default() };
        setup.spec_mut().set_clock(None, clock).map_err(io::Error::other)?;
        if log == Log::Yes {
            let path = self.0.join(format!("{number}.jsonl"));
            setup.set_log(Some(LogWords { path: Value::new(path_text(&path)?), times: None, info: None, sync: None }));
        }
        let prepared = setup.prepare().map_err(io::Error::other)?;
        let (_, inbox) = driver::requests()?;
        Ok(Session { links, keep_bots: true, ..Session::new(prepared, nursery.clone(), inbox) })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A failure to remove the folder is ignored, because `drop` cannot report it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn path_text(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or_else(|| io::Error::other("expected a path of UTF-8"))
}

/// Plays a random game in the library and calls `tell` for each decision. Returns the number of decisions.
fn play(number: u32, tell: &mut impl FnMut(Seat, &str) -> io::Result<()>) -> io::Result<u64> {
    let seed = derive(&SEED, &format!("game {number}"));
    let variant = REGISTRY.find("orwell").expect("Orwell Chess is in the registry");
    let options = arbiter::game::OptionValues::defaults(variant.options());
    let mut table = variant.start(&options, 3, &seed).expect("the defaults are right");
    let mut choices = Stream::new(&seed, "choices");
    let mut decisions = 0;
    loop {
        let (actor, action) = if let Some((seat, pass)) = table.forced() {
            (arbiter::game::Actor::Seat(seat), pass)
        } else {
            match table.turn() {
                Turn::Over(_) => return Ok(decisions),
                Turn::Chance => (arbiter::game::Actor::Chance, table.chance(&seed).expect("a chance event is due")),
                Turn::Seats(seats) => {
                    let seat = seats.first().expect("a turn of seats has at least one");
                    let mut legal = table.legal(seat);
                    let choice = choices.below(u32::try_from(legal.len()).expect("a list is short"));
                    let action = legal.swap_remove(choice as usize);
                    decisions += 1;
                    tell(seat, action.as_str())?;
                    (arbiter::game::Actor::Seat(seat), action)
                }
            }
        };
        table.play(actor, action.as_str()).expect("a listed action is legal");
    }
}
