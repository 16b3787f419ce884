//! A sequential test of the first bot, which ends a tournament as soon as it has come to a verdict. It is asked after
//! every whole block, in the order of the plan.

use crate::{
    plan::Plan,
    schedule::BotIndex,
    stats::{BlockResults, BlockScore, ConfidenceSequence, Estimate, Sample, Sprt, TestVerdict, differences},
};

/// At about so many blocks the interval of a mean is tightest.
const TIGHTEST: u32 = 500;

/// The bot that a test is about, and the one that it is tried against.
const FIRST: BotIndex = BotIndex(0);
const SECOND: BotIndex = BotIndex(1);

/// A sequential test.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// Of two bots at two seats: one Elo against another.
    Sprt {
        /// What is tested.
        sprt: Sprt,
        /// The first bot's results in the blocks so far.
        results: BlockResults,
    },
    /// Whether the first bot is ahead at all, by the mean of its [`leads`].
    Lead {
        /// By how much it may be behind, and is still not worse.
        margin: f64,
        /// The mean lead, once there are blocks enough.
        estimate: Option<Estimate>,
    },
}

impl Test {
    /// The test that a plan has.
    pub fn of(plan: &Plan) -> Option<Self> {
        let sprt = plan.sprt.and_then(|sprt| sprt.test().ok());
        let results = || BlockResults::new(plan.seatings.games(plan.seats));
        match sprt {
            Some(sprt) => Some(Self::Sprt { sprt, results: results() }),
            None => plan.lead.map(|lead| Self::Lead { margin: lead.margin, estimate: None }),
        }
    }

    /// Another block is whole, the last of these.
    pub fn hear(&mut self, blocks: &[BlockScore]) {
        match self {
            Self::Sprt { results, .. } => {
                if let Some(share) = blocks.last().and_then(|block| block.share_of(FIRST)) {
                    results.add(share, 1);
                }
            }
            Self::Lead { estimate, .. } => *estimate = lead(blocks),
        }
    }

    /// What the test has come to: H1 where the first bot is stronger, or not worse; H0 where it is not.
    pub fn verdict(&self) -> TestVerdict {
        match self {
            Self::Sprt { sprt, results } => sprt.verdict(results),
            Self::Lead { margin, estimate } => {
                estimate.map_or(TestVerdict::Undecided, |estimate| of_lead(estimate, *margin))
            }
        }
    }
}

/// H1 where the lead is above minus the margin, H0 where it is below 0.
pub fn of_lead(lead: Estimate, margin: f64) -> TestVerdict {
    if lead.interval.low > -margin {
        TestVerdict::H1
    } else if lead.interval.high < 0.0 {
        TestVerdict::H0
    } else {
        TestVerdict::Undecided
    }
}

/// By how much the first bot is ahead, with an interval that may be looked at after every block; `None` for too few.
pub fn lead(blocks: &[BlockScore]) -> Option<Estimate> {
    let sample = Sample::of(leads(blocks))?;
    ConfidenceSequence::tightest_at(TIGHTEST).estimate(&sample)
}

/// By how much the first bot is ahead, an independent value each: where seats have points of their own, its share of a
/// block less an equal one; where they share a score, the difference to the second bot beside the same partners.
pub fn leads(blocks: &[BlockScore]) -> Vec<f64> {
    if blocks.iter().any(|block| block.shared().is_some()) {
        return differences(FIRST, SECOND, blocks);
    }
    let lead = |block: &BlockScore| {
        let seats = block.games.first()?.table.len();
        Some(block.share_of(FIRST)? - 1.0 / seats as f64)
    };
    blocks.iter().filter_map(lead).collect()
}
