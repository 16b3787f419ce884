//! Compact storage of pictures: each picture is a change to the previous one, and each distinct line is stored once.

use indexmap::IndexSet;
use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use uvi_games::game::Picture;

/// A change to a list of shapes: the index in the old list, the number to remove there, and the numbers to insert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Change(pub(super) usize, pub(super) usize, pub(super) Vec<usize>);

#[derive(Debug, Default)]
pub(super) struct Frames {
    /// The distinct lines; the index is the number.
    pub(super) lines: IndexSet<String>,
    /// The distinct shapes; the index is the number. Each is a list of line numbers.
    pub(super) shapes: IndexSet<Vec<usize>>,
    last: Vec<usize>,
    /// The width and height that fit all pictures, in user units.
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Frames {
    /// Adds a picture; returns its changes in the order of their places.
    pub(super) fn add(&mut self, picture: &Picture) -> Vec<Change> {
        self.width = self.width.max(picture.width());
        self.height = self.height.max(picture.height());
        let mut next = Vec::new();
        for shape in picture.shapes() {
            let lines = shape.lines().map(|line| self.lines.insert_full(line.to_owned()).0).collect();
            next.push(self.shapes.insert_full(lines).0);
        }
        let changes = capture_diff_slices(Algorithm::Myers, &self.last, &next);
        let changes = changes.into_iter().filter(|change| !matches!(change, DiffOp::Equal { .. }));
        let changes = changes.map(|change| {
            let (old, new) = (change.old_range(), change.new_range());
            Change(old.start, old.len(), next[new].to_vec())
        });
        let changes = changes.collect();
        self.last = next;
        changes
    }

    /// The number of a line of any text; adds the line if it is new.
    pub(super) fn line(&mut self, line: &str) -> usize {
        self.lines.insert_full(line.to_owned()).0
    }

    /// The SVG of the last picture's shapes.
    pub(super) fn last(&self) -> impl Iterator<Item = String> {
        let line = |&line: &usize| self.lines[line].as_str();
        self.last.iter().map(move |&shape| self.shapes[shape].iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use svg::node::element::{Circle, Group};

    use super::*;

    fn picture(radii: &[u32]) -> Picture {
        let mut picture = Picture::new("circles", 10, 10 * radii.len() as u32);
        picture.extend(radii.iter().map(|radius| Circle::new().set("r", *radius)));
        picture
    }

    #[test]
    fn lines_that_shapes_share_are_kept_once() {
        let mut picture = Picture::new("groups", 10, 10);
        picture.extend(
            [1, 2].map(|radius| Group::new().add(Circle::new().set("r", radius)).add(Circle::new().set("r", 9))),
        );
        let mut frames = Frames::default();
        frames.add(&picture);
        assert!(frames.lines.iter().eq(["<g>", "<circle r=\"1\"/>", "<circle r=\"9\"/>", "</g>", "<circle r=\"2\"/>"]));
        assert!(frames.shapes.iter().eq(&[vec![0, 1, 2, 3], vec![0, 4, 2, 3]]));
        assert!(frames.last().eq(picture.shapes().iter().cloned()));
    }

    #[test]
    fn what_stays_is_not_said_again() {
        let mut frames = Frames::default();
        assert_eq!(frames.add(&picture(&[1, 2, 3])), [Change(0, 0, vec![0, 1, 2])]);
        assert_eq!(frames.add(&picture(&[1, 2, 3])), []);
        assert_eq!(frames.add(&picture(&[1, 4, 3])), [Change(1, 1, vec![3])]);
    }
}
