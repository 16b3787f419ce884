//! The command `check`: prints the steps of a protocol check, as text or as JSON.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use itertools::Itertools as _;
use uvi::{ClockWords, Patience, Seed, Text, Value};
use uvi_cup::counted;
use uvi_games::game::{Registry, suggestion};
use uvi_match::{record::SaidLine, referee::LEGAL};

use super::{
    args::clock,
    engines,
    exit::{Code, CommandResult, failed, usage},
    output::{print_all, remove, reserve_outputs, write},
    rerun::check_script,
    seats,
};
use crate::{
    bot::{Launch, LimitError, Limits, Nursery, split_command},
    check::{self, CheckSettings, FailedStep, Level, Report, Status},
};

const CHECK_HELP: &str = "\
The steps, in order; each is what the protocol (UVI.md) asks of a bot:
  start          its program can be executed
  greeting       it answers uvi 1, and ends its greeting with uviok
  options        the options it declares make sense and can be set
  variants       it plays every --variant, or a variant that the arbiter knows
  isready        it answers with readyok
  unknown-lines  it ignores unknown verbs and empty lines
  error          it plays on after hearing of its fault
  newgame        it plays two games in a row
  again          it answers when asked again after a refused answer
  thinking       it answers an isready sent with the question, before or after
                 bestmove
  stop           it answers with bestmove
  gameover       it copes with the end of the game while it thinks
  movetime       it makes ten decisions within 500 ms each
  clock          it makes ten decisions within 2000 ms, plus 100 ms for each
  game           it plays whole games of a variant, each seat in turn; the other
                 seats and chance are random; --games N plays more of them
  quit           it exits by itself
  end-of-input   it exits by itself
A bot that fails a step is restarted for the next. The last lines say the bot's
level (UVI 9.1). The highest one needs --games 100.

Examples:
  arbiter check ./mybot
  arbiter check ./mybot --games 100
  arbiter check ./mybot --script failure.uvi
  arbiter check './mybot --fast' --variant orwell --verbose
  arbiter check 'python3 bot.py' --clock 'movetime 200' --decisions 50 --json

With --json each step is an object on its own line: step, status (pass, fail or skip), ms and text. A game also has variant, \
seats and games. A failure has failure, an object with fault, line, column, position, cause, by_hand, script and stderr, as far as they \
are known; and dialogue, the last lines that crossed the pipes (> to the bot, < from it). Fields may be added. \
`arbiter schema check` prints the JSON Schema.";

#[derive(Debug, ClapArgs)]
#[command(after_help = CHECK_HELP)]
pub(crate) struct CheckArgs {
    /// The bot's command line, split into words as a shell would; `random`, `greedy`, `search`, `chain` and
    /// `prowler` come with the arbiter, and `uci ENGINE` plays a UCI engine. `bot:` may stand before it
    pub(crate) command: String,
    /// A variant that the bot must play; repeatable; by default every variant that it names
    #[arg(long = "variant", value_name = "VARIANT")]
    pub(crate) variants: Vec<String>,
    /// An option for the bot, such as `seed=7`; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) bot_option: Vec<String>,
    /// A setting for the start or the resources of the bot, such as `memory=512M`; repeatable; `arbiter play --help`
    /// has the keys, of which `legal` is for matches only
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Shut the bot in, or do not start it, as `arbiter play --untrusted` does
    #[arg(long)]
    pub(crate) untrusted: bool,
    /// Limits for whole games, in milliseconds: `movetime MS`, `time MS inc MS movestogo N`, `nodes N`, `depth N`, `margin MS`; or `10+0.1` in seconds
    #[arg(long, value_name = "WORDS", default_value = "movetime 5000", value_parser = clock)]
    pub(crate) clock: ClockWords,
    /// The time to wait for the bot, in milliseconds, such as `greet 5000 ready 5000 quit 500`
    #[arg(long, value_name = "WORDS")]
    pub(crate) patience: Option<Patience>,
    /// Play at least N games of each variant and number of seats, the same number in each seat; by default one in each
    /// seat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: Option<u32>,
    /// Stop each game after N decisions of the bot; by default games are played to the end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) decisions: Option<u32>,
    /// Stop after the first step that fails
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Write all that the bot was told before the first failure to this file: a script for `arbiter rerun`. An earlier
    /// script is overwritten, or removed if there is no such failure
    #[arg(long, value_name = "FILE")]
    pub(crate) script: Option<PathBuf>,
    /// The seed of all chance and of the other seats' actions, up to 32 hex digits
    #[arg(long, value_name = "HEX", default_value = "0")]
    pub(crate) seed: Seed,
    /// Print every line that crosses the pipes
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Print a JSON object for each step, one a line
    #[arg(long)]
    pub(crate) json: bool,
}

const LONGEST: usize = 1 << 13;

