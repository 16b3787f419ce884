//! A page of HTML, as a browser's parser reads it.

use std::fmt::Debug;

use html5ever::{ParseOpts, parse_document, tendril::TendrilSink as _};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// A page that has no error.
pub struct Page {
    dom: RcDom,
}

impl Debug for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&text(&self.dom.document))
    }
}

impl Page {
    /// Reads it.
    #[track_caller]
    pub fn new(source: &str) -> Self {
        let dom = parse_document(RcDom::default(), ParseOpts::default()).one(source);
        assert_eq!(*dom.errors.borrow(), Vec::<&str>::new());
        Self { dom }
    }

    /// All elements of this name.
    pub fn all(&self, name: &str) -> Vec<Handle> {
        elements(&self.dom.document, name)
    }

    /// All that every element says of itself.
    pub fn attributes(&self) -> Vec<(String, String)> {
        inner(&self.dom.document).iter().flat_map(attributes).collect()
    }

    /// The section with this id.
    pub fn find(&self, id: &str) -> Option<Handle> {
        self.all("section").into_iter().find(|section| attribute(section, "id").as_deref() == Some(id))
    }

    /// The section with this id, which is there.
    #[track_caller]
    pub fn section(&self, id: &str) -> Handle {
        self.find(id).unwrap_or_else(|| panic!("no section {id}"))
    }

    /// The text of the page.
    pub fn text(&self) -> String {
        text(&self.dom.document)
    }
}

/// The elements of this name within another.
pub fn elements(within: &Handle, name: &str) -> Vec<Handle> {
    let mut found = inner(within);
    found.retain(|node| matches!(&node.data, NodeData::Element { name: other, .. } if &*other.local == name));
    found
}

/// All nodes within another, in their order.
fn inner(within: &Handle) -> Vec<Handle> {
    within.children.borrow().iter().flat_map(|child| [vec![child.clone()], inner(child)].concat()).collect()
}

pub fn attribute(element: &Handle, name: &str) -> Option<String> {
    attributes(element).into_iter().find(|(other, _)| other == name).map(|(_, value)| value)
}

fn attributes(element: &Handle) -> Vec<(String, String)> {
    let NodeData::Element { attrs, .. } = &element.data else { return Vec::new() };
    attrs.borrow().iter().map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string())).collect()
}

/// What stands in an element.
pub fn text(within: &Handle) -> String {
    match &within.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => within.children.borrow().iter().map(text).collect(),
    }
}

/// The rows of the first table of a section, its heading the first.
pub fn rows(section: &Handle) -> Vec<Vec<String>> {
    let rows = elements(&elements(section, "table")[0], "tr");
    let is_cell =
        |cell: &&Handle| matches!(&cell.data, NodeData::Element { name, .. } if matches!(&*name.local, "td" | "th"));
    rows.iter().map(|row| row.children.borrow().iter().filter(is_cell).map(text).collect()).collect()
}

/// What stands behind a word in a list of figures.
#[track_caller]
pub fn figure(section: &Handle, word: &str) -> String {
    let words = elements(section, "dt").into_iter().zip(elements(section, "dd"));
    let mut found = words.filter(|(found, _)| text(found) == word).map(|(_, figure)| text(&figure));
    found.next().unwrap_or_else(|| panic!("no {word} in {}", text(section)))
}
