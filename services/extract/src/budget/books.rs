//! Reads the attempts of all partitions into the till: each worker owns only some of them, and the
//! budget is one for all instances.
//!
//! A record that cannot be read stops the service: books with a hole would let more be spent.

use std::sync::Arc;

use readonce_model::Topic;
use readonce_model::record::ExtractAttempt;
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::{Followed, TableRecord, follow_since};
use tokio::sync::mpsc;

use super::Gate;
use crate::memory::Source;

/// Reads to the end that there is now, then goes on in the background.
pub(super) async fn open(gate: &Arc<Gate>, source: Source, since_ms: i64) -> Result<(), Halt> {
    let topic = Topic::ExtractAttempts;
    let records = follow_since(&source.settings, topic, since_ms, gate.stop.clone())?;
    let mut reader = Reader {
        gate: gate.clone(),
        source,
        records,
    };
    reader.catch_up().await?;
    tracing::info!(
        calls = gate.till().books().len(),
        "books of the budget read"
    );
    tokio::spawn(reader.go_on());
    Ok(())
}

struct Reader {
    gate: Arc<Gate>,
    source: Source,
    records: mpsc::Receiver<Followed>,
}

impl Reader {
    async fn catch_up(&mut self) -> Result<(), Halt> {
        loop {
            match self.records.recv().await {
                Some(Followed::CaughtUp) => return Ok(()),
                Some(Followed::Record(record)) => self.fold(&record).await?,
                None => return Err(ended()),
            }
        }
    }

    async fn go_on(mut self) {
        while let Some(heard) = self.records.recv().await {
            if let Followed::Record(record) = heard
                && let Err(halt) = self.fold(&record).await
            {
                return self.gate.fail(halt);
            }
        }
        if !self.gate.stop.is_cancelled() {
            self.gate.fail(ended());
        }
    }

    async fn fold(&self, record: &TableRecord) -> Result<(), Halt> {
        let topic = Topic::ExtractAttempts;
        let attempt: Option<ExtractAttempt> = self.source.decoder.restore(&topic, record).await?;
        if let Some(attempt) = attempt {
            self.gate.learn(&attempt);
        }
        Ok(())
    }
}

fn ended() -> Halt {
    Halt::Internal("the attempts are no longer read".to_owned())
}
