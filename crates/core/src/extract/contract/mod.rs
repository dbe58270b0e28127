//! An output contract: the fields that are asked of a model, compiled from its Avro schema.
//!
//! One source serves all: the same `.avsc` gives the JSON Schema that is sent, the check of the
//! answer, and the record on the profile topic. Every field has an empty value (null or an empty
//! list), because a posting that says nothing is a legal answer. Nothing here knows a provider.

use readonce_model::ContractId;
use serde_json::{Map, Value};

mod coerce;
mod compatible;
mod compile;
mod corpus;
mod json_schema;
mod validate;

pub use compatible::{Break, compatible};
pub use compile::Error;
pub use corpus::{Corpus, Kept, answer_schema};
pub use validate::{Invalid, Rejected, Validated};

/// The word that a closed list keeps for what it does not name.
pub const OTHER: &str = "other";

#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    pub id: ContractId,
    /// What the contract is for, in words that a model reads too.
    pub doc: String,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    pub kind: Kind,
    /// Whether null is its empty value; a list has the empty list instead.
    pub optional: bool,
    pub doc: String,
    /// The closed list of words, from the attribute `words` of the field; it holds `other`.
    pub words: Option<Vec<String>>,
    /// What happens to a value that the text does not hold, from the attribute `grounding`.
    pub grounding: Grounding,
}

/// What happens to a value that does not occur in the text it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounding {
    /// It goes; the field says so in a flag.
    Reject,
    /// It stays, with a flag.
    Flag,
    /// It is not looked for: a conclusion or a summary stands in no text.
    None,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Bool,
    Text,
    Long,
    Double,
    List(Box<Kind>),
}

impl Contract {
    /// A contract that is compiled into this program, by name.
    pub fn built_in(id: &ContractId) -> Result<Self, Error> {
        let avsc = readonce_schemas::contract_schema(id.name(), id.major())
            .map_err(|error| Error::Unknown(id.clone(), error))?;
        Self::compile(id.clone(), avsc)
    }

    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The contract with some of its fields only: what a call asks when the others are known.
    pub fn only(&self, names: &[String]) -> Self {
        let fields = self.fields.iter();
        Self {
            fields: fields
                .filter(|field| names.contains(&field.name))
                .cloned()
                .collect(),
            ..self.clone()
        }
    }

    /// The answer in which nothing is said.
    pub fn empty_answer(&self) -> Map<String, Value> {
        self.fields
            .iter()
            .map(|field| (field.name.clone(), field.empty_value()))
            .collect()
    }
}

impl Field {
    pub fn empty_value(&self) -> Value {
        match self.kind {
            Kind::List(_) => Value::Array(Vec::new()),
            _ => Value::Null,
        }
    }
}

/// Whether a value says nothing.
pub(crate) fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
