//! The command `rate`: rates the games of any logs and tournaments together.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::anyhow;
use clap::{Args as ClapArgs, ValueEnum};
use indexmap::IndexSet;
use uvi_cup::{Fingerprint, LogFacts, Plan, RatedGame, RatedGames, Standings, Test};
use uvi_games::game::{OptionValues, Registry, Seed};
use uvi_match::record::{self, LogError, RecordError};

use super::{
    exit::{Code, CommandResult, cannot, failed, usage},
    output::{complain, print_all, print_text},
    planning::{of_ladder, progress_of},
    tournament::args::RankingArgs,
    verify::read,
};
use crate::cup::{self, FolderView, MissingLog};
use crate::world::{
    DISK,
    threads::{cores, map_all},
};

const HELP: &str = "\
A path is a log, a folder of logs, or the folder of a tournament. Bots are told apart by name: in a tournament the name in \
its plan or in the log, in any other log the name that the bot gave. Two bots with the same name are one bot; a warning tells if \
tournaments give them other programs, options, start settings or clocks. A log that is given twice \
counts once. A log without a score (cut off or aborted) is named and ignored.

Games of the same bots with the same seed are a block, and intervals count blocks. In games with luck or openings, all \
blocks of a tournament with the same seed are one observation, as in a tournament. A block that copies another, move for \
move, counts for the score but not for intervals. If a sequential test could end a tournament, intervals are wider, so that \
they hold at any time. Games that differ in variant, seats or rule options \
are rated in separate tables. In one table, bots that never met, not even through others, have ratings with open intervals; \
a warning names them.

The command rates nothing if a log was changed after it was written. It compares the results of a tournament with its logs, \
all of which must be there, and replays any other log. The message names the log, and the exit code is 4.

