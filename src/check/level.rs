//! The levels of conformance to UVI (UVI 9.1).

use super::report::Status;

/// The levels of a bot, each with the steps that it needs in addition to the steps of all lower levels.
const LEVELS: [(&str, &str); 3] = [
    ("answers", "start greeting variants isready unknown-lines error newgame again quit end-of-input"),
    ("plays", "game"),
    ("keeps time", "options thinking stop gameover movetime clock"),
];

/// A level of conformance to UVI 1: a number from 1, and a name. UVI 9.1 defines the levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// 1 to 3; each level includes those before.
    pub number: usize,
    /// The ability of a bot of this level.
    pub name: &'static str,
}

impl Level {
    /// The highest level whose steps all passed, as did the steps of all lower levels. A skipped step proves nothing,
    /// except `options` for a bot without options. `None` if the bot does not reach level 1.
    pub fn of(steps: &[(&str, Status)]) -> Option<Self> {
        let proven = |wanted: &str| {
            let mut came = steps.iter().filter(|(step, _)| *step == wanted).map(|(_, status)| *status).peekable();
            let good = |status| status == Status::Pass || (wanted == "options" && status == Status::Skip);
            came.peek().is_some() && came.all(good)
        };
        let reached = LEVELS.iter().take_while(|(_, steps)| steps.split(' ').all(proven));
        let (number, (name, _)) = (1..).zip(reached).last()?;
        Some(Self { number, name })
    }

    /// A badge for the bot's README, in Markdown.
    pub fn badge(self) -> String {
        let Self { number, .. } = self;
        format!("![UVI 1, level {number}](https://img.shields.io/badge/UVI_1-level_{number}-brightgreen)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_includes_those_before() {
        let all: Vec<_> =
            LEVELS.iter().flat_map(|(_, steps)| steps.split(' ')).map(|step| (step, Status::Pass)).collect();
        let with = |failed: &str| {
            let steps: Vec<_> =
                all.iter().map(|&(step, status)| (step, if step == failed { Status::Fail } else { status })).collect();
            Level::of(&steps).map(|level| level.number)
        };
        assert_eq!(with("nothing"), Some(3));
        assert_eq!(with("clock"), Some(2));
        assert_eq!(with("game"), Some(1));
        assert_eq!(with("quit"), None);
        // A skipped or missing step proves nothing, except `options`.
        let instead = |step: &str, status| {
            let steps: Vec<_> =
                all.iter().map(|&(name, was)| (name, if name == step { status } else { was })).collect();
            Level::of(&steps).map(|level| level.number)
        };
        assert_eq!((instead("game", Status::Skip), instead("options", Status::Skip)), (Some(1), Some(3)));
        assert_eq!(Level::of(&all[..all.len() - 1]).map(|level| level.number), Some(2));
    }

    #[test]
    fn the_document_has_the_same_steps() {
        let document = include_str!("../../protocol/UVI.md");
        for (number, (name, steps)) in (1..).zip(LEVELS) {
            let row = document.lines().find(|line| line.starts_with(&format!("| bot {number}, *{name}* |")));
            let told = row.expect("each level has a row").rsplit(" | ").next().expect("a last cell");
            let steps: Vec<_> = steps.split(' ').map(|step| format!("`{step}`")).collect();
            assert_eq!(told.trim_end_matches(" |"), steps.join(", "));
        }
    }
}
