//! The games of a plan: their number, and the match, the seed, the opening and the log of each.

use std::iter::successors;

use uvi::{LogWords, SeatPlayer, Seed, Text, Value, Word};
use uvi_games::game::derive;
use uvi_match::{
    record::TournamentGame,
    referee::{HostError, MatchSpec, TournamentEntry},
};

use super::{Entrant, Plan};
use crate::{
    schedule::{BotIndex, Fixtures, Format, Next, PlannedGame},
    terms::{Opening, OpeningOrder},
};

impl Plan {
    /// The number of games of the whole tournament. `None` for a knockout, in which results decide the number, or if
    /// the number exceeds [`u32::MAX`].
    pub fn total(&self) -> Option<u32> {
        let (rounds, one) = match &self.format {
            Format::Tables(_) => (1, self.format.clone()),
            format => (format.rounds()?, format.with_rounds(1)?),
        };
        let mut fixtures = Fixtures::new(&one, self.entrants.len(), self.seats, self.seatings).ok()?;
        let games = if one.follows_results() {
            fixtures.blocks()? * u64::from(self.seatings.games(self.seats))
        } else {
            // A block of a bot with itself may have fewer games.
            let mut games = 0;
            while let Next::One(block) = fixtures.step() {
                games += block.entries().count() as u64;
            }
            games
        };
        u32::try_from(games.checked_mul(rounds.into())?).ok()
    }

    /// The remarks to show before the first game: on the openings, and a warning if there are too few.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.remarks.iter().cloned().chain(self.shortage())
    }

    /// The warning if there are fewer openings than deals. A knockout may need more than its fewest rounds.
    fn shortage(&self) -> Option<String> {
        let found = self.openings.len();
        let expected = match self.format {
            Format::Knockout { blocks, advance, .. } => {
                let chairs = usize::from(self.seats);
                let next = |&left: &usize| (left > chairs).then(|| left - left / chairs * (chairs - advance));
                blocks as usize * successors(Some(self.entrants.len()), next).count()
            }
            _ => self.format.deals()? as usize,
        };
        let is_short = (1..expected).contains(&found);
        is_short
            .then(|| format!("too few openings: expected {expected}, found {found}; after the last they come again"))
    }

    /// The match of these entrants, in seat order, with the commands that start the bots on this machine.
    ///
    /// # Errors
    /// An error of the host link: `bad-option`, `bad-seat` or `bad-argument`.
    pub fn spec(&self, name: Word, seed: Seed, seating: &[BotIndex]) -> Result<MatchSpec, HostError> {
        self.spec_of(name, seed, seating, &[], |entrant| &entrant.found)
    }

    fn spec_of(
        &self,
        name: Word,
        seed: Seed,
        seating: &[BotIndex],
        more: &[(Word, Value)],
        command: fn(&Entrant) -> &Text,
    ) -> Result<MatchSpec, HostError> {
        let mut options = self.options.clone();
        options.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
        options.extend_from_slice(more);
        let mut spec = MatchSpec::new(name, self.variant, Some(self.seats.into()), seed, &options)?;
        spec.set_clock(None, self.clock)?;
        for (number, &bot) in (1..).zip(seating) {
            let entrant = self.entrant(bot);
            spec.set_player(number, &SeatPlayer::Bot(command(entrant).clone()))?;
            for (name, value) in &entrant.options {
                spec.set_bot_option(number, name.clone(), value.clone())?;
            }
            for (key, value) in &entrant.set {
                spec.set_launch(number, key.clone(), value.clone().unwrap_or_default())?;
            }
            if let Some(clock) = entrant.clock {
                spec.set_clock(Some(number), clock)?;
            }
        }
        spec.set_terms(|terms| *terms = self.terms)?;
        Ok(spec)
    }

    /// The match of a planned game, with commands as written, so that its log is the same on every machine. `more` has
    /// options that replace those of the plan. In match play, these options set the start of the second game.
    ///
    /// # Errors
    /// As for [`Plan::spec`], and `bad-position`.
    pub fn game(&self, game: &PlannedGame, more: &[(Word, Value)]) -> Result<MatchSpec, HostError> {
        let mut spec = self.spec_of(name(game), self.seed_of(game), &game.table, more, |entrant| &entrant.command)?;
        let opening = self.opening(game.deal);
        if let Some(opening) = opening {
            spec.set_position(&opening.position)?;
        }
        let PlannedGame { block, round, game: number, .. } = *game;
        let opening = opening.map(|opening| opening.name.clone());
        let place = TournamentGame { block, round, game: number, opening };
        spec.entry = Some(Box::new(TournamentEntry { place, entrants: self.names_of(game) }));
        Ok(spec)
    }

    /// The names of the bots of a game, in seat order.
    pub fn names_of(&self, game: &PlannedGame) -> Vec<String> {
        game.table.iter().map(|&bot| self.entrant(bot).name.clone()).collect()
    }

    /// The settings of a game's log at this path.
    pub fn log_words(&self, path: &str) -> LogWords {
        LogWords { path: Value::new(path), times: Some(self.times.into()), info: Some(self.terms.info()), sync: None }
    }

    /// The seed of a game's chance events, the same for all games of its deal. It is derived from the plan's seed and
    /// the words `block` and the deal's number, such as `block 1`.
    pub fn seed_of(&self, game: &PlannedGame) -> Seed {
        derive(&self.seed, &format!("block {}", game.deal))
    }

    /// The opening of a deal; `None` if there are no openings.
    ///
    /// If a block has only one seating, the seating changes from block to block. The openings are then shifted so that
    /// each opening meets each seating once before it meets a seating again.
    pub fn opening(&self, deal: u32) -> Option<&Opening> {
        let count = u32::try_from(self.openings.len()).ok().filter(|&count| count > 0)?;
        let turns = self.seatings.turns(self.seats);
        let whole = count.saturating_mul(turns);
        let (lap, within) = ((deal - 1) / whole, (deal - 1) % whole);
        // After this many blocks, pairs of opening and seating would come again. So the openings are shifted by one.
        let locked = whole / greatest_common_divisor(count, turns);
        let place = ((within % count + within / locked) % count) as usize;
        let place = match self.order {
            OpeningOrder::Sequential | OpeningOrder::Fastchess => place,
            OpeningOrder::Random => self.laps.opening(self.seed, count, lap, place),
        };
        self.openings.get(place)
    }
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

/// The name of the match of a game.
pub fn name(game: &PlannedGame) -> Word {
    Word::new(format!("game-{}", game.game)).expect("this is a word")
}

/// The path of a game's log in the folder of the tournament.
pub fn log(game: u32) -> String {
    format!("games/{game:06}.jsonl")
}
