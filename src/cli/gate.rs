//! The command `gate`: decides if a new bot may replace an old one, for CI.

mod blame;
mod figures;
mod outlook;
mod pace;
mod pool;
mod reports;
mod strength;
mod verdict;

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Args as ClapArgs;
use uvi::{Seed, Switch};
use uvi_cup::{
    Difference, Entrant, Plan, Progress, Standings, counted,
    file::{BotEntry, File, FormatWord, GateKeys, LeadKeys, SprtKeys},
    schedule::{Company, Format},
    spanned,
    stats::{Model, elo0_within},
};
use uvi_games::game::Registry;

pub(crate) use self::verdict::schema;
use self::{
    figures::GateFigures,
    outlook::{DecisionKind, DecisionRule},
    pace::RelativePace,
    strength::Strength,
    verdict::GateVerdict,
};
use super::{
    exit::{Code, CommandResult, failed, usage},
    output::{complain, print_all},
    planning::make_plan,
    seats,
    tournament::{
        self, Manner,
        args::{BeginArgs, ERROR, PlanArgs, RunningArgs, SprtArgs},
    },
};
use crate::bot::Nursery;
use crate::cup::{self, Begin, FolderError, FolderView, OpenedFolder};
use crate::world::DISK;

const HELP: &str = "\
Examples:
  arbiter gate --variant katarenga --new ./new --old ./old
  arbiter gate --variant katarenga --new ./new --old ./old --sprt 0,10 --games 4000
  arbiter gate --variant orwell --new ./new --old ./old --fixed --games 300 --margin 0.02
  arbiter gate --variant katarenga --new ./new --old ./old --games 4000 --dry-run
  arbiter gate --pool ladder --new ./new --against mine --games 4000
  arbiter gate --variant catalonia --new ./new --old ./old --junit gate.xml --markdown \"$GITHUB_STEP_SUMMARY\"

The test. With two seats, the gate runs a sequential test, SPRT: it rejects ELO0 or accepts ELO1. For example, -10,0 asks \
whether the new bot is less than 10 Elo worse. With three or more seats, the new bot plays among copies of the old one, and \
the gate compares its share of the points with an equal share. If all seats share a score, new plays with new, new with \
old and old with old over the same luck, and the gate compares what each scores with the same partner. Both tests end as \
soon as they reach a verdict. With --fixed, the gate plays all games before it decides.

With --pool, the new and the old bot play the same tables, over the same luck, against the best bots of a ladder, and the \
gate compares what they get: the lead is half the difference of their shares of the points. The game is that of the ladder; \
--variant names it if there are several. --new and --old may be names of bots of the ladder.

Without --sprt or --margin, the bounds follow from --games, so that an equal bot gets a verdict in 9 of 10 gates; they \
are never wider than 100 Elo or a margin of 0.1. A resumed folder keeps its bounds. Before the first game, the gate says \
how many games an equal bot needs, and how many a bot that is 10 or 20 Elo better, and how often bots pass that are up \
to 20 Elo worse or better; --dry-run prints a table.

The figures. Elo after a sequential test is corrected for the end that the test chose. The log likelihood ratio is that of \
all games, also of those that ended after the verdict. With --pool, the figures are the lead with its interval and the \
shares of both bots.

The folder keeps the games. If a gate was stopped, run it again to resume it. If it reached its end, running it again sets \
the old games aside and plays new ones. If the folder belongs to other bots or to another test, the gate says what differs \
and plays nothing: --fresh sets the folder aside and starts over. --resume continues with the games and the test of the \
folder, unless flags say otherwise, and repeats the verdict of a finished gate. --grow plays more games if --games is \
greater than before, but not with --fixed: its interval holds for one number of games, chosen before the first.";

/// The help of `--forecast`, which does not name `--dry-run`, because that of gates prints something else.
const FORECAST: &str =
    "Print how long it will take, before the first game and whenever the number of games has doubled";

const SPRT: &str =
    "The Elo to reject and the Elo to accept, for games of two opponents; by default they follow from --games";

const GAMES: u32 = 1000;

/// The reasons of games that a limit of turns or moves ended, not a player.
const LIMITS: [&str; 4] = ["limit", "quiet", "fifty-moves", "seventy-five-moves"];

const UNDECIDED: &str = "every game ended by the limit of turns or moves, so the games measure little: choose another game, \
                         other rule options, or a stronger bot";

const SAME: &str = "the new and the old bot are the same program with the same arguments: any difference is chance";

