//! Lines of batches: collected by who has a lane for them, in doubt for everybody else.

use super::*;

fn line() -> ExtractAttempt {
    ExtractAttempt {
        lane: Some(Lane::Batch),
        submit_until_ms: Some(NOW_MS),
        ..started(3)
    }
}

fn facts(last: &ExtractAttempt) -> Facts<'_> {
    Facts {
        last: Some(last),
        collects: true,
        ..nothing()
    }
}

const COLLECT: Decision = Decision::Collect { attempt: 3 };

#[test]
fn a_line_is_collected_within_its_lease_and_after_it() {
    let last = line();
    for now_ms in [NOW_MS, last.lease_until_ms, i64::MAX] {
        assert_eq!(
            decide(&Facts {
                now_ms,
                ..facts(&last)
            }),
            COLLECT
        );
    }
}

#[test]
fn without_a_lane_its_lease_is_waited_out_like_any() {
    let last = line();
    let facts = Facts {
        collects: false,
        ..facts(&last)
    };
    let at_ms = last.lease_until_ms;
    let why = Wait::InDoubt;
    assert_eq!(decide(&facts), Decision::WaitUntil { at_ms, why });
    let later = decide(&Facts {
        now_ms: at_ms,
        ..facts
    });
    assert!(
        matches!(later, Decision::Call(next) if next.attempt == 4),
        "{later:?}"
    );
}

#[test]
fn a_call_that_went_the_direct_way_is_not_looked_for_in_batches() {
    let last = started(3);
    assert!(matches!(decide(&facts(&last)), Decision::WaitUntil { .. }));
}

#[test]
fn what_is_known_or_spooled_comes_before_a_look_and_an_earlier_profile_after_it() {
    let last = line();
    let known = known(3);
    let with_profile = Facts {
        known: Some(&known),
        ..facts(&last)
    };
    assert_eq!(decide(&with_profile), Decision::Reuse);
    let spooled = Facts {
        spooled: Some(3),
        ..facts(&last)
    };
    assert_eq!(decide(&spooled), Decision::PublishSpooled { attempt: 3 });
    for lift in [Liftable::Unread, Liftable::Whole, Liftable::Part] {
        assert_eq!(
            decide(&Facts {
                lift,
                ..facts(&last)
            }),
            COLLECT
        );
    }
}

#[test]
fn a_line_that_failed_is_asked_again_as_any_call_is() {
    let expired = ExtractAttempt {
        lane: Some(Lane::Batch),
        ..failed(1, ErrorClass::Timeout)
    };
    let now_ms = NOW_MS + 1_000_000;
    let again = decide(&Facts {
        now_ms,
        ..facts(&expired)
    });
    assert!(
        matches!(again, Decision::Call(next) if next.attempt == 2),
        "{again:?}"
    );
}
