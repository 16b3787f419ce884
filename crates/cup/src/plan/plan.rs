//! What is to be played: all that the results follow from.

use std::num::NonZeroUsize;

use uvi::{ClockWords, LogWords, Player, Seed, Text, Value, Word};
use uvi_games::game::{Registry, Stream, Variant, derive};
use uvi_match::{
    record::Terms,
    referee::{HostError, MatchSpec},
};

use crate::{
    schedule::{BotIndex, Format, PlannedGame, Seatings, Stage},
    terms::{Content, GateKeys, LeadKeys, Memory, Opening, OpeningOrder, Ranking, SprtKeys},
};

/// A tournament as its file or its flags describe it.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The variants that its logs are read for.
    pub registry: Registry,
    /// What is played.
    pub variant: &'static dyn Variant,
    /// Its rule options that are not the defaults.
    pub options: Vec<(Word, Value)>,
    /// How many seats a table has.
    pub seats: u8,
    /// Who plays, in the order in which standings break ties last.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// What it was before it grew, smallest first: the games of these come first.
    pub grown: Vec<Stage>,
    /// Which seatings the games of a block have.
    pub seatings: Seatings,
    /// Whether the second game of a block is played on what the first made of its start.
    pub match_play: bool,
    /// The seed that all luck follows from: the seeds of the blocks, draws of pairings, the order of openings.
    pub seed: Seed,
    /// The limits of every bot that has none of its own.
    pub clock: ClockWords,
    /// What holds for all seats.
    pub terms: Terms,
    /// Whether bots are restarted for every game.
    pub restart: bool,
    /// Whether a bot may remember a game when it plays another one over the same luck.
    pub memory: Memory,
    /// The positions that blocks start from; empty for the variant's start.
    pub openings: Vec<Opening>,
    /// What people are told of the openings before the first game.
    pub remarks: Vec<String>,
    /// In which order they are taken.
    pub order: OpeningOrder,
    /// A sequential test of the first bot against the second, which ends the tournament.
    pub sprt: Option<SprtKeys>,
    /// A sequential test of whether the first bot is ahead, which ends the tournament.
    pub lead: Option<LeadKeys>,
    /// What a gate asks besides its test.
    pub gate: Option<GateKeys>,
    /// Whether logs hold times.
    pub times: bool,
    /// How standings are ranked, and what ratings are counted from.
    pub ranking: Ranking,
}

/// A bot that takes part.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// Its name, which no other has.
    pub name: String,
    /// Its command line, as it was written.
    pub command: Text,
    /// The command line that starts it on this machine.
    pub found: Text,
    /// Options for it, in the order in which they are sent.
    pub options: Vec<(Word, Value)>,
    /// How it is started: keys of `seatset`.
    pub set: Vec<(Word, Option<Value>)>,
    /// Its own limits, where the others' do not hold.
    pub clock: Option<ClockWords>,
    /// Files that it writes itself, whose content does not matter.
    pub writes: Vec<String>,
    /// The files that it is made of, as far as they are known.
    pub files: Vec<Content>,
}

