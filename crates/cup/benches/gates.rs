//! Simulates gates with fixed seeds: how often they are wrong, how many games they need, and what fastchess prints for
//! the same results.
//!
//! ```text
//! cargo bench -p uvi-cup --bench gates -- --runs 2000
//! cargo bench -p uvi-cup --bench gates -- --runs 2000 --stopped
//! ```
//!
//! `--stopped` prints only the estimates of Elo after sequential tests, and the errors of `--fixed`.
//!
//! Under `cargo test` it makes only a few runs, to show that it works. The quick versions that can fail are the tests
//! `gates`.

#![expect(clippy::print_stdout, reason = "it is read by people")]
#![expect(clippy::disallowed_methods, reason = "a bench is no part of the crate")]
#![expect(clippy::unwrap_used, reason = "what is simulated is written here")]

#[path = "../tests/it/gates/simulated.rs"]
mod simulated;

use statrs::function::erf::erf;
use uvi_cup::{
    Lead,
    stats::{
        BlockResults, Elo, Model, Outlook, Prospect, Sprt, TestVerdict, elo0_within, margin_within, undrawn_values,
    },
};
use uvi_games::game::{Seed, Stream};

use self::simulated::{
    GOOD, Games, Pairs, WORSE, drawn_of_allowed, ends, estimates, five_percent, gate, lead_after, sprt,
};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let given = arguments.iter().position(|word| word == "--runs").and_then(|place| arguments.get(place + 1));
    let is_bench = arguments.iter().any(|word| word == "--bench");
    let runs = given.map_or(if is_bench { 1000 } else { 5 }, |runs| runs.parse().unwrap());
    if arguments.iter().any(|word| word == "--stopped") {
        stopped(runs);
        fixed(runs);
        return;
    }
    lead_errors(runs);
    lead_lengths(runs);
    lead_coverage(runs);
    elo_errors(runs);
    stopped(runs);
    fixed(runs);
    budgets(runs);
    fastchess();
}

/// Prints the estimates of Elo after sequential tests of bots of any strength.
fn stopped(runs: u32) {
    println!(
        "Elo after an SPRT of at most 4000 pairs, {runs} tests each: mean pairs, too high, intervals that hold, mean error, \
         the most frequent value"
    );
    println!(
        "{:<12}{:>10}{:>8}{:>8}{:>10}{:>10}{:>8}{:>10}",
        "elo0, elo1", "true Elo", "drawn", "pairs", "too high", "hold", "error", "frequent"
    );
    for elos in [[0.0, 5.0], [-10.0, 0.0], [0.0, 10.0]] {
        for elo in [-400.0, -100.0, -20.0, 0.0, 5.0, 20.0, 100.0, 342.0, 800.0] {
            for part in [0.0, 0.5, 0.96] {
                let drawn = drawn_of_allowed(elo, part);
                let mut draws = stream(&format!("{elos:?} {elo} {part}"));
                let found = estimates(five_percent(Model::Logistic, elos), elo, drawn, 4000, runs, &mut draws);
                println!(
                    "{:<12}{elo:>10}{:>8}{:>8.0}{:>10}{:>10}{:>8.1}{:>10}",
                    format!("{}, {}", elos[0], elos[1]),
                    percent(drawn),
                    found.pairs,
                    percent(found.above),
                    percent(found.held),
                    found.error,
                    percent(found.most_frequent)
                );
            }
        }
    }
    println!();
}

/// Prints how often a gate with a fixed number of rounds passes the hardest bot that must not pass.
fn fixed(runs: u32) {
    println!("--fixed: true lead at the bound, {runs} gates, promised at most 2.5 % passed");
    println!("{:<44}{:>12}{:>12}{:>12}{:>14}", "games", "20 rounds", "100 rounds", "500 rounds", "width of any");
    for games in &WORSE {
        let mut draws = stream(games.name);
        let mut narrower = 0.0;
        let cells: Vec<String> = [20, 100, 500]
            .into_iter()
            .map(|rounds| {
                let ends = (0..runs).map(|_| lead_after(games, rounds, &mut draws).lead);
                let passed = ends.filter(|lead| {
                    let [fixed, any] = [lead.fixed_estimate(), lead.estimate()].map(Option::unwrap);
                    narrower = (fixed.high - fixed.low) / (any.high - any.low);
                    fixed.low > games.lead
                });
                format!("{:>12}", percent(passed.count() as f64 / f64::from(runs)))
            })
            .collect();
        println!("{:<44}{}{narrower:>14.2}", games.name, cells.concat());
    }
    println!();
}

