//! What holds for all facts, sensible or not.

use proptest::prelude::*;

use super::*;

fn any_state() -> impl Strategy<Value = CallState> {
    proptest::sample::select(CallState::ALL.to_vec())
}

fn any_class() -> impl Strategy<Value = Option<String>> {
    let known = ErrorClass::ALL.map(|class| Some(class.as_str().to_owned()));
    let other = [None, Some("haunted".to_owned())];
    proptest::sample::select([known.to_vec(), other.to_vec()].concat())
}

fn any_liftable() -> impl Strategy<Value = Liftable> {
    use Liftable::*;
    proptest::sample::select(vec![No, Unread, Part, Whole])
}

prop_compose! {
    fn any_attempt()(
        state in any_state(), error_class in any_class(), attempt in any::<i32>(),
        earlier_attempts in any::<i32>(), limit in any::<Option<i32>>(),
        times in any::<(i64, i64, Option<i64>)>(),
    ) -> ExtractAttempt {
        ExtractAttempt {
            state, error_class, attempt, earlier_attempts,
            max_output_tokens: limit,
            started_at_ms: times.0,
            lease_until_ms: times.1,
            finished_at_ms: times.2,
            ..started(1)
        }
    }
}

prop_compose! {
    /// An attempt as the ledger itself writes them.
    fn sensible_attempt()(
        state in any_state(), error_class in any_class(), earlier_attempts in 0..20_i32,
        used in 1..=5_i32, ago_ms in 0..1_000_000_i64,
    ) -> ExtractAttempt {
        ExtractAttempt {
            state, error_class, earlier_attempts,
            attempt: earlier_attempts + used,
            finished_at_ms: (state != CallState::Started).then_some(NOW_MS - ago_ms),
            ..started(1)
        }
    }
}

proptest! {
    #[test]
    fn no_facts_make_it_panic(
        last in any_attempt(), spooled in any::<Option<i32>>(), in_flight in any::<bool>(),
        times in any::<(i64, i64)>(), known_attempt in any::<Option<i32>>(), lift in any_liftable(),
    ) {
        let profile = known_attempt.map(known);
        let facts = Facts {
            known: profile.as_ref(), lift, last: Some(&last), in_flight, spooled,
            collects: times.0 % 2 == 0, requested_at_ms: times.0, now_ms: times.1, policy: &POLICY,
        };
        decide(&facts);
        give_up(&request(), &last, Cause::UsedUp, times.1);
        if let Some(profile) = &profile {
            reuse(Some(&last), profile);
        }
    }

    /// A line is announced once and paid once: as long as its end is not known and it can be looked
    /// for, nothing that knows no answer may call.
    #[test]
    fn no_call_is_made_beside_a_line_that_can_be_collected(
        last in sensible_attempt(), requested_ms in 0..2_000_000_i64, wait_ms in any::<i32>(),
        lift in any_liftable(),
    ) {
        let last = ExtractAttempt {
            state: CallState::Started,
            lane: Some(Lane::Batch),
            ..last
        };
        let facts = Facts {
            last: Some(&last),
            lift,
            collects: true,
            requested_at_ms: NOW_MS + requested_ms,
            now_ms: NOW_MS + i64::from(wait_ms),
            ..nothing()
        };
        let attempt = last.attempt;
        prop_assert_eq!(decide(&facts), Decision::Collect { attempt });
    }

    #[test]
    fn a_call_always_has_the_next_number_and_stays_within_its_generation(
        last in sensible_attempt(), requested_ms in 0..2_000_000_i64, wait_ms in 0..2_000_000_i64,
    ) {
        let facts = Facts {
            last: Some(&last),
            requested_at_ms: NOW_MS - 1_000_000 + requested_ms,
            now_ms: NOW_MS + wait_ms,
            ..nothing()
        };
        if let Decision::Call(call) = decide(&facts) {
            prop_assert_eq!(call.attempt, last.attempt + 1);
            prop_assert!(call.earlier_attempts >= last.earlier_attempts);
            prop_assert!(call.attempt - call.earlier_attempts <= POLICY.max_attempts);
            prop_assert!(call.max_output_tokens >= POLICY.max_output_tokens);
        }
    }

    #[test]
    fn nothing_is_paid_or_given_up_that_an_earlier_profile_gives(
        last in sensible_attempt(), wait_ms in 0..2_000_000_i64, is_read in any::<bool>(),
    ) {
        let facts = Facts {
            last: Some(&last),
            lift: if is_read { Liftable::Whole } else { Liftable::Unread },
            now_ms: NOW_MS + wait_ms,
            ..nothing()
        };
        let free = if is_read { Decision::Lift } else { Decision::ReadEarlier };
        match decide(&facts) {
            // A call that may have been paid is waited for, and nothing else.
            Decision::WaitUntil { at_ms, why: Wait::InDoubt } => {
                prop_assert_eq!(decide(&Facts { now_ms: at_ms, ..facts }), free);
            }
            decision => prop_assert_eq!(decision, free),
        }
    }

    #[test]
    fn a_part_changes_what_is_asked_and_never_whether(
        last in sensible_attempt(), requested_ms in 0..2_000_000_i64, wait_ms in 0..2_000_000_i64,
    ) {
        let facts = Facts {
            last: Some(&last),
            requested_at_ms: NOW_MS - 1_000_000 + requested_ms,
            now_ms: NOW_MS + wait_ms,
            ..nothing()
        };
        let part = Facts { lift: Liftable::Part, ..facts };
        prop_assert_eq!(decide(&part), decide(&facts));
    }

    #[test]
    fn who_waits_until_the_time_he_was_told_does_not_wait_again(last in sensible_attempt()) {
        let facts = Facts { last: Some(&last), ..nothing() };
        if let Decision::WaitUntil { at_ms, .. } = decide(&facts) {
            let later = decide(&Facts { now_ms: at_ms, ..facts });
            prop_assert!(!matches!(later, Decision::WaitUntil { .. }), "{:?}", later);
            prop_assert!(at_ms > NOW_MS);
        }
    }
}
