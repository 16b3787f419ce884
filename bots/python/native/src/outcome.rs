//! The outcomes of games and the scores of turns, as Python objects.

use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    sync::PyOnceLock,
    types::{PyTuple, PyType},
};
use uvi_games::game::{self, Points, Score};

/// The end of a game by its own rules.
#[pyclass(name = "Outcome", new = "from_fields", frozen, eq, hash, module = "uvi.rules")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    /// The reason, a word of the rules page.
    #[pyo3(get)]
    reason: String,
    /// The score that all seats share, or None.
    #[pyo3(get)]
    shared: Option<u32>,
    points: Vec<(u32, u32)>,
}

impl From<&game::Outcome> for PyOutcome {
    fn from(outcome: &game::Outcome) -> Self {
        let (points, shared) = match &outcome.score {
            Score::Each(each) => {
                let pair = |points: &Points| (points.numerator(), points.denominator());
                (each.values().map(pair).collect(), None)
            }
            Score::Shared(shared) => (Vec::new(), Some(*shared)),
        };
        Self { reason: outcome.reason.to_owned(), shared, points }
    }
}

/// The pickled form of an outcome: its parts.
type OutcomeParts = (String, Option<u32>, Vec<(u32, u32)>);

#[pymethods]
impl PyOutcome {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, OutcomeParts) {
        let Self { reason, shared, points } = slf.get();
        (slf.get_type(), (reason.clone(), *shared, points.clone()))
    }

    /// The points of each seat, in seat order, as fractions. Empty if all seats share one score.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        static FRACTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let fraction = FRACTION.import(py, "fractions", "Fraction")?;
        let points: Vec<Bound<'py, PyAny>> =
            self.points.iter().map(|points| fraction.call1(*points)).collect::<PyResult<_>>()?;
        PyTuple::new(py, points)
    }

    fn __repr__(&self) -> String {
        let text =
            |(above, below): &(u32, u32)| if *below == 1 { above.to_string() } else { format!("{above}/{below}") };
        match self.shared {
            Some(shared) => format!("<Outcome {}: shared {shared}>", self.reason),
            None => {
                format!("<Outcome {}: {}>", self.reason, self.points.iter().map(text).collect::<Vec<_>>().join(" "))
            }
        }
    }
}

/// The score of a turn of a cooperative game.
#[pyclass(name = "Scored", new = "from_fields", frozen, eq, hash, module = "uvi.rules")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyScored {
    /// The turn, from 1.
    #[pyo3(get)]
    turn: u32,
    /// The points of this turn.
    #[pyo3(get)]
    points: u32,
    /// The points so far, including those of this turn.
    #[pyo3(get)]
    total: u32,
    chain: Vec<String>,
    /// The length of the longest chain, or None unless the seats claim chains themselves.
    #[pyo3(get)]
    longest: Option<u32>,
}

impl From<game::ScoredTurn> for PyScored {
    fn from(scored: game::ScoredTurn) -> Self {
        let game::ScoredTurn { turn, points, total, chain, longest } = scored;
        Self { turn, points, total, chain, longest }
    }
}

/// The pickled form of a score: its parts.
type ScoredParts = (u32, u32, u32, Vec<String>, Option<u32>);

#[pymethods]
impl PyScored {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, ScoredParts) {
        let Self { turn, points, total, chain, longest } = slf.get();
        (slf.get_type(), (*turn, *points, *total, chain.clone(), *longest))
    }

    /// The squares of the chain that proves the points, in order.
    #[getter]
    fn chain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.chain)
    }

    fn __repr__(&self) -> String {
        format!("<Scored turn {}: {} points, {} in all>", self.turn, self.points, self.total)
    }
}

/// Returns the score as a Python object, or None.
pub(crate) fn scored(py: Python<'_>, scored: Option<game::ScoredTurn>) -> PyResult<Py<PyAny>> {
    match scored {
        None => Ok(py.None()),
        Some(scored) => PyScored::from(scored).into_py_any(py),
    }
}
