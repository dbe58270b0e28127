//! The contract as a JSON Schema in the strict form that model providers accept: every property
//! required, null instead of absence, nothing besides, closed word lists as enums.

use serde_json::{Map, Value, json};

use super::{Contract, Field, Kind};

impl Contract {
    pub fn json_schema(&self) -> Value {
        let properties: Map<String, Value> = self
            .fields
            .iter()
            .map(|field| (field.name.clone(), property(field)))
            .collect();
        let names: Vec<&str> = self
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .collect();
        json!({
            "type": "object",
            "description": self.doc,
            "properties": properties,
            "required": names,
            "additionalProperties": false,
        })
    }

    /// Name of the schema in a request; providers allow letters, digits, `_` and `-`.
    pub fn schema_name(&self) -> String {
        format!("{}_v{}", self.id.name(), self.id.major())
    }
}

fn property(field: &Field) -> Value {
    let mut schema = match &field.kind {
        Kind::List(item) => {
            let item = typed(item, false, field.words.as_deref());
            json!({ "type": "array", "items": item })
        }
        kind => typed(kind, field.optional, field.words.as_deref()),
    };
    if let (Some(schema), false) = (schema.as_object_mut(), field.doc.is_empty()) {
        schema.insert("description".to_owned(), field.doc.clone().into());
    }
    schema
}

fn typed(kind: &Kind, optional: bool, words: Option<&[String]>) -> Value {
    let name = type_name(kind);
    let mut schema = Map::new();
    let kind = if optional {
        json!([name, "null"])
    } else {
        json!(name)
    };
    schema.insert("type".to_owned(), kind);
    if let Some(words) = words {
        let mut all: Vec<Value> = words.iter().map(|word| json!(word)).collect();
        all.extend(optional.then_some(Value::Null));
        schema.insert("enum".to_owned(), all.into());
    }
    Value::Object(schema)
}

fn type_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Bool => "boolean",
        Kind::Text => "string",
        Kind::Long => "integer",
        Kind::Double => "number",
        Kind::List(_) => "array",
    }
}
