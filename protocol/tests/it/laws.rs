//! Laws for every message and every input: a message is one line that reads back the same, or it is refused; no bytes
//! make the crate panic; and a framer gives the same lines however its bytes are cut.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

pub(crate) mod strategies;

use std::{
    fmt::{Debug, Display},
    str::FromStr,
    sync::LazyLock,
};

use proptest::{collection::vec, prelude::*};
use strategies::{clock_words, from_bot, from_host, patience, points, to_bot, to_host};
use uvi::{
    ClockWords, Fault, Framer, FromBot, FromHost, InfoDetail, OnFault, OwnedLine, ParseError, Patience, Points, Seed,
    Switch, Sync, Text, ToBot, ToHost, Value, WriteError, escape_controls,
};

/// Checks that the value is read from what it shows.
fn reads_back<T: FromStr<Err = ParseError> + Display + Debug + PartialEq>(value: &T) -> Result<(), TestCaseError> {
    let line = value.to_string();
    match line.parse::<T>() {
        Ok(read) => prop_assert_eq!(&read, value, "{}", line),
        Err(error) => prop_assert!(false, "{}: {}", line, error),
    }
    Ok(())
}

/// A message of one of the links, and the name of its language in `messages.json`.
pub(crate) trait Message: FromStr<Err = ParseError> + Display + Debug + PartialEq {
    const LINK: &str;

    fn write_line(&self, to: &mut String) -> Result<(), WriteError>;

    fn write_escaped_line(&self, to: &mut String) -> Result<(), WriteError>;
}

macro_rules! messages {
    ($($link:literal => $type:ty),*) => {$(
        impl Message for $type {
            const LINK: &str = $link;

            fn write_line(&self, to: &mut String) -> Result<(), WriteError> {
                self.write_line(to)
            }

            fn write_escaped_line(&self, to: &mut String) -> Result<(), WriteError> {
                self.write_escaped_line(to)
            }
        }
    )*};
}

messages!("to-bot" => ToBot, "from-bot" => FromBot, "from-host" => FromHost, "to-host" => ToHost);

/// The table of all messages.
pub(crate) static TABLE: LazyLock<serde_json::Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../messages.json")).unwrap());

