//! A field that is read and not kept, whatever it holds.
//!
//! `serde::de::IgnoredAny` asks for the keys of a record as it asks for anything; an Avro record
//! offers its field names only as identifiers, so records need a reader of their own.

use std::fmt;

use serde::de::{Deserialize, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess};
use serde::de::{VariantAccess, Visitor};

#[derive(Clone, Copy, Debug, Default)]
pub struct Skipped;

impl<'de> Deserialize<'de> for Skipped {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Skip)
    }
}

struct Skip;

impl<'de> Visitor<'de> for Skip {
    type Value = Skipped;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Skipped, E> {
        Ok(Skipped)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Skipped, E> {
        Ok(Skipped)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Skipped, E> {
        Ok(Skipped)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Skipped, E> {
        Ok(Skipped)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Skipped, E> {
        Ok(Skipped)
    }

    fn visit_bytes<E: Error>(self, _: &[u8]) -> Result<Skipped, E> {
        Ok(Skipped)
    }

    fn visit_unit<E: Error>(self) -> Result<Skipped, E> {
        Ok(Skipped)
    }

    fn visit_none<E: Error>(self) -> Result<Skipped, E> {
        Ok(Skipped)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Skipped, D::Error> {
        Skipped::deserialize(inner)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Skipped, A::Error> {
        while items.next_element::<Skipped>()?.is_some() {}
        Ok(Skipped)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Skipped, A::Error> {
        while fields.next_key::<Name>()?.is_some() {
            fields.next_value::<Skipped>()?;
        }
        Ok(Skipped)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, word: A) -> Result<Skipped, A::Error> {
        let (Name, rest) = word.variant()?;
        rest.unit_variant().map(|()| Skipped)
    }
}

/// A key of a record or of a map.
struct Name;

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_identifier(IgnoredAny)
            .map(|_| Name)
    }
}

#[cfg(test)]
mod tests {
    use apache_avro::Schema;
    use apache_avro::reader::datum::GenericDatumReader;
    use apache_avro::types::Value;
    use apache_avro::writer::datum::GenericDatumWriter;

    use super::*;

    const EVERYTHING: &str = r#"{"type": "record", "name": "R", "fields": [
        {"name": "nothing", "type": "null"},
        {"name": "yes", "type": "boolean"},
        {"name": "number", "type": "long"},
        {"name": "part", "type": "double"},
        {"name": "bytes", "type": "bytes"},
        {"name": "maybe", "type": ["null", "string"]},
        {"name": "many", "type": {"type": "array", "items": "string"}},
        {"name": "named", "type": {"type": "map", "values": "int"}},
        {"name": "word", "type": {"type": "enum", "name": "W", "symbols": ["a", "b"]}},
        {"name": "inner", "type": {"type": "record", "name": "I", "fields": [
            {"name": "deep", "type": ["null", "string"]}
        ]}}
    ]}"#;

    fn value() -> Value {
        let text = |text: &str| Value::String(text.to_owned());
        let some = |value: Value| Value::Union(1, Box::new(value));
        let fields: [(&str, Value); 10] = [
            ("nothing", Value::Null),
            ("yes", Value::Boolean(true)),
            ("number", Value::Long(-7)),
            ("part", Value::Double(0.5)),
            ("bytes", Value::Bytes(vec![0, 255])),
            ("maybe", some(text("x"))),
            ("many", Value::Array(vec![text("a"), text("b")])),
            (
                "named",
                Value::Map([("k".to_owned(), Value::Int(1))].into()),
            ),
            ("word", Value::Enum(1, "b".to_owned())),
            (
                "inner",
                Value::Record(vec![("deep".to_owned(), some(text("y")))]),
            ),
        ];
        let named = fields.map(|(name, value)| (name.to_owned(), value));
        Value::Record(named.into())
    }

    #[test]
    fn everything_that_a_contract_may_hold_is_skipped_to_its_end() {
        let schema = Schema::parse_str(EVERYTHING).unwrap();
        let writer = GenericDatumWriter::builder(&schema).build().unwrap();
        let bytes = writer.write_value_to_vec(value()).unwrap();
        let reader = GenericDatumReader::builder(&schema).build().unwrap();
        for cut in 0..bytes.len() {
            let mut rest = &bytes[..cut];
            assert!(
                reader.read_deser::<Skipped>(&mut rest).is_err(),
                "cut at {cut}"
            );
        }
        let mut rest = bytes.as_slice();
        let Skipped = reader.read_deser(&mut rest).unwrap();
        assert!(rest.is_empty());
    }
}
