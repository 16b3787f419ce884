//! By how much the first bot is ahead, round after round.

use crate::{
    plan::Plan,
    schedule::{BotIndex, Fixtures},
    stats::{BlockScore, ConfidenceSequence, Estimate, Interval, Sample, shares_beside},
};

/// The bot that a lead is about, and the one that it is compared with where all share a score.
const FIRST: BotIndex = BotIndex(0);
const SECOND: BotIndex = BotIndex(1);

/// How often an interval may leave out the true lead where nobody says.
const ALPHA: f64 = 0.05;

/// By how much the first bot is ahead of an equal share: of its tables' points where seats have points of their own, of
/// the points that it and the second bot score beside the same partners where they share a score.
///
/// A value is what a round says. Its tables may be over the same luck, so that only rounds are independent; where a round
/// is one table, that is a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Lead {
    /// How many blocks a round has.
    blocks: u64,
    /// How many of the round under way are whole, and those of them that say something.
    heard: u64,
    round: Vec<BlockScore>,
    /// One of them does not count, and with it the round.
    is_spoilt: bool,
    /// The share of a bot that is not ahead.
    even: f64,
    sequence: ConfidenceSequence,
}

impl Lead {
    /// No block yet, of this plan.
    pub fn new(plan: &Plan) -> Self {
        let even = if plan.variant.cooperative() { 0.5 } else { 1.0 / f64::from(plan.seats) };
        let alpha = plan.lead.map_or(ALPHA, |lead| lead.alpha);
        Self {
            blocks: blocks_of_a_round(plan),
            heard: 0,
            round: Vec::new(),
            is_spoilt: false,
            even,
            sequence: ConfidenceSequence::new(Interval { low: -even, high: 1.0 - even }, alpha),
        }
    }

    /// The lead after these blocks.
    pub fn of(plan: &Plan, blocks: &[BlockScore]) -> Self {
        let mut lead = Self::new(plan);
        for block in blocks {
            lead.hear(block);
        }
        lead
    }

    /// Whether a round is one block, so that blocks are independent.
    pub fn is_of_blocks(&self) -> bool {
        self.blocks == 1
    }

    /// Another block is whole. The value of its round, where it was the last of it and a bot that counts played in it.
    pub fn hear(&mut self, block: &BlockScore) -> Option<f64> {
        let bots = block.bots();
        if bots.contains(&FIRST) || bots.contains(&SECOND) {
            self.round.push(block.clone());
        }
        let round = self.close_round()?;
        let share = if round.iter().any(|block| block.shared().is_some()) {
            Sample::of(shares_beside(FIRST, SECOND, &round))
        } else {
            Sample::of(round.iter().filter_map(|block| block.share_of(FIRST)))
        };
        let lead = share?.mean - self.even;
        self.sequence.add(lead);
        Some(lead)
    }

    /// Another block is whole that does not count, and neither does the round that it is of.
    pub(crate) fn pass_over(&mut self) {
        self.is_spoilt = true;
        self.close_round();
    }

    /// The blocks of the round, where the last of it is whole and all of them count.
    fn close_round(&mut self) -> Option<Vec<BlockScore>> {
        self.heard += 1;
        if self.heard < self.blocks {
            return None;
        }
        self.heard = 0;
        let round = std::mem::take(&mut self.round);
        (!std::mem::take(&mut self.is_spoilt)).then_some(round)
    }

    /// The lead so far, with an interval that may be looked at after every round; `None` before the first.
    pub fn estimate(&self) -> Option<Estimate> {
        self.sequence.estimate()
    }

    /// The shares of the rounds so far, each with how often it came.
    pub fn shares(&self) -> &[(f64, u64)] {
        // The range of a lead is as wide as that of a share.
        self.sequence.counts()
    }

    /// Where a lead stands between the least that there can be and the greatest, from 0 to 1.
    pub fn part(&self, lead: f64) -> f64 {
        self.sequence.part(lead)
    }
}

/// The number of blocks between two that have the same table: as many as share their luck. In a knockout no two do. If a
/// tournament has grown by a bot, or deals the same luck to one table after another over its whole length, no round is
/// whole.
fn blocks_of_a_round(plan: &Plan) -> u64 {
    if plan.format.mixes_rounds() || plan.grown.iter().any(|stage| stage.bots != plan.entrants.len()) {
        return u64::MAX;
    }
    let Some(one) = plan.format.with_rounds(1) else { return 1 };
    let fixtures = Fixtures::new(&one, plan.entrants.len(), plan.seats, plan.seatings);
    fixtures.ok().and_then(|fixtures| fixtures.blocks()).map_or(1, |blocks| blocks.max(1))
}
