//! The row of a bot: its fields, its columns, and their computation. A new column needs a field of [`BotRow`], a row of
//! [`BOT`], and a line in a function below.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    column::{
        Cell::{Count, Figure as Interval, Number, Part, Points, Words},
        Column,
    },
    field::Field,
};
use crate::{
    progress::{BotNotes, Effort},
    schedule::BotIndex,
    stats::{Effects, Elo, Estimate, Partners, PointSum, Tally, mean_scores},
    terms::TieBreak,
};

/// The figures of a bot.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[schemars(rename = "Row")]
pub struct BotRow {
    /// The rank of the bot, from 1. Bots that share a rank all have the best rank of their group. In a ladder, left out for
    /// a bot that does not play.
    pub rank: Option<usize>,
    /// True if another bot has the same rank.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tied: bool,
    /// In a ladder, the number of places that the bot has gained since the end of the day before; left out if it had no
    /// rank then.
    pub moved: Option<i64>,
    /// In a ladder with leagues, the league of the rank, from 1.
    pub league: Option<usize>,
    /// In a ladder with leagues, the probability that the bot belongs in its league by its true strength.
    pub sure: Option<f64>,
    /// The name of the bot in the tournament file or in the log. In a ladder, with its version.
    pub name: String,
    /// The name in the tables of a ladder.
    #[serde(skip)]
    pub shown: Option<String>,
    /// The games of whole blocks. A game in which the bot sat at two seats counts twice.
    pub games: u32,
    /// The whole blocks.
    pub blocks: u32,
    /// The number of rounds of a Swiss that the bot did not play. Each is worth a fair share of the points.
    pub byes: Option<u32>,
    /// The value of each tie-break, by its word.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tie_breaks: BTreeMap<TieBreak, f64>,
    /// The points of the bot, byes included, such as `"3 1/2"`; left out if all seats share a score.
    #[schemars(with = "Option<String>")]
    pub points: Option<PointSum>,
    /// The bot's share of the points of a game, 0 to 1.
    pub share: Option<Estimate>,
    /// Games won, drawn and lost, if two seats play against each other.
    pub wins_draws_losses: Option<[u32; 3]>,
    /// The number of times that the bot had each place, the first place first, with three seats or more. Bots with equal
    /// points all get the best of the places that they share.
    pub places: Option<Vec<u32>>,
    /// The mean of the bot's places. Here, bots with equal points all get the mean of the places that they share.
    pub mean_place: Option<f64>,
    /// The strength of the bot among all bots on the scale of Elo: mean 0, or counted from the anchor. An end is open if
    /// no chain of points bounds it; then the value is kept finite by a thousandth of a drawn game for each bot, and
    /// says little.
    pub rating: Option<Estimate>,
    /// In a ladder whose seats share one score, the mean score of the bot's games.
    pub mean_score: Option<Estimate>,
    /// In a ladder, true if the bot is better than the next one by their blocks together, by a test that may be looked at
    /// always.
    pub better: Option<bool>,
    /// The best and the worst rank by strength that the bot may have. The ranks of all bots hold together in 95 of 100
    /// tournaments. Left out for two bots, and for more than 50.
    pub ranks: Option<[usize; 2]>,
    /// The letters of the bot's groups. Two bots share a letter if and only if these games cannot tell them apart. Left out
    /// with `ranks`, and if it takes more than 52 letters.
    pub group: Option<String>,
    /// The Elo of the bot minus that of the hero of a gauntlet, by their games alone.
    pub against_hero: Option<Estimate>,
    /// The change of the shared score when the bot takes a seat from an average bot.
    pub effect: Option<Estimate>,
    /// The mean over the other bots of the mean shared score with each.
    pub with_others: Option<f64>,
    /// The number of faults of the bot, by the fault's word, in all results.
    pub faults: BTreeMap<String, u32>,
    /// The effort of the bot in all results, if bots could try again or counted tokens.
    pub effort: Option<Effort>,
    /// The time that the bot took, if logs have times.
    pub times: Option<Times>,
    /// In a ladder, the state of the bot: `plays`, `played` in a table that gets no more rounds, `gone`, or the reason why
    /// it plays no more.
    pub state: Option<String>,
}

