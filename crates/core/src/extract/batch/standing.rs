//! What a provider says of a batch: how it stands, which files it brought, and whose it is.

use std::collections::BTreeMap;

use readonce_model::ErrorClass;
use serde::Deserialize;
use serde_json::Value;

use super::line::{End, words_in};
use crate::extract::answer::Failure;
use crate::extract::charge::Charge;

/// Marks that a batch carries, so that whoever owns the partition next finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub namespace: String,
    pub partition: i32,
    /// `digest` of the names of its lines.
    pub lines: String,
    pub count: usize,
}

const NAMESPACE: &str = "readonce_namespace";
const PARTITION: &str = "readonce_partition";
const LINES: &str = "readonce_lines";
const COUNT: &str = "readonce_count";

/// The marks as the provider keeps them.
pub fn marks(mark: &Mark) -> BTreeMap<&'static str, String> {
    [
        (NAMESPACE, mark.namespace.clone()),
        (PARTITION, mark.partition.to_string()),
        (LINES, mark.lines.clone()),
        (COUNT, mark.count.to_string()),
    ]
    .into()
}

/// A batch as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: String,
    pub created_at_ms: i64,
    pub input_file: String,
    /// None: it was not made here.
    pub mark: Option<Mark>,
    pub standing: Standing,
}

/// A page of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    pub batches: Vec<Listed>,
    /// Behind which the next page begins.
    pub after: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub status: Status,
    /// Where its lines ended, once it has ended.
    pub files: Vec<String>,
    /// Lines that ended, and all.
    pub done: u64,
    pub total: u64,
    /// Why it failed, in the provider's words.
    pub words: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Validating, in progress, finalizing, cancelling, or a word of a later day.
    Open,
    Completed,
    /// Not one line was asked.
    Failed,
    Expired,
    Cancelled,
}

impl Status {
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Completed => "completed",
            Status::Failed => "failed",
            Status::Expired => "expired",
            Status::Cancelled => "cancelled",
        }
    }
}

impl Standing {
    pub fn has_ended(&self) -> bool {
        self.status != Status::Open
    }

    /// What became of a line of which no file says anything.
    pub fn of_missing(&self) -> End {
        let words = self.words.as_deref().unwrap_or("no reason given");
        let (class, charge, words) = match self.status {
            // Every content would meet the same, and a person has to act.
            Status::Failed if self.is_limited() => (
                ErrorClass::RateLimited,
                Charge::nothing(),
                format!("by batch: turned away: {words}"),
            ),
            Status::Failed => (
                ErrorClass::Config,
                Charge::nothing(),
                format!("by batch: not one line was asked: {words}"),
            ),
            Status::Cancelled => (
                ErrorClass::Unreachable,
                Charge::unknown(),
                "by batch: cancelled, and it does not say what became of the line".to_owned(),
            ),
            Status::Open | Status::Completed | Status::Expired => (
                ErrorClass::Unreachable,
                Charge::unknown(),
                format!(
                    "by batch: {}, and it does not say what became of the line",
                    self.status.as_str()
                ),
            ),
        };
        End::Failed(Failure::new(class, words), charge)
    }

    /// Too much waits there already: later there is room.
    fn is_limited(&self) -> bool {
        let words = self.words.as_deref().unwrap_or_default();
        ["token_limit_exceeded", "rate_limit"]
            .iter()
            .any(|code| words.contains(code))
    }
}

#[derive(Deserialize)]
struct Raw {
    id: String,
    status: String,
    created_at: i64,
    input_file_id: String,
    #[serde(default)]
    output_file_id: Option<String>,
    #[serde(default)]
    error_file_id: Option<String>,
    #[serde(default)]
    metadata: Option<BTreeMap<String, Value>>,
    #[serde(default)]
    errors: Option<Value>,
    #[serde(default)]
    request_counts: Option<Counts>,
}

#[derive(Clone, Copy, Default, Deserialize)]
struct Counts {
    #[serde(default)]
    total: u64,
    #[serde(default)]
    completed: u64,
    #[serde(default)]
    failed: u64,
}

#[derive(Deserialize)]
struct RawPage {
    data: Vec<Raw>,
    #[serde(default)]
    has_more: bool,
}

/// A batch as the provider writes it.
pub fn read_batch(body: &[u8]) -> Result<Listed, serde_json::Error> {
    serde_json::from_slice::<Raw>(body).map(Listed::from)
}

/// A page of the list of batches.
pub fn read_page(body: &[u8]) -> Result<Page, serde_json::Error> {
    let page: RawPage = serde_json::from_slice(body)?;
    let last = page.data.last().map(|raw| raw.id.clone());
    Ok(Page {
        after: last.filter(|_| page.has_more),
        batches: page.data.into_iter().map(Listed::from).collect(),
    })
}

impl From<Raw> for Listed {
    fn from(raw: Raw) -> Self {
        let status = match raw.status.as_str() {
            "completed" => Status::Completed,
            "failed" => Status::Failed,
            "expired" => Status::Expired,
            "cancelled" => Status::Cancelled,
            _ => Status::Open,
        };
        let counts = raw.request_counts.unwrap_or_default();
        let files = raw.output_file_id.into_iter().chain(raw.error_file_id);
        Self {
            mark: raw.metadata.as_ref().and_then(mark_in),
            id: raw.id,
            created_at_ms: raw.created_at.saturating_mul(1000),
            input_file: raw.input_file_id,
            standing: Standing {
                status,
                files: files.filter(|id| !id.is_empty()).collect(),
                done: counts.completed.saturating_add(counts.failed),
                total: counts.total,
                words: raw.errors.as_ref().and_then(reason_in),
            },
        }
    }
}

fn mark_in(metadata: &BTreeMap<String, Value>) -> Option<Mark> {
    let text = |name: &str| metadata.get(name).and_then(Value::as_str);
    Some(Mark {
        namespace: text(NAMESPACE)?.to_owned(),
        partition: text(PARTITION)?.parse().ok()?,
        lines: text(LINES)?.to_owned(),
        count: text(COUNT)?.parse().ok()?,
    })
}

/// The first fault with its code; the others mostly say the same of other lines.
fn reason_in(errors: &Value) -> Option<String> {
    let first = errors.pointer("/data/0")?;
    let code = first.get("code").and_then(Value::as_str).unwrap_or("error");
    Some(format!("{code}: {}", words_in(first)))
}
