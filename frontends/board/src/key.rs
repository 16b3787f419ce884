//! Keys: the holder of a key may watch or play.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A secret that cannot be guessed: 128 random bits from the system, as hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key(String);

impl Key {
    pub fn draw() -> Self {
        Self(format!("{:032x}", rand::random::<u128>()))
    }

    /// A key as received from a client, which may be wrong.
    pub fn said(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The digits, for the link that is given to its holder.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Hides the digits, so that diagnostics do not reveal them.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}
