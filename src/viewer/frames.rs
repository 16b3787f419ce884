//! Pictures in few bytes: each distinct shape once, a picture as the change to the one before.

use std::collections::HashMap;

use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::game::Picture;

/// A change to a list of shapes: at this place of the former list, that many are taken away, and these put there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Change(pub(super) usize, pub(super) usize, pub(super) Vec<usize>);

/// Pictures of one game, one after the other.
#[derive(Debug, Default)]
pub(super) struct Frames {
    shapes: Vec<String>,
    numbers: HashMap<String, usize>,
    last: Vec<usize>,
    width: u32,
    height: u32,
}

impl Frames {
    /// Adds a picture; what it changes, in the order of its places.
    pub(super) fn add(&mut self, picture: &Picture) -> Vec<Change> {
        self.width = self.width.max(picture.width());
        self.height = self.height.max(picture.height());
        let next: Vec<usize> = picture.shapes().iter().map(|shape| self.number(shape)).collect();
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

    /// The distinct shapes, by which changes have their numbers.
    pub(super) fn shapes(&self) -> &[String] {
        &self.shapes
    }

    /// The shapes of the last picture.
    pub(super) fn last(&self) -> impl Iterator<Item = &str> {
        self.last.iter().map(|&number| self.shapes[number].as_str())
    }

    /// Width and height that have room for all pictures.
    pub(super) const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn number(&mut self, shape: &str) -> usize {
        if let Some(number) = self.numbers.get(shape) {
            return *number;
        }
        let number = self.shapes.len();
        self.shapes.push(shape.to_owned());
        self.numbers.insert(shape.to_owned(), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use svg::node::element::Circle;

    use super::*;

    fn picture(radii: &[u32]) -> Picture {
        let mut picture = Picture::new("circles", 10, 10 * radii.len() as u32);
        picture.extend(radii.iter().map(|radius| Circle::new().set("r", *radius)));
        picture
    }

    #[test]
    fn changes_lead_from_picture_to_picture() {
        let pictures = [&[1, 2, 3, 4][..], &[1, 5, 3, 4], &[1, 5, 3, 4], &[5, 3, 4, 4, 1], &[], &[2, 1]];
        let mut frames = Frames::default();
        let mut shown: Vec<usize> = Vec::new();
        for radii in pictures {
            let changes = frames.add(&picture(radii));
            for Change(at, removed, added) in changes.into_iter().rev() {
                shown.splice(at..at + removed, added);
            }
            let shapes: Vec<&str> = shown.iter().map(|&number| frames.shapes()[number].as_str()).collect();
            assert_eq!(shapes, picture(radii).shapes());
            assert!(frames.last().eq(shapes));
        }
        assert_eq!((frames.shapes().len(), frames.size()), (5, (10, 50)));
    }

    #[test]
    fn what_stays_is_not_said_again() {
        let mut frames = Frames::default();
        assert_eq!(frames.add(&picture(&[1, 2, 3])), [Change(0, 0, vec![0, 1, 2])]);
        assert_eq!(frames.add(&picture(&[1, 2, 3])), []);
        assert_eq!(frames.add(&picture(&[1, 4, 3])), [Change(1, 1, vec![3])]);
    }
}
