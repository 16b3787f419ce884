//! What can be wrong, as exceptions.

use pyo3::{create_exception, exceptions::PyValueError, prelude::*};
use uvi_games::game::{self, Refusal, SeatSet};

create_exception!(uvi.rules, RulesError, PyValueError, "What is wrong with what the rules were given.");
create_exception!(uvi.rules, UnknownVariant, RulesError, "There is no variant with this word.");
create_exception!(uvi.rules, BadOption, RulesError, "A rule option, a number of seats or a seed does not fit.");
create_exception!(
    uvi.rules,
    BadPosition,
    RulesError,
    "A text is no position of the variant. `column` says where, from 1; it is None where the rules page refuses it."
);
create_exception!(uvi.rules, UnreadableAction, RulesError, "A word is no action of the variant.");
create_exception!(uvi.rules, IllegalAction, RulesError, "An action is not legal now; the text names the rule.");

/// A rule option does not fit.
pub(crate) fn bad_option(error: &game::BadOption) -> PyErr {
    BadOption::new_err(error.to_string())
}

/// A text is no position.
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

/// An action is refused.
pub(crate) fn refused(action: &str, refusal: &Refusal) -> PyErr {
    match refusal {
        Refusal::Unreadable(error) => UnreadableAction::new_err(format!("{error}, found {action:?}")),
        Refusal::Illegal(error) => IllegalAction::new_err(format!("{action}: {error}")),
    }
}

/// No seat of the table has this number.
pub(crate) fn no_seat(seats: u8, found: i64) -> PyErr {
    BadOption::new_err(format!("expected a seat from 1 to {seats}, found {found}"))
}

/// Somebody else is to act.
pub(crate) fn not_to_act(to_act: SeatSet) -> PyErr {
    let seats: Vec<String> = to_act.iter().map(|seat| seat.to_string()).collect();
    let who = if seats.is_empty() { "no seat".to_owned() } else { format!("seat {}", seats.join(" and ")) };
    IllegalAction::new_err(format!("{who} is to act"))
}
