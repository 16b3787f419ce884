//! The command `report`: writes an HTML page about a tournament or a ladder.

use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path, PathBuf},
};

use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use uvi_cup::{DayTable, GameResult, LadderTable, RoundGame, counted};
use uvi_games::game::Registry;
use uvi_pages::report::{self, LadderFacts, PageLinks, ReportFacts, StrengthCourse, TestCourse, ladder_html};

use super::{
    exit::{Code, CommandResult, cannot, failed, usage},
    open_ladder::{TABLE, day_of, open_ladder},
    output::{OF_TOURNAMENT, complain, must_differ, write},
    planning::{plan_in, progress_of},
    replay::make_page,
    verify::read,
};
use crate::cup::{FolderView, LADDER_FILE, MissingLog, OpenedLadder, ROUNDS};
use crate::world::DISK;

const HELP: &str = "\
The page is a single file that loads nothing, so you can send it to others or put it on any server. It has the standings, \
Elo and the pentanomial, ratings with intervals, the cross table or partner matrix, the course of the score and of the \
sequential test, the value of each seat, lengths and times, faults, and all games. Each section explains its figures, which \
are those of `arbiter tournament --json`. The same folder gives the same page.

The tournament may still be running or cut off, and its bots need not be installed. If logs are missing or changed, the page \
and a warning on stderr name the games; only the chain vouches for their results. Each game has a relative link to its log \
in the folder. It also has a link to its replay, such as cup-replays/000017.html beside cup.html, if there is one; --replays \
writes the replays, as `arbiter replay` does. Beside index.html the folder is replays/.

Examples:
  arbiter report cup.games -o cup.html
  arbiter report cup.games -o site/index.html --replays
  arbiter report cup.games -o live.json --live
  arbiter report cup.games -o - | ssh host 'cat >cup.html'";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct ReportArgs {
    /// The folder of the tournament, or of a ladder
    folder: PathBuf,
    /// Write the page to this file, and overwrite it; `-` is stdout
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Also write a replay of every finished game into NAME-replays/ beside the page NAME.html, or replays/ beside
    /// index.html; overwrite those there, and link to them
    #[arg(long)]
    replays: bool,
    /// Instead of the page, write what a live page needs as JSON: the number of all games, and the course of the sequential
    /// test; of a ladder, the plot of the strengths by day in each game, as HTML
    #[arg(long, conflicts_with = "replays")]
    live: bool,
}

/// The facts of a tournament that a live page needs besides results and logs.
#[derive(Debug, Serialize)]
struct LiveFacts {
    /// The number of all games; `None` if results decide it.
    total: Option<u32>,
    test: Option<TestCourse>,
}

pub(crate) fn run(registry: Registry, args: &ReportArgs) -> CommandResult {
    let folder = &args.folder;
    if let Some((mut opened, _)) = open_ladder(registry, folder)? {
        return report_ladder(&mut opened, args);
    }
    plan_in(folder)?;
    for part in OF_TOURNAMENT {
        must_differ(&args.output, &folder.join(part))?;
    }
    let (plan, progress) = progress_of(registry, folder)?;
    if args.live {
        let facts = LiveFacts { total: plan.total(), test: TestCourse::of(&plan, &progress) };
        let facts = serde_json::to_string(&facts).map_err(failed)?;
        write(&args.output, &(facts + "\n"))?;
        return Ok(Code::Yes);
    }
    let held = &progress.held().results;
    let unproved = FolderView::new(DISK, folder).check(&plan, MissingLog::Reported)?;
    if let Some(first) = held.iter().find(|result| unproved.contains(&result.game)) {
        complain(&format!(
            "arbiter: report: warning: the logs of {} are missing or changed, the first is {}; only the chain vouches \
             for their results",
            counted(unproved.len() as u32, "game"),
            folder.join(&first.log).display()
        ));
    }
    let beside = RelativeLinks::new(folder, &args.output)?;
    if args.replays {
        if args.output == Path::new("-") {
            return Err(usage(
                "--replays: expected a file as --output, because the replays go beside it; found stdout",
            ));
        }
        let settled = progress.settled(&plan);
        let (told, secret): (Vec<_>, Vec<_>) =
            progress.held().results.iter().partition(|result| settled.contains(&result.game));
        if !secret.is_empty() {
            complain(&format!(
                "arbiter: report: left out {}, because they would show the seed of games that are not played yet",
                counted(secret.len() as u32, "replay")
            ));
        }
        write_replays(registry, folder, &beside, &told)?;
    }
    let facts = ReportFacts { unproved: &unproved, links: &beside };
    write(&args.output, &report::html(&plan, &progress, &facts))?;
    Ok(Code::Yes)
}

