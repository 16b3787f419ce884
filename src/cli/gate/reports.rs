//! The files in which a gate reports its verdict: JUnit, Markdown and JSON. Until there is a verdict, the JUnit and
//! JSON files say that there is none, so that nobody reads the verdict of an earlier run.

use std::{
    fs,
    path::{Path, PathBuf},
};

use uvi_cup::Standings;

use super::{
    finding::{Case, CaseOutcome, GateFinding, junit},
    verdict::{GateVerdict, MissingVerdict, MissingVerdictWord},
};
use crate::cli::{
    exit::{Code, CommandResult, failed},
    output::{append, check_writable, write},
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
    /// Checks before the first game that the files can be written, and writes into the JUnit and JSON files that there
    /// is no verdict yet.
    pub(super) fn begin(&self) -> CommandResult<()> {
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
            let case = Case { name: "strength", outcome: Some((CaseOutcome::Error, format!("no verdict: {why}"))) };
            write(path, &junit(self.suite, &[case], &[]))?;
        }
        if let Some(path) = self.json.filter(|path| wanted(path)) {
            let exit = exit.map(Code::code);
            write_json(
                path,
                &GateVerdict::Nothing(MissingVerdict { gate: MissingVerdictWord::NoVerdict, exit, text: why }),
            )?;
        }
        Ok(())
    }

    /// Reports the verdict.
    pub(super) fn found(&self, finding: &GateFinding, standings: &Standings) -> CommandResult<()> {
        if let Some(path) = self.junit {
            write(path, &finding.junit(self.suite))?;
        }
        if let Some(path) = self.markdown {
            append(path, &finding.markdown(standings))?;
        }
        if let Some(path) = self.json {
            write_json(path, &finding.verdict(standings))?;
        }
        Ok(())
    }
}

/// True if a file at this path can be overwritten later; false for stdout, pipes and devices.
fn is_kept(path: &Path) -> bool {
    path != Path::new("-") && fs::metadata(path).map_or(true, |found| found.is_file())
}

/// Writes JSON with its keys in alphabetical order.
fn write_json(path: &Path, verdict: &GateVerdict<'_>) -> CommandResult<()> {
    let value = serde_json::to_value(verdict).map_err(failed)?;
    write(path, &format!("{value:#}\n"))
}

/// A text in one line, with single spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