fn stream(key: &str) -> Stream {
    Stream::new(&Seed([16; 16]), key)
}

fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// Prints how often a bot passes whose true lead is minus the margin, the hardest bot that must not pass. The gate
/// promises at most 2.5 % errors on either side.
fn lead_errors(runs: u32) {
    println!("The lead: true lead at the bound, {runs} gates of at most 1000 rounds, promised at most 2.5 % passed");
    println!("{:<44}{:>9}{:>9}{:>9}{:>13}{:>13}", "games", "margin", "passed", "refused", "asymptotic", "Bernstein");
    for games in &WORSE {
        let mut draws = stream(games.name);
        let found = ends(runs, || gate(games, -games.lead, 1000, &mut draws));
        let other = |wins: fn(&[f64], f64) -> bool| {
            let mut draws = stream(games.name);
            let found = ends(runs.div_ceil(4), || other_gate(games, -games.lead, 1000, &mut draws, wins));
            percent(found.h1)
        };
        println!(
            "{:<44}{:>9.4}{:>9}{:>9}{:>13}{:>13}",
            games.name,
            0.0 - games.lead,
            percent(found.h1),
            percent(found.h0),
            other(asymptotic),
            other(bernstein)
        );
    }
    println!();
}

/// Prints how soon good bots pass: by the bets of the gate, by bets that follow the variance so far, and by an
/// empirical Bernstein bound.
fn lead_lengths(runs: u32) {
    println!("The lead: rounds until the verdict, mean and nine of ten, {runs} gates of at most 4000 rounds");
    println!(
        "{:<38}{:>8}{:>9}{:>16}{:>18}{:>16}",
        "games", "margin", "passed", "the gate's bets", "by the variance", "Bernstein"
    );
    for (games, margin) in [
        (&GOOD[0], 0.1),
        (&GOOD[0], 0.05),
        (&GOOD[0], 0.02),
        (&GOOD[1], 0.0),
        (&GOOD[2], 0.0),
        (&GOOD[3], 0.05),
        (&GOOD[4], 0.02),
        (&GOOD[5], 0.02),
    ] {
        let mut draws = stream(games.name);
        let found = ends(runs, || gate(games, margin, 4000, &mut draws));
        let other = |wins: fn(&[f64], f64) -> bool| {
            let mut draws = stream(games.name);
            let found = ends(runs.div_ceil(10), || other_gate(games, margin, 4000, &mut draws, wins));
            format!("{:.0}, {}", found.mean, found.nine_of_ten)
        };
        println!(
            "{:<38}{:>8}{:>9}{:>16}{:>18}{:>16}",
            games.name,
            margin,
            percent(found.h1),
            format!("{:.0}, {}", found.mean, found.nine_of_ten),
            other(plug_in),
            other(bernstein)
        );
    }
    println!();
}

/// Runs a gate that passes a bot as soon as `wins` accepts that the mean lead is above minus the margin. Leads are
/// scaled to 0 to 1.
fn other_gate(
    games: &Games,
    margin: f64,
    most: u32,
    stream: &mut Stream,
    wins: fn(&[f64], f64) -> bool,
) -> (TestVerdict, u32) {
    let mut lead = Lead::new(&games.variant.plan(margin));
    let bound = lead.part(-margin);
    let mut parts = Vec::new();
    for round in 1..=most {
        for block in (games.round)(stream) {
            let value = lead.hear(&block, false);
            parts.extend(value.map(|value| lead.part(value)));
        }
        // A look costs more with each round, so later rounds are looked at rarely.
        if (round < 100 || round.is_multiple_of(round / 50)) && wins(&parts, bound) {
            return (TestVerdict::H1, round);
        }
    }
    (TestVerdict::Undecided, most)
}

