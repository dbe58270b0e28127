//! Imports go one way: schemas → model → core → plumbing → services. Read from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Crates with IO, a clock or a network: core's closure has none of them.
const NOT_IN_CORE: [&str; 8] = [
    "tokio",
    "reqwest",
    "hyper",
    "rdkafka",
    "clickhouse",
    "axum",
    "mio",
    "rustix",
];

/// A crate and the only ones of ours that may depend on it directly.
const WRAPPERS: [(&str, &[&str]); 7] = [
    ("rdkafka", &["readonce-plumbing"]),
    ("clickhouse", &["readonce-sink"]),
    (
        "readonce-plumbing",
        &[
            "readonce-bench",
            "readonce-canonicalize",
            "readonce-cli",
            "readonce-extract",
            "readonce-ingest",
            "readonce-sink",
            "readonce-tests",
        ],
    ),
    ("readonce-ingest", &["readonce-cli", "readonce-tests"]),
    ("readonce-canonicalize", &["readonce-cli", "readonce-tests"]),
    ("readonce-extract", &["readonce-cli", "readonce-tests"]),
    ("readonce-sink", &["readonce-cli", "readonce-tests"]),
];

/// Without a platform cargo wants to read crates that only other systems need.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Direct normal dependencies of every package.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--filter-platform",
            PLATFORM,
        ])
        .current_dir(crate::documents::root())
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let names: BTreeMap<&str, &str> = metadata["packages"]
        .as_array()
        .expect("packages")
        .iter()
        .map(|package| (text(&package["id"]), text(&package["name"])))
        .collect();
    let nodes = metadata["resolve"]["nodes"].as_array().expect("nodes");
    nodes
        .iter()
        .map(|node| (names[text(&node["id"])].to_owned(), normal(node, &names)))
        .collect()
}

fn normal(node: &Value, names: &BTreeMap<&str, &str>) -> BTreeSet<String> {
    let all = node["deps"].as_array().expect("deps").iter();
    all.filter(|dep| {
        dep["dep_kinds"]
            .as_array()
            .expect("kinds")
            .iter()
            .any(|k| k["kind"].is_null())
    })
    .map(|dep| names[text(&dep["pkg"])].to_owned())
    .collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn closure(of: &str, all: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut open = vec![of.to_owned()];
    while let Some(name) = open.pop() {
        for next in all.get(&name).into_iter().flatten() {
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    seen
}

#[test]
fn core_reaches_neither_network_nor_clock() {
    let all = dependencies();
    let reached = closure("readonce-core", &all);
    assert!(
        reached.contains("readonce-model"),
        "the closure was not read: {reached:?}"
    );
    let broken: Vec<_> = NOT_IN_CORE
        .iter()
        .filter(|name| reached.contains(**name))
        .collect();
    assert!(broken.is_empty(), "core depends on {broken:?}");
}

#[test]
fn only_the_named_wrappers_depend_on_what_they_wrap() {
    let all = dependencies();
    for (wrapped, allowed) in WRAPPERS {
        let users: Vec<_> = all
            .iter()
            .filter(|(name, deps)| name.starts_with("readonce-") && deps.contains(wrapped))
            .map(|(name, _)| name.as_str())
            .filter(|name| !allowed.contains(name))
            .collect();
        assert!(users.is_empty(), "{users:?} may not depend on {wrapped}");
    }
}

#[test]
fn imports_go_one_way() {
    let all = dependencies();
    let order = [
        "readonce-schemas",
        "readonce-model",
        "readonce-core",
        "readonce-plumbing",
    ];
    for (at, lower) in order.iter().enumerate() {
        let reached = closure(lower, &all);
        let upward: Vec<_> = order[at + 1..]
            .iter()
            .filter(|name| reached.contains(**name))
            .collect();
        assert!(upward.is_empty(), "{lower} depends on {upward:?}");
    }
}

#[test]
fn there_is_one_avro() {
    let lock = std::fs::read_to_string(crate::documents::root().join("Cargo.lock")).expect("lock");
    assert_eq!(lock.matches("name = \"apache-avro\"\n").count(), 1);
}
