//! Reads any record as JSON, whatever the format under it.
//!
//! `serde_json::Map` asks for its keys as strings; an Avro record offers its field names only as
//! identifiers. This reader asks for identifiers, at every depth, and takes unions apart. Writing has
//! one trap of its own, which `serialize` knows.

use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize, de};
use serde_json::{Map, Number, Value};

/// For `#[serde(with)]` on a field that holds a contract's record.
pub fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Map<String, Value>, D::Error> {
    match Json::deserialize(deserializer)?.0 {
        Value::Object(fields) => Ok(fields),
        other => Err(D::Error::custom(format!(
            "a record was expected, not {other}"
        ))),
    }
}

/// For the same attribute: whole numbers go as `i64`, because a union of
/// null and long takes no other, and JSON's own numbers come as `u64`.
pub fn serialize<S: Serializer>(fields: &Map<String, Value>, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(fields.len()))?;
    for (name, value) in fields {
        map.serialize_entry(name, &Signed(value))?;
    }
    map.end()
}

struct Signed<'a>(&'a Value);

impl Serialize for Signed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Number(number) => match number.as_i64() {
                Some(whole) => to.serialize_i64(whole),
                None => number.serialize(to),
            },
            Value::Array(items) => to.collect_seq(items.iter().map(Signed)),
            Value::Object(fields) => serialize(fields, to),
            other => other.serialize(to),
        }
    }
}

struct Json(Value);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor).map(Json)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON can hold")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_none<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        Json::deserialize(inner).map(|json| json.0)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        Json::deserialize(inner).map(|json| json.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Json(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((Name(name), Json(value))) = entries.next_entry()? {
            fields.insert(name, value);
        }
        Ok(Value::Object(fields))
    }
}

struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(NameVisitor).map(Name)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<String, E> {
        Ok(name.to_owned())
    }
}
