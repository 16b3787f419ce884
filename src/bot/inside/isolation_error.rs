//! A step of the isolation of a bot that the system refused.

use std::{fmt, io};

#[derive(Debug)]
pub(crate) struct IsolationError {
    what: &'static str,
    error: io::Error,
}

impl fmt::Display for IsolationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no namespaces: cannot {}: {}", self.what, self.error)
    }
}

pub(crate) fn cannot<E: Into<io::Error>>(what: &'static str) -> impl FnOnce(E) -> IsolationError {
    move |error| IsolationError { what, error: error.into() }
}
