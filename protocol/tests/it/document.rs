//! Checks that each line of the transcripts in `UVI.md` is a message, spelled as the crate spells it.

use std::{
    fmt::{Debug, Display},
    str::FromStr,
};

use uvi::{FromBot, FromHost, ParseError, ToBot, ToHost};

const DOCUMENT: &str = include_str!("../../UVI.md");

#[track_caller]
fn check<M: FromStr<Err = ParseError> + Display + Debug>(line: &str) {
    let message: M = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    // Transcripts may abbreviate the seed; `Display` does not.
    let line = line.replace("seed 2a", "seed 0000000000000000000000000000002a");
    assert_eq!(message.to_string(), line);
}

/// The part of the document between two headings.
#[track_caller]
fn section(from: &str, to: &str) -> &'static str {
    let (_, after) = DOCUMENT.split_once(from).expect("the heading is there");
    after.split_once(to).expect("the next heading is there").0
}

/// The lines of a section's transcript that begin with this mark.
fn marked<'a>(section: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    let (_, fence) = section.split_once("```text\n").expect("a section with a transcript");
    fence.lines().filter_map(move |line| line.strip_prefix(mark))
}

#[test]
fn the_transcripts_are_messages() {
    let seat_link = section("\n## 2. ", "\n## 3. ");
    marked(seat_link, "> ").for_each(check::<ToBot>);
    marked(seat_link, "< ").for_each(check::<FromBot>);
    let host_link = section("\n## 4. ", "\n## 5. ");
    marked(host_link, "> ").filter(|&line| line != "clock m time soon").for_each(check::<FromHost>);
    marked(host_link, "< ").for_each(check::<ToHost>);
}

#[test]
fn the_error_that_is_shown_is_the_one_that_comes() {
    let error = "clock m time soon".parse::<FromHost>().expect_err("soon is no number");
    let shown = format!("< error bad-argument line 5 column {}: {}\n", error.column, error.kind);
    assert!(section("\n### 4.4 ", "\n## 5. ").contains(&shown), "{shown}");
}

#[test]
fn every_word_has_its_row() {
    for fault in uvi::Fault::ALL {
        assert!(section("\n### 3.3 ", "\n## 4. ").contains(&format!("| `{fault}` |")), "{fault}");
    }
    for code in uvi::ErrorCode::ALL {
        assert!(section("\n### 4.4 ", "\n## 5. ").contains(&format!("`{code}`")), "{code}");
    }
}
