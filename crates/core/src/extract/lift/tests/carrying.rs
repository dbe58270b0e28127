//! What an answer becomes under a later contract.

use proptest::prelude::*;

use super::*;

fn built_in(value: Value) -> Lifted {
    let (from, to) = ("job@1".parse().unwrap(), "job@2".parse().unwrap());
    let whole = Contract::built_in(&from).unwrap().empty_answer();
    let mut given = whole;
    given.extend(answer(value));
    let origin = Origin {
        contract: &from,
        answer: &given,
        flags: &[],
    };
    Lifts::built_in().unwrap().lift(&to, origin).unwrap()
}

#[test]
fn values_are_copied_renamed_and_read() {
    let lifted = lift(
        "job@2",
        json!({"town": "Bonn", "years": "3-5 years", "degree": "bachelor"}),
        &[],
    );
    assert!(lifted.is_whole());
    assert_eq!(
        lifted.known,
        answer(json!({"city": "Bonn", "least": 3, "degree": "bachelor"}))
    );
    assert_eq!(lifted.from.to_string(), "job@1");
}

#[test]
fn words_without_one_reading_are_asked_for() {
    let lifted = lift(
        "job@2",
        json!({"town": "Bonn", "years": "several years", "degree": null}),
        &[],
    );
    assert_eq!(lifted.ask, ["least"]);
    assert_eq!(
        lifted.known,
        answer(json!({"city": "Bonn", "degree": null}))
    );
}

#[test]
fn what_was_not_demanded_then_is_not_demanded_now() {
    let lifted = lift(
        "job@2",
        json!({"town": null, "years": null, "degree": null}),
        &[],
    );
    assert!(lifted.is_whole());
    assert_eq!(lifted.known["least"], Value::Null);
}

#[test]
fn a_value_that_was_thrown_away_is_not_taken_for_nothing_said() {
    for flag in ["rejected:years", "ungrounded:years"] {
        let lifted = lift(
            "job@2",
            json!({"town": null, "years": null, "degree": null}),
            &[flag],
        );
        assert_eq!(lifted.ask, ["least"], "{flag}");
    }
}

#[test]
fn flags_follow_their_field_and_those_of_the_whole_stay() {
    let flags = [
        "input_cut",
        "repaired:town",
        "unknown_word:degree",
        "unknown_field:town",
        "unknown_field:+3",
    ];
    let lifted = lift(
        "job@2",
        json!({"town": "Bonn", "years": "3 years", "degree": "other"}),
        &flags,
    );
    assert_eq!(
        lifted.flags,
        ["input_cut", "repaired:city", "unknown_word:degree"]
    );
}

#[test]
fn a_field_that_the_old_answer_does_not_have_is_asked_for() {
    // Written before the field was added to its contract.
    let lifted = lift("job@2", json!({"town": "Bonn", "years": "3 years"}), &[]);
    assert_eq!(lifted.ask, ["degree"]);
}

#[test]
fn the_way_may_lead_over_several_majors() {
    let lifted = lift(
        "job@3",
        json!({"town": "Bonn", "years": "3+ years", "degree": null}),
        &[],
    );
    assert_eq!(lifted.known, answer(json!({"city": "Bonn", "least": 3})));
    assert_eq!(lifted.ask, ["visa"]);
    assert_eq!(lifted.version.split('+').count(), 2);
    let open = lift(
        "job@3",
        json!({"town": null, "years": "some years", "degree": null}),
        &[],
    );
    assert_eq!(open.ask, ["least", "visa"]);
}

#[test]
fn the_nearest_major_is_looked_at_first() {
    let origins = lifts().origins(&"job@3".parse().unwrap());
    let names: Vec<_> = origins.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["job@2", "job@1"]);
    assert_eq!(lifts().origins(&"job@1".parse().unwrap()), []);
    assert!(lifts().is_origin(&"job@1".parse().unwrap()));
    assert!(!lifts().is_origin(&"job@3".parse().unwrap()));
}

#[test]
fn no_way_leads_back() {
    let from = "job@2".parse().unwrap();
    let origin = Origin {
        contract: &from,
        answer: &Map::new(),
        flags: &[],
    };
    assert_eq!(lifts().lift(&"job@1".parse().unwrap(), origin), None);
}

#[test]
fn job_2_splits_the_years_of_job_1_in_both_languages() {
    for (words, min, max) in [
        (json!("3-5 years"), json!(3), json!(5)),
        (json!("三年以上"), json!(3), Value::Null),
        (json!("经验不限"), json!(0), Value::Null),
        (Value::Null, Value::Null, Value::Null),
    ] {
        let lifted = built_in(json!({"years_of_experience": words, "tech_stack": ["Rust"]}));
        assert!(lifted.is_whole(), "{words}");
        assert_eq!(
            (
                &lifted.known["experience_years_min"],
                &lifted.known["experience_years_max"]
            ),
            (&min, &max)
        );
        assert_eq!(lifted.known["tech_stack"], json!(["Rust"]));
        assert!(!lifted.known.contains_key("years_of_experience"));
    }
    let open = built_in(json!({"years_of_experience": "6 months"}));
    assert_eq!(open.ask, ["experience_years_min", "experience_years_max"]);
}

#[test]
fn the_version_of_a_mapping_is_frozen() {
    // Stored profiles hold it. A change of the mapping or of the reader makes another one.
    let lifted = built_in(json!({}));
    assert_eq!(lifted.version.len(), 64);
    let again = compile(TO_SECOND, &first(), &second()).unwrap();
    let spaced = TO_SECOND.replace("[degree]", "[ degree ]");
    assert_eq!(
        again.version(),
        compile(&spaced, &first(), &second()).unwrap().version()
    );
    assert_eq!(
        again.version(),
        "8ce77f1b47e9bdc2efadac270cd79adbf24591baca47cf2f8a7e1b2b6d0f0ac1"
    );
}

proptest! {
    /// Whatever the earlier answer, what is known and what is asked are the later contract.
    #[test]
    fn known_and_asked_fields_are_the_contract(
        years in proptest::option::of("\\PC{0,30}"), campus in any::<Option<bool>>(),
        stack in proptest::collection::vec("T[a-z]{2,8}", 0..4),
    ) {
        let lifted = built_in(json!({
            "years_of_experience": years, "campus_hire": campus, "tech_stack": stack,
        }));
        let contract = Contract::built_in(&"job@2".parse().unwrap()).unwrap();
        let mut names: Vec<String> = lifted.known.keys().cloned().chain(lifted.ask.clone()).collect();
        names.sort();
        let mut wanted: Vec<String> = contract.fields.iter().map(|field| field.name.clone()).collect();
        wanted.sort();
        prop_assert_eq!(names, wanted);
        // What is known is a legal answer as it stands.
        let mut whole = contract.empty_answer();
        whole.extend(lifted.known.clone());
        let read = contract.validate(&Value::Object(whole.clone())).unwrap();
        prop_assert_eq!(read.answer, whole);
        prop_assert_eq!(read.flags, Vec::<String>::new());
        // And the same fields are asked for and nothing else.
        let asked = contract.only(&lifted.ask);
        prop_assert_eq!(asked.fields.len(), lifted.ask.len());
    }
}
