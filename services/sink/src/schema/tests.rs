//! The layout of the store: files, contracts, comparisons, views.

use readonce_model::reason::Code;
use serde_json::json;

use super::compare::ExistingColumn;
use super::*;

fn job() -> ContractColumns {
    contracts().unwrap().remove(0)
}

fn contract(id: &str, fields: serde_json::Value) -> Result<ContractColumns, ContractError> {
    let schema = json!({ "type": "record", "name": "Job", "fields": fields });
    ContractColumns::new(id.parse().unwrap(), &schema.to_string())
}

fn job2() -> ContractColumns {
    let fields = json!([
        { "name": "tech_stack", "type": { "type": "array", "items": "string" }, "doc": "Same." },
        { "name": "years_of_experience", "type": ["null", "int"], "doc": "A number now." },
        { "name": "visa", "type": ["null", "boolean"], "doc": "New." },
    ]);
    contract("job@2", fields).unwrap()
}

#[test]
fn every_file_is_in_the_layout_that_is_read() {
    for spec in tables(&[job()]) {
        let name = spec.table.name();
        assert!(
            spec.create
                .contains(&format!("CREATE TABLE IF NOT EXISTS {name}\n")),
            "{name}"
        );
        assert!(
            spec.create
                .contains("\nENGINE = ReplacingMergeTree(version)\n"),
            "{name}"
        );
        let names: Vec<_> = spec
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        assert!(
            names.ends_with(&["version", "_topic", "_partition", "_offset"]),
            "{name}: {names:?}"
        );
        for key in spec.sorting_key.split(", ") {
            assert!(names.contains(&key), "{name} is ordered by {key}");
        }
    }
}

/// Fields of a schema as the columns that they become.
fn wanted_columns(fields: &serde_json::Value, prefix: &str) -> Vec<String> {
    let mut wanted = Vec::new();
    for field in fields.as_array().unwrap() {
        let name = field["name"].as_str().unwrap();
        match name {
            "facts" => wanted.extend(wanted_columns(&field["type"]["fields"], "fact_")),
            "answer" => wanted.extend(wanted_columns(&field["type"]["fields"], "")),
            "evidence" => wanted.extend(wanted_columns(&field["type"][1]["fields"], "")),
            _ => wanted.push(format!(
                "{prefix}{}",
                name.strip_suffix("_ms").unwrap_or(name)
            )),
        }
    }
    wanted
}

#[test]
fn every_field_of_a_record_has_a_column_or_a_reason_why_not() {
    let left_out = [
        (
            "items",
            "recent_hashes",
            "the memory of canonicalize, not a fact about the item",
        ),
        ("items", "lines_hash", "the memory of canonicalize"),
        ("items", "changes", "in item_events"),
        ("item_events", "recent_hashes", "the memory of canonicalize"),
        ("item_events", "lines_hash", "the memory of canonicalize"),
        ("profiles_job_v1", "contract", "in the table's name"),
    ];
    let specs = tables(&[job()]);
    for (topic, table) in [
        ("observations", "items"),
        ("observations", "item_events"),
        ("presence", "presence"),
        ("presence", "presence_events"),
        ("snapshots", "snapshots"),
        ("extract.attempts", "extract_attempts"),
        ("runs", "runs"),
        ("task.attempts", "task_attempts"),
        ("profiles.job.v1", "profiles_job_v1"),
    ] {
        let text = readonce_schemas::topic_schema(topic).unwrap();
        let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
        let spec = specs
            .iter()
            .find(|spec| spec.table.name() == table)
            .unwrap();
        for column in wanted_columns(&schema["fields"], "") {
            let is_there = spec.columns.iter().any(|known| known.name == column);
            let is_left_out = left_out
                .iter()
                .any(|(of, name, _)| (*of, *name) == (table, &column));
            assert_ne!(is_there, is_left_out, "{topic}: {column} in {table}");
        }
    }
}

