//! From an Avro record schema to the contract's fields, refusing what an answer could not hold.

use readonce_model::ContractId;
use serde_json::{Map, Value};

use super::{Contract, Field, Grounding, Kind, OTHER};

/// Why a schema is no contract. Each names the field, so that its author can mend it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("contract {0} is not compiled in")]
    Unknown(ContractId, #[source] readonce_schemas::Error),
    #[error("schema of contract {0} is not JSON")]
    NotJson(ContractId, #[source] serde_json::Error),
    #[error("schema of contract {0} is not an Avro record with fields")]
    NotARecord(ContractId),
    #[error("contract {contract}, field '{field}': {problem}")]
    Field {
        contract: ContractId,
        field: String,
        problem: String,
    },
}

impl Contract {
    /// Reads the schema's text. The attribute `words` of a field is its closed word list,
    /// `grounding` what happens to a value that the text does not hold.
    pub fn compile(id: ContractId, avsc: &str) -> Result<Self, Error> {
        let schema: Value =
            serde_json::from_str(avsc).map_err(|error| Error::NotJson(id.clone(), error))?;
        let fields = schema
            .get("fields")
            .and_then(Value::as_array)
            .filter(|fields| schema["type"] == "record" && !fields.is_empty())
            .ok_or_else(|| Error::NotARecord(id.clone()))?;
        let fields = fields
            .iter()
            .enumerate()
            .map(|(at, field)| compile_field(&id, at, field))
            .collect::<Result<Vec<_>, _>>()?;
        let doc = text_of(&schema, "doc");
        Ok(Self { id, doc, fields })
    }
}

fn compile_field(id: &ContractId, at: usize, field: &Value) -> Result<Field, Error> {
    let name = text_of(field, "name");
    let shown = if name.is_empty() {
        format!("number {}", at + 1)
    } else {
        name.clone()
    };
    build_field(name, field).map_err(|problem| Error::Field {
        contract: id.clone(),
        field: shown,
        problem,
    })
}

fn build_field(name: String, field: &Value) -> Result<Field, String> {
    if name.is_empty() {
        return Err("it has no name".to_owned());
    }
    let (kind, optional) = field_kind(field.get("type").unwrap_or(&Value::Null))?;
    let words = field
        .get("words")
        .map(|words| word_list(words, &kind))
        .transpose()?;
    let grounding = grounding_of(field.get("grounding"), &kind, words.is_some())?;
    Ok(Field {
        name,
        kind,
        optional,
        doc: text_of(field, "doc"),
        words,
        grounding,
    })
}

/// Without the attribute a value is looked for and never lost: only the author of a contract can
/// know that a field's words must be the text's own.
fn grounding_of(given: Option<&Value>, kind: &Kind, is_closed: bool) -> Result<Grounding, String> {
    let item = match kind {
        Kind::List(item) => item,
        kind => kind,
    };
    let concluded = is_closed || *item == Kind::Bool;
    let word = given.map(|given| given.as_str().unwrap_or_default());
    match (word, concluded) {
        (Some("none"), _) | (None, true) => Ok(Grounding::None),
        (Some("reject" | "flag"), true) => {
            Err("its values are conclusions and stand in no text; leave grounding out".to_owned())
        }
        (Some("reject"), false) => Ok(Grounding::Reject),
        (Some("flag"), false) | (None, false) => Ok(Grounding::Flag),
        (Some(_), _) => Err("grounding is 'reject', 'flag' or 'none'".to_owned()),
    }
}

/// A union with null, or a list: nothing else has an empty value.
fn field_kind(avro: &Value) -> Result<(Kind, bool), String> {
    let Some(branches) = avro.as_array() else {
        let kind = kind_of(avro)?;
        return match kind {
            Kind::List(_) => Ok((kind, false)),
            _ => Err("it cannot be empty; make it a union with null".to_owned()),
        };
    };
    let mut full = branches.iter().filter(|branch| *branch != "null");
    match (full.next(), full.next(), branches.len()) {
        (Some(branch), None, 2) => match kind_of(branch)? {
            Kind::List(_) => Err("a list is empty by itself; leave null out".to_owned()),
            kind => Ok((kind, true)),
        },
        _ => Err("a union may have null and one type".to_owned()),
    }
}

fn kind_of(avro: &Value) -> Result<Kind, String> {
    match avro {
        Value::String(word) => match word.as_str() {
            "boolean" => Ok(Kind::Bool),
            "string" => Ok(Kind::Text),
            "long" => Ok(Kind::Long),
            "double" => Ok(Kind::Double),
            "int" => Err("int is too narrow for what a model writes; use long".to_owned()),
            "float" => Err("float loses digits; use double".to_owned()),
            other => Err(format!("type '{other}' has no place in an answer")),
        },
        Value::Object(object) => list_of(object),
        _ => Err("it has no type".to_owned()),
    }
}

fn list_of(object: &Map<String, Value>) -> Result<Kind, String> {
    match (
        object.get("type").and_then(Value::as_str),
        object.get("items"),
    ) {
        (Some("array"), Some(items)) => match kind_of(items)? {
            Kind::List(_) => Err("a list of lists has no place in an answer".to_owned()),
            item => Ok(Kind::List(Box::new(item))),
        },
        (Some("array"), None) => Err("the list has no items".to_owned()),
        _ => Err("only plain types and lists of them are known".to_owned()),
    }
}

/// Words in the spelling that answers are folded to, `other` among them.
fn word_list(words: &Value, kind: &Kind) -> Result<Vec<String>, String> {
    let item = match kind {
        Kind::List(item) => item,
        kind => kind,
    };
    if *item != Kind::Text {
        return Err("only text has a word list".to_owned());
    }
    let words: Vec<String> = words
        .as_array()
        .and_then(|words| {
            let text = words.iter().map(|word| word.as_str().map(str::to_owned));
            text.collect()
        })
        .ok_or_else(|| "words is not a list of text".to_owned())?;
    if let Some(word) = words.iter().find(|word| fold_word(word) != **word) {
        return Err(format!("word '{word}' is not lower case with '_'"));
    }
    if !words.iter().any(|word| word == OTHER) {
        return Err(format!("the word list has no '{OTHER}'"));
    }
    Ok(words)
}

/// One spelling for `Full-time`, `full time` and `FULL_TIME`; `bachelor's` is `bachelor`.
pub(super) fn fold_word(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let bare = lower
        .strip_suffix("'s")
        .or_else(|| lower.strip_suffix("’s"))
        .unwrap_or(&lower);
    bare.split(|c: char| c.is_whitespace() || matches!(c, '-' | '‐' | '–' | '_'))
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("_")
}

fn text_of(object: &Value, key: &str) -> String {
    object
        .get(key)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}
