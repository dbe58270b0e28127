//! From the text of a document to a checked [`SourceSpec`], or to faults that say where they are.

use super::check::faults_of;
use super::{CatalogError, Fault, SourceSpec};

/// Reads and checks a document, YAML or JSON.
///
/// A text that cannot be read has one fault, the first; one that can be read has all of its faults.
pub fn parse_source(name: &str, text: &str) -> Result<SourceSpec, CatalogError> {
    let refuse = |faults| CatalogError {
        source_name: name.to_owned(),
        faults,
    };
    let spec = read(text).map_err(|fault| refuse(vec![fault]))?;
    let faults: Vec<Fault> = faults_of(name, &spec)
        .into_iter()
        .map(|(field, words)| Fault {
            line: line_of(text, &field),
            field,
            words,
        })
        .collect();
    if faults.is_empty() {
        return Ok(spec);
    }
    Err(refuse(faults))
}

/// JSON is YAML but for escapes beyond the BMP, so JSON has its own reader. What it finds wrong in
/// the data, not in the syntax, the YAML reader says better: it names the path.
fn read(text: &str) -> Result<SourceSpec, Fault> {
    if text.trim_start().starts_with('{') {
        match serde_json::from_str(text) {
            Ok(spec) => return Ok(spec),
            Err(error)
                if error.is_syntax() && serde_yaml_ng::from_str::<SourceSpec>(text).is_err() =>
            {
                return Err(json_fault(&error));
            }
            Err(_) => {}
        }
    }
    serde_yaml_ng::from_str(text).map_err(|error| yaml_fault(text, &error))
}

fn json_fault(error: &serde_json::Error) -> Fault {
    Fault {
        field: "document".to_owned(),
        line: Some(error.line()),
        words: error.to_string(),
    }
}

fn yaml_fault(text: &str, error: &serde_yaml_ng::Error) -> Fault {
    let message = error.to_string();
    let place = message.rfind(" at line ").unwrap_or(message.len());
    let message = message.get(..place).unwrap_or_default();
    let (path, words) = split_path(message);
    let field = match named_field(words) {
        Some(name) if path.is_empty() => name.to_owned(),
        Some(name) => format!("{path}.{name}"),
        None if path.is_empty() => "document".to_owned(),
        None => path.to_owned(),
    };
    // A missing key has no line of its own; the reader's line for it is where its record starts.
    let line = error.location().map(|at| at.line());
    Fault {
        line: line_of(text, &field).or(line),
        field,
        words: words.to_owned(),
    }
}

/// `paging.offset: missing field …` taken apart; a message without a path has an empty one.
fn split_path(message: &str) -> (&str, &str) {
    match message.split_once(": ") {
        Some((path, words)) if is_path(path) => (path, words),
        _ => ("", message),
    }
}

fn is_path(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_.[]".contains(c))
}

/// The key in "unknown field `x`", "missing field `x`" and "duplicate field `x`".
fn named_field(words: &str) -> Option<&str> {
    let (before, rest) = words.split_once(" field `")?;
    let ours = matches!(before, "unknown" | "missing" | "duplicate");
    rest.split_once('`').map(|(name, _)| name).filter(|_| ours)
}

/// The line of the key that a path ends in, searched as text: good enough to send an editor there.
fn line_of(text: &str, field: &str) -> Option<usize> {
    let mut last = None;
    let mut lines = text.lines().enumerate();
    for key in field.split('.') {
        let key = key.split('[').next().unwrap_or(key);
        match lines.by_ref().find(|(_, line)| has_key(line, key)) {
            Some((index, _)) => last = Some(index + 1),
            None => break,
        }
    }
    last
}

fn has_key(line: &str, key: &str) -> bool {
    line.match_indices(key).any(|(at, _)| {
        let before = line.get(..at).unwrap_or_default();
        let after = line.get(at + key.len()..).unwrap_or_default();
        let starts = before.ends_with([' ', '{', ',', '"', '\'']) || before.is_empty();
        let after = after.trim_start_matches(['"', '\'']).trim_start();
        starts && after.starts_with(':')
    })
}
