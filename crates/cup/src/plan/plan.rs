//! The plan: everything that results follow from. It is made from a tournament file, and written as one.

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use itertools::Itertools as _;
use uvi::{ClockWords, Seed, Switch, Value, Word};
use uvi_games::game::{Registry, Stream, Variant, commitment};
use uvi_match::record::Terms;

use super::{
    Entrant, Trouble,
    file::{Anchor, File, LogKeys, Openings, Scalar, spanned},
};
use crate::{
    schedule::{BotIndex, Format, GrowthStage, Seatings},
    terms::{GateKeys, LeadKeys, Memory, Opening, OpeningOrder, Ranking, SprtKeys},
};

/// A tournament, as its file or its flags describe it.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The variants that the tournament's logs may have.
    pub registry: Registry,
    /// The variant of all games.
    pub variant: &'static dyn Variant,
    /// The rule options that the file sets. All other options have their defaults.
    pub options: Vec<(Word, Value)>,
    /// The number of seats of a table.
    pub seats: u8,
    /// The bots, in the order in which standings break the last ties.
    pub entrants: Vec<Entrant>,
    /// The rule that decides who meets whom.
    pub format: Format,
    /// The sizes of the tournament before it grew, smallest first. Their games come first.
    pub grown: Vec<GrowthStage>,
    /// The seatings of the games of a block.
    pub seatings: Seatings,
    /// True if the second game of a block begins from the end of the first.
    pub match_play: bool,
    /// The seed of all that is random: the seeds of blocks, draws of pairings, the order of openings.
    pub seed: Seed,
    /// The limits of bots without limits of their own.
    pub clock: ClockWords,
    /// The terms that hold for all seats.
    pub terms: Terms,
    /// True if bots are restarted for every game.
    pub restart: bool,
    /// Says if a bot may play two games with the same chance events in one process.
    pub memory: Memory,
    /// The positions that blocks start from; empty for the start of the variant.
    pub openings: Vec<Opening>,
    /// Remarks on the openings, shown before the first game.
    pub(super) remarks: Vec<String>,
    /// The order of the openings.
    pub order: OpeningOrder,
    pub(super) laps: ShuffledLaps,
    /// A sequential test of the first bot against the second, which ends the tournament.
    pub sprt: Option<SprtKeys>,
    /// A sequential test of the first bot's lead, which ends the tournament.
    pub lead: Option<LeadKeys>,
    /// The further settings of a gate.
    pub gate: Option<GateKeys>,
    /// True if logs have times.
    pub times: bool,
    /// The ranking of standings, and the zero of ratings.
    pub ranking: Ranking,
}

/// A lap through openings: the seed, the number of openings, and that of the lap.
type Lap = (Seed, u32, u32);

/// The shuffled places of each lap that was asked for. They follow from the seed; they are kept because books have millions
/// of openings, and each game asks several times.
#[derive(Debug, Clone, Default)]
pub(super) struct ShuffledLaps(Arc<Mutex<HashMap<Lap, Vec<u32>>>>);

impl ShuffledLaps {
    /// The opening, of `count`, that comes at this place of a lap.
    pub(super) fn opening(&self, seed: Seed, count: u32, lap: u32, place: usize) -> usize {
        let mut laps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let order = laps.entry((seed, count, lap)).or_insert_with(|| {
            let mut places: Vec<u32> = (0..count).collect();
            Stream::new(&seed, &format!("openings {}", lap + 1)).shuffle(&mut places);
            places
        });
        order[place] as usize
    }
}

