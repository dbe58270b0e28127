//! What would follow a failure, in the words of `decide`.

use super::*;

fn limits(class: ErrorClass) -> Vec<i32> {
    let policy = Policy::of(&ExtractionConfig::rules());
    let request = request();
    let key = (&request.caused_by_item, &request.contract);
    let calls = forecast(class, key, &policy);
    let base = policy.max_output_tokens;
    calls
        .iter()
        .map(|call| call.max_output_tokens / base)
        .collect()
}

#[test]
fn a_cut_answer_is_asked_once_more_with_twice_the_limit() {
    assert_eq!(limits(ErrorClass::Truncated), [2]);
}

#[test]
fn what_would_fail_again_is_not_asked_again() {
    for class in [
        ErrorClass::Refused,
        ErrorClass::Http4xx,
        ErrorClass::TooLarge,
    ] {
        assert!(limits(class).is_empty(), "{class}");
    }
}

#[test]
fn a_broken_answer_is_asked_once_more_and_a_transient_fault_up_to_the_limit() {
    assert_eq!(limits(ErrorClass::Invalid), [1]);
    assert_eq!(limits(ErrorClass::Unreadable), [1]);
    let further = ExtractionConfig::rules().max_attempts as usize - 1;
    assert_eq!(limits(ErrorClass::Timeout).len(), further);
    assert_eq!(limits(ErrorClass::Config).len(), further);
}
