//! Keys: who holds one may look or play.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A word that cannot be guessed: 128 bits from the system, as hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key(String);

impl Key {
    /// A new one.
    pub fn draw() -> Self {
        Self(format!("{:032x}", rand::random::<u128>()))
    }

    /// What somebody says to be one.
    pub fn said(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Its digits, for the link of those who may have it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Diagnostics do not tell it.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}
