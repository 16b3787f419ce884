//! The layout of the squares of a board in a picture. It knows no men.

use svg::node::element::{Element, Path, Rectangle};

use super::{Point, arrow, path, places, text};
use crate::board::Square;

/// The layout of a board of squares, the highest rank on top.
#[derive(Debug, Clone, Copy)]
pub struct Layout<const FILES: usize, const RANKS: usize> {
    /// The upper left corner of the board.
    pub corner: Point,
    /// The width of a square.
    pub side: f64,
}

impl<const FILES: usize, const RANKS: usize> Layout<FILES, RANKS> {
    /// The centre of a square.
    pub fn centre(&self, square: Square<FILES, RANKS>) -> Point {
        self.place(square.file() as f64, square.rank() as f64)
    }

    /// The centre of the place on this file and rank, counted from 0. The place may be beside the board.
    pub fn place(&self, file: f64, rank: f64) -> Point {
        self.corner + Point::new(file + 0.5, RANKS as f64 - rank - 0.5) * self.side
    }

    /// The width of the board.
    pub fn width(&self) -> f64 {
        FILES as f64 * self.side
    }

    /// The height of the board.
    pub fn height(&self) -> f64 {
        RANKS as f64 * self.side
    }

    /// Draws squares in a class of the theme.
    pub fn squares(&self, class: &str, squares: impl IntoIterator<Item = Square<FILES, RANKS>>) -> Element {
        path(class, squares.into_iter().map(|square| self.outlined(self.centre(square))).collect::<String>())
    }

    /// The invisible outlines of all squares, by name; viewers use them as click targets.
    pub fn places(&self) -> Element {
        places(Square::all().map(|square| (square, self.outline(self.centre(square)))))
    }

    /// The outline of a square with this centre.
    pub fn outline(&self, centre: Point) -> Path {
        Path::new().set("d", self.outlined(centre))
    }

    fn outlined(&self, centre: Point) -> String {
        let side = self.side;
        format!("M{}h{side}v{side}h-{side}z", centre - Point::new(side, side) * 0.5)
    }

    /// Draws dark and light squares alternating, a1 dark.
    pub fn chequers(&self) -> [Element; 2] {
        let coloured = |rest| Square::all().filter(move |square| (square.file() + square.rank()) % 2 == rest);
        [self.squares("dark", coloured(0)), self.squares("light", coloured(1))]
    }

    /// Draws the line around the board.
    pub fn edge(&self) -> Element {
        let Point { x, y } = self.corner;
        let edge = Rectangle::new().set("class", "edge").set("x", x).set("y", y);
        edge.set("width", self.width()).set("height", self.height()).into()
    }

    /// Draws the file letters below the board and the rank numbers on its left.
    pub fn names(&self) -> impl Iterator<Item = Element> {
        self.files(0.0).chain(self.ranks())
    }

    /// Draws the file letters below the board, `below` units lower than [`Layout::names`] does.
    pub fn files(&self, below: f64) -> impl Iterator<Item = Element> {
        let (layout, y) = (*self, self.corner.y + self.height() + below + 9.0);
        let letter = move |(file, letter): (usize, char)| {
            text("faint", Point::new(layout.place(file as f64, 0.0).x, y), letter.to_string())
        };
        ('a'..).take(FILES).enumerate().map(letter)
    }

    /// Draws the rank numbers on the left of the board.
    pub fn ranks(&self) -> impl Iterator<Item = Element> {
        let layout = *self;
        (0..RANKS).map(move |rank| layout.rank(rank as f64, rank + 1))
    }

    /// Draws `number` on the left, at the height of the rank `shown`, from 0, which may be above or below the board.
    pub fn rank(&self, shown: f64, number: usize) -> Element {
        text("faint", Point::new(self.corner.x - 10.0, self.place(0.0, shown).y), number.to_string())
    }

    /// Draws a frame around a square, to mark the target of the last action.
    pub fn frame(&self, square: Square<FILES, RANKS>) -> [Element; 2] {
        let inset = self.side / 2.0 - 2.5;
        let Point { x, y } = self.centre(square) - Point::new(inset, inset);
        ["halo", "mark"].map(|class| {
            let frame = Rectangle::new().set("class", class).set("x", x).set("y", y).set("rx", 4);
            frame.set("width", 2.0 * inset).set("height", 2.0 * inset).into()
        })
    }

    /// Marks the last move with an arrow and a frame around its target.
    pub fn moved(&self, from: Square<FILES, RANKS>, to: Square<FILES, RANKS>) -> Vec<Element> {
        let mut shapes = Vec::from(self.frame(to));
        shapes.extend(arrow("mark", [from, to].map(|square| self.centre(square)), [0.0, self.side * 0.4]));
        shapes
    }
}
