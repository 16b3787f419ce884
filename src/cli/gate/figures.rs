//! The figures of all games of a gate, the same in text, Markdown, JSON and JUnit.

use schemars::JsonSchema;
use serde::Serialize;
use uvi_cup::{
    CORRECTED, Plan, Progress, Standings, counted, percent,
    schedule::BotIndex,
    stats::{BlockResults, Estimate},
};

const NEW: BotIndex = BotIndex(0);
const OLD: BotIndex = BotIndex(1);

/// The figures of all games of a gate.
#[serde_with::skip_serializing_none]
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Figures")]
pub(super) struct GateFigures {
    /// The number of games, copies included: those of whole blocks.
    pub(super) games: u32,
    /// The number of blocks.
    pub(super) blocks: u32,
    /// The lead of the new bot with its interval, as in `text`, if the test is of the lead.
    pub(super) lead: Option<Estimate>,
    /// The shares of the points that the new and the old bot have in all games, if they play against a pool and do not
    /// share a score. The lead is half their difference in whole rounds.
    pub(super) pool_shares: Option<[f64; 2]>,
    /// The games that the new bot won, drew and lost against the old one, if the two play against each other in pairs.
    pub(super) wins_draws_losses: Option<[u32; 3]>,
    /// The numbers of pairs of games that gave the new bot 0, ½, 1, 1½ and 2 points.
    pub(super) pentanomial: Option<[u64; 5]>,
    /// The Elo of the new bot minus that of the old one. After a sequential test it is the median-unbiased estimate.
    pub(super) elo: Option<Estimate>,
    /// True if `elo` and `los` are corrected for the end that the test chose.
    pub(super) is_corrected: bool,
    /// The likelihood that the new bot is the stronger one.
    pub(super) los: Option<f64>,
    /// The log likelihood ratio of all games, also of those that ended after the verdict.
    pub(super) llr: Option<f64>,
}

impl GateFigures {
    pub(super) fn of(plan: &Plan, progress: &Progress, standings: &Standings, lead: Option<Estimate>) -> Self {
        let scores = progress.scores();
        let games = scores.iter().map(|block| block.games.len() as u32).sum();
        let counts = Self { games, blocks: scores.len() as u32, lead, ..Self::default() };
        let row = |bot: BotIndex| standings.bots.iter().find(|row| row.name == plan.entrant(bot).name);
        if plan.gate.is_some_and(|gate| gate.pool) {
            // The two bots never meet, so there is neither Elo nor a record between them.
            let share = |bot| Some(row(bot)?.share?.value);
            let pool_shares = share(NEW).zip(share(OLD)).map(|(new, old)| [new, old]);
            return Self { pool_shares, ..counts };
        }
        if !plan.two_sided() || scores.is_empty() {
            return counts;
        }
        let size = plan.seatings.games(plan.seats);
        let all = BlockResults::of(NEW, size, progress.counts().blocks());
        let llr = plan.sprt.and_then(|keys| keys.test().ok()).map(|sprt| sprt.llr(&all));
        let duel = standings.duel.as_ref();
        Self {
            wins_draws_losses: row(NEW).and_then(|row| row.wins_draws_losses),
            pentanomial: all.pentanomial(),
            elo: duel.and_then(|duel| duel.elo),
            is_corrected: duel.is_some_and(|duel| duel.sprt.is_some()),
            los: duel.and_then(|duel| duel.los),
            llr,
            ..counts
        }
    }

    /// The figures as names and values. Empty if no block was finished.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some([new, old]) = self.pool_shares {
            lines.push(format!("share of the points against the pool: new {new:.3}, old {old:.3}"));
        }
        if let (Some(elo), Some(los)) = (self.elo, self.los) {
            let how = if self.is_corrected { CORRECTED } else { "" };
            lines.push(format!("Elo {}, LOS {} %{how}", elo_text(elo), percent(los, 1)));
        } else if self.wins_draws_losses.is_some() {
            lines.push("Elo unknown until two blocks count".to_owned());
        }
        if let Some([won, drawn, lost]) = self.wins_draws_losses {
            lines.push(format!("won {won}, drawn {drawn}, lost {lost} of {}", counted(self.games, "game")));
        }
        lines
            .extend(self.pentanomial.map(|counts| format!("pairs of games with 0, 1/2, 1, 3/2, 2 points: {counts:?}")));
        lines.extend(self.llr.map(|llr| format!("LLR of all games: {llr:.2}")));
        lines
    }
}

/// An Elo with its interval, or with the one end that is finite.
pub(super) fn elo_text(elo: Estimate) -> String {
    if elo.is_open() { elo.plus_minus(1) } else { elo.range(1) }
}
