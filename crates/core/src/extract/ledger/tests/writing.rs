//! Which records are written, in which order.

use super::*;

fn answered() -> Outcome {
    let value: Map<String, Value> = json!({"summary": "Cooks."}).as_object().unwrap().clone();
    Outcome::Answered {
        value,
        empty: false,
        flags: vec!["input_cut".into()],
        evidence: Evidence::default(),
    }
}

fn paid() -> Charge {
    Charge {
        billed: Some(true),
        tokens_in: Some(100),
        tokens_out: Some(10),
        cost_micros: 7,
    }
}

fn ended<'a>(
    request: &'a ExtractRequest,
    attempt: &'a ExtractAttempt,
    outcome: Outcome,
) -> Ended<'a> {
    Ended {
        request,
        attempt,
        outcome,
        charge: paid(),
        finished_at_ms: NOW_MS,
        known: None,
        last: Some(attempt),
    }
}

fn attempt_in(record: &Record) -> &ExtractAttempt {
    match record {
        Record::Attempt(attempt) => attempt,
        other => panic!("{other:?} is no attempt"),
    }
}

#[test]
fn an_answer_is_written_as_profile_then_cost_then_tombstone() {
    let (request, attempt) = (request(), started(2));
    let records = settle(ended(&request, &attempt, answered()));
    let [Record::Profile(profile), done, Record::Tombstone] = records.as_slice() else {
        panic!("{records:?}");
    };
    assert_eq!(
        (
            profile.attempt,
            profile.cost_micros,
            profile.extracted_at_ms
        ),
        (2, 7, NOW_MS)
    );
    assert_eq!(profile.flags, ["input_cut"]);
    assert_eq!(profile.config_version, config().config_version());
    let done = attempt_in(done);
    assert_eq!(
        (done.state, done.billed, done.tokens_in),
        (CallState::Succeeded, Some(true), Some(100))
    );
}

#[test]
fn an_empty_answer_is_stored_like_any_other() {
    let (request, attempt) = (request(), started(1));
    let outcome = Outcome::Answered {
        value: Map::new(),
        empty: true,
        flags: vec![],
        evidence: Evidence::default(),
    };
    let records = settle(ended(&request, &attempt, outcome));
    let Some(Record::Profile(profile)) = records.first() else {
        panic!("{records:?}")
    };
    assert_eq!(profile.status, readonce_model::record::ProfileStatus::Empty);
}

#[test]
fn a_failure_is_written_with_its_cost_and_the_request_stays() {
    let (request, attempt) = (request(), started(1));
    let outcome = Outcome::Failed(Failure::new(ErrorClass::Truncated, "cut"));
    let records = settle(ended(&request, &attempt, outcome));
    let [failed] = records.as_slice() else {
        panic!("{records:?}")
    };
    let failed = attempt_in(failed);
    assert_eq!(failed.error_class.as_deref(), Some("truncated"));
    assert_eq!((failed.state, failed.cost_micros), (CallState::Failed, 7));
}

#[test]
fn a_duplicate_is_paid_but_does_not_replace_the_first_profile() {
    let (request, attempt, profile) = (request(), started(2), known(1));
    let records = settle(Ended {
        known: Some(&profile),
        ..ended(&request, &attempt, answered())
    });
    let [done, Record::Tombstone] = records.as_slice() else {
        panic!("{records:?}")
    };
    assert!(
        attempt_in(done)
            .error
            .as_ref()
            .unwrap()
            .contains("duplicate")
    );
    assert_eq!(attempt_in(done).cost_micros, 7);
}

#[test]
fn settling_again_after_a_crash_writes_no_second_profile_and_calls_it_no_duplicate() {
    let (request, attempt, profile) = (request(), started(1), known(1));
    let records = settle(Ended {
        known: Some(&profile),
        ..ended(&request, &attempt, answered())
    });
    let [done, Record::Tombstone] = records.as_slice() else {
        panic!("{records:?}")
    };
    assert_eq!(attempt_in(done).error, None);
}

