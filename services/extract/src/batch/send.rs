//! Lines that were announced, on their way into a batch. Until the batch is made nothing was paid,
//! so whatever fails here is tried again under the same numbers.
//!
//! A creation whose answer got lost may have made a batch: then the provider is asked for one with
//! the same lines before another is made. Before each creation every line must be ours to submit,
//! and no creation is begun that could end after others take it that there was none.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use readonce_core::extract::batch::{LineId, Listed, Mark, digest, input_line, may_create};
use readonce_core::extract::ledger::{Anew, announce_again};
use readonce_core::extract::prompt;
use readonce_model::Topic;
use readonce_model::record::{ExtractAttempt, ExtractRequest, Named};
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Picked, pick};
use readonce_plumbing::registry::DecodeError;
use tokio::fs::File;
use tokio::io::{AsyncWriteExt, BufWriter};

use super::follow::follow;
use super::scratch::Scratch;
use super::{Event, Events, Patience, Ports, tell};
use crate::crash::{self, Point};
use crate::job::{Earlier, Place, asked};
use crate::provider::Fault;
use crate::request::contract_of;
use crate::shared::Shared;
use crate::writer::Writer;

/// Requests that are read and written at a time: what a shipment has in memory.
const CHUNK: usize = 64;
/// Announcements that wait for one another.
const NOTES: usize = 500;
/// Largest file that a provider takes.
const MOST_FILE_BYTES: usize = 200_000_000;

/// A line that is to be sent.
#[derive(Clone, Debug)]
pub struct Sending {
    pub key: Arc<str>,
    /// Of its request on the topic.
    pub offset: i64,
    pub attempt: ExtractAttempt,
    /// Its announcement is ours and of now; else it is announced anew first.
    pub is_fresh: bool,
    /// Where an earlier contract's profile lies that gives a part of the answer.
    pub earlier: Option<Place>,
}

impl Sending {
    /// Whether it has to be announced anew before it may be put into a batch.
    fn is_due(&self, timeout_ms: u32, now_ms: i64) -> bool {
        let until_ms = self.attempt.submit_until_ms.unwrap_or(i64::MIN);
        !self.is_fresh || !may_create(until_ms, timeout_ms, now_ms)
    }
}

/// Lines that become one batch.
pub struct Shipment {
    pub run: u64,
    pub shared: Arc<Shared>,
    pub ports: Arc<Ports>,
    pub writer: Writer,
    pub lines: Vec<Sending>,
    pub events: Events,
}

/// Makes a batch and follows it to its end.
pub async fn send(mut shipment: Shipment) -> Result<(), Halt> {
    let run = shipment.run;
    let Some((scratch, ids)) = shipment.write().await? else {
        return Ok(());
    };
    let batch = shipment.make(scratch, &ids).await?;
    crash::reach(Point::BatchCreated);
    let Shipment {
        ports,
        events,
        lines,
        writer,
        ..
    } = shipment;
    tracing::info!(
        partition = writer.partition,
        batch,
        lines = lines.len(),
        "a batch is with the provider"
    );
    let renewed = lines.into_iter().map(|line| line.attempt).collect();
    let made = Event::Made {
        run,
        batch: batch.clone(),
        renewed,
    };
    if events.send(made).await.is_err() {
        return Ok(());
    }
    follow(ports, (run, batch), writer.partition, events).await
}

impl Shipment {
    /// The file, and the names of the lines that are in it; none when none is left.
    async fn write(&mut self) -> Result<Option<(Scratch, Vec<LineId>)>, Halt> {
        let scratch = self.ports.folder.file("input");
        let mut ids = Vec::with_capacity(self.lines.len());
        loop {
            match self.write_to(&scratch, &mut ids).await? {
                Ok(left_out) => {
                    self.leave_out(left_out).await;
                    return Ok((!self.lines.is_empty()).then_some((scratch, ids)));
                }
                // A disk that is full may have room later; nothing was sent.
                Err(fault) => {
                    tell(&fault, "writing the file", self.writer.partition);
                    Patience::default().wait_after(&fault).await;
                    ids.clear();
                }
            }
        }
    }

    /// Keys that are not in the file: their requests are gone, or there is no room for them.
    async fn write_to(
        &self,
        scratch: &Scratch,
        ids: &mut Vec<LineId>,
    ) -> Result<Result<Vec<Arc<str>>, Fault>, Halt> {
        let mut file = match File::create(scratch.path()).await {
            Ok(file) => BufWriter::new(file),
            Err(error) => return Ok(Err(error.into())),
        };
        let (mut left_out, mut bytes) = (Vec::new(), 0);
        for chunk in self.lines.chunks(CHUNK) {
            let questions = self.questions(chunk).await?;
            for line in chunk {
                let question = match questions.get(&line.offset) {
                    Some(value) => self.question(line, value).await?,
                    None => None,
                };
                let question = question.filter(|(_, text)| bytes + text.len() < MOST_FILE_BYTES);
                let Some((id, mut text)) = question else {
                    left_out.push(line.key.clone());
                    continue;
                };
                text.push('\n');
                bytes += text.len();
                ids.push(id);
                if let Err(error) = file.write_all(text.as_bytes()).await {
                    return Ok(Err(error.into()));
                }
            }
        }
        Ok(file.flush().await.map(|()| left_out).map_err(Fault::from))
    }

    async fn questions(&self, chunk: &[Sending]) -> Result<Picked, Halt> {
        let offsets = chunk.iter().map(|line| line.offset).collect();
        let settings = &self.shared.source.settings;
        let partition = self.writer.partition;
        pick(settings, Topic::ExtractRequests, partition, offsets).await
    }

