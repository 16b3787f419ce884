//! A sequential test of the first bot, whose verdict ends a tournament. It hears finished blocks in the plan's order.

use super::Lead;
use crate::{
    plan::Plan,
    schedule::BotIndex,
    stats::{BlockResults, BlockScore, Elo, Estimate, Sprt, TestVerdict, Wager},
};

const FIRST: BotIndex = BotIndex(0);

/// A sequential test.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// A sequential probability ratio test of two differences in Elo, for two bots at two seats.
    Sprt(SprtTest),
    /// A test that the first bot is ahead, or not behind by more than a margin.
    Lead(LeadTest),
}

/// A sequential probability ratio test of two differences in Elo, with the results so far.
#[derive(Debug, Clone, PartialEq)]
pub struct SprtTest {
    /// The hypotheses and error rates.
    pub sprt: Sprt,
    /// The first bot's results in the blocks so far, or in their games.
    pub results: BlockResults,
    /// True if games count instead of blocks.
    of_games: bool,
    /// The number of blocks so far.
    pub blocks: u64,
    verdict: TestVerdict,
}

/// A test of a [`Lead`], with the lead so far.
#[derive(Debug, Clone, PartialEq)]
pub struct LeadTest {
    /// The greatest deficit with which the first bot still counts as not worse, as a share of the points.
    pub margin: f64,
    /// The lead of the first bot.
    pub lead: Lead,
    /// The probability to err.
    pub alpha: f64,
    /// The bet that the lead is above minus the margin.
    not_worse: Wager,
    /// The bet that the lead is below 0.
    behind: Wager,
    verdict: TestVerdict,
}

impl Test {
    /// The test of a plan. `None` if the plan has none, or if a gate decides after all games.
    pub fn of(plan: &Plan) -> Option<Self> {
        if plan.gate.is_some_and(|gate| gate.fixed) {
            return None;
        }
        if let Some((keys, sprt)) = plan.sprt.and_then(|keys| Some((keys, keys.test().ok()?))) {
            let games = if keys.games { 1 } else { plan.seatings.games(plan.seats) };
            return Some(Self::Sprt(SprtTest { of_games: keys.games, ..SprtTest::new(sprt, games) }));
        }
        let lead = Lead::new(plan);
        plan.lead.map(|keys| Self::Lead(LeadTest::new(lead, keys.margin, keys.alpha)))
    }

    /// Adds a block whose games are all finished. A copy of an earlier block does not count, nor does a round of copies.
    pub fn hear(&mut self, block: &BlockScore, is_copy: bool) {
        match self {
            Self::Sprt(_) if is_copy => {}
            Self::Sprt(test) => test.hear(block),
            Self::Lead(test) => test.hear(block, is_copy),
        }
    }

    /// Omits a finished block that does not count.
    pub(crate) fn pass_over(&mut self) {
        match self {
            Self::Sprt(_) => {}
            Self::Lead(test) => test.lead.pass_over(),
        }
    }

    /// The verdict: H1 if the first bot is stronger, or not worse; else H0. The first verdict stands.
    pub fn verdict(&self) -> TestVerdict {
        match self {
            Self::Sprt(test) => test.verdict,
            Self::Lead(test) => test.verdict,
        }
    }
}

impl SprtTest {
    /// A test of blocks of this many games, without results.
    pub fn new(sprt: Sprt, games: u32) -> Self {
        let results = BlockResults::new(games);
        Self { sprt, results, of_games: false, blocks: 0, verdict: TestVerdict::Undecided }
    }

    /// The verdict. The first verdict stands.
    pub fn verdict(&self) -> TestVerdict {
        self.verdict
    }

    /// The first bot's strength by the blocks so far, corrected for the end that the test may choose. `None` for fewer
    /// than two blocks.
    pub fn elo(&self) -> Option<Elo> {
        Elo::after(&self.sprt, &self.results)
    }

    fn hear(&mut self, block: &BlockScore) {
        if self.of_games {
            self.add_all(block.shares_of(FIRST));
        } else {
            self.add_all(block.share_of(FIRST));
        }
    }

    /// Adds a block in which the first bot had this share of the points.
    pub fn add(&mut self, share: f64) {
        self.add_all([share]);
    }

    fn add_all(&mut self, shares: impl IntoIterator<Item = f64>) {
        shares.into_iter().for_each(|share| self.results.add(share, 1));
        self.blocks += 1;
        if self.verdict == TestVerdict::Undecided {
            self.verdict = self.sprt.verdict(&self.results);
        }
    }
}

impl LeadTest {
    fn new(lead: Lead, margin: f64, alpha: f64) -> Self {
        let (not_worse, behind) = (Wager::above(lead.part(-margin)), Wager::above(1.0 - lead.part(0.0)));
        Self { margin, lead, alpha, not_worse, behind, verdict: TestVerdict::Undecided }
    }

    /// Adds a finished block. The bets keep their state, so each block costs the same time.
    fn hear(&mut self, block: &BlockScore, is_copy: bool) {
        let Some(lead) = self.lead.hear(block, is_copy) else { return };
        let part = self.lead.part(lead);
        self.not_worse.hear(part, 1);
        self.behind.hear(1.0 - part, 1);
        if self.verdict == TestVerdict::Undecided {
            let enough = Wager::enough(self.alpha);
            if self.not_worse.capital() >= enough {
                self.verdict = TestVerdict::H1;
            } else if self.behind.capital() >= enough {
                self.verdict = TestVerdict::H0;
            }
        }
    }
}

/// The verdict on a lead: H1 if its whole interval is above minus the margin, H0 if it is below 0, else undecided.
pub fn of_lead(lead: Estimate, margin: f64) -> TestVerdict {
    if lead.low > -margin {
        TestVerdict::H1
    } else if lead.high < 0.0 {
        TestVerdict::H0
    } else {
        TestVerdict::Undecided
    }
}
