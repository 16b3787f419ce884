//! The lines on a test while a tournament runs. They follow from the results that were told, one by one: results become
//! durable in batches, so the tournament may be ahead of them.

use uvi_cup::{GameResult, Progress, Test, stats::TestVerdict};

/// The number of finished blocks after which the state of a sequential test is told again.
const EVERY: usize = 10;

/// The number of finished blocks at which repeated games are told, if more than half of the blocks are copies.
const REPEATS_AT: usize = 20;

/// The progress of a test, up to the last result that was told.
#[derive(Debug)]
pub(super) struct TestLines {
    progress: Progress,
    /// The number of finished blocks at which the state is told next; `None` if it is not told any more.
    state_at: Option<usize>,
    /// True until enough blocks are finished to judge if the bots repeat their games.
    judges_repeats: bool,
}

/// The lines after a result.
#[derive(Debug, Default)]
pub(super) struct ToldTest {
    /// The state of a sequential test of Elo, when it is due and at the verdict.
    pub(super) state: Option<String>,
    /// True, once, if most of the first blocks are copies.
    pub(super) repeats: bool,
}

impl TestLines {
    /// The lines that follow this progress; `None` if there are none.
    pub(super) fn new(progress: &Progress) -> Option<Self> {
        let state_at = has_open_sprt(progress).then(|| next_state(progress));
        let judges_repeats = progress.scores().len() < REPEATS_AT && progress.test().is_some_and(Test::is_of_blocks);
        let is_any = state_at.is_some() || judges_repeats;
        is_any.then(|| Self { progress: progress.clone(), state_at, judges_repeats })
    }

    /// The lines after the next result.
    pub(super) fn hear(&mut self, result: GameResult) -> ToldTest {
        if let Err(error) = self.progress.follow(result, None) {
            log::error!("the lines on the test follow another plan: {error}");
        }
        let (finished, independent) = (self.progress.scores().len(), self.progress.independent().len());
        let is_judged = self.judges_repeats && finished >= REPEATS_AT;
        self.judges_repeats &= !is_judged;
        ToldTest { state: self.state(finished, independent), repeats: is_judged && 2 * independent < finished }
    }

    fn state(&mut self, finished: usize, independent: usize) -> Option<String> {
        let (at, Test::Sprt(test)) = (self.state_at?, self.progress.test()?) else { return None };
        let is_open = test.verdict() == TestVerdict::Undecided;
        if is_open && finished < at {
            return None;
        }
        let of_them = if independent < finished { format!(" ({independent} independent)") } else { String::new() };
        let state = format!("test after {finished} blocks{of_them}: {}", test.told());
        self.state_at = is_open.then(|| next_state(&self.progress));
        Some(state)
    }

    /// True if no line is to come.
    pub(super) fn is_done(&self) -> bool {
        self.state_at.is_none() && !self.judges_repeats
    }
}

/// True if there is a sequential test of Elo without a verdict.
fn has_open_sprt(progress: &Progress) -> bool {
    matches!(progress.test(), Some(Test::Sprt(test)) if test.verdict() == TestVerdict::Undecided)
}

fn next_state(progress: &Progress) -> usize {
    (progress.scores().len() / EVERY + 1) * EVERY
}

#[cfg(test)]
mod tests {
    use uvi_cup::{KnownResults, NextGame, file};
    use uvi_games::{game::Seed, games::REGISTRY};

    use super::*;

    /// Plays two games a block, of which each bot wins one. In every block they are the same games.
    #[test]
    fn the_state_is_told_after_every_ten_blocks_and_repeats_once() {
        let text = "variant = \"congress\"\nseed = \"2a\"\nrounds = 30\n[sprt]\nelo0 = 0\nelo1 = 10\n\
                    [[bot]]\nname = \"a\"\ncommand = \"bot\"\n[[bot]]\nname = \"b\"\ncommand = \"bot\"\n";
        let plan = file::read(text).unwrap().plan_alone(REGISTRY, Seed([0; 16])).unwrap();
        let mut progress = Progress::new(&plan, KnownResults::default()).unwrap();
        let mut lines = TestLines::new(&progress).unwrap();
        let (mut states, mut repeats) = (Vec::new(), Vec::new());
        while let NextGame::Game(game) = progress.hand_out() {
            let names: Vec<&str> = game.table.iter().map(|bot| plan.entrant(*bot).name.as_str()).collect();
            let result: GameResult = serde_json::from_value(serde_json::json!({
                "game": game.game, "block": game.block, "round": game.round, "seats": names, "reason": "made up",
                "score": ["1", "0"], "decisions": 2, "seed": plan.seed_of(&game), "log": "games/none.jsonl",
                "course": "0".repeat(32),
            }))
            .unwrap();
            progress.finish(result.clone(), None);
            assert!(!lines.is_done());
            let told = lines.hear(result);
            states.extend(told.state.map(|state| (game.game, state)));
            repeats.extend(told.repeats.then_some(game.game));
        }
        let starts = [20, 40, 60].map(|games| (games, format!("test after {} blocks (1 independent): ", games / 2)));
        assert_eq!(states.len(), starts.len(), "{states:?}");
        for ((game, state), (expected, start)) in states.iter().zip(&starts) {
            assert!(game == expected && state.starts_with(start), "{states:?}");
        }
        assert_eq!(repeats, [40]);
    }
}
