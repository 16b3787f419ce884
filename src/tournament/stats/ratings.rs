//! The ratings of all bots, whatever the number of seats.

use super::{BlockScore, Bootstrap, Estimate, plackett_luce::Choices};

/// How many drawn games against an average bot each bot is given, so that its rating is finite though it has won every
/// game, or lost. It draws ratings to the middle by little, and the less the more games there are.
const DRAWN: f64 = 1.0;

/// The rating of each of the first `bots` bots on the scale of Elo, mean 0: where one has 400 points more than another,
/// it comes in before that one in 10 of 11 games. `None` for fewer than two blocks.
///
/// All games count alike, whatever their order. The model is that of Plackett and Luce, with one drawn game of each
/// bot against an average one added (compare François Caron and Arnaud Doucet, *Efficient Bayesian Inference for
/// Generalized Bradley–Terry Models*, 2012); intervals come from drawing the blocks again.
pub fn ratings(bots: usize, blocks: &[BlockScore], bootstrap: Bootstrap) -> Option<Vec<Estimate>> {
    let choices: Vec<Choices> = blocks.iter().map(Choices::of).collect();
    bootstrap.estimates(&choices, |drawn| {
        let strengths = Choices::sum(drawn.iter().copied()).strengths(bots, DRAWN)?;
        let elo: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
        let mean = elo.iter().sum::<f64>() / bots as f64;
        Some(elo.into_iter().map(|elo| elo - mean).collect())
    })
}