impl Plan {
    /// The plan of a file without what must be tried: rule options, bots, the anchor, match play and openings.
    pub(crate) fn untried(file: &File, registry: Registry, seed: Seed) -> Result<Self, Trouble> {
        let word = file.variant.get_ref();
        let no_variant = || Trouble::at(file.variant.span(), registry.no_variant(word));
        let variant = registry.find(word).ok_or_else(no_variant)?;
        Ok(Self {
            registry,
            variant,
            options: Vec::new(),
            seats: file.seats(variant)?,
            entrants: Vec::new(),
            format: file.format(variant.cooperative())?,
            grown: file.grown.clone(),
            seatings: file.seatings,
            match_play: false,
            seed: file.seed.unwrap_or(seed),
            // The default is that of `arbiter play`.
            clock: file.clock.unwrap_or_else(|| ClockWords { movetime: Some(5000), ..ClockWords::default() }),
            terms: file.terms(),
            restart: file.restart.is_on(),
            memory: file.memory_between_games,
            openings: Vec::new(),
            remarks: Vec::new(),
            order: match file.openings.as_ref().map(|openings| openings.order) {
                Some(OpeningOrder::Random) => OpeningOrder::Random,
                // The positions of the plan are in this order.
                Some(OpeningOrder::Fastchess | OpeningOrder::Sequential) | None => OpeningOrder::Sequential,
            },
            laps: ShuffledLaps::default(),
            sprt: file.sprt.as_ref().map(|sprt| *sprt.get_ref()),
            lead: file.lead.as_ref().map(|lead| *lead.get_ref()),
            gate: file.gate.as_ref().map(|gate| *gate.get_ref()),
            times: file.log.times != Some(Switch::Off),
            ranking: Ranking { tie_breaks: file.tie_breaks.clone(), anchor: None },
        })
    }

    /// The plan as a full file, which gives the same plan anywhere.
    pub fn to_toml(&self) -> String {
        self.to_file().to_toml()
    }

    /// The plan as a full file with the commitment of its seed in place of the seed.
    pub fn to_sealed_toml(&self) -> String {
        self.to_sealed_file().to_toml()
    }

    /// The plan as a full file without its seed and commitment.
    pub fn to_seedless_toml(&self) -> String {
        File { seed: None, ..self.to_file() }.to_toml()
    }

    /// The text of an earlier plan's file with the ranking of this plan. `None` if the file already has this ranking.
    pub fn ranked(&self, file: &File) -> Option<String> {
        let File { tie_breaks, anchor, .. } = self.to_file();
        let is_ranked = tie_breaks == file.tie_breaks && anchor == file.anchor;
        (!is_ranked).then(|| File { tie_breaks, anchor, ..file.clone() }.to_toml())
    }

    pub(crate) fn to_sealed_file(&self) -> File {
        File { seed: None, commitment: Some(commitment(&self.seed)), ..self.to_file() }
    }

    pub(crate) fn to_file(&self) -> File {
        let text = |value: &Value| spanned(Scalar::Text(value.as_str().to_owned()));
        let rated = |(name, elo)| if elo == 0.0 { Anchor::Name(name) } else { Anchor::Rated { name, elo } };
        let mut file = File {
            seats: Some(spanned(self.seats.into())),
            seatings: self.seatings,
            grown: self.grown.clone(),
            match_play: self.match_play.then(|| spanned(Switch::On)),
            seed: Some(self.seed),
            clock: Some(self.clock.in_full()),
            restart: self.restart.into(),
            memory_between_games: self.memory,
            options: self.options.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
            openings: (!self.openings.is_empty()).then(|| Openings {
                positions: self.openings.iter().map(|opening| spanned(opening.to_string())).collect(),
                order: self.order,
                ..Openings::default()
            }),
            sprt: self.sprt.map(spanned),
            lead: self.lead.map(spanned),
            gate: self.gate.map(spanned),
            tie_breaks: self.ranking.tie_breaks.clone(),
            anchor: self.ranking.anchor.clone().map(|anchor| spanned(rated(anchor))),
            log: LogKeys { times: Some(self.times.into()), info: Some(self.terms.info()), sync: None },
            bot: self.entrants.iter().map(|entrant| spanned(entrant.to_bot())).collect(),
            ..File::new(self.variant.word().to_owned(), &self.terms)
        };
        file.set_format(&self.format);
        file
    }

