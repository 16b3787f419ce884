//! The figures of a rules page: each block ```` ```board ```` of its Markdown is drawn from the rules themselves.
//!
//! ```text
//! A sentence below the picture.
//! options: ranks=10      rule options, by default none
//! position: …            by default the start, with the fewest seats
//! after: @13 c3d4 pass   actions from there
//! play: @25 d7f9         actions from there, which the picture marks
//! moves: d5              points out the places to which a legal action leads from this one
//! ```

use std::collections::BTreeSet;

use uvi::{Seed, Word};
use uvi_games::game::{Actor, OptionValues, Picture, Style, Table, Turn, Variant};

/// The language of a block that is a figure.
pub(super) const LANGUAGE: &str = "board";

/// The figure of a position.
#[derive(Debug)]
pub struct RulesFigure {
    /// The position that is drawn.
    pub table: Box<dyn Table>,
    /// The actions that the picture marks.
    pub last: Vec<(Actor, Word)>,
    from: String,
    /// The sentence below the picture.
    pub caption: String,
    /// True if the figure shows the start.
    pub is_start: bool,
}

/// The reason why a block is no figure.
#[derive(Debug, thiserror::Error)]
#[error("{line}: {reason}")]
pub struct RulesFigureError {
    line: String,
    reason: String,
}

/// The figures of a page, in order.
pub fn figures(variant: &dyn Variant) -> Vec<Result<RulesFigure, RulesFigureError>> {
    let opening = format!("```{LANGUAGE}\n");
    let blocks = variant.rules().split(opening.as_str()).skip(1);
    blocks.filter_map(|block| Some(RulesFigure::read(variant, block.split_once("```")?.0))).collect()
}

impl RulesFigure {
    pub(super) fn read(variant: &dyn Variant, block: &str) -> Result<Self, RulesFigureError> {
        let mut options = OptionValues::defaults(variant.options());
        let mut seats = variant.seats()[0];
        let (mut position, mut after, mut play, mut from, mut caption) = (None, "", "", "", Vec::new());
        for line in block.lines() {
            let wrong = |reason: String| RulesFigureError { line: line.to_owned(), reason };
            match line.split_once(": ") {
                Some(("options", pairs)) => {
                    for pair in pairs.split(' ') {
                        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                        options.set(name, value).map_err(|error| wrong(error.to_string()))?;
                    }
                }
                Some(("seats", number)) => seats = number.parse().map_err(|_| wrong("expected a number".to_owned()))?,
                Some(("position", words)) => position = Some(words),
                Some(("after", actions)) => after = actions,
                Some(("play", actions)) => play = actions,
                Some(("moves", place)) => from = place,
                _ => caption.push(line),
            }
        }
        let wrong = |line: &str, reason: String| RulesFigureError { line: line.to_owned(), reason };
        let mut table = match position {
            None => {
                variant.start(&options, seats, &Seed([0; 16])).map_err(|error| wrong("options", error.to_string()))?
            }
            Some(words) => variant.read(&options, seats, words).map_err(|error| wrong(words, error.to_string()))?,
        };
        let is_start = position.is_none() && after.is_empty() && play.is_empty();
        let mut last = Vec::new();
        let (before, marked) = (after.split_whitespace(), play.split_whitespace());
        let all = before.map(|action| (action, false)).chain(marked.map(|action| (action, true)));
        for (action, is_marked) in all {
            let actor = match table.turn() {
                Turn::Seats(seats) => seats.first().map(Actor::Seat),
                Turn::Chance => Some(Actor::Chance),
                Turn::Over(_) => None,
            };
            let actor = actor.ok_or_else(|| wrong(action, "the game is over".to_owned()))?;
            let effect = table.play(actor, action).map_err(|error| wrong(action, error.to_string()))?;
            last.extend(is_marked.then_some((actor, effect.action)));
        }
        let figure = Self { table, last, from: from.to_owned(), caption: caption.join(" "), is_start };
        if !from.is_empty() && figure.goals().is_empty() {
            return Err(wrong(from, "no legal action leads from there".to_owned()));
        }
        Ok(figure)
    }

    /// The places to which legal actions lead from the place of `moves`.
    pub fn goals(&self) -> BTreeSet<String> {
        let Turn::Seats(seats) = self.table.turn() else { return BTreeSet::new() };
        let gestures = seats.iter().flat_map(|seat| self.table.choices(seat)).map(|choice| choice.gesture.places);
        let from_here = gestures.filter(|places| places.first() == Some(&self.from));
        from_here.flat_map(|places| places.into_iter().skip(1)).collect()
    }

    pub(super) fn picture(&self) -> Picture {
        let mut picture = self.table.picture(&self.last);
        if !self.from.is_empty() {
            picture.point_out(&self.from, self.goals().iter().map(String::as_str));
        }
        picture
    }

    /// The board for a terminal, and the places that the picture points out.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = self.table.board(Style::Plain);
        if !self.from.is_empty() {
            let goals: Vec<String> = self.goals().into_iter().collect();
            lines.push(format!("{} to {}", self.from, goals.join(" ")));
        }
        lines
    }
}
