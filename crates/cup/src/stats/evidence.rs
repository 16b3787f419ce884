//! Observations for the model of Luce: the games of a block, or of all blocks of a deal.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::{
    BlockCounts,
    luce::{Alike, Luce, alike},
    meeting_games::{MeetingGames, meetings},
};

/// The least and the greatest part of an observation, and its expected part.
pub(super) type PartRange = [f64; 3];

pub(super) struct ObservationRanges {
    pub(super) shapes: Vec<PartRange>,
    /// The greatest difference that a single block makes, if observations are sums over the blocks of deals.
    pub(super) block: Option<f64>,
}

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

/// The model of the first `bots` bots with `drawn` added drawn games for each bot, and its observations.
pub(super) fn modelled(bots: usize, drawn: f64, blocks: &BlockCounts) -> (Luce, Evidence) {
    let found = alike(bots, blocks);
    let model = Luce::new(bots, drawn, &found);
    let mut evidence = Evidence { shapes: Vec::new(), observations: Vec::new(), is_dealt: blocks.has_many_deals() };
    let mut interned = Interned::new(&model);
    if blocks.deals().is_empty() {
        found.into_iter().for_each(|block| evidence.add(&mut interned, &block));
    } else {
        for deal in blocks.deals() {
            let known = |bot: Option<&usize>| bot.is_some_and(|&bot| bot < bots);
            let kinds = deal.iter().filter(|kind| known(kind.score.different_bots().last()));
            let games = meetings(kinds.map(|kind| (kind, 1.0)));
            if !games.is_empty() {
                evidence.add(&mut interned, &(games, 1));
            }
        }
    }
    (model, evidence)
}

/// The indices of the model's meetings and of the shapes.
struct Interned {
    meetings: BTreeMap<Vec<u64>, usize>,
    shapes: BTreeMap<Vec<(usize, u64)>, usize>,
    /// Room for the key of a meeting, and for that of a shape.
    seated: Vec<u64>,
    shape: Vec<(usize, u64)>,
}

impl Interned {
    fn new(model: &Luce) -> Self {
        let key = |meeting: &MeetingGames| meeting.seated().collect();
        let meetings = model.meetings.iter().enumerate().map(|(index, meeting)| (key(meeting), index));
        Self { meetings: meetings.collect(), shapes: BTreeMap::new(), seated: Vec::new(), shape: Vec::new() }
    }
}

impl Evidence {
    fn add(&mut self, interned: &mut Interned, (games, count): &Alike) {
        let mut got: SmallVec<[(usize, f64); 2]> = SmallVec::new();
        let Interned { meetings, shapes, seated, shape } = interned;
        shape.clear();
        for meeting in games {
            seated.clear();
            seated.extend(meeting.seated());
            shape.push((meetings[seated.as_slice()], meeting.games.to_bits()));
            for (&(bot, _), points) in meeting.bots.iter().zip(&meeting.got) {
                match got.binary_search_by_key(&bot, |(bot, _)| *bot) {
                    Ok(place) => got[place].1 += points,
                    Err(place) => got.insert(place, (bot, *points)),
                }
            }
        }
        let index = shapes.get(shape.as_slice()).copied().unwrap_or_else(|| {
            self.shapes.push(shape.iter().map(|&(place, games)| (place, f64::from_bits(games))).collect());
            shapes.insert(shape.clone(), self.shapes.len() - 1);
            self.shapes.len() - 1
        });
        self.observations.push(Observation { got, shape: index, count: *count });
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

    /// The ranges by those of one game of each meeting.
    pub(super) fn ranges(&self, of_meetings: &[PartRange]) -> ObservationRanges {
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
        ObservationRanges { shapes: self.shapes.iter().map(sum).collect(), block: widest }
    }
}