impl Plan {
    /// The match in which these entrants sit at a table, in seat order, with the commands that start them on this
    /// machine.
    ///
    /// # Errors
    /// What the host link would say of it: `bad-option`, `bad-seat`, `bad-argument`.
    pub fn spec(
        &self,
        name: Word,
        seed: Seed,
        seating: &[BotIndex],
        more: &[(Word, Value)],
    ) -> Result<MatchSpec, HostError> {
        self.spec_of(name, seed, seating, more, |entrant| &entrant.found)
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
            spec.set_player(number, &Player::Bot(command(entrant).clone()))?;
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

    /// The match of a planned game, with commands as they were written, so that its log is the same on every machine.
    /// `more` are options that take the place of the plan's, for the second game of match play; it has its start from
    /// them.
    ///
    /// # Errors
    /// As [`Plan::spec`], and `bad-position`.
    pub fn game(&self, game: &PlannedGame, more: &[(Word, Value)]) -> Result<MatchSpec, HostError> {
        let mut spec = self.spec_of(name(game), self.seed_of(game), &game.table, more, |entrant| &entrant.command)?;
        if let Some(opening) = self.opening(game.deal) {
            spec.set_position(&opening.position)?;
        }
        Ok(spec)
    }

    /// How the log of a game is written, at this path.
    pub fn log_words(&self, path: &str) -> LogWords {
        LogWords { path: Value::new(path), times: Some(self.times.into()), info: Some(self.terms.info()), sync: None }
    }

    /// A bot that takes part.
    pub fn entrant(&self, bot: BotIndex) -> &Entrant {
        &self.entrants[bot.0]
    }

    /// The seed of a game's luck, which all games of its deal share: the first block of every pair has that of
    /// `block 1`.
    pub fn seed_of(&self, game: &PlannedGame) -> Seed {
        derive(&self.seed, &format!("block {}", game.deal))
    }

    /// The opening of a deal, where there are openings.
    ///
    /// Where a block has one seating, and the next block the next one, each opening comes once in each seating before
    /// one comes again in the same.
    pub fn opening(&self, deal: u32) -> Option<&Opening> {
        let count = u32::try_from(self.openings.len()).ok().filter(|&count| count > 0)?;
        let turns = if self.seatings == Seatings::Fixed { u32::from(self.seats) } else { 1 };
        let whole = count.saturating_mul(turns);
        let (lap, within) = ((deal - 1) / whole, (deal - 1) % whole);
        // After so many blocks the same openings would meet the same seatings.
        let locked = whole / greatest_common_divisor(count, turns);
        let place = ((within % count + within / locked) % count) as usize;
        let place = match self.order {
            OpeningOrder::Sequential => place,
            OpeningOrder::Random => {
                let mut places: Vec<usize> = (0..self.openings.len()).collect();
                Stream::new(&self.seed, &format!("openings {}", lap + 1)).shuffle(&mut places);
                places[place]
            }
        };
        self.openings.get(place)
    }

    /// Whether a bot may play two games of a deal without being restarted between them: what it has seen of the luck
    /// of the first is that of the second.
    pub fn remembers(&self) -> bool {
        self.memory == Memory::Allowed || !self.variant.chance()
    }

    /// Whether what is played next, or whether anything is, depends on the results before.
    pub fn follows_results(&self) -> bool {
        self.format.follows_results() || self.match_play || self.sprt.is_some() || self.lead.is_some()
    }

    /// Whether a bot shares its core with its match.
    pub fn shares_cores(&self) -> bool {
        let shares = |(key, value): &(Word, Option<Value>)| {
            key.as_str() == "affinity" && value.as_ref().is_some_and(|value| value.as_str() == "match")
        };
        self.entrants.iter().any(|entrant| entrant.set.iter().any(shares))
    }

    /// How many games this machine plays at once without one slowing another: its cores, shared among what a match
    /// uses. The bots of a match think one after another, so that it uses a core, or as many as a bot's option
    /// `threads` says; bots with a core each use them all.
    pub fn concurrency(&self, cores: NonZeroUsize) -> NonZeroUsize {
        let threads = |entrant: &Entrant| {
            let option = entrant.options.iter().find(|(name, _)| name.as_str().eq_ignore_ascii_case("threads"));
            option.and_then(|(_, value)| value.as_str().parse::<usize>().ok()).unwrap_or(1)
        };
        let spread = |entrant: &Entrant| {
            let value = entrant.set.iter().rev().find(|(key, _)| key.as_str() == "affinity").map(|(_, value)| value);
            value.is_some_and(|value| value.as_ref().is_some_and(|value| value.as_str() == "spread"))
        };
        let used = self.entrants.iter().map(threads).max().unwrap_or(1);
        let used = if self.entrants.iter().any(spread) { used.max(self.seats.into()) } else { used };
        NonZeroUsize::new(cores.get() / used.max(1)).unwrap_or(NonZeroUsize::MIN)
    }

    /// Whether the sum of the scores is shared out among two: what resigning, drawing and Elo need.
    pub fn two_sided(&self) -> bool {
        self.seats == 2 && !self.variant.cooperative()
    }
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

/// The name of the match of a game.
pub fn name(game: &PlannedGame) -> Word {
    Word::new(format!("game-{}", game.game)).expect("this is a word")
}

/// Where the log of a game is, below the folder of the tournament.
pub fn log(game: &PlannedGame) -> String {
    format!("games/{:06}.jsonl", game.game)
}
