//! An HTML page, as the parser of a browser reads it.

use std::fmt::Debug;

use html5ever::{ParseOpts, parse_document, tendril::TendrilSink as _};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// An HTML page without errors.
pub struct Page {
    dom: RcDom,
}

impl Debug for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&text(&self.dom.document))
    }
}

impl Page {
    /// Parses a page. Panics if it has an error.
    #[track_caller]
    pub fn new(source: &str) -> Self {
        let dom = parse_document(RcDom::default(), ParseOpts::default()).one(source);
        assert_eq!(*dom.errors.borrow(), Vec::<&str>::new());
        Self { dom }
    }

    pub fn all(&self, name: &str) -> Vec<Handle> {
        elements(&self.dom.document, name)
    }

    /// Returns the attributes of all elements.
    pub fn attributes(&self) -> Vec<(String, String)> {
        inner(&self.dom.document).iter().flat_map(attributes).collect()
    }

    /// Returns the section with this id, if any.
    pub fn find(&self, id: &str) -> Option<Handle> {
        self.all("section").into_iter().find(|section| attribute(section, "id").as_deref() == Some(id))
    }

    /// Returns the section with this id. Panics if there is none.
    #[track_caller]
    pub fn section(&self, id: &str) -> Handle {
        self.find(id).unwrap_or_else(|| panic!("no section {id}"))
    }

    pub fn text(&self) -> String {
        text(&self.dom.document)
    }
}

/// Returns the elements with this name within another.
pub fn elements(within: &Handle, name: &str) -> Vec<Handle> {
    let mut found = inner(within);
    found.retain(|node| matches!(&node.data, NodeData::Element { name: other, .. } if &*other.local == name));
    found
}

/// Returns the nodes within another, in document order.
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

/// Returns the text of an element.
pub fn text(within: &Handle) -> String {
    match &within.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => within.children.borrow().iter().map(text).collect(),
    }
}

/// Returns the rows of the first table of a section, including the heading.
pub fn rows(section: &Handle) -> Vec<Vec<String>> {
    let rows = elements(&elements(section, "table")[0], "tr");
    let is_cell =
        |cell: &&Handle| matches!(&cell.data, NodeData::Element { name, .. } if matches!(&*name.local, "td" | "th"));
    rows.iter().map(|row| row.children.borrow().iter().filter(is_cell).map(text).collect()).collect()
}