#[test]
fn a_late_answer_brings_the_profile_and_leaves_the_later_number_last() {
    let (request, attempt, later) = (request(), started(1), started(2));
    let records = settle(Ended {
        last: Some(&later),
        ..ended(&request, &attempt, answered())
    });
    let [Record::Profile(profile), last, Record::Tombstone] = records.as_slice() else {
        panic!("{records:?}")
    };
    let last = attempt_in(last);
    assert_eq!(
        (profile.attempt, last.attempt, last.state),
        (1, 2, CallState::Failed)
    );
    assert_eq!(last.billed, None);
    let later = failed(2, ErrorClass::Http5xx);
    let records = settle(Ended {
        last: Some(&later),
        ..ended(&request, &attempt, answered())
    });
    assert!(matches!(
        records.as_slice(),
        [Record::Profile(_), Record::Tombstone]
    ));
}

#[test]
fn a_late_failure_changes_nothing() {
    let (request, attempt, later) = (request(), started(1), started(2));
    let outcome = Outcome::Failed(Failure::new(ErrorClass::Invalid, "broken"));
    let late = Ended {
        last: Some(&later),
        ..ended(&request, &attempt, outcome)
    };
    assert_eq!(settle(late), []);
}

#[test]
fn a_failure_found_after_giving_up_completes_the_books_and_reopens_nothing() {
    let (request, attempt) = (request(), started(5));
    let last = ExtractAttempt {
        state: CallState::GivenUp,
        finished_at_ms: Some(NOW_MS - 7),
        ..started(5)
    };
    let outcome = Outcome::Failed(Failure::new(ErrorClass::Invalid, "broken"));
    let records = settle(Ended {
        last: Some(&last),
        ..ended(&request, &attempt, outcome)
    });
    let [given_up] = records.as_slice() else {
        panic!("{records:?}")
    };
    let given_up = attempt_in(given_up);
    assert_eq!(
        (given_up.state, given_up.cost_micros),
        (CallState::GivenUp, 7)
    );
    assert_eq!(given_up.finished_at_ms, Some(NOW_MS - 7));
    assert_eq!(given_up.error_class.as_deref(), Some("invalid"));
}

#[test]
fn reuse_costs_a_tombstone_and_completes_what_a_crash_left_open() {
    let profile = known(1);
    assert_eq!(reuse(None, &profile), [Record::Tombstone]);
    let done = ExtractAttempt {
        state: CallState::Succeeded,
        ..started(1)
    };
    assert_eq!(reuse(Some(&done), &profile), [Record::Tombstone]);
    let records = reuse(Some(&started(1)), &profile);
    let healed = attempt_in(&records[0]);
    assert_eq!(
        (healed.state, healed.cost_micros, healed.tokens_in),
        (CallState::Succeeded, 7, Some(100))
    );
    assert_eq!(healed.finished_at_ms, Some(profile.extracted_at_ms));
    assert_eq!(healed.billed, Some(true));
    let records = reuse(Some(&started(2)), &profile);
    assert_eq!(
        (
            attempt_in(&records[0]).state,
            attempt_in(&records[0]).billed
        ),
        (CallState::Failed, None)
    );
    assert_eq!(records[1], Record::Tombstone);
}

#[test]
fn giving_up_is_recorded_then_dead_lettered_then_closed() {
    let last = failed(5, ErrorClass::Timeout);
    let records = give_up(&request(), &last, Cause::UsedUp, NOW_MS);
    let [given_up, Record::DeadLetter(reason), Record::Tombstone] = records.as_slice() else {
        panic!("{records:?}")
    };
    let given_up = attempt_in(given_up);
    assert_eq!((given_up.state, given_up.attempt), (CallState::GivenUp, 5));
    assert!(given_up.finished_at_ms > last.finished_at_ms);
    assert_eq!(
        reason.to_string(),
        "extraction_failed: job@1 of greenhouse-gitlab/8503792002: all 5 calls are used up; the last: timeout: in words"
    );
}

#[test]
fn giving_up_again_does_not_move_the_time_at_which_it_was_given_up() {
    let last = ExtractAttempt {
        state: CallState::GivenUp,
        ..failed(5, ErrorClass::Timeout)
    };
    let records = give_up(&request(), &last, Cause::Already, NOW_MS + 9);
    assert!(matches!(
        records.as_slice(),
        [Record::DeadLetter(_), Record::Tombstone]
    ));
    let last = ExtractAttempt {
        state: CallState::Succeeded,
        ..started(1)
    };
    let records = give_up(&request(), &last, Cause::ProfileLost, NOW_MS);
    assert!(matches!(
        records.as_slice(),
        [Record::DeadLetter(_), Record::Tombstone]
    ));
}
