//! Estimates the number of games that a gate needs: before the first game, and after an undecided gate.

use uvi_cup::{
    GameTimes, Lead, Plan, Progress,
    file::{self, SprtKeys},
    percent,
    schedule::BotIndex,
    stats::{
        BlockResults, Outlook, Prospect, Sample, fixed_margin_within, margin_within, normal_values, undrawn_values,
    },
};

use crate::cli::tournament::REPEATED;

#[derive(Debug, Clone, Copy)]
pub(super) struct DecisionRule {
    pub(super) kind: DecisionKind,
    pub(super) blocks: u32,
    /// The number of games of a block. All games of a block have the same luck.
    pub(super) games: u32,
    /// True if the bounds were derived from the number of games.
    pub(super) derived: bool,
    pub(super) asked: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum DecisionKind {
    Sprt(SprtKeys),
    Lead(file::LeadKeys),
    Fixed(file::LeadKeys),
}

/// An estimate of at least this many blocks is reported as "never".
const MOST_BLOCKS: f64 = 1e9;

const BETTER: [u32; 3] = [0, 10, 20];

const PASSES: [i32; 5] = [-20, -10, 0, 10, 20];

const TRUTHS: [i32; 13] = [-100, -50, -30, -20, -10, -5, 0, 5, 10, 20, 30, 50, 100];

/// The assumed variance of a bot's share in a cooperative game. This is the variance if scores with the same luck and
/// the same partners differ by about a fifth.
const VARIANCE_OF_SHARED: f64 = 0.0025;

/// The default of `--margin`, with which the test is likely to decide within this number of blocks.
pub(super) fn margin(plan: &Plan, alpha: f64, blocks: u32, games: u32, is_fixed: bool) -> f64 {
    let within = if is_fixed { fixed_margin_within } else { margin_within };
    within(plan.even_share(), alpha, &values(plan, 0.0, games), blocks.into())
}

/// The assumed results of a block, as shares of the new bot with their weights, if the new bot is `elo` Elo stronger.
fn values(plan: &Plan, elo: f64, games: u32) -> Vec<(f64, f64)> {
    if plan.variant.cooperative() {
        normal_values(Prospect { variance: VARIANCE_OF_SHARED, ..Prospect::undrawn(elo, 2, games) })
    } else if plan.gate.is_some_and(|gate| gate.pool) {
        // Each of the two bots has half of the games of a round, and the lead is half the difference of their shares.
        let [new, old] = [elo, 0.0].map(|elo| Prospect::undrawn(elo, plan.seats, games / 2));
        normal_values(Prospect {
            share: 0.5 + (new.share - old.share) / 2.0,
            variance: (new.variance + old.variance) / 4.0,
        })
    } else {
        undrawn_values(elo, plan.seats, games)
    }
}

/// The outlook if all blocks so far have the same result: the log-likelihood ratio grows in proportion to the number of
/// blocks. `None` if the test would not end within [`MOST_BLOCKS`].
fn alike(keys: SprtKeys, results: &BlockResults) -> Option<Outlook> {
    let sprt = keys.test().ok()?;
    let [lower, upper] = sprt.bounds();
    let llr = sprt.llr(results);
    let bound = if llr > 0.0 { upper } else { lower };
    let blocks = results.sample()?.count as f64 * bound / llr;
    (0.0..MOST_BLOCKS).contains(&blocks).then_some(Outlook { typical: Some(blocks), decided: 0.0, passed: 0.0 })
}

impl DecisionRule {
    fn expected(&self, plan: &Plan, elo: f64) -> Option<Outlook> {
        match self.kind {
            DecisionKind::Sprt(keys) => self.of_sprt(keys, Prospect::undrawn(elo, plan.seats, self.games)),
            DecisionKind::Lead(lead) | DecisionKind::Fixed(lead) => {
                Some(self.of_lead(plan, lead, &values(plan, elo, self.games)))
            }
        }
    }

    fn of_sprt(&self, keys: SprtKeys, prospect: Prospect) -> Option<Outlook> {
        Some(Outlook::of_sprt(&keys.test().ok()?, prospect, self.games, self.blocks.into()))
    }

