//! Converts a rules page to lines of text for a terminal or a pager.

use comfy_table::{ColumnConstraint, ContentArrangement, LineStyle, Row, Table, TableStyle, Width};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};
use textwrap::{Options, WordSplitter, WrapAlgorithm, core::display_width};
use uvi_games::game::Variant;

use super::{
    figure::{RulesFigure, is_figure},
    markdown::parse,
};

/// The style of tables with one line per row.
const PLAIN: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
/// The style of tables whose rows have several lines: a line separates the rows.
const RULED: TableStyle = PLAIN.row_separator(LineStyle::none().fill('╌').junction('╌'));

/// The indentation of code. Lines of code are not wrapped, so that a position can be copied.
const CODE: &str = "    ";

/// The text of a part of a variant's page. Paragraphs and tables are wrapped to `columns` columns where possible.
pub fn text(variant: &dyn Variant, part: &str, columns: usize) -> String {
    let mut writer = TextWriter { columns, ..TextWriter::default() };
    let mut in_figure = false;
    for event in parse(part) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => in_figure = is_figure(&language),
            Event::End(TagEnd::CodeBlock) if in_figure => {
                in_figure = false;
                writer.figure(variant);
            }
            event => writer.take(event),
        }
    }
    writer.done
}

#[derive(Debug, Default)]
struct TextWriter {
    columns: usize,
    /// The finished text; each block ends with a line break.
    done: String,
    open: String,
    /// The open lists, innermost last: the number of the next item, or `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The marker of the open list item, until it is written.
    mark: Option<String>,
    /// True if the previous block is an item of the same list, so that no blank line follows.
    after_item: bool,
    cells: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl TextWriter {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => self.open.push_str(&text),
            Event::Code(code) => {
                self.open.push('`');
                self.open.push_str(&code);
                self.open.push('`');
            }
            Event::SoftBreak | Event::HardBreak => self.open.push(' '),
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Rule
            | Event::Html(_)
            | Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    Some(None) | None => "- ".to_owned(),
                });
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::Paragraph => self.paragraph(),
            TagEnd::Item => {
                self.paragraph();
                self.mark = None;
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.after_item &= !self.lists.is_empty();
            }
            TagEnd::CodeBlock => self.code(),
            TagEnd::TableCell => self.cells.push(std::mem::take(&mut self.open)),
            TagEnd::TableHead | TagEnd::TableRow => self.rows.push(std::mem::take(&mut self.cells)),
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    /// Writes an empty line between blocks.
    fn gap(&mut self) {
        if !self.done.is_empty() && !self.done.ends_with("\n\n") {
            self.done.push('\n');
        }
    }

    fn line(&mut self, line: &str) {
        self.done.push_str(line.trim_end());
        self.done.push('\n');
    }

    fn heading(&mut self, level: HeadingLevel) {
        let text = std::mem::take(&mut self.open);
        let sign = match level {
            HeadingLevel::H1 => "=",
            HeadingLevel::H2 => "-",
            HeadingLevel::H3 | HeadingLevel::H4 | HeadingLevel::H5 | HeadingLevel::H6 => "~",
        };
        self.gap();
        if level <= HeadingLevel::H2 && !self.done.is_empty() {
            self.done.push('\n');
        }
        let lines: Vec<_> = textwrap::wrap(&text, wrapping(self.columns));
        let widest = lines.iter().map(|line| display_width(line)).max().unwrap_or_default();
        lines.iter().for_each(|line| self.line(line));
        self.line(&sign.repeat(widest));
        self.done.push('\n');
    }

    /// Writes a paragraph, or the text of an item.
    fn paragraph(&mut self) {
        let text = std::mem::take(&mut self.open);
        if text.is_empty() {
            return;
        }
        let (first, rest) = match (&self.mark, self.lists.len()) {
            (_, 0) => (String::new(), String::new()),
            (None, depth) => ("  ".repeat(depth), "  ".repeat(depth)),
            (Some(mark), depth) => {
                let before = "  ".repeat(depth - 1);
                (format!("{before}{mark}"), format!("{before}{}", " ".repeat(mark.len())))
            }
        };
        let is_item = self.mark.take().is_some();
        if !(is_item && self.after_item) {
            self.gap();
        }
        self.after_item = is_item;
        let options = wrapping(self.columns).initial_indent(&first).subsequent_indent(&rest);
        textwrap::wrap(&text, options).iter().for_each(|line| self.line(line));
    }

    /// Writes the board of a figure and its sentence, or the block itself if it cannot be read.
    fn figure(&mut self, variant: &dyn Variant) {
        let Ok(figure) = RulesFigure::read(variant, &self.open) else { return self.code() };
        self.open = figure.lines().join("\n");
        self.code();
        self.open.push_str(figure.caption());
        self.paragraph();
    }

    fn code(&mut self) {
        let code = std::mem::take(&mut self.open);
        self.gap();
        code.lines().for_each(|line| self.line(&format!("{CODE}{line}")));
    }

    fn table(&mut self) {
        let mut rows = std::mem::take(&mut self.rows).into_iter();
        let Some(header) = rows.next() else { return };
        let text = fit(&header, &rows.collect::<Vec<_>>(), self.columns);
        self.gap();
        text.lines().for_each(|line| self.line(line));
    }
}

