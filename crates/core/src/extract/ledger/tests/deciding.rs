//! What is decided from which facts.

use super::*;

const FAR_MS: i64 = NOW_MS + 10_000_000;

#[test]
fn a_new_content_is_called_for() {
    assert_eq!(decide(&nothing()), Decision::Call(call(1)));
}

#[test]
fn a_known_profile_is_reused_whatever_the_attempts_say() {
    let profile = known(1);
    for last in [None, Some(started(1)), Some(failed(2, ErrorClass::Timeout))] {
        let facts = Facts {
            known: Some(&profile),
            last: last.as_ref(),
            ..nothing()
        };
        assert_eq!(decide(&facts), Decision::Reuse);
    }
}

#[test]
fn equal_requests_join_the_work_that_is_going_on() {
    let (profile, last) = (known(1), started(1));
    let facts = Facts {
        in_flight: true,
        known: Some(&profile),
        last: Some(&last),
        spooled: Some(1),
        ..nothing()
    };
    assert_eq!(decide(&facts), Decision::Join);
}

#[test]
fn a_spooled_answer_is_published_before_anything_is_paid() {
    let last = started(1);
    let facts = Facts {
        last: Some(&last),
        spooled: Some(1),
        ..nothing()
    };
    assert_eq!(decide(&facts), Decision::PublishSpooled { attempt: 1 });
    let facts = Facts {
        last: None,
        ..facts
    };
    assert_eq!(decide(&facts), Decision::PublishSpooled { attempt: 1 });
}

#[test]
fn a_spooled_answer_of_an_older_attempt_is_published_too() {
    let last = started(2);
    let facts = Facts {
        last: Some(&last),
        spooled: Some(1),
        ..nothing()
    };
    assert_eq!(decide(&facts), Decision::PublishSpooled { attempt: 1 });
}

#[test]
fn a_spooled_answer_that_was_settled_is_left_over() {
    let last = failed(1, ErrorClass::Truncated);
    let facts = Facts {
        last: Some(&last),
        spooled: Some(1),
        ..nothing()
    };
    assert!(matches!(decide(&facts), Decision::Call(_)));
}

#[test]
fn an_answer_found_after_the_key_was_given_up_in_doubt_still_counts() {
    let last = ExtractAttempt {
        state: CallState::GivenUp,
        ..started(5)
    };
    let facts = Facts {
        last: Some(&last),
        spooled: Some(5),
        ..nothing()
    };
    assert_eq!(decide(&facts), Decision::PublishSpooled { attempt: 5 });
    let last = ExtractAttempt {
        state: CallState::GivenUp,
        ..failed(5, ErrorClass::Invalid)
    };
    let facts = Facts {
        last: Some(&last),
        spooled: Some(5),
        ..nothing()
    };
    assert_eq!(decide(&facts), Decision::GiveUp(Cause::Already));
}

#[test]
fn an_attempt_without_a_result_is_in_doubt_until_its_lease_ends() {
    let last = started(1);
    let lease_end_ms = NOW_MS - 10_000 + 90_000;
    let wait = Decision::WaitUntil {
        at_ms: lease_end_ms,
        why: Wait::InDoubt,
    };
    assert_eq!(after(&last, NOW_MS), wait);
    assert_eq!(after(&last, lease_end_ms - 1), wait);
    assert_eq!(after(&last, lease_end_ms), Decision::Call(call(2)));
}

#[test]
fn a_transient_failure_is_tried_again_after_its_backoff() {
    for class in [
        ErrorClass::Timeout,
        ErrorClass::RateLimited,
        ErrorClass::Http5xx,
        ErrorClass::Unreachable,
    ] {
        let last = failed(1, class);
        let Decision::WaitUntil {
            at_ms,
            why: Wait::Backoff,
        } = after(&last, NOW_MS)
        else {
            panic!("{class} does not wait");
        };
        assert!(
            (NOW_MS + 1_500..NOW_MS + 4_000).contains(&at_ms),
            "{}",
            at_ms - NOW_MS
        );
        assert_eq!(after(&last, at_ms), Decision::Call(call(2)));
    }
}

#[test]
fn a_class_of_a_later_version_is_tried_again_within_the_limit() {
    let last = ExtractAttempt {
        error_class: Some("haunted".into()),
        ..failed(1, ErrorClass::Timeout)
    };
    assert_eq!(after(&last, FAR_MS), Decision::Call(call(2)));
}

#[test]
fn all_calls_count_whatever_became_of_them() {
    assert_eq!(
        after(&failed(5, ErrorClass::Timeout), FAR_MS),
        Decision::GiveUp(Cause::UsedUp)
    );
    assert_eq!(after(&started(5), FAR_MS), Decision::GiveUp(Cause::UsedUp));
    assert_eq!(after(&started(4), FAR_MS), Decision::Call(call(5)));
}

#[test]
fn used_up_is_said_at_once_not_after_a_backoff() {
    assert_eq!(
        after(&failed(5, ErrorClass::Timeout), NOW_MS),
        Decision::GiveUp(Cause::UsedUp)
    );
}

