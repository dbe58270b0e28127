//! Records to bytes and back, under the schemas of the registry.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use readonce_model::reason::Code;
use readonce_model::{Namespace, Reason, Topic};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::client::{Registry, RegistryError};
use super::wire;
use crate::Halt;

/// Writes the values of one topic. Its schema id was looked up, so writing needs no network.
#[derive(Clone)]
pub struct Encoder {
    topic: Topic,
    id: u32,
    schema: Arc<Schema>,
}

impl Encoder {
    /// Looks the compiled-in schema up; a subject that does not hold it stops the start.
    pub async fn look_up(
        registry: &Registry,
        namespace: &Namespace,
        topic: Topic,
    ) -> Result<Self, Halt> {
        let subject = namespace.subject(&topic);
        let fault = |detail: String| Halt::Schema {
            subject: subject.clone(),
            detail,
        };
        let text = readonce_schemas::topic_schema(&topic.name())
            .map_err(|error| fault(error.to_string()))?;
        let id = registry.lookup(&subject, &text).await.map_err(|error| match error {
            RegistryError::Unreachable { url, detail } => {
                Halt::Unreachable { part: "registry", address: url, detail }
            }
            refused => fault(format!(
                "this version's schema is not registered ({refused}); run 'readonce contracts register'"
            )),
        })?;
        let schema = Schema::parse_str(&text).map_err(|error| fault(error.to_string()))?;
        Ok(Self {
            topic,
            id,
            schema: Arc::new(schema),
        })
    }

    pub fn topic(&self) -> &Topic {
        &self.topic
    }

    pub fn encode<T: Serialize>(&self, record: &T) -> Result<Vec<u8>, Reason> {
        let refuse = |error: apache_avro::Error| {
            Reason::new(
                Code::Inconsistent,
                format!("no {} record: {error}", self.topic.name()),
            )
        };
        let writer = GenericDatumWriter::builder(&self.schema)
            .build()
            .map_err(refuse)?;
        Ok(wire::frame(
            self.id,
            &writer.write_ser_to_vec(record).map_err(refuse)?,
        ))
    }
}

/// Why a value cannot be read now, or ever.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DecodeError {
    #[error(transparent)]
    Reject(#[from] Reason),
    /// The schema is not at hand and the registry does not answer: wait, do not judge.
    #[error(transparent)]
    Later(RegistryError),
}

/// Reads values whatever version they were written in.
#[derive(Clone)]
pub struct Decoder {
    registry: Registry,
    readers: Arc<Mutex<HashMap<u32, Reader>>>,
}

/// A writer's schema lives as long as the process: there are a few dozen, and each is read with
/// a million times.
#[derive(Clone)]
struct Reader {
    record: &'static str,
    datum: Arc<GenericDatumReader<'static>>,
}

impl Decoder {
    pub fn new(registry: Registry) -> Self {
        Self {
            registry,
            readers: Arc::default(),
        }
    }

    /// Reads a value whose record is called `record` (the Avro name without namespace).
    pub async fn decode<T: DeserializeOwned>(
        &self,
        record: &str,
        value: &[u8],
    ) -> Result<T, DecodeError> {
        let (id, body) = wire::unframe(value)?;
        let reader = self.reader(id).await?;
        if reader.record != record {
            let detail = format!(
                "schema {id} describes {}, but a {record} belongs here",
                reader.record
            );
            return Err(Reason::new(Code::WrongSchema, detail).into());
        }
        Ok(read(&reader, id, body)?)
    }

    async fn reader(&self, id: u32) -> Result<Reader, DecodeError> {
        if let Some(reader) = self
            .readers
            .lock()
            .ok()
            .and_then(|known| known.get(&id).cloned())
        {
            return Ok(reader);
        }
        let text = self
            .registry
            .schema(id)
            .await
            .map_err(|error| match error {
                RegistryError::Unreachable { .. } => DecodeError::Later(error),
                refused => {
                    Reason::new(Code::UnknownSchema, format!("schema id {id}: {refused}")).into()
                }
            })?;
        let reader = reader_of(id, &text)?;
        if let Ok(mut known) = self.readers.lock() {
            known.insert(id, reader.clone());
        }
        Ok(reader)
    }
}

fn reader_of(id: u32, text: &str) -> Result<Reader, Reason> {
    let refuse = |error: apache_avro::Error| {
        Reason::new(
            Code::UnknownSchema,
            format!("schema id {id} cannot be read: {error}"),
        )
    };
    let schema: &'static Schema = Box::leak(Box::new(Schema::parse_str(text).map_err(refuse)?));
    let datum = GenericDatumReader::builder(schema)
        .build()
        .map_err(refuse)?;
    let record = schema
        .name()
        .map_or("nothing with a name", |name| name.name());
    Ok(Reader {
        record,
        datum: Arc::new(datum),
    })
}

fn read<T: DeserializeOwned>(reader: &Reader, id: u32, body: &[u8]) -> Result<T, Reason> {
    let mut rest = body;
    let record = reader.datum.read_deser(&mut rest).map_err(|error| {
        let short: String = error.to_string().chars().take(300).collect();
        Reason::new(
            Code::BadAvro,
            format!("{} bytes under schema {id}: {short}", body.len()),
        )
    })?;
    match rest.len() {
        0 => Ok(record),
        over => {
            let detail = format!(
                "{over} of {} bytes are left over under schema {id}",
                body.len()
            );
            Err(Reason::new(Code::BadAvro, detail))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use readonce_model::record::Presence;

    const EXAMPLE: &str = include_str!("../../../../schemas/presence/examples/first_miss.json");

    fn written() -> (Schema, Vec<u8>) {
        let text = readonce_schemas::topic_schema("presence").unwrap();
        let schema = Schema::parse_str(&text).unwrap();
        let record: Presence = serde_json::from_str(EXAMPLE).unwrap();
        let writer = GenericDatumWriter::builder(&schema).build().unwrap();
        let bytes = writer.write_ser_to_vec(&record).unwrap();
        drop(writer);
        (schema, bytes)
    }

    fn reader() -> Reader {
        reader_of(1, &readonce_schemas::topic_schema("presence").unwrap()).unwrap()
    }

    #[test]
    fn reads_a_whole_record() {
        let (_, bytes) = written();
        let back: Presence = read(&reader(), 1, &bytes).unwrap();
        assert_eq!(back, serde_json::from_str::<Presence>(EXAMPLE).unwrap());
    }

    #[test]
    fn a_record_cut_anywhere_is_rejected_and_never_a_record() {
        let (_, bytes) = written();
        for cut in 0..bytes.len() {
            let reason = read::<Presence>(&reader(), 1, &bytes[..cut]).unwrap_err();
            assert_eq!(reason.code, Code::BadAvro, "cut at {cut}");
        }
    }

    #[test]
    fn bytes_left_over_are_rejected() {
        let (_, mut bytes) = written();
        bytes.push(0);
        assert_eq!(
            read::<Presence>(&reader(), 1, &bytes).unwrap_err().code,
            Code::BadAvro
        );
    }
}
