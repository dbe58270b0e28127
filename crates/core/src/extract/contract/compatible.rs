//! What an edit of a contract breaks while its major stays: each field by name, with the reason.
//!
//! Old answers lie on their topic for ever and old readers go on reading, so within a major a field
//! may only be added, with an empty value that stands where an old answer has none. Anything else is
//! a new major. What a field is told to a model (`doc`) and how it is proved may change.

use serde_json::Value;

use super::{Contract, Error, Field, Kind};

/// One promise that an edit breaks.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Break {
    /// Empty for the record as a whole.
    pub field: String,
    pub reason: String,
}

impl std::fmt::Display for Break {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.field.as_str() {
            "" => f.write_str(&self.reason),
            field => write!(f, "field '{field}': {}", self.reason),
        }
    }
}

/// Holds two schemas of one major against each other. The error is a schema that is no contract.
pub fn compatible(
    id: &readonce_model::ContractId,
    old: &str,
    new: &str,
) -> Result<Vec<Break>, Error> {
    let (before, after) = (
        Contract::compile(id.clone(), old)?,
        Contract::compile(id.clone(), new)?,
    );
    let mut breaks = of_record(old, new);
    for field in &before.fields {
        match after.field(&field.name) {
            None => breaks.push(gone(field, &after, &before)),
            Some(now) => breaks.extend(of_field(field, now)),
        }
    }
    let added = |field: &&Field| before.field(&field.name).is_none();
    breaks.extend(
        after
            .fields
            .iter()
            .filter(added)
            .filter_map(|field| of_added(field, new)),
    );
    Ok(breaks)
}

/// Readers find a record by its full name.
fn of_record(old: &str, new: &str) -> Vec<Break> {
    let name = |text: &str| {
        let schema: Value = serde_json::from_str(text).unwrap_or_default();
        let part = |key: &str| schema[key].as_str().unwrap_or_default().to_owned();
        format!("{}.{}", part("namespace"), part("name"))
    };
    let (before, after) = (name(old), name(new));
    let renamed = before != after;
    let reason = format!("the record was called {before} and is called {after} now");
    renamed.then(|| broken("", reason)).into_iter().collect()
}

fn gone(field: &Field, after: &Contract, before: &Contract) -> Break {
    let is_like_it = |other: &&Field| {
        before.field(&other.name).is_none() && other.kind == field.kind && other.doc == field.doc
    };
    let renamed = after.fields.iter().find(is_like_it);
    let reason = match renamed {
        Some(other) => format!(
            "it is called '{}' now; old answers have the old name",
            other.name
        ),
        None => "it was taken out; who asks for it would find nothing".to_owned(),
    };
    broken(&field.name, reason)
}

fn of_field(old: &Field, new: &Field) -> Vec<Break> {
    let mut breaks = Vec::new();
    if (&old.kind, old.optional) != (&new.kind, new.optional) {
        let reason = format!("it was {} and is {} now", words(old), words(new));
        breaks.push(broken(&old.name, reason));
    }
    match (&old.words, &new.words) {
        (Some(before), Some(after)) => {
            let lost = before.iter().filter(|word| !after.contains(word));
            breaks.extend(lost.map(|word| {
                let reason = format!("the word '{word}' was taken out, and old answers hold it");
                broken(&old.name, reason)
            }));
        }
        (None, Some(_)) => {
            let reason = "it takes only some words now, and old answers hold any".to_owned();
            breaks.push(broken(&old.name, reason));
        }
        (Some(_), None) => {
            let reason = "its word list was taken out; readers count on the list".to_owned();
            breaks.push(broken(&old.name, reason));
        }
        (None, None) => {}
    }
    breaks
}

/// An old answer has no such field, so a reader needs the value that stands for it.
fn of_added(field: &Field, schema: &str) -> Option<Break> {
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let fields = schema["fields"].as_array();
    let written = fields
        .into_iter()
        .flatten()
        .find(|one| one["name"] == field.name.as_str())?;
    let reason = match written.get("default") {
        Some(default) if *default == field.empty_value() => return None,
        Some(default) => format!(
            "it is new, and its default is {default}; old answers say nothing of it, so the default is {}",
            field.empty_value()
        ),
        None => format!(
            "it is new and has no default; {} belongs there",
            field.empty_value()
        ),
    };
    Some(broken(&field.name, reason))
}

fn words(field: &Field) -> String {
    let kind = kind_name(&field.kind);
    match field.optional {
        true => format!("{kind} or null"),
        false => kind,
    }
}

fn kind_name(kind: &Kind) -> String {
    match kind {
        Kind::Bool => "true or false".to_owned(),
        Kind::Text => "text".to_owned(),
        Kind::Long => "a whole number".to_owned(),
        Kind::Double => "a number".to_owned(),
        Kind::List(item) => format!("a list of {}", kind_name(item)),
    }
}

fn broken(field: &str, reason: String) -> Break {
    Break {
        field: field.to_owned(),
        reason,
    }
}
