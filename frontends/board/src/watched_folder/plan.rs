//! The plan of a tournament, as far as a page shows it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::game_log::LogSeat;

/// The part of `plan.toml` that is shown.
#[derive(Debug, Default, Deserialize)]
pub(super) struct FolderPlan {
    #[serde(default)]
    pub(super) variant: String,
    #[serde(default)]
    clock: String,
    #[serde(default)]
    sprt: Option<toml::Table>,
    #[serde(default)]
    lead: Option<toml::Table>,
    #[serde(default)]
    gate: PlannedGate,
    #[serde(default)]
    bot: Vec<PlannedBot>,
}

/// The part of the table `gate` that is shown.
#[derive(Debug, Default, Deserialize)]
struct PlannedGate {
    /// True if the gate plays all games before it decides.
    #[serde(default)]
    fixed: bool,
}

#[derive(Debug, Deserialize)]
struct PlannedBot {
    name: String,
    command: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    clock: Option<String>,
}

impl FolderPlan {
    /// Returns true if a sequential test may end the tournament before its last game.
    pub(super) fn ends_early(&self) -> bool {
        (self.sprt.is_some() || self.lead.is_some()) && !self.gate.fixed
    }

    /// The names of the bots that may play a seat of a log: those with its command, its options and its clock.
    pub(super) fn names(&self, seat: &LogSeat) -> Vec<&str> {
        let set: BTreeMap<&str, &str> =
            seat.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let is_set = |bot: &PlannedBot| {
            bot.options.len() == set.len()
                && bot.options.iter().all(|(name, value)| set.get(name.as_str()) == Some(&value.as_str()))
        };
        let found: Vec<_> = self.bot.iter().filter(|bot| bot.command == seat.command && is_set(bot)).collect();
        let clock = |bot: &PlannedBot| bot.clock.as_ref().unwrap_or(&self.clock).clone();
        let fits = |bot: &&&PlannedBot| found.len() == 1 || seat.clock.is_empty() || clock(bot) == seat.clock;
        found.iter().filter(fits).map(|bot| bot.name.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_has_the_name_of_its_bot_and_several_names_if_bots_are_alike() {
        let bots = "clock=\"movetime 9\"\n[[bot]]\nname=\"a\"\ncommand=\"x\"\n[bot.options]\nn=\"1\"\n\
                    [[bot]]\nname=\"b\"\ncommand=\"x\"\n[[bot]]\nname=\"c\"\ncommand=\"x\"\n\
                    [[bot]]\nname=\"d\"\ncommand=\"x\"\nclock=\"movetime 8\"\n";
        let plan: FolderPlan = toml::from_str(bots).expect("a plan");
        let seat = |options: &[(&str, &str)]| LogSeat {
            name: "X".to_owned(),
            command: "x".to_owned(),
            options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            clock: "movetime 9".to_owned(),
        };
        assert_eq!(plan.names(&seat(&[("n", "1")])), ["a"]);
        assert_eq!(plan.names(&seat(&[])), ["b", "c"]);
        assert_eq!(plan.names(&seat(&[("n", "2")])), Vec::<&str>::new());
    }
}
