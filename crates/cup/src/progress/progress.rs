//! The progress of a tournament: games that may start, games that are finished, results that stand. A result stands if
//! all earlier games of the plan are finished too. The module knows no thread and no file. The results are the same in
//! whatever order games end.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{
    GameResult, GameTimes, GateFaults, KnownResults, Lead, ResultCounts, Test,
    copies::Copies,
    drawn::{DrawnBlocks, NextBlocks},
    trial::{OmissionMark, Trial},
};
use crate::{
    plan::Plan,
    schedule::{Block, Fixtures, Next, PlannedGame},
    stats::{BlockScore, GameScore},
};

/// The progress of a tournament.
#[derive(Debug, Clone)]
pub struct Progress {
    fixtures: Fixtures,
    drawn: DrawnBlocks,
    held: KnownResults,
    /// The number of results that were dropped with their finished blocks. 0 if `keeps` is `All`.
    forgotten: u32,
    keeps: Retention,
    /// Finished games that wait for a game earlier in the plan.
    early: BTreeMap<u32, (GameResult, Option<GameTimes>)>,
    scores: Vec<BlockScore>,
    /// The deal of each independent block.
    deals: Vec<u32>,
    trial: Trial,
    /// True if games were handed out that nobody plays any more.
    has_left_out: bool,
    copies: Copies,
    counts: ResultCounts,
}

/// The data that is kept of a block when all its games are finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Retention {
    /// Results and scores: everything that standings need.
    All,
    /// Only the data for the next blocks and the verdict.
    Little,
}

/// The coming blocks that are known without further results.
#[derive(Debug, Clone)]
pub struct ComingBlocks {
    begun: VecDeque<Block>,
    fixtures: Fixtures,
}

impl ComingBlocks {
    /// The next block.
    pub fn step(&mut self) -> Next<Block> {
        self.begun.pop_front().map_or_else(|| self.fixtures.step(), Next::One)
    }
}

impl Progress {
    /// A tournament without results.
    pub fn empty(plan: &Plan) -> Self {
        let fixtures = Fixtures::grown(&plan.format, &plan.grown, plan.entrants.len(), plan.seats, plan.seatings)
            .expect("the format was checked when the plan was made");
        let trial = Trial::new(plan);
        Self {
            fixtures,
            drawn: DrawnBlocks::new(plan, trial.may_end_early()),
            held: KnownResults::default(),
            forgotten: 0,
            keeps: Retention::All,
            early: BTreeMap::new(),
            scores: Vec::new(),
            deals: Vec::new(),
            trial,
            has_left_out: false,
            copies: Copies::default(),
            counts: ResultCounts::of(plan.entrants.iter().map(|entrant| entrant.name.clone())),
        }
    }

    /// A tournament that has these results already.
    ///
    /// # Errors
    /// If a result does not fit the plan, in words.
    pub fn new(plan: &Plan, held: KnownResults) -> Result<Self, String> {
        let mut progress = Self::empty(plan);
        let mut times = held.times.into_iter().peekable();
        for result in held.results {
            let times = times.next_if(|times| times.game == result.game);
            progress.follow(result, times)?;
        }
        Ok(progress)
    }

    /// A tournament without results. Each block is forgotten when its games are finished, except the data for the next
    /// blocks and the verdict. So there are no standings.
    pub fn forgetful(plan: &Plan) -> Self {
        Self { keeps: Retention::Little, ..Self::empty(plan) }
    }

    /// The blocks that lack results, and the blocks after them.
    pub fn coming(&self) -> ComingBlocks {
        ComingBlocks { begun: self.drawn.blocks.clone(), fixtures: self.fixtures.clone() }
    }

    /// True if a test or a gate may end the tournament before all games are played.
    pub fn may_end_early(&self) -> bool {
        self.trial.may_end_early()
    }

    /// Adds the next result of a tournament that is played elsewhere. Results come in the order of the plan.
    ///
    /// # Errors
    /// If the seats are not the seats of the next game, or if there is no next game, in words.
    pub fn follow(&mut self, result: GameResult, times: Option<GameTimes>) -> Result<(), String> {
        let other =
            |expected: &str| format!("game {}: expected {expected}, found {}", result.game, result.seats.join(", "));
        let Next::One(entry) = self.hand_out() else { return Err(other("no more games")) };
        let known = self.counts.names();
        let names: Vec<&str> = entry.table.iter().map(|bot| known[bot.0].as_str()).collect();
        if names != result.seats {
            return Err(other(&names.join(", ")));
        }
        self.finish(result, times);
        Ok(())
    }

    /// Notes that games were handed out that nobody plays any more. A resumed tournament plays them.
    pub(crate) fn leave_out(&mut self) {
        self.has_left_out = true;
    }

    /// True if games are left out without which there is no verdict.
    pub(crate) fn lacks_games(&self) -> bool {
        self.has_left_out && !self.is_decided()
    }