const WIDTH: usize = 24;

pub(crate) fn run(registry: Registry, args: &CheckArgs) -> CommandResult {
    let settings = settings(registry, args)?;
    engines::check(&settings.launch).map_err(usage)?;
    let nursery = Nursery::of_this_program().map_err(failed)?;
    let missing = settings.launch.check().err().and_then(|error| seats::start_hint(&error));
    let mut teller = CheckTeller { verbose: args.verbose, missing, ..CheckTeller::default() };
    let mut printed = Ok(());
    // The first step that failed, and the first script of a failure.
    let (mut failed_step, mut script) = (None, None);
    let mut tell = |report: &Report| {
        if let Some(failure) = &report.failure {
            failed_step.get_or_insert(report.step);
            script = script.take().or_else(|| failure.script.clone());
        }
        let lines = if args.json {
            vec![serde_json::to_string(report).expect("a report has only text keys")]
        } else {
            teller.tell(report)
        };
        if printed.is_ok() {
            printed = print_all(lines);
        }
    };
    if let Some(path) = &args.script {
        reserve_outputs(Some(path).filter(|_| !args.json))?;
        check_script(path)?;
    }
    let conforms = check::run(&settings, &nursery, &mut tell).map_err(failed)?;
    printed?;
    if !args.json {
        print_all(teller.summary(args))?;
    }
    let again = match (script, &args.script) {
        (Some(script), Some(path)) => {
            write(path, &script)?;
            Some(format!("again: arbiter rerun {}", shell_words::quote(&path.to_string_lossy())))
        }
        (None, Some(path)) => {
            remove(path)?;
            failed_step
                .map(|step| format!("no script: no match would see the failure of the step {step}, nor would a rerun"))
        }
        (Some(_), None) => Some("again: add --script failure.uvi, then arbiter rerun failure.uvi".to_owned()),
        (None, None) => None,
    };
    print_all(again.filter(|_| !args.json))?;
    Ok(if conforms { Code::Yes } else { Code::No })
}

fn settings(registry: Registry, args: &CheckArgs) -> CommandResult<CheckSettings> {
    let command = seats::command_line(&args.command);
    let words = split_command(&command).map_err(|error| usage(format!("in the command line: {error}")))?;
    let mut launch = Launch::new(words);
    let mut set = Vec::new();
    if args.untrusted {
        launch.limits.set("untrusted", None).map_err(|error| usage(format!("--untrusted: {error}")))?;
        set.push(("untrusted".to_owned(), String::new()));
    }
    for text in &args.set {
        let (key, value) = seats::switch(text);
        set.push((key.to_owned(), value.unwrap_or_default().to_owned()));
        launch.limits.set(key, value).map_err(|error| {
            let known = || error.to_string();
            let is_unknown = matches!(error, LimitError::Key);
            let why = if is_unknown { suggestion(key, Limits::KEYS, known) } else { known() };
            let hint = if is_unknown && key != LEGAL { seats::bot_option_hint(text) } else { String::new() };
            usage(format!("--set {text}: {why}{hint}"))
        })?;
    }
    let mut options = Vec::new();
    for text in &args.bot_option {
        let (name, value) = seats::pair("--bot-option", text)?;
        let value = Value::new(value);
        if !value.is_sayable() {
            return Err(usage(format!("--bot-option: expected a value without control characters, found {text}")));
        }
        options.push((name, value));
    }
    Ok(CheckSettings {
        registry,
        command: Text::new(command),
        launch,
        set,
        options,
        variants: args
            .variants
            .iter()
            .unique()
            .map(|word| seats::variant(registry, word))
            .collect::<CommandResult<_>>()?,
        patience: args.patience.unwrap_or_default(),
        limits: args.clock.in_full(),
        games: args.games.unwrap_or(1),
        decisions: args.decisions,
        fail_fast: args.fail_fast,
        seed: args.seed,
        verbose: args.verbose,
    })
}

#[derive(Debug, Default)]
struct CheckTeller {
    verbose: bool,
    /// A hint about the bot's program, if it is missing.
    missing: Option<String>,
    /// The reports so far, without dialogues.
    steps: Vec<Report>,
}

impl CheckTeller {
    fn tell(&mut self, report: &Report) -> Vec<String> {
        let status = match report.status {
            Status::Pass => "pass",
            Status::Fail => "FAIL",
            Status::Skip => "skip",
        };
        let below = match &report.failure {
            Some(failure) => self.explain(report, failure),
            None => dialogue(report).collect(),
        };
        self.steps.push(Report { dialogue: Vec::new(), ..report.clone() });
        let head = format!("{status}  {:WIDTH$} {}", name(report), report.text).trim_end().to_owned();
        [head].into_iter().chain(below.into_iter().map(|line| format!("        {line}"))).collect()
    }

