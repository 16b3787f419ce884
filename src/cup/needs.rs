//! Compares the resources that concurrent games need with the resources of this machine.

use std::{num::NonZeroUsize, time::Duration};

use uvi::ClockWords;
use uvi_cup::{MOST_RUNNING, Plan, most_unsynced};

use super::play::files_of_a_game;
use crate::{bot, world::threads::cores};

/// The processes of a bot: its keeper, the init of its namespace, and the bot.
const PROCESSES_OF_A_BOT: u64 = 3;

#[derive(Debug, Clone, Copy)]
struct RunNeeds {
    games: usize,
    files: u64,
    processes: u64,
    fit: usize,
    /// The least time that a bot has for a decision. `None` if no clock limits a bot.
    limit: Option<Duration>,
}

#[derive(Debug, Clone, Copy)]
struct SpareResources {
    files: u64,
    processes: u64,
    cores: usize,
}

/// The warnings about this many games at once, before any is played: descriptors or processes may be too few, or bots
/// may get less time than promised.
pub fn warnings(plan: &Plan, concurrency: NonZeroUsize) -> Vec<String> {
    let (asked, spare) = (RunNeeds::by(plan, concurrency.get()), SpareResources::here());
    let most = (concurrency.get() > MOST_RUNNING).then(|| {
        format!("{concurrency} games at once are more than an arbiter plays: it plays at most {MOST_RUNNING} at once")
    });
    let machine = shortages(&asked, &spare).into_iter().chain(crowd(&asked, &spare));
    machine.chain(most).collect()
}

impl RunNeeds {
    fn by(plan: &Plan, concurrency: usize) -> Self {
        let most = plan.total().map_or(usize::MAX, |games| (games as usize).max(1));
        let games = concurrency.min(most);
        let clocks = plan.entrants.iter().map(|entrant| entrant.clock.unwrap_or(plan.clock));
        let bots = games as u64 * u64::from(plan.seats);
        Self {
            games,
            files: games as u64 * files_of_a_game(plan) as u64 + most_unsynced(plan, games) as u64,
            processes: games as u64 + bots * PROCESSES_OF_A_BOT,
            fit: plan.concurrency(cores()).get(),
            limit: clocks.filter_map(of_a_decision).min().map(Duration::from_millis),
        }
    }
}

impl SpareResources {
    fn here() -> Self {
        Self { files: bot::spare_files(), processes: bot::spare_processes(), cores: cores().get() }
    }
}

/// The time that a clock gives for a decision, in milliseconds. That is `movetime`; else the time that an answer brings
/// (`inc`, and its part of `movestogo`); else the whole `time`. `None` without a limit.
fn of_a_decision(clock: ClockWords) -> Option<u64> {
    let portion = clock.movestogo.and_then(|answers| clock.time?.checked_div(answers));
    let comes_back = clock.inc.unwrap_or(0).saturating_add(portion.unwrap_or(0));
    clock.movetime.or_else(|| (comes_back > 0).then_some(comes_back)).or(clock.time)
}

fn shortages(asked: &RunNeeds, spare: &SpareResources) -> Vec<String> {
    let needs = [
        ("open files", asked.files, "the limit (`ulimit -n`) leaves", spare.files),
        ("processes", asked.processes, "the limits (`ulimit -u`, pids.max, pid_max) leave", spare.processes),
    ];
    let short = needs.into_iter().filter(|(_, asked, _, spare)| asked > spare);
    let told = |(what, needed, limit, spare)| {
        let games = asked.games;
        format!(
            "{games} games at once may need {needed} {what}, and {limit} {spare}: if that is too little, fewer games are \
             played at once"
        )
    };
    short.map(told).collect()
}

fn crowd(asked: &RunNeeds, spare: &SpareResources) -> Option<String> {
    let limit = asked.limit.filter(|_| asked.games > asked.fit)?;
    let share = limit.mul_f64(asked.fit as f64 / asked.games as f64);
    Some(format!(
        "{} games at once are more than the {} for which this machine has cores ({}): when all bots think, one gets about \
         {} ms of its {} ms for a decision, and answers may come late; play fewer at once (-c {})",
        asked.games,
        asked.fit,
        spare.cores,
        share.as_millis(),
        limit.as_millis(),
        asked.fit
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: RunNeeds =
        RunNeeds { games: 8, files: 208, processes: 56, fit: 2, limit: Some(Duration::from_millis(100)) };
    const SPARE: SpareResources = SpareResources { files: 208, processes: 56, cores: 2 };

    #[test]
    fn what_suffices_is_not_told() {
        assert_eq!(shortages(&ASKED, &SPARE), Vec::<String>::new());
        assert_eq!(crowd(&RunNeeds { games: 2, ..ASKED }, &SPARE), None);
        assert_eq!(crowd(&RunNeeds { limit: None, ..ASKED }, &SPARE), None);
    }

    #[test]
    fn a_decision_has_what_comes_back_for_it() {
        for (words, expected) in [
            ("none", None),
            ("nodes 5", None),
            ("movetime 100", Some(100)),
            ("time 60000", Some(60_000)),
            ("time 60000 inc 500", Some(500)),
            ("time 60000 inc 500 movestogo 40", Some(2000)),
            ("time 60000 movestogo 40", Some(1500)),
            ("time 60000 movestogo 40 movetime 50", Some(50)),
        ] {
            assert_eq!(of_a_decision(words.parse().unwrap()), expected, "{words}");
        }
    }

    #[test]
    fn a_shortage_names_what_is_short_and_its_limit() {
        let told = shortages(&ASKED, &SpareResources { files: 207, processes: 55, ..SPARE });
        let expected = [
            "8 games at once may need 208 open files, and the limit (`ulimit -n`) leaves 207: if that is too little, fewer \
             games are played at once",
            "8 games at once may need 56 processes, and the limits (`ulimit -u`, pids.max, pid_max) leave 55: if that is \
             too little, fewer games are played at once",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_crowd_is_told_with_the_time_that_is_left_for_each() {
        let told = crowd(&ASKED, &SPARE).unwrap();
        assert!(
            told.starts_with("8 games at once are more than the 2 for which this machine has cores (2): "),
            "{told}"
        );
        assert!(told.contains("about 25 ms of its 100 ms") && told.ends_with("(-c 2)"), "{told}");
    }
}
