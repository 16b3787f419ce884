//! The command `rerun`: gives a bot again what a seat was told, and compares.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use itertools::Itertools as _;
use uvi::Fault;
use uvi_games::game::{Registry, Seat, Seed};
use uvi_match::{
    record::{self, Log, LogError},
    referee::{BotDeed, LEGAL},
};

use super::{
    exit::{Code, CommandResult, failed, usage},
    output::{check_writable, complain, print_all},
    play::numbered,
    seats,
    verify::read,
};
use crate::{
    bot::{Launch, Nursery, split_command},
    driver::seed_path,
    rerun::{Moment, Performance, Rerun, RerunPace, RerunVerdict, Scrutiny, SeatScript, perform},
    world::DISK,
};

const HELP: &str = "\
The bot hears, line by line, what the seat was told then; the next question comes when it has answered. The rerun stops where \
the bot differs or ends, or is late or at fault where it was not. Lines of the bot that are no messages, such as those of a \
debugger, are printed behind `|`. The settings in the log (`dir`, `env`, `memory` and so on) hold for another BOT too; --set \
changes them. `gdb --args BOT` runs the bot, and prints where it died.

Examples:
  arbiter rerun game.jsonl 2
  arbiter rerun game.jsonl 2 --clock off -- gdb --args ./mybot
  arbiter rerun game-7.jsonl 2 --series -- ./mybot --threads 1
  git bisect run sh -c 'make || exit 125; arbiter rerun crash.uvi -- ./mybot'";

/// The dialogue to tell again, and the bot that hears it.
#[derive(Debug, ClapArgs)]
pub(crate) struct DialogueArgs {
    /// The log, or a script of `arbiter shrink`; `-` is stdin
    log: PathBuf,
    /// The number of the seat; not for a script
    seat: Option<u32>,
    /// Begin with the games before, as far as the bot played them in the same process: of `game-3.jsonl`, those in
    /// `game-1.jsonl` and `game-2.jsonl`
    #[arg(long)]
    series: bool,
    /// The time limits: `real` as then, `off`, or a factor such as `3x`
    #[arg(long, value_name = "PACE", default_value = "real", value_parser = pace)]
    pub(crate) clock: RerunPace,
    /// A setting for the start or the resources of the bot, after those of the log; repeatable; `arbiter play --help`
    /// has the keys, of which `legal` is for matches only
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The command line of another bot, `bot:NAME` for one that comes with the arbiter, or `bot:uci:ENGINE`
    #[arg(last = true)]
    pub(crate) bot: Vec<String>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct RerunArgs {
    #[command(flatten)]
    dialogue: DialogueArgs,
    /// Skip the questions that were answered before this line of the log
    #[arg(long, value_name = "LINE")]
    from: Option<usize>,
    /// Print every line that crosses the pipes, and all of the bot's stderr
    #[arg(short, long)]
    verbose: bool,
}

fn pace(text: &str) -> Result<RerunPace, String> {
    let factor = |text: &str| text.parse::<f64>().ok().filter(|factor| *factor > 0.0 && *factor <= 1e6);
    match text {
        "real" => Ok(RerunPace::REAL),
        "off" => Ok(RerunPace(None)),
        _ => match text.strip_suffix(['x', '×']).and_then(factor) {
            Some(times) => Ok(RerunPace(Some(times))),
            None => Err("expected real, off, or a factor such as 3x".to_owned()),
        },
    }
}

pub(crate) fn run(registry: Registry, args: &RerunArgs) -> CommandResult {
    let mut script = args.dialogue.script(registry)?;
    if let Some(line) = args.from {
        let last = script.last_line().unwrap_or_default();
        if line > last {
            return Err(usage(format!(
                "--from: expected at most {last}, the line of the seat's last answer; found {line}"
            )));
        }
        script = script.from_line(line);
    }
    let launch = args.dialogue.launch(&script)?;
    let nursery = Nursery::of_this_program().map_err(failed)?;
    let mut printed = Ok(());
    let mut tell = |mark: char, line: &str| {
        if printed.is_ok() && (args.verbose || mark == '|') {
            printed = print_all([format!("{mark} {line}")]);
        }
    };
    let rerun = Rerun::new(&script, registry, args.dialogue.clock, Scrutiny::Compare);
    let performed = perform(rerun, &launch, &nursery, &mut tell).map_err(failed)?;
    printed?;
    let (mut lines, code) = told(&performed);
    if matches!(code, Code::No | Code::Failed) || args.verbose {
        lines.extend(last_words(&performed.stderr, if args.verbose { usize::MAX } else { 10 }));
    }
    if performed.verdict == RerunVerdict::Mended {
        lines.extend(args.dialogue.series_hint());
    }
    print_all(lines)?;
    Ok(code)
}

fn told(performed: &Performance) -> (Vec<String>, Code) {
    let moment = performed.moment.as_ref();
    let (head, code) = match performed.verdict {
        RerunVerdict::Same => ("the same as then", Code::Yes),
        RerunVerdict::LogEnds if moment.is_none() => ("the log ends; the same as far as it goes", Code::Undecided),
        RerunVerdict::LogEnds => ("the log ends; the same up to its last question,", Code::Undecided),
        RerunVerdict::Mended => ("no fault any more", Code::Yes),
        RerunVerdict::Fails => ("fails again", Code::No),
        RerunVerdict::Differs if matches!(moment, Some(Moment { now: BotDeed::Fault(..), .. })) => {
            ("fails, unlike then,", Code::No)
        }
        RerunVerdict::Differs => ("differs", Code::No),
    };
    let Some(Moment { line, position, then, now }) = moment else { return (vec![head.to_owned()], code) };
    // Such a bot shows nothing about the failure that is sought, unless that is the failure.
    let code = if is_no_start(now) && !is_no_start(then) { Code::Failed } else { code };
    let mut lines = vec![format!("{head} at line {line}")];
    lines.extend(position.iter().map(|position| format!("  in position {position}")));
    lines.extend([format!("  then: {then}"), format!("  now:  {now}")]);
    (lines, code)
}

pub(super) fn is_no_start(deed: &BotDeed) -> bool {
    matches!(deed, BotDeed::Fault(Fault::NoStart, _))
}

pub(super) fn last_words(stderr: &str, most: usize) -> impl Iterator<Item = String> {
    let lines: Vec<&str> = stderr.trim_end().lines().collect();
    let title = (!lines.is_empty()).then(|| "  its stderr:".to_owned());
    title.into_iter().chain(lines.into_iter().rev().take(most).rev().map(|line| format!("    {line}")))
}

/// Checks that a script can be written to this path, and that no other file is there.
pub(super) fn check_script(path: &Path) -> CommandResult<()> {
    if path.is_file() && SeatScript::parse(&String::from_utf8_lossy(&read(path)?)).is_err() {
        let name = path.display();
        return Err(failed(anyhow::anyhow!("{name} already exists and is no script; choose another file")));
    }
    check_writable(path)
}

impl DialogueArgs {
    pub(super) fn source(&self) -> String {
        let seat = self.seat.map(|seat| format!(", seat {seat}"));
        format!("{}{}", self.log.display(), seat.unwrap_or_default())
    }

