//! A mapping held against both contracts, and carried out on an answer.

use std::collections::BTreeSet;

use readonce_model::ContractId;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Lifted;
use super::document::{Document, Fault};
use super::reading::Reading;
use crate::extract::contract::{Contract, Field, Kind};

/// Ready to be used: every field of the later contract has its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    to: ContractId,
    from: ContractId,
    version: String,
    /// In the order of the later contract.
    ways: Vec<(String, Way)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Way {
    Copy(String),
    Read(String, Reading),
    Ask,
}

impl Mapping {
    pub fn compile(document: Document, from: &Contract, to: &Contract) -> Result<Self, Fault> {
        let mut faults = names_faults(&document, from, to);
        let mut ways = Vec::new();
        for field in &to.fields {
            match way_of(&document, from, field) {
                Ok(way) => ways.push((field.name.clone(), way)),
                Err(words) => faults.push(format!("{}: {words}", field.name)),
            }
        }
        faults.extend(unmentioned(&document, from, to));
        if !faults.is_empty() {
            return Err(Fault::Unfit(faults));
        }
        Ok(Self {
            version: version(&document, &ways),
            to: document.contract,
            from: document.from,
            ways,
        })
    }

    pub const fn to(&self) -> &ContractId {
        &self.to
    }

    pub const fn from(&self) -> &ContractId {
        &self.from
    }

    /// SHA-256 (hex) of what it says, the versions of its readings included.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// One major further. A field that is open stays open in what would come of it.
    pub(super) fn carry(&self, before: Lifted) -> Lifted {
        let mut after = Lifted {
            from: before.from.clone(),
            version: match before.version.is_empty() {
                true => self.version.clone(),
                false => format!("{}+{}", before.version, self.version),
            },
            known: serde_json::Map::new(),
            ask: Vec::new(),
            flags: general(&before.flags),
            quarantined: before.quarantined.clone(),
        };
        for (field, way) in &self.ways {
            match way.value(&before) {
                Some(value) => {
                    after.flags.extend(way.flags(&before.flags, field));
                    after.known.insert(field.clone(), value);
                }
                None => after.ask.push(field.clone()),
            }
        }
        after
    }
}

impl Way {
    fn value(&self, before: &Lifted) -> Option<Value> {
        match self {
            Way::Copy(of) => before.known.get(of).cloned(),
            Way::Read(of, reading) => {
                let words = before.known.get(of)?;
                // Empty because it could not be used: nobody knows what it said.
                let is_lost = words.is_null() && is_doubted(of, &before.flags);
                reading.read(words).filter(|_| !is_lost)
            }
            Way::Ask => None,
        }
    }

    /// Flags of the old field, under the new one's name.
    fn flags<'a>(&'a self, flags: &'a [String], field: &'a str) -> impl Iterator<Item = String> {
        let of = match self {
            Way::Copy(of) | Way::Read(of, _) => Some(of.as_str()),
            Way::Ask => None,
        };
        let own = flags.iter().filter_map(move |flag| {
            let (kind, name) = flag.split_once(':')?;
            (Some(name) == of && kind != "unknown_field").then_some(kind)
        });
        let own: Vec<_> = own.map(|kind| format!("{kind}:{field}")).collect();
        own.into_iter()
    }
}

/// Flags about the answer as a whole.
fn general(flags: &[String]) -> Vec<String> {
    let whole = flags.iter().filter(|flag| !flag.contains(':'));
    whole.cloned().collect()
}

fn is_doubted(field: &str, flags: &[String]) -> bool {
    let doubts = ["rejected", "ungrounded"].map(|kind| format!("{kind}:{field}"));
    flags.iter().any(|flag| doubts.contains(flag))
}

fn names_faults(document: &Document, from: &Contract, to: &Contract) -> Vec<String> {
    let mut faults = Vec::new();
    if (&document.contract, &document.from) != (&to.id, &from.id) {
        faults.push(format!(
            "it leads from {} to {}, not from {} to {}",
            document.from, document.contract, from.id, to.id
        ));
    }
    let is_later = from.id.name() == to.id.name() && from.id.major() < to.id.major();
    if !is_later {
        faults.push(format!("{} is no earlier major of {}", from.id, to.id));
    }
    faults
}

