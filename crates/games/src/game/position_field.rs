//! The words of a game's positions: what each is called, how it is written and what it says. Packages in other languages
//! read positions by it, and know no rules.

/// A word of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionField {
    /// The name of the word, such as `turn`.
    pub name: &'static str,
    /// The form of the word.
    pub form: FieldForm,
    /// The meaning of the word, for people.
    pub about: &'static str,
}

/// The form of a word of a position. Boards have 8×8 squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldForm {
    /// Ranks 8 to 1 with `/` between, each square one of these letters.
    Letters(&'static str),
    /// Ranks 8 to 1 with `/` between, as in FEN: a man is one of these letters, that of its seat.
    Owners(&'static str),
    /// A seat, from 1 to this one.
    Seat(u8),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A digit for each of two seats, from 0 to this one.
    Digits(u8),
    /// The letter of each of two seats of which it is true, `-` for the other.
    Flags(&'static str),
    /// A number without leading zeros.
    Number,
    /// A square, or `-` for none.
    Square,
}

impl FieldForm {
    /// The word of the form in `protocol/positions.json`, and the letters, words or number that it takes.
    pub fn parts(self) -> (&'static str, String) {
        match self {
            Self::Letters(letters) => ("letters", letters.to_owned()),
            Self::Owners(letters) => ("owners", letters.to_owned()),
            Self::Seat(most) => ("seat", most.to_string()),
            Self::OneOf(words) => ("one-of", words.join(" ")),
            Self::Digits(most) => ("digits", most.to_string()),
            Self::Flags(letters) => ("flags", letters.to_owned()),
            Self::Number => ("number", String::new()),
            Self::Square => ("square", String::new()),
        }
    }
}
