//! The levels of conformance to UVI (UVI 9.1).

use super::report::{Report, Status};

/// A level of conformance to UVI 1. UVI 9.1 defines the levels. Each includes those before.
#[derive(Debug, PartialEq, Eq)]
pub struct Level {
    /// 1 to 4.
    pub number: usize,
    /// The ability of a bot of this level.
    pub name: &'static str,
    /// The steps that it needs in addition to the steps of all lower levels.
    steps: &'static str,
    /// The least number of whole games of each variant and number of seats. Fewer games promise too much.
    pub games: u32,
}

const LEVELS: [Level; 4] = [
    Level {
        number: 1,
        name: "answers",
        steps: "start greeting variants isready unknown-lines error newgame again quit end-of-input",
        games: 0,
    },
    Level { number: 2, name: "plays", steps: "game", games: 1 },
    Level { number: 3, name: "keeps time", steps: "options thinking stop gameover movetime clock", games: 1 },
    Level { number: 4, name: "lasts", steps: "game", games: 100 },
];

impl Level {
    /// The number of the highest level.
    pub const HIGHEST: usize = LEVELS.len();

    /// The highest level that a bot has shown, as it has all lower levels. `None` if it does not reach level 1.
    pub fn of(steps: &[Report]) -> Option<&'static Self> {
        LEVELS.iter().take_while(|level| level.passed(steps) && level.has_games(steps)).last()
    }

    /// The first level that a bot has not shown, if it lacks nothing for this level but whole games.
    pub fn in_want_of_games(steps: &[Report]) -> Option<&'static Self> {
        let next = LEVELS.iter().find(|level| !(level.passed(steps) && level.has_games(steps)))?;
        next.passed(steps).then_some(next)
    }

    /// Returns true if all steps of this level passed. A skipped step proves nothing, except `options` for a bot without
    /// options.
    fn passed(&self, steps: &[Report]) -> bool {
        self.steps.split(' ').all(|wanted| {
            let mut came = steps.iter().filter(|found| found.step == wanted).peekable();
            let good =
                |found: &Report| found.status == Status::Pass || (wanted == "options" && found.status == Status::Skip);
            came.peek().is_some() && came.all(good)
        })
    }

    fn has_games(&self, steps: &[Report]) -> bool {
        steps.iter().filter_map(|step| step.games).all(|games| games >= self.games)
    }

    /// A badge for the bot's README, in Markdown.
    pub fn badge(&self) -> String {
        let Self { number, .. } = self;
        format!("![UVI 1, level {number}](https://img.shields.io/badge/UVI_1-level_{number}-brightgreen)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels, shown and in want of games, of a bot that has passed every step with this number of games, except one
    /// step that came out otherwise or is missing.
    fn levels(games: u32, other: &str, status: Option<Status>) -> (Option<usize>, Option<usize>) {
        let names = LEVELS.iter().flat_map(|level| level.steps.split(' '));
        let steps: Vec<_> = names
            .filter_map(|step| {
                let status = if step == other { status? } else { Status::Pass };
                let games = (step == "game").then_some(games);
                Some(Report { step, status, games, ..Report::default() })
            })
            .collect();
        (Level::of(&steps).map(|level| level.number), Level::in_want_of_games(&steps).map(|level| level.number))
    }

    #[test]
    fn a_level_needs_the_steps_and_games_of_those_before() {
        for (games, other, status, expected) in [
            (100, "", None, (Some(4), None)),
            (99, "", None, (Some(3), Some(4))),
            (1, "", None, (Some(3), Some(4))),
            (0, "", None, (Some(1), Some(2))),
            (100, "clock", Some(Status::Fail), (Some(2), None)),
            (100, "clock", None, (Some(2), None)),
            (100, "game", Some(Status::Fail), (Some(1), None)),
            (100, "quit", Some(Status::Fail), (None, None)),
            // A skipped step proves nothing, except `options`.
            (1, "game", Some(Status::Skip), (Some(1), None)),
            (100, "options", Some(Status::Skip), (Some(4), None)),
        ] {
            assert_eq!(levels(games, other, status), expected, "{games} {other} {status:?}");
        }
    }

    #[test]
    fn the_document_has_the_same_steps() {
        let document = include_str!("../../protocol/UVI.md");
        for Level { number, name, steps, games } in &LEVELS {
            let row = document.lines().find(|line| line.starts_with(&format!("| bot {number}, *{name}* |")));
            let told = row.expect("each level has a row").rsplit(" | ").next().expect("a last cell");
            let mut cell = steps.split(' ').map(|step| format!("`{step}`")).collect::<Vec<_>>().join(", ");
            if *games > 1 {
                cell += &format!(" with `--games {games}`");
            }
            assert_eq!(told.trim_end_matches(" |"), cell);
        }
    }
}