/// The time that a bot took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Times {
    /// The number of decisions.
    pub decisions: u32,
    /// The mean time of a decision, in milliseconds.
    pub mean_ms: f64,
    /// The time of the longest decision, in milliseconds.
    pub longest_ms: f64,
}

type BotColumn = Column<BotRow>;
type EffortColumn = Column<Effort>;

/// The words of the columns in CSV, in their order. A column never moves there, so a new one comes last.
pub(super) const CSV: &str = "rank bot games blocks points share won drawn lost mean_place rating effect with_others \
                              mean_ms longest_ms faults tied byes places against_hero buchholz buchholz-cut \
                              sonneborn-berger head-to-head wins";

/// The words of the columns that CSV has at its end if bots have ranks by strength.
pub(super) const RANKS: &str = "rank_best rank_worst group";

/// The columns of the table of bots, in the order in which people see them.
pub(super) const BOT: &[BotColumn] = &[
    BotColumn::new("rank", Count(|row| Some(row.rank?.to_string()))).titled(""),
    BotColumn::new("", Count(|row| Some(format!("{}{}", row.rank?, if row.tied { "=" } else { "" })))).titled("#"),
    BotColumn::new("", Count(|row| row.moved.map(|moved| format!("{moved:+}")))).titled("moved").means(6, "places gained since the day before"),
    BotColumn::new("", Count(|row| row.league.map(|league| league.to_string())))
        .titled("league")
        .means(6, "the bots between two cuts of the ranks"),
    BotColumn::new("", Part(|row| row.sure))
        .titled("sure")
        .means(6, "probability that the bot belongs in its league by its true strength"),
    BotColumn::new("bot", Words(|row| Some(row.shown.as_ref().unwrap_or(&row.name).clone()))),
    BotColumn::new("games", Count(|row| Some(row.games.to_string())))
        .means(5, "counted games; one that it plays in two seats counts twice"),
    BotColumn::new("blocks", Count(|row| Some(row.blocks.to_string()))).titled(""),
    BotColumn::new("points", Points(|row| row.points)).means(4, "the sum of its scores by the rules"),
    BotColumn::new("tied", Words(|row| Some(row.tied.to_string()))).titled(""),
    BotColumn::new("byes", Count(|row| Some(row.byes?.to_string())))
        .means(2, "rounds that it did not play; each adds a fair share of the points to its points"),
    BotColumn::new("buchholz", Number(2, |row| row.tie_break(TieBreak::Buchholz)))
        .means(2, "the sum of the scores of its opponents, byes included, each once for each block"),
    BotColumn::new("buchholz-cut", Number(2, |row| row.tie_break(TieBreak::BuchholzCut)))
        .means(2, "buchholz without the lowest opponent"),
    BotColumn::new("sonneborn-berger", Number(2, |row| row.tie_break(TieBreak::SonnebornBerger))).means(
        2,
        "the sum of the scores of its opponents, byes included, each once for each block, times the share it got there",
    ),
    BotColumn::new("head-to-head", Number(2, |row| row.tie_break(TieBreak::HeadToHead)))
        .means(2, "its share in the games among bots that are level"),
    BotColumn::new("wins", Number(2, |row| row.tie_break(TieBreak::Wins))).titled(""),
    BotColumn::new("share", Interval(3, |row| row.share)).means(
        1,
        "its share of the points of a game; the ± interval, by blocks or deals, contains the true share in 95 of 100 tournaments",
    ),
    BotColumn::new("won", Count(|row| Some(row.wins_draws_losses?[0].to_string()))),
    BotColumn::new("drawn", Count(|row| Some(row.wins_draws_losses?[1].to_string()))),
    BotColumn::new("lost", Count(|row| Some(row.wins_draws_losses?[2].to_string()))),
    BotColumn::new("places", Count(|row| Some(row.places.as_ref()?.iter().map(u32::to_string).collect::<Vec<_>>().join("-"))))
        .means(1, "how often it came first, second and so on; equal points give the best of the places"),
    BotColumn::new("mean_place", Number(2, |row| row.mean_place)).titled("mean").means(1, "the mean of its places; here equal points give the mean of the places"),
    BotColumn::new("rating", Interval(0, |row| row.rating)).means(
        1,
        "strength on the Elo scale: 400 more means ten times as much of the points; the mean is 0, or the anchor sets it; \
         a prior, a thousandth of a drawn game for each bot, bounds what few games leave open",
    ),
    BotColumn::new("", Count(BotRow::strength_in_words)).titled("strength").means(
        6,
        "Elo, 0 for the average bot that plays, or the mean score if all seats share one; holds in 95 of 100 ladders",
    ),
    BotColumn::new("", Words(|row| row.better?.then(|| "yes".to_owned()))).titled("better").means(
        6,
        "surely better than the next one in the blocks of the two, by a test with 5 % error that may be looked at always",
    ),
    BotColumn::new("ranks", Count(|row| row.ranks.map(|[best, worst]| format!("{best}-{worst}")))).means(
        1,
        "the ranks by strength that it may have; those of all bots hold together in 95 of 100 tournaments",
    ),
    BotColumn::new("rank_best", Count(|row| Some(row.ranks?[0].to_string()))).titled(""),
    BotColumn::new("rank_worst", Count(|row| Some(row.ranks?[1].to_string()))).titled(""),
    BotColumn::new("group", Words(|row| row.group.clone()))
        .means(1, "two bots share a letter if a test of all pairs at once cannot tell them apart, with 5 % error for all pairs together"),
    BotColumn::new("against_hero", Interval(0, |row| row.against_hero))
        .titled("against hero")
        .means(1, "how much stronger it is than the hero of the gauntlet, in Elo, from their games alone"),
    BotColumn::new("effect", Interval(1, |row| row.effect))
        .means(3, "by how much the shared score changes when it takes a seat from an average bot"),
    BotColumn::new("with_others", Number(1, |row| row.with_others))
        .titled("with others")
        .means(3, "the mean over its partners of their mean shared score"),
    BotColumn::new("mean_ms", Number(1, |row| Some(row.times?.mean_ms)))
        .titled("ms")
        .means(3, "the mean time of a decision in milliseconds"),
    BotColumn::new("longest_ms", Number(1, |row| Some(row.times?.longest_ms)))
        .titled("longest")
        .means(3, "the longest time of a decision in milliseconds"),
    BotColumn::new("faults", Words(|row| Some(listed(&row.faults)))).means(3, "how often it was at fault in all games"),
    BotColumn::new("", Words(|row| row.state.clone())).titled("state"),
    BotColumn::new("", Words(|row| row.effort.as_ref().map(tries)))
        .titled("tries")
        .means(3, "how many of its answers were refused, faults included"),
    BotColumn::new("", Words(|row| row.effort.as_ref()?.tokens.map(|tokens| format!("{} + {}", tokens.read, tokens.written))))
        .titled("tokens")
        .means(3, "the tokens that its language model read and wrote, as reported by the bot"),
    BotColumn::new("", Number(4, |row| row.effort.as_ref()?.cost))
        .titled("cost")
        .means(3, "the cost of these tokens, in the bot's own unit"),
];

