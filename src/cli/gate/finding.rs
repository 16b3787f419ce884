//! The result of a gate, as text, JUnit, Markdown and JSON.

use uvi_cup::{GateFaults, Standings, counted, stats::TestVerdict};

use super::{
    figures::GateFigures,
    strength::StrengthEstimate,
    verdict::{GateMark, GateResult, GateVerdict, OldBot, StrengthWord},
};
use crate::cli::exit::Code;

/// The result of a gate.
#[derive(Debug)]
pub(super) struct GateFinding {
    pub(super) exit: Code,
    pub(super) strength: StrengthEstimate,
    pub(super) figures: GateFigures,
    pub(super) faults: GateFaults,
    pub(super) max_faults: u32,
    /// The first fault of each kind of the new bot.
    pub(super) first_faults: Vec<String>,
    /// Notes on games that weaken the verdict.
    pub(super) notes: Vec<String>,
}

/// The warning if both bots are one program.
pub(super) const SAME: &str =
    "the new and the old bot are the same program with the same arguments: any difference is chance";

/// The outcome of a test case that did not pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaseOutcome {
    Failure,
    Skipped,
    Error,
}

impl CaseOutcome {
    const ALL: [Self; 3] = [Self::Failure, Self::Skipped, Self::Error];

    fn element(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Skipped => "skipped",
            Self::Error => "error",
        }
    }
}

/// A test case of a JUnit report. It passed if `outcome` is `None`.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) outcome: Option<(CaseOutcome, String)>,
}

impl GateFinding {
    /// A finding without notes.
    pub(super) fn new(strength: StrengthEstimate, figures: GateFigures, faults: GateFaults, max_faults: u32) -> Self {
        let exit = match strength.verdict {
            _ if faults.new > max_faults => Code::No,
            TestVerdict::H0 => Code::No,
            TestVerdict::H1 => Code::Yes,
            TestVerdict::Undecided => Code::Undecided,
        };
        Self { exit, strength, figures, faults, max_faults, first_faults: Vec::new(), notes: Vec::new() }
    }

    fn strength_word(&self) -> StrengthWord {
        match self.strength.verdict {
            TestVerdict::H0 => StrengthWord::Worse,
            TestVerdict::H1 => StrengthWord::NotWorse,
            TestVerdict::Undecided => StrengthWord::NotDecided,
        }
    }

    fn faults_text(&self) -> String {
        format!("the new bot was at fault {}, {} forgiven", counted(self.faults.new, "time"), self.max_faults)
    }

    /// The number of faults, and the first fault of each kind.
    fn blamed(&self) -> String {
        std::iter::once(&self.faults_text()).chain(&self.first_faults).cloned().collect::<Vec<_>>().join("; ")
    }

    fn too_faulty(&self) -> bool {
        self.faults.new > self.max_faults
    }

    pub(super) fn headline(&self) -> String {
        let strength = format!("{}: {}", self.strength_word().word(), self.strength.text);
        if self.too_faulty() {
            format!("gate: too many faults: {}; {strength}", self.faults_text())
        } else {
            format!("gate: {strength}")
        }
    }

    pub(super) fn junit(&self, suite: &str) -> String {
        let strength = match self.strength.verdict {
            TestVerdict::H1 => None,
            TestVerdict::H0 => Some((CaseOutcome::Failure, format!("worse: {}", self.strength.text))),
            TestVerdict::Undecided => Some((CaseOutcome::Skipped, format!("not decided: {}", self.strength.text))),
        };
        let old = self.strength.rests_on_old_faults.then(|| {
            let games = counted(self.faults.old_games, "game");
            (
                CaseOutcome::Error,
                format!("the old bot was at fault in {games}, and the new one passes only because of them"),
            )
        });
        let cases = [
            Case { name: "strength", outcome: strength },
            Case { name: "faults", outcome: self.too_faulty().then(|| (CaseOutcome::Failure, self.blamed())) },
            Case { name: "old bot", outcome: old },
        ];
        let notes = self.notes.iter().map(|note| format!("note: {note}"));
        junit(suite, &cases, &notes.chain(self.figures.lines()).collect::<Vec<_>>())
    }