    /// What a direct call would be sent, as a line. None for a record that is no request any more.
    async fn question(
        &self,
        line: &Sending,
        value: &[u8],
    ) -> Result<Option<(LineId, String)>, Halt> {
        let Some(request) = self.decoded(value).await else {
            return Ok(None);
        };
        let earlier = match &line.earlier {
            Some(place) => Earlier::read(&self.shared, place, &request).await?,
            None => None,
        };
        // An earlier profile that gives everything by now came too late: the line asks for it all.
        let earlier = earlier.filter(|earlier| !earlier.lifted.is_whole());
        let lifted = earlier.as_ref().map(|earlier| &earlier.lifted);
        let contract = contract_of(&self.shared.contracts, &request)?;
        let config = &self.ports.batches.config;
        let limit = prompt::limit_of(config, &line.attempt);
        let prompt = prompt::build(config, &asked(contract, lifted), &request, limit);
        let id = LineId::of(&line.attempt, lifted);
        let text = input_line(&id, &prompt.body);
        Ok(Some((id, text)))
    }

    /// It was read before, so its schema is known, and the registry is not asked.
    async fn decoded(&self, value: &[u8]) -> Option<ExtractRequest> {
        let decoder = &self.shared.source.decoder;
        let decoded: Result<ExtractRequest, DecodeError> =
            decoder.decode(ExtractRequest::NAME, value).await;
        decoded.ok()
    }

    async fn leave_out(&mut self, keys: Vec<Arc<str>>) {
        if keys.is_empty() {
            return;
        }
        let left_out: HashSet<_> = keys.iter().collect();
        self.lines.retain(|line| !left_out.contains(&line.key));
        let unsent = Event::Unsent {
            run: self.run,
            keys,
        };
        // A worker that is gone needs no word of it.
        let _ = self.events.send(unsent).await;
    }

    /// Returns when there is a batch with these lines.
    async fn make(&mut self, scratch: Scratch, ids: &[LineId]) -> Result<String, Halt> {
        let partition = self.writer.partition;
        let mark = Mark {
            namespace: self.ports.namespace.clone(),
            partition,
            lines: digest(ids.iter()),
            count: ids.len(),
        };
        let file = self.upload(&scratch).await;
        drop(scratch);
        crash::reach(Point::BatchUploaded);
        let (mut patience, mut may_be_made) = (Patience::default(), false);
        loop {
            let made = match may_be_made {
                true => self.find(&mark).await,
                false => Ok(None),
            };
            let fault = match made {
                Ok(Some(found)) => return Ok(found.id),
                Err(fault) => fault,
                Ok(None) => {
                    self.announce_again().await?;
                    // A process that slept since then begins anew.
                    if self.is_any_due() {
                        continue;
                    }
                    match self.create(&file, &mark).await {
                        Ok(made) => return Ok(made.id),
                        Err(fault) => {
                            may_be_made |= matches!(fault, Fault::Unclear(_));
                            fault
                        }
                    }
                }
            };
            tell(&fault, "making a batch", partition);
            patience.wait_after(&fault).await;
        }
    }

    /// A creation whose answer got lost may still be on its way: it is waited for as long as it may
    /// take, so that a look after it sees what it made.
    async fn create(&self, file: &str, mark: &Mark) -> Result<Listed, Fault> {
        let began = Instant::now();
        let made = self.ports.batches.create(file, mark).await;
        if let Err(Fault::Unclear(_)) = &made {
            let timeout = Duration::from_millis(self.ports.batches.config.timeout_ms.into());
            tokio::time::sleep(timeout.saturating_sub(began.elapsed())).await;
        }
        made
    }

    async fn upload(&self, scratch: &Scratch) -> String {
        let mut patience = Patience::default();
        loop {
            match self.ports.batches.upload(scratch.path()).await {
                Ok(file) => return file,
                Err(fault) => {
                    tell(&fault, "handing in a file", self.writer.partition);
                    patience.wait_after(&fault).await;
                }
            }
        }
    }

    /// Lines whose announcement is another's or too old are announced anew, under our lock: who has
    /// lost it sends nothing.
    async fn announce_again(&mut self) -> Result<(), Halt> {
        let batches = self.ports.batches.clone();
        let (config, now_ms) = (&batches.config, now_ms());
        let is_due = |line: &Sending| line.is_due(config.timeout_ms, now_ms);
        let anew = Anew {
            config,
            terms: &batches.terms,
            owner: &self.shared.instance,
            now_ms,
        };
        let mut due: Vec<&mut Sending> =
            self.lines.iter_mut().filter(|line| is_due(line)).collect();
        for chunk in due.chunks_mut(NOTES) {
            for line in &mut *chunk {
                line.attempt = announce_again(&line.attempt, anew);
                line.is_fresh = true;
            }
            let notes = chunk.iter().map(|line| self.writer.note(&line.attempt));
            try_join_all(notes).await?;
        }
        Ok(())
    }

    fn is_any_due(&self) -> bool {
        let (timeout_ms, now_ms) = (self.ports.batches.config.timeout_ms, now_ms());
        let mut lines = self.lines.iter();
        lines.any(|line| line.is_due(timeout_ms, now_ms))
    }

    /// A batch with these lines, made by a creation whose answer got lost.
    async fn find(&self, mark: &Mark) -> Result<Option<Listed>, Fault> {
        let since_ms = self.lines.iter().map(|line| line.attempt.started_at_ms);
        let since_ms = since_ms.min().unwrap_or(i64::MIN);
        let mut found = None;
        super::look::each(&self.ports, since_ms, |batch| {
            if batch.mark.as_ref() == Some(mark) {
                found = Some(batch);
            }
        })
        .await?;
        Ok(found)
    }
}
