//! The lead of the first bot, round by round.

use crate::{
    plan::Plan,
    schedule::{BotIndex, Fixtures, Format},
    stats::{BlockScore, ConfidenceSequence, Estimate, Sample, shares_beside},
};

/// The bot whose lead is measured.
const FIRST: BotIndex = BotIndex(0);
/// The bot that is compared with the first if all seats share a score.
const SECOND: BotIndex = BotIndex(1);

/// The default probability that an interval misses the true lead.
const ALPHA: f64 = 0.05;

/// The lead of the first bot: its share of the points of its tables, minus an equal share. If all seats share a score,
/// the first two bots play beside the same partners. Then the share is the first bot's part of the points of these two,
/// and an equal share is a half. In a gate with a pool, the first two bots play the same tables against the pool. Then the
/// lead is half the difference of their shares, which is the same number if they are the whole pool.
///
/// Each round gives one value. The tables of a round may have the same chance events, so only rounds are independent.
/// If a round has one table, each block is a round.
#[derive(Debug, Clone, PartialEq)]
pub struct Lead {
    /// The number of blocks of a round.
    blocks: u64,
    /// The number of finished blocks of the current round.
    heard: u64,
    /// The finished blocks of the current round in which the first or the second bot plays.
    round: Vec<BlockScore>,
    /// True if a block of the current round does not count, so that the round does not count.
    is_spoilt: bool,
    /// True if a block in `round` is no copy of an earlier one.
    is_new: bool,
    /// The number of whole rounds, those that do not count included.
    rounds: u64,
    /// The equal share: a half if all seats share a score or there is a pool, else one divided by the number of seats.
    even: f64,
    has_pool: bool,
    sequence: ConfidenceSequence,
}

impl Lead {
    /// The lead before the first block of a plan.
    pub fn new(plan: &Plan) -> Self {
        let has_pool = plan.gate.is_some_and(|gate| gate.pool);
        let even = plan.even_share();
        let alpha = plan.lead.map_or(ALPHA, |lead| lead.alpha);
        Self {
            blocks: blocks_of_a_round(plan),
            heard: 0,
            round: Vec::new(),
            is_spoilt: false,
            is_new: false,
            rounds: 0,
            even,
            has_pool,
            sequence: ConfidenceSequence::new([-even, 1.0 - even], alpha),
        }
    }

    /// True if a round is one block, so that blocks are independent.
    pub fn is_of_blocks(&self) -> bool {
        self.blocks == 1
    }

    /// Adds a finished block, which may be a copy of an earlier one. Returns the lead in the round if the block ended the
    /// round. `None` if the round goes on, does not count, has only copies, or gives the first bot no share.
    pub fn hear(&mut self, block: &BlockScore, is_copy: bool) -> Option<f64> {
        let bots = block.bots();
        if bots.contains(&FIRST) || bots.contains(&SECOND) {
            self.round.push(block.clone());
            self.is_new |= !is_copy;
        }
        let round = self.close_round()?;
        let share = if round.iter().any(|block| block.shared().is_some()) {
            Sample::of(shares_beside(FIRST, SECOND, &round))
        } else {
            Sample::of(round.iter().filter_map(|block| block.share_of(FIRST)))
        };
        let lead = if self.has_pool && round.iter().all(|block| block.shared().is_none()) {
            let old = Sample::of(round.iter().filter_map(|block| block.share_of(SECOND)));
            (share?.mean - old?.mean) / 2.0
        } else {
            share?.mean - self.even
        };
        self.sequence.add(lead);
        Some(lead)
    }

    /// Adds a finished block that does not count. So its round does not count either.
    pub(crate) fn pass_over(&mut self) {
        self.is_spoilt = true;
        self.close_round();
    }

    /// Counts a block. If the block ends a round in which all blocks count and one is new, returns the blocks of the round
    /// in which the first or the second bot plays.
    fn close_round(&mut self) -> Option<Vec<BlockScore>> {
        self.heard += 1;
        if self.heard < self.blocks {
            return None;
        }
        self.heard = 0;
        self.rounds += 1;
        let (is_spoilt, is_new) = (std::mem::take(&mut self.is_spoilt), std::mem::take(&mut self.is_new));
        let round = std::mem::take(&mut self.round);
        (is_new && !is_spoilt).then_some(round)
    }

    /// The fraction of the rounds so far that count. 1 before the first.
    pub fn part_that_counts(&self) -> f64 {
        let counted: u64 = self.shares().iter().map(|(_, rounds)| rounds).sum();
        if self.rounds == 0 { 1.0 } else { counted as f64 / self.rounds as f64 }
    }

    /// The lead so far, with an interval that is valid after every round. `None` before the first.
    pub fn estimate(&self) -> Option<Estimate> {
        self.sequence.estimate()
    }

    /// The lead with the interval for a number of rounds that was fixed in advance; `None` for fewer than two rounds.
    pub fn fixed_estimate(&self) -> Option<Estimate> {
        self.sequence.fixed_estimate()
    }

    /// The distinct shares of the rounds so far, each with the number of rounds.
    pub fn shares(&self) -> &[(f64, u64)] {
        // A lead ranges over a width of 1, so a lead scaled to 0 to 1 is a share.
        self.sequence.counts()
    }

    /// Scales a lead: the least possible lead becomes 0, the greatest becomes 1.
    pub fn part(&self, lead: f64) -> f64 {
        self.sequence.part(lead)
    }
}

/// The number of blocks in a round, which may share chance events: 1 for a knockout, in which each block has its own,
/// and `u64::MAX` if no round is ever complete: the tournament has grown by a bot, or its format mixes rounds.
fn blocks_of_a_round(plan: &Plan) -> u64 {
    let mixes_rounds = matches!(plan.format, Format::Adaptive { .. });
    if mixes_rounds || plan.grown.iter().any(|stage| stage.bots != plan.entrants.len()) {
        return u64::MAX;
    }
    let Some(one) = plan.format.with_rounds(1) else { return 1 };
    let fixtures = Fixtures::new(&one, plan.entrants.len(), plan.seats, plan.seatings);
    fixtures.ok().and_then(|fixtures| fixtures.blocks()).map_or(1, |blocks| blocks.max(1))
}
