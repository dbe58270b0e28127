//! The cases of public bug reports and the facts of real sample files, held against the library.
//!
//! Every case goes through the functions that the services call. What only a test with processes can
//! prove is named with that test and counts for nothing here. The files lie beside the repository;
//! nothing of them is kept in it.

mod answers;
mod given;
mod history;
mod known;
mod known_files;
mod lines;
mod proved;
mod responses;
mod robots;
mod samples;
mod wire;

use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use serde_json::Value;

use given::Case;

/// What became of one check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "verdict", content = "detail", rename_all = "snake_case")]
pub enum Verdict {
    Pass,
    Fail(String),
    /// It does not hold, for a reason that is accepted.
    Known(&'static str),
    /// A test with processes or a store holds it.
    ProvedBy(&'static str),
}

#[derive(Clone, Debug, Serialize)]
pub struct Line {
    pub file: String,
    pub what: String,
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// All checks of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub lines: Vec<Line>,
}

impl Report {
    pub fn passed(&self) -> usize {
        self.count(|verdict| *verdict == Verdict::Pass)
    }

    pub fn failed(&self) -> usize {
        self.count(|verdict| matches!(verdict, Verdict::Fail(_)))
    }

    pub fn known(&self) -> usize {
        self.count(|verdict| matches!(verdict, Verdict::Known(_)))
    }

    /// Checks that ran here: what other tests prove is not among them.
    pub fn total(&self) -> usize {
        self.count(|verdict| !matches!(verdict, Verdict::ProvedBy(_)))
    }

    fn count(&self, wanted: impl Fn(&Verdict) -> bool) -> usize {
        self.lines
            .iter()
            .filter(|line| wanted(&line.verdict))
            .count()
    }
}

/// Collects the checks of one file.
pub(crate) struct Checks<'a> {
    file: &'a str,
    lines: &'a mut Vec<Line>,
}

impl Checks<'_> {
    /// Found and wanted must be the same.
    pub(crate) fn same(&mut self, what: &str, found: impl Into<Value>, wanted: &Value) {
        let found = found.into();
        let holds = found == *wanted;
        self.holds(what, holds, || format!("{found} instead of {wanted}"));
    }

    pub(crate) fn holds(&mut self, what: &str, holds: bool, words: impl FnOnce() -> String) {
        let verdict = match holds {
            true => Verdict::Pass,
            false => known::exception(self.file, what)
                .map_or_else(|| Verdict::Fail(words()), Verdict::Known),
        };
        self.add(what, verdict);
    }

    pub(crate) fn proved_by(&mut self, what: &str, test: &'static str) {
        self.add(what, Verdict::ProvedBy(test));
    }

    fn add(&mut self, what: &str, verdict: Verdict) {
        self.lines.push(Line {
            file: self.file.to_owned(),
            what: what.to_owned(),
            verdict,
        });
    }
}

/// Runs everything under `shared`, which holds `cases` and `samples`.
pub fn run(shared: &Path) -> Result<Report> {
    let mut report = Report::default();
    let folder = shared.join("cases");
    for case in given::read(&folder)? {
        let mut checks = Checks {
            file: &case.file,
            lines: &mut report.lines,
        };
        if let Err(error) = check(&case, &mut checks) {
            checks.holds("the case can be run", false, || format!("{error:#}"));
        }
    }
    samples::check(&shared.join("samples"), &mut report.lines)?;
    Ok(report)
}

fn check(case: &Case, checks: &mut Checks) -> Result<()> {
    match case.bug.as_str() {
        "B01" => robots::case(case, checks),
        "B10" => history::links(case, checks),
        "B13" => history::pages(case, checks),
        "B15" => history::not_modified(case, checks),
        "B16" => history::fetches(case, checks),
        "B18" => history::snapshots(case, checks),
        "B20" => history::high_water(case, checks),
        "B21" => history::days(case, checks),
        "B30" => history::headline(case, checks),
        "B35" => lines::prices(case, checks),
        "B40" => lines::times(case, checks),
        "B45" => lines::pay(case, checks),
        "B55" => lines::waits(case, checks),
        "B47" | "B49" | "B50" | "B51" => answers::reply(case, checks),
        "B54" => answers::parts(case, checks),
        "B68" => wire::keys(case, checks),
        "B69" => wire::amounts(case, checks),
        "B70" => wire::symbols(case, checks),
        _ if proved::elsewhere(case, checks) => Ok(()),
        _ => responses::check(case, checks),
    }
}
