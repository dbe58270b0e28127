//! Header values that name environment variables, and their look-up at the edge.
//!
//! A resolved value is for the request alone: it is never stored, logged or put into an error.

use std::collections::BTreeMap;

use super::SourceSpec;

/// A header whose variable the edge does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("header {header} wants the environment variable {variable}, which is not set")]
pub struct MissingVariable {
    pub header: String,
    pub variable: String,
}

/// The headers as they are sent. `lookup` is the edge's environment.
pub fn resolve_headers(
    source: &SourceSpec,
    lookup: impl Fn(&str) -> Option<String>,
) -> Result<BTreeMap<String, String>, MissingVariable> {
    source
        .headers
        .iter()
        .map(|(header, value)| {
            let resolved = resolve(value, &lookup).map_err(|variable| MissingVariable {
                header: header.clone(),
                variable,
            })?;
            Ok((header.clone(), resolved))
        })
        .collect()
}

fn resolve(value: &str, lookup: &impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut resolved = String::new();
    for part in parts(value) {
        match part {
            Part::Text(text) => resolved.push_str(text),
            Part::Variable(name) => {
                resolved.push_str(&lookup(name).ok_or_else(|| name.to_owned())?);
            }
        }
    }
    Ok(resolved)
}

/// A piece of a header value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Text(&'a str),
    Variable(&'a str),
}

/// Takes `Bearer ${NAME}` apart. A `${` that is never closed is text.
pub(super) fn parts(value: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = value;
    while let Some((before, name, after)) = next_variable(rest) {
        parts.push(Part::Text(before));
        parts.push(Part::Variable(name));
        rest = after;
    }
    parts.push(Part::Text(rest));
    parts.retain(|part| *part != Part::Text(""));
    parts
}

fn next_variable(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("${")?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}
