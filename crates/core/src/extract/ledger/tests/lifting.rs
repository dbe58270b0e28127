//! A profile of an earlier contract: what it saves, and what is written then.

use readonce_model::record::Profile;

use super::*;
use crate::extract::lift::{Lifted, finish};
use crate::extract::quarantine;

fn origin() -> Profile {
    let text = include_str!("../../../../../../schemas/profiles/examples/job_full.json");
    serde_json::from_str(text).unwrap()
}

fn lifted(ask: &[&str]) -> Lifted {
    let known = json!({"tech_stack": ["Rust"], "experience_years_min": 3});
    Lifted {
        from: "job@1".parse().unwrap(),
        version: "v".into(),
        known: known.as_object().unwrap().clone(),
        ask: ask.iter().map(ToString::to_string).collect(),
        flags: vec!["input_cut".into()],
        quarantined: None,
    }
}

fn request_of_second() -> ExtractRequest {
    ExtractRequest {
        contract: "job@2".parse().unwrap(),
        caused_by_item: "board/77".parse().unwrap(),
        ..request()
    }
}

fn with(lift: Liftable) -> Facts<'static> {
    Facts { lift, ..nothing() }
}

#[test]
fn an_earlier_profile_is_looked_at_before_anything_is_paid() {
    assert_eq!(decide(&with(Liftable::Unread)), Decision::ReadEarlier);
    assert_eq!(decide(&with(Liftable::Whole)), Decision::Lift);
    assert_eq!(decide(&with(Liftable::Part)), Decision::Call(call(1)));
}

#[test]
fn a_profile_of_its_own_and_a_spooled_answer_come_first() {
    let own = known(1);
    let facts = Facts {
        known: Some(&own),
        ..with(Liftable::Whole)
    };
    assert_eq!(decide(&facts), Decision::Reuse);
    let facts = Facts {
        spooled: Some(1),
        ..with(Liftable::Whole)
    };
    assert_eq!(decide(&facts), Decision::PublishSpooled { attempt: 1 });
    let facts = Facts {
        in_flight: true,
        ..with(Liftable::Whole)
    };
    assert_eq!(decide(&facts), Decision::Join);
}

#[test]
fn a_call_that_may_have_been_paid_is_waited_for() {
    let open = started(1);
    let facts = Facts {
        last: Some(&open),
        ..with(Liftable::Whole)
    };
    let wait = Decision::WaitUntil {
        at_ms: open.lease_until_ms,
        why: Wait::InDoubt,
    };
    assert_eq!(decide(&facts), wait);
    let later = Facts {
        now_ms: open.lease_until_ms,
        ..facts
    };
    assert_eq!(decide(&later), Decision::Lift);
}

#[test]
fn what_would_be_given_up_or_wait_is_lifted() {
    for class in [ErrorClass::Refused, ErrorClass::RateLimited] {
        let last = failed(1, class);
        let facts = Facts {
            last: Some(&last),
            ..with(Liftable::Whole)
        };
        assert_eq!(decide(&facts), Decision::Lift, "{class:?}");
    }
}

#[test]
fn a_lifted_profile_costs_nothing_and_says_where_it_comes_from() {
    let records = lift(&request_of_second(), &origin(), &lifted(&[]), None);
    let [Record::Profile(profile), Record::Tombstone] = records.as_slice() else {
        panic!("{records:?}")
    };
    assert_eq!(
        (profile.attempt, profile.cost_micros, profile.tokens_in),
        (0, 0, None)
    );
    assert_eq!(profile.contract.to_string(), "job@2");
    assert_eq!(profile.lifted_from.as_ref().unwrap().to_string(), "job@1");
    assert_eq!(profile.lift_version.as_deref(), Some("v"));
    assert_eq!(profile.asked_fields, [""; 0]);
    assert_eq!(profile.caused_by_item.as_str(), "board/77");
    // Who said it and when is what it was.
    let origin = origin();
    assert_eq!(
        (
            profile.extracted_at_ms,
            &profile.model,
            &profile.config_version
        ),
        (
            origin.extracted_at_ms,
            &origin.model,
            &origin.config_version
        )
    );
    assert_eq!(profile.answer["experience_years_min"], 3);
    assert_eq!(profile.flags, ["input_cut"]);
}

