//! One outcome a record, and never one for a record that may not be written.

use super::*;

fn fault(remedy: Remedy) -> Fault {
    let text = "table items: no".to_owned();
    Fault {
        remedy,
        code: None,
        text,
    }
}

fn names(outcomes: &[Outcome]) -> Vec<&'static str> {
    let name = |outcome: &Outcome| match outcome {
        Outcome::Emit(_) => "emit",
        Outcome::Skip(_) => "skip",
        Outcome::Reject(_) => "reject",
        Outcome::Retry { .. } => "retry",
        Outcome::Halt(_) => "halt",
    };
    outcomes.iter().map(name).collect()
}

fn rejected() -> Read {
    Read::Reject(Reason::new(Code::BadAvro, "cut"))
}

fn batch() -> Vec<Read> {
    vec![
        Read::Rows(Vec::new()),
        Read::Skip("tombstone"),
        rejected(),
        Read::Rows(Vec::new()),
    ]
}

fn no_pause() -> Duration {
    Duration::ZERO
}

#[test]
fn a_written_batch_is_settled_record_by_record() {
    let outcomes = outcomes(batch(), Written::default(), no_pause);
    assert_eq!(names(&outcomes), ["emit", "skip", "reject", "emit"]);
}

#[test]
fn a_refused_row_is_set_aside_with_what_the_store_said() {
    let mut written = Written::default();
    written.refused.insert(3, fault(Remedy::SetRowAside));
    let outcomes = outcomes(batch(), written, no_pause);
    assert_eq!(names(&outcomes), ["emit", "skip", "reject", "reject"]);
    let Some(Outcome::Reject(reason)) = outcomes.last() else {
        panic!("rejected")
    };
    assert_eq!(
        (reason.code, reason.detail.as_str()),
        (Code::RefusedRow, "table items: no")
    );
}

#[test]
fn nothing_behind_a_row_that_is_not_written_is_settled() {
    for (first, expected) in [
        (0, vec!["retry"]),
        (3, vec!["emit", "skip", "reject", "retry"]),
    ] {
        let written = Written {
            stopped: Some((first, fault(Remedy::Retry))),
            ..Written::default()
        };
        assert_eq!(names(&outcomes(batch(), written, no_pause)), expected);
    }
}

#[test]
fn a_store_that_must_be_mended_halts_the_sink() {
    let written = Written {
        stopped: Some((0, fault(Remedy::Stop))),
        ..Written::default()
    };
    assert_eq!(names(&outcomes(batch(), written, no_pause)), ["halt"]);
}

#[test]
fn a_registry_that_is_away_holds_its_record_and_settles_those_before() {
    let reads = vec![Read::Rows(Vec::new()), Read::Later("no answer".into())];
    assert_eq!(
        names(&outcomes(reads, Written::default(), no_pause)),
        ["emit", "retry"]
    );
}

#[test]
fn rows_are_taken_with_the_index_of_their_record() {
    let row = |json: &str| crate::rows::Row {
        table: crate::table::Table::Runs,
        json: json.as_bytes().to_vec(),
    };
    let mut reads = vec![
        rejected(),
        Read::Rows(vec![row("a"), row("b")]),
        Read::Rows(vec![row("c")]),
    ];
    let records: Vec<_> = take_lines(&mut reads)
        .iter()
        .map(|line| line.record)
        .collect();
    assert_eq!(records, [1, 1, 2]);
}

#[test]
fn pauses_double_up_to_the_limit() {
    let pauses: Vec<_> = (0..6)
        .map(|failures| pause_ms(failures, 200, 3_000))
        .collect();
    assert_eq!(pauses, [200, 400, 800, 1_600, 3_000, 3_000]);
    assert_eq!(pause_ms(u32::MAX, 200, 3_000), 3_000);
}
