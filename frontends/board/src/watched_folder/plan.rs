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
    clock: String,
    #[serde(default)]
    heroes: Option<usize>,
    /// True if the next tables follow from results although the format is a round robin.
    #[serde(default)]
    adaptive: bool,
    /// The sizes that the tournament had before it grew.
    #[serde(default)]
    grown: Vec<toml::Table>,
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
        // A gate's plan does not have the key.
        matches!(self.against_itself.as_str(), "" | "off").then_some(total)
    }

    /// The names of the bots of a game of two seats, in seat order, if the plan alone decides them: in a round robin by
    /// the circle method, and in a gauntlet. `None` for other formats, and for a tournament that grew.
    pub(super) fn players(&self, game: u64) -> Option<[&str; 2]> {
        let games = match self.seatings.as_str() {
            "balanced" | "rotations" | "all" => 2,
            "single" | "fixed" => 1,
            _ => return None,
        };
        let is_listed = self.seats == 2 && self.grown.is_empty() && !self.adaptive && self.against_itself != "on";
        let index = usize::try_from(game.checked_sub(1).filter(|_| is_listed)?).ok()?;
        let (block, place) = (index / games, index % games);
        let bots = self.bot.len();
        let heroes = self.heroes.unwrap_or(1);
        let tables = match self.format.as_str() {
            "round-robin" => bots * bots.checked_sub(1)? / 2,
            "gauntlet" => heroes * bots.checked_sub(heroes)?,
            _ => return None,
        };
        let (round, table) = (block.checked_div(tables)?, block.checked_rem(tables)?);
        let [one, other] = match self.format.as_str() {
            "round-robin" => circle(bots, table),
            _ => [table % heroes, heroes + table / heroes],
        };
        // The bots change seats from round to round, and from game to game of a block.
        let seated = if (round + place).is_multiple_of(2) { [one, other] } else { [other, one] };
        let [first, second] = seated.map(|bot| self.bot.get(bot).map(|bot| bot.name.as_str()));
        Some([first?, second?])
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

/// The bots of a table of a round, by the circle method: the last bot stands still, the others move round a circle and
/// meet the bot opposite. The bot without an opponent in an odd number of bots has no table.
fn circle(bots: usize, table: usize) -> [usize; 2] {
    let is_odd = bots % 2 == 1;
    let ring = if is_odd { bots } else { bots - 1 };
    let (day, step) = (table / (bots / 2), table % (bots / 2) + usize::from(is_odd));
    match step {
        0 if day.is_multiple_of(2) => [ring, day],
        0 => [day, ring],
        _ => [(day + step) % ring, (day + ring - step) % ring],
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
        let gate = "format=\"round-robin\"\nseats=2\nseatings=\"balanced\"\nrounds=200";
        assert_eq!(plan(gate, &["new", "old"]).total(), Some(400));
    }

    #[test]
    fn a_seat_has_the_name_of_its_bot_and_several_names_if_bots_are_alike() {
        let bots = "clock=\"movetime 9\"\n[[bot]]\nname=\"a\"\ncommand=\"x\"\n[bot.options]\nn=\"1\"\n\
                    [[bot]]\nname=\"b\"\ncommand=\"x\"\n[[bot]]\nname=\"c\"\ncommand=\"x\"\n\
                    [[bot]]\nname=\"d\"\ncommand=\"x\"\nclock=\"movetime 8\"\n";
        let plan = plan(bots, &[]);
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

    #[test]
    fn the_plan_names_the_bots_of_a_game_where_results_do_not_decide() {
        let players = |format: &str, seatings: &str, more: &str, bots: &[&str], games: u64| {
            let keys = format!("format=\"{format}\"\nseats=2\nseatings=\"{seatings}\"\nself=\"off\"\nrounds=5\n{more}");
            let plan = plan(&keys, bots);
            let game = |game| plan.players(game).map_or_else(|| "?".to_owned(), |names| names.join("-"));
            (1..=games).map(game).collect::<Vec<_>>().join(" ")
        };
        // As `arbiter tournament` plays them.
        assert_eq!(
            players("round-robin", "balanced", "", &["a", "b", "c", "d"], 14),
            "d-a a-d b-c c-b b-d d-b c-a a-c d-c c-d a-b b-a a-d d-a"
        );
        assert_eq!(players("round-robin", "single", "", &["a", "b", "c"], 4), "b-c c-a a-b c-b");
        assert_eq!(players("gauntlet", "balanced", "", &["a", "b", "c"], 5), "a-b b-a a-c c-a b-a");
        assert_eq!(players("gauntlet", "single", "heroes=2", &["a", "b", "c", "d"], 5), "a-c b-c a-d b-d c-a");
        assert_eq!(players("swiss", "balanced", "", &["a", "b"], 1), "?");
        assert_eq!(players("round-robin", "balanced", "adaptive=true", &["a", "b"], 1), "?");
    }
}