#[derive(Debug, ClapArgs)]
#[command(
    after_help = HELP,
    mut_arg("bots", |arg| arg.hide(true)),
    mut_arg("format", |arg| arg.hide(true)),
    mut_arg("rounds", |arg| arg.hide(true)),
    mut_arg("blocks", |arg| arg.hide(true)),
    mut_arg("forecast", |arg| arg.help(FORECAST)),
    mut_arg("sprt", |arg| arg.help(SPRT))
)]
pub(crate) struct GateArgs {
    /// The command line of the new bot
    #[arg(long, value_name = "COMMAND")]
    new: String,
    /// The command line of the old bot
    #[arg(long, visible_alias = "against", value_name = "COMMAND")]
    old: String,
    /// Compare both bots against the bots of this ladder, instead of with each other
    #[arg(long, value_name = "FOLDER")]
    pool: Option<PathBuf>,
    /// The number of bots of the ladder that play, best first
    #[arg(long, value_name = "BOTS", default_value_t = 8, requires = "pool", value_parser = clap::value_parser!(u32).range(1..))]
    pool_size: u32,
    /// The rule options, clock, openings and so on
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    test: SprtArgs,
    /// Play all games, and decide at the end
    #[arg(long)]
    fixed: bool,
    /// The most by which the new bot may be behind and still pass, as a share of the points from 0 to 1, if the test is
    /// not of Elo; by default it follows from --games. A bot fails if it is surely behind, and not surely within the
    /// margin
    #[arg(long)]
    margin: Option<f64>,
    /// The most games to play, rounded down to whole blocks; with two seats a block is two games, one in each seat
    /// [default: 1000]
    #[arg(short = 'n', long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// The number of faults of the new bot to forgive; one more ends the gate at once [default: 0]
    #[arg(long)]
    max_faults: Option<u32>,
    /// The most time that the new bot may need for a decision, as a multiple of the old bot's, such as 1.2. It fails if it
    /// surely needs more
    #[arg(long, value_name = "RATIO", value_parser = ratio)]
    max_slower: Option<f64>,
    /// A setting of all bots, as `arbiter play --set` has them without the seat, such as `memory=512M` or `strict=off`;
    /// repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// A setting of the new bot alone; repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    new_set: Vec<String>,
    /// A setting of the old bot alone; repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    old_set: Vec<String>,
    /// Count games in which the old bot was at fault like any others. By default the new bot passes only if it also
    /// passes without them
    #[arg(long)]
    old_may_fail: bool,
    /// The folder that keeps the games; `VARIANT.gate` by default. A stopped gate is resumed there; a finished one is set
    /// aside and played again
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    begin: BeginArgs,
    /// The number of games to play at once
    #[arg(short, long)]
    concurrency: Option<NonZeroUsize>,
    #[command(flatten)]
    running: RunningArgs,
    /// Print how likely bots of several strengths are to pass, and play nothing
    #[arg(long)]
    dry_run: bool,
    /// Print the verdict only
    #[arg(short, long)]
    quiet: bool,
    /// Write a JUnit report, which also has errors of the gate itself
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Add a summary in Markdown to this file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the verdict and the standings as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl GateArgs {
    /// The plan of the folder, if it stands in for flags that are not given.
    fn kept<'f>(&self, held: Option<&'f File>) -> Option<&'f File> {
        held.filter(|_| self.begin.begin() == Begin::Resume)
    }

    fn kept_keys(&self, held: Option<&File>) -> Option<GateKeys> {
        self.kept(held).and_then(|file| Some(*file.gate.as_ref()?.get_ref()))
    }

    fn is_fixed(&self, held: Option<&File>) -> bool {
        self.fixed || (self.test.sprt.is_none() && self.kept_keys(held).is_some_and(|keys| keys.fixed))
    }
}

/// Plays, and decides if the new bot may pass. The reports are written in any case.
pub(crate) fn run(registry: Registry, args: &GateArgs) -> CommandResult {
    if args.dry_run {
        return foretell(registry, args);
    }
    let began = Instant::now();
    args.begin_reports()?;
    let ended = decide(registry, args, began);
    let none = |why: &str, exit| args.report_none(why, exit, began.elapsed());
    let told = match &ended {
        Ok(Code::Signal(signal)) => none(&format!("stopped by signal {signal}"), Code::Signal(*signal)),
        Ok(_) => Ok(()),
        Err(failure) => none(&failure.to_string(), failure.exit),
    };
    match (told, &ended) {
        (Err(error), Ok(_)) => return Err(error),
        // An error of the gate matters more than an error of a report.
        (Err(error), Err(_)) => complain(&format!("arbiter: gate: {error}")),
        (Ok(()), _) => {}
    }
    ended
}

