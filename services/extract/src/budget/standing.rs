//! How the day's budget stands, read from the topics alone: no instance is asked, so it is told also
//! while none runs. Never changes anything.
//!
//! What waits is every request without a tombstone, also one that is being worked on right now.

use std::collections::HashMap;

use readonce_core::extract::budget::{Books, Budget, Estimate, Line, Tally, report};
use readonce_core::extract::config::ExtractionConfig;
use readonce_model::Topic;
use readonce_model::record::{ExtractAttempt, ExtractRequest, Worth};
use readonce_plumbing::Halt;
use readonce_plumbing::config::{Layers, Registry as RegistryConfig};
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Admin, ClientSettings, Followed, follow_since, restore_each};
use readonce_plumbing::registry::{Decoder, Registry};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::memory::Source;

#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// UTC, or the offset from it.
    pub day: String,
    pub day_began_at_ms: i64,
    pub next_day_at_ms: i64,
    pub limits: Vec<Line>,
    pub waiting: Vec<Waiting>,
}

/// Requests that wait, of one worth.
#[derive(Clone, Debug, Serialize)]
pub struct Waiting {
    pub worth: &'static str,
    pub requests: usize,
}

pub async fn standing(layers: &Layers) -> Result<Option<Standing>, Halt> {
    let config = Config::read(layers)?;
    let Some(budget) = config.budget()? else {
        return Ok(None);
    };
    let extraction = config.extraction()?;
    let registry: RegistryConfig = layers.section("registry")?;
    let source = Source {
        settings: ClientSettings::new(layers.section("kafka")?)?,
        decoder: Decoder::new(Registry::new(&registry)?),
    };
    let now_ms = now_ms();
    let (books, open) = match has_topics(&source).await? {
        true => (
            books(&source, &budget, now_ms).await?,
            outstanding(&source, &extraction).await?,
        ),
        false => (Books::new(budget.day, now_ms), Vec::new()),
    };
    Ok(Some(told(&budget, &books, &open, now_ms)))
}

/// A request without a tombstone.
struct Open {
    worth: Worth,
    estimate: Estimate,
}

fn told(budget: &Budget, books: &Books, open: &[Open], now_ms: i64) -> Standing {
    let mut debt = Tally::default();
    for Open { estimate, .. } in open {
        debt.add(&estimate.source, &estimate.contract, estimate.amount);
    }
    let count = |worth: &Worth| Waiting {
        worth: worth.as_str(),
        requests: open.iter().filter(|open| open.worth == *worth).count(),
    };
    Standing {
        day: budget.day.to_string(),
        day_began_at_ms: budget.day.begins_ms(budget.day.day_of(now_ms)),
        next_day_at_ms: budget.day.next_begins_ms(now_ms),
        limits: report(budget, books, &debt, now_ms),
        waiting: Worth::ALL.iter().map(count).collect(),
    }
}

async fn has_topics(source: &Source) -> Result<bool, Halt> {
    let made = Admin::new(&source.settings)?.partitions().await?;
    let namespace = &source.settings.kafka().namespace;
    let mut needed = [Topic::ExtractAttempts, Topic::ExtractRequests].into_iter();
    Ok(needed.all(|topic| made.contains_key(&namespace.topic(&topic))))
}

async fn books(source: &Source, budget: &Budget, now_ms: i64) -> Result<Books, Halt> {
    let today_ms = budget.day.begins_ms(budget.day.day_of(now_ms));
    let mut books = Books::new(budget.day, now_ms);
    let topic = Topic::ExtractAttempts;
    let stop = CancellationToken::new();
    let mut records = follow_since(&source.settings, topic.clone(), today_ms, stop.clone())?;
    let _stop = stop.drop_guard();
    while let Some(Followed::Record(record)) = records.recv().await {
        let attempt: Option<ExtractAttempt> = source.decoder.restore(&topic, &record).await?;
        attempt.iter().for_each(|attempt| books.fold(attempt));
    }
    Ok(books)
}

/// One small record a key: texts are read and let go of.
async fn outstanding(source: &Source, config: &ExtractionConfig) -> Result<Vec<Open>, Halt> {
    let topic = Topic::ExtractRequests;
    let mut open: HashMap<Vec<u8>, Open> = HashMap::new();
    for partition in 0..source.settings.kafka().partitions as i32 {
        let mut records = restore_each(&source.settings, topic.clone(), partition, 0);
        while let Some(record) = records.next().await? {
            if record.value.is_none() {
                open.remove(&record.key);
                continue;
            }
            // Poison is no debt: it goes to the dead letters.
            let Ok(Some(request)) = source.decoder.restore(&topic, &record).await else {
                continue;
            };
            open.insert(record.key, waiting(&request, config));
        }
    }
    Ok(open.into_values().collect())
}

fn waiting(request: &ExtractRequest, config: &ExtractionConfig) -> Open {
    let max_output_tokens = i32::try_from(config.max_output_tokens).unwrap_or(i32::MAX);
    Open {
        worth: request.worth_or_likely(),
        estimate: Estimate::of(request, config, max_output_tokens),
    }
}
