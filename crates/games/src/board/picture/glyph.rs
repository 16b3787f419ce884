//! The drawings of men.

use svg::node::element::{Element, Group};

use super::{Point, group, path};
use crate::board::Side;

/// The drawing of a kind of man, as SVG path data. No point is more than 16 units from the origin horizontally or
/// vertically. Drawn for this project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// The outline, filled.
    pub outline: &'static str,
    /// Inner lines, not filled; empty if there are none.
    pub lines: &'static str,
}

impl Glyph {
    /// The king of orthodox chess.
    pub const KING: Self = Self {
        outline: "M-1.5-7V-10H-4.5V-12.8H-1.5V-15.5H1.5V-12.8H4.5V-10H1.5V-7z\
                  M-10 13V9.5L-8 6.5C-15 0-11-8.5-4-7.5C-2-7-1-6 0-4.5C1-6 2-7 4-7.5C11-8.5 15 0 8 6.5L10 9.5V13z",
        lines: "M-8 6.5H8M0-4.5V6.5",
    };
    /// The queen of orthodox chess.
    pub const QUEEN: Self = Self {
        outline: "M-10 13V9.5L-8.5 6.5L-12.5-7L-6.5-1.5L-5-12L0-3L5-12L6.5-1.5L12.5-7L8.5 6.5L10 9.5V13z\
                  M-14.5-7.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM-7-12.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0z\
                  M3-12.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM10.5-7.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0z",
        lines: "M-8.5 6.5H8.5",
    };
    /// The rook of orthodox chess.
    pub const ROOK: Self = Self {
        outline: "M-11 13V9L-7.5 6V-5L-10-8V-14H-5.5V-11H-2.5V-14H2.5V-11H5.5V-14H10V-8L7.5-5V6L11 9V13z",
        lines: "M-7.5 6H7.5M-7.5-5H7.5",
    };
    /// The bishop of orthodox chess.
    pub const BISHOP: Self = Self {
        outline: "M-2.2-13.3a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0z\
                  M-10 13V10.5C-6 10-4.5 8-4.5 5L-6.5 3.5C-10-2-5-8 0-11.5C5-8 10-2 6.5 3.5L4.5 5C4.5 8 6 10 10 10.5V13z",
        lines: "M-5.5 4.3H5.5M0-6.5V.5M-3.2-3H3.2",
    };
    /// The knight of orthodox chess.
    pub const KNIGHT: Self = Self {
        outline: "M-8 13C-8.5 6-.5 4-.5-2.5C-4-.5-6 .5-7.5 3L-11.5 1C-11.5-3.5-8-7.5-5.5-10L-6-14.5\
                  L-1.5-12.2C7-11.5 11.5-3 10.5 13z",
        lines: "M-5-6.3h.2M3-8C7-5 8 1 7.5 9",
    };
    /// The pawn of orthodox chess.
    pub const PAWN: Self = Self {
        outline: "M-3.5-2.8A5.5 5.5 0 1 1 3.5-2.8C4.5 3 6 6.5 9 9.5V13H-9V9.5C-6 6.5-4.5 3-3.5-2.8z",
        lines: "",
    };

    /// Draws the man in its owner's colours. `class` is the owner's class in the theme, `name` the name of the man.
    pub fn man(&self, class: &str, at: Point, name: impl Into<String>) -> Element {
        let outline = Group::new().set("transform", "scale(1.15)").add(path("body", self.outline));
        group(&format!("man {class}"), at, name).add(self.with_lines(outline)).into()
    }

    /// Draws the man on a disc in its owner's colours. `disc` is path data; `class` has the colours of man and disc;
    /// `name` is the name of the man.
    pub fn token(&self, class: &str, disc: &str, at: Point, name: impl Into<String>) -> Element {
        let face = Group::new().set("transform", "scale(.75)").add(path("face", self.outline));
        group(&format!("token {class}"), at, name).add(path("disc", disc)).add(self.with_lines(face)).into()
    }

    fn with_lines(&self, outline: Group) -> Group {
        if self.lines.is_empty() { outline } else { outline.add(path("line", self.lines)) }
    }
}

/// The class of the theme for a side's men.
pub const fn class(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
