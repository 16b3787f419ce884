//! Measures the cost of a decision besides thinking. Every row is compared with the first, the floor: the minimum cost
//! of asking a process.
//!
//! The floor is a bare ping-pong over pipes with `arbiter-echo`: one write of a whole question and one read of the
//! answer on each side. The referee's rows play whole games with a deadline, with and without a log. The program's rows
//! run whole `arbiter tournament` commands whose bots repeat a long game of chess: one game at a time, two at once,
//! bots restarted for each game, and 256 short games at once.
//!
//! If `perf` may count, the program's rows also have the instructions and system calls of the arbiter, its keepers and
//! the bots together. These counts have little noise.
//!
//! Every row runs on one core and on any cores (its placements). Rows and placements take turns; the table has the
//! median of the runs.
//!
//! ```text
//! cargo bench --features faulty --bench floor -- --decisions 50000 --runs 7
//! ```
//!
//! Under `cargo test` the program asks only a few questions, as a smoke test.

#[path = "floor/meter.rs"]
mod meter;
#[path = "floor/program.rs"]
mod program;
#[path = "floor/referee.rs"]
mod referee;

use std::{
    env,
    io::{self, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use clap::Parser;
use meter::{Cores, Measured, Meter, Placement};

/// The cost of a decision besides the thinking
#[derive(Debug, Clone, Copy, Parser)]
struct Arguments {
    /// The number of decisions that a row asks for in a run
    #[arg(long, default_value_t = 50_000)]
    decisions: u64,
    /// The number of runs of each row
    #[arg(long, default_value_t = 7)]
    runs: usize,
    /// The argument that cargo passes to benchmarks
    #[arg(long, hide = true)]
    bench: bool,
}

struct Row {
    name: &'static str,
    run: fn(decisions: u64) -> io::Result<Measured>,
}

/// The rows. Each is compared with the first.
const ROWS: &[Row] = &[
    Row { name: "floor", run: floor },
    Row { name: "referee", run: referee::without_log },
    Row { name: "with a log", run: referee::with_log },
    Row { name: "tournament", run: program::one_at_once },
    Row { name: "two at once", run: program::two_at_once },
    Row { name: "restart", run: program::restart },
    Row { name: "256 at once", run: program::many_at_once },
];

/// The start position of Orwell, as an example of a long question.
const QUESTION: &str = concat!(
    "position 7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/",
    "7/1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1 1 13 --- 1 -\ngo movetime 5000\n"
);

/// The number of decisions before a measurement starts.
const WARM_UP: u64 = 1000;

fn main() -> io::Result<()> {
    let arguments = if env::args().any(|argument| argument == "--bench") {
        Arguments::parse()
    } else {
        Arguments { decisions: 100, runs: 1, bench: false }
    };
    let cores = Cores::of_this_process()?;
    let mut all: Vec<Series> = Vec::new();
    for placement in cores.placements() {
        all.extend(ROWS.iter().map(|row| Series { placement: *placement, row, figures: Vec::new() }));
    }
    for _ in 0..arguments.runs.max(1) {
        for series in &mut all {
            cores.place(series.placement)?;
            series.figures.push((series.row.run)(arguments.decisions.max(1))?);
        }
    }
    print(&all, &mut io::stdout().lock())
}

/// Ping-pong over pipes between two processes.
fn floor(decisions: u64) -> io::Result<Measured> {
    let mut echo = Echo::start()?;
    for _ in 0..WARM_UP.min(decisions) {
        echo.ask(QUESTION, "bestmove c3d4\n")?;
    }
    let meter = Meter::start()?;
    for _ in 0..decisions {
        echo.ask(QUESTION, "bestmove c3d4\n")?;
    }
    let measured = meter.stop(decisions)?;
    echo.stop()?;
    Ok(measured)
}

struct Echo {
    process: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Echo {
    fn start() -> io::Result<Self> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_arbiter-echo"))
            .arg("constant")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let output = process.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self { process, input, output })
    }

    /// Asks one question: a single write, and a single read if the answer arrives whole, as it usually does.
    fn ask(&mut self, question: &str, expected: &str) -> io::Result<()> {
        self.input.write_all(question.as_bytes())?;
        let mut answer = [0; 256];
        let mut length = 0;
        while length == 0 || answer[length - 1] != b'\n' {
            let count = self.output.read(&mut answer[length..])?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            length += count;
        }
        if answer[..length] == *expected.as_bytes() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    fn stop(mut self) -> io::Result<()> {
        drop(self.input);
        self.process.wait().map(drop)
    }
}

/// The runs of a row in one placement.
struct Series {
    placement: Placement,
    row: &'static Row,
    figures: Vec<Measured>,
}

impl Series {
    /// The median of a time per decision, in microseconds.
    fn median(&self, time: impl Fn(&Measured) -> Duration) -> f64 {
        let mut times: Vec<f64> =
            self.figures.iter().map(|run| time(run).as_secs_f64() * 1e6 / run.decisions as f64).collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or_default()
    }

    fn wall(&self) -> f64 {
        self.median(|run| run.wall)
    }

    /// The median of a count per run; `None` if no run has this count.
    fn counted(&self, count: impl Fn(&Measured) -> Option<u64>) -> Option<f64> {
        let mut counts: Vec<f64> = self.figures.iter().filter_map(|run| count(run).map(|count| count as f64)).collect();
        counts.sort_by(f64::total_cmp);
        counts.get(counts.len() / 2).copied()
    }

    fn cpu(&self) -> f64 {
        self.median(|run| run.own + run.children)
    }
}

fn print(all: &[Series], output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "microseconds a decision, median of {} runs", all.first().map_or(0, |first| first.figures.len()))?;
    writeln!(
        output,
        "{:<12} {:<12} {:>9} {:>9} {:>9} {:>9} {:>11} {:>11}",
        "placement", "row", "wall", "CPU", "own CPU", "bots' CPU", "wall/floor", "CPU/floor"
    )?;
    for series in all {
        let floor = all.iter().find(|other| other.placement == series.placement).unwrap_or(series);
        writeln!(
            output,
            "{:<12} {:<12} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>11.2} {:>11.2}",
            series.placement.name(),
            series.row.name,
            series.wall(),
            series.cpu(),
            series.median(|run| run.own),
            series.median(|run| run.children),
            series.wall() / floor.wall(),
            series.cpu() / floor.cpu(),
        )?;
    }
    for series in all.iter().filter(|series| series.row.name == "restart") {
        let game = series.wall() * program::SHORT_DECISIONS as f64 / 1000.0;
        writeln!(
            output,
            "{}, restart: {game:.2} ms a game, the start of the program included",
            series.placement.name()
        )?;
    }
    let decisions = all.iter().flat_map(|series| &series.figures).map(|run| run.decisions as f64).next();
    writeln!(output, "\n{:<12} {:<12} {:>14} {:>14}", "placement", "row", "instructions", "system calls")?;
    for series in all {
        let of = |counts: fn(&program::Counts) -> Option<u64>| {
            let each = series.counted(|run| run.counts.as_ref().and_then(counts));
            let decisions = series.figures.first().map(|run| run.decisions as f64).or(decisions)?;
            Some(format!("{:.1}", each? / decisions))
        };
        if let (instructions, Some(calls)) = (of(|counts| counts.instructions), of(|counts| counts.calls)) {
            let instructions = instructions.unwrap_or_else(|| "-".to_owned());
            writeln!(output, "{:<12} {:<12} {instructions:>14} {calls:>14}", series.placement.name(), series.row.name)?;
        }
    }
    for series in all {
        let most =
            |counts: fn(&program::Counts) -> Option<u64>| series.counted(|run| run.counts.as_ref().and_then(counts));
        if let (Some(memory), Some(files)) = (most(|counts| counts.memory), most(|counts| counts.files)) {
            let (placement, name) = (series.placement.name(), series.row.name);
            writeln!(output, "{placement}, {name}: at most {:.1} MiB, {files} descriptors", memory / 1024.0 / 1024.0)?;
        }
    }
    Ok(())
}
