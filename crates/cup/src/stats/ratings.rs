//! The ratings of all bots, whatever the number of seats.

use super::{BlockScore, Bootstrap, Estimate, plackett_luce::PlackettLuce};

/// How many drawn games each bot is given, all against one more bot, so that its rating is finite though it has won
/// every game, or lost. They draw ratings to the middle a little, and the less the more games there are.
const DRAWN: f64 = 1.0;

/// The rating of each of the first `bots` bots on the scale of Elo, mean 0: where one has 400 points more than another,
/// it comes in before that one in 10 of 11 games. `None` for fewer than two blocks; blocks with other bots are left out.
///
/// All games count alike, whatever their order. The model is that of Plackett and Luce, with one drawn game of each bot
/// against one that has no other games, which is a prior (compare François Caron and Arnaud Doucet, *Efficient Bayesian
/// Inference for Generalized Bradley–Terry Models*, 2012); intervals come from drawing the blocks again.
pub fn ratings(bots: usize, blocks: &[BlockScore], bootstrap: Bootstrap) -> Option<Vec<Estimate>> {
    let mut model = PlackettLuce::new(bots + 1);
    let drawn = model.drawn(bots, DRAWN);
    let is_known = |block: &BlockScore| block.games.iter().flat_map(|game| game.table.iter()).all(|bot| bot.0 < bots);
    let known = blocks.iter().filter(|&block| is_known(block));
    let choices: Vec<_> = known.map(|block| model.choices(block)).collect();
    bootstrap.estimates(&choices, |blocks| {
        let strengths = model.strengths(blocks.iter().copied().chain([&drawn]))?;
        let elo: Vec<f64> = strengths[..bots].iter().map(|strength| 400.0 * strength.log10()).collect();
        let mean = elo.iter().sum::<f64>() / bots as f64;
        Some(elo.into_iter().map(|elo| elo - mean).collect())
    })
}
