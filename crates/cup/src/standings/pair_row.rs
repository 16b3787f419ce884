//! Two bots that met, and the further figures of a duel.

use itertools::Itertools as _;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    column::{
        Cell::{Count, Figure as Interval, Number, Part, Pentanomial, Words},
        Column,
    },
    field::Field,
    figure::shown,
};
use crate::{
    counted, percent,
    progress::Test,
    schedule::BotIndex,
    stats::{BlockKind, BlockResults, CrossTable, Elo, Estimate, Tally, TestVerdict, UnitKinds},
};

/// The figures of two bots that met, as the first sees them.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PairRow {
    /// The bot with the better rank.
    pub first: String,
    /// The other bot.
    pub second: String,
    /// The numbers of games in which the first had more points, as many, and fewer.
    pub games: [u32; 3],
    /// The Elo of the first minus that of the second.
    pub elo: Option<Estimate>,
    /// The likelihood that the first is the stronger bot.
    pub los: Option<f64>,
    /// The numbers of pairs of games that gave the first 0, ½, 1, 1½ and 2 wins, with two seats. A draw is half a win.
    pub pentanomial: Option<[u64; 5]>,
}

/// The first bot of the plan against the second, at two seats.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Duel {
    /// The first bot.
    pub first: String,
    /// The second bot.
    pub second: String,
    /// The Elo of the first minus that of the second. With a sequential test it is the median-unbiased estimate by the
    /// blocks of the test, as are `nelo` and `los`.
    pub elo: Option<Estimate>,
    /// The difference in normalized Elo: in units of the spread of a game.
    pub nelo: Option<Estimate>,
    /// The likelihood that the first is the stronger bot.
    pub los: Option<f64>,
    /// The same three figures by the normal distribution, as other programs print them.
    pub normal: Option<NormalLine>,
    /// The numbers of pairs of games that gave the first 0, ½, 1, 1½ and 2 wins. A draw is half a win.
    pub pentanomial: Option<[u64; 5]>,
    /// The part of the games that were drawn.
    pub draw_ratio: Option<f64>,
    /// The sequential test.
    pub sprt: Option<SprtLine>,
}

/// Elo, normalized Elo and the likelihood of superiority if the mean of the blocks is taken as normal, or of the games if
/// the test counts games. With few or very similar blocks, the intervals by the likelihood ratio are more reliable.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct NormalLine {
    /// The difference in Elo.
    pub elo: Estimate,
    /// The difference in normalized Elo: in units of the spread of a game.
    pub nelo: Estimate,
    /// The likelihood that the first is the stronger bot.
    pub los: f64,
}

/// The state of a sequential test.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SprtLine {
    /// The hypothesis to reject, in `unit`.
    pub elo0: f64,
    /// The hypothesis to accept, in `unit`.
    pub elo1: f64,
    /// The log likelihood ratio.
    pub llr: f64,
    /// The lower bound: at or below it, the first bot is not stronger.
    pub lower: f64,
    /// The upper bound: at or above it, the first bot is stronger.
    pub upper: f64,
    /// `H0`, `H1` or `undecided`.
    pub verdict: String,
    /// The number of blocks that count for the test, and for `elo`, `nelo` and `los` of the duel: those until the
    /// verdict, without copies.
    pub blocks: u64,
    /// The unit of `elo0` and `elo1`, by the model of the test: `Elo`, `nElo` or `BayesElo`.
    pub unit: &'static str,
    /// True if the test counts the games of its blocks, as if they were independent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub games: bool,
}

/// The words after an Elo by a sequential test.
pub const CORRECTED: &str = ", corrected for the sequential end";

type PairColumn = Column<PairRow>;
type DuelColumn = Column<Duel>;

/// The columns of pairs.
pub const PAIR: &[PairColumn] = &[
    PairColumn::new("bot", Words(|pair| Some(pair.first.clone()))),
    PairColumn::new("against", Words(|pair| Some(pair.second.clone()))),
    PairColumn::new("won", Count(|pair| Some(pair.games[0].to_string()))),
    PairColumn::new("drawn", Count(|pair| Some(pair.games[1].to_string()))),
    PairColumn::new("lost", Count(|pair| Some(pair.games[2].to_string()))),
    PairColumn::new("elo", Interval(0, |pair| pair.elo)).titled("Elo"),
    PairColumn::new("los", Part(|pair| pair.los)).titled("LOS"),
    PairColumn::new("pairs", Pentanomial(|pair| pair.pentanomial)).titled("0-½-1-1½-2"),
];