Examples:
  arbiter rate cup.games other.games
  arbiter rate logs/*.jsonl --anchor greedy=1500
  arbiter rate cup.games --format json
  arbiter rate cup.games --format csv --tie-breaks buchholz,wins";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct RateArgs {
    /// Logs, folders of logs, or folders of tournaments
    #[arg(required = true, value_name = "LOG|FOLDER")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    ranking: RankingArgs,
    /// The format of the ratings
    #[arg(long, value_enum, default_value_t = RateFormat::Text)]
    format: RateFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RateFormat {
    /// For people
    Text,
    /// A line for each bot; one table only
    Csv,
    /// A line for each pair of bots that met; one table only
    Pairs,
    /// A list of tables, each as in `arbiter tournament --json`
    Json,
}

pub(crate) fn run(registry: Registry, args: &RateArgs) -> CommandResult {
    let mut pool = RatedPool::default();
    args.paths.iter().try_for_each(|path| pool.add(registry, path))?;
    if pool.twice > 0 {
        complain(&format!("arbiter: rate: games given twice, with the same moves and seed: {}", pool.twice));
    }
    for text in pool.differing() {
        complain(&format!("arbiter: rate: warning: {text}"));
    }
    if pool.tables.is_empty() {
        return Err(usage("nothing to rate: expected at least one finished game with a score"));
    }
    let ranking = args.ranking.ranking(&pool.tables.iter().flat_map(RatedGames::names).collect())?;
    let several = pool.tables.len() > 1;
    if several {
        let apart: Vec<String> = pool.tables.iter().map(heading).collect();
        let text =
            format!("the games differ in variant, seats or options and are rated separately: {}", apart.join("; "));
        if matches!(args.format, RateFormat::Csv | RateFormat::Pairs) {
            return Err(usage(format!("{text}; this format holds one table, so give the games of one")));
        }
        complain(&format!("arbiter: rate: {text}"));
    }
    for rated in &pool.tables {
        warn_of_strangers(rated);
    }
    let standings: Vec<Standings> = pool.tables.iter().map(|rated| Standings::rate(rated, &ranking)).collect();
    match args.format {
        RateFormat::Text => print_all([standings.iter().map(Standings::to_text).collect::<Vec<_>>().join("\n\n\n")])?,
        RateFormat::Json => print_all([serde_json::to_string_pretty(&standings).map_err(failed)?])?,
        RateFormat::Csv | RateFormat::Pairs => {
            for standings in &standings {
                let text = if args.format == RateFormat::Csv { standings.to_csv() } else { standings.pairs_to_csv() };
                print_text(text.as_bytes())?;
            }
        }
    }
    Ok(Code::Yes)
}

fn heading(rated: &RatedGames) -> String {
    let options: Vec<String> = rated.options.iter().map(|(name, value)| format!(", {name} = {value}")).collect();
    format!("{}, {} seats{} ({} games)", rated.variant.word(), rated.seats, options.concat(), rated.games.len())
}

/// Warns if some bots of a table never met the others, not even through others.
fn warn_of_strangers(rated: &RatedGames) {
    let mut met: Vec<BTreeSet<&str>> = Vec::new();
    for game in &rated.games {
        let mut bots: BTreeSet<&str> = game.result.seats.iter().map(String::as_str).collect();
        if met.iter().any(|known| bots.is_subset(known)) {
            continue;
        }
        let (joined, apart): (Vec<_>, Vec<_>) = met.into_iter().partition(|known| !known.is_disjoint(&bots));
        bots.extend(joined.into_iter().flatten());
        met = apart;
        met.push(bots);
    }
    if met.len() > 1 {
        let groups: Vec<String> = met.into_iter().map(|bots| Vec::from_iter(bots).join(", ")).collect();
        complain(&format!(
            "arbiter: rate: warning: these groups of bots never met, so ratings cannot be compared across them: {}",
            groups.join("; ")
        ));
    }
}

/// The games that have been read, in a table for each combination of variant, seats and options.
#[derive(Default)]
struct RatedPool {
    tables: Vec<RatedGames>,
    seen: BTreeSet<PathBuf>,
    results: BTreeMap<PathBuf, RatedTournament>,
    /// The folders from which games come. Games refer to them by index.
    sources: IndexSet<PathBuf>,
    /// The games in the tables: variant, bots, seed, fingerprint of the actions.
    played: BTreeSet<(&'static str, Vec<String>, Seed, Fingerprint)>,
    twice: usize,
}

/// A tournament, and its games that are in no table yet, each with the path of its log.
struct RatedTournament {
    plan: Plan,
    games: BTreeMap<PathBuf, RatedGame>,
}

impl RatedPool {
    /// The bots that are rated as one although they differ between tournaments, each in words.
    fn differing(&self) -> Vec<String> {
        let mut first: BTreeMap<&str, (&Path, &Plan)> = BTreeMap::new();
        let mut found = Vec::new();
        for (folder, RatedTournament { plan, .. }) in &self.results {
            for entrant in &plan.entrants {
                let name = entrant.name.as_str();
                let Some((before, then)) = first.get(name) else {
                    first.insert(name, (folder, plan));
                    continue;
                };
                let Some(different) = then.other_settings(plan, name) else { continue };
                found.push(format!(
                    "{name} is rated as one bot, but {} and {} differ in its {different}; rename it in one of them to \
                     rate it apart",
                    before.display(),
                    folder.display()
                ));
            }
        }
        found
    }

    fn add(&mut self, registry: Registry, path: &Path) -> CommandResult<()> {
        if path == Path::new("-") {
            return Err(usage("expected folders and logs, found -; rate does not read stdin"));
        }
        let absolute = fs::canonicalize(path).map_err(cannot("find", path))?;
        if !absolute.is_dir() {
            return match tournament_of(&absolute) {
                Some(folder) => self.add_tournament(registry, &folder, Some(&absolute)),
                None => self.add_logs(registry, vec![absolute]),
            };
        }
        if is_tournament(&absolute) {
            return self.add_tournament(registry, &absolute, None);
        }
        let has_plan = absolute.join(cup::PLAN).exists();
        if has_plan || absolute.join(cup::RESULTS).exists() {
            let (there, missing) = if has_plan { (cup::PLAN, cup::RESULTS) } else { (cup::RESULTS, cup::PLAN) };
            let shown = path.display();
            let cure = if has_plan { format!("arbiter tournament {shown} makes it again; ") } else { String::new() };
            return Err(usage(format!(
                "{shown} has {there} and no {missing}: expected both, as the folder of a tournament has them; {cure}to \
                 rate its logs alone, give {}",
                path.join("games").display()
            )));
        }
        if let Some(error) = of_ladder(path) {
            return Err(error);
        }
        if let Some(folder) = tournament_of(&absolute.join("any")) {
            return self.add_tournament(registry, &folder, None);
        }
        let entries = fs::read_dir(&absolute).and_then(|entries| {
            entries.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<Vec<PathBuf>>>()
        });
        let mut logs = entries.map_err(cannot("read", path))?;
        logs.retain(|log| log.extension().is_some_and(|ending| ending == "jsonl"));
        if logs.is_empty() {
            let text = format!("{}: expected the folder of a tournament, or logs (*.jsonl) in it", path.display());
            return Err(usage(text));
        }
        logs.sort();
        self.add_logs(registry, logs)
    }

    /// Adds the games of logs outside tournaments. Reads the logs in parallel.
    fn add_logs(&mut self, registry: Registry, mut logs: Vec<PathBuf>) -> CommandResult<()> {
        logs.retain(|log| self.seen.insert(log.clone()));
        let source = logs.first().map_or(0, |log| self.sources.insert_full(log.parent().unwrap_or(log).to_owned()).0);
        let games = map_all(cores().get(), &logs, |log| rated(registry, log, source));
        let games = games.into_iter().collect::<CommandResult<Vec<Option<RatedGames>>>>()?;
        for (log, game) in logs.iter().zip(games) {
            match game {
                Some(game) => self.count(game),
                None => complain(&format!("arbiter: rate: {}: has no score yet, ignored", log.display())),
            }
        }
        Ok(())
    }

    /// Adds all games of a tournament, or only the game with the given log.
    fn add_tournament(&mut self, registry: Registry, folder: &Path, log: Option<&Path>) -> CommandResult<()> {
        if !self.results.contains_key(folder) {
            let (source, _) = self.sources.insert_full(folder.to_owned());
            let tournament = tournament(registry, folder, source)?;
            self.results.insert(folder.to_owned(), tournament);
        }
        let Some(RatedTournament { plan, games }) = self.results.get_mut(folder) else { return Ok(()) };
        let options = OptionValues::with(plan.variant.options(), &plan.options).map_err(usage)?;
        let fresh: Vec<(PathBuf, RatedGame)> = match log {
            None => std::mem::take(games).into_iter().collect(),
            Some(log) => games.remove_entry(log).into_iter().collect(),
        };
        if let Some(log) = log.filter(|log| fresh.is_empty() && !self.seen.contains(*log)) {
            complain(&format!("arbiter: rate: {}: is not among the results, ignored", log.display()));
        }
        let none = RatedGames::new(plan.variant, &options, plan.seats);
        self.seen.extend(fresh.iter().map(|(path, _)| path.clone()));
        let games: Vec<RatedGame> = fresh.into_iter().map(|(_, game)| game).collect();
        if !games.is_empty() {
            let tested = Test::of(plan).is_some();
            let bots = plan.entrants.iter().map(|entrant| entrant.name.clone()).collect();
            self.count(RatedGames { bots, games, tested, ..none });
        }
        Ok(())
    }

    /// Adds games to the table with the same rules. Drops one that has the variant, bots, seed and actions of another.
    fn count(&mut self, mut more: RatedGames) {
        let variant = more.variant.word();
        let before = more.games.len();
        more.games.retain(|RatedGame { result, .. }| match (result.seed, result.course) {
            (Some(seed), Some(course)) => self.played.insert((variant, result.seats.clone(), seed, course)),
            _ => true,
        });
        self.twice += before - more.games.len();
        if more.games.is_empty() {
            return;
        }
        let same = |rated: &&mut RatedGames| {
            (rated.variant.word(), rated.seats, &rated.options) == (more.variant.word(), more.seats, &more.options)
        };
        match self.tables.iter_mut().find(same) {
            Some(rated) => {
                rated.bots.extend(more.bots);
                rated.games.extend(more.games);
                rated.tested |= more.tested;
            }
            None => self.tables.push(more),
        }
    }
}

/// The game of a log outside tournaments, as a table of one game. `None` if the log is empty or has no score. The log
/// is verified, because no tournament vouches for it.
fn rated(registry: Registry, path: &Path, source: usize) -> CommandResult<Option<RatedGames>> {
    let wrong = |error: LogError| failed(anyhow!("{}: {error}; fix it, or leave it out", path.display()));
    let text = read(path)?;
    let log = match record::read(registry, &text) {
        Err(LogError { wrong: RecordError::Empty, .. }) => return Ok(None),
        read => read.map_err(wrong)?,
    };
    let Some(game) = RatedGame::of(&LogFacts::of(&log), source) else { return Ok(None) };
    record::verify(registry, &text, None).map_err(wrong)?;
    let options = log.head.options(registry).map_err(|error| usage(format!("{}: {error}", path.display())))?;
    let variant = log.variant().map_err(|error| usage(format!("{}: {error}", path.display())))?;
    let seats = u8::try_from(game.result.seats.len()).unwrap_or(u8::MAX);
    Ok(Some(RatedGames { games: vec![game], ..RatedGames::new(variant, &options, seats) }))
}

fn is_tournament(folder: &Path) -> bool {
    // The folder of a shard has a plan and logs, and no results.
    folder.join(cup::PLAN).is_file() && folder.join(cup::RESULTS).is_file()
}

fn tournament_of(log: &Path) -> Option<PathBuf> {
    let folder = log.parent().filter(|games| games.ends_with("games"))?.parent()?;
    is_tournament(folder).then(|| folder.to_owned())
}

fn tournament(registry: Registry, folder: &Path, source: usize) -> CommandResult<RatedTournament> {
    let (plan, progress) = progress_of(registry, folder)?;
    FolderView::new(DISK, folder).check(&plan, MissingLog::Refused)?;
    let held = progress.into_held();
    let mut times = held.times.into_iter().peekable();
    let games = held.results.into_iter().map(|result| {
        let times = times.next_if(|times| times.game == result.game).map(|times| times.seats);
        (folder.join(&result.log), RatedGame { source, result, times })
    });
    let games = games.collect();
    Ok(RatedTournament { plan, games })
}
