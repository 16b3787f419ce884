//! A sequential test of the first bot, which ends a tournament as soon as it has come to a verdict. It hears every whole
//! block, in the order of the plan.

use super::Lead;
use crate::{
    plan::Plan,
    schedule::BotIndex,
    stats::{BlockResults, BlockScore, Estimate, Sprt, TestVerdict, Wager},
};

/// The bot that a test is about.
const FIRST: BotIndex = BotIndex(0);

/// A sequential test.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// Of two bots at two seats: one Elo against another.
    Sprt(SprtTest),
    /// Whether the first bot is ahead at all, or not behind by more than a margin.
    Lead(LeadTest),
}

/// A test of one Elo against another, with what it has heard.
#[derive(Debug, Clone, PartialEq)]
pub struct SprtTest {
    /// What is tested.
    pub sprt: Sprt,
    /// The first bot's results in the blocks so far.
    pub results: BlockResults,
    verdict: TestVerdict,
}

/// A test of a [`Lead`], with what it has heard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeadTest {
    /// By how much the first bot may be behind, and is still not worse.
    pub margin: f64,
    /// By how much it is ahead.
    pub lead: Lead,
    /// How much capital wins a bet.
    enough: f64,
    /// That the lead is above minus the margin, and that it is below 0.
    not_worse: Wager,
    behind: Wager,
    verdict: TestVerdict,
}

impl Test {
    /// The test that a plan has; none if a gate decides when all is played.
    pub fn of(plan: &Plan) -> Option<Self> {
        if plan.gate.is_some_and(|gate| gate.fixed) {
            return None;
        }
        if let Some(sprt) = plan.sprt.and_then(|sprt| sprt.test().ok()) {
            return Some(Self::Sprt(SprtTest::new(sprt, plan.seatings.games(plan.seats))));
        }
        let lead = Lead::new(plan);
        plan.lead.map(|keys| Self::Lead(LeadTest::new(lead, keys.margin, keys.alpha)))
    }

    /// Whether each block says something alone, so that one may be left out.
    pub fn is_of_blocks(&self) -> bool {
        match self {
            Self::Sprt(_) => true,
            Self::Lead(test) => test.lead.is_of_blocks(),
        }
    }

    /// Another block is whole.
    pub fn hear(&mut self, block: &BlockScore) {
        match self {
            Self::Sprt(test) => test.hear(block),
            Self::Lead(test) => test.hear(block),
        }
    }

    /// Another block is whole that does not count.
    pub(crate) fn pass_over(&mut self) {
        match self {
            Self::Sprt(_) => {}
            Self::Lead(test) => test.lead.pass_over(),
        }
    }

    /// What the test has come to: H1 where the first bot is stronger, or not worse; H0 where it is not. The first verdict
    /// stands.
    pub fn verdict(&self) -> TestVerdict {
        match self {
            Self::Sprt(test) => test.verdict,
            Self::Lead(test) => test.verdict,
        }
    }
}

impl SprtTest {
    /// A test that has heard nothing, of blocks of so many games.
    pub fn new(sprt: Sprt, games: u32) -> Self {
        Self { sprt, results: BlockResults::new(games), verdict: TestVerdict::Undecided }
    }

    /// What the test has come to; the first verdict stands.
    pub fn verdict(&self) -> TestVerdict {
        self.verdict
    }

    fn hear(&mut self, block: &BlockScore) {
        if let Some(share) = block.share_of(FIRST) {
            self.add(share);
        }
    }

    /// The first bot had this share of a block.
    pub fn add(&mut self, share: f64) {
        self.results.add(share, 1);
        if self.verdict == TestVerdict::Undecided {
            self.verdict = self.sprt.verdict(&self.results);
        }
    }
}

impl LeadTest {
    /// A test that has heard no more than the lead has.
    fn new(lead: Lead, margin: f64, alpha: f64) -> Self {
        let (not_worse, behind) = (Wager::above(lead.part(-margin)), Wager::above(1.0 - lead.part(0.0)));
        let (enough, verdict) = (Wager::enough(alpha), TestVerdict::Undecided);
        Self { margin, lead, enough, not_worse, behind, verdict }
    }

    /// Each bet is taken up where it stood, so that a block costs the same however many there were.
    fn hear(&mut self, block: &BlockScore) {
        let Some(lead) = self.lead.hear(block) else { return };
        let part = self.lead.part(lead);
        self.not_worse.hear(part, 1);
        self.behind.hear(1.0 - part, 1);
        if self.verdict == TestVerdict::Undecided {
            if self.not_worse.capital() >= self.enough {
                self.verdict = TestVerdict::H1;
            } else if self.behind.capital() >= self.enough {
                self.verdict = TestVerdict::H0;
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