pub(super) const LADDER: &[&str] =
    &["#", "moved", "league", "sure", "bot", "games", "share", "strength", "better", "ms", "faults", "state"];

/// The columns of the effort of bots. CSV has them if any bot has an effort.
pub const EFFORT: &[EffortColumn] = &[
    EffortColumn::new("illegal", Count(|effort| Some(effort.illegal.to_string()))),
    EffortColumn::new("unreadable", Count(|effort| Some(effort.unreadable.to_string()))),
    EffortColumn::new("retries", Count(|effort| Some(effort.retries.to_string()))).titled("asked again"),
    EffortColumn::new("forfeits", Words(|effort| Some(listed(&effort.forfeits)))),
    EffortColumn::new("tokens_read", Count(|effort| Some(effort.tokens?.read.to_string()))).titled("tokens read"),
    EffortColumn::new("tokens_written", Count(|effort| Some(effort.tokens?.written.to_string())))
        .titled("tokens written"),
    EffortColumn::new("cost", Number(4, |effort| effort.cost)),
];

pub(super) fn listed(counts: &BTreeMap<String, u32>) -> String {
    counts.iter().map(|(word, count)| format!("{word} {count}")).collect::<Vec<_>>().join(", ")
}

fn tries(effort: &Effort) -> String {
    let kinds = [("illegal", effort.illegal), ("unreadable", effort.unreadable)];
    listed(&kinds.into_iter().filter(|(_, count)| *count > 0).map(|(kind, count)| (kind.to_owned(), count)).collect())
}