#[test]
fn a_call_in_doubt_is_completed_in_the_books_when_its_key_is_lifted() {
    let open = started(1);
    let records = lift(&request_of_second(), &origin(), &lifted(&[]), Some(&open));
    let [
        Record::Profile(_),
        Record::Attempt(attempt),
        Record::Tombstone,
    ] = records.as_slice()
    else {
        panic!("{records:?}")
    };
    assert_eq!((attempt.attempt, attempt.state), (1, CallState::Failed));
}

#[test]
fn a_lifted_answer_that_says_nothing_is_empty() {
    let mut nothing = lifted(&[]);
    nothing.known = json!({"tech_stack": [], "experience_years_min": null})
        .as_object()
        .unwrap()
        .clone();
    let records = lift(&request_of_second(), &origin(), &nothing, None);
    let Some(Record::Profile(profile)) = records.first() else {
        panic!("{records:?}")
    };
    assert_eq!(profile.status.as_str(), "empty");
}

#[test]
fn the_answer_to_the_rest_is_merged_with_what_was_lifted() {
    let attempt = ExtractAttempt {
        contract: "job@2".parse().unwrap(),
        ..started(1)
    };
    let said = json!({"experience_years_max": null})
        .as_object()
        .unwrap()
        .clone();
    let records = settle(Ended {
        request: &request_of_second(),
        attempt: &attempt,
        outcome: Outcome::Answered {
            value: said,
            empty: true,
            flags: vec!["several_objects".into()],
            evidence: Evidence::default(),
        },
        charge: Charge {
            billed: Some(true),
            cost_micros: 9,
            ..Charge::default()
        },
        finished_at_ms: NOW_MS,
        known: None,
        last: Some(&attempt),
    });
    let records = finish(records, &lifted(&["experience_years_max"]));
    let [
        Record::Profile(profile),
        Record::Attempt(_),
        Record::Tombstone,
    ] = records.as_slice()
    else {
        panic!("{records:?}")
    };
    let whole =
        json!({"tech_stack": ["Rust"], "experience_years_min": 3, "experience_years_max": null});
    assert_eq!(Value::Object(profile.answer.clone()), whole);
    // Empty was the rest, not the whole.
    assert_eq!(
        (
            profile.status.as_str(),
            profile.cost_micros,
            profile.attempt
        ),
        ("ok", 9, 1)
    );
    assert_eq!(profile.asked_fields, ["experience_years_max"]);
    assert_eq!(profile.flags, ["input_cut", "several_objects"]);
}

fn marked_origin(word: &str) -> Profile {
    let origin = origin();
    let evidence = quarantine::marked(origin.evidence, Some(word.into()));
    Profile { evidence, ..origin }
}

#[test]
fn what_comes_of_a_profile_that_is_held_is_held_too() {
    let origin = marked_origin("hold:injection");
    let whole = lift(&request_of_second(), &origin, &lifted(&[]), None);
    let asked = Lifted {
        quarantined: origin.mark().map(str::to_owned),
        ..lifted(&["summary"])
    };
    let attempt = started(1);
    let answered = settle(Ended {
        request: &request_of_second(),
        attempt: &attempt,
        outcome: Outcome::Answered {
            value: Map::new(),
            empty: true,
            flags: Vec::new(),
            evidence: Evidence::default(),
        },
        charge: Charge::nothing(),
        finished_at_ms: attempt.started_at_ms,
        known: None,
        last: Some(&attempt),
    });
    for records in [whole, finish(answered, &asked)] {
        let Some(Record::Profile(profile)) = records.first() else {
            panic!("{records:?}")
        };
        assert_eq!(profile.mark(), Some("hold:injection"));
        assert!(profile.is_held());
    }
}

#[test]
fn an_answer_to_a_part_is_used_although_the_mark_was_judged_meanwhile() {
    let held = Lifted {
        quarantined: Some("hold:injection".into()),
        ..lifted(&["summary"])
    };
    assert!(held.is_same_question(&lifted(&["summary"])));
    assert!(!held.is_same_question(&lifted(&["languages"])));
}