fn wrapping<'a>(columns: usize) -> Options<'a> {
    Options::new(columns)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

/// The text of a table. A table that is too wide gets wrapped cells and lines between its rows.
fn fit(header: &[String], rows: &[Vec<String>], columns: usize) -> String {
    let mut table = Table::new();
    table.load_style(PLAIN).set_header(Row::from(header));
    rows.iter().for_each(|row| {
        table.add_row(Row::from(row));
    });
    let text = table.to_string();
    if text.lines().all(|line| display_width(line.trim_end()) <= columns) {
        return text;
    }
    table.load_style(RULED).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(columns).unwrap_or(u16::MAX));
    let width = |place: usize| {
        let cells = std::iter::once(header).chain(rows.iter().map(Vec::as_slice)).filter_map(|row| row.get(place));
        let widest = cells.flat_map(|cell| cell.split(' ')).map(display_width).max().unwrap_or_default();
        u16::try_from(widest).unwrap_or(u16::MAX)
    };
    // Words are broken only if the longest words of all columns do not fit side by side.
    let widths: Vec<u16> = (0..header.len()).map(|place| width(place).saturating_add(2)).collect();
    if widths.iter().map(|&width| usize::from(width)).sum::<usize>() <= columns {
        let constraints = widths.into_iter().map(|width| ColumnConstraint::LowerBoundary(Width::Fixed(width)));
        table.set_constraints(constraints);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> &'static dyn Variant {
        uvi_games::games::REGISTRY.find("chess").unwrap()
    }

    #[track_caller]
    fn check(page: &str, expected: &str) {
        assert_eq!(text(chess(), page, 30), expected);
    }

    #[test]
    fn headings_are_underlined() {
        check(
            "# Toy (`toy`)\n\nOne.\n\n## End\n### Draw\n\nTwo.\n",
            "Toy (`toy`)\n===========\n\nOne.\n\n\nEnd\n---\n\nDraw\n~~~~\n\nTwo.\n",
        );
    }

    #[test]
    fn text_is_wrapped_and_items_hang() {
        check(
            "Some **words** that are too many for a [line](#toy).\n\n- one\n- two, and more than a line of it\n\n1. first\n2. last\n\nAll.\n",
            "Some words that are too many\nfor a line.\n\n- one\n- two, and more than a line of\n  it\n\n1. first\n2. last\n\nAll.\n",
        );
    }

    #[test]
    fn code_is_never_broken() {
        check(
            "The start:\n\n```text\n1nblgbn1/1pppppp1/8/8/8/8/1PPPPPP1/1NBLGBN1\n```\n\nMore.\n",
            "The start:\n\n    1nblgbn1/1pppppp1/8/8/8/8/1PPPPPP1/1NBLGBN1\n\nMore.\n",
        );
    }

    #[test]
    fn a_figure_is_a_board_and_its_sentence() {
        let said = text(chess(), "```board\nThe Knight leaps.\nmoves: g1\n```\n", 30);
        assert!(
            said.contains("    1  | R  N  B  Q  K  B  N  R |\n")
                && said.contains("    g1 to f3 h3\n\nThe Knight leaps.\n"),
            "{said}"
        );
    }

    #[test]
    fn a_table_that_is_too_wide_is_broken_between_words() {
        check("| a | b |\n|---|---|\n| `x` | yes |\n| z | no |\n", " a     b\n───────────\n `x`   yes\n z     no\n");
        let wide =
            text(chess(), "| word | form |\n|---|---|\n| turn | from 1, one more after each move of Black |\n", 30);
        assert!(wide.lines().all(|line| display_width(line) <= 30), "{wide}");
        assert!(wide.contains(" turn") && wide.contains("Black"), "{wide}");
    }
}