    /// The details of a failure. Without `verbose`, a repeated failure names the step that showed it.
    fn explain(&self, report: &Report, failure: &FailedStep) -> Vec<String> {
        let mut below = Vec::new();
        if let (Some(line), Some(column)) = (&failure.line, failure.column) {
            below.extend(SaidLine::pointed(line, column));
        }
        let same = |told: &FailedStep| told.fault == failure.fault && kind(told) == kind(failure);
        let first = self.steps.iter().find(|told| told.failure.as_ref().is_some_and(same));
        if let Some(first) = first.filter(|_| !self.verbose && failure.fault.is_some()) {
            below.push(format!("probably the same problem as in the step {}", name(first)));
            return below;
        }
        below.extend(failure.position.iter().map(|position| format!("in position {position}")));
        below.extend(dialogue(report));
        if let Some(stderr) = &failure.stderr {
            below.push("its stderr:".to_owned());
            below.extend(stderr.lines().map(|line| format!("  {line}")));
        }
        below.extend(failure.cause.iter().map(|cause| format!("likely cause: {cause}")));
        below.extend(self.missing.clone());
        below.extend(failure.by_hand.iter().map(|command| match &failure.script {
            Some(_) if command.len() > LONGEST => {
                "by hand: too long to show; with --script failure.uvi, arbiter shrink failure.uvi -o small.uvi shortens it"
                    .to_owned()
            }
            _ => format!("by hand: {command}"),
        }));
        below
    }

    /// The lines at the end: the number of steps by status, the level of conformance, and what the next level needs.
    fn summary(&self, args: &CheckArgs) -> Vec<String> {
        let count = |status| self.steps.iter().filter(|step| step.status == status).count();
        let [passed, failed, left_out] = [Status::Pass, Status::Fail, Status::Skip].map(count);
        let all = self.steps.len();
        let mut lines = vec![format!("{all} steps: {passed} passed, {failed} failed, {left_out} left out")];
        if let Some(level) = Level::of(&self.steps) {
            lines.push(format!("conforms to UVI 1 at level {} of {}: {}", level.number, Level::HIGHEST, level.name));
            lines.push(format!("for its README: {}", level.badge()));
        } else if failed == 0 {
            let [why, advice] = ["the bot resigned at its first decision", "return an action, unless that is meant"];
            lines.push(format!("no level of UVI 1, because {why} (step again); {advice}"));
        }
        if let Some(Level { number, name, games, .. }) = Level::in_want_of_games(&self.steps) {
            let fewest = self.steps.iter().filter_map(|step| step.games).min().unwrap_or_default();
            let advice = if args.decisions.is_some() {
                "omit --decisions".to_owned()
            } else if args.games.unwrap_or(1) < *games {
                format!("add --games {games}")
            } else {
                "a game in which the bot resigns does not count".to_owned()
            };
            let games = counted(*games, "whole game");
            lines.push(format!(
                "level {number}, {name}, needs {games} of each variant and number of seats, found {fewest}: {advice}"
            ));
        }
        lines
    }
}

/// The step, with the variant and the number of seats of a game.
fn name(Report { step, variant, seats, .. }: &Report) -> String {
    let game = variant.iter().cloned().chain(seats.map(|seats| seats.to_string()));
    [(*step).to_owned()].into_iter().chain(game).collect::<Vec<_>>().join(" ")
}

/// The likely cause without the words of the bot after its colon, which may change from step to step.
fn kind(failure: &FailedStep) -> Option<&str> {
    failure.cause.as_deref()?.split(": ").next()
}

fn dialogue(report: &Report) -> impl Iterator<Item = String> {
    let title =
        (!report.dialogue.is_empty()).then(|| "the last lines on the pipes (> to the bot, < from it):".to_owned());
    title.into_iter().chain(report.dialogue.iter().map(|line| format!("  {line}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(step: &'static str, cause: &str) -> Report {
        let failure = FailedStep {
            fault: Some("timeout".to_owned()),
            cause: Some(cause.to_owned()),
            by_hand: Some("./bot".to_owned()),
            ..FailedStep::default()
        };
        Report { step, status: Status::Fail, failure: Some(failure), ..Report::default() }
    }

    #[test]
    fn a_mistake_with_other_words_is_told_once() {
        let mut teller = CheckTeller::default();
        assert!(
            teller.tell(&failed("newgame", "may be meant as bestmove: bestmov a1")).join("\n").contains("by hand: ")
        );
        let again = teller.tell(&failed("again", "may be meant as bestmove: bestmov b2"));
        assert_eq!(again[1..], ["        probably the same problem as in the step newgame"]);
        let other = teller.tell(&failed("stop", "it answers, but too late"));
        assert!(other.join("\n").contains("likely cause: it answers, but too late"));
    }
}
