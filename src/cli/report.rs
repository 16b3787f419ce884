//! `report`: a page that says what came of a tournament.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use arbiter::{
    report::{self, Links},
    tournament::{self, GameResult, Programs, Progress, Store},
};
use clap::Args as ClapArgs;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{
    exit::{Exit, Result, failed, usage},
    output::write,
    tournament::{make_plan, read_file, store_failed},
};

const HELP: &str = "\
The page stands alone: nothing is loaded from anywhere, plots are SVG within it, and it can be sent to others or put on
any server. It has the standings, Elo and the pentanomial, ratings with intervals, the cross table or partner matrix, the
progress of the score and of the sequential test, what each seat is worth, lengths and times, faults, and all games. Each
heading says what its figures mean; the figures are those of `arbiter tournament --json`. The same folder gives the same
page.

The tournament may be under way, or cut off; bots need not be there. Games lead to their logs in the folder by relative
links, and to replays/GAME.html beside the page where there is such a file, such as replays/000017.html.

Examples:
  arbiter report cup.games -o cup.html
  arbiter report cup.games -o - | ssh host 'cat >cup.html'

Exit codes: 0 it is written; 2 usage, or a folder that holds no tournament; 4 input or output failed.";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct ReportArgs {
    /// The folder of the tournament
    folder: PathBuf,
    /// Write the page there, over what is there; `-` is stdout
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Writes the report of a tournament.
pub(crate) fn run(args: &ReportArgs) -> Result {
    let folder = &args.folder;
    if !folder.join(tournament::PLAN).is_file() {
        return Err(usage(format!("{} holds no tournament: expected a plan.toml in it", folder.display())));
    }
    let (file, text) = read_file(&folder.join(tournament::PLAN))?;
    let plan = make_plan(&file, Some(&text), folder, Programs::Anything)?;
    let held = Store::look(folder).map_err(store_failed)?;
    let results = folder.join(tournament::RESULTS);
    let progress = Progress::new(&plan, held).with_context(|| results.display().to_string()).map_err(failed)?;
    let beside = Beside::new(folder, &args.output)?;
    write(&args.output, &report::html(&plan, &progress, &beside))?;
    Ok(Exit::Yes)
}

/// What links lead to, from where the page lies.
#[derive(Debug)]
struct Beside {
    /// The folder of the page.
    page: PathBuf,
    /// From there to the folder of the tournament; `None` where no relative path leads there.
    folder: Option<PathBuf>,
}

impl Beside {
    fn new(folder: &Path, output: &Path) -> Result<Self> {
        let absolute = |path: &Path| {
            fs::canonicalize(path).with_context(|| format!("cannot find {}", path.display())).map_err(failed)
        };
        let page = match output.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            Some(parent) => parent,
            None => Path::new("."),
        };
        let folder = pathdiff::diff_paths(absolute(folder)?, absolute(page)?);
        Ok(Self { page: page.to_owned(), folder })
    }
}

impl Links for Beside {
    fn log(&self, game: &GameResult) -> Option<String> {
        Some(url(&self.folder.as_ref()?.join(&game.log)))
    }

    fn replay(&self, game: &GameResult) -> Option<String> {
        let name = Path::new(&game.log).file_stem()?;
        let replay = Path::new("replays").join(name).with_extension("html");
        self.page.join(&replay).is_file().then(|| url(&replay))
    }
}

/// A relative path as a URL, in which nothing is taken for a scheme, a query or a fragment.
fn url(path: &Path) -> String {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');
    utf8_percent_encode(&path.to_string_lossy(), KEPT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

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