    fn of_lead(&self, plan: &Plan, lead: file::LeadKeys, values: &[(f64, f64)]) -> Outlook {
        let bounds = [plan.even_share(), lead.margin, lead.alpha];
        match (self.kind, Prospect::of_values(values)) {
            (DecisionKind::Fixed(_), Some(prospect)) => Outlook::of_fixed(bounds, prospect, self.blocks.into()),
            _ => Outlook::of_lead(bounds, values, self.blocks.into()),
        }
    }

    fn passes(&self, plan: &Plan, elo: i32) -> Option<String> {
        let passed = self.expected(plan, elo.into())?.passed;
        let who = match elo {
            0 => "an equal bot".to_owned(),
            elo => format!("a bot {} Elo {}", elo.abs(), if elo < 0 { "worse" } else { "better" }),
        };
        Some(format!("{who} {} %", percent(passed, 0)))
    }

    /// The table of `--dry-run`: the probability that a bot passes, and the typical number of games, by its strength.
    /// With the times of earlier games, also the minutes of these games, one at a time.
    pub(super) fn table(&self, plan: &Plan, times: &[GameTimes]) -> Vec<String> {
        let ms: f64 = times.iter().flat_map(|game| &game.seats).map(|seat| seat.ms).sum();
        let minutes = (!times.is_empty()).then(|| ms / 60_000.0 / times.len() as f64);
        let row = |elo: i32| {
            let outlook = self.expected(plan, elo.into())?;
            let games = self.games_for(outlook);
            let [passed, decided] = [outlook.passed, outlook.decided].map(|part| format!("{} %", percent(part, 1)));
            let minutes =
                games.zip(minutes).map_or_else(|| "?".to_owned(), |(games, m)| format!("{:.1}", games as f64 * m));
            let games = games.map_or_else(|| "never".to_owned(), |games| games.to_string());
            Some(format!("| {elo:>8} | {passed:>7} | {decided:>7} | {games:>13} | {minutes:>7} |"))
        };
        let head = [
            "| true Elo |  passes | decided | typical games | minutes |",
            "|---------:|--------:|--------:|--------------:|--------:|",
        ];
        let mut lines: Vec<String> = head.map(str::to_owned).into();
        lines.extend(TRUTHS.into_iter().filter_map(row));
        lines.push(match minutes {
            Some(_) => "minutes: one game at a time, as long as the games in the folder".to_owned(),
            None => "minutes: unknown until a game is played in the folder".to_owned(),
        });
        lines
    }

    pub(super) fn announcement(&self, plan: &Plan) -> Vec<String> {
        let all = self.blocks * self.games;
        let from = if self.derived { format!(", chosen for {all} games") } else { String::new() };
        let test = match self.kind {
            DecisionKind::Sprt(keys) => {
                format!("SPRT of {} {} against {}{from}", keys.model.unit(), keys.elo1, keys.elo0)
            }
            DecisionKind::Lead(lead) => format!("sequential, the new bot may be behind by {}{from}", lead.margin),
            DecisionKind::Fixed(lead) => {
                format!("after all {all} games, the new bot may be behind by {}{from}", lead.margin)
            }
        };
        let mut lines = vec![format!("test: {test}")];
        for elo in BETTER {
            let Some(outlook) = self.expected(plan, elo.into()) else { continue };
            let who = match elo {
                0 => "an equal bot".to_owned(),
                _ if plan.variant.cooperative() => {
                    let more = 100.0 * (10_f64.powf(f64::from(elo) / 400.0) - 1.0);
                    format!("a bot {elo} Elo better ({more:.0} % more points)")
                }
                _ => format!("a bot {elo} Elo better"),
            };
            let needs = self.games_for(outlook).map_or_else(
                || "needs more games than possible".to_owned(),
                |games| format!("typically needs {games} games"),
            );
            lines.push(format!(
                "  {who} {needs}; {} % of such gates reach a verdict within {all}",
                percent(outlook.decided, 0)
            ));
        }
        let passes: Vec<String> = PASSES.into_iter().filter_map(|elo| self.passes(plan, elo)).collect();
        lines.push(format!("  passes: {}", passes.join(", ")));
        let assumed = if plan.variant.cooperative() {
            "  (if scores over the same luck differ by about a fifth)"
        } else {
            "  (if no game is drawn; draws make a test shorter)"
        };
        lines.push(assumed.to_owned());
        if all < self.asked {
            lines.push(format!("  ({all} games instead of {}, because a block has {})", self.asked, self.games));
        }
        lines
    }