fn report_ladder(opened: &mut OpenedLadder, args: &ReportArgs) -> CommandResult {
    must_differ(&args.output, &args.folder.join(LADDER_FILE))?;
    must_differ(&args.output, &opened.folder.last_finish())?;
    if args.live {
        let facts = serde_json::json!({ "strengths": live_strengths(opened)? });
        write(&args.output, &format!("{facts}\n"))?;
        return Ok(Code::Yes);
    }
    if args.replays {
        return Err(usage(format!(
            "--replays: expected the folder of a tournament, such as one in {}; found a ladder",
            args.folder.join(ROUNDS).display()
        )));
    }
    opened.look_on()?;
    write(&args.output, &ladder_page(opened, &opened.tables(), &args.folder, &args.output)?)?;
    Ok(Code::Yes)
}

/// The page of a ladder, whose links lead from `output` to the logs in its `folder`.
pub(crate) fn ladder_page(
    opened: &OpenedLadder,
    table: &LadderTable,
    folder: &Path,
    output: &Path,
) -> CommandResult<String> {
    let beside = RelativeLinks::new(folder, output)?;
    let link = |game: &RoundGame| beside.link(&Path::new(ROUNDS).join(&*game.folder).join(&game.result.log));
    let path = std::path::absolute(folder).map_err(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let present = day_of(&opened.folder.last_finish()).map(|day| (day, table.day()));
    let days = by_day(&opened.days, present.as_ref());
    Ok(ladder_html(&LadderFacts { name: &name, table, ladder: &opened.ladder, days: &days }, &link))
}

/// The tables of the days that are over, and that of the present day.
fn by_day<'a>(
    over: &'a BTreeMap<String, DayTable>,
    present: Option<&'a (String, DayTable)>,
) -> Vec<(&'a str, &'a DayTable)> {
    let present = present.filter(|(day, _)| !over.contains_key(day));
    over.iter().chain(present.map(|(day, table)| (day, table))).map(|(day, table)| (day.as_str(), table)).collect()
}

/// The plot of the strengths by day in each game that has one, as HTML, by the tables that are in the folder. The rounds
/// are not read.
fn live_strengths(opened: &OpenedLadder) -> CommandResult<BTreeMap<String, String>> {
    let (folder, mut over) = (&opened.folder, BTreeMap::new());
    folder.read_days(&mut over, |error| {
        complain(&format!("arbiter: report: {error}"));
        Ok(())
    })?;
    let present = day_of(&folder.last_finish()).zip(folder.table(TABLE)?);
    let days = by_day(&over, present.as_ref());
    let games = days.last().into_iter().flat_map(|(_, table)| table.games());
    let plot = |game: &String| Some((game.clone(), StrengthCourse::of(game, &days)?.html()));
    Ok(games.filter_map(plot).collect())
}

