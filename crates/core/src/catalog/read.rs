//! From the text of a document to a record, or to a fault that says where it is.

use serde::de::DeserializeOwned;

use super::{Fault, Faults};

/// The faults with their lines in the text.
pub(crate) fn located(text: &str, faults: Faults) -> Vec<Fault> {
    let Faults(faults) = faults;
    let place = |(field, words): (String, String)| Fault {
        line: line_of(text, &field),
        field,
        words,
    };
    faults.into_iter().map(place).collect()
}

/// Reads a document, YAML or JSON; a text that cannot be read has one fault, the first.
///
/// JSON is YAML but for escapes beyond the BMP, so JSON has its own reader. What it finds wrong in
/// the data, not in the syntax, the YAML reader says better: it names the path.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    if text.trim_start().starts_with('{') {
        match serde_json::from_str(text) {
            Ok(spec) => return Ok(spec),
            Err(error) if error.is_syntax() && serde_yaml_ng::from_str::<T>(text).is_err() => {
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
    let lines: Vec<&str> = text.lines().collect();
    let mut here: Option<Key> = None;
    for key in field.split('.') {
        let key = key.split('[').next().unwrap_or(key);
        match below(&lines, here.as_ref(), key) {
            Some(found) => here = Some(found),
            None => break,
        }
    }
    here.map(|key| key.line.saturating_add(1))
}

/// A key that was found: its line, its indent, and where in the line it ends.
struct Key {
    line: usize,
    indent: usize,
    end: usize,
}

/// The key inside the record of another: in the rest of its line, or in the lines that are indented
/// deeper. A key that begins its line goes before one inside braces.
fn below(lines: &[&str], above: Option<&Key>, key: &str) -> Option<Key> {
    let found = |line: usize, end: usize| Key {
        line,
        indent: lines.get(line).map_or(0, |text| indent(text)),
        end,
    };
    let first = match above {
        Some(above) => {
            let rest = lines.get(above.line)?.get(above.end..)?;
            if let Some(at) = key_end(rest, key) {
                return Some(found(above.line, above.end.saturating_add(at)));
            }
            above.line.saturating_add(1)
        }
        None => 0,
    };
    let inside = |line: &&&str| {
        let text = line.trim_start();
        let nothing = text.is_empty() || text.starts_with('#') || text.starts_with(['}', ']']);
        nothing || above.is_none_or(|above| indent(line) > above.indent)
    };
    let block: Vec<&str> = lines
        .get(first..)?
        .iter()
        .take_while(inside)
        .copied()
        .collect();
    let begins = |line: &&str| {
        let text = line
            .trim_start()
            .trim_start_matches(['{', '"', '\'', '-', ' ']);
        text.starts_with(key) && key_end(line, key).is_some()
    };
    let shallow = block
        .iter()
        .filter(|line| begins(line))
        .map(|line| indent(line))
        .min();
    let own = block
        .iter()
        .position(|line| begins(line) && Some(indent(line)) == shallow);
    let at = own.or_else(|| block.iter().position(|line| key_end(line, key).is_some()))?;
    let end = key_end(block.get(at)?, key)?;
    Some(found(first.saturating_add(at), end))
}

fn indent(line: &str) -> usize {
    line.len().saturating_sub(line.trim_start().len())
}

/// Where the key ends in the line, if the line holds it.
fn key_end(line: &str, key: &str) -> Option<usize> {
    line.match_indices(key).find_map(|(at, _)| {
        let end = at.saturating_add(key.len());
        let before = line.get(..at).unwrap_or_default();
        let after = line.get(end..).unwrap_or_default();
        let starts = before.ends_with([' ', '{', ',', '"', '\'']) || before.is_empty();
        let after = after.trim_start_matches(['"', '\'']).trim_start();
        (starts && after.starts_with(':')).then_some(end)
    })
}