/// The tournament file with the bots: the new one, the old one, and the pool; and the folder.
fn asked(registry: Registry, args: &GateArgs) -> CommandResult<(File, PathBuf)> {
    if !args.plan.bots.is_empty()
        || args.plan.format.is_some()
        || args.plan.rounds.is_some()
        || args.plan.blocks.is_some()
    {
        return Err(usage("gate does not take --bot, --format, --rounds or --blocks: use --new, --old and --games"));
    }
    let mut file = match &args.pool {
        Some(pool) => {
            let mut file = args.file_with_pool(registry, pool)?;
            PlanArgs { variant: None, ..args.plan.clone() }.change(&mut file)?;
            file
        }
        None if args.plan.variant.is_none() => {
            return Err(usage("expected --variant; `arbiter variants` lists them"));
        }
        None => {
            let mut file = args.plan.file()?;
            args.plan.change(&mut file)?;
            file
        }
    };
    if args.pool.is_none() {
        let bots = [("new", &args.new), ("old", &args.old)];
        file.bot = bots.map(|(name, command)| spanned(BotEntry::new(name, command))).into();
    }
    for (index, bot) in file.bot.iter_mut().enumerate() {
        let own = [&args.new_set, &args.old_set].into_iter().nth(index).into_iter().flatten();
        for text in args.set.iter().chain(own) {
            let (key, value) = seats::switch(text);
            bot.get_mut().set(key, value.unwrap_or("on"));
        }
    }
    let folder = args.folder.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from(format!("{}.gate", file.variant.get_ref())));
    Ok((file, folder))
}

fn foretell(registry: Registry, args: &GateArgs) -> CommandResult {
    let (file, folder) = asked(registry, args)?;
    let nursery = Nursery::of_this_program().map_err(failed)?;
    let pair = pair(registry, args, &file, &nursery)?;
    let view = FolderView::new(DISK, &folder);
    let held = if args.begin.begin() == Begin::Resume { view.file()? } else { None };
    let rule = rule(args, &pair, held.as_ref())?;
    let plan = seat_bots(args, pair, &rule, held.as_ref())?;
    let times = view.held()?.times;
    print_all([rule.announcement(&plan), vec![String::new()], rule.table(&plan, &times)].concat())?;
    Ok(Code::Yes)
}

fn decide(registry: Registry, args: &GateArgs, began: Instant) -> CommandResult {
    let (file, folder) = asked(registry, args)?;
    let nursery = Nursery::of_this_program().map_err(failed)?;
    let (rule, plan, opened) = open(registry, args, (&file, &folder), &nursery)?;
    let same = plan.entrants[0].starts_the_same(&plan.entrants[1]);
    if same {
        complain(&format!("arbiter: {SAME}"));
    }
    if !args.quiet {
        print_all(rule.announcement(&plan))?;
    }
    let manner = Manner::of(&args.running, args.concurrency, args.quiet, &file)?;
    let (ended, progress) = tournament::play((&plan, nursery), opened, &manner, None)?;
    if matches!(ended, Code::Signal(_)) {
        return Ok(ended);
    }
    let standings = Standings::of(&plan, &progress);
    let strength = Strength::of(&rule, &plan, &progress, &standings);
    let max_faults = plan.gate.map_or(0, |gate| gate.max_faults);
    let figures = GateFigures::of(&plan, &progress, &standings, strength.estimate);
    let pace = args.max_slower.map(|most| RelativePace::of(most, pace::times(progress.held())));
    let mut verdict = GateVerdict::new(strength, figures, progress.gate_faults(), max_faults, pace, &standings);
    verdict.first_faults = blame::first_faults(registry, &folder, &progress, "new");
    verdict.notes = notes(&plan, &progress, &verdict, &FolderView::new(DISK, &folder).earlier_programs(&plan)?);
    if !args.quiet {
        print_all([standings.to_text(), String::new()])?;
    }
    print_all(verdict.to_text())?;
    if same {
        // The terminal showed this before the first game.
        verdict.notes.insert(0, SAME.to_owned());
    }
    args.report(&verdict, began.elapsed())?;
    Ok(verdict.code())
}

