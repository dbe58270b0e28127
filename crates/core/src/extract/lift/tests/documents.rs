//! Mappings that cannot be: refused with the field that is wrong.

use super::*;

fn faults(yaml: &str) -> String {
    compile(yaml, &first(), &second()).unwrap_err().to_string()
}

#[test]
fn the_mappings_that_are_compiled_in_can_be_used() {
    let lifts = Lifts::built_in().unwrap();
    for (name, major) in readonce_schemas::contracts() {
        let origins = lifts.origins(&format!("{name}@{major}").parse().unwrap());
        assert_eq!(
            origins.len() as u32,
            major - 1,
            "a way into {name}@{major} from every earlier major"
        );
    }
}

#[test]
fn a_field_that_the_mapping_forgets_is_named() {
    let words = faults(&TO_SECOND.replace("same: [degree]\n", ""));
    assert!(
        words.contains("degree: nothing says where it comes from"),
        "{words}"
    );
    assert!(words.contains("degree: job@1 has it"), "{words}");
}

#[test]
fn an_old_field_may_not_vanish_silently() {
    let yaml = TO_SECOND.replace(
        "read: {least: {from: years, as: years-min}}",
        "ask: [least]",
    );
    assert!(faults(&yaml).contains("years: job@1 has it"));
    let told = format!("{yaml}dropped: [years]\n");
    assert!(compile(&told, &first(), &second()).is_ok());
}

#[test]
fn names_that_nobody_has_are_refused() {
    let words = faults(&TO_SECOND.replace("{city: town}", "{city: village, shire: town}"));
    assert!(
        words.contains("city: job@1 has no field 'village'"),
        "{words}"
    );
    assert!(words.contains("shire: job@2 has no such field"), "{words}");
    let words = faults(&format!("{TO_SECOND}dropped: [hat]\n"));
    assert!(
        words.contains("hat: job@1 has no such field to drop"),
        "{words}"
    );
}

#[test]
fn a_value_that_might_not_fit_is_not_copied() {
    let words = faults(
        &TO_SECOND
            .replace(
                "read: {least: {from: years, as: years-min}}",
                "renamed: {least: years}",
            )
            .replace("renamed: {city: town}\n", "ask: [city]\ndropped: [town]\n"),
    );
    assert!(words.contains("least: years has another type"), "{words}");
    let narrower = contract(
        "job@2",
        json!([
            {"name": "city", "type": ["null", "string"]},
            {"name": "least", "type": ["null", "long"]},
            {"name": "degree", "type": ["null", "string"], "words": ["master", "other"]},
        ]),
    );
    let words = compile(TO_SECOND, &first(), &narrower)
        .unwrap_err()
        .to_string();
    assert!(
        words.contains("degree: its word list lacks 'bachelor'"),
        "{words}"
    );
}

#[test]
fn a_field_has_one_way() {
    let words = faults(&format!("{TO_SECOND}ask: [city]\n"));
    assert!(words.contains("city: it stands there twice"), "{words}");
}

#[test]
fn a_mapping_leads_forward_within_one_contract() {
    let words = compile(TO_SECOND, &second(), &first())
        .unwrap_err()
        .to_string();
    assert!(words.contains("it leads from job@1 to job@2"), "{words}");
    assert!(
        words.contains("job@2 is no earlier major of job@1"),
        "{words}"
    );
}

#[test]
fn an_unknown_key_or_reading_is_refused_by_name() {
    for bad in ["coppy: [degree]", "read: {least: {from: years, as: guess}}"] {
        let error = Document::read(&format!("contract: job@2\nfrom: job@1\n{bad}\n")).unwrap_err();
        let words = format!("{:?}", error);
        assert!(
            words.contains("coppy") || words.contains("guess"),
            "{words}"
        );
    }
}
