//! The analysis of the shown position by a bot, in a match of its own.

use uvi::{ToHost, Word};

use crate::talk::AdviceOrder;

/// The output of the bot, and the state of the analysis.
#[derive(Debug)]
pub(super) struct Advice {
    /// The name of the analysis match.
    pub(super) name: Word,
    /// True once the bot was told to answer.
    is_hushed: bool,
    pub(super) shown: AdviceOrder,
}

impl Advice {
    pub(super) fn new(name: Word, bot: String) -> Self {
        let (says, would) = (Vec::new(), Vec::new());
        Self { name, is_hushed: false, shown: AdviceOrder { bot, runs: true, says, would, wrong: None } }
    }

    pub(super) fn hear(&mut self, message: &ToHost) {
        let AdviceOrder { runs, says, would, wrong, .. } = &mut self.shown;
        match message {
            ToHost::Info { seat, text, .. } => {
                says.retain(|(other, _)| other != seat);
                says.push((*seat, text.as_str().to_owned()));
                says.sort_unstable();
            }
            ToHost::Played { seat, text, .. } => would.push((*seat, text.as_str().to_owned())),
            ToHost::Fault { fault, text, .. } => *wrong = Some(format!("{}: {}", fault.word(), text.as_str())),
            ToHost::Over { .. } => *runs = false,
            _ => {}
        }
    }

    pub(super) fn fail(&mut self, text: &str) {
        self.shown.runs = false;
        self.shown.wrong = Some(text.to_owned());
    }

    /// The name of the match, which the caller must stop. Returned only once, and only while the analysis runs.
    pub(super) fn hush(&mut self) -> Option<Word> {
        let is_told = !self.shown.runs || std::mem::replace(&mut self.is_hushed, true);
        (!is_told).then(|| self.name.clone())
    }
}
