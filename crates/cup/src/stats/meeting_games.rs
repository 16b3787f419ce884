//! The games of the same bots, summed: all that the model of Luce knows of them.

use itertools::Itertools as _;
use smallvec::{SmallVec, smallvec};

use super::BlockKind;

/// The games of a block or more. Most blocks have one set of two bots, so these need no memory of their own.
pub(super) type BlockMeetings = SmallVec<[MeetingGames; 1]>;

/// A set of bots, ascending, each with its number of seats.
pub(super) type MeetingBots = SmallVec<[(usize, u32); 2]>;

/// All games of the same set of bots.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct MeetingGames {
    pub(super) bots: MeetingBots,
    pub(super) games: f64,
    /// The points of each bot, in the order of `bots`. All bots together have one point per game.
    pub(super) got: SmallVec<[f64; 2]>,
}

/// Replaces `parts` by the expected points of each of these bots in one game. `strengths` are logarithms, by bot.
pub(super) fn expect(bots: &MeetingBots, strengths: &[f64], parts: &mut Vec<f64>) {
    let most = bots.iter().map(|&(bot, _)| strengths[bot]).fold(f64::NEG_INFINITY, f64::max);
    parts.clear();
    parts.extend(bots.iter().map(|&(bot, seats)| f64::from(seats) * (strengths[bot] - most).exp()));
    let sum: f64 = parts.iter().sum();
    parts.iter_mut().for_each(|part| *part /= sum);
}

/// The games of blocks of these kinds, each as often as told, and of their copies, by their bots.
pub(super) fn meetings<'k>(kinds: impl IntoIterator<Item = (&'k BlockKind, f64)>) -> BlockMeetings {
    let mut meetings = BlockMeetings::new();
    let games = kinds
        .into_iter()
        .flat_map(|(kind, times)| kind.score.games.iter().map(move |game| (game, f64::from(kind.plays) * times)));
    for (game, plays) in games {
        let mut seated: SmallVec<[usize; 4]> = game.table.iter().map(|bot| bot.0).collect();
        seated.sort_unstable();
        let bots: MeetingBots = seated.into_iter().dedup_with_count().map(|(seats, bot)| (bot, seats as u32)).collect();
        let place = meetings.iter().position(|meeting| meeting.bots == bots).unwrap_or_else(|| {
            meetings.push(MeetingGames { games: 0.0, got: smallvec![0.0; bots.len()], bots });
            meetings.len() - 1
        });
        let meeting = &mut meetings[place];
        meeting.games += plays;
        for (bot, share) in game.shares() {
            if let Some(place) = meeting.bots.iter().position(|&(other, _)| other == bot.0) {
                meeting.got[place] += share * plays;
            }
        }
    }
    meetings.sort_by(|one, other| one.bots.cmp(&other.bots));
    meetings
}
