//! The base of a picture: the background, and lines of text below.

use super::{Point, note, path};
use crate::game::Picture;

/// The width of pictures in user units. Type of 13 units stays readable when the picture is only 300 pixels wide.
pub const WIDTH: u32 = 360;

/// The distance between lines of text, in user units.
const LINE: f64 = 18.0;

/// A picture with a background, and lines of text below the vertical coordinate `foot`. The description of the picture
/// is the title of the game and the first line of text, which states the event that the game waits for.
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
