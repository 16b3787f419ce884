//! Games of the same bots that are equal move for move. Bots that always answer the same question alike repeat a game.
//! Each copy counts in the standings, but only the first is evidence of strength.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uvi::Seed;
use uvi_match::record::{Head, Record};

use crate::{schedule::Lineup, stats::BlockScore};

/// A hash of a game, move for move: 16 bytes, written and read as those of a seed are. Two games have the same fingerprint
/// if start, chance events, decisions, takebacks, faults and end are the same. The bots do not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(with = "String")]
pub struct Fingerprint(pub Seed);

/// The hash of a game under way.
#[derive(Debug, Clone)]
pub(crate) struct FingerprintCourse {
    /// Receives one line for each fact that distinguishes games.
    hash: Sha256,
}

impl FingerprintCourse {
    pub(crate) fn new(head: &Head) -> Self {
        let mut course = Self { hash: Sha256::new() };
        course.line("start", 0, &head.start);
        course
    }

    /// Adds the next record of the log. A game with a takeback differs from a game without takebacks.
    pub(crate) fn add(&mut self, record: &Record) {
        match record {
            Record::Chance(chance) => self.line("chance", 0, &chance.action),
            Record::Action(action) => self.line("action", action.seat, &action.action),
            Record::Fault(fault) => self.line("fault", fault.seat, fault.fault.word()),
            Record::Result(result) => self.line("result", 0, &result.reason),
            Record::Undo(undo) => self.line("undo", 0, &undo.plies.to_string()),
            // These records do not make games differ. A refused answer, for example, does not change the game.
            Record::Match(_) | Record::Score(_) | Record::Try(_) | Record::Vacated(_) => {}
        }
    }

    fn line(&mut self, kind: &str, seat: u32, text: &str) {
        for part in [kind, " ", itoa::Buffer::new().format(seat), " ", text, "\n"] {
            self.hash.update(part);
        }
    }

    /// The fingerprint of the game so far: the first half of a SHA-256.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let digest: [u8; 32] = self.hash.clone().finalize().into();
        let (half, _) = digest.split_first_chunk().expect("a digest has more than 16 bytes");
        Fingerprint(Seed(*half))
    }
}

type Played = (Lineup, Fingerprint);

/// The games and blocks of a tournament, and the copies among them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Copies {
    games: BTreeSet<Played>,
    /// Each distinct block as its sorted games, with the index of the block in `pooled`.
    blocks: BTreeMap<Vec<Played>, usize>,
    /// The number of games that are copies of an earlier game.
    pub(crate) many: u32,
    /// The scores of the blocks; a copy is added to the block that it copies. `None` before the first copy.
    pooled: Option<Vec<BlockScore>>,
}

impl Copies {
    /// Adds a finished block. `courses` has the fingerprint of each game; `None` for a game with a fault, which is
    /// never a copy. `before` has the scores of all earlier blocks. Returns the number of earlier blocks that it copies, of
    /// which all but the first are copies too.
    pub(crate) fn hear(
        &mut self,
        block: &BlockScore,
        courses: impl Iterator<Item = Option<Fingerprint>>,
        before: &[BlockScore],
    ) -> u32 {
        let games = block.games.iter().zip(courses);
        let mut played: Vec<Option<Played>> =
            games.map(|(game, course)| course.map(|course| (game.table.clone(), course))).collect();
        for game in played.iter().flatten() {
            if !self.games.insert(game.clone()) {
                self.many += 1;
            }
        }
        played.sort_unstable();
        let whole: Option<Vec<Played>> = played.into_iter().collect();
        let place = self.pooled.as_deref().unwrap_or(before).len();
        let first = whole.map_or(place, |whole| *self.blocks.entry(whole).or_insert(place));
        if first < place {
            let games = &mut self.pooled.get_or_insert_with(|| before.to_vec())[first].games;
            let plays = games.len() / block.games.len();
            games.extend_from_slice(&block.games);
            return plays as u32;
        }
        if let Some(pooled) = &mut self.pooled {
            pooled.push(block.clone());
        }
        0
    }

    /// The independent blocks, each pooled with its copies. `None` if there are no copies.
    pub(crate) fn pooled(&self) -> Option<&[BlockScore]> {
        self.pooled.as_deref()
    }
}
