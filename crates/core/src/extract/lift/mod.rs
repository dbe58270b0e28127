//! From a profile of an earlier major to one of a later: what can be had without a call.
//!
//! A mapping is data beside the contract (`schemas/contracts/<name>/v<major>.lift.yaml`). What it
//! cannot derive it names, so that a call asks for that and nothing else. Never guesses: a value
//! with two readings is one to ask for. Decides nothing about calls: the ledger does.
//!
//! | file | what |
//! |---|---|
//! | `document` | a mapping as it is written |
//! | `mapping` | held against both contracts, and carried out |
//! | `reading` | values that are read out of words |
//! | `finish` | the records of a call that asked only for the rest |

use std::collections::BTreeMap;

use readonce_model::ContractId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::contract::{self, Contract};

mod document;
pub(in crate::extract) mod finish;
mod mapping;
mod reading;

pub use document::{Document, Fault};
pub use finish::finish;
pub use mapping::Mapping;

/// All mappings, by the contract that they lead to.
#[derive(Clone, Debug, Default)]
pub struct Lifts(BTreeMap<ContractId, Mapping>);

/// The mappings that are compiled in cannot be used. A test holds that they can.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the mapping into {0}")]
    Document(ContractId, #[source] Fault),
    #[error("the mapping into {0}: a contract of it")]
    Contract(ContractId, #[source] contract::Error),
    #[error("a compiled-in name")]
    Name(#[from] readonce_model::contract::NotAContract),
}

/// A profile of another contract, as far as it is lifted.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    pub contract: &'a ContractId,
    pub answer: &'a Map<String, Value>,
    pub flags: &'a [String],
}

/// What an earlier profile gives, and what it leaves open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lifted {
    /// The contract of that profile.
    pub from: ContractId,
    /// Of the mappings that were used.
    pub version: String,
    pub known: Map<String, Value>,
    /// Fields to ask for, in the order of the contract.
    pub ask: Vec<String>,
    /// What was noticed about the values that are known.
    pub flags: Vec<String>,
    /// The mark of that profile, if it was not trusted: what comes of it is not either.
    #[serde(default)]
    pub quarantined: Option<String>,
}

impl Lifted {
    /// What is asked beside it, whoever may have marked or released its profile meanwhile.
    pub fn is_same_question(&self, other: &Self) -> bool {
        let question = |it: &Self| Self {
            quarantined: None,
            ..it.clone()
        };
        question(self) == question(other)
    }

    /// Whether nothing is left to be asked.
    pub fn is_whole(&self) -> bool {
        self.ask.is_empty()
    }
}

impl Lifts {
    /// Every mapping that is compiled in.
    pub fn built_in() -> Result<Self, Error> {
        let mut all = BTreeMap::new();
        for (name, major) in readonce_schemas::contracts() {
            let Some(text) = readonce_schemas::lift_document(name, major) else {
                continue;
            };
            let to: ContractId = format!("{name}@{major}").parse()?;
            all.insert(to.clone(), built_in(to, text)?);
        }
        Ok(Self(all))
    }

    pub fn of(mappings: impl IntoIterator<Item = Mapping>) -> Self {
        let mappings = mappings.into_iter();
        Self(mappings.map(|one| (one.to().clone(), one)).collect())
    }

    /// Contracts whose profiles lead to this one, the nearest first.
    pub fn origins(&self, to: &ContractId) -> Vec<ContractId> {
        self.way_back(to)
            .map(|mapping| mapping.from().clone())
            .collect()
    }

    /// Whether profiles of the contract can become those of another.
    pub fn is_origin(&self, contract: &ContractId) -> bool {
        self.0.values().any(|mapping| mapping.from() == contract)
    }

    /// Lifts a profile, over several majors where need be; none when no way leads there.
    pub fn lift(&self, to: &ContractId, origin: Origin) -> Option<Lifted> {
        let mut way = Vec::new();
        for mapping in self.way_back(to) {
            way.push(mapping);
            if mapping.from() == origin.contract {
                return Some(along(&way, origin));
            }
        }
        None
    }

    /// The mappings that lead to a contract, the last one first. A mapping leads to a higher major,
    /// so the way ends.
    fn way_back<'a>(&'a self, to: &ContractId) -> impl Iterator<Item = &'a Mapping> {
        let last = self.0.get(to);
        std::iter::successors(last, |mapping| self.0.get(mapping.from()))
    }
}

fn built_in(to: ContractId, text: &str) -> Result<Mapping, Error> {
    let document = Document::read(text).map_err(|fault| Error::Document(to.clone(), fault))?;
    let contract = |id: &ContractId| {
        Contract::built_in(id).map_err(|error| Error::Contract(to.clone(), error))
    };
    let (from, target) = (contract(&document.from)?, contract(&to)?);
    Mapping::compile(document, &from, &target).map_err(|fault| Error::Document(to.clone(), fault))
}

/// `way` leads from the target back to the origin.
fn along(way: &[&Mapping], origin: Origin) -> Lifted {
    let mut lifted = Lifted {
        from: origin.contract.clone(),
        version: String::new(),
        known: origin.answer.clone(),
        ask: Vec::new(),
        flags: origin.flags.to_vec(),
        quarantined: None,
    };
    for mapping in way.iter().rev() {
        lifted = mapping.carry(lifted);
    }
    lifted
}

#[cfg(test)]
mod tests;
