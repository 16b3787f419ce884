//! The step `game`: whole games of a variant, with the bot at each seat in turn.

use std::collections::BTreeSet;

use itertools::Itertools;
use uvi_cup::counted;
use uvi_games::game::{Seat, Variant, derive};

use super::{
    Report,
    finding::CheckResult,
    game::{CheckedGame, Play},
    lots::{self, Occasion},
    run::Check,
};

#[derive(Debug, Default)]
struct GameTotals {
    games: u32,
    resigned: u32,
    decisions: u32,
    phases: BTreeSet<&'static str>,
    no_number: Option<String>,
    flaw: Option<String>,
}

impl GameTotals {
    fn add(&mut self, played: CheckedGame) {
        self.games += 1;
        self.resigned += u32::from(played.resigned);
        self.decisions += played.decisions;
        self.phases.extend(played.phases);
        self.no_number = self.no_number.take().or(played.no_number);
        self.flaw = self.flaw.take().or(played.flaw);
    }
}

impl Check<'_> {
    /// Plays as many games as the settings ask for, the same number in each seat. For each kind of decision that did
    /// not occur, adds a game that begins where this kind is due. Only tables with the fewest seats have such games.
    pub(super) fn game(&mut self, variant: &'static dyn Variant, seats: u8) -> CheckResult<Report> {
        let settings = self.settings;
        let start = |seat: Seat| Play::whole(settings, variant, seats, seat);
        let mut all = GameTotals::default();
        for round in 0..settings.games.div_ceil(seats.into()).max(1) {
            for seat in Seat::all(seats) {
                let key = format!("{} {seats} {seat}", variant.word());
                let key = if round == 0 { key } else { format!("{key} {round}") };
                all.add(self.play(Play { seed: derive(&settings.seed, &key), ..start(seat) })?);
            }
        }
        let from_start = all.games;
        let whole = if settings.decisions.is_none() { all.games - all.resigned } else { 0 };
        let unheard = |all: &GameTotals| {
            let phases = variant.phases().iter().copied().filter(|phase| !all.phases.contains(phase));
            // Larger tables have the same kinds, and take longer to reach rare ones.
            if seats == variant.seats()[0] { phases.collect_vec() } else { Vec::new() }
        };
        for found in lots::find(lots::GAMES, variant, seats, &unheard(&all), &settings.seed) {
            let Occasion { options, seed, table, seat } = found;
            all.add(self.play(Play { options, seed, start: Some(table), ..start(seat) })?);
        }
        let resigned = match all.resigned {
            0 => String::new(),
            games if games == all.decisions => format!(", {games} resigned, each at its first decision"),
            games => format!(", {games} resigned"),
        };
        let decided = counted(all.decisions, "decision");
        let reached = variant.phases().iter().filter(|phase| all.phases.contains(*phase)).join(", ");
        let missed = Some(unheard(&all).join(", ")).filter(|missed| !missed.is_empty());
        let missed = missed.map(|missed| format!("; not reached: {missed}")).unwrap_or_default();
        let ignored = all.no_number.map(|refused| format!("; ignored: {refused}")).unwrap_or_default();
        let flaw = all.flaw.map(|flaw| format!("; warning: {flaw}")).unwrap_or_default();
        let rare = match all.games - from_start {
            0 => String::new(),
            more => format!(", {more} more from rare positions"),
        };
        let text =
            format!("{from_start} games{rare}{resigned}, {decided}; phases reached: {reached}{missed}{ignored}{flaw}");
        Ok(Report { games: Some(whole), ..Report::passed(text) })
    }
}
