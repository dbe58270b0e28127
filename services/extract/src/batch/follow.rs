//! A batch that is made: looked at until it has ended, then its files are brought to the disk and
//! told line by line. Whoever follows it may stop at any time; the next owner begins anew.

use std::sync::Arc;
use std::time::Duration;

use readonce_core::extract::batch::{Line, MAX_LINE_BYTES, Standing, Status, read_line};
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;

use super::lines::{Lines, Read};
use super::{Event, Events, Patience, Ports, tell};
use crate::crash::{self, Point};

/// Lines that are told at a time, and their bytes: what a batch has in memory.
const CHUNK: usize = 64;
const CHUNK_BYTES: usize = 4 << 20;
/// A batch that the provider does not know so many times in a row is lost.
const TIMES_GONE: u32 = 5;

/// Returns when everything was told, or nobody listens any more.
pub async fn follow(
    ports: Arc<Ports>,
    (run, batch): (u64, String),
    partition: i32,
    events: Events,
) -> Result<(), Halt> {
    let follower = Follower {
        ports,
        run,
        batch,
        partition,
        events,
    };
    let standing = follower.wait().await;
    follower.tell(standing).await;
    Ok(())
}

struct Follower {
    ports: Arc<Ports>,
    run: u64,
    batch: String,
    partition: i32,
    events: Events,
}

impl Follower {
    async fn wait(&self) -> Standing {
        let terms = &self.ports.batches.terms;
        let pause = Duration::from_secs(terms.poll_seconds.into());
        let (began_at_ms, mut patience, mut gone) = (now_ms(), Patience::default(), 0);
        let late_ms = began_at_ms.saturating_add(terms.window.ms());
        let mut is_late = false;
        loop {
            match self.ports.batches.show(&self.batch).await {
                Ok(listed) if listed.standing.has_ended() => return listed.standing,
                Ok(_) => {
                    (patience, gone) = (Patience::default(), 0);
                    if now_ms() > late_ms && !is_late {
                        is_late = true;
                        let batch = &self.batch;
                        tracing::error!(
                            partition = self.partition,
                            batch,
                            "a batch is open beyond its window: its lines wait until it is ended"
                        );
                    }
                    tokio::time::sleep(pause).await;
                }
                Err(fault) => {
                    gone = if fault.is_gone() { gone + 1 } else { 0 };
                    tell(&fault, "looking at a batch", self.partition);
                    if gone >= TIMES_GONE {
                        return lost();
                    }
                    patience.wait_after(&fault).await;
                }
            }
        }
    }

    async fn tell(&self, standing: Standing) {
        let run = self.run;
        if self.events.send(Event::Ended { run }).await.is_err() {
            return;
        }
        let mut told = 0;
        for file in &standing.files {
            match self.tell_file(file).await {
                Some(lines) => told += lines,
                None => return,
            }
        }
        self.say(&standing, told);
        // A worker that is gone needs no word of it.
        let _ = self.events.send(Event::Over { run, standing }).await;
    }

    /// One line of the log a batch. A batch of which nothing was asked needs a person.
    fn say(&self, standing: &Standing, told: usize) {
        let (partition, batch) = (self.partition, &self.batch);
        let Standing {
            done, total, words, ..
        } = standing;
        let status = standing.status.as_str();
        match standing.status {
            Status::Failed => tracing::error!(
                partition,
                batch,
                status,
                done,
                total,
                told,
                words,
                "a batch has failed"
            ),
            _ => tracing::info!(
                partition,
                batch,
                status,
                done,
                total,
                told,
                words,
                "a batch has ended"
            ),
        }
    }

    /// How many lines were told; none when nobody listens any more. A file that the provider does
    /// not have any more tells nothing.
    async fn tell_file(&self, file: &str) -> Option<usize> {
        let scratch = self.ports.folder.file("output");
        let (mut patience, mut gone) = (Patience::default(), 0);
        loop {
            let fault = match self.ports.batches.download(file, scratch.path()).await {
                Ok(()) => {
                    crash::reach(Point::BatchDownloaded);
                    match self.read(scratch.path()).await {
                        Ok(told) => return told,
                        Err(error) => error.into(),
                    }
                }
                Err(fault) => fault,
            };
            gone = if fault.is_gone() { gone + 1 } else { 0 };
            tell(&fault, "bringing a file", self.partition);
            if gone >= TIMES_GONE {
                return Some(0);
            }
            patience.wait_after(&fault).await;
        }
    }

    async fn read(&self, path: &std::path::Path) -> std::io::Result<Option<usize>> {
        let mut lines = Lines::open(path, MAX_LINE_BYTES).await?;
        let (mut chunk, mut bytes, mut told) = (Vec::new(), 0, 0);
        while let Some(read) = lines.next().await? {
            let (length, line) = self.line(read);
            bytes += length;
            chunk.extend(line);
            if chunk.len() >= CHUNK || bytes >= CHUNK_BYTES {
                told += chunk.len();
                if !self.hand_over(std::mem::take(&mut chunk)).await {
                    return Ok(None);
                }
                bytes = 0;
            }
        }
        told += chunk.len();
        Ok(self.hand_over(chunk).await.then_some(told))
    }

    fn line(&self, read: Read) -> (usize, Option<Line>) {
        let (length, parsed) = match read {
            Read::TooLong => (0, Err("it is longer than any answer".to_owned())),
            Read::Line(text) => {
                let parsed = read_line(&text).map_err(|fault| fault.to_string());
                (text.len(), parsed)
            }
        };
        match parsed {
            Ok(line) => (length, Some(line)),
            Err(why) => {
                let batch = &self.batch;
                tracing::warn!(batch, why, "a line of a batch cannot be used");
                (length, None)
            }
        }
    }

    async fn hand_over(&self, lines: Vec<Line>) -> bool {
        let run = self.run;
        self.events.send(Event::Lines { run, lines }).await.is_ok()
    }
}

/// Nobody can know what became of its lines.
fn lost() -> Standing {
    Standing {
        status: Status::Completed,
        files: Vec::new(),
        done: 0,
        total: 0,
        words: Some("the provider does not know the batch any more".to_owned()),
    }
}