fn is_control(character: char) -> bool {
    character.is_control() && character != '\t' || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Checks that a message is written as one line which reads back the same, and refused exactly if there is none.
fn reads_back_or_is_refused<M: Message>(message: &M) -> Result<(), TestCaseError> {
    let shown = message.to_string();
    let is_sayable = !shown.contains(is_control) && shown.parse().as_ref() == Ok(message);
    let mut sent = String::from("before\n");
    match message.write_line(&mut sent) {
        Ok(()) => {
            prop_assert_eq!(&sent, &format!("before\n{shown}\n"));
            prop_assert!(is_sayable, "{:?}", shown);
        }
        Err(error) => {
            prop_assert_eq!(&sent, "before\n");
            prop_assert!(!is_sayable, "{:?}: {}", shown, error);
            let field = &TABLE[M::LINK][error.message][error.field];
            prop_assert!(field.is_object(), "{} of {}", error.field, error.message);
            prop_assert!(!error.to_string().contains(is_control), "{:?}", error);
        }
    }
    if message.write_escaped_line(&mut sent).is_ok() {
        let (_, line) = sent.trim_end_matches('\n').rsplit_once('\n').unwrap();
        prop_assert!(line.parse::<M>().is_ok_and(|read| read.to_string() == line), "{:?}", line);
    } else {
        prop_assert!(!is_sayable);
    }
    Ok(())
}

/// If the line parses, its message is written and read back the same. If not, the error has a column within the line
/// and is safe to show.
fn holds_for<M: FromStr<Err = ParseError> + Display + Debug + PartialEq>(line: &str) -> Result<(), TestCaseError> {
    match line.parse::<M>() {
        Ok(value) => reads_back(&value),
        Err(error) => {
            prop_assert!((1..=line.chars().count() + 1).contains(&error.column), "{}", error);
            let shown = error.to_string();
            prop_assert!(escape_controls(&shown) == shown, "{:?}", shown);
            Ok(())
        }
    }
}

fn holds_for_every_grammar(line: &str) -> Result<(), TestCaseError> {
    holds_for::<ToBot>(line)?;
    holds_for::<FromBot>(line)?;
    holds_for::<FromHost>(line)?;
    holds_for::<ToHost>(line)?;
    holds_for::<ClockWords>(line)?;
    holds_for::<Patience>(line)?;
    holds_for::<Points>(line)?;
    holds_for::<Seed>(line)
}

/// Every value of a setting is read from its own word only.
#[test]
fn every_word_of_a_setting_reads_back() {
    #[track_caller]
    fn check<T: FromStr<Err = ParseError> + Display + Debug + PartialEq>(all: &[T], words: &str) {
        assert_eq!(all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "), words);
        for one in all {
            assert_eq!(one.to_string().parse::<T>().as_ref(), Ok(one));
        }
        assert!("maybe".parse::<T>().is_err_and(|error| error.to_string().starts_with("column 1: expected ")));
    }
    check(&OnFault::ALL, "forfeit random");
    check(&InfoDetail::ALL, "off last all");
    check(&Sync::ALL, "off game event");
    check(&Switch::ALL, "on off");
    check(&Fault::ALL, "timeout illegal unreadable flood crash deaf no-start no-greeting");
}

#[test]
fn limits_alone_are_read_as_on_the_line() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = text.parse::<ClockWords>().map_or_else(|error| error.to_string(), |clock| clock.to_string());
        assert_eq!(read, expected);
    }
    check("none", "none");
    check("inc 5  time 100", "time 100 inc 5");
    check("", "column 1: expected none, movetime, time, nodes or depth, found the end of the line");
    check("none depth 1", "column 1: expected either none or limits, found \"none\"");
    check(
        "seat 1 none",
        "column 1: expected none, movetime, time, inc, movestogo, nodes, depth or margin, or seconds such as `10+0.1`, found \"seat\"",
    );
    check("time 0 inc 5000", "time 0 inc 5000");
    // A clock in seconds.
    check("10+0.1", "time 10000 inc 100");
    check("40/9+0.1", "time 9000 inc 100 movestogo 40");
    check("0.25+0.005 margin 50", "time 250 inc 5 margin 50");
    check("60+0 nodes 9", "time 60000 inc 0 nodes 9");
    check("60", "time 60000");
    check("40/1:30+1", "time 90000 inc 1000 movestogo 40");
    check("1:30:00 + 30", "time 5400000 inc 30000");
    check("0:10.5+0.1", "time 10500 inc 100");
    check("0+5", "time 5000 inc 5000");
    check("40/0+1", "time 1000 inc 1000 movestogo 40");
    check(".5s+.05s", "time 500 inc 50");
    check("inf", "none");
    check("Inf nodes 9", "nodes 9");
    for text in "0/10 10+ 10+0.0001 1:+1 :30 1:60:03 1:2:3:4 40/5400:1800 0:60 . s 10+0.1x 10+0.1+1 18446744073709552+1"
        .split(' ')
    {
        let error = text.parse::<ClockWords>().unwrap_err().to_string();
        assert!(error.starts_with("column 1: expected "), "{text}: {error}");
    }
    assert!("10+0.1 inc 5".parse::<ClockWords>().unwrap_err().to_string().contains("inc"));
    // A host writes milliseconds, and its words keep their meaning.
    assert!("clock m 10+0.1".parse::<FromHost>().is_err());
}

#[test]
fn a_clock_in_which_nobody_can_answer_is_refused() {
    for (text, is_playable) in [
        ("0+5", true),
        ("0+0", false),
        ("time 0 inc 5000", false),
        ("time 0 inc 5000 margin 50", true),
        ("movetime 0", false),
        ("movetime 0 margin 1", true),
        ("movetime 1 time 0", false),
        ("nodes 9", true),
    ] {
        assert_eq!(text.parse::<ClockWords>().unwrap().playable().is_ok(), is_playable, "{text}");
    }
}

#[test]
fn times_that_are_not_named_have_their_defaults() {
    let said: Patience = "quit 5 greet 7".parse().unwrap();
    assert_eq!(said.or("greet 1 ready 2".parse().unwrap()).to_string(), "greet 7 ready 2 quit 5");
    let millis =
        |patience: Patience| [patience.greet(), patience.ready(), patience.quit()].map(|time| time.as_millis());
    assert_eq!((millis(said), millis(Patience::default())), ([7, 10_000, 5], [10_000, 10_000, 1_000]));
}

/// The lines of those messages that can be written.
pub(crate) fn sayable<M: Message + 'static>(messages: BoxedStrategy<M>) -> BoxedStrategy<String> {
    let line = |message: M| {
        let mut line = String::new();
        message.write_line(&mut line).ok()?;
        Some(line.trim_end_matches('\n').to_owned())
    };
    messages.prop_filter_map("a message that can be written", line).boxed()
}

fn good_line() -> impl Strategy<Value = String> {
    prop_oneof![sayable(to_bot()), sayable(from_bot()), sayable(from_host()), sayable(to_host()),]
}