    fn mark(&self) -> GateMark {
        match self.exit {
            Code::Yes => GateMark::Passed,
            Code::No => GateMark::Failed,
            Code::Usage | Code::Undecided | Code::Failed | Code::Changed | Code::TempFail | Code::Signal(_) => {
                GateMark::NotDecided
            }
        }
    }

    pub(super) fn markdown(&self, standings: &Standings) -> String {
        let figures = self.figures.lines().into_iter().map(|line| format!("- {}\n", literal(&line)));
        let notes = self.notes.iter().map(|note| format!("- Note: {}\n", literal(note)));
        let notes: String = figures.chain(notes).collect();
        format!(
            "### Gate {}\n\n{}: {}; {}.\n\n{notes}{}{}\n",
            self.mark().word(),
            self.strength_word().word(),
            self.strength.text,
            self.faults_text(),
            if notes.is_empty() { "" } else { "\n" },
            standings.table()
        )
    }

    pub(super) fn verdict<'a>(&'a self, standings: &'a Standings) -> GateVerdict<'a> {
        GateVerdict::Found(Box::new(GateResult {
            gate: self.mark(),
            exit: self.exit.code(),
            strength: self.strength_word(),
            text: &self.strength.text,
            faults: self.faults.new,
            max_faults: self.max_faults,
            old_bot: OldBot {
                games_at_fault: self.faults.old_games,
                passes_only_by_them: self.strength.rests_on_old_faults,
            },
            figures: &self.figures,
            notes: &self.notes,
            standings,
        }))
    }
}

/// Text with the characters escaped that Markdown would interpret.
fn literal(text: &str) -> String {
    let escape = |letter: char| match letter {
        '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '|' | '#' | '&' | '~' => format!("\\{letter}"),
        letter => letter.to_string(),
    };
    text.chars().map(escape).collect()
}

/// A JUnit report of one suite. `notes` are lines of its output.
pub(super) fn junit(suite: &str, cases: &[Case], notes: &[String]) -> String {
    let counts = CaseOutcome::ALL.map(|outcome| {
        let count =
            cases.iter().filter(|case| case.outcome.as_ref().is_some_and(|(found, _)| *found == outcome)).count();
        let name =
            if outcome == CaseOutcome::Skipped { "skipped".to_owned() } else { format!("{}s", outcome.element()) };
        format!("{name}=\"{count}\"")
    });
    let (tests, counts, suite) = (cases.len(), counts.join(" "), escaped(suite));
    let cases: String = cases.iter().map(|case| case.element(&suite)).collect();
    let notes: String = notes.iter().map(|note| format!("{}\n", escaped(note))).collect();
    let notes =
        if notes.is_empty() { notes } else { format!("        <system-out>{}</system-out>\n", notes.trim_end()) };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"arbiter gate\" tests=\"{tests}\" {counts}>\n\
         \x20   <testsuite name=\"{suite}\" tests=\"{tests}\" {counts}>\n\
         {cases}{notes}    </testsuite>\n</testsuites>\n"
    )
}

impl Case {
    fn element(&self, suite: &str) -> String {
        let opened = format!("        <testcase name=\"{}\" classname=\"gate.{suite}\"", self.name);
        match &self.outcome {
            None => format!("{opened}/>\n"),
            Some((outcome, message)) => {
                let (element, message) = (outcome.element(), escaped(message));
                format!("{opened}>\n            <{element} message=\"{message}\"/>\n        </testcase>\n")
            }
        }
    }
}

/// Text escaped for XML, as an attribute or as content. Characters that XML cannot hold become spaces.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&apos;".to_owned(),
        '\n' => "&#10;".to_owned(),
        '\u{fffe}' | '\u{ffff}' => " ".to_owned(),
        c if c.is_control() => " ".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_says_what_came_instead() {
        let passed = Case { name: "faults", outcome: None };
        assert_eq!(passed.element("orwell"), "        <testcase name=\"faults\" classname=\"gate.orwell\"/>\n");
        let failed =
            Case { name: "strength", outcome: Some((CaseOutcome::Failure, "a <b> & 'c' \"d\"\n\u{1b}[e".to_owned())) };
        assert_eq!(
            failed.element("orwell"),
            "        <testcase name=\"strength\" classname=\"gate.orwell\">\n            \
             <failure message=\"a &lt;b&gt; &amp; &apos;c&apos; &quot;d&quot;&#10; [e\"/>\n        </testcase>\n"
        );
    }
}
