//! The strength of a gate's new bot, estimated from the results.

use uvi_cup::{
    Lead, Plan, Progress, Standings, Test, counted, of_lead,
    schedule::BotIndex,
    stats::{BlockResults, Estimate, Partners, TestVerdict},
};

use super::{
    figures::elo_text,
    outlook::{DecisionKind, DecisionRule},
};

#[derive(Debug)]
pub(super) struct StrengthEstimate {
    pub(super) verdict: TestVerdict,
    /// The figures, in words.
    pub(super) text: String,
    /// The lead in the text; `None` if Elo is tested, or before the first round.
    pub(super) estimate: Option<Estimate>,
    /// True if the new bot passes only because of games in which the old bot was at fault.
    pub(super) rests_on_old_faults: bool,
}

/// The result of a test, from which a [`StrengthEstimate`] is made.
struct Found<'a> {
    verdict: TestVerdict,
    text: String,
    estimate: Option<Estimate>,
    lead: Lead,
    results: Option<&'a BlockResults>,
    rests_on_old_faults: bool,
}

impl StrengthEstimate {
    pub(super) fn of(rule: &DecisionRule, plan: &Plan, progress: &Progress, standings: &Standings) -> Self {
        let Found { verdict, mut text, estimate, lead, results, rests_on_old_faults } = found(rule, plan, progress);
        if plan.variant.cooperative() {
            let partners = Partners::of(progress.scores());
            let alone = |bot: usize| partners.pair(BotIndex(bot), BotIndex(bot)).map(|sample| sample.mean);
            if let (Some(new), Some(old)) = (alone(0), alone(1)) {
                text = format!("{text}, mean score {new:.1} with new alone and {old:.1} with old alone");
            }
        }
        let played = format!("{} in {}", counted(standings.games, "game"), counted(standings.blocks, "block"));
        if rests_on_old_faults {
            let games = progress.gate_faults().old_games;
            text = format!(
                "the new bot passes only because of games in which the old one was at fault, {games} of {played}; without them: \
                 {text}"
            );
        } else if !progress.scores().is_empty() {
            text = format!("{text}, {played}");
        }
        let is_open = verdict == TestVerdict::Undecided && !rests_on_old_faults;
        if is_open && (results.is_some() || lead.estimate().is_some()) {
            if results.is_some() {
                let elo = standings.duel.as_ref().and_then(|duel| duel.elo);
                let elo = elo.map_or_else(|| "unknown, because all blocks ended alike".to_owned(), elo_text);
                text = format!("{text}; Elo {elo}");
            }
            text = format!("{text}; {}", rule.would_take(plan, progress, results, &lead));
        }
        Self { verdict, text, estimate, rests_on_old_faults }
    }
}

fn found<'a>(rule: &DecisionRule, plan: &Plan, progress: &'a Progress) -> Found<'a> {
    let rests_on_old_faults = progress.rests_on_old_faults();
    match (progress.test().filter(|_| !progress.scores().is_empty()), rule.kind) {
        (Some(test @ Test::Sprt(found)), _) => {
            let [lower, upper] = found.sprt.bounds();
            let [elo0, elo1] = found.sprt.elos();
            let llr = found.sprt.llr(&found.results);
            let text = format!("LLR {llr:.2} (bounds {lower:.2}, {upper:.2}) for Elo {elo1} against {elo0}");
            let (lead, results) = (Lead::of_progress(plan, progress), Some(&found.results));
            Found { verdict: test.verdict(), text, estimate: None, lead, results, rests_on_old_faults }
        }
        (Some(test @ Test::Lead(found)), _) => {
            let (estimate, lead) = (found.lead.estimate(), found.lead.clone());
            let text = estimate.map_or_else(nothing, lead_text);
            Found { verdict: test.verdict(), text, estimate, lead, results: None, rests_on_old_faults }
        }
        (None, DecisionKind::Sprt(_)) => Found {
            verdict: TestVerdict::Undecided,
            text: nothing(),
            estimate: None,
            lead: Lead::of_progress(plan, progress),
            results: None,
            rests_on_old_faults,
        },
        (None, DecisionKind::Lead(keys) | DecisionKind::Fixed(keys)) => {
            let judged = |lead: Lead| {
                let is_fixed = matches!(rule.kind, DecisionKind::Fixed(_)) && progress.is_over();
                let estimate = if is_fixed { lead.fixed_estimate() } else { lead.estimate() };
                // Only a sequential test may decide before all games are played.
                let decided = estimate.filter(|_| progress.is_over());
                let verdict = decided.map_or(TestVerdict::Undecided, |estimate| of_lead(estimate, keys.margin));
                let text = estimate.map_or_else(nothing, lead_text);
                Found { verdict, text, estimate, lead, results: None, rests_on_old_faults }
            };
            let of_all = judged(Lead::of_progress(plan, progress));
            let may_rest = plan.gate.is_some_and(|gate| gate.old_may_fail) || progress.gate_faults().old_blocks == 0;
            if may_rest || of_all.verdict != TestVerdict::H1 {
                return of_all;
            }
            let sound = judged(Lead::without_old_faults(plan, progress));
            if sound.verdict == TestVerdict::H1 { of_all } else { Found { rests_on_old_faults: true, ..sound } }
        }
    }
}

fn nothing() -> String {
    "no block was finished".to_owned()
}

/// The lead of the new bot with its interval, as text. A negative lead is written as "behind".
fn lead_text(Estimate { value, interval }: Estimate) -> String {
    // A lead that rounds to zero is not "behind".
    let number = |value: f64| match format!("{value:.3}") {
        text if text == "-0.000" => "0.000".to_owned(),
        text => text,
    };
    let (word, [value, low, high]) = if number(value).starts_with('-') {
        ("behind", [-value, -interval.high, -interval.low])
    } else {
        ("ahead", [value, interval.low, interval.high])
    };
    format!("{word} by {} [{}, {}]", number(value), number(low), number(high))
}