/// A good line with some characters replaced, removed or doubled.
fn mutated_line() -> impl Strategy<Value = String> {
    let edit = (
        any::<prop::sample::Index>(),
        prop_oneof![Just(None), any::<char>().prop_map(Some), "[ \"\\\\0-9-]".prop_map(|text| text.chars().next())],
        any::<bool>(),
    );
    (good_line(), vec(edit, 1..4)).prop_map(|(line, edits)| {
        let mut characters: Vec<char> = line.chars().collect();
        for (place, new, is_inserted) in edits {
            let place = place.index(characters.len() + 1);
            if !is_inserted && place < characters.len() {
                characters.remove(place);
            }
            characters.splice(place..place, new);
        }
        characters.into_iter().collect()
    })
}

fn bytes_with_line_ends() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![4 => any::<u8>(), 3 => b'a'..=b'z', 2 => Just(b'\n'), 1 => Just(b'\r')];
    vec(byte, 0..200)
}

fn lines_of(cap: usize, chunks: &[&[u8]]) -> Vec<OwnedLine> {
    let mut framer = Framer::new(cap);
    let mut lines = Vec::new();
    for chunk in chunks {
        framer.feed(chunk, |line| lines.push(OwnedLine::from(line)));
    }
    lines.extend(framer.finish().map(OwnedLine::from));
    lines
}

/// Cuts lines as the rule says: split, drop one CR, measure.
fn lines_by_definition(cap: usize, bytes: &[u8]) -> Vec<OwnedLine> {
    let mut pieces: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    if pieces.last().is_some_and(|last| last.is_empty()) {
        pieces.pop();
    }
    let line = |piece: &[u8]| {
        let piece = piece.strip_suffix(b"\r").unwrap_or(piece);
        match String::from_utf8(piece.to_vec()) {
            _ if piece.len() > cap => OwnedLine::TooLong { start: piece[..cap.min(64)].to_vec() },
            Ok(text) => OwnedLine::Text(text),
            Err(error) => OwnedLine::NotUtf8(error.into_bytes()),
        }
    };
    pieces.into_iter().map(line).collect()
}

proptest! {
    #[test]
    fn to_bot_reads_back(message in to_bot()) {
        reads_back_or_is_refused(&message)?;
    }

    #[test]
    fn from_bot_reads_back(message in from_bot()) {
        reads_back_or_is_refused(&message)?;
    }

    #[test]
    fn from_host_reads_back(message in from_host()) {
        reads_back_or_is_refused(&message)?;
    }

    #[test]
    fn to_host_reads_back(message in to_host()) {
        reads_back_or_is_refused(&message)?;
    }

    #[test]
    fn an_info_is_found_in_any_line(
        before in "[ \t\r\n]{0,3}",
        verb in prop_oneof![4 => Just("info"), 1 => Just("infos"), 1 => Just("inf"), 1 => Just("bestmove")],
        rest in prop_oneof![any::<String>(), "[ \t]{1,2}.*", "[ \t\r\n]{0,2}score [0-9]{1,3}[ \t\r\n]{0,2}"],
    ) {
        let line = format!("{before}{verb}{rest}");
        let read = match line.parse() {
            Ok(FromBot::Info(text)) => Some(text),
            Ok(_) | Err(_) => None,
        };
        let begins = verb == "info" && before.trim_matches([' ', '\t']).is_empty();
        let is_info = begins && (rest.is_empty() || rest.starts_with([' ', '\t']));
        prop_assert_eq!(read, is_info.then(|| Text::new(rest)), "{:?}", line);
    }

    #[test]
    fn settings_read_back(clock in clock_words(), patience in patience(), points in points()) {
        if let Ok(clock) = clock.to_string().parse::<ClockWords>() {
            reads_back(&clock)?;
        }
        if let Ok(patience) = patience.to_string().parse::<Patience>() {
            reads_back(&patience)?;
        }
        reads_back(&points)?;
    }

    #[test]
    fn values_read_back(text in "[^\r\n]*") {
        reads_back(&Value::new(text))?;
    }

    #[test]
    fn any_text_is_read_or_refused(line in any::<String>()) {
        holds_for_every_grammar(&line)?;
    }

    #[test]
    fn a_mutated_line_is_read_or_refused(line in mutated_line()) {
        holds_for_every_grammar(&line)?;
    }

    #[test]
    fn any_bytes_become_lines(bytes in bytes_with_line_ends(), cap in 0..70_usize, cuts in vec(any::<prop::sample::Index>(), 0..9)) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        let chunks: Vec<&[u8]> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
        let expected = lines_by_definition(cap, &bytes);
        prop_assert_eq!(&lines_of(cap, &[&bytes]), &expected);
        prop_assert_eq!(&lines_of(cap, &chunks), &expected);
        prop_assert_eq!(&lines_of(cap, &bytes.chunks(1).collect::<Vec<_>>()), &expected);
    }
}