    pub(super) fn script(&self, registry: Registry) -> CommandResult<SeatScript> {
        let text = read(&self.log)?;
        if text.first().is_some_and(|first| *first != b'{') {
            let name = self.log.display();
            let script = SeatScript::parse(&String::from_utf8_lossy(&text));
            let script =
                script.map_err(|error| failed(anyhow::anyhow!("{name} is neither log nor script: {error}")))?;
            if script.cues.is_empty() {
                return Err(failed(anyhow::anyhow!("{name} has no line to a bot")));
            }
            if self.seat.is_some() || self.series {
                return Err(usage("a script has one seat and no series: expected neither SEAT nor --series"));
            }
            return Ok(script);
        }
        let paths = if self.series { series(&self.log)? } else { vec![self.log.clone()] };
        let wrong = |(index, error): (usize, LogError)| {
            failed(anyhow::Error::new(error).context(format!("{} is wrong", paths[index].display())))
        };
        let mut logs: Vec<(Log, Option<Seed>)> = Vec::new();
        for path in &paths {
            let text = if *path == self.log { text.clone() } else { read(path)? };
            let log = record::read(registry, &text).map_err(|error| wrong((logs.len(), error)))?;
            let beside = || DISK.read_text(&seed_path(path)).ok()?.trim().parse().ok();
            let seed = log.seed().or_else(beside);
            if seed.is_none() && log.head.lots {
                let [path, beside] = [path.clone(), seed_path(path)].map(|path| path.display().to_string());
                complain(&format!("arbiter: the seed is in neither {path} nor {beside}, so the bot is told no lots"));
            }
            logs.push((log, seed));
        }
        let seats = logs.iter().map(|(log, _)| log.head.seats.len()).min().unwrap_or_default();
        let seat = self.seat.and_then(Seat::new).filter(|seat| seat.index() < seats);
        let seat = seat.ok_or_else(|| usage(format!("expected a seat from 1 to {seats} after the log")))?;
        SeatScript::of_logs(&logs, seat).map_err(wrong)
    }

