//! `gate`: whether a new bot may take the place of an old one, for CI.

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::Args as ClapArgs;
use uvi::Switch;
use uvi_cup::{
    Plan, Progress, Standings, Test,
    file::{Bot, File, FormatWord, Lead, SprtKeys},
    leads, of_lead, spanned,
    stats::{Model, Sample, TestVerdict},
};
use uvi_games::game::Registry;

use super::{
    exit::{Exit, Result, failed, usage},
    output::print_all,
    tournament::{self, Manner, args::PlanArgs, args::RunningArgs},
};

const HELP: &str = "\
Examples:
  arbiter gate --variant katarenga --new ./new --old ./old
  arbiter gate --variant katarenga --new ./new --old ./old --sprt 0,10 --games 4000
  arbiter gate --variant orwell --new ./new --old ./old --fixed --games 300 --margin 0.02
  arbiter gate --variant catalonia --new ./new --old ./old --junit gate.xml --markdown \"$GITHUB_STEP_SUMMARY\"

The test. With two seats it is a sequential one, SPRT: elo0 is to be rejected, elo1 to be shown; -10,0 asks whether the
new bot is not worse by 10 Elo. With three seats or more the new bot plays among copies of the old one, and its share of
the points is compared with an equal one; where all seats share a score, the mean with each bot is compared with the
same partners. Both end as soon as an interval that may be looked at any time is clear of the bounds. With --fixed all
games are played, and an interval of 95 % decides.

Exit codes: 0 better, or not worse by more than the margin; 1 worse, or too many faults; 2 usage; 3 not decided;
4 input or output failed; 130, 143 ended by a signal.";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct GateArgs {
    /// The command line of the new bot
    #[arg(long, value_name = "COMMAND")]
    new: String,
    /// The command line of the old bot
    #[arg(long, value_name = "COMMAND")]
    old: String,
    /// The rule options, clock, openings and so on
    #[command(flatten)]
    plan: PlanArgs,
    /// What is to be rejected and what is to be shown, in Elo; two seats against each other
    #[arg(long, value_name = "ELO0,ELO1", default_value = "-10,0", allow_hyphen_values = true)]
    sprt: String,
    /// How often the test may accept the new bot though it is worse
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// How often the test may refuse the new bot though it is as good
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Take Elo as normalized, in units of the spread of a game
    #[arg(long)]
    normalized: bool,
    /// Play all games, and decide at the end
    #[arg(long)]
    fixed: bool,
    /// By how much the new bot may be behind without being worse, where it is no test of Elo: a share of the points, or
    /// points of a shared score
    #[arg(long, default_value_t = 0.0)]
    margin: f64,
    /// How many games are played at most
    #[arg(short = 'n', long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How many faults of the new bot are forgiven
    #[arg(long, default_value_t = 0)]
    max_faults: u32,
    /// Where the games are kept; started again with the same folder it goes on. `VARIANT.gate` where it is left out
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// How many games are played at once
    #[arg(short, long)]
    concurrency: Option<NonZeroUsize>,
    #[command(flatten)]
    running: RunningArgs,
    /// Print the verdict only
    #[arg(short, long)]
    quiet: bool,
    /// Write a JUnit report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Add a summary in Markdown to this file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// What the gate says.
struct Finding {
    exit: Exit,
    /// Of the strength of the new bot.
    strength: (TestVerdict, String),
    faults: u32,
    max_faults: u32,
}

/// Plays, and says whether the new bot may pass.
pub(crate) fn run(registry: Registry, args: &GateArgs) -> Result {
    if !args.plan.bots.is_empty() || args.plan.format.is_some() || args.plan.rounds.is_some() {
        return Err(usage("gate has its own bots, format and rounds: --new, --old, --games"));
    }
    let mut file = args.plan.file()?;
    args.plan.change(&mut file)?;
    let folder = args.folder.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from(format!("{}.gate", file.variant.get_ref())));
    seat_bots(registry, args, &mut file, &folder)?;
    let plan = tournament::make_plan(registry, &file, None, &folder, tournament::startable)?;
    let manner = Manner { concurrency: args.concurrency, quiet: args.quiet, ..Manner::of(&args.running, &file)? };
    let (ended, progress) = tournament::play(&plan, &folder, &manner)?;
    if matches!(ended, Exit::Signal(_)) {
        return Ok(ended);
    }
    let standings = Standings::of(&plan, &progress);
    let finding = find(args, &progress, &standings);
    if !args.quiet {
        print_all([standings.to_text(), String::new()])?;
    }
    print_all([finding.headline()])?;
    if let Some(path) = &args.junit {
        fs::write(path, finding.junit(&plan))
            .with_context(|| format!("cannot write {}", path.display()))
            .map_err(failed)?;
    }
    if let Some(path) = &args.markdown {
        append(path, &finding.markdown(&standings))?;
    }
    Ok(finding.exit)
}

