//! A `go` of UCI as a question to a UVI bot.

use uvi::{Go, ToBot};

use super::{gui_grammar::GuiGo, scene::UciScene};

/// A question that the GUI has asked.
#[derive(Debug)]
pub(crate) struct UciQuestion {
    scene: UciScene,
    limits: Go,
    /// The moves to choose among; empty for all.
    only: Vec<String>,
    /// True if the GUI must allow the answer, by `stop` or `ponderhit`.
    held: bool,
    asked: bool,
}

impl UciQuestion {
    /// Creates the question of a `go`. A `movetime` keeps at least half of its time.
    pub(crate) fn new(go: &GuiGo<'_>, scene: UciScene, overhead: u64) -> Self {
        // Clocks that have run out are negative in some GUIs.
        let number = |key: &str| {
            let found = go.numbers.iter().find(|(found, _)| *found == key);
            found.map(|(_, number)| u64::try_from(*number).unwrap_or(0))
        };
        let times = [number("wtime"), number("btime")];
        let clocks = times.iter().any(Option::is_some).then(|| uvi::Clocks {
            time: times.to_vec(),
            inc: [number("winc"), number("binc")]
                .iter()
                .zip(times)
                .map(|(inc, time)| time.map(|_| inc.unwrap_or(0)))
                .collect(),
            movestogo: number("movestogo").filter(|&number| number > 0),
        });
        let movetime = number("movetime").map(|time| time.saturating_sub(overhead).max(time.div_ceil(2)));
        let limits = Go { movetime, clocks, nodes: number("nodes"), depth: number("depth").or_else(|| number("mate")) };
        let only = go.searchmoves.iter().map(|action| (*action).to_owned()).collect();
        Self { scene, limits, only, held: go.is_held, asked: false }
    }

    /// The messages that put the question. Until the GUI allows the answer, the bot has no limits.
    pub(crate) fn ask(&mut self, with_history: bool, with_legal: bool) -> Vec<ToBot> {
        self.asked = true;
        let mut messages = vec![ToBot::Position(self.scene.position())];
        if with_history {
            let (start, moves) = self.scene.history();
            messages.push(ToBot::History { start, moves });
        }
        if with_legal {
            messages.push(ToBot::Legal(self.scene.legal()));
        }
        messages.push(ToBot::Go(if self.held { Go::default() } else { self.limits.clone() }));
        messages
    }

    /// True if the bot has heard the question.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked
    }

    /// True if the answer must wait.
    pub(crate) fn is_held(&self) -> bool {
        self.held
    }

    /// Allows the answer.
    pub(crate) fn allow(&mut self) {
        self.held = false;
    }

    /// Shortens the question, so that the bot answers it at once.
    pub(crate) fn hasten(&mut self) {
        self.limits = Go { movetime: Some(1), ..Go::default() };
    }

    /// The move to play instead of `action`; `None` if `action` is among the moves to choose from.
    pub(crate) fn instead_of(&self, action: &str) -> Option<&str> {
        if self.only.iter().any(|only| only == action) { None } else { self.only.first().map(String::as_str) }
    }
}
