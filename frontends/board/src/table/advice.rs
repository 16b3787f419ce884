//! The analysis of the shown position by a bot, in a match of its own.

use std::collections::BTreeMap;

use uvi::{ToHost, Word};

use crate::talk;

/// The output of the bot, and the state of the analysis.
#[derive(Debug)]
pub(super) struct Advice {
    /// The name of the analysis match.
    name: Word,
    bot: String,
    runs: bool,
    /// True once the bot was told to answer.
    is_hushed: bool,
    /// The last output for each seat that is to act.
    says: BTreeMap<u32, String>,
    /// The action that the bot would play, for each seat.
    would: Vec<(u32, String)>,
    wrong: Option<String>,
}

impl Advice {
    pub(super) fn new(name: Word, bot: String) -> Self {
        let (says, would) = (BTreeMap::new(), Vec::new());
        Self { name, bot, runs: true, is_hushed: false, says, would, wrong: None }
    }

    pub(super) fn runs(&self) -> bool {
        self.runs
    }

    pub(super) fn is(&self, name: &Word) -> bool {
        self.name == *name
    }

    pub(super) fn hear(&mut self, message: &ToHost) {
        match message {
            ToHost::Info { seat, text, .. } => {
                self.says.insert(*seat, text.as_str().to_owned());
            }
            ToHost::Played { seat, text, .. } => self.would.push((*seat, text.as_str().to_owned())),
            ToHost::Fault { fault, text, .. } => self.wrong = Some(format!("{}: {}", fault.word(), text.as_str())),
            ToHost::Over { .. } => self.runs = false,
            _ => {}
        }
    }

    pub(super) fn fail(&mut self, text: &str) {
        self.runs = false;
        self.wrong = Some(text.to_owned());
    }

    /// The name of the match, which the caller must stop. Returned only once, and only while the analysis runs.
    pub(super) fn hush(&mut self) -> Option<Word> {
        let is_told = !self.runs || std::mem::replace(&mut self.is_hushed, true);
        (!is_told).then(|| self.name.clone())
    }

    pub(super) fn view(&self) -> talk::AdviceOrder {
        talk::AdviceOrder {
            bot: self.bot.clone(),
            runs: self.runs,
            says: self.says.iter().map(|(seat, text)| (*seat, text.clone())).collect(),
            would: self.would.clone(),
            wrong: self.wrong.clone(),
        }
    }
}
