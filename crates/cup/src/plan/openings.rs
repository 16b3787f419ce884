//! Random openings: positions after a number of random decisions. Each decision is drawn from a seed and the decision's
//! number. A bot can judge if a position is balanced; the module does not know how the bot is asked.

use std::collections::{BTreeMap, BTreeSet};

use uvi::{SeatPlayer, Seed, Text, Word, Words};
use uvi_games::game::{Actor, SeatSet, Stream, Table, Turn, derive};
use uvi_match::{
    record::Adjudication,
    referee::{HostError, MatchSpec},
};

use crate::{
    counted::counted,
    terms::{BalanceKeys, Opening},
};

/// The most decisions that lead to an opening.
pub const MOST_DECISIONS: u32 = 1000;
/// The most openings that are drawn at once.
pub const MOST_OPENINGS: u32 = 10_000;

/// The maximum number of positions that are drawn to find one more opening.
const DRAWN: u32 = 1000;

/// The most positions that a bot judges for one opening.
const JUDGED: u32 = 100;

/// The `info score` of a certain win.
const WHOLE: f64 = 100.0;

/// The settings of random openings.
#[derive(Debug, Clone)]
pub struct RandomOpenings {
    /// The match that the openings are for: its variant, options and seats. All draws follow from its seed.
    pub spec: MatchSpec,
    /// The number of decisions that lead to an opening.
    pub decisions: u32,
}

