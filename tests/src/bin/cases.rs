//! `make cases`: the cases of public bug reports and the facts of real files, one line a check.
//!
//! Ends with 1 when a check fails that is no named exception. `--json` prints the report as JSON.

use std::process::ExitCode;

use readonce_tests::cases::{self, Line, Report, Verdict};
use readonce_tests::stack;

fn main() -> ExitCode {
    let json = std::env::args().any(|word| word == "--json");
    let shared = stack::root().join("../shared");
    if !shared.join("cases/expected.jsonl").is_file() {
        eprintln!("skipped: there are no cases at {}", shared.display());
        return ExitCode::SUCCESS;
    }
    let report = match cases::run(&shared) {
        Ok(report) => report,
        Err(error) => {
            eprintln!("error: {error:#}");
            return ExitCode::from(2);
        }
    };
    match json {
        true => print_json(&report),
        false => print_lines(&report),
    }
    ExitCode::from(u8::from(report.failed() > 0))
}

fn print_json(report: &Report) {
    let all = serde_json::json!({
        "passed": report.passed(),
        "failed": report.failed(),
        "known": report.known(),
        "total": report.total(),
        "lines": report.lines,
    });
    println!("{all:#}");
}

fn print_lines(report: &Report) {
    report.lines.iter().for_each(print_line);
    let (known, failed) = (report.known(), report.failed());
    println!("passed {}/{}", report.passed(), report.total());
    if known + failed > 0 {
        println!("failed {failed}, known exceptions {known}");
    }
}

fn print_line(line: &Line) {
    let Line {
        file,
        what,
        verdict,
    } = line;
    match verdict {
        Verdict::Pass => println!("PASS   {file}: {what}"),
        Verdict::Fail(found) => println!("FAIL   {file}: {what}: {}", short(found)),
        Verdict::Known(reason) => println!("KNOWN  {file}: {what}: {reason}"),
        Verdict::ProvedBy(test) => println!("PROVED {file}: {what}: by {test}"),
    }
}

fn short(text: &str) -> String {
    let cut: String = text.chars().take(400).collect();
    cut.replace('\n', "⏎")
}
