//! Observations for the model of Luce: the games of a block, or of all blocks of a deal.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::{
    BlockCounts, BlockKind,
    luce::{Alike, DRAWN, Luce, alike},
    meeting_games::{MeetingGames, meetings},
};

/// The least and the greatest part of an observation, and its expected part.
pub(super) type PartRange = [f64; 3];

/// Independent observations of a model.
///
/// An observation is a sum over games, of which the model needs the points of each bot and the number of games of each
/// set of bots. Most observations have the same numbers of games, so these are kept once, as a shape.
#[derive(Debug)]
pub(super) struct Evidence {
    /// For each shape, the indices of the model's meetings, each with its number of games.
    pub(super) shapes: Vec<Vec<(usize, f64)>>,
    pub(super) observations: Vec<Observation>,
    /// True if observations are sums over the blocks of deals, and there are enough of them to see how much they differ.
    pub(super) is_dealt: bool,
}

/// Equal observations.
#[derive(Debug)]
pub(super) struct Observation {
    /// The points of each bot, ascending.
    pub(super) got: SmallVec<[(usize, f64); 2]>,
    pub(super) shape: usize,
    pub(super) count: u64,
}

/// The model of the first `bots` bots with [`DRAWN`] added drawn games for each bot, and its observations.
pub(super) fn modelled(bots: usize, blocks: &BlockCounts) -> (Luce, Evidence) {
    let found = alike(bots, blocks);
    let model = Luce::new(bots, DRAWN, &found);
    let of_deal = |deal: &Vec<BlockKind>| {
        let is_known = |kind: &&BlockKind| kind.score.different_bots().last().is_some_and(|&bot| bot < bots);
        let games = meetings(deal.iter().filter(is_known).map(|kind| (kind, 1.0)));
        (!games.is_empty()).then_some((games, 1))
    };
    let observed = if blocks.deals().is_empty() { found } else { blocks.deals().iter().filter_map(of_deal).collect() };
    let evidence = Evidence::new(&model, &observed, blocks.has_many_deals());
    (model, evidence)
}

impl Evidence {
    fn new(model: &Luce, observed: &[Alike], is_dealt: bool) -> Self {
        let seated = |meeting: &MeetingGames| meeting.seated().collect::<Vec<u64>>();
        let meetings: BTreeMap<Vec<u64>, usize> = model.meetings.iter().map(seated).zip(0..).collect();
        let mut known: BTreeMap<Vec<(usize, u64)>, usize> = BTreeMap::new();
        let mut evidence = Self { shapes: Vec::new(), observations: Vec::new(), is_dealt };
        for (games, count) in observed {
            let mut got: SmallVec<[(usize, f64); 2]> = SmallVec::new();
            let mut shape = Vec::with_capacity(games.len());
            for meeting in games {
                shape.push((meetings[&seated(meeting)], meeting.games.to_bits()));
                for (&(bot, _), points) in meeting.bots.iter().zip(&meeting.got) {
                    match got.binary_search_by_key(&bot, |(bot, _)| *bot) {
                        Ok(place) => got[place].1 += points,
                        Err(place) => got.insert(place, (bot, *points)),
                    }
                }
            }
            let shapes = &mut evidence.shapes;
            let shape = *known.entry(shape).or_insert_with_key(|shape| {
                shapes.push(shape.iter().map(|&(place, games)| (place, f64::from_bits(games))).collect());
                shapes.len() - 1
            });
            evidence.observations.push(Observation { got, shape, count: *count });
        }
        evidence
    }

    pub(super) fn count(&self) -> u64 {
        self.observations.iter().map(|it| it.count).sum()
    }

    pub(super) fn of_each(&self, bots: usize) -> Vec<Vec<&Observation>> {
        let mut own = vec![Vec::new(); bots];
        for observation in &self.observations {
            observation.got.iter().for_each(|&(bot, _)| own[bot].push(observation));
        }
        own
    }

    /// The range of each shape, by those of one game of each meeting; and the greatest difference that a single block
    /// makes, if observations are sums over the blocks of deals.
    pub(super) fn ranges(&self, of_meetings: &[PartRange]) -> (Vec<PartRange>, Option<f64>) {
        let sum = |shape: &Vec<(usize, f64)>| {
            shape.iter().fold([0.0; 3], |sum: PartRange, &(meeting, games)| {
                std::array::from_fn(|part| sum[part] + games * of_meetings[meeting][part])
            })
        };
        let block = |&(meeting, games): &(usize, f64)| {
            let [least, most, _] = of_meetings[meeting];
            games * (most - least)
        };
        let widest = self.is_dealt.then(|| self.shapes.iter().flatten().map(block).fold(0.0, f64::max));
        (self.shapes.iter().map(sum).collect(), widest)
    }
}
