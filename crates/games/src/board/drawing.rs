//! Draws a board as lines of characters for a terminal.

use super::Square;
use crate::game::Style;

/// Draws a board, the highest rank first. The lines of `notes` stand to the right of the board, from the top; the file
/// letters stand below. `cell` returns a drawing of the square, `width` characters wide on the screen.
pub fn draw<const WIDTH: usize, const HEIGHT: usize>(
    width: usize,
    cell: impl Fn(Square<WIDTH, HEIGHT>) -> String,
    notes: &[String],
) -> Vec<String> {
    let mut lines = Vec::with_capacity(HEIGHT + 1);
    for rank in (0..HEIGHT).rev() {
        let mut line = format!("{:<2} |", rank + 1);
        line.extend((0..WIDTH).filter_map(|file| Square::new(file, rank)).map(&cell));
        line.push('|');
        if let Some(note) = notes.get(HEIGHT - 1 - rank) {
            line.push_str("  ");
            line.push_str(note);
        }
        lines.push(line);
    }
    let files = (b'a'..).take(WIDTH).map(char::from);
    let files: String = files
        .map(|file| format!("{:before$}{file:<after$}", "", before = width / 2, after = width - width / 2))
        .collect();
    lines.push(format!("--  {}", files.trim_end()));
    lines
}

/// Wraps text in a terminal colour if the style has colours. `colour` holds the numbers of the escape sequence.
pub fn paint(style: Style, colour: &str, text: &str) -> String {
    match style {
        Style::Plain => text.to_owned(),
        Style::Colour => format!("\u{1b}[{colour}m{text}\u{1b}[0m"),
    }
}
