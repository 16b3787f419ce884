//! The errors of the rules, as Python exceptions.

use pyo3::{
    create_exception,
    exceptions::{PyImportError, PyValueError},
    prelude::*,
    sync::PyOnceLock,
};
use uvi_games::game::{self, RefusalError, SeatSet};

create_exception!(uvi.rules, RulesError, PyValueError, "The base of all errors of the rules.");
create_exception!(uvi.rules, UnknownVariant, RulesError, "There is no variant with this word.");
create_exception!(
    uvi.rules,
    BadOption,
    RulesError,
    "A rule option, a number of seats, a seed or an array does not fit."
);
create_exception!(
    uvi.rules,
    BadPosition,
    RulesError,
    "A text is not a position of the variant. `column` is the place, from 1; None if the rules page refuses it."
);
create_exception!(uvi.rules, UnreadableAction, RulesError, "A word is not an action of the variant.");
create_exception!(uvi.rules, IllegalAction, RulesError, "An action is not legal now; the text names the rule.");

/// Raises ImportError without numpy. Every function with arrays calls this first, because the binding of numpy would
/// panic. The rest of the package does without numpy.
pub(crate) fn needs_numpy(py: Python<'_>) -> PyResult<()> {
    static FOUND: PyOnceLock<()> = PyOnceLock::new();
    let find = || match py.import("numpy") {
        Ok(_) => Ok(()),
        Err(error) => {
            let needed = PyImportError::new_err("arrays of uvi.rules need numpy: pip install numpy");
            needed.set_cause(py, Some(error));
            Err(needed)
        }
    };
    FOUND.get_or_try_init(py, find).copied()
}

pub(crate) fn bad_option(error: &game::OptionError) -> PyErr {
    BadOption::new_err(error.to_string())
}

pub(crate) fn bad_position(py: Python<'_>, error: &game::PositionError) -> PyErr {
    let column = match error {
        game::PositionError::Unreadable { column, .. } => Some(*column),
        game::PositionError::Refused(_) => None,
    };
    let raised = BadPosition::new_err(error.to_string());
    match raised.value(py).setattr("column", column) {
        Ok(()) => raised,
        Err(failed) => failed,
    }
}

pub(crate) fn refused(action: &str, refusal: &RefusalError) -> PyErr {
    match refusal {
        RefusalError::Unreadable(error) => UnreadableAction::new_err(format!("{error}, found {action:?}")),
        RefusalError::Illegal(error) => IllegalAction::new_err(format!("{action}: {error}")),
    }
}

pub(crate) fn no_seat(seats: u8, found: i64) -> PyErr {
    BadOption::new_err(format!("expected a seat from 1 to {seats}, found {found}"))
}

pub(crate) fn not_to_act(to_act: SeatSet) -> PyErr {
    let seats: Vec<String> = to_act.iter().map(|seat| seat.to_string()).collect();
    let who = if seats.is_empty() { "no seat".to_owned() } else { format!("seat {}", seats.join(" and ")) };
    IllegalAction::new_err(format!("{who} is to act"))
}
