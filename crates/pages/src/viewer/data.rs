//! The data for the script of the page.

use indexmap::IndexSet;
use serde::Serialize;
use uvi::{Digest, Seed};
use uvi_games::game::DrawWords;
use uvi_match::record::{Log, Record};

use super::{frames::Change, replay_steps::ReplaySteps};

#[derive(Debug, Serialize)]
pub(super) struct Data<'a> {
    /// The commitment to the seed, published before the game.
    commitment: Option<Digest>,
    /// The seed, published after the game.
    seed: Option<Seed>,
    /// The lines of all shapes and titles.
    lines: Vec<&'a String>,
    /// The shapes of all boards: the line numbers of each.
    shapes: Vec<&'a Vec<usize>>,
    /// The distinct lots. A lot is the recipe of a draw: the words that are hashed.
    lots: Vec<LotData<'a>>,
    /// The number of draws in the part of the log that cannot be played.
    undrawn: usize,
    steps: Vec<StepData<'a>>,
}

/// The words of a draw, as in [`DrawWords`].
#[derive(Debug, Serialize)]
struct LotData<'a> {
    parts: &'a [Vec<String>],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    again: &'a [String],
}

#[serde_with::skip_serializing_none]
#[derive(Debug, Serialize)]
struct StepData<'a> {
    n: u32,
    #[serde(skip_serializing_if = "<[Change]>::is_empty")]
    changes: &'a [Change],
    /// The line number of the board's description, if it has changed.
    title: Option<usize>,
    seat: Option<u32>,
    /// The time used, in milliseconds.
    ms: Option<f64>,
    /// The time left on the seat's clock, in milliseconds.
    clock: Option<f64>,
    draw: Option<DrawData<'a>>,
}

/// A draw: its key, the index of its lot in `lots`, and its outcome in the log.
#[derive(Debug, Serialize)]
struct DrawData<'a>(&'a str, usize, &'a str);

impl<'a> Data<'a> {
    pub(super) fn new(log: &'a Log, ReplaySteps { steps, frames, .. }: &'a ReplaySteps<'a>) -> Self {
        let mut lots: IndexSet<&DrawWords> = IndexSet::new();
        let mut title = None;
        let mut data = Vec::new();
        for step in steps {
            let board = step.board.as_ref();
            let shown = board.map(|board| board.title).filter(|shown| title != Some(*shown));
            title = shown.or(title);
            let action = step.action();
            data.push(StepData {
                n: step.n(),
                changes: board.map(|board| board.changes.as_slice()).unwrap_or_default(),
                title: shown,
                seat: action.map(|action| action.seat),
                ms: action.and_then(|action| action.ms),
                clock: action.and_then(|action| action.clock),
                draw: step
                    .draw
                    .as_ref()
                    .zip(step.event.and_then(Record::done))
                    .map(|(draw, outcome)| DrawData(&draw.key, lots.insert_full(&draw.words).0, outcome)),
            });
        }
        let lots = lots.into_iter().map(|lot| LotData { parts: &lot.parts, again: &lot.again }).collect();
        let is_drawn = |event: &Record| event.action().is_none_or(|action| action.random);
        let undrawn = steps.iter().filter(|step| step.draw.is_none() && step.event.is_some_and(is_drawn)).count();
        Self {
            commitment: log.head.commitment,
            seed: log.seed(),
            lines: frames.lines.iter().collect(),
            shapes: frames.shapes.iter().collect(),
            lots,
            undrawn,
            steps: data,
        }
    }

    /// The data as JSON that can be embedded in an HTML element: no text in it can start a tag.
    pub(super) fn to_json(&self) -> String {
        let json = serde_json::to_string(self).expect("the data have only text keys and finite numbers");
        json.replace('<', "\\u003c")
    }
}