/// The reason why there are too few openings.
#[derive(Debug, Clone, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum OpeningsError {
    #[error(
        "{variant}: every game is over after {} at random, in {DRAWN} tries; use fewer decisions",
        counted(*.decisions, "decision")
    )]
    Over { variant: &'static str, decisions: u32 },
    #[error(
        "expected {count} openings, found only {} after {} at random; use a lower count or more decisions",
        counted(*.found, "different position"), counted(*.decisions, "decision")
    )]
    Same { found: u32, count: u32, decisions: u32 },
    #[error(
        "opening {number}: expected a position within {within}, found none in {JUDGED}; the closest is at {nearest:.2}: \
         use a greater within or another number of decisions"
    )]
    Unbalanced { number: u32, within: f64, nearest: f64 },
    #[error("expected an info score from the bot that judges, found none in {0}")]
    NoScore(Words),
    #[error("{0} has one score for all seats, so no position can be unbalanced; omit balance")]
    OneScore(&'static str),
    #[error("{0}")]
    Match(#[from] HostError),
    /// The caller's reason why the bot cannot be asked.
    #[error("the bot that judges: {0}")]
    NoJudge(String),
}

impl RandomOpenings {
    /// `count` openings, all different, in which seats must act. `judge` plays a match of one decision, and returns the
    /// `info score` of each bot that decided. `judge` is called only if there is a `balance`.
    ///
    /// # Errors
    /// If there are too few openings, or if the bot cannot judge.
    pub fn openings(
        &self,
        count: u32,
        balance: Option<&BalanceKeys>,
        mut judge: impl FnMut(&MatchSpec) -> Result<Vec<f64>, String>,
    ) -> Result<Vec<Opening>, OpeningsError> {
        if balance.is_some() && self.spec.variant().cooperative() {
            return Err(OpeningsError::OneScore(self.spec.variant().word()));
        }
        let mut known = BTreeSet::new();
        let mut openings = Vec::new();
        for number in 1..=count {
            let position = self.opening(number, count, &mut known, balance, &mut judge)?;
            openings.push(Opening { name: format!("lot-{number}"), position, tags: BTreeMap::new() });
        }
        Ok(openings)
    }

    fn opening(
        &self,
        number: u32,
        count: u32,
        known: &mut BTreeSet<String>,
        balance: Option<&BalanceKeys>,
        judge: &mut impl FnMut(&MatchSpec) -> Result<Vec<f64>, String>,
    ) -> Result<Words, OpeningsError> {
        let (mut reached, mut judged, mut nearest) = (false, 0, f64::INFINITY);
        for attempt in 1..=DRAWN {
            let seed = derive(&self.spec.seed(), &format!("opening {number} {attempt}"));
            let Some(table) = self.play(&seed)? else { continue };
            reached = true;
            let position = table.position();
            if known.contains(position.as_str()) {
                continue;
            }
            if let Some(balance) = balance {
                if !has_choice(&*table) {
                    continue;
                }
                let off = self.judged(&position, &seed, balance, judge)?;
                judged += 1;
                nearest = nearest.min(off);
                if off > balance.within {
                    if judged == JUDGED {
                        break;
                    }
                    continue;
                }
            }
            known.insert(position.to_string());
            return Ok(position);
        }
        let decisions = self.decisions;
        Err(match balance {
            Some(balance) if judged > 0 => OpeningsError::Unbalanced { number, within: balance.within, nearest },
            Some(_) | None if reached => OpeningsError::Same { found: number - 1, count, decisions },
            Some(_) | None => OpeningsError::Over { variant: self.spec.variant().word(), decisions },
        })
    }

    /// The position after the decisions drawn from this seed, and after the chance events and forced passes that
    /// follow. Chance events follow from the same seed. `None` if the game is over by then.
    fn play(&self, seed: &Seed) -> Result<Option<Box<dyn Table>>, HostError> {
        let mut table = self.spec.clone().reseeded(trial(), *seed).table()?;
        let mut decided = 0;
        while let Some(seats) = settle(&mut *table, seed) {
            if decided >= self.decisions {
                return Ok(Some(table));
            }
            // Seats that decide at once do not see each other's choices.
            let mut chosen = Vec::new();
            for seat in seats.iter() {
                let legal = table.legal(seat);
                let Ok(number @ 1..) = u32::try_from(legal.len()) else { return Ok(None) };
                decided += 1;
                let place = Stream::new(seed, &format!("opening {decided}")).below(number);
                chosen.push((seat, legal[place as usize].clone()));
            }
            for (seat, action) in chosen {
                // An action that was listed as legal stays legal, whatever the other seats chose.
                let Ok(_) = table.play(Actor::Seat(seat), action.as_str()) else { return Ok(None) };
            }
        }
        Ok(None)
    }

    /// The greatest absolute score that a bot gives itself in the position, in hundreds. 0 is balanced.
    fn judged(
        &self,
        position: &Words,
        seed: &Seed,
        balance: &BalanceKeys,
        judge: &mut impl FnMut(&MatchSpec) -> Result<Vec<f64>, String>,
    ) -> Result<f64, OpeningsError> {
        let mut spec = self.spec.clone().reseeded(trial(), *seed);
        spec.set_position(position)?;
        spec.set_clock(None, balance.clock())?;
        for number in 1..=u32::from(spec.seats()) {
            spec.set_player(number, &SeatPlayer::Bot(Text::new(&*balance.bot)))?;
        }
        spec.set_terms(|terms| {
            terms.adjudication = Some(Adjudication { max_decisions: Some(1), ..Adjudication::default() });
        })?;
        let scores = judge(&spec).map_err(OpeningsError::NoJudge)?;
        let furthest = scores.into_iter().map(|score| score.abs() / WHOLE).max_by(f64::total_cmp);
        furthest.ok_or_else(|| OpeningsError::NoScore(position.clone()))
    }
}

/// Plays chance events and forced passes. Returns the seats that must decide, or `None` if the game is over.
fn settle(table: &mut dyn Table, seed: &Seed) -> Option<SeatSet> {
    loop {
        let (actor, action) = match (table.forced(), table.turn()) {
            (_, Turn::Over(_)) => return None,
            (Some((seat, pass)), _) => (Actor::Seat(seat), pass),
            (None, Turn::Chance) => (Actor::Chance, table.chance(seed)?),
            (None, Turn::Seats(seats)) => return Some(seats),
        };
        table.play(actor, action.as_str()).ok()?;
    }
}

/// True if each seat that must decide has a choice. Without a choice, a bot need not think.
fn has_choice(table: &dyn Table) -> bool {
    match table.turn() {
        Turn::Seats(seats) => seats.iter().all(|seat| table.legal(seat).len() > 1),
        Turn::Chance | Turn::Over(_) => false,
    }
}

/// The name of a match that is not played to its end.
fn trial() -> Word {
    Word::new("opening").expect("this is a word")
}
