//! Observations for the model of Luce: the games of a block, or of all blocks of a deal.

use indexmap::{IndexMap, IndexSet};
use smallvec::SmallVec;

use super::{
    BlockKind,
    likelihood::{PRIOR, ratio_within},
    meeting_games::{MeetingBots, expect, meetings},
    tilt::range,
};

/// The smallest difference of points that distinguishes two observations. Points are sums of a few fractions.
const UNIT: f64 = 1e-9;

/// Independent observations of a model.
///
/// An observation is a sum over games, of which the model needs the points of each bot and the number of games of each
/// set of bots. Most observations have the same numbers of games, so these are kept once, as a shape.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    meetings: IndexSet<MeetingBots>,
    /// For each shape, the indices of its meetings, each with its number of games.
    shapes: IndexSet<Vec<(usize, u64)>>,
    /// Equal observations together, by their shape and their points in units.
    observations: IndexMap<(usize, Vec<u64>), Observation>,
    /// True if observations are sums over the blocks of deals, and there are enough of them to see how much they differ.
    is_dealt: bool,
}

/// Equal observations.
#[derive(Debug)]
struct Observation {
    /// The points of each bot, ascending.
    got: SmallVec<[(usize, f64); 2]>,
    count: u64,
}

impl Evidence {
    /// The evidence of these observations, each the blocks of a deal or a single block, with its number.
    pub(super) fn new<'b, B: IntoIterator<Item = &'b BlockKind>>(
        units: impl IntoIterator<Item = (B, u64)>,
        is_dealt: bool,
    ) -> Self {
        let mut evidence = Self { is_dealt, ..Self::default() };
        for (kinds, count) in units {
            let mut got: SmallVec<[(usize, f64); 2]> = SmallVec::new();
            let mut shape = Vec::new();
            for meeting in meetings(kinds.into_iter().map(|kind| (kind, 1.0))) {
                for (&(bot, _), points) in meeting.bots.iter().zip(&meeting.got) {
                    match got.binary_search_by_key(&bot, |(bot, _)| *bot) {
                        Ok(place) => got[place].1 += points,
                        Err(place) => got.insert(place, (bot, *points)),
                    }
                }
                shape.push((evidence.meetings.insert_full(meeting.bots).0, meeting.games as u64));
            }
            let units = got.iter().map(|(_, got)| (got / UNIT).round() as u64).collect();
            let key = (evidence.shapes.insert_full(shape).0, units);
            evidence.observations.entry(key).or_insert(Observation { got, count: 0 }).count += count;
        }
        evidence
    }

    pub(super) fn count(&self) -> u64 {
        self.observations.values().map(|it| it.count).sum()
    }

    /// The likelihood ratio of the observations' parts of a derivative of the log likelihood, against mean 0. The
    /// strengths move in this direction, by bot. The greatest and the least possible part of an observation count as
    /// possible, as in the likelihood of a share.
    pub(super) fn ratio(&self, strengths: &[f64], direction: impl Fn(usize) -> f64) -> f64 {
        let mut expected = Vec::new();
        // The least and the greatest part of a game, and its expected part.
        let of_a_game = |bots: &MeetingBots| {
            let places = || bots.iter().map(|&(bot, _)| direction(bot));
            expect(bots, strengths, &mut expected);
            let mean: f64 = places().zip(&expected).map(|(place, part)| place * part).sum();
            let [least, most] = range(places());
            [least, most, mean]
        };
        let games: Vec<[f64; 3]> = self.meetings.iter().map(of_a_game).collect();
        let sum = |shape: &Vec<(usize, u64)>| {
            shape.iter().fold([0.0; 3], |sum: [f64; 3], &(meeting, count)| {
                std::array::from_fn(|part| sum[part] + count as f64 * games[meeting][part])
            })
        };
        let ranges: Vec<[f64; 3]> = self.shapes.iter().map(sum).collect();
        let block = |&(meeting, count): &(usize, u64)| count as f64 * (games[meeting][1] - games[meeting][0]);
        let widest = self.is_dealt.then(|| self.shapes.iter().flatten().map(block).fold(0.0, f64::max));
        let part = |((shape, _), Observation { got, count }): (&(usize, Vec<u64>), &Observation)| {
            let got: f64 = got.iter().map(|&(bot, got)| direction(bot) * got).sum();
            (got - ranges[*shape][2], *count as f64)
        };
        let least = ranges.iter().map(|[low, _, mean]| low - mean).fold(0.0, f64::min);
        let most = ranges.iter().map(|[_, high, mean]| high - mean).fold(0.0, f64::max);
        ratio_within(self.observations.iter().map(part).collect(), [least, most], widest, PRIOR)
    }
}
