//! The files in which a gate reports its verdict: JUnit, Markdown and JSON. Until there is a verdict, the JUnit and
//! JSON files say that there is none, so that nobody reads the verdict of an earlier run.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::verdict::{Case, GateReport, GateVerdict, MissingVerdict};
use crate::cli::{
    exit::{Code, CommandResult, failed},
    output::{append, check_writable, reserve_outputs, write},
};

#[derive(Debug)]
pub(super) struct ReportPaths<'a> {
    /// The name of the JUnit suite.
    pub(super) suite: &'a str,
    pub(super) junit: Option<&'a PathBuf>,
    pub(super) markdown: Option<&'a PathBuf>,
    pub(super) json: Option<&'a PathBuf>,
}

impl ReportPaths<'_> {
    /// Checks that the files can be written, and writes into the JUnit and JSON files that there is no verdict yet.
    pub(super) fn begin(&self) -> CommandResult<()> {
        reserve_outputs([self.junit, self.markdown, self.json].into_iter().flatten())?;
        if let Some(path) = self.markdown {
            append(path, "")?;
        }
        for path in [self.junit, self.json].into_iter().flatten() {
            check_writable(path)?;
        }
        self.write_whole("the gate is still running, or was killed", None, is_kept)
    }

    /// Reports that the gate ended without a verdict.
    pub(super) fn no_verdict(&self, why: &str, exit: Code) -> CommandResult<()> {
        if let Some(path) = self.markdown {
            append(path, &format!("### Gate without a verdict\n\n{}\n\n", one_line(why)))?;
        }
        self.write_whole(why, Some(exit), |_| true)
    }

    fn write_whole(&self, why: &str, exit: Option<Code>, wanted: fn(&Path) -> bool) -> CommandResult<()> {
        if let Some(path) = self.junit.filter(|path| wanted(path)) {
            let outcome = (TestCaseStatus::non_success(NonSuccessKind::Error), format!("no verdict: {why}"));
            write(path, &junit(self.suite, vec![("strength", Some(outcome))], "", 0.0)?)?;
        }
        if let Some(path) = self.json.filter(|path| wanted(path)) {
            let (gate, exit) = (MissingVerdict::NoVerdict, exit.map(Code::code));
            write_json(path, &GateReport::Nothing { gate, exit, text: why })?;
        }
        Ok(())
    }

    pub(super) fn found(&self, verdict: &GateVerdict<'_>) -> CommandResult<()> {
        if let Some(path) = self.junit {
            write(path, &junit(self.suite, verdict.cases(), &verdict.output(), verdict.seconds)?)?;
        }
        if let Some(path) = self.markdown {
            append(path, &verdict.to_markdown())?;
        }
        if let Some(path) = self.json {
            write_json(path, &GateReport::Found(verdict))?;
        }
        Ok(())
    }
}

/// A JUnit report of one suite. The games took their time for the strength, whichever case they decided.
fn junit(suite: &str, cases: Vec<Case>, output: &str, seconds: f64) -> CommandResult<String> {
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let mut tests = TestSuite::new(suite);
    for (name, outcome) in cases {
        let status = outcome.map_or_else(TestCaseStatus::success, |(mut status, why)| {
            status.set_message(one_line(&why));
            status
        });
        let mut case = TestCase::new(name, status);
        case.set_classname(format!("gate.{suite}"));
        case.set_time(if name == "strength" { time } else { Duration::ZERO });
        tests.add_test_case(case);
    }
    tests.set_time(time);
    if !output.is_empty() {
        tests.set_system_out(output);
    }
    let mut report = Report::new("arbiter gate");
    report.set_time(time).add_test_suite(tests);
    report.to_string().map_err(failed)
}

/// True if a file at this path can be overwritten later; false for stdout, pipes and devices.
fn is_kept(path: &Path) -> bool {
    path != Path::new("-") && fs::metadata(path).map_or(true, |found| found.is_file())
}

/// Writes JSON with its keys in alphabetical order.
fn write_json(path: &Path, verdict: &GateReport<'_>) -> CommandResult<()> {
    let value = serde_json::to_value(verdict).map_err(failed)?;
    write(path, &format!("{value:#}\n"))
}

/// A text in one line, with single spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
