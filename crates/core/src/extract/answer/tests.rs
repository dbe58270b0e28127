//! Replies of every kind that model servers were seen to send, with the right class for each.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

mod endings;
mod merging;
mod objects;
mod reported;

fn job() -> Contract {
    Contract::built_in(&"job@1".parse().unwrap()).unwrap()
}

/// A reply that ended by itself with this text.
fn reply(text: &str) -> Vec<u8> {
    reply_with(json!({"content": text, "refusal": null}), json!("stop"))
}

fn reply_with(message: Value, finish: Value) -> Vec<u8> {
    let choice = json!({"index": 0, "message": message, "finish_reason": finish});
    let usage = json!({"prompt_tokens": 900, "completion_tokens": 120});
    json!({"id": "r-1", "model": "m", "choices": [choice], "usage": usage})
        .to_string()
        .into_bytes()
}

fn value_of(answer: &Answer) -> Value {
    Value::Object(answer.value.clone().expect("an answer"))
}

fn class_of(answer: &Answer) -> ErrorClass {
    answer.failure.as_ref().expect("a failure").class
}

proptest! {
    #[test]
    fn no_body_makes_it_panic(body in proptest::collection::vec(any::<u8>(), 0..600)) {
        read(&body, &job());
        read_any(&body);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[\\[\\]{}\",:a0\\\\ \n`]{0,200}") {
        let answer = read_any(&reply(&text));
        prop_assert_eq!(answer.value.is_some(), matches!(answer.status, Status::Ok | Status::Empty));
    }

    #[test]
    fn an_object_is_found_whatever_prose_is_around_it(
        before in "[a-zA-Z ,.!?\n`]{0,80}", after in "[^<]{0,80}", word in ".{0,40}"
    ) {
        let object = json!({"word": word, "inner": {"n": [1, 2]}});
        let answer = read_any(&reply(&format!("{before}{object}{after}")));
        prop_assert_eq!(answer.value.map(Value::Object), Some(object));
    }

    #[test]
    fn a_cut_object_is_never_an_answer(word in "[a-z{}\\[\\]\"]{1,40}", keep in 1usize..60) {
        let object = json!({"inner": {"n": [1]}, "word": word}).to_string();
        let cut: String = object.chars().take(keep.min(object.chars().count() - 1)).collect();
        prop_assert_eq!(read_any(&reply(&cut)).status, Status::Invalid);
    }

    #[test]
    fn what_the_contract_accepts_it_accepts_again_unchanged(
        campus in proptest::option::of(any::<bool>()), text in proptest::option::of(".{0,30}"),
        list in proptest::collection::vec(".{0,12}", 0..5), degree in "[a-zA-Z' -]{0,12}"
    ) {
        let given = json!({"campus_hire": campus, "summary": text, "tech_stack": list, "minimum_degree": degree});
        if let Ok(first) = job().validate(&given) {
            let again = job().validate(&Value::Object(first.answer.clone())).unwrap();
            prop_assert_eq!(again.answer, first.answer);
            prop_assert!(again.flags.is_empty(), "{:?}", again.flags);
        }
    }
}
