//! Old bytes kept beside a contract: profiles as they were written under each earlier schema, and
//! the values that they must still have. Today's reader is held against them before anything is
//! deployed. Only reads.

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use readonce_model::ContractId;
use readonce_model::record::Profile;
use serde::Deserialize;
use serde_json::Value;

use super::Break;

/// Profiles of one contract, written under one schema.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corpus {
    pub contract: ContractId,
    /// The value schema that wrote them, envelope and all.
    pub schema: Value,
    pub records: Vec<Kept>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Avro without its frame.
    pub hex: String,
    /// The profile that it is.
    pub value: Value,
}

impl Corpus {
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The contract's own record among the fields of the envelope.
    pub fn contract_schema(&self) -> Option<&Value> {
        answer_schema(&self.schema)
    }

    /// What today's reader, whose schema is given, does not read as it was written.
    pub fn faults(&self, today: &str) -> Vec<Break> {
        let schemas = (Schema::parse(&self.schema), Schema::parse_str(today));
        let (Ok(writer), Ok(reader)) = schemas else {
            return vec![fault(
                "",
                "one of the two schemas is no Avro schema".to_owned(),
            )];
        };
        let records = self.records.iter().enumerate();
        records
            .flat_map(|(at, kept)| {
                let found = kept.faults(&writer, &reader).into_iter();
                found
                    .map(move |one| fault(&one.field, format!("record {}: {}", at + 1, one.reason)))
            })
            .collect()
    }
}

/// The schema of a contract's record, out of the value schema of its profiles.
pub fn answer_schema(profile: &Value) -> Option<&Value> {
    let mut fields = profile.get("fields")?.as_array()?.iter();
    fields.find(|field| field["name"] == "answer")?.get("type")
}

impl Kept {
    fn faults(&self, writer: &Schema, reader: &Schema) -> Vec<Break> {
        let Ok(bytes) = hex::decode(&self.hex) else {
            return vec![fault("", "its hex cannot be read".to_owned())];
        };
        let wanted: Profile = match serde_json::from_value(self.value.clone()) {
            Ok(profile) => profile,
            Err(error) => return vec![fault("", format!("its value is no profile: {error}"))],
        };
        let read = [
            as_services_do(&bytes, writer),
            as_resolved(&bytes, writer, reader),
        ];
        let mut found = Vec::new();
        for read in read {
            match read {
                Ok(profile) => found.extend(differences(&wanted, &profile)),
                Err(words) => found.push(fault("", words)),
            }
        }
        found.dedup();
        found
    }
}

/// By the writer's schema into today's record: what the services do.
fn as_services_do(bytes: &[u8], writer: &Schema) -> Result<Profile, String> {
    let reader = GenericDatumReader::builder(writer).build();
    let mut rest = bytes;
    let read = reader.and_then(|reader| reader.read_deser(&mut rest));
    let profile = read.map_err(|error| format!("it cannot be read: {error}"))?;
    match rest.is_empty() {
        true => Ok(profile),
        false => Err(format!("{} bytes are left over", rest.len())),
    }
}

/// By Avro's own rules from the writer's schema to today's: what any other reader does.
fn as_resolved(bytes: &[u8], writer: &Schema, reader: &Schema) -> Result<Profile, String> {
    let words = |error: &dyn std::fmt::Display| format!("it cannot be resolved: {error}");
    let resolving = GenericDatumReader::builder(writer)
        .reader_schema(reader)
        .build();
    let mut rest = bytes;
    let read = resolving.and_then(|reader| reader.read_value(&mut rest));
    let value = read.map_err(|error| words(&error))?;
    let value = Value::try_from(value).map_err(|error| words(&error))?;
    serde_json::from_value(value).map_err(|error| words(&error))
}

/// Field by field; what today's contract has and the old answer has not, must be empty.
fn differences(wanted: &Profile, read: &Profile) -> Vec<Break> {
    let json = |profile: &Profile| serde_json::to_value(profile).unwrap_or_default();
    let (wanted, read) = (flat(json(wanted)), flat(json(read)));
    let names = wanted
        .keys()
        .chain(read.keys().filter(|name| !wanted.contains_key(*name)));
    let differ = names.filter_map(|name| {
        let nothing = Value::Null;
        let (before, now) = (
            wanted.get(name).unwrap_or(&nothing),
            read.get(name).unwrap_or(&nothing),
        );
        let is_same = before == now || (super::says_nothing(before) && super::says_nothing(now));
        let reason = format!("it was written as {before} and is read as {now}");
        (!is_same).then(|| fault(name, reason))
    });
    differ.collect()
}

/// The answer's fields beside those of the envelope, which no contract may use.
fn flat(profile: Value) -> serde_json::Map<String, Value> {
    let Value::Object(mut fields) = profile else {
        return serde_json::Map::new();
    };
    if let Some(Value::Object(answer)) = fields.remove("answer") {
        fields.extend(answer);
    }
    fields
}

fn fault(field: &str, reason: String) -> Break {
    Break {
        field: field.to_owned(),
        reason,
    }
}