/// The bets of Waudby-Smith and Ramdas 2024, § 4.1. Their size follows the variance so far.
fn plug_in(parts: &[f64], bound: f64) -> bool {
    let mut capital = 0.0;
    bets(parts, |bet, part, _| capital += (bet.min(0.75 / bound) * (part - bound)).ln_1p());
    capital >= 40_f64.ln()
}

/// The empirical Bernstein bound of Waudby-Smith and Ramdas 2024, § 3.2.
fn bernstein(parts: &[f64], bound: f64) -> bool {
    let mut capital = 0.0;
    bets(parts, |bet, part, mean| {
        let bet = bet.min(0.5);
        capital += bet * (part - bound) - (part - mean).powi(2) * (-(-bet).ln_1p() - bet);
    });
    capital >= 40_f64.ln()
}

/// Calls `tell` for each part, with the size of the bet on it and the mean of the parts before it.
fn bets(parts: &[f64], mut tell: impl FnMut(f64, f64, f64)) {
    let (mut sum, mut squares, mut mean, mut variance) = (0.5, 0.25, 0.5, 0.25);
    for (count, &part) in (1..).map(f64::from).zip(parts) {
        tell((2.0 * 40_f64.ln() / (variance * count * (count + 1.0).ln())).sqrt(), part, mean);
        sum += part;
        mean = sum / (count + 1.0);
        squares += (part - mean).powi(2);
        variance = squares / (count + 1.0);
    }
}

/// The test that gates used before: the asymptotic sequence of Waudby-Smith and others 2024, from 20 rounds on,
/// tightest after 500.
fn asymptotic(parts: &[f64], bound: f64) -> bool {
    if parts.len() < 20 {
        return false;
    }
    let count = parts.len() as f64;
    let mean = parts.iter().sum::<f64>() / count;
    let variance = parts.iter().map(|part| (part - mean).powi(2)).sum::<f64>() / count;
    let surprise = -2.0 * 0.05_f64.ln();
    let rho2 = (surprise + surprise.ln_1p()) / 500.0;
    let spread = count * rho2 + 1.0;
    let square = 2.0 * spread * (spread.sqrt() / 0.05).ln() / (count * count * rho2);
    mean - (variance * square).sqrt() > bound + 1e-9
}

fn lead_coverage(runs: u32) {
    println!("The lead: how often the interval holds the true one after so many rounds, {runs} gates, promised 95 %");
    println!("{:<44}{:>9}{:>9}{:>9}{:>9}{:>16}", "games", "1", "5", "20", "80", "width after 80");
    for games in WORSE.iter().chain(&GOOD[1..4]) {
        let mut draws = stream(games.name);
        let mut width = 0.0;
        let held = [1, 5, 20, 80].map(|rounds| {
            let held = (0..runs).filter(|_| {
                let lead = lead_after(games, rounds, &mut draws).lead.estimate().unwrap();
                width = lead.high - lead.low;
                // If all values are equal, they still differ in the last digit.
                lead.low <= games.lead + 1e-9 && games.lead <= lead.high + 1e-9
            });
            percent(held.count() as f64 / f64::from(runs))
        });
        println!("{:<44}{:>9}{:>9}{:>9}{:>9}{width:>16.3}", games.name, held[0], held[1], held[2], held[3]);
    }
    println!();
}

