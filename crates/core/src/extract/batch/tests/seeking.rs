use super::*;

const UNTIL_MS: i64 = NOW_MS + 300_000;

fn next_for(is_unsent: bool, look: Option<(i64, bool)>) -> Next {
    let attempt = announced();
    assert_eq!(attempt.submit_until_ms, Some(UNTIL_MS));
    next(&Sought {
        attempt: &attempt,
        is_unsent,
        look,
        now_ms: NOW_MS + 10,
    })
}

#[test]
fn what_this_owner_announced_and_never_sent_is_in_no_batch() {
    assert_eq!(next_for(true, None), Next::Submit);
}

#[test]
fn what_another_announced_is_looked_for_at_once() {
    let at_ms = NOW_MS + 10;
    assert_eq!(next_for(false, None), Next::LookAt { at_ms });
}

#[test]
fn what_is_found_is_attached_whenever_it_was() {
    assert_eq!(next_for(false, Some((NOW_MS, true))), Next::Attach);
    assert_eq!(next_for(false, Some((UNTIL_MS + 1, true))), Next::Attach);
}

#[test]
fn what_was_not_found_is_submitted_only_when_nobody_else_may_have_done_so() {
    let again = Next::LookAt { at_ms: UNTIL_MS };
    assert_eq!(next_for(false, Some((UNTIL_MS - 1, false))), again);
    assert_eq!(next_for(false, Some((UNTIL_MS, false))), Next::Submit);
}

#[test]
fn a_line_without_a_term_is_over_with_its_lease() {
    let attempt = ExtractAttempt {
        submit_until_ms: None,
        ..announced()
    };
    let sought = Sought {
        attempt: &attempt,
        is_unsent: false,
        look: Some((attempt.lease_until_ms - 1, false)),
        now_ms: NOW_MS,
    };
    let at_ms = attempt.lease_until_ms;
    assert_eq!(next(&sought), Next::LookAt { at_ms });
    let look = Some((at_ms, false));
    assert_eq!(next(&Sought { look, ..sought }), Next::Submit);
}

#[test]
fn no_creation_is_begun_that_could_end_after_the_term() {
    assert!(may_create(UNTIL_MS, 60_000, UNTIL_MS - 60_000));
    assert!(!may_create(UNTIL_MS, 60_000, UNTIL_MS - 59_999));
    assert!(!may_create(UNTIL_MS, 60_000, i64::MAX));
}
