//! What becomes of the answers to parts that lie in the spool.

use super::*;

fn part(attempt: i32, part: i32) -> ExtractAttempt {
    ExtractAttempt {
        part: Some(part),
        parts: Some(3),
        ..started(attempt)
    }
}

fn known(attempt: i32) -> Known {
    Known {
        attempt,
        extracted_at_ms: NOW_MS,
        tokens_in: None,
        tokens_out: None,
        cost_micros: 0,
    }
}

#[test]
fn the_answer_to_the_latest_call_is_settled_and_earlier_ones_wait() {
    let last = part(2, 2);
    assert_eq!(fate(&part(2, 2), None, Some(&last)), Kept::Settle);
    assert_eq!(fate(&part(2, 1), None, Some(&last)), Kept::Keep);
    assert_eq!(fate(&part(1, 3), None, Some(&last)), Kept::Keep);
}

#[test]
fn answers_outlive_a_failure_and_even_giving_up() {
    for state in [CallState::Failed, CallState::GivenUp] {
        let last = ExtractAttempt {
            state,
            error_class: Some("truncated".into()),
            ..part(2, 2)
        };
        assert_eq!(fate(&part(1, 1), None, Some(&last)), Kept::Keep);
        assert_eq!(fate(&part(2, 2), None, Some(&last)), Kept::Keep);
    }
}

#[test]
fn once_the_profile_is_there_nothing_is_kept_but_what_the_books_need() {
    let last = part(2, 3);
    assert_eq!(fate(&part(2, 3), Some(&known(2)), Some(&last)), Kept::Drop);
    assert_eq!(fate(&part(2, 1), Some(&known(2)), Some(&last)), Kept::Drop);
    // Another attempt brought the profile: what this call cost must still be told.
    assert_eq!(
        fate(&part(2, 3), Some(&known(1)), Some(&last)),
        Kept::Settle
    );
}

#[test]
fn an_unfinished_attempt_goes_on_at_once() {
    let last = ExtractAttempt {
        state: CallState::Failed,
        error_class: Some(ErrorClass::Unfinished.as_str().into()),
        finished_at_ms: Some(NOW_MS),
        ..part(1, 2)
    };
    let facts = Facts {
        lift: Liftable::No,
        known: None,
        last: Some(&last),
        in_flight: false,
        spooled: None,
        collects: false,
        requested_at_ms: NOW_MS - 20_000,
        now_ms: NOW_MS,
        policy: &POLICY,
    };
    assert_eq!(decide(&facts), Decision::Call(call(2)));
}

#[test]
fn a_profile_of_several_calls_sums_them_and_each_attempt_has_its_share() {
    let text = include_str!("../../../../../../schemas/profiles/examples/job_evidence.json");
    let mut profile: readonce_model::record::Profile = serde_json::from_str(text).unwrap();
    let evidence = profile.evidence.as_mut().unwrap();
    evidence.parts[1].attempt = 2;
    profile.attempt = 2;
    let share = Known::of(&profile);
    assert_eq!(
        (share.attempt, share.tokens_in, share.cost_micros),
        (2, Some(500), 224)
    );
    let outcome = Outcome::Answered {
        value: Map::new(),
        empty: true,
        flags: Vec::new(),
        evidence: profile.evidence.clone().unwrap(),
    };
    let (request, attempt) = (request(), part(2, 2));
    let records = settle(Ended {
        request: &request,
        attempt: &attempt,
        outcome,
        charge: Charge {
            billed: Some(true),
            tokens_in: Some(500),
            tokens_out: Some(40),
            cost_micros: 224,
        },
        finished_at_ms: NOW_MS,
        known: None,
        last: Some(&attempt),
    });
    let [
        Record::Profile(whole),
        Record::Attempt(own),
        Record::Tombstone,
    ] = records.as_slice()
    else {
        panic!("{records:?}");
    };
    assert_eq!((whole.tokens_in, whole.cost_micros), (Some(1200), 624));
    assert_eq!((own.tokens_in, own.cost_micros), (Some(500), 224));
}
