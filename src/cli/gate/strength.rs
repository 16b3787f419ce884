//! The strength of a gate's new bot, estimated from the results.

use uvi_cup::{
    Lead, Plan, Progress, Standings, Test, counted,
    schedule::BotIndex,
    stats::{BlockCounts, BlockResults, Estimate, Partners, TestVerdict},
};

use super::{
    figures::elo_text,
    outlook::{DecisionKind, DecisionRule},
};

#[derive(Debug)]
pub(super) struct Strength {
    pub(super) verdict: TestVerdict,
    pub(super) text: String,
    /// The lead in the text; `None` if Elo is tested, or before the first round.
    pub(super) estimate: Option<Estimate>,
    /// True if the new bot passes only because of games in which the old bot was at fault.
    pub(super) rests_on_old_faults: bool,
}

impl Strength {
    pub(super) fn of(rule: &DecisionRule, plan: &Plan, progress: &Progress, standings: &Standings) -> Self {
        let (mut found, lead, results) = tested(rule, plan, progress);
        if plan.variant.cooperative() {
            let partners = Partners::of(&BlockCounts::of(progress.scores()));
            let alone = |bot: usize| partners.pair(BotIndex(bot), BotIndex(bot)).map(|sample| sample.mean);
            if let (Some(new), Some(old)) = (alone(0), alone(1)) {
                found.add(&format!(", mean score {new:.1} with new alone and {old:.1} with old alone"));
            }
        }
        let played = format!("{} in {}", counted(standings.games, "game"), counted(standings.blocks, "block"));
        if found.rests_on_old_faults {
            found.text = format!(
                "the new bot passes only because of games in which the old one was at fault, {} of {played}; without them: {}",
                progress.gate_faults().old_games,
                found.text
            );
        } else if !progress.scores().is_empty() {
            found.add(&format!(", {played}"));
        }
        let is_open = found.verdict == TestVerdict::Undecided && !found.rests_on_old_faults;
        if is_open && (results.is_some() || lead.estimate().is_some()) {
            if results.is_some() {
                let elo = standings.duel.as_ref().and_then(|duel| duel.elo);
                let elo = elo.map_or_else(|| "unknown until two blocks count".to_owned(), elo_text);
                found.add(&format!("; Elo {elo}"));
            }
            found.add(&format!("; {}", rule.would_take(plan, progress, results, &lead)));
        }
        found
    }

    fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

/// The strength by the test alone, the lead, and the results if Elo is tested.
fn tested<'a>(rule: &DecisionRule, plan: &Plan, progress: &'a Progress) -> (Strength, Lead, Option<&'a BlockResults>) {
    let rests_on_old_faults = progress.rests_on_old_faults();
    let of_lead = |verdict, estimate: Option<Estimate>, rests_on_old_faults| Strength {
        verdict,
        text: estimate.map_or_else(|| nothing(progress), lead_text),
        estimate,
        rests_on_old_faults,
    };
    let keys = match (progress.test().filter(|_| !progress.scores().is_empty()), rule.kind) {
        (Some(test @ Test::Sprt(found)), _) => {
            let [elo0, elo1] = found.sprt.elos();
            let unit = found.sprt.model().unit();
            let text = format!("{} for {unit} {elo1} against {elo0}", found.told_ratio());
            let strength = Strength { text, ..of_lead(test.verdict(), None, rests_on_old_faults) };
            return (strength, Lead::of_progress(plan, progress), Some(&found.results));
        }
        (Some(test @ Test::Lead(found)), _) => {
            let strength = of_lead(test.verdict(), found.lead.estimate(), rests_on_old_faults);
            return (strength, found.lead.clone(), None);
        }
        (None, DecisionKind::Sprt(_)) => {
            let strength = of_lead(TestVerdict::Undecided, None, rests_on_old_faults);
            return (strength, Lead::of_progress(plan, progress), None);
        }
        (None, DecisionKind::Lead(keys) | DecisionKind::Fixed(keys)) => keys,
    };
    let judged = |lead: Lead, rests_on_old_faults| {
        let is_fixed = matches!(rule.kind, DecisionKind::Fixed(_)) && progress.is_over();
        let estimate = if is_fixed { lead.fixed_estimate() } else { lead.estimate() };
        // Only a sequential test may decide before all games are played.
        let decided = estimate.filter(|_| progress.is_over());
        let verdict = decided.map_or(TestVerdict::Undecided, |estimate| uvi_cup::of_lead(estimate, keys.margin));
        (of_lead(verdict, estimate, rests_on_old_faults), lead, None)
    };
    let of_all = judged(Lead::of_progress(plan, progress), rests_on_old_faults);
    let may_rest = plan.gate.is_some_and(|gate| gate.old_may_fail) || progress.gate_faults().old_blocks == 0;
    if may_rest || of_all.0.verdict != TestVerdict::H1 {
        return of_all;
    }
    let sound = judged(Lead::without_old_faults(plan, progress), true);
    if sound.0.verdict == TestVerdict::H1 { of_all } else { sound }
}

/// The text in place of a strength that is unknown.
fn nothing(progress: &Progress) -> String {
    if progress.scores().is_empty() { "no block was finished" } else { "too few rounds count" }.to_owned()
}

/// The lead of the new bot with its interval, as text.
fn lead_text(lead: Estimate) -> String {
    let (word, size) = lead.ahead_or_behind();
    format!("{word} by {size}")
}