fn elo_errors(runs: u32) {
    println!(
        "SPRT at both hypotheses, alpha and beta 5 %, {runs} tests each; games by simulation and as a gate says before"
    );
    println!(
        "{:<12}{:>12}{:>8}{:>8}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "model", "elo0, elo1", "drawn", "block", "true Elo", "wrong", "mean", "half by", "told"
    );
    for (model, elos) in [
        (Model::Logistic, [-60.0, 0.0]),
        (Model::Logistic, [0.0, 30.0]),
        (Model::Normalized, [-60.0, 0.0]),
        (Model::Normalized, [0.0, 30.0]),
    ] {
        for (drawn, games) in [(0.0, 2), (0.6, 2), (0.0, 1), (0.6, 1)] {
            for (place, elo) in elos.into_iter().enumerate() {
                let pairs = match model {
                    Model::Logistic | Model::Bayesian => Pairs::of(elo, drawn),
                    Model::Normalized => Pairs::of_normalized(elo, drawn),
                };
                let test = five_percent(model, elos);
                let mut draws = stream(&format!("{model:?} {elo} {drawn} {games}"));
                let mut lengths = Vec::new();
                let found = ends(runs, || {
                    let end = sprt(test, pairs, games, 1_000_000, &mut draws);
                    lengths.push(end.1);
                    end
                });
                lengths.sort_unstable();
                let wrong = if place == 0 { found.h1 } else { found.h0 };
                let share = (f64::from(pairs.won) + f64::from(pairs.drawn) / 2.0) / 1e6;
                let prospect = Prospect { share, variance: pairs.deviation().powi(2) / f64::from(games) };
                let told = Outlook::of_sprt(&test, prospect, games, 1.0).typical.unwrap();
                println!(
                    "{:<12}{:>12}{:>8}{:>8}{:>10}{:>10}{:>10.0}{:>10}{:>10.0}",
                    format!("{model:?}").to_lowercase(),
                    format!("{}, {}", elos[0], elos[1]),
                    percent(drawn),
                    games,
                    elo,
                    percent(wrong),
                    found.mean * f64::from(games),
                    lengths[lengths.len() / 2] * games,
                    told * f64::from(games)
                );
            }
        }
    }
    println!();
}

/// Prints the bounds that follow from the number of games, and how likely they make a verdict about an equal bot.
fn budgets(runs: u32) {
    let runs = runs.div_ceil(2);
    println!("Bounds that follow from the games, and how many of {runs} gates of an equal bot decide");
    println!(
        "{:>8}{:>8}{:>8}{:>10}{:>12}{:>10}{:>8}{:>10}",
        "games", "elo0", "told", "decided", "with -10,0", "margin", "told", "decided"
    );
    for games in [200, 1000, 4000] {
        let elo0 = elo0_within(Model::Logistic, [0.05, 0.05], 2, f64::from(games / 2));
        let decided = |elo0: f64| {
            let mut draws = stream("budget");
            let test = five_percent(Model::Logistic, [elo0, 0.0]);
            let found = ends(runs, || sprt(test, Pairs::of(0.0, 0.0), 2, games / 2, &mut draws));
            found.h0 + found.h1
        };
        let equal = Prospect::undrawn(0.0, 2, 2);
        let told = Outlook::of_sprt(&five_percent(Model::Logistic, [elo0, 0.0]), equal, 2, f64::from(games / 2));
        let three = undrawn_values(0.0, 3, 3);
        let margin = margin_within(1.0 / 3.0, 0.05, &three, f64::from(games / 3));
        let told_of_lead = Outlook::of_lead([1.0 / 3.0, margin, 0.05], &three, f64::from(games / 3));
        let mut draws = stream("budget of three");
        let found = ends(runs, || gate(&GOOD[0], margin, games / 3, &mut draws));
        println!(
            "{games:>8}{elo0:>8}{:>8}{:>10}{:>12}{margin:>10}{:>8}{:>10}",
            percent(told.decided),
            percent(decided(elo0)),
            percent(decided(-10.0)),
            percent(told_of_lead.decided),
            percent(found.h0 + found.h1)
        );
    }
    println!();
}

