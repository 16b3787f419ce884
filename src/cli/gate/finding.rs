//! What a gate has found, in words, as JUnit and as Markdown.

use uvi_cup::{Plan, Standings, stats::TestVerdict};

use crate::cli::exit::Code;

/// What the gate says.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) exit: Code,
    /// Of the strength of the new bot.
    pub(super) strength: (TestVerdict, String),
    pub(super) faults: u32,
    pub(super) max_faults: u32,
    /// The bots are one program.
    pub(super) same: bool,
}

/// What is said where the bots are one program.
pub(super) const SAME: &str =
    "the new and the old bot are the same program with the same arguments: any difference is chance";

impl Finding {
    fn strength_word(&self) -> &'static str {
        match self.strength.0 {
            TestVerdict::H0 => "worse",
            TestVerdict::H1 => "not worse",
            TestVerdict::Undecided => "not decided",
        }
    }

    fn faults_text(&self) -> String {
        format!("the new bot was at fault {} times, {} are forgiven", self.faults, self.max_faults)
    }

    fn too_faulty(&self) -> bool {
        self.faults > self.max_faults
    }

    pub(super) fn headline(&self) -> String {
        let mut line = format!("gate: {}: {}", self.strength_word(), self.strength.1);
        if self.too_faulty() {
            line =
                format!("gate: too many faults: {}; {}: {}", self.faults_text(), self.strength_word(), self.strength.1);
        }
        line
    }

    pub(super) fn junit(&self, plan: &Plan) -> String {
        let suite = plan.variant.word();
        let strength = match self.strength.0 {
            TestVerdict::H1 => None,
            TestVerdict::H0 => Some(("failure", format!("worse: {}", self.strength.1))),
            TestVerdict::Undecided => Some(("skipped", format!("not decided: {}", self.strength.1))),
        };
        let faults = self.too_faulty().then(|| ("failure", self.faults_text()));
        let count = |kind: &str| [&strength, &faults].into_iter().flatten().filter(|(found, _)| *found == kind).count();
        let (skipped, failures) = (count("skipped"), count("failure"));
        let cases: String =
            [("strength", &strength), ("faults", &faults)].map(|(name, found)| case(suite, name, found)).concat();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <testsuites name=\"arbiter gate\" tests=\"2\" skipped=\"{skipped}\" failures=\"{failures}\" errors=\"0\">\n\
             \x20   <testsuite name=\"{suite}\" tests=\"2\" skipped=\"{skipped}\" errors=\"0\" failures=\"{failures}\">\n\
             {cases}    </testsuite>\n</testsuites>\n"
        )
    }

    pub(super) fn markdown(&self, standings: &Standings) -> String {
        let mark = match self.exit {
            Code::Yes => "passed",
            Code::No => "failed",
            Code::Usage | Code::Undecided | Code::Failed | Code::Changed | Code::Signal(_) => "not decided",
        };
        let same = if self.same { format!(" Note that {SAME}.") } else { String::new() };
        format!(
            "### Gate {mark}\n\n{}: {}; {}.{same}\n\n{}\n",
            self.strength_word(),
            self.strength.1,
            self.faults_text(),
            standings.table()
        )
    }
}

/// A test case of a JUnit report: passed, or with the element that says what came instead.
fn case(suite: &str, name: &str, found: &Option<(&str, String)>) -> String {
    let opened = format!("        <testcase name=\"{name}\" classname=\"gate.{suite}\"");
    match found {
        None => format!("{opened}/>\n"),
        Some((element, message)) => {
            let message = escaped(message);
            format!("{opened}>\n            <{element} message=\"{message}\"/>\n        </testcase>\n")
        }
    }
}

/// Text as the value of an attribute.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&apos;".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_says_what_came_instead() {
        assert_eq!(case("orwell", "faults", &None), "        <testcase name=\"faults\" classname=\"gate.orwell\"/>\n");
        let failed = Some(("failure", "a <b> & 'c' \"d\"".to_owned()));
        assert_eq!(
            case("orwell", "strength", &failed),
            "        <testcase name=\"strength\" classname=\"gate.orwell\">\n            \
             <failure message=\"a &lt;b&gt; &amp; &apos;c&apos; &quot;d&quot;\"/>\n        </testcase>\n"
        );
    }
}