/// Writes the replays of these games. Logs that are missing or cannot be shown are named on stderr and get no replay.
fn write_replays(
    registry: Registry,
    folder: &Path,
    beside: &RelativeLinks,
    results: &[&GameResult],
) -> CommandResult<()> {
    let replays = beside.page.join(&beside.replays);
    fs::create_dir_all(&replays).map_err(cannot("make", &replays))?;
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} replays, {eta} left");
    // It shows if stderr is a terminal.
    let bar = ProgressBar::new(results.len() as u64).with_style(style.expect("the template is well formed"));
    for result in bar.wrap_iter(results.iter()) {
        let log = folder.join(&result.log);
        if let Some(replay) = beside.replay_of(result) {
            match read(&log).and_then(|text| make_page(registry, &log, &text, &[])) {
                Ok(page) => write(&beside.page.join(replay), &page.html)?,
                Err(failure) => complain(&format!("arbiter: report: no replay of a game: {failure}")),
            }
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// The name of the folder of the replays beside a page. Pages about other tournaments may be in the same folder.
fn replays_beside(page: &Path) -> PathBuf {
    match page.file_stem().unwrap_or_default().to_string_lossy() {
        stem if stem == "index" => "replays".into(),
        stem => format!("{stem}-replays").into(),
    }
}

#[derive(Debug)]
struct RelativeLinks {
    page: PathBuf,
    /// The name of the folder of the replays, in that of the page.
    replays: PathBuf,
    /// The path from the page's folder to the tournament's; `None` if no relative path exists.
    folder: Option<PathBuf>,
}

impl RelativeLinks {
    fn new(folder: &Path, output: &Path) -> CommandResult<Self> {
        let absolute = |path: &Path| fs::canonicalize(path).map_err(cannot("find", path));
        let page = match output.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            Some(parent) => parent,
            None => Path::new("."),
        };
        let folder = way(&absolute(page)?, &absolute(folder)?);
        Ok(Self { page: page.to_owned(), replays: replays_beside(output), folder })
    }

    fn replay_of(&self, game: &GameResult) -> Option<PathBuf> {
        Some(self.replays.join(Path::new(&game.log).file_stem()?).with_extension("html"))
    }

    /// The path of a file in the folder, from the folder of the page. `None` if it is not there.
    fn kept(&self, path: &Path) -> Option<PathBuf> {
        let path = self.folder.as_ref()?.join(path);
        self.page.join(&path).is_file().then_some(path)
    }

    /// The link to a file in the folder. `None` if it is not there.
    fn link(&self, path: &Path) -> Option<String> {
        self.kept(path).map(|path| url(&path))
    }
}

impl PageLinks for RelativeLinks {
    fn log(&self, game: &GameResult) -> Option<String> {
        self.link(Path::new(&game.log))
    }

    fn log_path(&self, game: &GameResult) -> Option<String> {
        self.kept(Path::new(&game.log)).map(|log| shell_words::quote(&log.to_string_lossy()).into_owned())
    }

    fn replay(&self, game: &GameResult) -> Option<String> {
        let replay = self.replay_of(game)?;
        self.page.join(&replay).is_file().then(|| url(&replay))
    }
}

/// The relative path between two folders given as absolute paths. `None` if they have no common root.
fn way(from: &Path, to: &Path) -> Option<PathBuf> {
    let common = from.components().zip(to.components()).take_while(|(from, to)| from == to).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    (common > 0).then(|| up.chain(to.components().skip(common)).collect())
}

/// A relative path as a URL. Characters that could begin a scheme, a query or a fragment are escaped.
fn url(path: &Path) -> String {
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || b"/.-_~".contains(&byte);
    let encode = |byte: u8| if is_kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.to_string_lossy().bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_goes_up_and_down() {
        for (from, to, expected) in [
            ("/a/b", "/a/b", ""),
            ("/a/b", "/a/b/c/d", "c/d"),
            ("/a/b/c", "/a", "../.."),
            ("/a/b", "/a/bc/d", "../bc/d"),
            ("/", "/a", "a"),
        ] {
            assert_eq!(way(Path::new(from), Path::new(to)).as_deref(), Some(Path::new(expected)), "{from} {to}");
        }
        assert_eq!(way(Path::new("/a"), Path::new("b")), None);
    }

    #[test]
    fn a_path_is_nothing_but_a_path() {
        for (path, expected) in [
            ("../cup.games/games/000001.jsonl", "../cup.games/games/000001.jsonl"),
            ("javascript:alert(1)/x", "javascript%3Aalert%281%29/x"),
            ("a b?c#d%/é", "a%20b%3Fc%23d%25/%C3%A9"),
        ] {
            assert_eq!(url(Path::new(path)), expected);
        }
    }
}
