//! What the ledger says, as records on topics: one after the other, each acknowledged before the
//! next. Attempts go through the partition's lock: who does not own it any more cannot announce a
//! call. What a call brought is told without it, so that no paid answer is lost. Everything about a key goes to the partition of its request, so that its owner finds it
//! again.

use std::collections::HashMap;
use std::sync::Arc;

use readonce_core::extract::answer::Failure;
use readonce_core::extract::ledger::Record as Word;
use readonce_model::record::{ExtractAttempt, RawAnswer};
use readonce_model::{ContractId, ErrorClass, Reason, Topic, request_key};
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Desk, Record};
use readonce_plumbing::kafka::{ClientSettings, Lock, Output, Placement, SendError};
use readonce_plumbing::registry::Encoder;
use readonce_plumbing::service::Ports;

use crate::crash::{self, Point};

/// The schemas that are written with.
pub struct Encoders {
    attempts: Encoder,
    answers: Encoder,
    profiles: HashMap<ContractId, Encoder>,
}

impl Encoders {
    /// Looks every schema up before the first record is read.
    pub async fn open(
        ports: &Ports,
        contracts: impl Iterator<Item = &ContractId>,
    ) -> Result<Self, Halt> {
        let mut profiles = HashMap::new();
        for contract in contracts {
            let encoder = ports.encoder(Topic::Profiles(contract.clone())).await?;
            profiles.insert(contract.clone(), encoder);
        }
        let attempts = ports.encoder(Topic::ExtractAttempts).await?;
        let answers = ports.encoder(Topic::ExtractAnswers).await?;
        Ok(Self {
            attempts,
            answers,
            profiles,
        })
    }
}

/// Writes for one partition.
#[derive(Clone)]
pub struct Writer {
    pub encoders: Arc<Encoders>,
    pub desk: Desk,
    pub partition: i32,
    pub lock: Lock,
    pub settings: ClientSettings,
}

/// Why a record was not written.
#[derive(Debug)]
pub enum Unwritten {
    Halt(Halt),
    /// The answer cannot be carried, however often it is tried.
    Answer(Failure),
}

impl Unwritten {
    /// For records that hold no answer.
    pub fn halt(self) -> Halt {
        match self {
            Unwritten::Halt(halt) => halt,
            Unwritten::Answer(failure) => Halt::Internal(failure.words),
        }
    }
}

impl From<Halt> for Unwritten {
    fn from(halt: Halt) -> Self {
        Unwritten::Halt(halt)
    }
}

impl Writer {
    /// Returns when the broker has the record. `source` is the request's own record, for letters.
    pub async fn write(
        &self,
        key: &str,
        word: &Word,
        source: Option<&Record>,
    ) -> Result<(), Unwritten> {
        if let Word::Attempt(attempt) = word {
            return self.note(attempt).await.map_err(Unwritten::Halt);
        }
        let Some(output) = self.output(key, word, source)? else {
            return Ok(());
        };
        match (self.desk.send(&[output]).await, word) {
            (Ok(()), _) => reached(word),
            (Err(SendError::Halt(halt)), _) => return Err(halt.into()),
            (Err(error), Word::Profile(_)) => {
                let failure = Failure::new(ErrorClass::TooLarge, error.to_string());
                return Err(Unwritten::Answer(failure));
            }
            (Err(error), _) => return Err(Halt::Internal(error.to_string()).into()),
        }
        Ok(())
    }

    /// An attempt, acknowledged: a call's announcement, or what became of it.
    pub async fn note(&self, attempt: &ExtractAttempt) -> Result<(), Halt> {
        let output = self.attempt(attempt)?;
        self.lock.write(&self.settings, output).await
    }

    /// A reply as it came, acknowledged.
    pub async fn keep_raw(&self, answer: &RawAnswer) -> Result<(), Unwritten> {
        let value = self.encoders.answers.encode(answer).map_err(no_record)?;
        let key = request_key(&answer.content_hash, &answer.contract);
        let here = Placement::At(self.partition);
        let output = Output::new(Topic::ExtractAnswers, here, key, value);
        match self.desk.send(&[output]).await {
            Ok(()) => Ok(()),
            Err(SendError::Halt(halt)) => Err(halt.into()),
            Err(error) => {
                let failure = Failure::new(ErrorClass::TooLarge, error.to_string());
                Err(Unwritten::Answer(failure))
            }
        }
    }

    fn output(
        &self,
        key: &str,
        word: &Word,
        source: Option<&Record>,
    ) -> Result<Option<Output>, Unwritten> {
        let here = Placement::At(self.partition);
        Ok(match word {
            Word::Profile(profile) => {
                let encoder = self.encoders.profiles.get(&profile.contract);
                let encoder = encoder.ok_or_else(|| unknown(&profile.contract))?;
                let value = encoder.encode(profile).map_err(no_record)?;
                let topic = Topic::Profiles(profile.contract.clone());
                let key = profile.content_hash.to_string();
                Some(Output::new(topic, here, key, value))
            }
            Word::Attempt(attempt) => Some(self.attempt(attempt)?),
            // Only a key whose request was read is given up, so the record is at hand.
            Word::DeadLetter(reason) => source.map(|record| self.desk.dead_letter(record, reason)),
            Word::Tombstone => Some(Output::tombstone(Topic::ExtractRequests, here, key)),
        })
    }

    fn attempt(&self, attempt: &ExtractAttempt) -> Result<Output, Halt> {
        let value = self.encoders.attempts.encode(attempt);
        let value = value.map_err(|reason| Halt::Internal(reason.to_string()))?;
        let key = request_key(&attempt.content_hash, &attempt.contract);
        let here = Placement::At(self.partition);
        Ok(Output::new(Topic::ExtractAttempts, here, key, value))
    }
}

fn reached(word: &Word) {
    match word {
        Word::Profile(_) => crash::reach(Point::AfterProfile),
        Word::Tombstone => crash::reach(Point::AfterTombstone),
        Word::Attempt(_) | Word::DeadLetter(_) => {}
    }
}

/// The contract let an answer pass that its own schema refuses.
fn no_record(reason: Reason) -> Unwritten {
    Unwritten::Answer(Failure::new(ErrorClass::Invalid, reason.to_string()))
}

fn unknown(contract: &ContractId) -> Halt {
    Halt::Internal(format!("contract {contract} has no profile topic here"))
}
