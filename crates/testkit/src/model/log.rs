//! The paid-call log: one entry per request body received, on disk before the answer begins.
//!
//! A line is appended when a call arrives and another when its answer ended, each by one write, so
//! a kill of this process loses at most the end of a call, never that it was received. Must not
//! buffer.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::request::Question;
use crate::clock::{Clock, SystemClock};
use crate::lock;

/// One call as the log knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// From 1, without gaps; goes on over restarts.
    pub call: u64,
    /// SHA-256 (hex) of the user message.
    pub content_sha256: String,
    /// The message's first characters, for people.
    pub head: String,
    pub model: String,
    pub idempotency_key: Option<String>,
    pub received_at_ms: i64,
    pub fault: Option<Fault>,
    /// A provider would have charged for it.
    pub billed: bool,
    /// When the answer ended or was given up; `None` while it is under way, or when the server was
    /// killed over it.
    #[serde(default)]
    pub ended_at_ms: Option<i64>,
    /// Every byte of the answer was handed to the operating system. Whether the client read them
    /// is the client's to know.
    #[serde(default)]
    pub complete: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Line {
    Received(Call),
    Ended {
        call: u64,
        at_ms: i64,
        complete: bool,
    },
}

/// Billed calls per content, by the hash of the user message.
pub fn paid_by_content(calls: &[Call]) -> BTreeMap<String, u32> {
    let mut paid = BTreeMap::new();
    for call in calls.iter().filter(|call| call.billed) {
        *paid.entry(call.content_sha256.clone()).or_default() += 1;
    }
    paid
}

/// The calls in a log file, whose server may be dead. A last line that was cut off by a kill is
/// left out; any other line that cannot be read is an error.
pub fn read_log(path: &Path) -> Result<Vec<Call>> {
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    fold(&text).with_context(|| format!("in {}", path.display()))
}

fn fold(text: &[u8]) -> Result<Vec<Call>> {
    let mut calls: Vec<Call> = Vec::new();
    for (number, line) in text[..whole_lines(text)]
        .split(|byte| *byte == b'\n')
        .enumerate()
    {
        if line.is_empty() {
            continue;
        }
        let at = || format!("line {} is damaged", number + 1);
        match serde_json::from_slice(line).with_context(at)? {
            Line::Received(call) => calls.push(call),
            Line::Ended {
                call,
                at_ms,
                complete,
            } => end(&mut calls, call, at_ms, complete),
        }
    }
    Ok(calls)
}

/// Length up to the last line break.
fn whole_lines(text: &[u8]) -> usize {
    text.iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1)
}

fn end(calls: &mut [Call], call: u64, at_ms: i64, complete: bool) {
    if let Some(entry) = calls.iter_mut().rev().find(|entry| entry.call == call) {
        entry.ended_at_ms = Some(at_ms);
        entry.complete = complete;
    }
}

pub(super) struct PaidLog(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    calls: Vec<Call>,
    asked: HashMap<String, u32>,
    in_flight: usize,
    file: Option<File>,
}

impl PaidLog {
    pub(super) fn open(path: Option<&Path>) -> Result<Self> {
        let mut inner = Inner::default();
        if let Some(path) = path {
            let at = || format!("cannot open the paid-call log {}", path.display());
            let (file, calls) = reopen(path).with_context(at)?;
            inner.file = Some(file);
            for call in &calls {
                *inner.asked.entry(call.content_sha256.clone()).or_default() += 1;
            }
            inner.calls = calls;
        }
        Ok(Self(Mutex::new(inner)))
    }

    /// Notes a call and the fault it gets, durably against a kill, before anything is answered.
    pub(super) fn receive(
        self: &Arc<Self>,
        question: &Question,
        idempotency_key: Option<&str>,
        fault: impl FnOnce(u64, u32) -> Option<Fault>,
    ) -> Result<Arrival> {
        let mut inner = lock(&self.0);
        let number = inner.calls.len() as u64 + 1;
        let asked_before = inner
            .asked
            .get(&question.user_sha256)
            .copied()
            .unwrap_or_default();
        let fault = fault(number, asked_before);
        let call = Call {
            call: number,
            content_sha256: question.user_sha256.clone(),
            head: question.user.chars().take(60).collect(),
            model: question.model.clone(),
            idempotency_key: idempotency_key.map(str::to_owned),
            received_at_ms: SystemClock.now_ms(),
            fault,
            billed: fault.is_none_or(Fault::billed),
            ended_at_ms: None,
            complete: false,
        };
        inner.append(&Line::Received(call.clone()))?;
        inner.calls.push(call);
        inner
            .asked
            .insert(question.user_sha256.clone(), asked_before + 1);
        inner.in_flight += 1;
        Ok(Arrival {
            log: self.clone(),
            call: number,
            fault,
            asked_before,
            complete: false,
        })
    }

    pub(super) fn calls(&self) -> Vec<Call> {
        lock(&self.0).calls.clone()
    }

    pub(super) fn in_flight(&self) -> usize {
        lock(&self.0).in_flight
    }

    fn end(&self, call: u64, complete: bool) {
        let at_ms = SystemClock.now_ms();
        let mut inner = lock(&self.0);
        inner.in_flight -= 1;
        end(&mut inner.calls, call, at_ms, complete);
        if let Err(error) = inner.append(&Line::Ended {
            call,
            at_ms,
            complete,
        }) {
            tracing::error!(%error, call, "the end of a paid call was not logged");
        }
    }
}

/// Opens for appending, behind the last whole line.
fn reopen(path: &Path) -> Result<(File, Vec<Call>)> {
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let whole = whole_lines(&text);
    if whole < text.len() {
        tracing::warn!(path = %path.display(), "a torn last line was cut off");
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
    }
    Ok((file, fold(&text)?))
}

impl Inner {
    fn append(&mut self, line: &Line) -> Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        file.write_all(&text)?;
        Ok(file.flush()?)
    }
}

/// A call under way. However it ends, dropping this writes the end.
pub(super) struct Arrival {
    log: Arc<PaidLog>,
    call: u64,
    fault: Option<Fault>,
    asked_before: u32,
    complete: bool,
}

impl Arrival {
    pub(super) fn call(&self) -> u64 {
        self.call
    }

    pub(super) fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Earlier calls of the same content.
    pub(super) fn asked_before(&self) -> u32 {
        self.asked_before
    }

    /// The whole answer is out.
    pub(super) fn complete(mut self) {
        self.complete = true;
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        self.log.end(self.call, self.complete);
    }
}
