//! The keys of limits, on a system that may lack a sandbox.

use super::sandbox;
use crate::bot::terms::{LimitError, Limits};

impl Limits {
    /// Sets the limit that the key names. A later value of the same key replaces the earlier, except for `env`. Fails,
    /// and changes nothing, if the key is unknown, the value does not fit, or this system cannot enforce the limit.
    pub fn set(&mut self, key: &str, value: Option<&str>) -> Result<(), LimitError> {
        let mut read = self.clone();
        read.read(key, value)?;
        if read.sandbox && !self.sandbox {
            sandbox::check().map_err(|reason| LimitError::Unavailable(reason.to_string()))?;
        }
        *self = read;
        Ok(())
    }
}