/// Makes the tournament of it: two bots, or the new one among copies of the old one; as many blocks as the games allow.
fn seat_bots(registry: Registry, args: &GateArgs, file: &mut File, folder: &Path) -> Result<()> {
    let old =
        |number: u32| Bot::new(if number == 1 { "old".to_owned() } else { format!("old-{number}") }, args.old.clone());
    file.bot = vec![spanned(Bot::new("new".to_owned(), args.new.clone())), spanned(old(1))];
    file.rounds = Some(spanned(1));
    // The plan of two bots says how many seats there are, and which kind of game it is.
    let mut trial = file.clone();
    trial.itself = Some(Switch::On);
    let trial = tournament::make_plan(registry, &trial, None, folder, tournament::startable)?;
    let others = u32::from(trial.seats).saturating_sub(2);
    let games = trial.seatings.games(trial.seats);
    let tables = if trial.variant.cooperative() {
        // New and new, new and old, old and old.
        file.format = FormatWord::RoundRobin;
        3
    } else {
        file.format = FormatWord::Gauntlet;
        file.bot.extend((2..others + 2).map(|number| spanned(old(number))));
        1
    };
    file.rounds = Some(spanned((args.games / (games * tables)).max(1)));
    if args.fixed {
        return Ok(());
    }
    if trial.two_sided() {
        let (elo0, elo1) = elos(&args.sprt)?;
        let model = if args.normalized { Model::Normalized } else { Model::Logistic };
        file.sprt = Some(spanned(SprtKeys { elo0, elo1, alpha: args.alpha, beta: args.beta, model }));
    } else {
        file.lead = Some(spanned(Lead { margin: args.margin }));
    }
    Ok(())
}

fn elos(text: &str) -> Result<(f64, f64)> {
    let wrong = || usage(format!("--sprt: expected two numbers such as -10,0, found {text}"));
    let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
    Ok((elo0.trim().parse().map_err(|_| wrong())?, elo1.trim().parse().map_err(|_| wrong())?))
}

/// What the results say.
fn find(args: &GateArgs, progress: &Progress, standings: &Standings) -> Finding {
    let strength = strength(args, progress, standings);
    let new = standings.bots.iter().find(|row| row.name == "new");
    let faults = new.map_or(0, |row| row.faults.values().sum());
    let exit = match strength.0 {
        _ if faults > args.max_faults => Exit::No,
        TestVerdict::H0 => Exit::No,
        TestVerdict::H1 => Exit::Yes,
        TestVerdict::Undecided => Exit::Undecided,
    };
    Finding { exit, strength, faults, max_faults: args.max_faults }
}

fn strength(args: &GateArgs, progress: &Progress, standings: &Standings) -> (TestVerdict, String) {
    let games = format!("{} games in {} blocks", standings.games, standings.blocks);
    match progress.test() {
        Some(test @ Test::Sprt { .. }) => {
            let sprt = standings.duel.as_ref().and_then(|duel| duel.sprt.as_ref());
            let line = sprt.map(|sprt| {
                format!(
                    "LLR {:.2} in ({:.2}, {:.2}) for Elo {} against {}",
                    sprt.llr, sprt.lower, sprt.upper, sprt.elo1, sprt.elo0
                )
            });
            (test.verdict(), format!("{}, {games}", line.unwrap_or_default()))
        }
        Some(test @ Test::Lead { .. }) => (test.verdict(), format!("{}, {games}", lead_text(test))),
        None => {
            let estimate = Sample::of(leads(progress.scores())).and_then(|sample| sample.estimate());
            let Some(estimate) = estimate else { return (TestVerdict::Undecided, format!("too few blocks, {games}")) };
            let text = format!(
                "ahead by {:.3} [{:.3}, {:.3}], {games}",
                estimate.value, estimate.interval.low, estimate.interval.high
            );
            (of_lead(estimate, args.margin), text)
        }
    }
}

