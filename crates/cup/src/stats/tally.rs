//! What a bot has done in all its games.

use std::collections::BTreeSet;

use uvi_games::game::MAX_SEATS;

use super::{BlockScore, Estimate, GameScore, PointSum, Sample, likelihood::mean_share};
use crate::schedule::BotIndex;

/// A bot's line in the standings, where each seat has points of its own.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// How many games it has played. Here and below, a game in which it sat at two seats counts twice.
    pub games: u32,
    /// How many blocks.
    pub blocks: u32,
    /// The sum of its points, without any that are no sixtieths, as no game gives.
    pub points: PointSum,
    /// Two seats: games with more points than the other.
    pub wins: u32,
    /// Two seats: games with as many points as the other.
    pub draws: u32,
    /// Two seats: games with fewer points than the other.
    pub losses: u32,
    /// Games with more points than every other seat.
    pub alone: u32,
    /// How often it had each place, 1 first; those with as many points all have the best of their places.
    pub places: [u32; MAX_SEATS],
    /// The mean of its places; those with as many points share the mean of theirs. `None` without games.
    pub mean_place: Option<f64>,
    /// Its share of the points of a game, the mean of its blocks; `None` for fewer than two blocks.
    pub share: Option<Estimate>,
}

impl Tally {
    /// The line of a bot after these blocks.
    pub fn of<'a>(bot: BotIndex, blocks: impl IntoIterator<Item = &'a BlockScore>) -> Self {
        let blocks: Vec<&BlockScore> = blocks.into_iter().collect();
        let shares: Vec<f64> = blocks.iter().filter_map(|block| block.share_of(bot)).collect();
        let mut tally = Self { blocks: shares.len() as u32, share: mean_share(shares), ..Self::default() };
        let games = blocks.iter().flat_map(|block| &block.games);
        let places: Vec<f64> = games.flat_map(|game| tally.add(bot, game)).collect();
        tally.mean_place = Sample::of(places).map(|sample| sample.mean);
        tally
    }

    /// The lines of the first `bots` bots.
    pub fn all(bots: usize, blocks: &[BlockScore]) -> Vec<Self> {
        let mut own: Vec<Vec<&BlockScore>> = vec![Vec::new(); bots];
        for block in blocks {
            let seated = block.games.iter().flat_map(|game| game.table.iter());
            let seated: BTreeSet<usize> = seated.map(|bot| bot.0).filter(|&bot| bot < bots).collect();
            seated.into_iter().for_each(|bot| own[bot].push(block));
        }
        own.into_iter().enumerate().map(|(bot, blocks)| Self::of(BotIndex(bot), blocks)).collect()
    }

    /// The part of its games that were drawn; `None` if there are none.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games > 0).then(|| f64::from(self.draws) / f64::from(self.games))
    }

    /// Counts a game, and gives the bot's place in it, once for each of its seats.
    fn add(&mut self, bot: BotIndex, game: &GameScore) -> Vec<f64> {
        let mine = game.points().filter(|&(other, _)| other == bot);
        self.points += mine.filter_map(|(_, points)| PointSum::of(points)).sum::<PointSum>();
        let mut places = Vec::new();
        let mut before = 0;
        for group in game.ranked() {
            let many = group.iter().filter(|&&other| other == bot).count();
            self.games += many as u32;
            self.places[before] += many as u32;
            if before == 0 && group.len() == 1 {
                self.alone += many as u32;
            }
            if game.table.len() == 2 {
                let result = match (before, group.len()) {
                    (0, 1) => &mut self.wins,
                    (0, _) => &mut self.draws,
                    _ => &mut self.losses,
                };
                *result += many as u32;
            }
            let place = before as f64 + (group.len() as f64 + 1.0) / 2.0;
            places.extend(std::iter::repeat_n(place, many));
            before += group.len();
        }
        places
    }
}