/// The CSV columns of a duel that a pair does not have.
pub(super) const DUEL: &[DuelColumn] = &[
    DuelColumn::new("nelo", Interval(1, |duel| duel.nelo)),
    DuelColumn::new("normal_elo", Interval(2, |duel| Some(duel.normal.as_ref()?.elo))),
    DuelColumn::new("normal_nelo", Interval(2, |duel| Some(duel.normal.as_ref()?.nelo))),
    DuelColumn::new("normal_los", Part(|duel| Some(duel.normal.as_ref()?.los))),
    DuelColumn::new("draw_ratio", Part(|duel| duel.draw_ratio)),
    DuelColumn::new("sprt_elo0", Number(2, |duel| Some(duel.sprt.as_ref()?.elo0))),
    DuelColumn::new("sprt_elo1", Number(2, |duel| Some(duel.sprt.as_ref()?.elo1))),
    DuelColumn::new("llr", Number(2, |duel| Some(duel.sprt.as_ref()?.llr))),
    DuelColumn::new("llr_lower", Number(2, |duel| Some(duel.sprt.as_ref()?.lower))),
    DuelColumn::new("llr_upper", Number(2, |duel| Some(duel.sprt.as_ref()?.upper))),
    DuelColumn::new("verdict", Words(|duel| Some(duel.sprt.as_ref()?.verdict.clone()))),
];

/// The CSV column that a duel with a sequential test has at the end.
pub(super) const UNIT: DuelColumn =
    DuelColumn::new("sprt_unit", Words(|duel| Some(duel.sprt.as_ref()?.unit.to_owned())));

impl PairRow {
    /// The pairs of bots that met, in this order of the bots. `table` is the cross table of the blocks.
    pub(super) fn all(field: &Field<'_>, table: &CrossTable, order: &[usize]) -> Vec<Self> {
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &bot)| places[bot] = place);
        let places_of = |kind: &BlockKind| kind.score.different_bots().into_iter().map(|bot| places[bot]).sorted();
        let met = field.blocks.units_by(|kind| places_of(kind).array_combinations::<2>());
        let row = |(pair, units): ([usize; 2], Vec<(UnitKinds<'_>, u64)>)| {
            let [one, other] = pair.map(|place| BotIndex(order[place]));
            let games = table.against(one, other)?;
            let kinds = || units.iter().flat_map(|(kinds, _)| kinds.iter().copied());
            let are_two = kinds().all(|kind| kind.score.games.iter().all(|game| game.table.len() == 2));
            let results = are_two.then(|| BlockResults::of(one, 2, kinds()));
            let pentanomial = results.filter(|results| !results.counts().is_empty());
            let pentanomial = pentanomial.and_then(|results| results.pentanomial());
            let elo = Elo::in_units(one.min(other), one.max(other), &field.blocks, units);
            let elo = elo.map(|elo| if one < other { elo } else { elo.swapped() });
            let [first, second] = [one, other].map(|bot| field.names[bot.0].to_owned());
            let (los, elo) = (elo.map(|elo| elo.los), elo.map(|elo| elo.elo));
            Some(Self { first, second, games, elo, los, pentanomial })
        };
        met.into_iter().filter_map(row).collect()
    }
}

