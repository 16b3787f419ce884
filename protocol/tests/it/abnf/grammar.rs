//! An ABNF grammar that makes lines and recognizes them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use abnf::types::{Node, Repeat, TerminalValues};

/// The most repetitions above the minimum, if a rule has no maximum.
const MORE: usize = 3;

/// The rules of `uvi.abnf`.
#[derive(Debug)]
pub(crate) struct Grammar(BTreeMap<String, Node>);

impl Grammar {
    pub(crate) fn read() -> &'static Self {
        static READ: OnceLock<Grammar> = OnceLock::new();
        READ.get_or_init(|| {
            let text = include_str!("../../../uvi.abnf");
            // The lines of ABNF end with CR LF.
            let rules = abnf::rulelist(&text.replace('\n', "\r\n")).expect("it is ABNF");
            let mut by_name: BTreeMap<_, _> =
                rules.into_iter().map(|rule| (rule.name().to_owned(), rule.node().clone())).collect();
            for core in abnf::rulelist(CORE).expect("they are ABNF") {
                by_name.insert(core.name().to_owned(), core.node().clone());
            }
            let grammar = Self(by_name);
            grammar.0.values().for_each(|node| grammar.check_names(node));
            grammar
        })
    }

    fn check_names(&self, node: &Node) {
        match node {
            Node::Rulename(name) => assert!(self.0.contains_key(name), "there is no rule {name}"),
            Node::Alternatives(parts) | Node::Concatenation(parts) => {
                parts.iter().for_each(|part| self.check_names(part))
            }
            Node::Repetition { node, .. } | Node::Group(node) | Node::Optional(node) => self.check_names(node),
            Node::String(_) | Node::TerminalValues(_) => {}
            Node::Prose(prose) => panic!("nobody can read <{prose}>"),
        }
    }

    fn rule(&self, name: &str) -> &Node {
        self.0.get(name).unwrap_or_else(|| panic!("there is no rule {name}"))
    }

    /// The verbs of a language: the strings with which the alternatives of its messages begin.
    pub(crate) fn verbs(&self, language: &str) -> BTreeSet<String> {
        let Node::Alternatives(messages) = self.rule(&format!("{language}-message")) else {
            panic!("{language} has one message only");
        };
        messages.iter().map(first_string).collect()
    }

    /// Makes a line of this rule. Each number of the tape makes one choice; after its end every choice is the first.
    pub(crate) fn line(&self, rule: &str, tape: &[u16]) -> String {
        let mut line = String::new();
        self.make(self.rule(rule), &mut Tape(tape), &mut line);
        line
    }

    fn make(&self, node: &Node, tape: &mut Tape<'_>, line: &mut String) {
        match node {
            Node::Alternatives(parts) => self.make(&parts[tape.below(parts.len())], tape, line),
            Node::Concatenation(parts) => parts.iter().for_each(|part| self.make(part, tape, line)),
            Node::Repetition { repeat, node } => {
                let (least, most) = bounds(repeat);
                let more = most.map_or(MORE, |most| most - least);
                for _ in 0..least + tape.below(more + 1) {
                    self.make(node, tape, line);
                }
            }
            Node::Rulename(name) => self.make(self.rule(name), tape, line),
            Node::Group(node) => self.make(node, tape, line),
            Node::Optional(node) => {
                if tape.below(2) == 1 {
                    self.make(node, tape, line);
                }
            }
            Node::String(string) => line.push_str(string.value()),
            Node::TerminalValues(TerminalValues::Concatenation(codes)) => {
                line.extend(codes.iter().map(|&code| char::from_u32(code).expect("a character")));
            }
            Node::TerminalValues(TerminalValues::Range(from, to)) => {
                let code = from + u32::from(tape.next()) % (to - from + 1);
                line.push(char::from_u32(code).expect("a character"));
            }
            Node::Prose(prose) => panic!("nobody can write <{prose}>"),
        }
    }

    /// Returns true if the whole line matches the rule.
    pub(crate) fn holds(&self, rule: &str, line: &str) -> bool {
        let characters: Vec<char> = line.chars().collect();
        self.ends(self.rule(rule), &characters, &BTreeSet::from([0])).contains(&characters.len())
    }

    /// The places where a match of the node can end, if it begins at one of `starts`.
    fn ends(&self, node: &Node, line: &[char], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        if starts.is_empty() {
            return BTreeSet::new();
        }
        match node {
            Node::Alternatives(parts) => parts.iter().flat_map(|part| self.ends(part, line, starts)).collect(),
            Node::Concatenation(parts) => {
                parts.iter().fold(starts.clone(), |starts, part| self.ends(part, line, &starts))
            }
            Node::Repetition { repeat, node } => {
                let (least, most) = bounds(repeat);
                let mut now = starts.clone();
                for _ in 0..least {
                    now = self.ends(node, line, &now);
                }
                let (mut all, mut left) = (now.clone(), most.map(|most| most - least));
                while !now.is_empty() && left != Some(0) {
                    now = &self.ends(node, line, &now) - &all;
                    all.extend(&now);
                    left = left.map(|left| left - 1);
                }
                all
            }
            Node::Rulename(name) => self.ends(self.rule(name), line, starts),
            Node::Group(node) => self.ends(node, line, starts),
            Node::Optional(node) => &self.ends(node, line, starts) | starts,
            Node::String(string) => {
                assert!(string.is_case_sensitive() || !string.value().contains(char::is_alphabetic), "{string}");
                let text: Vec<char> = string.value().chars().collect();
                after(starts, line, &text)
            }
            Node::TerminalValues(TerminalValues::Concatenation(codes)) => {
                let text: Vec<char> = codes.iter().map(|&code| char::from_u32(code).expect("a character")).collect();
                after(starts, line, &text)
            }
            Node::TerminalValues(TerminalValues::Range(from, to)) => {
                let fits = |at: &usize| line.get(*at).is_some_and(|&found| (*from..=*to).contains(&u32::from(found)));
                starts.iter().copied().filter(fits).map(|at| at + 1).collect()
            }
            Node::Prose(prose) => panic!("nobody can read <{prose}>"),
        }
    }
}

/// The rules from RFC 5234, appendix B, that the file uses.
const CORE: &str = "SP = %x20\r\nHTAB = %x09\r\nVCHAR = %x21-7E\r\nDIGIT = %x30-39\r\nDQUOTE = %x22\r\n\
                    HEXDIG = DIGIT / %x41-46 / %x61-66\r\n";

/// The places after this text, for each start at which the text stands.
fn after(starts: &BTreeSet<usize>, line: &[char], text: &[char]) -> BTreeSet<usize> {
    starts.iter().filter(|&&at| line[at..].starts_with(text)).map(|at| at + text.len()).collect()
}

fn bounds(repeat: &Repeat) -> (usize, Option<usize>) {
    (repeat.min().unwrap_or(0), repeat.max())
}

fn first_string(node: &Node) -> String {
    match node {
        Node::Concatenation(parts) => first_string(&parts[0]),
        Node::String(string) => string.value().to_owned(),
        other => panic!("{other:?} does not begin with a verb"),
    }
}

/// The choices of a generated line, made in advance.
struct Tape<'a>(&'a [u16]);

impl Tape<'_> {
    fn next(&mut self) -> u16 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn below(&mut self, count: usize) -> usize {
        usize::from(self.next()) % count
    }
}
