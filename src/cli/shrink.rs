//! The command `shrink`: makes the failure of a bot small.

use std::{io, path::PathBuf, time::Instant};

use clap::Args as ClapArgs;
use uvi::FromBot;
use uvi_games::game::Registry;
use uvi_match::referee::{BotDeed, Cue};

use super::{
    exit::{Code, CommandResult, failed, usage},
    output::{print_all, reserve_outputs, write},
    rerun::{DialogueArgs, check_script, is_no_start, last_words},
};
use crate::{
    bot::{Launch, Nursery},
    rerun::{Performance, Rerun, RerunPace, Scrutiny, SeatScript, is_same_failure, perform, reduce},
};

/// The number of runs that show how often the bot fails.
const SAMPLE: usize = 5;

/// The number of runs of a script with a bot that does not always fail.
const AGAIN: u32 = 4;

const HELP: &str = "\
The failure is the first fault of the seat in the log, or its first refused answer. What still fails in the same way is \
kept: the same fault and, for a crash, the same signal or status or the same last line on stderr. The result is a script, a \
text of the lines that cross the pipes, for `arbiter rerun`. Its first line says how to run it.

A bot that is late takes its whole time in each run: --clock 0.1x shortens that.

Examples:
  arbiter shrink game.jsonl 2 -o crash.uvi -- ./mybot
  arbiter shrink game-7.jsonl 2 --series -o crash.uvi";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct ShrinkArgs {
    #[command(flatten)]
    dialogue: DialogueArgs,
    /// Write the script to this file; an earlier script is overwritten, and nothing else
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The most runs of the bot, without the first and last ones
    #[arg(long, value_name = "N", default_value_t = 300)]
    runs: u32,
}

struct Patient {
    registry: Registry,
    pace: RerunPace,
    launch: Launch,
    nursery: Nursery,
}

impl Patient {
    fn run(&self, script: &SeatScript, wanted: impl Fn(&BotDeed) -> bool) -> io::Result<Option<Performance>> {
        let rerun = Rerun::new(script, self.registry, self.pace, Scrutiny::UntilFault);
        let performed = perform(rerun, &self.launch, &self.nursery, &mut |_, _| {})?;
        Ok(Some(performed).filter(|performed| performed.moment.as_ref().is_some_and(|moment| wanted(&moment.now))))
    }

    fn sample(&self, script: &SeatScript, wanted: impl Fn(&BotDeed) -> bool) -> io::Result<Vec<Performance>> {
        (0..SAMPLE).filter_map(|_| self.run(script, &wanted).transpose()).collect()
    }
}

/// The script with any answer before the failure, because another version of the bot may answer otherwise.
fn with_any_answers(mut script: SeatScript) -> SeatScript {
    for (_, cue) in &mut script.cues {
        if matches!(cue, Cue::Hear(BotDeed::Said(FromBot::BestMove(_)))) {
            *cue = Cue::Hear(BotDeed::Unknown);
        }
    }
    script
}

pub(crate) fn run(registry: Registry, args: &ShrinkArgs) -> CommandResult {
    let began = Instant::now();
    let script = args.dialogue.script(registry)?;
    let source = args.dialogue.source();
    let Some((line, fault, text)) = script.fault() else {
        return Err(usage(format!("{source}: expected a fault or a refused answer, found none")));
    };
    reserve_outputs([&args.output])?;
    check_script(&args.output)?;
    let launch = args.dialogue.launch(&script)?;
    let nursery = Nursery::of_this_program().map_err(failed)?;
    let patient = Patient { registry, pace: args.dialogue.clock, launch, nursery };

    // Another version of the bot may fail with other words, so the first failure now is the one to keep.
    let is_fault = |deed: &BotDeed| matches!(deed, BotDeed::Fault(now, _) if *now == fault);
    let mut before = patient.sample(&script, is_fault).map_err(failed)?;
    let deed_of = |run: &Performance| run.moment.as_ref().map(|moment| moment.now.clone());
    let Some(deed) = before.first().and_then(deed_of) else {
        let absent = patient.run(&script, is_no_start).map_err(failed)?.as_ref().and_then(deed_of);
        if let Some(no_start) = absent {
            return Err(failed(anyhow::anyhow!("{no_start}")));
        }
        let told = format!("did not fail in {SAMPLE} runs; at line {line} of {source}: {fault}: {text}");
        print_all([told].into_iter().chain(args.dialogue.series_hint()))?;
        return Ok(Code::No);
    };
    let is_same = |found: &BotDeed| is_same_failure(found, &deed);
    let often = before.iter().filter_map(deed_of).filter(is_same).count();
    let (mut runs, tries) = (0, if often == SAMPLE { 1 } else { AGAIN });
    let mut fails = |script: &SeatScript| {
        for _ in 0..tries.min(args.runs - runs) {
            runs += 1;
            if let Some(run) = patient.run(script, is_same)? {
                return Ok(Some(run.told));
            }
        }
        Ok(None)
    };
    let first = SeatScript { cues: before.swap_remove(0).told, ..script.clone() };
    let mut small = with_any_answers(reduce(first.clone(), &mut fails).map_err(failed)?);
    let mut last = patient.sample(&small, is_same).map_err(failed)?;
    // A race may have let a part fail once without which the bot does not fail.
    if last.is_empty() {
        small = with_any_answers(first);
        last = patient.sample(&small, is_same).map_err(failed)?;
    }

    let bot = &args.dialogue.bot;
    let bot = if bot.is_empty() { String::new() } else { format!(" -- {}", shell_words::join(bot)) };
    let clock = if patient.pace == RerunPace::REAL { String::new() } else { format!(" --clock {}", patient.pace) };
    let again = format!("arbiter rerun {}{clock}{bot}", shell_words::quote(&args.output.to_string_lossy()));
    let fails = format!("fails in {} of {SAMPLE} runs (before: {often}): {deed}", last.len());
    small.notes = vec![again.clone(), format!("from {source}, line {line}"), fails.clone()];
    small
        .set
        .extend(args.dialogue.set_keys().map(|(key, value)| (key.to_owned(), value.unwrap_or_default().to_owned())));
    small.bot = Some(shell_words::join(&patient.launch.command));
    write(&args.output, &small.to_string())?;
    let mut lines = vec![fails];
    lines.extend(last.last().into_iter().flat_map(|run| last_words(&run.stderr, 10)));
    lines.push(format!("before: {}", script.size()));
    lines.push(format!("after:  {}; {runs} runs, {:.1} s", small.size(), began.elapsed().as_secs_f64()));
    lines.push(format!("again:  {again}"));
    print_all(lines)?;
    Ok(Code::Yes)
}