impl Duel {
    /// The duel of the first two bots, given the tally of the first.
    pub(super) fn of(field: &Field<'_>, tally: &Tally) -> Self {
        let pairs = BlockResults::of(BotIndex(0), field.games, &*field.blocks);
        let elo = match field.test {
            Some((Test::Sprt(test), _)) => test.elo(),
            Some((Test::Lead(_), _)) | None => Elo::of_blocks(BotIndex(0), field.games, &field.blocks),
        };
        let of_games = field.test.and_then(|(_, keys)| keys).is_some_and(|keys| keys.games);
        let games = of_games.then(|| BlockResults::of_games(BotIndex(0), &*field.blocks));
        let normal = Elo::normal(games.as_ref().unwrap_or(&pairs)).and_then(|elo| {
            let nelo = elo.normalized?;
            Some(NormalLine { elo: elo.elo, nelo, los: elo.los })
        });
        let [_, drawn, _] = tally.wins_draws_losses();
        Self {
            first: field.names[0].to_owned(),
            second: field.names[1].to_owned(),
            elo: elo.map(|elo| elo.elo),
            nelo: elo.and_then(|elo| elo.normalized),
            los: elo.map(|elo| elo.los),
            normal,
            pentanomial: pairs.pentanomial(),
            draw_ratio: (tally.games > 0).then(|| f64::from(drawn) / f64::from(tally.games)),
            sprt: field.test.and_then(|(test, keys)| {
                let (Test::Sprt(found), Some(figures)) = (test, keys) else { return None };
                let [lower, upper] = found.sprt.bounds();
                Some(SprtLine {
                    elo0: figures.elo0,
                    elo1: figures.elo1,
                    llr: found.sprt.llr(&found.results),
                    lower,
                    upper,
                    verdict: test.verdict().to_string(),
                    blocks: found.blocks,
                    unit: found.sprt.model().unit(),
                    games: figures.games,
                })
            }),
        }
    }

    /// The text in place of an Elo that is unknown. Copies count once, and single games of pairs that were never completed
    /// do not count.
    pub fn unknown_elo(&self) -> &'static str {
        match self.pentanomial {
            Some(_) => "unknown until two blocks of two games count",
            None => "unknown until two blocks count",
        }
    }

    /// The pentanomial, if it has counted a pair of games.
    pub fn pairs_of_games(&self) -> Option<[u64; 5]> {
        self.pentanomial.filter(|counts| counts.iter().any(|count| *count > 0))
    }

    pub(super) fn to_text(&self) -> String {
        let mut lines = vec![format!("{} against {}:", self.first, self.second)];
        if let (Some(elo), Some(los)) = (self.elo, self.los) {
            let nelo = self.nelo.map(|nelo| format!(", nElo {}", nelo.plus_minus(1)));
            let how = self.sprt.as_ref().map_or("", |_| CORRECTED);
            lines.push(format!(
                "  Elo {}{}, LOS {} %{how}",
                elo.plus_minus(1),
                nelo.unwrap_or_default(),
                percent(los, 1)
            ));
        } else {
            lines.push(format!("  Elo: {}", self.unknown_elo()));
        }
        if let Some(NormalLine { elo, nelo, los }) = &self.normal {
            let half = |figure: &Estimate| (figure.high - figure.low) / 2.0;
            lines.push(format!(
                "  {}by the normal distribution: Elo {} ±{}, nElo {} ±{}, LOS {:.2} %",
                match &self.sprt {
                    Some(SprtLine { games: true, .. }) => "of all games, not corrected, ",
                    Some(_) => "of all blocks, not corrected, ",
                    None => "",
                },
                shown(elo.value, 2),
                shown(half(elo), 2),
                shown(nelo.value, 2),
                shown(half(nelo), 2),
                100.0 * los
            ));
        }
        let pairs = "pairs of games that gave it 0, 1/2, 1, 3/2, 2 wins (a draw is half a win)";
        lines.extend(self.pairs_of_games().map(|counts| format!("  {pairs}: {counts:?}")));
        lines.extend(self.draw_ratio.map(|ratio| format!("  drawn: {:.1} %", 100.0 * ratio)));
        if let Some(sprt) = &self.sprt {
            let accepted = if sprt.verdict == TestVerdict::Undecided.to_string() { "" } else { " accepted" };
            lines.push(format!(
                "  SPRT of {} {} against {}: LLR {:.2} (bounds {:.2}, {:.2}), {}{accepted} after {}",
                sprt.unit,
                sprt.elo0,
                sprt.elo1,
                sprt.llr,
                sprt.lower,
                sprt.upper,
                sprt.verdict,
                counted(sprt.blocks as u32, "block")
            ));
        }
        lines.join("\n")
    }
}