#[test]
fn the_profile_table_is_made_from_the_contract() {
    insta::assert_snapshot!(
        "create_profiles_job_v1",
        tables(&[job()]).pop().unwrap().create
    );
}

#[test]
fn every_avro_type_has_a_column() {
    let fields = json!([
        { "name": "a", "type": "boolean" },
        { "name": "b", "type": ["null", "int"] },
        { "name": "c", "type": ["long", "null"] },
        { "name": "d", "type": "float" },
        { "name": "e", "type": { "type": "double" } },
        { "name": "f", "type": { "type": "enum", "name": "E", "symbols": ["X"] } },
        { "name": "g", "type": ["null", { "type": "array", "items": ["null", "string"] }] },
        { "name": "h", "type": { "type": "map", "values": "string" } },
        { "name": "k", "type": ["null", "int", "string"] },
        { "name": "l", "type": { "type": "array", "items": { "type": "record", "name": "R", "fields": [] } } },
    ]);
    let contract = contract("job@1", fields).unwrap();
    let kinds: Vec<_> = contract
        .fields()
        .iter()
        .map(contract::Field::kind)
        .collect();
    assert_eq!(
        kinds,
        [
            "Bool",
            "Nullable(Int32)",
            "Nullable(Int64)",
            "Float32",
            "Float64",
            "String",
            "Array(Nullable(String))",
            "String",
            "String",
            "Array(String)",
        ]
    );
}

#[test]
fn a_type_without_a_column_is_named() {
    let error = contract("job@1", json!([{ "name": "raw", "type": "bytes" }])).unwrap_err();
    assert!(error.to_string().contains("field raw"), "{error}");
}

