//! A picture of a position, as a list of self-contained shapes. One theme serves the pictures of all games. The module
//! knows no file and no page.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use svg::node::{
    Attributes, Children,
    element::{Element, Group, Path},
};

/// The SVG attribute with the names of the place, man or die that a shape shows.
pub const NAME: &str = "data-at";

/// A picture, as a list of shapes that are painted in order.
///
/// Each shape is one SVG element without ids or references to others. A viewer of many pictures can therefore store
/// each distinct shape once. Colours are classes, defined by [`Picture::STYLE`] for shapes inside an element of the
/// class `picture`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    title: String,
    width: u32,
    height: u32,
    shapes: Vec<String>,
    names: BTreeSet<String>,
    /// The outlines of places, by name, as the data of a path.
    outlines: BTreeMap<String, String>,
    points: Vec<u32>,
    phase: &'static str,
}

impl Picture {
    /// The theme: CSS for all pictures, with dark colours if the reader prefers dark.
    ///
    /// The palette is that of Okabe and Ito, "Color Universal Design" (2008), whose eight colours differ for people of
    /// every kind of colour vision. No information is in colour alone.
    pub const STYLE: &'static str = include_str!("picture.css");

    /// An empty picture of this size in user units. `title` describes the picture in words.
    pub fn new(title: impl Into<String>, width: u32, height: u32) -> Self {
        Self { title: title.into(), width, height, ..Self::default() }
    }

    /// Notes the points of the seats at the time of the picture.
    #[must_use]
    pub fn with_points(self, points: Vec<u32>) -> Self {
        Self { points, ..self }
    }

    /// Notes the phase of the position: the kind of decision that it waits for.
    #[must_use]
    pub fn with_phase(self, phase: &'static str) -> Self {
        Self { phase, ..self }
    }

    /// Paints a shape over the earlier ones.
    pub fn push(&mut self, shape: impl Into<Element>) {
        let shape = shape.into();
        self.note_names(shape.get_attributes(), Some(shape.get_children()));
        self.shapes.push(shape.to_string());
    }

    /// The description in words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The width in user units.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// The height in user units.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The shapes, in painting order.
    pub fn shapes(&self) -> &[String] {
        &self.shapes
    }

    /// The names in the picture: all words of the attributes [`NAME`]. A user can click the shapes with a name.
    pub fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    /// Points out places by their outlines: in the class `mark` the place that a man goes from, and in a group of the
    /// class `goals` those that it may go to. Unknown names are ignored.
    pub fn point_out<'a>(&mut self, from: &str, goals: impl IntoIterator<Item = &'a str>) {
        let outline = |name: &str| Some(Path::new().set("d", self.outlines.get(name)?.as_str()));
        let goals = goals.into_iter().filter_map(outline).fold(Group::new().set("class", "goals"), Group::add);
        let from = outline(from).map(|path| path.set("class", "mark"));
        self.push(goals);
        self.extend(from);
    }

    fn note_names(&mut self, attributes: &Attributes, children: Option<&Children>) {
        if let Some(names) = attributes.get(NAME) {
            self.names.extend(names.split(' ').map(str::to_owned));
            if let Some(outline) = attributes.get("d") {
                self.outlines.extend(names.split(' ').map(|name| (name.to_owned(), outline.to_string())));
            }
        }
        for child in children.into_iter().flatten() {
            if let Some(attributes) = child.get_attributes() {
                self.note_names(attributes, child.get_children());
            }
        }
    }

    /// The complete SVG document in one line.
    pub fn to_line(&self) -> String {
        self.to_string().trim_end().replace('\n', " ")
    }

    /// The complete SVG document, with its style.
    pub fn to_svg(&self) -> String {
        self.to_string()
    }
}

impl<E: Into<Element>> Extend<E> for Picture {
    fn extend<I: IntoIterator<Item = E>>(&mut self, shapes: I) {
        shapes.into_iter().for_each(|shape| self.push(shape));
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.width, self.height);
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" class="picture" role="img" "#)?;
        if !self.points.is_empty() {
            let points: Vec<String> = self.points.iter().map(u32::to_string).collect();
            write!(f, r#"data-points="{}" "#, points.join(" "))?;
        }
        if !self.phase.is_empty() {
            write!(f, r#"data-phase="{}" "#, self.phase)?;
        }
        writeln!(f, r#"width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#)?;
        writeln!(f, "{}", svg::node::element::Title::new(&self.title))?;
        writeln!(f, "<style>\n{}</style>", Self::STYLE)?;
        self.shapes.iter().try_for_each(|shape| writeln!(f, "{shape}"))?;
        writeln!(f, "</svg>")
    }
}
