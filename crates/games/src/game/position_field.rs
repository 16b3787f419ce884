//! The words of a game's positions: the name, form and meaning of each. Packages in other languages read positions by
//! these, and know no rules.

use std::fmt;

/// A word of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionField {
    /// The name of the word, such as `turn`.
    pub name: &'static str,
    /// The form of the word.
    pub form: FieldForm,
    /// The form and meaning of the word, for people.
    pub about: &'static str,
}

/// The form of a word of a position or of a part of it (UVI 9.2). A shape is the last square of a rectangle, `h8`, or
/// the first and the last letter of each rank and its number, `f-k1/e-k2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldForm {
    /// A number without leading zeros.
    Number,
    /// A digit up to this one.
    Digit(u8),
    /// A seat up to this one.
    Seat(u8),
    /// The letter of a seat.
    Owner(&'static str),
    /// Letters, such as those of a cat's name.
    Name,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these letters.
    Letter(&'static str),
    /// Some of these letters, each once; `-` for none.
    Letters(&'static str),
    /// A text of this length, of these letters.
    Text(u8, &'static str),
    /// A square of a shape.
    Square(&'static str),
    /// Two squares of a shape.
    Move(&'static str),
    /// A text that is there or not.
    Mark(&'static str),
    /// Each of these letters, or `-` in its place.
    Flags(&'static str),
    /// A form, or `-` for none.
    Maybe(&'static FieldForm),
    /// Any number of a form with this text between them; `-` for none.
    List(&'static str, &'static FieldForm),
    /// So many of a form.
    Each(u8, &'static FieldForm),
    /// The men on their squares, in ranks as FEN has them; one of the shapes, with `|` between them.
    Board(&'static str, &'static FieldForm),
    /// Something on every square of a shape, in ranks.
    Cells(&'static str, &'static FieldForm),
    /// Named parts with a text between them. The record has a name.
    Record(&'static str, &'static str, &'static [(&'static str, FieldForm)]),
    /// One of these words, with parts after a `:` each.
    Tagged(&'static [(&'static str, &'static [FieldForm])]),
}

/// Writes a form as JSON: a name, or an array of a name and what it takes.
impl fmt::Display for FieldForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => write!(f, "\"number\""),
            Self::Name => write!(f, "\"name\""),
            Self::Digit(most) => write!(f, "[\"digit\",{most}]"),
            Self::Seat(most) => write!(f, "[\"seat\",{most}]"),
            Self::Owner(letters) => write!(f, "[\"owner\",\"{letters}\"]"),
            Self::Word(words) => write!(f, "[\"word\",\"{}\"]", words.join("\",\"")),
            Self::Letter(letters) => write!(f, "[\"letter\",\"{letters}\"]"),
            Self::Letters(letters) => write!(f, "[\"letters\",\"{letters}\"]"),
            Self::Text(length, letters) => write!(f, "[\"text\",{length},\"{letters}\"]"),
            Self::Square(shape) => write!(f, "[\"square\",\"{shape}\"]"),
            Self::Move(shape) => write!(f, "[\"move\",\"{shape}\"]"),
            Self::Mark(text) => write!(f, "[\"mark\",\"{text}\"]"),
            Self::Flags(letters) => write!(f, "[\"flags\",\"{letters}\"]"),
            Self::Maybe(form) => write!(f, "[\"maybe\",{form}]"),
            Self::List(between, form) => write!(f, "[\"list\",\"{between}\",{form}]"),
            Self::Each(number, form) => write!(f, "[\"each\",{number},{form}]"),
            Self::Board(shapes, form) => write!(f, "[\"board\",\"{shapes}\",{form}]"),
            Self::Cells(shape, form) => write!(f, "[\"cells\",\"{shape}\",{form}]"),
            Self::Record(name, between, parts) => {
                write!(f, "[\"record\",\"{name}\",\"{between}\"")?;
                parts.iter().try_for_each(|(name, form)| write!(f, ",[\"{name}\",{form}]"))?;
                write!(f, "]")
            }
            Self::Tagged(words) => {
                write!(f, "[\"tagged\"")?;
                for (word, parts) in *words {
                    write!(f, ",[\"{word}\"")?;
                    parts.iter().try_for_each(|form| write!(f, ",{form}"))?;
                    write!(f, "]")?;
                }
                write!(f, "]")
            }
        }
    }
}
