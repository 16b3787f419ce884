//! The news of a running test: its state after every ten blocks and at the verdict, and bots that repeat their games.

use crate::{
    progress::{Progress, Test},
    stats::TestVerdict,
};

/// The number of finished blocks after which the state of a sequential test is told again.
const EVERY: usize = 10;

/// The number of finished blocks at which repeated games are told, if more than half of the blocks are copies.
const REPEATS_AT: usize = 20;

/// The points at which a test is told next.
#[derive(Debug)]
pub(super) struct TestWatch {
    /// The number of finished blocks at which the state is told next; `None` if it is not told any more.
    state_at: Option<usize>,
    /// True until enough blocks are finished to judge if the bots repeat their games.
    judges_repeats: bool,
}

/// News of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestNews {
    /// The state of a sequential test of Elo, when it is due and at the verdict.
    pub state: Option<String>,
    /// True, once, if most of the first blocks are copies.
    pub repeats: bool,
}

impl TestWatch {
    pub(super) fn new(progress: &Progress) -> Self {
        let is_open = matches!(progress.test(), Some(Test::Sprt(test)) if test.verdict() == TestVerdict::Undecided);
        Self {
            state_at: is_open.then(|| next_state(progress)),
            judges_repeats: progress.test().is_some() && progress.scores().len() < REPEATS_AT,
        }
    }

    /// The news after the last result that stands.
    pub(super) fn hear(&mut self, progress: &Progress) -> Option<TestNews> {
        let (finished, independent) = (progress.scores().len(), progress.independent().len());
        let is_judged = self.judges_repeats && finished >= REPEATS_AT;
        self.judges_repeats &= !is_judged;
        let (state, repeats) = (self.state(progress, finished, independent), is_judged && 2 * independent < finished);
        (state.is_some() || repeats).then_some(TestNews { state, repeats })
    }

    fn state(&mut self, progress: &Progress, finished: usize, independent: usize) -> Option<String> {
        let (at, Test::Sprt(test)) = (self.state_at?, progress.test()?) else { return None };
        let is_open = test.verdict() == TestVerdict::Undecided;
        if is_open && finished < at {
            return None;
        }
        let of_them = if independent < finished { format!(" ({independent} independent)") } else { String::new() };
        self.state_at = is_open.then(|| next_state(progress));
        Some(format!("test after {finished} blocks{of_them}: {}", test.told()))
    }
}

fn next_state(progress: &Progress) -> usize {
    (progress.scores().len() / EVERY + 1) * EVERY
}

#[cfg(test)]
mod tests {
    use uvi_games::{
        game::{Points, Seed},
        games::REGISTRY,
    };

    use super::*;
    use crate::{
        plan::file,
        progress::{GameResult, KnownResults},
        schedule::Next,
    };

    /// Plays two games a block, of which each bot wins one. In every block they are the same games.
    #[test]
    fn the_state_is_told_after_every_ten_blocks_and_repeats_once() {
        let text = "variant = \"congress\"\nseed = \"2a\"\nrounds = 30\n[sprt]\nelo0 = 0\nelo1 = 10\n\
                    [[bot]]\nname = \"a\"\ncommand = \"bot\"\n[[bot]]\nname = \"b\"\ncommand = \"bot\"\n";
        let plan = file::read(text).unwrap().plan_alone(REGISTRY, Seed([0; 16])).unwrap();
        let mut progress = Progress::new(&plan, KnownResults::default()).unwrap();
        let mut watch = TestWatch::new(&progress);
        let (mut states, mut repeats) = (Vec::new(), Vec::new());
        while let Next::One(game) = progress.hand_out() {
            let result = GameResult {
                game: game.game,
                block: game.block,
                round: game.round,
                seats: game.table.iter().map(|bot| plan.entrant(*bot).name.clone()).collect(),
                score: Some(vec![Points::ONE, Points::ZERO]),
                course: Some(crate::progress::Fingerprint(uvi::Seed([0; 16]))),
                ..GameResult::default()
            };
            progress.finish(result, None);
            let Some(told) = watch.hear(&progress) else { continue };
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
