//! What holds for every text and every value.

use proptest::prelude::*;

use super::*;

fn strict() -> Contract {
    let avsc = json!({"type": "record", "name": "T", "fields": [
        {"name": "a", "type": ["null", "string"], "grounding": "reject"},
        {"name": "b", "type": {"type": "array", "items": "string"}, "grounding": "reject"},
        {"name": "c", "type": ["null", "double"], "grounding": "reject"},
    ]});
    Contract::compile("test@1".parse().unwrap(), &avsc.to_string()).unwrap()
}

proptest! {
    #[test]
    fn nothing_panics_and_nothing_is_added(
        text in "\\PC{0,80}|[ab .,'0-9-]{0,60}|(.|\n){0,60}",
        a in "\\PC{0,8}|[ab .,0-9]{0,6}",
        b in prop::collection::vec("\\PC{0,4}|[ab ]{0,4}", 0..5),
        c in any::<f64>(),
    ) {
        let answer = object(json!({"a": a, "b": b, "c": c}));
        let found = ground(&answer, &strict(), &text);
        for (name, value) in &found.answer {
            let given = &answer[name];
            match (value, given) {
                (Value::Array(kept), Value::Array(given)) => {
                    prop_assert!(kept.iter().all(|item| given.contains(item)));
                }
                (value, given) => prop_assert!(value.is_null() || value == given),
            }
        }
        let line_count = text.lines().count();
        for proof in found.spans.values().flatten() {
            let Span { first_line, last_line } = proof.span;
            prop_assert!(1 <= first_line && first_line <= last_line && last_line <= line_count);
        }
    }

    #[test]
    fn a_word_of_the_text_is_proved_on_its_line(
        before in prop::collection::vec("[a-z]{1,6}", 1..20),
        at in any::<prop::sample::Index>(),
    ) {
        let text = before.join("\n");
        let word = at.get(&before);
        let found = lines(json!(word.to_uppercase()), &text);
        let first = before.iter().position(|one| one == word).map(|at| (at + 1, at + 1));
        prop_assert_eq!(found, first);
    }

    #[test]
    fn the_search_finds_what_a_plain_search_finds(
        text in "[ab ]{0,40}",
        value in "[ab ]{1,6}",
    ) {
        let is_right = |place: &std::ops::Range<usize>| boundary::is_whole(&text, place);
        let plain = (0..text.len())
            .map(|at| at..at + value.len())
            .find(|place| text.get(place.clone()) == Some(value.as_str()) && is_right(place));
        prop_assert_eq!(search::find(&text, &value, is_right), plain);
    }
}