impl BotRow {
    fn tie_break(&self, tie_break: TieBreak) -> Option<f64> {
        self.tie_breaks.get(&tie_break).copied()
    }

    /// The row of a bot if seats have points of their own.
    pub(super) fn competing(
        field: &Field<'_>,
        tally: &Tally,
        rating: Option<Estimate>,
        tie_breaks: BTreeMap<TieBreak, f64>,
        bot: usize,
    ) -> Self {
        let against_hero = |hero| Some(Elo::between(BotIndex(bot), BotIndex(hero), &field.blocks)?.elo);
        let byes = field.byes.as_ref();
        let points = byes.map_or(tally.points, |(byes, worth)| tally.points + *worth * byes[bot]);
        Self {
            games: tally.games,
            blocks: tally.blocks,
            byes: byes.map(|(byes, _)| byes[bot]),
            tie_breaks,
            points: Some(points),
            share: tally.share,
            wins_draws_losses: field.two_sided().then(|| tally.wins_draws_losses()),
            places: (field.seats > 2).then(|| tally.places[..field.seats.into()].to_vec()),
            mean_place: tally.mean_place.filter(|_| field.seats > 2),
            rating,
            against_hero: field.hero.filter(|&hero| hero != bot).and_then(against_hero),
            ..Self::default()
        }
    }

    /// The rows of all bots if all seats share a score.
    pub(super) fn sharing(field: &Field<'_>, effects: Option<&Effects>, partners: &Partners) -> Vec<Self> {
        let bots = field.names.len();
        let row = |bot: BotIndex| Self {
            effect: effects.map(|effects| effects.bots[bot.0]),
            with_others: partners.with_others(bot),
            ..Self::default()
        };
        let mut rows: Vec<Self> = BotIndex::all(bots).map(row).collect();
        for kind in &*field.blocks {
            let seated = kind.score.games.iter().flat_map(|game| game.table.iter());
            seated.for_each(|bot| rows[bot.0].games += kind.times() as u32);
            for bot in kind.score.different_bots() {
                rows[bot].blocks += kind.count as u32;
            }
        }
        if field.ladder.is_some() {
            for (row, score) in rows.iter_mut().zip(mean_scores(bots, &field.blocks)) {
                row.mean_score = score;
            }
        }
        rows
    }

    /// The figure by which a ladder ranks the bot: its rating, or its mean score if all seats share one.
    pub fn strength(&self) -> Option<Estimate> {
        self.rating.or(self.mean_score)
    }

    /// The table of the ladder gets no more rounds, so nobody plays in it. The rank stays.
    pub(crate) fn retire(&mut self) {
        if let Some(state) = self.state.as_mut().filter(|state| *state == "plays") {
            "played".clone_into(state);
        }
    }

    /// The strength in a ladder. A bot that has got everything or nothing has no figure but this.
    fn strength_in_words(&self) -> Option<String> {
        self.state.as_ref()?;
        let share = self.share.map(|share| share.value);
        match (self.rating, self.mean_score) {
            (Some(rating), _) if rating.is_open() && share.is_some_and(|share| share <= 0.0) => {
                Some("lost all".to_owned())
            }
            (Some(rating), _) if rating.is_open() && share.is_some_and(|share| share >= 1.0) => {
                Some("won all".to_owned())
            }
            (Some(rating), _) => Some(rating.plus_minus(0)),
            (None, score) => Some(score?.plus_minus(1)),
        }
    }

    /// Adds the faults, the effort and the times of all games.
    pub(super) fn note(&mut self, notes: &BotNotes) {
        self.faults = notes.faults.clone();
        self.effort = notes.effort.clone();
        let times = &notes.times;
        self.times = (times.decisions > 0).then(|| Times {
            decisions: times.decisions,
            mean_ms: times.ms / f64::from(times.decisions),
            longest_ms: times.longest,
        });
    }
}
