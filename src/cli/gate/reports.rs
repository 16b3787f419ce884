//! The files in which a gate reports its verdict: JUnit, Markdown and JSON. Until there is a verdict, the JUnit and
//! JSON files say that there is none, so that nobody reads the verdict of an earlier run.

use std::{fs, path::Path, time::Duration};

use itertools::Itertools as _;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{
    GateArgs,
    verdict::{Case, GateReport, GateVerdict, MissingVerdict},
};
use crate::cli::{
    exit::{Code, CommandResult, failed},
    output::{append, check_writable, must_be_no_inputs, reserve_outputs, write},
};

impl GateArgs {
    /// Checks that the files can be written, and writes into the JUnit and JSON files that there is no verdict yet.
    pub(super) fn begin_reports(&self) -> CommandResult<()> {
        let outputs: Vec<_> = [&self.junit, &self.markdown, &self.json].into_iter().flatten().collect();
        reserve_outputs(outputs.iter().copied())?;
        let dir = [&self.set, &self.new_set, &self.old_set].into_iter().flatten();
        let folders: Vec<_> = dir.map(|text| text.strip_prefix("dir=")).chain([None]).collect();
        let bots = folders.iter().flat_map(|folder| [(self.new.as_str(), *folder), (self.old.as_str(), *folder)]);
        must_be_no_inputs(&outputs, bots, self.plan.openings.as_deref())?;
        if let Some(path) = &self.markdown {
            append(path, "")?;
        }
        for path in [&self.junit, &self.json].into_iter().flatten() {
            check_writable(path)?;
        }
        self.write_whole("the gate is still running, or was killed", None, Duration::ZERO, is_kept)
    }

    /// Reports that the gate ended without a verdict. Tries all files, also if one cannot be written.
    pub(super) fn report_none(&self, why: &str, exit: Code, took: Duration) -> CommandResult<()> {
        let text = format!("### Gate without a verdict\n\n{}\n\n", why.split_whitespace().join(" "));
        let markdown = self.markdown.as_ref().map_or(Ok(()), |path| append(path, &text));
        let whole = self.write_whole(why, Some(exit), took, |_| true);
        markdown.and(whole)
    }

    fn write_whole(
        &self,
        why: &str,
        exit: Option<Code>,
        took: Duration,
        wanted: fn(&Path) -> bool,
    ) -> CommandResult<()> {
        let outcome = (TestCaseStatus::non_success(NonSuccessKind::Error), format!("no verdict: {why}"));
        let text = self.junit_text(vec![("strength", Some(outcome))], "", took)?;
        let junit = self.junit.as_ref().filter(|path| wanted(path)).map_or(Ok(()), |path| write(path, &text));
        let (gate, exit) = (MissingVerdict::NoVerdict, exit.map(Code::code));
        let nothing = GateReport::Nothing { gate, exit, text: why };
        let json = self.json.as_ref().filter(|path| wanted(path)).map_or(Ok(()), |path| write_json(path, &nothing));
        junit.and(json)
    }

    pub(super) fn report(&self, verdict: &GateVerdict<'_>, took: Duration) -> CommandResult<()> {
        if let Some(path) = &self.junit {
            write(path, &self.junit_text(verdict.cases(), &verdict.output(), took)?)?;
        }
        if let Some(path) = &self.markdown {
            append(path, &verdict.to_markdown())?;
        }
        self.json.as_ref().map_or(Ok(()), |path| write_json(path, &GateReport::Found(verdict)))
    }

    /// A JUnit report of one suite. The games took their time for the strength, whichever case they decided.
    fn junit_text(&self, cases: Vec<Case>, output: &str, time: Duration) -> CommandResult<String> {
        let suite = self.plan.variant.as_deref().unwrap_or("unknown");
        let mut tests = TestSuite::new(suite);
        for (name, outcome) in cases {
            let status = outcome.map_or_else(TestCaseStatus::success, |(mut status, why)| {
                status.set_message(why.split_whitespace().join(" "));
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
