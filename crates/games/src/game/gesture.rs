//! Input of actions with a pointer: the user clicks in a picture instead of writing.

use std::fmt::Display;

/// The input of an action with a pointer: places to click in order, then words to choose.
///
/// No two legal actions of a seat have the same gesture. If the places of one gesture are the beginning of another
/// gesture's places, the shorter gesture has a word. By choosing the word the user ends the shorter gesture.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Gesture {
    /// The names of the places, as named in shapes of the picture.
    pub places: Vec<String>,
    /// The words to choose after the places, in order.
    pub words: Vec<GestureWord>,
}

/// A word of an action, with its meaning.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GestureWord {
    /// The word, without spaces.
    pub word: String,
    /// The meaning, for people.
    pub meaning: String,
}

impl Gesture {
    /// A gesture that clicks these places.
    pub fn at(places: impl IntoIterator<Item = impl Display>) -> Self {
        Self { places: places.into_iter().map(|place| place.to_string()).collect(), words: Vec::new() }
    }

    /// A gesture that clicks nothing and chooses this word.
    pub fn say(word: impl Display, meaning: impl Into<String>) -> Self {
        Self::default().and_say(word, meaning)
    }

    /// Adds a word.
    #[must_use]
    pub fn and_say(mut self, word: impl Display, meaning: impl Into<String>) -> Self {
        self.words.push(GestureWord { word: word.to_string(), meaning: meaning.into() });
        self
    }
}
