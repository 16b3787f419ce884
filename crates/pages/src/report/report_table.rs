//! HTML tables that the page's script can sort.

use maud::{Markup, Render, html};
use uvi_cup::Column;

/// A table with a row for each value. Columns are added by methods.
pub(super) struct ReportTable<'a, T> {
    rows: &'a [T],
    columns: Vec<TableColumn<'a, T>>,
}

struct TableColumn<'a, T> {
    title: &'a str,
    hint: Option<&'a str>,
    /// The CSS classes of the heading and of the cells.
    classes: [Option<&'static str>; 2],
    cell: Box<dyn Fn(&'a T) -> Markup + 'a>,
}

impl<'a, T> ReportTable<'a, T> {
    pub(super) fn of(rows: &'a [T]) -> Self {
        Self { rows, columns: Vec::new() }
    }

    pub(super) fn name<R: Render>(self, title: &'a str, cell: impl Fn(&'a T) -> R + 'a) -> Self {
        self.add(title, [None, Some("name")], cell)
    }

    pub(super) fn number<R: Render>(self, title: &'a str, cell: impl Fn(&'a T) -> R + 'a) -> Self {
        self.add(title, [Some("number"), Some("number")], cell)
    }

    pub(super) fn words<R: Render>(self, title: &'a str, cell: impl Fn(&'a T) -> R + 'a) -> Self {
        self.add(title, [None, None], cell)
    }

    /// Adds a column of lists, which may wrap.
    pub(super) fn list<R: Render>(self, title: &'a str, cell: impl Fn(&'a T) -> R + 'a) -> Self {
        self.add(title, [None, Some("list")], cell)
    }

    fn add<R: Render>(
        mut self,
        title: &'a str,
        classes: [Option<&'static str>; 2],
        cell: impl Fn(&'a T) -> R + 'a,
    ) -> Self {
        let cell = Box::new(move |row| cell(row).render());
        self.columns.push(TableColumn { title, hint: None, classes, cell });
        self
    }
}

impl<'a, T: 'static> ReportTable<'a, T> {
    pub(super) fn shown_as(mut self, title: &str, cell: impl Fn(&'a T) -> Markup + 'a) -> Self {
        let column = self.columns.iter_mut().find(|column| column.title == title);
        column.expect("a column of the table").cell = Box::new(cell);
        self
    }

    pub(super) fn columns(self, columns: impl IntoIterator<Item = &'static Column<T>>) -> Self {
        columns.into_iter().fold(self, |table, column| {
            let classes = if column.is_number() { ["number", "number"] } else { ["", " name"] };
            let mut table = table.add(column.title, classes.map(Some), |row| column.shown(row));
            table.columns.iter_mut().last().into_iter().for_each(|last| last.hint = column.meaning());
            table
        })
    }
}

impl<T> Render for ReportTable<'_, T> {
    fn render(&self) -> Markup {
        html! {
            div.wide {
                table.sortable {
                    thead { tr {
                        @for TableColumn { title, hint, classes, .. } in &self.columns {
                            th class=[classes[0]] scope="col" title=[hint] { (title) }
                        }
                    } }
                    tbody {
                        @for row in self.rows {
                            tr { @for column in &self.columns { td class=[column.classes[1]] { ((column.cell)(row)) } } }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn legend<T>(columns: &[&Column<T>]) -> Markup {
    let explained = columns.iter().filter_map(|column| Some((column.title, column.meaning()?)));
    html! { dl.legend { @for (title, meaning) in explained { div { dt { (title) } " " dd { (meaning) } } } } }
}
