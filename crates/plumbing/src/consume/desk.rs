//! Carries outcomes out and finishes records. A record is finished only when all that it caused
//! is acknowledged.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use readonce_model::reason::Code;
use readonce_model::{Reason, Service, Topic};

use super::progress::Progress;
use super::record::{Emission, Outcome, Record};
use crate::Halt;
use crate::kafka::SendError;
use crate::kafka::{Output, Placement, Producer};
use crate::metrics::Metric;

/// Details of set-aside parts that one dead letter spells out; the count is always exact.
const PARTS_IN_WORDS: usize = 20;

/// Whether a record is done with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    Done,
    Again { after: Duration },
}

/// What a worker settles its records with.
#[derive(Clone)]
pub struct Desk {
    pub(crate) service: Service,
    pub(crate) producer: Producer,
    pub(crate) progress: Arc<Mutex<Progress>>,
}

impl Desk {
    /// Carries one outcome out.
    pub async fn settle(&self, record: &Record, outcome: Outcome) -> Result<Settled, Halt> {
        match outcome {
            Outcome::Emit(emission) => self.emit(record, emission).await,
            Outcome::Skip(reason) => {
                self.finish(record, reason);
                Ok(Settled::Done)
            }
            Outcome::Reject(reason) => {
                self.reject(record, &reason).await?;
                Ok(Settled::Done)
            }
            Outcome::Retry {
                after,
                reason,
                detail,
            } => {
                let labels = [("service", self.service.name()), ("reason", reason)];
                Metric::Retries.add(1, &labels);
                tracing::warn!(reason, detail, offset = record.offset, "put off");
                Ok(Settled::Again { after })
            }
            Outcome::Halt(halt) => Err(halt),
        }
    }

    /// Sends outputs that belong to no record's end: a note before a call, for example.
    pub async fn send(&self, outputs: &[Output]) -> Result<(), SendError> {
        self.producer.send_all(outputs).await
    }

    /// Marks a record as done with, for a worker that has carried the outcome out itself.
    pub fn finish(&self, record: &Record, outcome: &str) {
        if let Ok(mut progress) = self.progress.lock() {
            progress.finish(record.offset);
        }
        let topic = record.topic.name();
        let labels = [
            ("service", self.service.name()),
            ("topic", &topic),
            ("outcome", outcome),
        ];
        Metric::Records.add(1, &labels);
    }

    /// The dead letter of a record, counted, for a worker that sends it between other outputs.
    pub fn dead_letter(&self, record: &Record, reason: &Reason) -> Output {
        self.count_letter(reason);
        self.letter(record, reason, None)
    }

    async fn emit(&self, record: &Record, emission: Emission) -> Result<Settled, Halt> {
        let mut phases = emission.phases;
        if !emission.rejected.is_empty() {
            phases.insert(0, vec![self.part_letter(record, &emission.rejected)]);
        }
        match self.send_phases(&phases).await {
            Ok(()) => {
                self.finish(record, "emitted");
                Ok(Settled::Done)
            }
            Err(SendError::Halt(halt)) => Err(halt),
            Err(hopeless) => {
                let reason = Reason::new(code_of(&hopeless), hopeless.to_string());
                self.reject(record, &reason).await?;
                Ok(Settled::Done)
            }
        }
    }

    pub(crate) async fn send_phases(&self, phases: &[Vec<Output>]) -> Result<(), SendError> {
        for phase in phases {
            self.producer.send_all(phase).await?;
        }
        Ok(())
    }

    async fn reject(&self, record: &Record, reason: &Reason) -> Result<(), Halt> {
        tracing::warn!(
            topic = record.topic_name, partition = record.partition, offset = record.offset,
            %reason, "set aside"
        );
        let letter = self.letter(record, reason, None);
        self.producer
            .send(&letter)
            .await
            .map_err(|error| Halt::Record {
                topic: record.topic_name.clone(),
                partition: record.partition,
                offset: record.offset,
                detail: format!("cannot be set aside: {error}"),
            })?;
        self.count_letter(reason);
        self.finish(record, "rejected");
        Ok(())
    }

    /// One dead letter for all set-aside parts of a record: its bytes travel once.
    fn part_letter(&self, record: &Record, parts: &[(String, Reason)]) -> Output {
        let words: Vec<_> = parts
            .iter()
            .take(PARTS_IN_WORDS)
            .map(|(part, why)| format!("{part}: {why}"))
            .collect();
        let more = parts.len().saturating_sub(PARTS_IN_WORDS);
        let more = if more > 0 {
            format!("; and {more} more")
        } else {
            String::new()
        };
        let code = parts
            .first()
            .map_or(Code::UnreadableResponse, |(_, reason)| reason.code);
        let reason = Reason::new(code, format!("{}{more}", words.join("; ")));
        tracing::warn!(
            topic = record.topic_name, partition = record.partition, offset = record.offset,
            %reason, "parts set aside"
        );
        parts
            .iter()
            .for_each(|(_, reason)| self.count_letter(reason));
        let places: Vec<_> = parts.iter().map(|(part, _)| part.as_str()).collect();
        self.letter(record, &reason, Some(places.join(",")))
    }

    fn letter(&self, record: &Record, reason: &Reason, part: Option<String>) -> Output {
        let mut provenance = record.provenance(self.service).because(reason);
        provenance.part = part;
        // A record without a key keeps none; a letter needs one, so its place stands in.
        let key = record
            .key
            .as_deref()
            .and_then(|key| std::str::from_utf8(key).ok())
            .filter(|key| !key.trim().is_empty())
            .map_or_else(
                || format!("{}/{}", record.partition, record.offset),
                str::to_owned,
            );
        Output {
            topic: Topic::DeadLetter(self.service),
            placement: Placement::ByKey,
            key,
            value: record.value.clone(),
            headers: provenance.to_headers(),
        }
    }

    fn count_letter(&self, reason: &Reason) {
        let labels = [
            ("service", self.service.name()),
            ("reason", reason.code.as_str()),
        ];
        Metric::DeadLetters.add(1, &labels);
    }
}

fn code_of(error: &SendError) -> Code {
    match error {
        SendError::EmptyKey { .. } => Code::NullKey,
        _ => Code::TooLarge,
    }
}
