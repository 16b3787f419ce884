//! The basic shapes of pictures: points, paths, texts, arrows, and groups.

use std::{fmt, ops};

use svg::node::element::{Element, Group, Path, Text, Title};

use crate::game::NAME;

/// A point of a picture, or an offset between two points. In user units; `y` grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The distance to the right.
    pub x: f64,
    /// The distance downwards.
    pub y: f64,
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}

operators! {
    [] Point:
    Add add |one, other| Self::new(one.x + other.x, one.y + other.y);
    Sub sub |one, other| Self::new(one.x - other.x, one.y - other.y);
}

impl ops::Mul<f64> for Point {
    type Output = Self;

    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

/// Writes both coordinates, rounded to a tenth, so that the text of a picture is the same on every machine.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0 turns -0 into 0.
        let tenths = |value: f64| (value * 10.0).round() / 10.0 + 0.0;
        write!(f, "{} {}", tenths(self.x), tenths(self.y))
    }
}

/// A path in a class of the theme.
pub fn path(class: &str, data: impl Into<String>) -> Element {
    Path::new().set("class", class).set("d", data.into()).into()
}

/// Marks a shape with the name that actions use for it. Several names are separated by spaces.
pub fn named(name: impl fmt::Display, shape: impl Into<Element>) -> Element {
    let mut shape = shape.into();
    shape.get_attributes_mut().insert(NAME.to_owned(), name.to_string().into());
    shape
}

/// Invisible outlines by name, used as click targets.
pub fn places<S: Into<Element>, N: fmt::Display>(places: impl IntoIterator<Item = (N, S)>) -> Element {
    let group = Group::new().set("class", "places");
    places.into_iter().fold(group, |group, (name, shape)| group.add(named(name, shape))).into()
}

/// A word centred on a point.
pub fn text(class: &str, at: Point, content: impl Into<String>) -> Element {
    // Capital letters are about 0.7 of the type size.
    let below = if class.contains("small") { 4.0 } else { 4.5 };
    Text::new(content).set("class", class).set("transform", translate(at + Point::new(0.0, below))).into()
}

/// A line of text. `at` is the left end of its baseline.
pub fn note(class: &str, at: Point, content: impl Into<String>) -> Element {
    Text::new(content).set("class", format!("note {class}")).set("transform", translate(at)).into()
}

/// An arrow from one point to another in a class of the theme, with a gap before its start and one after its tip, and a
/// halo around it for contrast. `None` if it is shorter than one unit.
pub fn arrow(class: &str, [from, to]: [Point; 2], [after, before]: [f64; 2]) -> Option<Element> {
    const HEAD: f64 = 8.0;
    let way = to - from;
    let length = way.length();
    if length < after + before + 1.0 {
        return None;
    }
    let ahead = way * (1.0 / length);
    let aside = Point::new(-ahead.y, ahead.x);
    let (start, tip) = (from + ahead * after, to - ahead * before);
    let [left, right] = [0.7, -0.7].map(|side| tip - ahead * HEAD + aside * (side * HEAD));
    let data = format!("M{start}L{tip}M{left}L{tip}L{right}");
    Some(Group::new().add(path("halo", data.as_str())).add(path(class, data)).into())
}

/// An empty group whose origin is moved to the point `at`. `title` describes the group.
pub fn group(class: &str, at: Point, title: impl Into<String>) -> Group {
    Group::new().set("class", class).set("transform", translate(at)).add(Title::new(title))
}

/// The value of a `transform` attribute that moves a shape from the origin to a point.
fn translate(to: Point) -> String {
    format!("translate({to})")
}
