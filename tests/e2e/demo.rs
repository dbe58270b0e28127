//! `readonce demo --json` does what the README says.

use readonce_tests::{Stack, process};
use serde_json::Value;

#[test]
fn the_demo_pays_every_content_once_and_says_so() {
    let config = Stack::running().config.display().to_string();
    let arguments = ["--json", "--config", &config, "demo"].map(str::to_owned);
    let output = process::run(&arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let report: Value = serde_json::from_str(&text).expect("one JSON document");
    assert_eq!(report["days"].as_array().map(Vec::len), Some(3));
    for day in report["days"].as_array().expect("days") {
        for name in [
            "day",
            "seen",
            "new",
            "changed",
            "unchanged",
            "reused",
            "paid",
            "failed",
        ] {
            assert!(day[name].is_u64(), "{name} of {day}");
        }
    }
    assert!(report["paid_total"].as_u64() > Some(0));
    assert_eq!(report["paid_total"], report["distinct_contents"]);
    assert!(report["jobs_latest_rows"].as_u64() > Some(0));
    assert_eq!(report["faults"], Value::Array(Vec::new()));
}

#[test]
fn a_world_that_cannot_be_built_is_a_matter_of_the_flags() {
    let config = Stack::running().config.display().to_string();
    let arguments = ["--json", "--config", &config, "demo", "--boards", "1"].map(str::to_owned);
    assert_eq!(process::run(&arguments).status.code(), Some(2));
}
