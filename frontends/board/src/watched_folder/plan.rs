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
    seats: u64,
    #[serde(default)]
    format: String,
    #[serde(default)]
    rounds: Option<u64>,
    #[serde(default, rename = "self")]
    against_itself: String,
    #[serde(default)]
    seatings: String,
    #[serde(default)]
    bot: Vec<PlannedBot>,
}

#[derive(Debug, Deserialize)]
struct PlannedBot {
    name: String,
    command: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

impl FolderPlan {
    /// The number of all games. `None` for formats in which results decide the tables, and for bots that meet themselves.
    pub(super) fn total(&self) -> Option<u64> {
        let bots = self.bot.len() as u64;
        let tables = match self.format.as_str() {
            "round-robin" => choose(bots, self.seats)?,
            "gauntlet" => choose(bots.checked_sub(1)?, self.seats.checked_sub(1)?)?,
            _ => return None,
        };
        let games = match self.seatings.as_str() {
            "balanced" | "rotations" => self.seats,
            "all" => (1..=self.seats).try_fold(1, u64::checked_mul)?,
            "single" | "fixed" => 1,
            _ => return None,
        };
        let total = tables.checked_mul(games)?.checked_mul(self.rounds?)?;
        (self.against_itself == "off").then_some(total)
    }

    /// The names of the bots that may play a seat of a log: those with its command and its options.
    pub(super) fn names(&self, seat: &LogSeat) -> Vec<&str> {
        let set: BTreeMap<&str, &str> =
            seat.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let is_set = |bot: &PlannedBot| {
            bot.options.len() == set.len()
                && bot.options.iter().all(|(name, value)| set.get(name.as_str()) == Some(&value.as_str()))
        };
        let found = self.bot.iter().filter(|bot| bot.command == seat.command && is_set(bot));
        found.map(|bot| bot.name.as_str()).collect()
    }
}

/// The number of ways to choose `some` of `all`.
fn choose(all: u64, some: u64) -> Option<u64> {
    let some = some.min(all.checked_sub(some)?);
    (0..some).try_fold(1_u64, |ways, place| Some(ways.checked_mul(all - place)? / (place + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(more: &str, bots: &[&str]) -> FolderPlan {
        let bots = bots.iter().map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = \"c{name}\"\n"));
        toml::from_str(&format!("{more}\n{}", bots.collect::<String>())).expect("a plan")
    }

    #[test]
    fn games_are_counted_where_results_do_not_decide_them() {
        let total = |format: &str, seats: u32, seatings: &str, bots: &[&str]| {
            let more = format!("format=\"{format}\"\nseats={seats}\nseatings=\"{seatings}\"\nself=\"off\"\nrounds=5");
            plan(&more, bots).total()
        };
        assert_eq!(total("round-robin", 2, "balanced", &["a", "b", "c", "d"]), Some(60));
        assert_eq!(total("round-robin", 3, "balanced", &["a", "b", "c", "d"]), Some(60));
        assert_eq!(total("round-robin", 3, "all", &["a", "b", "c"]), Some(30));
        assert_eq!(total("gauntlet", 2, "single", &["a", "b", "c"]), Some(10));
        assert_eq!(total("swiss", 2, "balanced", &["a", "b", "c"]), None);
        assert_eq!(total("round-robin", 5, "balanced", &["a", "b"]), None);
    }

    #[test]
    fn a_seat_has_the_name_of_its_bot_and_several_names_if_bots_are_alike() {
        let bots = "[[bot]]\nname=\"a\"\ncommand=\"x\"\n[bot.options]\nn=\"1\"\n[[bot]]\nname=\"b\"\ncommand=\"x\"\n\
                    [[bot]]\nname=\"c\"\ncommand=\"x\"\n";
        let plan = plan(bots, &[]);
        let seat = |options: &[(&str, &str)]| LogSeat {
            name: "X".to_owned(),
            command: "x".to_owned(),
            options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        };
        assert_eq!(plan.names(&seat(&[("n", "1")])), ["a"]);
        assert_eq!(plan.names(&seat(&[])), ["b", "c"]);
        assert_eq!(plan.names(&seat(&[("n", "2")])), Vec::<&str>::new());
    }
}
