//! How far a tournament is: which games may start, which are finished, which results stand. It knows no thread and no
//! file; whatever the order in which games end, the results are the same.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{
    GameResult, GameTimes, GateFaults, Held, Lead, Next, Test,
    copies::Copies,
    drawn::{Draw, Drawn},
    trial::{Mark, Trial},
};
use crate::{
    plan::Plan,
    schedule::{Block, Bye, Fixtures, PlannedGame, SeedDecision, Upcoming},
    stats::{BlockScore, GameScore, PointSum},
};

/// How far a tournament is.
#[derive(Debug, Clone)]
pub struct Progress {
    fixtures: Fixtures,
    drawn: Drawn,
    held: Held,
    /// How many results were there before those that are held, where whole blocks are forgotten.
    forgotten: u32,
    keeps: Keeps,
    /// Games that are finished before one that comes earlier in the plan.
    early: BTreeMap<u32, (GameResult, Option<GameTimes>)>,
    scores: Vec<BlockScore>,
    trial: Trial,
    copies: Copies,
    names: Vec<String>,
}

/// What is kept of blocks that are whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keeps {
    /// Results and scores: all that standings follow from.
    All,
    /// What the next blocks and the verdict follow from, and no more.
    Little,
}

/// The blocks that are to come, as far as they do not depend on results.
#[derive(Debug, Clone)]
pub struct Coming {
    begun: VecDeque<Block>,
    fixtures: Fixtures,
}

impl Coming {
    /// The next block.
    pub fn step(&mut self) -> Upcoming {
        self.begun.pop_front().map_or_else(|| self.fixtures.step(), Upcoming::Block)
    }
}

/// The results that a folder holds are not those of the plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}: expected {expected}, found {found}")]
pub struct OtherGame {
    /// The number of the game.
    pub game: u32,
    /// Who plays it by the plan.
    pub expected: String,
    /// Who played it.
    pub found: String,
}

impl Progress {
    /// A tournament of which these results are there already.
    ///
    /// # Errors
    /// If they are not those of the plan.
    pub fn new(plan: &Plan, held: Held) -> Result<Self, OtherGame> {
        let fixtures = Fixtures::grown(&plan.format, &plan.grown, plan.entrants.len(), plan.seats, plan.seatings)
            .expect("the format was checked when the plan was made");
        let trial = Trial::new(plan);
        let mut progress = Self {
            fixtures,
            drawn: Drawn::new(plan, trial.may_end_early()),
            held: Held::default(),
            forgotten: 0,
            keeps: Keeps::All,
            early: BTreeMap::new(),
            scores: Vec::new(),
            trial,
            copies: Copies::default(),
            names: plan.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        };
        let mut times = held.times.into_iter().peekable();
        for result in held.results {
            let times = times.next_if(|times| times.game == result.game);
            progress.follow(result, times)?;
        }
        Ok(progress)
    }

    /// A tournament of which nothing is played, that forgets each block when it is whole, but for what the next blocks
    /// and the verdict follow from. It has no standings.
    ///
    /// # Panics
    /// Never: a plan has a format that was checked.
    pub fn forgetful(plan: &Plan) -> Self {
        let progress = Self::new(plan, Held::default()).expect("no result is another than the plan's");
        Self { keeps: Keeps::Little, ..progress }
    }

    /// The blocks of which no result or not every result stands, and those after them.
    pub fn coming(&self) -> Coming {
        Coming { begun: self.drawn.blocks.clone(), fixtures: self.fixtures.clone() }
    }

    /// Whether something may end the tournament before all is played.
    pub fn may_end_early(&self) -> bool {
        self.trial.may_end_early()
    }

    /// The games of the plan that these results, which are its first, are of.
    pub fn planned(plan: &Plan, results: &[GameResult]) -> Vec<PlannedGame> {
        let Ok(mut progress) = Self::new(plan, Held::default()) else { return Vec::new() };
        let games = results.iter().map_while(|result| match progress.hand_out() {
            Next::Game(game) => {
                progress.finish(result.clone(), None);
                Some(game)
            }
            Next::Wait | Next::Over => None,
        });
        games.collect()
    }

