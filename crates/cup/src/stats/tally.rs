//! The totals of a bot in all its games.

use std::collections::BTreeSet;

use uvi_games::game::MAX_SEATS;

use super::{BlockScore, Estimate, GameScore, PointSum, Sample, likelihood::mean_share};
use crate::schedule::BotIndex;

/// The totals of a bot if each seat has points of its own.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// The number of games. In all counts of games and places, a game in which the bot sat at two seats counts twice.
    pub games: u32,
    /// The number of blocks in which the bot played.
    pub blocks: u32,
    /// The sum of points. It omits points that are not whole sixtieths; no game gives such points.
    pub points: PointSum,
    /// Games with two seats in which the bot had more points than the other seat.
    pub wins: u32,
    /// Games with two seats and equal points.
    pub draws: u32,
    /// Games with two seats in which the bot had fewer points than the other seat.
    pub losses: u32,
    /// Games, with any number of seats, in which the bot had more points than every other seat.
    pub alone: u32,
    /// The number of times that the bot had each place, the first place first. Bots with equal points all get the best
    /// of the places that they share.
    pub places: [u32; MAX_SEATS],
    /// The mean of the bot's places, 1 for the first. Here, bots with equal points all get the mean of the places that
    /// they share. `None` without games.
    pub mean_place: Option<f64>,
    /// The bot's share of the points of a game, by blocks; `None` for fewer than two blocks.
    pub share: Option<Estimate>,
}

impl Tally {
    /// The totals of a bot after these blocks.
    pub fn of<'a>(bot: BotIndex, blocks: impl IntoIterator<Item = &'a BlockScore>) -> Self {
        let blocks: Vec<&BlockScore> = blocks.into_iter().collect();
        let shares = blocks.iter().filter_map(|block| Some((block.share_of(bot)?, block.games.len())));
        let shares: Vec<(f64, usize)> = shares.collect();
        let mut tally = Self { blocks: shares.len() as u32, share: mean_share(shares), ..Self::default() };
        let games = blocks.iter().flat_map(|block| &block.games);
        let places: Vec<f64> = games.flat_map(|game| tally.add(bot, game)).collect();
        tally.mean_place = Sample::of(places).map(|sample| sample.mean);
        tally
    }

    /// The totals of the first `bots` bots.
    pub fn all(bots: usize, blocks: &[BlockScore]) -> Vec<Self> {
        let mut own: Vec<Vec<&BlockScore>> = vec![Vec::new(); bots];
        for block in blocks {
            let seated = block.games.iter().flat_map(|game| game.table.iter());
            let seated: BTreeSet<usize> = seated.map(|bot| bot.0).filter(|&bot| bot < bots).collect();
            seated.into_iter().for_each(|bot| own[bot].push(block));
        }
        own.into_iter().enumerate().map(|(bot, blocks)| Self::of(BotIndex(bot), blocks)).collect()
    }

    /// The part of the bot's games that were drawn, 0 to 1; `None` if the bot has no games.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games > 0).then(|| f64::from(self.draws) / f64::from(self.games))
    }

    /// Adds a game. Returns the place of each of the bot's seats.
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
