//! `readonce contracts check`: an edit that breaks is refused with the field and the reason, without
//! a registry and with one.

use std::path::{Path, PathBuf};

use readonce_model::{Namespace, Topic};
use readonce_plumbing::registry::Registry;
use readonce_tests::process::run_json;
use readonce_tests::{Pipeline, stack};
use serde_json::Value;

/// A copy of the repository's contracts, to be edited.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Self {
        let copy = Self(tempfile::tempdir().expect("a folder"));
        copy_into(&stack::root().join("schemas/contracts"), copy.0.path());
        copy
    }

    fn path(&self) -> String {
        self.0.path().display().to_string()
    }

    fn edit(&self, file: &str, edit: impl Fn(&mut Value)) {
        let path = self.0.path().join(file);
        let text = std::fs::read_to_string(&path).expect("a schema");
        let mut schema = serde_json::from_str(&text).expect("JSON");
        edit(&mut schema);
        std::fs::write(&path, schema.to_string()).expect("written");
    }
}

fn copy_into(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder") {
        let path: PathBuf = entry.expect("an entry").path();
        let place = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            std::fs::create_dir_all(&place).expect("made");
            copy_into(&path, &place);
        } else {
            std::fs::copy(&path, &place).expect("copied");
        }
    }
}

fn without(name: &str) -> impl Fn(&mut Value) {
    let name = name.to_owned();
    move |schema| {
        let fields = schema["fields"].as_array_mut().expect("fields");
        fields.retain(|field| field["name"] != name.as_str());
    }
}

/// Exit code and what was refused, as field and reason.
fn check(arguments: &[&str]) -> (Option<i32>, Vec<(String, String)>) {
    let (code, found) = run_json(&[&["--json", "contracts", "check"], arguments].concat());
    let faults = found.as_array().into_iter().flatten();
    let faults = faults.filter(|one| one["verdict"] == "incompatible");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (
        code,
        faults
            .map(|one| (text(&one["field"]), text(&one["detail"])))
            .collect(),
    )
}

#[test]
fn the_contracts_as_they_are_pass_without_a_registry() {
    assert_eq!(check(&["--offline"]), (Some(0), vec![]));
    let copy = Copy::new();
    assert_eq!(check(&["--against", &copy.path()]), (Some(0), vec![]));
    assert_eq!(
        check(&["--schemas", &copy.path(), "--against", &copy.path()]),
        (Some(0), vec![])
    );
}

#[test]
fn a_field_that_is_taken_out_is_refused_by_the_base_and_by_the_old_bytes() {
    let (base, edited) = (Copy::new(), Copy::new());
    edited.edit("job/v1.avsc", without("summary"));
    let (code, found) = check(&["--schemas", &edited.path(), "--against", &base.path()]);
    assert_eq!(code, Some(1));
    let of_summary: Vec<_> = found
        .iter()
        .filter(|(field, _)| field == "summary")
        .collect();
    assert!(
        of_summary.iter().any(|(_, why)| why.contains("taken out")),
        "{found:?}"
    );
    assert!(
        of_summary
            .iter()
            .any(|(_, why)| why.contains("is read as null")),
        "{found:?}"
    );
    // Without a base the old bytes find it alone.
    let (code, found) = check(&["--schemas", &edited.path()]);
    assert_eq!(code, Some(1));
    assert!(
        found.iter().any(|(field, _)| field == "summary"),
        "{found:?}"
    );
}