fn lead_text(test: &Test) -> String {
    match test {
        Test::Lead { estimate: Some(estimate), .. } => {
            format!("ahead by {:.3} [{:.3}, {:.3}]", estimate.value, estimate.interval.low, estimate.interval.high)
        }
        Test::Lead { estimate: None, .. } | Test::Sprt { .. } => "too few blocks".to_owned(),
    }
}

impl Finding {
    fn strength_word(&self) -> &'static str {
        match self.strength.0 {
            TestVerdict::H0 => "worse",
            TestVerdict::H1 => "not worse",
            TestVerdict::Undecided => "not decided",
        }
    }

    fn faults_text(&self) -> String {
        format!("the new bot was at fault {} times, {} are forgiven", self.faults, self.max_faults)
    }

    fn too_faulty(&self) -> bool {
        self.faults > self.max_faults
    }

    fn headline(&self) -> String {
        let mut line = format!("gate: {}: {}", self.strength_word(), self.strength.1);
        if self.too_faulty() {
            line =
                format!("gate: too many faults: {}; {}: {}", self.faults_text(), self.strength_word(), self.strength.1);
        }
        line
    }

    fn junit(&self, plan: &Plan) -> String {
        let suite = plan.variant.word();
        let strength = match self.strength.0 {
            TestVerdict::H1 => None,
            TestVerdict::H0 => Some(("failure", format!("worse: {}", self.strength.1))),
            TestVerdict::Undecided => Some(("skipped", format!("not decided: {}", self.strength.1))),
        };
        let faults = self.too_faulty().then(|| ("failure", self.faults_text()));
        let count = |kind: &str| [&strength, &faults].into_iter().flatten().filter(|(found, _)| *found == kind).count();
        let (skipped, failures) = (count("skipped"), count("failure"));
        let cases: String =
            [("strength", &strength), ("faults", &faults)].map(|(name, found)| case(suite, name, found)).concat();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <testsuites name=\"arbiter gate\" tests=\"2\" skipped=\"{skipped}\" failures=\"{failures}\" errors=\"0\">\n\
             \x20   <testsuite name=\"{suite}\" tests=\"2\" skipped=\"{skipped}\" errors=\"0\" failures=\"{failures}\">\n\
             {cases}    </testsuite>\n</testsuites>\n"
        )
    }

    fn markdown(&self, standings: &Standings) -> String {
        let mark = match self.exit {
            Exit::Yes => "passed",
            Exit::No => "failed",
            Exit::Usage | Exit::Undecided | Exit::Failed | Exit::Signal(_) => "not decided",
        };
        format!(
            "### Gate {mark}\n\n{}: {}; {}.\n\n{}\n",
            self.strength_word(),
            self.strength.1,
            self.faults_text(),
            standings.table()
        )
    }
}

/// A test case of a JUnit report: passed, or with the element that says what came instead.
fn case(suite: &str, name: &str, found: &Option<(&str, String)>) -> String {
    let opened = format!("        <testcase name=\"{name}\" classname=\"gate.{suite}\"");
    match found {
        None => format!("{opened}/>\n"),
        Some((element, message)) => {
            let message = escaped(message);
            format!("{opened}>\n            <{element} message=\"{message}\"/>\n        </testcase>\n")
        }
    }
}

/// Text as the value of an attribute.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&apos;".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

/// Adds to a file: a summary of a CI job has more than one author.
fn append(path: &Path, text: &str) -> Result<()> {
    use std::io::Write;
    let opened = fs::OpenOptions::new().append(true).create(true).open(path);
    opened
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
        .map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_says_what_came_instead() {
        assert_eq!(case("orwell", "faults", &None), "        <testcase name=\"faults\" classname=\"gate.orwell\"/>\n");
        let failed = Some(("failure", "a <b> & 'c' \"d\"".to_owned()));
        assert_eq!(
            case("orwell", "strength", &failed),
            "        <testcase name=\"strength\" classname=\"gate.orwell\">\n            \
             <failure message=\"a &lt;b&gt; &amp; &apos;c&apos; &quot;d&quot;\"/>\n        </testcase>\n"
        );
    }
}
