//! The step `game`: whole games of a variant, with the bot at each seat in turn.

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

impl Check<'_> {
    /// Plays as many games as the settings ask for, the same number in each seat. For each kind of decision that did
    /// not occur, adds a game that begins where this kind is due. Only tables with the fewest seats have such games.
    pub(super) fn game(&mut self, variant: &'static dyn Variant, seats: u8) -> CheckResult<Report> {
        let settings = self.settings;
        let start = |seat: Seat| Play::whole(settings, variant, seats, seat);
        let mut all: Vec<CheckedGame> = Vec::new();
        for round in 0..settings.games.div_ceil(seats.into()).max(1) {
            for seat in Seat::all(seats) {
                let key = format!("{} {seats} {seat}", variant.word());
                let key = if round == 0 { key } else { format!("{key} {round}") };
                all.push(self.play(Play { seed: derive(&settings.seed, &key), ..start(seat) })?);
            }
        }
        let from_start = all.len();
        let resigned = |all: &[CheckedGame]| all.iter().filter(|game| game.resigned).count();
        let whole = if settings.decisions.is_none() { from_start - resigned(&all) } else { 0 };
        let is_heard = |all: &[CheckedGame], phase: &str| all.iter().any(|game| game.phases.contains(phase));
        let unheard = |all: &[CheckedGame]| {
            let phases = variant.phases().iter().copied().filter(|phase| !is_heard(all, phase));
            // Larger tables have the same kinds, and take longer to reach rare ones.
            if seats == variant.seats()[0] { phases.collect_vec() } else { Vec::new() }
        };
        for found in lots::find(lots::GAMES, variant, seats, &unheard(&all), &settings.seed) {
            let Occasion { options, seed, table, seat } = found;
            all.push(self.play(Play { options, seed, start: Some(table), ..start(seat) })?);
        }
        let decisions: u32 = all.iter().map(|game| game.decisions).sum();
        let resigned = match resigned(&all) {
            0 => String::new(),
            games if games == decisions as usize => format!(", {games} resigned, each at its first decision"),
            games => format!(", {games} resigned"),
        };
        let decided = counted(decisions, "decision");
        let reached = variant.phases().iter().filter(|phase| is_heard(&all, phase)).join(", ");
        let missed = Some(unheard(&all).join(", ")).filter(|missed| !missed.is_empty());
        let missed = missed.map(|missed| format!("; not reached: {missed}")).unwrap_or_default();
        let ignored = all.iter().find_map(|game| game.no_number.as_ref());
        let ignored = ignored.map(|refused| format!("; ignored: {refused}")).unwrap_or_default();
        let flaw = all.iter().find_map(|game| game.flaw.as_ref());
        let flaw = flaw.map(|flaw| format!("; warning: {flaw}")).unwrap_or_default();
        let rare = match all.len() - from_start {
            0 => String::new(),
            more => format!(", {more} more from rare positions"),
        };
        let text =
            format!("{from_start} games{rare}{resigned}, {decided}; phases reached: {reached}{missed}{ignored}{flaw}");
        Ok(Report { games: Some(whole as u32), ..Report::passed(text) })
    }
}