    /// Takes in the next result of a tournament that is played elsewhere. Results come in the order of the plan.
    ///
    /// # Errors
    /// If it is not that of the plan.
    pub fn follow(&mut self, result: GameResult, times: Option<GameTimes>) -> Result<(), OtherGame> {
        let other = |expected: String| {
            let found = result.seats.join(", ");
            OtherGame { game: result.game, expected, found }
        };
        let Next::Game(entry) = self.hand_out() else { return Err(other("no more games".to_owned())) };
        let names: Vec<&str> = entry.table.iter().map(|bot| self.names[bot.0].as_str()).collect();
        if names != result.seats {
            return Err(other(names.join(", ")));
        }
        self.finish(result, times);
        Ok(())
    }

    /// Whether no game is left to be handed out.
    pub fn is_over(&self) -> bool {
        // Who plays next may be drawn from the results, so that it is asked of a copy.
        self.clone().hand_out() == Next::Over
    }

    /// The next game that can start, which is handed out only once.
    pub fn hand_out(&mut self) -> Next {
        self.hand_out_cheapest(|_| 0)
    }

    /// The next game that can start, one that costs least; of several the first. One that costs nothing is never passed
    /// over, nor is any for long, and where a test may end the tournament, games are handed out block after block.
    pub fn hand_out_cheapest(&mut self, cost: impl Fn(&PlannedGame) -> usize) -> Next {
        if self.is_decided() {
            return Next::Over;
        }
        let (standing, early, fixtures) = (self.count(), &self.early, &mut self.fixtures);
        let is_finished = |game: u32| game <= standing || early.contains_key(&game);
        self.drawn.cheapest(is_finished, cost, |drawn| Draw::from(fixtures.step(), |block| drawn.add(block, |_| true)))
    }

    /// The next game of a block of which a game has been handed out or played already: what is left to play where no new
    /// block may begin.
    pub fn hand_out_begun(&mut self, cost: impl Fn(&PlannedGame) -> usize) -> Next {
        if self.is_decided() {
            return Next::Over;
        }
        let (standing, early) = (self.count(), &self.early);
        self.drawn.begun(|game| game <= standing || early.contains_key(&game), cost)
    }

    /// A game is finished. Returns how many results that follow on those before have been added.
    pub fn finish(&mut self, result: GameResult, times: Option<GameTimes>) -> usize {
        self.early.insert(result.game, (result, times));
        let before = self.count();
        while !self.is_decided()
            && let Some((result, times)) = self.early.remove(&(self.count() + 1))
        {
            self.trial.count_faults(result.at_fault().map(|name| self.names.first() == Some(name)));
            self.held.results.push(result);
            self.held.times.extend(times);
            self.close_block();
        }
        (self.count() - before) as usize
    }

    /// Where the last result was the last of its block, the block counts.
    fn close_block(&mut self) {
        let Some(block) = self.drawn.blocks.front() else { return };
        let entries: Vec<PlannedGame> = block.entries().collect();
        let results = &self.held.results[(block.games_before - self.forgotten) as usize..];
        if results.len() < entries.len() {
            return;
        }
        let games = entries
            .iter()
            .zip(results)
            .map(|(entry, result)| GameScore { table: entry.table.clone(), score: result.score() });
        let score = BlockScore { games: games.collect() };
        self.fixtures.report(block.number, &score.points(&block.table).unwrap_or_default());
        if self.keeps == Keeps::Little && !self.trial.may_end_early() {
            self.drawn.blocks.pop_front();
            return self.forget();
        }
        let courses = results.iter().map(|result| result.course.filter(|_| result.faults.is_empty()));
        let copy = self.copies.hear(&score, courses, &self.scores);
        let old_at_fault = results.iter().any(|result| result.at_fault().any(|name| self.names.first() != Some(name)));
        self.trial.hear(&score, Mark { copy, old_at_fault });
        self.scores.push(score);
        self.drawn.blocks.pop_front();
        if self.keeps == Keeps::Little {
            self.forget();
        }
    }

    /// Forgets the results of whole blocks.
    fn forget(&mut self) {
        self.forgotten = self.count();
        self.held = Held::default();
    }

    /// How many results stand.
    pub fn count(&self) -> u32 {
        self.forgotten + u32::try_from(self.held.results.len()).unwrap_or(u32::MAX)
    }

    /// The results that stand, in the order of the plan.
    pub fn held(&self) -> &Held {
        &self.held
    }

