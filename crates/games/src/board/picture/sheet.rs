//! What a picture stands on: the ground, and lines of words below.

use super::{Point, note, path};
use crate::game::Picture;

/// How wide pictures are, in user units. Type of 13 units can be read where that is no more than 300 pixels.
pub const WIDTH: u32 = 360;

/// How far the lines of words are from one another.
const LINE: f64 = 18.0;

/// A picture with nothing on it yet but lines of words below `foot`. It shows the game of this title, and the first line
/// says what is due.
pub fn sheet(title: &str, notes: &[String], foot: f64) -> Picture {
    let height = foot + LINE * notes.len() as f64 + 6.0;
    let due = notes.first().map_or("", String::as_str);
    let mut picture = Picture::new(format!("{title}: {due}"), WIDTH, height as u32);
    picture.push(path("ground", format!("M0 0h{WIDTH}v{height}H0z")));
    for (number, line) in notes.iter().enumerate() {
        let class = if number == 0 { "ink strong" } else { "ink" };
        picture.push(note(class, Point::new(20.0, foot + 14.0 + LINE * number as f64), line));
    }
    picture
}
