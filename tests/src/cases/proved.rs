//! Cases that need processes, a broker or a store: held by tests of their own, named here.

use super::Checks;
use super::given::Case;

/// Bug, what, the test that holds it.
const PROVED: [(&str, &str, &str); 8] = [
    (
        "B57",
        "polling goes on during a slow call",
        "services/extract/tests/pay_once: kills_with_many_calls_in_flight_pay_no_more_than_those_again, a_polite_stop_waits_for_paid_calls",
    ),
    (
        "B58",
        "a temporary registry error is not kept",
        "tests/e2e/outages.rs: clickhouse_and_registry_may_go_away_and_come_back",
    ),
    (
        "B59",
        "an empty success is no yield",
        "crates/core/src/fetch/task/tests.rs: an_empty_success_is_no_yield",
    ),
    (
        "B60",
        "what is too large is named and never lost",
        "services/ingest/src/run/tests.rs: a_body_or_a_record_that_is_too_large_is_named_and_never_lost_in_silence",
    ),
    (
        "B63",
        "the next offset is committed",
        "crates/plumbing/src/consume/progress.rs: commits_the_next_offset_not_the_last_one",
    ),
    (
        "B64",
        "nothing is committed past a record that runs",
        "crates/plumbing/src/consume/progress.rs: never_passes_a_record_that_still_runs",
    ),
    (
        "B66",
        "reading to the end passes transaction markers",
        "crates/plumbing/src/consume/progress.rs: gaps_of_transaction_markers_do_not_hold_it_up",
    ),
    (
        "B73",
        "every insert order ends in one state",
        "services/sink/tests/engine/insert_order.rs: case_b73_holds_for_every_insert_order_and_merge_state",
    ),
];

const B72: &str = "services/sink/tests/engine/layout.rs: \
                   case_b72_an_option_against_a_plain_column_fails_before_any_insert";

/// Whether another test holds the case.
pub(super) fn elsewhere(case: &Case, checks: &mut Checks) -> bool {
    if case.bug == "B72" {
        checks.proved_by("a schema that does not fit fails before any insert", B72);
        return true;
    }
    let found = PROVED.iter().find(|(bug, _, _)| *bug == case.bug);
    found.is_some_and(|(_, what, test)| {
        checks.proved_by(what, test);
        true
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::root;

    /// A name that no file holds proves nothing.
    #[test]
    fn every_test_that_is_named_exists() {
        let all = PROVED.iter().map(|(_, _, test)| *test).chain([B72]);
        for named in all {
            let (place, tests) = named.split_once(": ").expect("a place and its tests");
            let text = text_of(&root().join(place));
            for test in tests.split(", ") {
                assert!(
                    text.contains(&format!("fn {test}(")),
                    "{place} has no {test}"
                );
            }
        }
    }

    fn text_of(place: &std::path::Path) -> String {
        let read = |file: &std::path::Path| std::fs::read_to_string(file).expect("a file");
        if place.is_file() {
            return read(place);
        }
        let files = std::fs::read_dir(place).expect("a folder").flatten();
        files.map(|entry| read(&entry.path())).collect()
    }
}