    /// The games of which a result stands and whose luck is that of no game which is still to be played, by number.
    pub fn settled(&self, plan: &Plan) -> BTreeSet<u32> {
        let played = Self::planned(plan, &self.held.results);
        let mut deals: BTreeSet<u32> = played.iter().map(|game| game.deal).collect();
        if !self.is_over() {
            for block in &self.drawn.blocks {
                deals.remove(&block.deal);
            }
            self.fixtures.keep_settled(&mut deals);
        }
        played.iter().filter(|game| deals.contains(&game.deal)).map(|game| game.game).collect()
    }

    /// How many games are finished, those included that wait for an earlier one.
    pub fn finished(&self) -> usize {
        self.count() as usize + self.early.len()
    }

    /// The blocks that are whole, in the order of the plan.
    pub fn scores(&self) -> &[BlockScore] {
        &self.scores
    }

    /// The blocks that say something of their own: a copy of an earlier one, move for move, is put together with it.
    pub fn independent(&self) -> &[BlockScore] {
        self.copies.pooled().unwrap_or(&self.scores)
    }

    /// The part of the later half of the blocks that are no copies of earlier ones: how much more blocks are likely to say.
    pub fn part_of_new(&self) -> f64 {
        let later = &self.marks()[self.marks().len() / 2..];
        let new = later.iter().filter(|mark| !mark.copy).count();
        if later.is_empty() { 1.0 } else { new as f64 / later.len() as f64 }
    }

    /// How many games are copies of earlier ones of the same bots, move for move.
    pub fn copies(&self) -> u32 {
        self.copies.many()
    }

    /// The sequential test, if there is one. Where blocks are copies of others it is asked twice: with all blocks, which
    /// is right where bots draw lots and happen to draw alike, and without copies, which is right where they answer
    /// alike. It has come to a verdict when both have; before that, this is the one that says least for the first bot.
    ///
    /// A gate asks a third time, without the games in which the old bot was at fault: the new bot passes by none of them.
    pub fn test(&self) -> Option<&Test> {
        self.trial.test()
    }

    /// Who was at fault in a gate.
    pub fn gate_faults(&self) -> GateFaults {
        self.trial.faults()
    }

    /// Whether the new bot of a gate passes only with the games in which the old one was at fault, by a sequential test.
    pub fn rests_on_old_faults(&self) -> bool {
        self.trial.rests_on_old_faults()
    }

    /// What is known of each whole block, in the order of [`Self::scores`].
    pub(crate) fn marks(&self) -> &[Mark] {
        self.trial.marks()
    }

    /// Whether there is a verdict, after which nothing counts.
    fn is_decided(&self) -> bool {
        self.trial.is_decided()
    }

    /// The order in which the format itself ranks the bots, where it does.
    pub fn ranking(&self) -> Option<Vec<usize>> {
        self.fixtures.ranking().map(|bots| bots.iter().map(|bot| bot.0).collect())
    }

    /// Who had a bye in which round, in order.
    pub fn byes(&self) -> Vec<Bye> {
        self.fixtures.byes()
    }

    /// What a bye is worth in points, where byes are worth something.
    pub fn bye_worth(&self) -> Option<PointSum> {
        self.fixtures.bye_worth()
    }

    /// What was decided by seed, as far as it is over, in order.
    pub fn decided_by_seed(&self) -> Vec<SeedDecision> {
        self.fixtures.decided_by_seed()
    }

    /// How many games the whole tournament has; `None` if that depends on results.
    pub fn total(plan: &Plan) -> Option<u32> {
        plan.total()
    }
}

impl Lead {
    /// The lead so far. Where a round is one table, copies of earlier blocks say nothing more.
    pub fn of_progress(plan: &Plan, progress: &Progress) -> Self {
        let lead = Self::new(plan);
        let blocks = if lead.is_of_blocks() { progress.independent() } else { progress.scores() };
        Self::of(plan, blocks)
    }

    /// The lead so far without rounds in which the old bot of a gate was at fault.
    pub fn without_old_faults(plan: &Plan, progress: &Progress) -> Self {
        let mut lead = Self::new(plan);
        for (block, mark) in progress.scores().iter().zip(progress.marks()) {
            if mark.old_at_fault || mark.copy && lead.is_of_blocks() {
                lead.pass_over();
            } else {
                lead.hear(block);
            }
        }
        lead
    }
}