#[test]
fn what_would_fail_again_is_given_up_at_once() {
    for class in [
        ErrorClass::Refused,
        ErrorClass::Http4xx,
        ErrorClass::TooLarge,
    ] {
        assert_eq!(
            after(&failed(1, class), FAR_MS),
            Decision::GiveUp(Cause::Final(class))
        );
    }
}

#[test]
fn a_broken_answer_is_asked_for_once_more() {
    for class in [ErrorClass::Invalid, ErrorClass::Unreadable] {
        assert!(matches!(
            after(&failed(1, class), NOW_MS),
            Decision::WaitUntil { .. }
        ));
        assert_eq!(after(&failed(1, class), FAR_MS), Decision::Call(call(2)));
        assert_eq!(
            after(&failed(2, class), FAR_MS),
            Decision::GiveUp(Cause::Final(class))
        );
    }
}

#[test]
fn a_cut_answer_gets_one_call_with_the_larger_limit() {
    let raised = NextCall {
        max_output_tokens: 2048,
        ..call(2)
    };
    assert_eq!(
        after(&failed(1, ErrorClass::Truncated), NOW_MS),
        Decision::Call(raised)
    );
    let again = ExtractAttempt {
        max_output_tokens: Some(2048),
        ..failed(2, ErrorClass::Truncated)
    };
    assert_eq!(
        after(&again, FAR_MS),
        Decision::GiveUp(Cause::Final(ErrorClass::Truncated))
    );
}

#[test]
fn a_raised_limit_survives_another_failure_and_a_crash() {
    let raised = Decision::Call(NextCall {
        max_output_tokens: 2048,
        ..call(3)
    });
    let last = ExtractAttempt {
        max_output_tokens: Some(2048),
        ..failed(2, ErrorClass::Http5xx)
    };
    assert_eq!(after(&last, FAR_MS), raised);
    let last = ExtractAttempt {
        max_output_tokens: Some(2048),
        ..started(2)
    };
    assert_eq!(after(&last, FAR_MS), raised);
}

#[test]
fn the_larger_limit_is_no_way_around_the_number_of_calls() {
    assert_eq!(
        after(&failed(5, ErrorClass::Truncated), NOW_MS),
        Decision::GiveUp(Cause::UsedUp)
    );
}

#[test]
fn a_wrong_configuration_uses_up_nothing() {
    let last = ExtractAttempt {
        earlier_attempts: 0,
        ..failed(5, ErrorClass::Config)
    };
    let next = NextCall {
        attempt: 6,
        earlier_attempts: 1,
        max_output_tokens: 1024,
    };
    assert_eq!(after(&last, FAR_MS), Decision::Call(next));
    let last = ExtractAttempt {
        earlier_attempts: 1,
        ..failed(6, ErrorClass::Timeout)
    };
    assert_eq!(after(&last, FAR_MS), Decision::GiveUp(Cause::UsedUp));
}

#[test]
fn given_up_is_final_for_those_who_asked_before_and_open_for_a_later_request() {
    let last = ExtractAttempt {
        state: CallState::GivenUp,
        ..failed(5, ErrorClass::Timeout)
    };
    let ended_at_ms = last.finished_at_ms.unwrap();
    let asked = |requested_at_ms| {
        decide(&Facts {
            last: Some(&last),
            requested_at_ms,
            ..nothing()
        })
    };
    assert_eq!(asked(ended_at_ms), Decision::GiveUp(Cause::Already));
    let next = NextCall {
        attempt: 6,
        earlier_attempts: 5,
        max_output_tokens: 1024,
    };
    assert_eq!(asked(ended_at_ms + 1), Decision::Call(next));
}

#[test]
fn the_next_generation_has_its_own_limit_and_goes_on_counting() {
    let second = ExtractAttempt {
        earlier_attempts: 5,
        ..failed(9, ErrorClass::Timeout)
    };
    let next = NextCall {
        attempt: 10,
        earlier_attempts: 5,
        max_output_tokens: 1024,
    };
    assert_eq!(after(&second, FAR_MS), Decision::Call(next));
    let last = ExtractAttempt {
        attempt: 10,
        ..second
    };
    assert_eq!(after(&last, FAR_MS), Decision::GiveUp(Cause::UsedUp));
}

#[test]
fn a_lost_profile_is_not_paid_again_unasked() {
    let last = ExtractAttempt {
        state: CallState::Succeeded,
        finished_at_ms: Some(NOW_MS),
        ..started(1)
    };
    assert_eq!(after(&last, FAR_MS), Decision::GiveUp(Cause::ProfileLost));
    let facts = Facts {
        last: Some(&last),
        requested_at_ms: NOW_MS + 1,
        ..nothing()
    };
    assert!(matches!(
        decide(&facts),
        Decision::Call(NextCall {
            attempt: 2,
            earlier_attempts: 1,
            ..
        })
    ));
}

#[test]
fn a_call_that_cannot_end_within_its_lease_is_not_sent() {
    let attempt = started(1);
    assert!(may_send(
        &attempt,
        &config(),
        attempt.started_at_ms + 30_000
    ));
    assert!(!may_send(
        &attempt,
        &config(),
        attempt.started_at_ms + 30_001
    ));
}
