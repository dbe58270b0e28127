//! Commands that need no stack: exit codes, JSON, and faults that name what is wrong.

use readonce_tests::process::{file, run_json};
use readonce_tests::stack;

#[test]
fn try_reads_a_board_and_names_the_bad_record() {
    let board = file(
        r#"{"jobs":[{"id":7,"absolute_url":"https://boards.example.com/7","title":"Porter",
            "content":"<p>Carries.</p>"},{"title":"No id"}]}"#,
    );
    let (code, found) = run_json(&["--json", "try", &board.path().display().to_string()]);
    assert_eq!(code, Some(0));
    assert_eq!(found["items"][0]["id"], "7");
    assert_eq!(found["rejected"][0]["part"], "jobs[1]");
    assert!(
        found["rejected"][0]["detail"]
            .as_str()
            .is_some_and(|text| text.contains("id"))
    );
}

#[test]
fn try_says_why_a_response_cannot_be_read() {
    for text in [
        "<html><title>Just a moment…</title></html>",
        "",
        "{\"jobs\": [",
        "[1, 2",
    ] {
        let page = file(text);
        let (code, found) = run_json(&["--json", "try", &page.path().display().to_string()]);
        assert_eq!(code, Some(1), "{text}");
        assert!(
            found["detail"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{found}"
        );
    }
}

#[test]
fn a_file_that_is_not_there_is_a_usage_fault() {
    let (code, found) = run_json(&["--json", "try", "/nowhere/page.json"]);
    assert_eq!(code, Some(2));
    assert!(
        found["error"]
            .as_str()
            .is_some_and(|text| text.contains("/nowhere/page.json"))
    );
}

#[test]
fn a_bad_source_is_refused_with_line_and_field() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.yaml");
    std::fs::write(
        &path,
        "strategy: listing\nurl: https://example.com/\ninterval-s: soon\n",
    )
    .expect("written");
    let (code, found) = run_json(&["--json", "validate", &path.display().to_string()]);
    assert_eq!(code, Some(1));
    let faults = found[0]["faults"].as_str().expect("faults");
    assert!(
        faults.contains("interval-s") && faults.contains('3'),
        "{faults}"
    );
}

#[test]
fn a_setting_that_does_not_exist_is_refused() {
    let (code, found) = run_json(&[
        "--json",
        "--set",
        "sink.batch-row=1",
        "up",
        "--only",
        "sink",
    ]);
    assert_eq!(code, Some(2));
    assert!(
        found["error"]
            .as_str()
            .is_some_and(|text| text.contains("batch-row")),
        "{found}"
    );
}

#[test]
fn the_two_linear_files_differ_in_one_real_change() {
    let Some(samples) = stack::samples() else {
        eprintln!("skipped: no samples beside this checkout");
        return;
    };
    let path = |name: &str| samples.join("ashby").join(name).display().to_string();
    let (old, new) = (
        path("linear_2026-07.json"),
        path("linear_2026-09_truncated.json"),
    );
    let (code, found) = run_json(&["--json", "try", &new, "--previous", &old]);
    assert_eq!(code, Some(0));
    for item in found["items"].as_array().expect("items") {
        let changes = item["changes"].as_array().expect("changes");
        assert_eq!(changes.len(), 1, "{changes:?}");
        assert_eq!(
            (&changes[0]["before"], &changes[0]["after"]),
            (&"30,000".into(), &"40,000".into())
        );
    }
}