    /// True if no game is left to play.
    pub fn is_over(&self) -> bool {
        if self.is_decided() || self.has_left_out {
            return self.is_decided();
        }
        // Asks copies, because drawing the next block changes the fixtures. The results are not copied.
        let (mut drawn, mut fixtures) = (self.drawn.clone(), self.fixtures.clone());
        let (standing, early) = (self.count(), &self.early);
        let is_finished = |game: u32| game <= standing || early.contains_key(&game);
        let draw = |drawn: &mut DrawnBlocks| fixtures.step().map(|block| drawn.add(block, |_| true));
        drawn.next(NextBlocks::All, is_finished, |_| 0, draw) == Next::Over
    }

    /// Hands out the next game that can start. Each game is handed out once.
    pub fn hand_out(&mut self) -> Next<PlannedGame> {
        self.hand_out_cheapest(NextBlocks::All, |_| 0)
    }

    /// Hands out the first of the cheapest games that can start. A game of cost 0 is taken at once, and no game is
    /// passed over for long. If a test may end the tournament, games are handed out block by block.
    pub fn hand_out_cheapest(&mut self, blocks: NextBlocks, cost: impl Fn(&PlannedGame) -> usize) -> Next<PlannedGame> {
        if self.is_decided() {
            return Next::Over;
        }
        let (standing, early, fixtures) = (self.count(), &self.early, &mut self.fixtures);
        let is_finished = |game: u32| game <= standing || early.contains_key(&game);
        let draw = |drawn: &mut DrawnBlocks| fixtures.step().map(|block| drawn.add(block, |_| true));
        self.drawn.next(blocks, is_finished, cost, draw)
    }

    /// Adds a finished game. Returns the number of results that stand now and did not before.
    pub fn finish(&mut self, result: GameResult, times: Option<GameTimes>) -> usize {
        self.hold(result, times);
        let before = self.count();
        while self.stand() {}
        (self.count() - before) as usize
    }

    /// Adds a finished game, which waits for the games before it.
    pub(crate) fn hold(&mut self, result: GameResult, times: Option<GameTimes>) {
        self.early.insert(result.game, (result, times));
    }

    /// Lets the next result stand. Returns false if its game is not finished, or there is a verdict.
    pub(crate) fn stand(&mut self) -> bool {
        if !self.is_decided()
            && let Some((result, times)) = self.early.remove(&(self.count() + 1))
        {
            let first = self.counts.names().next().map(String::as_str);
            let both = result.at_fault().filter(|&name| first == Some(name) || self.is_old(name));
            let of_first: Vec<bool> = both.map(|name| first == Some(name)).collect();
            self.trial.count_faults(of_first.into_iter());
            if self.keeps == Retention::All {
                self.counts.add_result(&result, times.as_ref().map(|times| times.seats.as_slice()));
            }
            self.held.results.push(result);
            self.held.times.extend(times);
            self.close_block();
            return true;
        }
        false
    }

    /// True for the name of the old bot of a gate, or of one of its copies.
    fn is_old(&self, name: &str) -> bool {
        let (mut names, has_pool) = (self.counts.names(), self.trial.gate.is_some_and(|gate| gate.pool));
        if has_pool { names.nth(1).is_some_and(|old| old == name) } else { names.next().is_none_or(|new| new != name) }
    }

    /// Counts the current block if its last result has come.
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
        if self.keeps == Retention::Little && !self.trial.may_end_early() {
            self.drawn.blocks.pop_front();
            return self.forget();
        }
        let courses = results.iter().map(|result| result.course.filter(|_| result.faults.is_empty()));
        let plays = self.copies.hear(&score, courses, &self.scores);
        if self.keeps == Retention::All {
            self.counts.add_block(score.clone(), plays);
            self.deals.extend((plays == 0).then_some(block.deal));
        }
        let old_at_fault = results.iter().any(|result| result.at_fault().any(|name| self.is_old(name)));
        self.trial.hear(&score, OmissionMark { copy: plays > 0, old_at_fault });
        self.scores.push(score);
        self.drawn.blocks.pop_front();
        if self.keeps == Retention::Little {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.forgotten = self.count();
        self.held = KnownResults::default();
    }

    /// The number of results that stand.
    pub fn count(&self) -> u32 {
        self.forgotten + u32::try_from(self.held.results.len()).unwrap_or(u32::MAX)
    }

    /// The results that stand, in the order of the plan.
    pub fn held(&self) -> &KnownResults {
        &self.held
    }

    /// The results that stand, in the order of the plan.
    pub fn into_held(self) -> KnownResults {
        self.held
    }

