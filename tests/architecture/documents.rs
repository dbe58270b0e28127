//! Documents that name a path name one that exists: prose rots, a test does not.

use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Files whose paths in backticks are checked.
fn documents() -> Vec<PathBuf> {
    let mut found: Vec<_> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
        .iter()
        .map(|name| root().join(name))
        .collect();
    for folder in ["crates", "services", "docs", "dev", "catalog"] {
        collect(&root().join(folder), &mut found);
    }
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// What looks like a path of this repository: has a slash, starts with a room, no placeholders.
fn paths_in(text: &str) -> Vec<String> {
    let rooms = [
        "catalog/",
        "compose/",
        "crates/",
        "dev/",
        "docs/",
        "schemas/",
        "services/",
        "tests/",
    ];
    text.split('`')
        .skip(1)
        .step_by(2)
        .filter(|quoted| rooms.iter().any(|room| quoted.starts_with(room)))
        .filter(|quoted| !quoted.contains(['<', '*', '{', ' ', '…', '$']))
        .map(|quoted| quoted.split(['#', ':']).next().unwrap_or(quoted).to_owned())
        .collect()
}

#[test]
fn every_path_that_a_document_names_exists() {
    let mut missing = Vec::new();
    let mut checked = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document)
            .unwrap_or_else(|error| panic!("{}: {error}", document.display()));
        for path in paths_in(&text) {
            checked += 1;
            // The README of a crate may speak of its own folders.
            let beside = document.parent().unwrap_or(Path::new(".")).join(&path);
            if !root().join(&path).exists() && !beside.exists() {
                missing.push(format!("{} names {path}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(
        checked > 0,
        "no document names a path: the check reads nothing"
    );
}

#[test]
fn a_path_that_does_not_exist_is_found() {
    assert_eq!(
        paths_in("see `crates/nowhere/src` and `SELECT a/b`"),
        ["crates/nowhere/src"]
    );
    assert!(!root().join("crates/nowhere/src").exists());
}
