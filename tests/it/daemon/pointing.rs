//! A host without knowledge of rules plays every variant by pointing. It asks for the parts of actions, points at
//! places in the picture, and names the remaining words (UVI 4.6).

use std::collections::BTreeSet;

use arbiter::game::{Seed, Stream};
use testkit::{
    boards,
    processes::scratch,
    session::{Session, verify},
};
use uvi::{ToHost, Value, Word};

struct Choice {
    action: Word,
    places: Vec<Word>,
    words: Vec<(Word, Value)>,
}

/// The next step of a person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Point(Word),
    Say(Word),
}

impl Choice {
    fn step(&self, number: usize) -> Option<Step> {
        match self.places.get(number) {
            Some(place) => Some(Step::Point(place.clone())),
            None => self.words.get(number - self.places.len()).map(|(word, _)| Step::Say(word.clone())),
        }
    }
}

/// A host of one match. Events may come between answers.
struct Host {
    session: Session,
    /// The seats that must act.
    asked: Vec<u32>,
    over: bool,
}

impl Host {
    /// Handles the line if it is an event; returns false for any other line.
    fn notes(&mut self, line: &str) -> bool {
        match line.parse().unwrap() {
            ToHost::Turn { seat, .. } => self.asked.push(seat),
            ToHost::Over { .. } => self.over = true,
            ToHost::Created(_)
            | ToHost::Started { .. }
            | ToHost::Chance { .. }
            | ToHost::Played { .. }
            | ToHost::Score { .. } => {}
            ToHost::Error { .. } => panic!("{line}"),
            _ => return false,
        }
        true
    }

    fn ask(&mut self, line: &str) -> Vec<String> {
        let mut answers = self.session.ask(line);
        answers.retain(|line| !self.notes(line));
        answers
    }

    /// The next seat that must act; `None` when the game is over.
    fn next(&mut self) -> Option<u32> {
        while self.asked.is_empty() && !self.over {
            let line = self.session.line();
            assert!(self.notes(&line), "{line}");
        }
        (!self.over).then(|| self.asked.remove(0))
    }

    /// The legal actions of a seat with their parts. The list without `places` has the same actions.
    fn choices(&mut self, seat: u32) -> Vec<Choice> {
        let mut answers = self.ask(&format!("legal m {seat} places"));
        let list = answers.pop().unwrap();
        assert_eq!(self.ask(&format!("legal m {seat}")), [list.as_str()]);
        let choice = |line: String| match line.parse().unwrap() {
            ToHost::Places { name, seat: of, action, at, words, text } => {
                assert!(name.as_str() == "m" && of == seat && !text.as_str().is_empty(), "{line}");
                Choice { action, places: at, words }
            }
            other => panic!("{other} is no answer"),
        };
        let choices: Vec<Choice> = answers.into_iter().map(choice).collect();
        let actions: Vec<&str> = choices.iter().map(|choice| choice.action.as_str()).collect();
        assert_eq!(format!("legal m {seat} {}", actions.join(" ")), list);
        choices
    }

    /// The names in the picture that a seat sees.
    fn names(&mut self, seat: u32) -> BTreeSet<String> {
        let answers = self.ask(&format!("picture m {seat}"));
        let [line] = answers.as_slice() else { panic!("{answers:?}") };
        let document = roxmltree::Document::parse(line.strip_prefix("picture m ").unwrap()).unwrap();
        let names = document.descendants().filter_map(|node| node.attribute("data-at"));
        names.flat_map(|names| names.split(' ')).map(str::to_owned).collect()
    }
}

/// Points and speaks at random until one action is left.
fn act(choices: &[Choice], names: &BTreeSet<String>, lots: &mut Stream) -> Word {
    let mut kept: Vec<&Choice> = choices.iter().collect();
    for number in 0.. {
        if let [choice] = kept[..] {
            return choice.action.clone();
        }
        let steps: BTreeSet<Step> = kept.iter().filter_map(|choice| choice.step(number)).collect();
        assert!(!steps.is_empty(), "nothing tells {:?} apart", kept.iter().map(|one| &one.action).collect::<Vec<_>>());
        let step = steps.iter().nth(lots.below(steps.len() as u32) as usize).cloned();
        if let Some(Step::Point(place)) = &step {
            assert!(names.contains(place.as_str()), "{place} is not in the picture");
        }
        kept.retain(|choice| choice.step(number) == step);
    }
    unreachable!("an action has an end")
}

#[test]
fn whoever_knows_no_rules_plays_every_variant_by_pointing() {
    let dir = scratch("pointing");
    let mut logs = Vec::new();
    for (number, board) in (0..).zip(boards::all()) {
        let log = dir.join(format!("{number}.jsonl"));
        let mut host = Host { session: Session::start(), asked: Vec::new(), over: false };
        host.session.say(format!("newmatch m {}\nlog m {} times off", board.words(7), log.display()));
        (1..=board.seats).for_each(|seat| host.session.say(format!("seat m {seat} host")));
        host.session.say("start m");
        let mut lots = Stream::new(&Seed([7; 16]), &format!("pointing {number}"));
        for _ in 0..60 {
            let Some(seat) = host.next() else { break };
            let (choices, names) = (host.choices(seat), host.names(seat));
            let action = act(&choices, &names, &mut lots);
            assert!(host.ask(&format!("play m {seat} {action}")).is_empty());
        }
        if !host.over {
            host.session.say("stop m");
        }
        host.session.say("quit");
        assert_eq!(host.session.exit(), Some(0));
        logs.push(log);
    }
    assert_eq!(verify(&logs).0, Some(0));
}

#[test]
fn what_is_asked_wrongly_is_named() {
    let mut session = Session::start();
    session.ask("newmatch m variant orwell");
    for (line, error) in [
        ("picture x", "error no-such-match line {n}: no match x"),
        ("picture m 4", "error bad-seat line {n}: "),
        ("legal m 4 places", "error bad-seat line {n}: "),
        ("legal m 1 pieces", "error bad-argument line {n} column 11: expected places or the end of the line"),
    ] {
        let answers = session.ask(line);
        let error = error.replace("{n}", &(session.sent() - 1).to_string());
        assert!(answers.len() == 1 && answers[0].starts_with(&error), "{line}: {answers:?}");
    }
}