/// Prints results beside the figures that fastchess's own tests (`app/tests/elo_test.cpp`, `sprt_test.cpp`) give for
/// them.
fn fastchess() {
    println!("Beside fastchess: what it prints of the same results, and what its formulas say with more digits");
    println!(
        "{:<34}{:>28}{:>28}{:>20}{:>20}{:>10}{:>10}",
        "results", "Elo by its formula", "Elo here", "nElo it prints", "nElo here", "LOS", "LOS here"
    );
    let pairs = |counts: [u64; 5]| (2, counts.to_vec());
    let games = |counts: [u64; 3]| (1, counts.to_vec());
    for ((games, counts), printed, los) in [
        (pairs([34, 54, 63, 64, 75]), [57.94, 28.28], 1.0),
        (pairs([332, 433, 498, 333, 334]), [-9.17, 10.96], 0.0505),
        (pairs([7895, 8757, 5685, 568, 9999]), [-19.01, 2.65], 0.0),
        (games([89, 123, 76]), [-20.76, 40.13], 0.1553),
        (games([96, 111, 136]), [49.77, 36.77], 0.9960),
        (games([356, 0, 34]), [-508.44, 34.48], 0.0),
    ] {
        let found = Elo::normal(&BlockResults::from_halves(games, &counts)).unwrap();
        let normalized = found.normalized.unwrap();
        let [elo, error, by_formula] = published(games, &counts);
        let radius = |estimate: uvi_cup::stats::Estimate| (estimate.high - estimate.low) / 2.0;
        assert!((by_formula - found.los).abs() < 1e-7, "LOS {by_formula} {}", found.los);
        println!(
            "{:<34}{:>28}{:>28}{:>20}{:>20}{los:>10.4}{:>10.4}",
            format!("{counts:?}"),
            format!("{elo:.6} +/- {error:.6}"),
            format!("{:.6} +/- {:.6}", found.elo.value, radius(found.elo)),
            format!("{:.2} +/- {:.2}", printed[0], printed[1]),
            format!("{:.2} +/- {:.2}", normalized.value, radius(normalized)),
            found.los
        );
    }
    println!();
    println!("{:<34}{:>12}{:>14}{:>16}{:>16}", "results", "model", "elo0, elo1", "LLR it prints", "LLR here");
    for (model, elos, (games, counts), printed) in [
        (Model::Normalized, [0.0, 2.0], pairs([365, 16618, 36229, 16974, 390]), 2.25),
        (Model::Normalized, [-1.75, 0.25], pairs([127, 4883, 10712, 5150, 104]), 3.01),
        (Model::Logistic, [0.5, 2.5], pairs([223, 9863, 21279, 10037, 246]), -3.07),
        (Model::Logistic, [0.0, 2.0], pairs([871, 26175, 55983, 26678, 821]), -4.98),
        (Model::Normalized, [0.0, 2.0], games([36027, 68692, 36433]), 0.92),
        (Model::Normalized, [-1.75, 0.25], games([10650, 20431, 10871]), 2.30),
        (Model::Logistic, [0.5, 2.5], games([21184, 40708, 21404]), -1.57),
        (Model::Logistic, [0.0, 2.0], games([57030, 106593, 57433]), -2.59),
    ] {
        let llr = Sprt::new(model, elos, [0.05, 0.05]).unwrap().llr(&BlockResults::from_halves(games, &counts));
        println!(
            "{:<34}{:>12}{:>14}{printed:>16.2}{llr:>16.6}",
            format!("{counts:?}"),
            format!("{model:?}").to_lowercase(),
            format!("{}, {}", elos[0], elos[1])
        );
    }
}

/// Elo, half the width of its interval, and LOS, by the formulas in fastchess's documentation.
fn published(games: u32, counts: &[u64]) -> [f64; 3] {
    let all: f64 = counts.iter().map(|&count| count as f64).sum();
    let most = f64::from(2 * games);
    let score = |place: usize| place as f64 / most;
    let mean: f64 = counts.iter().enumerate().map(|(place, &count)| score(place) * count as f64 / all).sum();
    let variance: f64 =
        counts.iter().enumerate().map(|(place, &count)| (score(place) - mean).powi(2) * count as f64 / all).sum();
    let error = (variance / all).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
    let radius = 1.959_963_984_540_054 * error;
    let los = (1.0 - erf(-(mean - 0.5) / (2.0_f64.sqrt() * error))) / 2.0;
    [elo(mean), (elo(mean + radius) - elo(mean - radius)) / 2.0, los]
}