    /// The flag for a bot that may have failed because of the games before. `None` if there are none.
    pub(super) fn series_hint(&self) -> Option<String> {
        let has_more =
            !self.series && series(&self.log).is_ok_and(|logs| logs.len() > 1 && logs.iter().all(|log| log.exists()));
        has_more
            .then(|| "the bot may have played the games before this one too: --series repeats them first".to_owned())
    }

    pub(super) fn set_keys(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.set.iter().map(|text| seats::switch(text))
    }

    pub(super) fn launch(&self, script: &SeatScript) -> CommandResult<Launch> {
        let typed = match &self.bot[..] {
            [] => script.bot.clone(),
            [one] => Some(one.clone()),
            words => Some(shell_words::join(words)),
        };
        let command = typed.ok_or_else(|| usage("no bot played this seat: expected -- BOT, such as -- ./mybot"))?;
        let words = split_command(&seats::command_line(&command));
        let words = words.map_err(|error| usage(format!("in the command line: {error}")))?;
        let mut launch = Launch::new(run_by_debugger(words));
        let logged = script.set.iter().filter(|(key, _)| key != LEGAL);
        let logged = logged.map(|(key, value)| (key.as_str(), Some(value.as_str()).filter(|value| !value.is_empty())));
        for (key, value) in logged.chain(self.set_keys()) {
            let set = launch.limits.set(key, value);
            set.map_err(|error| usage(format!("--set {key}={}: {error}", value.unwrap_or_default())))?;
        }
        Ok(launch)
    }
}

/// The logs of a series up to this one: those with smaller numbers before it.
fn series(path: &Path) -> CommandResult<Vec<PathBuf>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let parts = name.rsplit_once('-').and_then(|(stem, number)| Some((stem, number.parse::<u32>().ok()?)));
    let wrong = || usage(format!("--series: expected a log with its number, such as game-3.jsonl, found {name}"));
    let (stem, number) = parts.ok_or_else(wrong)?;
    let first = path.with_file_name(stem).with_extension(path.extension().unwrap_or_default());
    // The first log that is missing ends the list, and is named when it is read.
    Ok((1..=number).map(|number| numbered(&first, number)).take_while_inclusive(|path| path.exists()).collect())
}

/// Adds to `gdb --args BOT` the words by which it runs the bot and prints where it died, unless it has commands of its
/// own: its stdin is that of the bot.
fn run_by_debugger(mut words: Vec<String>) -> Vec<String> {
    let name = |at: usize| words.get(at).and_then(|word| Path::new(word).file_name()?.to_str());
    // `env` with its variables may stand before.
    let variables = words.iter().skip(1).take_while(|word| word.contains('=')).count();
    let gdb = if name(0) == Some("env") { 1 + variables } else { 0 };
    if name(gdb) == Some("gdb") && words.get(gdb + 1).is_some_and(|word| word == "--args") {
        let place = gdb + 1;
        words.splice(place..place, ["-q", "-batch", "-ex", "run", "-ex", "backtrace"].map(str::to_owned));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, expected: &str) {
        let words = typed.split(' ').map(str::to_owned).collect();
        assert_eq!(run_by_debugger(words).join(" "), expected);
    }

    #[test]
    fn a_debugger_runs_the_bot() {
        check("/usr/bin/gdb --args ./bot -x", "/usr/bin/gdb -q -batch -ex run -ex backtrace --args ./bot -x");
        check("env A=1 B=2 gdb --args ./bot", "env A=1 B=2 gdb -q -batch -ex run -ex backtrace --args ./bot");
        for same in ["env A=1 ./bot", "gdb -x mine --args ./bot", "gdb ./bot", "./gdb2 --args ./bot", "valgrind ./bot"]
        {
            check(same, same);
        }
    }

    #[test]
    fn paces_are_words_or_factors() {
        for (text, expected) in
            [("real", Some(1.0)), ("off", None), ("3x", Some(3.0)), ("0.5×", Some(0.5)), ("1e-7x", Some(1e-7))]
        {
            let found = pace(text).unwrap();
            assert_eq!((found, pace(&found.to_string())), (RerunPace(expected), Ok(found)), "{text}");
        }
        for wrong in ["3", "x", "-1x", "0x", "infx", "nanx"] {
            assert!(pace(wrong).is_err(), "{wrong}");
        }
    }
}