    /// A bot of the tournament.
    pub fn entrant(&self, bot: BotIndex) -> &Entrant {
        &self.entrants[bot.0]
    }

    /// The settings of the bot with this name that are others in another plan, in words. `None` if they are the same,
    /// or if a plan lacks the bot. Files count by content.
    pub fn other_settings(&self, other: &Self, name: &str) -> Option<String> {
        let found = |plan: &Self| plan.entrants.iter().find(|entrant| entrant.name == name).cloned();
        let (one, two) = (found(self)?, found(other)?);
        let is_same_program = if one.files.is_empty() || two.files.is_empty() {
            one.command == two.command
        } else {
            one.files == two.files
        };
        let clock = |plan: &Self, entrant: &Entrant| entrant.clock.unwrap_or(plan.clock).in_full();
        let checks = [
            ("program", is_same_program),
            ("options", one.options == two.options),
            ("start settings", one.set == two.set),
            ("clock", clock(self, &one) == clock(other, &two)),
        ];
        let words: Vec<&str> = checks.iter().filter(|(_, is_same)| !is_same).map(|(word, _)| *word).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// True if a bot may play two games of a deal without a restart. If the variant has chance, the bot then knows the
    /// chance events of the second game from the first.
    pub fn remembers(&self) -> bool {
        self.memory == Memory::Allowed || !self.variant.chance()
    }

    /// True if results decide the next games, or decide if the tournament goes on.
    pub fn follows_results(&self) -> bool {
        self.format.follows_results() || self.match_play || self.sprt.is_some() || self.lead.is_some()
    }

    /// True if a bot has `affinity match`, so that it shares a core with its match.
    pub fn shares_cores(&self) -> bool {
        self.entrants.iter().any(|entrant| entrant.setting("affinity") == Some("match"))
    }

    /// The number of games that can run at once on this many cores and do not slow each other. The bots of a match
    /// think one after another, so a match uses one core, or as many as a bot's option `threads`. If a bot has
    /// `affinity spread`, each seat has a core of its own, so a match uses at least as many cores as seats.
    pub fn concurrency(&self, cores: NonZeroUsize) -> NonZeroUsize {
        let threads = |entrant: &Entrant| {
            let option = entrant.options.iter().find(|(name, _)| name.as_str().eq_ignore_ascii_case("threads"));
            option.and_then(|(_, value)| value.as_str().parse::<usize>().ok()).unwrap_or(1)
        };
        let spread = |entrant: &Entrant| entrant.setting("affinity") == Some("spread");
        let used = self.entrants.iter().map(threads).max().unwrap_or(1);
        let used = if self.entrants.iter().any(spread) { used.max(self.seats.into()) } else { used };
        NonZeroUsize::new(cores.get() / used.max(1)).unwrap_or(NonZeroUsize::MIN)
    }

    /// The share of the first bot that is neither a lead nor a loss: a half if all seats share a score or a gate has a pool,
    /// otherwise one divided by the number of seats.
    pub fn even_share(&self) -> f64 {
        let is_of_two = self.variant.cooperative() || self.gate.is_some_and(|gate| gate.pool);
        if is_of_two { 0.5 } else { 1.0 / f64::from(self.seats) }
    }

    /// True if two seats divide the score. Resigning, drawing and Elo need this.
    pub fn two_sided(&self) -> bool {
        self.seats == 2 && !self.variant.cooperative()
    }
}

impl File {
    fn seats(&self, variant: &dyn Variant) -> Result<u8, Trouble> {
        let least = *variant.seats().first().expect("a variant has at least one number of seats");
        let Some(wanted) = &self.seats else { return Ok(least) };
        let found = variant.seats().iter().copied().find(|&seats| u32::from(seats) == *wanted.get_ref());
        found.ok_or_else(|| {
            let (variant, known) = (variant.word(), variant.seats().iter().join(", "));
            Trouble::at(wanted.span(), format!("{variant} has {known} seats, not {}", wanted.get_ref()))
        })
    }
}