/// The notes on games that weaken the verdict, for the reports.
fn notes(plan: &Plan, progress: &Progress, verdict: &GateVerdict<'_>, earlier: &[Difference]) -> Vec<String> {
    let mut notes = Vec::new();
    let all = progress.held().results.len();
    let old = verdict.old_bot.games_at_fault;
    if old > 0 {
        let what = match verdict.code() {
            _ if verdict.old_bot.passes_only_by_them => "; fix it, or count these games with --old-may-fail",
            Code::Yes if plan.gate.is_some_and(|gate| gate.old_may_fail) => "; these games count (--old-may-fail)",
            Code::Yes => "; without these games the verdict is the same",
            _ => "",
        };
        notes.push(format!("the old bot was at fault in {old} of {}{what}", counted(all as u32, "game")));
    }
    let copies = progress.copies();
    if copies > 0 {
        notes.push(format!("{copies} of {all} games repeat an earlier one, move for move"));
    }
    notes.extend(verdict.first_faults.iter().cloned());
    notes.extend(earlier.iter().map(|other| format!("earlier games were played by another program: {other}")));
    if all > 0 && progress.held().results.iter().all(|result| LIMITS.contains(&result.reason.as_str())) {
        notes.push(UNDECIDED.to_owned());
    }
    notes
}

/// Opens the folder of the gate. A gate that was played to its end is played again, because the verdict is that of the
/// bots as they are today; `--resume` repeats the verdict instead.
fn open(
    registry: Registry,
    args: &GateArgs,
    (file, folder): (&File, &Path),
    nursery: &Nursery,
) -> CommandResult<(DecisionRule, Plan, OpenedFolder)> {
    // One test does not judge two programs, so a gate grows only with its own.
    let begin = match args.begin.begin() {
        Begin::GrowChanged => Begin::Grow,
        begin => begin,
    };
    let view = FolderView::new(DISK, folder);
    let (seed, there) = match begin {
        Begin::GoOn | Begin::Resume | Begin::Grow | Begin::GrowChanged => (view.seed()?, view.file()?),
        Begin::Fresh => (None, None),
    };
    let pair = pair(registry, args, file, nursery)?;
    let gate = |seed: Option<Seed>, held: Option<&File>| -> CommandResult<(DecisionRule, Plan)> {
        let rule = rule(args, &pair, held)?;
        let mut plan = seat_bots(args, pair.clone(), &rule, held)?;
        plan.seed = file.seed.or(seed).unwrap_or(pair.seed);
        Ok((rule, plan))
    };
    let (rule, plan) = gate(seed, there.as_ref())?;
    let (plan, begin) = cup::continued(DISK, folder, plan, begin)?;
    let opened = tournament::open(&plan, folder, begin)?;
    if begin == Begin::GoOn && opened.progress.is_over() {
        drop(opened);
        // Without flags, the bounds follow from the number of games again, not from the old folder.
        let (rule, plan) = gate(None, None)?;
        let opened = tournament::open(&plan, folder, Begin::Fresh)?;
        return Ok((rule, plan, opened));
    }
    if begin == Begin::Resume && opened.progress.is_over() {
        let differences = there.map_or_else(Vec::new, |there| plan.differences(&there));
        if !differences.is_empty() {
            return Err(FolderError::OtherPrograms { path: folder.to_owned(), differences }.into());
        }
        complain("arbiter: no game is played: the verdict is that of the games in the folder");
    }
    Ok((rule, plan, opened))
}

/// The plan of one round, for the number of seats and the kind of game.
fn pair(registry: Registry, args: &GateArgs, file: &File, nursery: &Nursery) -> CommandResult<Plan> {
    let mut pair = File { rounds: Some(spanned(1)), ..file.clone() };
    if args.pool.is_some() {
        (pair.format, pair.heroes) = (FormatWord::Gauntlet, Some(spanned(2)));
    } else {
        pair.itself = Some(spanned(Switch::On));
    }
    let mut plan = make_plan(registry, &pair, None, None, Some(nursery))?;
    plan.gate = args.pool.is_some().then(|| GateKeys { pool: true, ..GateKeys::default() });
    Ok(plan)
}

/// The plan of the gate's games, from the plan of the pair. If all seats share a score, the two bots play with each
/// other. Otherwise the new bot plays against copies of the old bot.
fn seat_bots(args: &GateArgs, mut pair: Plan, rule: &DecisionRule, held: Option<&File>) -> CommandResult<Plan> {
    let rounds = rule.blocks;
    if args.pool.is_some() {
        pair.format = Format::Gauntlet { heroes: 2, rounds };
    } else if pair.variant.cooperative() {
        pair.format = Format::RoundRobin { rounds, company: Company::AlsoItself };
    } else {
        pair.format = Format::Gauntlet { heroes: 1, rounds };
        let copy = |number: u8| Entrant { name: format!("old-{number}"), ..pair.entrants[1].clone() };
        let copies: Vec<Entrant> = (2..pair.seats).map(copy).collect();
        pair.entrants.extend(copies);
    }
    match rule.kind {
        DecisionKind::Sprt(keys) => {
            keys.test().map_err(usage)?;
            pair.sprt = Some(keys);
        }
        DecisionKind::Lead(lead) | DecisionKind::Fixed(lead) => pair.lead = Some(lead),
    }
    let held_faults = held.and_then(|file| Some(file.gate.as_ref()?.get_ref().max_faults));
    let max_faults = args.max_faults.or(held_faults).unwrap_or(0);
    let pool = args.pool.is_some();
    let old_may_fail = args.old_may_fail || args.kept_keys(held).is_some_and(|keys| keys.old_may_fail);
    pair.gate = Some(GateKeys { max_faults, old_may_fail, fixed: args.is_fixed(held), pool });
    Ok(pair)
}