#[test]
fn diff_names_what_changed_and_the_rule_behind_what_did_not() {
    let board = |text: &str| {
        let job = serde_json::json!({"id": 7, "absolute_url": "https://boards.example.com/7",
            "title": "Porter", "content": format!("<p>{text}</p>")});
        file(&serde_json::json!({ "jobs": [job] }).to_string())
    };
    let files = [
        board("“Carries” – much"),
        board("\"Carries\" - much"),
        board("\"Carries\" - all"),
    ];
    let paths = files
        .each_ref()
        .map(|file| file.path().display().to_string());
    let (code, found) = run_json(&["--json", "diff", &paths[0], &paths[1]]);
    assert_eq!((code, &found["unchanged"]), (Some(0), &1.into()));
    let absorbed = found["items"][0]["absorbed"].as_array().expect("a list");
    let rules: Vec<_> = absorbed.iter().map(|found| &found["rule"]).collect();
    assert_eq!(rules, ["dashes", "quotes"]);
    let (code, found) = run_json(&["--json", "diff", &paths[1], &paths[2]]);
    assert_eq!((code, &found["changed"]), (Some(0), &1.into()));
    assert_eq!(found["items"][0]["changes"][0]["after"], "all");
    let (code, found) = run_json(&["--json", "diff", &paths[0], "/nowhere/page.json"]);
    assert_eq!(code, Some(2));
    assert!(found["error"].is_string());
}

#[test]
fn try_reads_a_folder_one_document_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = r#"{"jobs":[{"id":7,"absolute_url":"https://boards.example.com/7",
        "title":"Porter","content":"<p>Carries.</p>"}]}"#;
    std::fs::write(folder.path().join("a.json"), board).expect("written");
    std::fs::write(folder.path().join("b.json"), "").expect("written");
    let words = ["--json", "try", &folder.path().display().to_string()].map(str::to_owned);
    let output = readonce_tests::process::run(&words);
    assert_eq!(output.status.code(), Some(1), "one of them is no evidence");
    let text = String::from_utf8_lossy(&output.stdout);
    let read = |line| serde_json::from_str::<serde_json::Value>(line).expect("a document");
    let found: Vec<serde_json::Value> = text.lines().map(read).collect();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["items"][0]["kind"], "posting");
    assert!(
        found[1]["input"]
            .as_str()
            .is_some_and(|name| name.ends_with("b.json"))
    );
    assert!(found[1]["detail"].is_string());
}

#[test]
fn a_data_contract_is_checked_with_line_and_field() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("note.yaml");
    let text =
        "contract: note@1\nkind: page\nrequired:\n  no_title: {field: titel, cost: 5, words: w}\n";
    std::fs::write(&path, text).expect("written");
    let (code, found) = run_json(&["--json", "validate", &path.display().to_string()]);
    assert_eq!(code, Some(1));
    let faults = found[0]["faults"].as_str().expect("words");
    assert!(
        faults.contains("line 4, required.no_title.field"),
        "{faults}"
    );
    std::fs::write(&path, text.replace("titel", "title")).expect("written");
    assert_eq!(
        run_json(&["--json", "validate", &path.display().to_string()]).0,
        Some(0)
    );
}

#[test]
fn try_reads_by_a_parser_document_and_names_its_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let parser = "format: json\nkind: posting\nitems: $.offers[*]\nfields:\n  id: {path: $.nr}\n  \
                  title: {path: $.what}\n  body: {path: $.about}\n";
    std::fs::write(path("acme@3.yaml"), parser).expect("written");
    let body = r#"{"offers":[{"nr":7,"what":"Porter","about":"Carries cases."}]}"#;
    std::fs::write(path("page.json"), body).expect("written");
    let tried = |parser: &str| run_json(&["--json", "try", "--parser", parser, &path("page.json")]);
    let (code, found) = tried(&path("acme@3.yaml"));
    assert_eq!(code, Some(0), "{found}");
    assert_eq!(found["items"][0]["title"], "Porter");
    assert_eq!(found["parser_version"], 3);

    std::fs::write(path("acme@4.yaml"), parser.replace("fields:", "fieds:")).expect("written");
    let (code, found) = tried(&path("acme@4.yaml"));
    assert_ne!(code, Some(0));
    assert!(found.to_string().contains("fieds"), "{found}");
    assert_eq!(tried(&path("none@1.yaml")).0, Some(2));
}