    /// Says how many games a verdict typically takes with results like these. Copies of earlier games add no
    /// information, so only other games count towards a verdict.
    pub(super) fn would_take(
        &self,
        plan: &Plan,
        progress: &Progress,
        results: Option<&BlockResults>,
        lead: &Lead,
    ) -> String {
        let is_of_blocks = results.is_some() || lead.is_of_blocks();
        let new = progress.part_of_new();
        if new == 0.0 {
            return REPEATED.to_owned();
        }
        let new = if is_of_blocks { new } else { lead.part_that_counts() };
        let outlook = match (self.kind, results) {
            (DecisionKind::Sprt(keys), Some(_)) => {
                let results = &self.of_independent(progress);
                let sample = results.sample().filter(|sample| sample.variance > 0.0);
                let found = |sample: Sample| Prospect { share: sample.mean, variance: sample.variance };
                sample.map_or_else(|| alike(keys, results), |sample| self.of_sprt(keys, found(sample)))
            }
            (DecisionKind::Sprt(_), None) => None,
            (DecisionKind::Lead(keys) | DecisionKind::Fixed(keys), _) => {
                let values: Vec<(f64, f64)> =
                    lead.shares().iter().map(|&(share, count)| (share, count as f64)).collect();
                (!values.is_empty()).then(|| self.of_lead(plan, keys, &values))
            }
        };
        let played = progress.scores().len() as f64;
        let known = if is_of_blocks { progress.independent().len() as f64 } else { new * played };
        let typical = outlook.and_then(|outlook| outlook.typical);
        let typical = typical.map(|blocks| if new < 1.0 { played + (blocks - known).max(1.0) / new } else { blocks });
        let games = outlook.and_then(|outlook| self.games_for(Outlook { typical, ..outlook }));
        let Some(games) = games else { return "games like these never reach a verdict".to_owned() };
        // A round of a pool or of shared scores has several blocks.
        let played = progress.scores().iter().map(|block| block.games.len() as u64).sum();
        let (text, further) = further(games, played, self.games.into());
        let is_left = played < u64::from(self.blocks) * u64::from(self.games);
        match self.kind {
            _ if is_left => text,
            // The interval for a fixed number of games holds for one look.
            DecisionKind::Fixed(_) => format!("{text}; play a new gate with --fresh --games {further}"),
            DecisionKind::Sprt(_) | DecisionKind::Lead(_) => format!("{text}; continue with --grow --games {further}"),
        }
    }

    /// The new bot's results in the blocks that do not repeat the games of an earlier block.
    fn of_independent(&self, progress: &Progress) -> BlockResults {
        let mut results = BlockResults::new(self.games);
        for share in progress.independent().iter().filter_map(|block| block.share_of(BotIndex(0))) {
            results.add(share, 1);
        }
        results
    }

    /// The typical number of games, rounded up to two digits, because the estimate is not more exact.
    fn games_for(&self, outlook: Outlook) -> Option<u64> {
        let games = outlook.typical?.ceil() as u64;
        let games = games.saturating_mul(self.games.into());
        let unit = 10_u64.pow(games.checked_ilog10().unwrap_or(0).saturating_sub(1));
        Some(games.div_ceil(unit) * unit)
    }
}

/// Says how many games a verdict typically takes, and returns a number of games to go on with. An estimate that was
/// reached without a verdict is not told.
fn further(typical: u64, played: u64, of_block: u64) -> (String, u64) {
    if typical < played + of_block {
        return ("games like these need more than were played".to_owned(), 2 * played);
    }
    (format!("games like these typically reach a verdict after {typical}"), typical)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_below_the_games_played_is_not_told() {
        let after = |games: u64| (format!("games like these typically reach a verdict after {games}"), games);
        let more = ("games like these need more than were played".to_owned(), 800);
        for (typical, expected) in [(1200, after(1200)), (402, after(402)), (401, more.clone()), (360, more)] {
            assert_eq!(further(typical, 400, 2), expected, "{typical}");
        }
    }
}