#[test]
fn another_type_a_lost_word_and_a_new_field_without_default_are_named() {
    let (base, edited) = (Copy::new(), Copy::new());
    edited.edit("job/v1.avsc", |schema| {
        let fields = schema["fields"].as_array_mut().expect("fields");
        for field in fields.iter_mut() {
            match field["name"].as_str() {
                Some("campus_hire") => field["type"] = serde_json::json!(["null", "string"]),
                Some("minimum_degree") => {
                    let words = field["words"].as_array_mut().expect("words");
                    words.retain(|word| word != "doctorate");
                }
                _ => {}
            }
        }
        fields.push(serde_json::json!({"name": "visa", "type": ["null", "boolean"]}));
    });
    let (code, found) = check(&["--schemas", &edited.path(), "--against", &base.path()]);
    assert_eq!(code, Some(1));
    for (field, reason) in [
        ("campus_hire", "true or false or null and is text or null"),
        ("minimum_degree", "'doctorate' was taken out"),
        ("visa", "no default"),
    ] {
        let is_it = |(named, why): &(String, String)| named == field && why.contains(reason);
        assert!(found.iter().any(is_it), "{field}: {found:?}");
    }
}

#[test]
fn a_major_without_a_mapping_or_with_one_that_forgets_a_field_is_refused() {
    let edited = Copy::new();
    let lift = edited.0.path().join("job/v2.lift.yaml");
    let text = std::fs::read_to_string(&lift).expect("a mapping");
    std::fs::write(&lift, text.replace("  - languages\n", "")).expect("written");
    let (code, found) = check(&["--schemas", &edited.path()]);
    assert_eq!(code, Some(1));
    assert!(
        found
            .iter()
            .any(|(_, why)| why.contains("languages: nothing says")),
        "{found:?}"
    );
    std::fs::remove_file(&lift).expect("removed");
    let (code, found) = check(&["--schemas", &edited.path()]);
    assert_eq!(code, Some(1));
    assert!(
        found.iter().any(|(_, why)| why.contains("there is none")),
        "{found:?}"
    );
}

#[test]
fn a_contract_that_is_taken_out_is_refused() {
    let (base, edited) = (Copy::new(), Copy::new());
    std::fs::copy(
        base.0.path().join("job/v1.avsc"),
        base.0.path().join("job/v3.avsc"),
    )
    .expect("copied");
    let (code, found) = check(&["--schemas", &edited.path(), "--against", &base.path()]);
    assert_eq!(code, Some(1));
    assert!(
        found.iter().any(|(_, why)| why.contains("taken out")),
        "{found:?}"
    );
}

#[test]
fn a_base_that_is_not_there_is_a_usage_fault_and_never_a_pass() {
    let empty = tempfile::tempdir().expect("a folder");
    for base in [
        empty.path().display().to_string(),
        "no-such-commit".to_owned(),
    ] {
        let (code, found) = run_json(&["--json", "contracts", "check", "--against", &base]);
        assert_eq!(code, Some(2), "{found}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_in_the_registry_that_the_edit_would_break_is_named_by_its_field() {
    let pipeline = Pipeline::new("contracts", &[]);
    let found = pipeline.cli(&["contracts", "check"]);
    assert!(
        found.as_array().is_some_and(|all| all.len() > 10),
        "{found}"
    );
    // A later version was deployed elsewhere: its words are more, which Avro cannot see.
    let registry = Registry::new(&pipeline.layers().section("registry").expect("[registry]"));
    let registry = registry.expect("a registry");
    let topic = Topic::Profiles("job@1".parse().expect("a contract"));
    let elsewhere = format!("{}_later", pipeline.namespace);
    let subject = Namespace::new(elsewhere.as_str()).subject(&topic);
    let text = readonce_schemas::topic_schema(&topic.name()).expect("a schema");
    let wider = text.replace("\"doctorate\"", "\"doctorate\",\"habilitation\"");
    assert_ne!(text, wider);
    registry
        .register(&subject, &wider)
        .await
        .expect("registered");
    let setting = format!("kafka.namespace={elsewhere}");
    let output = pipeline.output(&["--set", &setting, "contracts", "check"]);
    assert_eq!(output.status.code(), Some(1));
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let bad: Vec<_> = found
        .iter()
        .filter(|one| one["verdict"] == "incompatible")
        .collect();
    assert_eq!(bad.len(), 1, "{bad:?}");
    let detail = bad[0]["detail"].as_str().expect("a reason");
    assert!(
        detail.contains("field 'minimum_degree'") && detail.contains("'habilitation'"),
        "{detail}"
    );
}
