//! What an action is made of, for whoever points at a picture instead of writing.

use std::fmt::Display;

/// What an action is made of: the places that one points at, in order, and the words that are left to say.
///
/// No two legal actions of a seat have the same gesture. One whose places are the beginning of another's has a word, so
/// that whoever has pointed at them can choose it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Gesture {
    /// The names of the places, which shapes of the picture have.
    pub places: Vec<String>,
    /// To say after the places, in this order.
    pub words: Vec<Saying>,
}

/// A word of an action, and what it means.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Saying {
    /// The word, without spaces.
    pub word: String,
    /// What it means for people.
    pub meaning: String,
}

impl Gesture {
    /// One points at these places.
    pub fn at(places: impl IntoIterator<Item = impl Display>) -> Self {
        Self { places: places.into_iter().map(|place| place.to_string()).collect(), words: Vec::new() }
    }

    /// One points at nothing and says this word.
    pub fn say(word: impl Display, meaning: impl Into<String>) -> Self {
        Self::default().and_say(word, meaning)
    }

    /// The same with one word more.
    #[must_use]
    pub fn and_say(mut self, word: impl Display, meaning: impl Into<String>) -> Self {
        self.words.push(Saying { word: word.to_string(), meaning: meaning.into() });
        self
    }
}