fn way_of(document: &Document, from: &Contract, field: &Field) -> Result<Way, String> {
    let name = &field.name;
    let mut ways = Vec::new();
    if document.same.contains(name) {
        ways.push(copy(from, name, field)?);
    }
    if let Some(old) = document.renamed.get(name) {
        ways.push(copy(from, old, field)?);
    }
    if let Some(read) = document.read.get(name) {
        ways.push(reading(from, &read.from, read.reading, field)?);
    }
    if document.ask.contains(name) {
        ways.push(Way::Ask);
    }
    match (ways.pop(), ways.is_empty()) {
        (Some(way), true) => Ok(way),
        (Some(_), false) => Err("it stands there twice".to_owned()),
        (None, _) => Err("nothing says where it comes from; ask for it, or map it".to_owned()),
    }
}

/// A copied value must be one of the later contract, whatever it is.
fn copy(from: &Contract, old: &str, field: &Field) -> Result<Way, String> {
    let source = source(from, old)?;
    if source.kind != field.kind {
        return Err(format!("{old} has another type and cannot be copied"));
    }
    let missing = match (&source.words, &field.words) {
        (_, None) => None,
        (None, Some(_)) => return Err(format!("{old} has no word list and cannot be copied")),
        (Some(old), Some(new)) => old.iter().find(|word| !new.contains(word)),
    };
    match missing {
        Some(word) => Err(format!(
            "its word list lacks '{word}', which {old} may hold"
        )),
        None => Ok(Way::Copy(old.to_owned())),
    }
}

fn reading(from: &Contract, old: &str, reading: Reading, field: &Field) -> Result<Way, String> {
    if source(from, old)?.kind != Kind::Text {
        return Err(format!("{old} is no text to be read"));
    }
    if field.kind != reading.kind() {
        return Err(format!(
            "it has another type than what {} makes",
            reading.named()
        ));
    }
    Ok(Way::Read(old.to_owned(), reading))
}

fn source<'a>(from: &'a Contract, old: &str) -> Result<&'a Field, String> {
    let field = from.field(old);
    field.ok_or_else(|| format!("{} has no field '{old}'", from.id))
}

/// Fields that one side has and the mapping is silent about, and names that neither side has.
fn unmentioned(document: &Document, from: &Contract, to: &Contract) -> Vec<String> {
    let used: BTreeSet<&String> = document
        .same
        .iter()
        .chain(document.renamed.values())
        .chain(document.read.values().map(|read| &read.from))
        .chain(&document.dropped)
        .collect();
    let forgotten = from
        .fields
        .iter()
        .filter(|field| !used.contains(&field.name));
    let forgotten = forgotten.map(|field| {
        let name = &field.name;
        format!(
            "{name}: {} has it, and the mapping does not say what becomes of it",
            from.id
        )
    });
    let new = document
        .same
        .iter()
        .chain(document.renamed.keys())
        .chain(document.read.keys())
        .chain(&document.ask);
    let unknown = new.filter(|name| to.field(name).is_none());
    let unknown = unknown.map(|name| format!("{name}: {} has no such field", to.id));
    let gone = document
        .dropped
        .iter()
        .filter(|name| from.field(name).is_none());
    let gone = gone.map(|name| format!("{name}: {} has no such field to drop", from.id));
    forgotten.chain(unknown).chain(gone).collect()
}

/// DO NOT CHANGE the form: versions lie in stored profiles.
fn version(document: &Document, ways: &[(String, Way)]) -> String {
    let ways: Vec<Value> = ways
        .iter()
        .map(|(field, way)| match way {
            Way::Copy(of) => json!([field, "copy", of]),
            Way::Read(of, reading) => json!([field, reading.named(), of]),
            Way::Ask => json!([field, "ask"]),
        })
        .collect();
    let text = json!([
        document.from.to_string(),
        document.contract.to_string(),
        ways
    ]);
    hex::encode(Sha256::digest(text.to_string()))
}
