//! The JSON Schema that a provider gets.

use super::*;

#[test]
fn the_json_schema_keeps_the_rules_of_strict_mode() {
    let schema = job().json_schema();
    let properties = schema["properties"].as_object().unwrap();
    let required = schema["required"].as_array().unwrap();
    assert_eq!(required.len(), properties.len());
    assert!(
        required
            .iter()
            .all(|name| properties.contains_key(name.as_str().unwrap()))
    );
    assert_eq!(schema["additionalProperties"], false);
    assert!(properties.values().all(|p| p["description"].is_string()));
}

#[test]
fn optional_fields_may_be_null_and_word_lists_say_so_too() {
    let schema = job().json_schema();
    let degree = &schema["properties"]["minimum_degree"];
    assert_eq!(degree["type"], json!(["string", "null"]));
    assert_eq!(
        degree["enum"],
        json!([
            "none",
            "associate",
            "bachelor",
            "master",
            "doctorate",
            "other",
            null
        ])
    );
    let stack = &schema["properties"]["tech_stack"];
    assert_eq!(stack["type"], "array");
    assert_eq!(stack["items"], json!({"type": "string"}));
}

#[test]
fn every_kind_has_its_json_type() {
    let schema = one_of_each().json_schema();
    let kind = |name: &str| schema["properties"][name]["type"].clone();
    assert_eq!(kind("flag"), json!(["boolean", "null"]));
    assert_eq!(kind("count"), json!(["integer", "null"]));
    assert_eq!(kind("rate"), json!(["number", "null"]));
    assert_eq!(
        schema["properties"]["sizes"]["items"],
        json!({"type": "integer"})
    );
    assert_eq!(job().schema_name(), "job_v1");
}