/// The number of blocks, which fit into `--games` or are those of `held`, the number of games of a block, and the number of
/// games that was asked for.
fn blocks(args: &GateArgs, pair: &Plan, held: Option<&File>) -> CommandResult<[u32; 3]> {
    let is_of_rounds = pair.variant.cooperative() || args.pool.is_some();
    let games = if is_of_rounds { pair.total().unwrap_or(1) } else { pair.seatings.games(pair.seats) };
    let kept = args.kept(held).and_then(|file| file.rounds.as_ref());
    if let (None, Some(rounds)) = (args.games, kept) {
        let (blocks, most) = (*rounds.get_ref(), u32::MAX / games);
        if !(1..=most).contains(&blocks) {
            return Err(usage(format!("rounds of the folder's plan: expected 1 to {most}, found {blocks}")));
        }
        return Ok([blocks, games, blocks * games]);
    }
    let found = args.games.unwrap_or(GAMES);
    if found < games {
        return Err(usage(format!("--games: expected at least {games}, played over the same luck, found {found}")));
    }
    Ok([found / games, games, found])
}

/// The test. Its bounds come from the flags, else from `held`, the file of the folder, else they follow from the games.
fn rule(args: &GateArgs, plan: &Plan, held: Option<&File>) -> CommandResult<DecisionRule> {
    let [blocks, games, asked] = blocks(args, plan, held)?;
    let fixed = args.is_fixed(held);
    let (held_sprt, held_lead) = (held.and_then(|file| file.sprt.as_ref()), held.and_then(|file| file.lead.as_ref()));
    let rule = |kind, derived| Ok(DecisionRule { kind, blocks, games, derived, asked });
    let is_elo = plan.two_sided() && !fixed && args.pool.is_none();
    if is_elo && args.margin.is_some() {
        return Err(usage("--margin: two opponents are tested by Elo; use --sprt, or --margin with --fixed"));
    }
    if !is_elo && (args.test.sprt.is_some() || args.test.beta.is_some() || args.test.normalized) {
        return Err(usage(
            "--sprt, --beta, --normalized: the gate tests Elo only for two opponents, without --fixed and --pool; use --margin",
        ));
    }
    if is_elo {
        let held = held_sprt.map(|keys| *keys.get_ref());
        if let Some(keys) = args.test.keys(held)? {
            return rule(DecisionKind::Sprt(keys), false);
        }
        let [alpha, beta] = args.test.errors(None);
        let model = if args.test.normalized { Model::Normalized } else { Model::Logistic };
        let elo0 = elo0_within(model, [alpha, beta], games, blocks.into());
        return rule(DecisionKind::Sprt(SprtKeys { elo0, elo1: 0.0, alpha, beta, model, games: false }), true);
    }
    let held = held_lead.map(|lead| *lead.get_ref());
    let alpha = args.test.alpha.or_else(|| held.map(|lead| lead.alpha)).unwrap_or(ERROR);
    if !(alpha > 0.0 && alpha < 1.0) {
        return Err(usage(format!("--alpha: expected a number above 0 and below 1, found {alpha}")));
    }
    let given = args.margin.or_else(|| held.map(|lead| lead.margin));
    if let Some(margin) = given.filter(|margin| !(0.0..=1.0).contains(margin)) {
        return Err(usage(format!("--margin: expected a share of the points, from 0 to 1, found {margin}")));
    }
    let lead = LeadKeys { margin: given.unwrap_or_else(|| outlook::margin(plan, alpha, blocks, games, fixed)), alpha };
    rule(if fixed { DecisionKind::Fixed(lead) } else { DecisionKind::Lead(lead) }, given.is_none())
}

fn ratio(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|ratio: &f64| ratio.is_finite() && *ratio > 0.0);
    found.ok_or_else(|| format!("expected a number above 0, such as 1.2, found {text}"))
}
