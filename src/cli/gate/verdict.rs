//! The verdict of a gate, which is told as text, Markdown, JUnit and JSON.

use quick_junit::{NonSuccessKind, TestCaseStatus};
use schemars::JsonSchema;
use serde::Serialize;
use uvi_cup::{GateFaults, Standings, counted, stats::TestVerdict};
use uvi_match::record::schema_of;

use super::{figures::GateFigures, pace::RelativePace, strength::Strength};
use crate::cli::exit::Code;

pub(crate) fn schema() -> String {
    schema_of::<GateReport<'_>>("The verdict of an Arbiter gate, version 1")
}

/// The end of a gate. Fields may be added; existing fields keep their names, types and meanings.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Verdict")]
pub(super) enum GateReport<'a> {
    /// No verdict: the gate was refused, stopped or killed, or is still running.
    Nothing {
        gate: MissingVerdict,
        /// The exit code; null if the gate is running or was killed.
        exit: Option<u8>,
        /// The reason.
        text: &'a str,
    },
    /// A verdict, which may be that nothing is decided.
    Found(&'a GateVerdict<'a>),
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[schemars(rename = "NoVerdict")]
pub(super) enum MissingVerdict {
    #[serde(rename = "no verdict")]
    NoVerdict,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Found")]
pub(super) struct GateVerdict<'a> {
    /// Says if the new bot may replace the old one.
    gate: GateMark,
    /// The exit code.
    exit: u8,
    /// The test's verdict on the new bot's strength, without regard to faults and times.
    strength: StrengthWord,
    /// The figures of the test, in words.
    text: String,
    /// The number of faults of the new bot.
    faults: u32,
    /// The number of faults that are forgiven.
    max_faults: u32,
    /// The effect of the old bot's faults.
    pub(super) old_bot: OldBot,
    /// The time that the new bot needs for a decision, if `--max-slower` limits it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pace: Option<RelativePace>,
    /// The figures of all games.
    pub(super) figures: GateFigures,
    /// Notes on games that weaken the verdict.
    pub(super) notes: Vec<String>,
    /// The standings, as `arbiter schema standings` has them.
    pub(super) standings: &'a Standings,
    /// The first fault of each kind of the new bot.
    #[serde(skip)]
    pub(super) first_faults: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Mark")]
enum GateMark {
    Passed,
    Failed,
    #[serde(rename = "not decided")]
    NotDecided,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum StrengthWord {
    Worse,
    #[serde(rename = "not worse")]
    NotWorse,
    #[serde(rename = "not decided")]
    NotDecided,
}

/// The effect of the old bot's faults.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OldBot {
    /// The number of games in which the old bot was at fault.
    pub(super) games_at_fault: u32,
    /// True if the new bot passes only because of these games.
    pub(super) passes_only_by_them: bool,
}

pub(super) type Case = (&'static str, Option<(TestCaseStatus, String)>);

impl<'a> GateVerdict<'a> {
    pub(super) fn new(
        strength: Strength,
        figures: GateFigures,
        faults: GateFaults,
        max_faults: u32,
        pace: Option<RelativePace>,
        standings: &'a Standings,
    ) -> Self {
        let is_slower = pace.as_ref().is_some_and(RelativePace::is_slower);
        let (gate, code) = match strength.verdict {
            _ if faults.new > max_faults || is_slower => (GateMark::Failed, Code::No),
            TestVerdict::H0 => (GateMark::Failed, Code::No),
            TestVerdict::H1 => (GateMark::Passed, Code::Yes),
            TestVerdict::Undecided => (GateMark::NotDecided, Code::Undecided),
        };
        Self {
            gate,
            exit: code.code(),
            strength: match strength.verdict {
                TestVerdict::H0 => StrengthWord::Worse,
                TestVerdict::H1 => StrengthWord::NotWorse,
                TestVerdict::Undecided => StrengthWord::NotDecided,
            },
            text: strength.text,
            faults: faults.new,
            max_faults,
            old_bot: OldBot { games_at_fault: faults.old_games, passes_only_by_them: strength.rests_on_old_faults },
            pace,
            figures,
            notes: Vec::new(),
            standings,
            first_faults: Vec::new(),
        }
    }

    pub(super) fn code(&self) -> Code {
        match self.gate {
            GateMark::Passed => Code::Yes,
            GateMark::Failed => Code::No,
            GateMark::NotDecided => Code::Undecided,
        }
    }

    fn has_too_many_faults(&self) -> bool {
        self.faults > self.max_faults
    }

    fn faults_text(&self) -> String {
        format!("the new bot was at fault {}, {} forgiven", counted(self.faults, "time"), self.max_faults)
    }

    fn strength_text(&self) -> String {
        format!("{}: {}", word(self.strength), self.text)
    }

    /// The cause and the figures in a sentence. A cause that decides without the test comes first.
    fn summary(&self) -> String {
        let strength = self.strength_text();
        if self.has_too_many_faults() {
            format!("too many faults: {}; {strength}", self.faults_text())
        } else if let Some(pace) = self.pace.as_ref().filter(|pace| pace.is_slower()) {
            format!("too slow: {pace}; {strength}")
        } else {
            strength
        }
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        self.pace.iter().map(RelativePace::to_string).chain(self.figures.lines())
    }

    pub(super) fn to_text(&self) -> Vec<String> {
        let figures = self.lines().map(|line| format!("  {line}"));
        let notes = self.notes.iter().map(|note| format!("note: {note}"));
        std::iter::once(format!("gate: {}", self.summary())).chain(figures).chain(notes).collect()
    }

    pub(super) fn to_markdown(&self) -> String {
        let mark = word(self.gate);
        let faults = if self.has_too_many_faults() { String::new() } else { format!("; {}", self.faults_text()) };
        // The faults explain the verdict, the figures do not.
        let (causes, notes): (Vec<_>, Vec<_>) = self.notes.iter().partition(|note| self.first_faults.contains(note));
        let causes = causes.into_iter().cloned();
        let notes = notes.into_iter().map(|note| format!("Note: {note}"));
        let items: String =
            causes.chain(self.lines()).chain(notes).map(|line| format!("- {}\n", literal(&line))).collect();
        let gap = if items.is_empty() { "" } else { "\n" };
        format!("### Gate {mark}\n\n{}{faults}.\n\n{items}{gap}{}\n", literal(&self.summary()), self.standings.table())
    }

    /// The test cases of a JUnit report; the one that decided without the test comes first.
    pub(super) fn cases(&self) -> Vec<Case> {
        let failure = |why: String| (TestCaseStatus::non_success(NonSuccessKind::Failure), why);
        let strength = match self.strength {
            StrengthWord::NotWorse => None,
            StrengthWord::Worse => Some(failure(self.strength_text())),
            StrengthWord::NotDecided => Some((TestCaseStatus::skipped(), self.strength_text())),
        };
        let faults = self.has_too_many_faults().then(|| {
            let blamed: Vec<String> = std::iter::once(self.faults_text()).chain(self.first_faults.clone()).collect();
            failure(blamed.join("; "))
        });
        let time = |pace: &RelativePace| pace.is_slower().then(|| failure(pace.to_string()));
        let old = self.old_bot.passes_only_by_them.then(|| {
            let games = counted(self.old_bot.games_at_fault, "game");
            let why = format!("the old bot was at fault in {games}, and the new one passes only because of them");
            (TestCaseStatus::non_success(NonSuccessKind::Error), why)
        });
        let mut cases = vec![("strength", strength), ("faults", faults), ("old bot", old)];
        cases.extend(self.pace.as_ref().map(|pace| ("time", time(pace))));
        cases.sort_by_key(|(name, outcome)| *name == "strength" || outcome.is_none());
        cases
    }

    /// The notes and figures, as lines of the output of a JUnit report.
    pub(super) fn output(&self) -> String {
        let notes = self.notes.iter().map(|note| format!("note: {note}"));
        notes.chain(self.lines()).collect::<Vec<_>>().join("\n")
    }
}

/// The word of a mark, as JSON has it.
fn word(mark: impl Serialize) -> String {
    let json = serde_json::to_value(mark).expect("a mark is a text");
    json.as_str().expect("a mark is a text").to_owned()
}

/// Text with the characters escaped that Markdown would interpret.
fn literal(text: &str) -> String {
    let escape = |letter: char| match letter {
        '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '|' | '#' | '&' | '~' => format!("\\{letter}"),
        letter => letter.to_string(),
    };
    text.chars().map(escape).collect()
}
