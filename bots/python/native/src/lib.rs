//! The rules of every game in a Python process: the module `uvi._rules`, whose public face is `uvi.rules`. Text and
//! numbers go in and out. An error is an exception that says what was expected; nothing panics.
//!
//! In reading order; a module uses only those above it:

mod errors;

mod kind;

mod words;

mod held;

mod flock;

mod outcome;

mod game;

mod position;

mod batch;

#[pyo3::pymodule]
mod _rules {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::{
        batch::PyBatch,
        errors::{BadOption, BadPosition, IllegalAction, RulesError, UnknownVariant, UnreadableAction},
        game::{PyGame, options, variants},
        outcome::{PyOutcome, PyScored},
        position::{Position, unpickle},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