#[test]
fn a_field_may_not_hide_a_shared_column() {
    for name in ["version", "model", "title", "presence", "item_id", "i"] {
        let error = contract("job@1", json!([{ "name": name, "type": "string" }])).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
}

fn read(kind: serde_json::Value, value: serde_json::Value) -> Result<serde_json::Value, Code> {
    let contract = contract("job@1", json!([{ "name": "x", "type": kind }])).unwrap();
    let answer = json!({ "x": value, "later": 1 });
    let row = contract.read(answer.as_object().unwrap());
    row.map(|mut row| row.remove("x").unwrap())
        .map_err(|reason| reason.code)
}

#[test]
fn an_answer_becomes_values_of_its_columns() {
    assert_eq!(
        read(json!(["null", "string"]), json!(null)),
        Ok(json!(null))
    );
    assert_eq!(
        read(json!("long"), json!(5_000_000_000_i64)),
        Ok(json!(5_000_000_000_i64))
    );
    assert_eq!(
        read(json!({ "type": "array", "items": "string" }), json!(["a"])),
        Ok(json!(["a"]))
    );
    assert_eq!(
        read(
            json!(["null", { "type": "array", "items": "string" }]),
            json!(null)
        ),
        Ok(json!([]))
    );
    assert_eq!(
        read(json!({ "type": "map", "values": "int" }), json!({ "a": 1 })),
        Ok(json!("{\"a\":1}"))
    );
}

#[test]
fn a_value_that_does_not_fit_its_column_is_refused() {
    for (kind, value) in [
        (json!("string"), json!(null)),
        (json!("int"), json!(5_000_000_000_i64)),
        (json!("boolean"), json!("true")),
        (json!(["null", "string"]), json!(1)),
        (json!({ "type": "array", "items": "string" }), json!([null])),
    ] {
        assert_eq!(
            read(kind.clone(), value.clone()),
            Err(Code::Inconsistent),
            "{kind} {value}"
        );
    }
}

fn as_made(spec: &TableSpec) -> Existing {
    let columns = spec.columns.iter().map(|column| ExistingColumn {
        name: column.name.clone(),
        kind: column.kind.clone(),
        has_default: false,
    });
    Existing {
        engine: "ReplacingMergeTree".into(),
        engine_full: "ReplacingMergeTree(version) ORDER BY x".into(),
        sorting_key: spec.sorting_key.clone(),
        columns: columns.collect(),
    }
}

fn items() -> (TableSpec, Existing) {
    let spec = tables(&[]).remove(0);
    let existing = as_made(&spec);
    (spec, existing)
}

fn fault(spec: &TableSpec, existing: &Existing) -> String {
    additions(spec, existing).unwrap_err().to_string()
}

#[test]
fn a_table_as_it_was_made_lacks_nothing() {
    for spec in tables(&[job()]) {
        assert_eq!(additions(&spec, &as_made(&spec)), Ok(Vec::new()));
    }
}

#[test]
fn a_replicated_table_is_as_good() {
    let (spec, mut existing) = items();
    existing.engine = "ReplicatedReplacingMergeTree".into();
    existing.engine_full = "ReplicatedReplacingMergeTree('/x', '{replica}', version)".into();
    assert_eq!(additions(&spec, &existing), Ok(Vec::new()));
}

#[test]
fn a_column_of_another_type_is_refused_and_named() {
    let (spec, mut existing) = items();
    existing.columns[3].kind = "DateTime".into();
    let text = fault(&spec, &existing);
    assert!(
        text.contains("table items") && text.contains("observed_at is DateTime"),
        "{text}"
    );
}

#[test]
fn a_missing_column_that_may_be_empty_is_added_and_any_other_refused() {
    let (spec, mut existing) = items();
    existing.columns.retain(|column| column.name != "url");
    assert_eq!(
        additions(&spec, &existing).unwrap(),
        ["ALTER TABLE items ADD COLUMN IF NOT EXISTS `url` Nullable(String)"]
    );
    existing.columns.retain(|column| column.name != "title");
    assert!(fault(&spec, &existing).contains("title String is missing"));
}

#[test]
fn a_column_of_a_newer_version_is_left_empty_if_it_may_be() {
    let (spec, mut existing) = items();
    let column = |kind: &str, has_default| ExistingColumn {
        name: "later".into(),
        kind: kind.into(),
        has_default,
    };
    existing.columns.push(column("Nullable(String)", false));
    assert_eq!(additions(&spec, &existing), Ok(Vec::new()));
    *existing.columns.last_mut().unwrap() = column("DateTime", true);
    assert_eq!(additions(&spec, &existing), Ok(Vec::new()));
    *existing.columns.last_mut().unwrap() = column("DateTime", false);
    assert!(fault(&spec, &existing).contains("later DateTime is not known"));
}

#[test]
fn another_engine_or_order_is_refused() {
    let (spec, existing) = items();
    let plain = Existing {
        engine: "MergeTree".into(),
        engine_full: "MergeTree ORDER BY item_id".into(),
        ..existing.clone()
    };
    assert!(fault(&spec, &plain).contains("its engine is MergeTree"));
    let without_version = Existing {
        engine_full: "ReplacingMergeTree ORDER BY item_id".into(),
        ..existing.clone()
    };
    assert!(fault(&spec, &without_version).contains("ReplacingMergeTree(version) belongs there"));
    let other_order = Existing {
        sorting_key: "source, item_id".into(),
        ..existing
    };
    assert!(fault(&spec, &other_order).contains("ordered by (source, item_id)"));
}

#[test]
fn the_view_takes_the_highest_contract_that_has_a_profile() {
    let view = views(&[job(), job2()]).pop().unwrap();
    insta::assert_snapshot!("jobs_latest_of_two_majors", view);
}

#[test]
fn the_view_of_one_contract_is_kept() {
    insta::assert_snapshot!("jobs_latest", views(&[job()]).pop().unwrap());
}

#[test]
fn all_profiles_are_one_view() {
    insta::assert_snapshot!("profiles_of_two_majors", views(&[job(), job2()]).remove(0));
}