    /// The numbers of finished games whose deal (chance events and opening) no unplayed game has.
    pub fn settled(&self, plan: &Plan) -> BTreeSet<u32> {
        let mut again = Self::empty(plan);
        let mut played = Vec::new();
        for result in &self.held.results {
            let Next::One(game) = again.hand_out() else { break };
            again.finish(result.clone(), None);
            played.push(game);
        }
        let mut deals: BTreeSet<u32> = played.iter().map(|game| game.deal).collect();
        if !self.is_over() {
            for block in &self.drawn.blocks {
                deals.remove(&block.deal);
            }
            self.fixtures.keep_settled(&mut deals);
        }
        played.iter().filter(|game| deals.contains(&game.deal)).map(|game| game.game).collect()
    }

    /// The number of finished games, including those that wait for an earlier game.
    pub fn finished(&self) -> usize {
        self.count() as usize + self.early.len()
    }

    /// The scores of the finished blocks, in the order of the plan.
    pub fn scores(&self) -> &[BlockScore] {
        &self.scores
    }

    /// The independent blocks. A block that repeats an earlier block move for move is pooled with the earlier block.
    pub fn independent(&self) -> &[BlockScore] {
        self.copies.pooled().unwrap_or(&self.scores)
    }

    /// The independent blocks, each with its deal: the number of its luck and opening, which other blocks may share.
    pub(crate) fn dealt(&self) -> impl Iterator<Item = (u32, &BlockScore)> {
        self.deals.iter().copied().zip(self.independent())
    }

    /// The fraction of blocks that are not copies, in the later half of the blocks: a prediction for further blocks. 1
    /// if there are no blocks.
    pub fn part_of_new(&self) -> f64 {
        let later = &self.trial.marks[self.trial.marks.len() / 2..];
        let new = later.iter().filter(|mark| !mark.copy).count();
        if later.is_empty() { 1.0 } else { new as f64 / later.len() as f64 }
    }

    /// The results that stand, counted.
    pub fn counts(&self) -> &ResultCounts {
        &self.counts
    }

    /// The number of games that are copies, move for move, of earlier games of the same bots.
    pub fn copies(&self) -> u32 {
        self.copies.many
    }

    /// The sequential test that decides, if the plan has a test. If some blocks are copies of others, there are two tests:
    /// with all blocks and without copies. Copies are evidence if bots play at random and happen to repeat a game. Copies
    /// are no evidence if bots always answer alike. Both tests must reach a verdict; until then, returns a test without a
    /// verdict, and the one without copies if neither has a verdict. If the verdicts differ, returns the test that the
    /// first bot fails.
    ///
    /// A gate has a third test, without the blocks in which the old bot was at fault. The new bot must pass this test
    /// too, unless the gate has `old-may-fail`.
    pub fn test(&self) -> Option<&Test> {
        self.trial.test()
    }

    /// The blocks that [`Self::test`] has taken in, in the order of the plan, if it is a test of Elo.
    pub fn test_blocks(&self) -> Vec<&BlockScore> {
        let Some(Test::Sprt(test)) = self.test() else { return Vec::new() };
        let taken = self.judged_blocks().into_iter().filter_map(|(block, is_taken)| is_taken.then_some(block));
        taken.take(test.blocks as usize).collect()
    }

    /// The finished blocks, in the order of the plan, each with true if [`Self::test`] takes it in.
    pub fn judged_blocks(&self) -> Vec<(&BlockScore, bool)> {
        let blocks = self.scores().iter().zip(&self.trial.marks);
        blocks.map(|(block, mark)| (block, self.trial.takes(*mark))).collect()
    }

    /// The faults in the games of a gate.
    pub fn gate_faults(&self) -> GateFaults {
        self.trial.faults
    }

    /// True if, by a sequential test, the new bot of a gate passes only by games in which the old bot was at fault.
    pub fn rests_on_old_faults(&self) -> bool {
        self.trial.rests_on_old_faults()
    }

    /// True if there is a verdict. Results after the verdict do not count.
    fn is_decided(&self) -> bool {
        self.trial.is_decided()
    }

    /// The schedule, with the points of the blocks so far.
    pub fn fixtures(&self) -> &Fixtures {
        &self.fixtures
    }
}

impl Lead {
    /// The lead so far. Copies do not count.
    pub fn of_progress(plan: &Plan, progress: &Progress) -> Self {
        Self::of_marked(plan, progress, |_| false)
    }

    /// The lead so far without copies, and without the rounds in which the old bot of a gate was at fault.
    pub fn without_old_faults(plan: &Plan, progress: &Progress) -> Self {
        Self::of_marked(plan, progress, |mark| mark.old_at_fault)
    }

    fn of_marked(plan: &Plan, progress: &Progress, is_omitted: fn(&OmissionMark) -> bool) -> Self {
        let mut lead = Self::new(plan);
        for (block, mark) in progress.scores().iter().zip(&progress.trial.marks) {
            if is_omitted(mark) {
                lead.pass_over();
            } else {
                lead.hear(block, mark.copy);
            }
        }
        lead
    }
}
