//! Which attempt of a key counts.

use readonce_model::request_key;

use super::*;

#[test]
fn a_later_call_or_state_supersedes_and_never_the_other_way_round() {
    let (first, second) = (started(1), started(2));
    let done = ExtractAttempt {
        state: CallState::Succeeded,
        ..first.clone()
    };
    let given_up = ExtractAttempt {
        state: CallState::GivenUp,
        ..failed(1, ErrorClass::Timeout)
    };
    let order = [
        &first,
        &failed(1, ErrorClass::Timeout),
        &given_up,
        &done,
        &second,
    ];
    for (at, held) in order.iter().enumerate() {
        for (new_at, new) in order.iter().enumerate() {
            assert_eq!(supersedes(new, held), new_at >= at);
        }
    }
}

#[test]
fn a_key_is_content_and_contract() {
    let request = request();
    let key = request_key(&request.content_hash, &request.contract);
    assert!(key.starts_with("3f1c0a") && key.ends_with(":job@1"));
}
