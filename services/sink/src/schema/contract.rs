//! The columns that a contract gives to its profile table, and its answers as their values. Pure.
//!
//! | Avro | column |
//! |---|---|
//! | boolean, int, long, float, double, string, enum | Bool, Int32, Int64, Float32, Float64, String |
//! | array of one of these | Array(…) |
//! | union of null and one of the above | Nullable(…); an array stays an array, and null is empty |
//! | record, map, other unions, arrays of these | String that holds JSON |
//! | bytes, fixed | refused: no contract has a use for them |

use readonce_model::reason::Code;
use readonce_model::{ContractId, Reason};
use serde_json::{Map, Value};

use super::{ddl, views};

/// A contract's schema that cannot be a table.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("contract {contract}: {detail}")]
pub struct ContractError {
    contract: String,
    detail: String,
}

impl ContractError {
    pub(super) fn new(contract: impl ToString, detail: impl ToString) -> Self {
        Self {
            contract: contract.to_string(),
            detail: detail.to_string(),
        }
    }
}

/// One contract as columns.
#[derive(Clone, Debug, PartialEq)]
pub struct ContractColumns {
    id: ContractId,
    fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    doc: String,
    shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    One { scalar: Scalar, nullable: bool },
    Many { scalar: Scalar, nullable: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scalar {
    Bool,
    Int32,
    Int64,
    Float32,
    Float64,
    Text,
    Json,
}

impl ContractColumns {
    /// Reads the Avro schema of a contract's answer.
    pub fn new(id: ContractId, schema: &str) -> Result<Self, ContractError> {
        let fault = |detail: String| ContractError::new(&id, detail);
        let schema: Value = serde_json::from_str(schema)
            .map_err(|error| fault(format!("its schema is not JSON: {error}")))?;
        let fields = schema
            .get("fields")
            .and_then(Value::as_array)
            .ok_or_else(|| fault("its schema is no record".to_owned()))?;
        let fields: Vec<_> = fields
            .iter()
            .map(|field| read_field(field).map_err(fault))
            .collect::<Result<_, _>>()?;
        refuse_taken_names(&fields).map_err(fault)?;
        Ok(Self { id, fields })
    }

    pub fn id(&self) -> &ContractId {
        &self.id
    }

    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Lines of a CREATE TABLE statement, in the layout of `sql/`.
    pub(super) fn column_lines(&self) -> String {
        let line = |field: &Field| {
            format!(
                "    `{}` {} COMMENT {},\n",
                field.name,
                field.kind(),
                quoted(&field.doc)
            )
        };
        self.fields.iter().map(line).collect()
    }

    /// An answer as values of these columns. What a newer minor of the contract adds is left out:
    /// there is no column for it yet.
    pub fn read(&self, answer: &Map<String, Value>) -> Result<Map<String, Value>, Reason> {
        self.fields
            .iter()
            .map(|field| {
                let value = answer.get(&field.name).unwrap_or(&Value::Null);
                let fits = field.shape.read(value).ok_or_else(|| field.misfit(value))?;
                Ok((field.name.clone(), fits))
            })
            .collect()
    }
}

impl Field {
    /// The type of its column.
    pub fn kind(&self) -> String {
        match self.shape {
            Shape::One { scalar, nullable } => scalar.kind(nullable),
            Shape::Many { scalar, nullable } => format!("Array({})", scalar.kind(nullable)),
        }
    }

    /// What the column holds where there is no profile, as an expression.
    pub fn nothing(&self) -> String {
        match self.shape {
            Shape::One { .. } => "NULL".to_owned(),
            Shape::Many { .. } => format!("CAST([], '{}')", self.kind()),
        }
    }

    fn misfit(&self, value: &Value) -> Reason {
        let short: String = value.to_string().chars().take(100).collect();
        let detail = format!(
            "answer.{} is {short}, which is no {}",
            self.name,
            self.kind()
        );
        Reason::new(Code::Inconsistent, detail)
    }
}

impl Shape {
    fn read(self, value: &Value) -> Option<Value> {
        match self {
            Shape::One { scalar, nullable } => scalar.read(value, nullable),
            Shape::Many { .. } if value.is_null() => Some(Value::Array(Vec::new())),
            Shape::Many { scalar, nullable } => value
                .as_array()?
                .iter()
                .map(|item| scalar.read(item, nullable))
                .collect(),
        }
    }
}

impl Scalar {
    fn kind(self, nullable: bool) -> String {
        let name = match self {
            Scalar::Bool => "Bool",
            Scalar::Int32 => "Int32",
            Scalar::Int64 => "Int64",
            Scalar::Float32 => "Float32",
            Scalar::Float64 => "Float64",
            Scalar::Text | Scalar::Json => "String",
        };
        match nullable {
            true => format!("Nullable({name})"),
            false => name.to_owned(),
        }
    }

    fn read(self, value: &Value, nullable: bool) -> Option<Value> {
        if value.is_null() {
            return nullable.then_some(Value::Null);
        }
        let fits = match self {
            Scalar::Bool => value.is_boolean(),
            Scalar::Int32 => value.as_i64().is_some_and(|n| i32::try_from(n).is_ok()),
            Scalar::Int64 => value.is_i64(),
            Scalar::Float32 | Scalar::Float64 => value.is_number(),
            Scalar::Text => value.is_string(),
            Scalar::Json => return Some(Value::String(value.to_string())),
        };
        fits.then(|| value.clone())
    }
}

fn read_field(field: &Value) -> Result<Field, String> {
    let text = |key: &str| field.get(key).and_then(Value::as_str).unwrap_or_default();
    let name = text("name");
    if name.is_empty() {
        return Err("a field has no name".to_owned());
    }
    let kind = field.get("type").unwrap_or(&Value::Null);
    let shape = shape(kind).ok_or_else(|| format!("field {name}: a column cannot be {kind}"))?;
    Ok(Field {
        name: name.to_owned(),
        doc: text("doc").to_owned(),
        shape,
    })
}

fn shape(kind: &Value) -> Option<Shape> {
    let (kind, nullable) = without_null(kind);
    if let Some(items) = array_items(kind) {
        let (item, nullable) = without_null(items);
        return scalar(item).map(|scalar| Shape::Many { scalar, nullable });
    }
    scalar(kind).map(|scalar| Shape::One { scalar, nullable })
}

fn array_items(kind: &Value) -> Option<&Value> {
    let is_array = kind.get("type").and_then(Value::as_str) == Some("array");
    kind.get("items").filter(|_| is_array)
}

/// A union of null and one other type is that type, nullable.
fn without_null(kind: &Value) -> (&Value, bool) {
    match kind.as_array().map(Vec::as_slice) {
        Some([null, other] | [other, null]) if null.as_str() == Some("null") => (other, true),
        _ => (kind, false),
    }
}

fn scalar(kind: &Value) -> Option<Scalar> {
    match kind {
        Value::String(name) => plain(name),
        Value::Array(_) => Some(Scalar::Json),
        Value::Object(spec) => match spec.get("type")?.as_str()? {
            "enum" => Some(Scalar::Text),
            "record" | "map" | "array" => Some(Scalar::Json),
            name => plain(name),
        },
        _ => None,
    }
}

fn plain(name: &str) -> Option<Scalar> {
    match name {
        "boolean" => Some(Scalar::Bool),
        "int" => Some(Scalar::Int32),
        "long" => Some(Scalar::Int64),
        "float" => Some(Scalar::Float32),
        "double" => Some(Scalar::Float64),
        "string" => Some(Scalar::Text),
        _ => None,
    }
}

/// A field under the name of a column that every profile or the view has would hide it.
fn refuse_taken_names(fields: &[Field]) -> Result<(), String> {
    let mut taken: Vec<_> = ddl::columns(super::PROFILES)
        .into_iter()
        .map(|column| column.name)
        .collect();
    taken.extend(views::taken_names());
    match fields.iter().find(|field| taken.contains(&field.name)) {
        Some(field) => Err(format!(
            "field {} has the name of a shared column",
            field.name
        )),
        None => Ok(()),
    }
}

fn quoted(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("'{}'", one_line.replace('\\', "\\\\").replace('\'', "\\'"))
}
