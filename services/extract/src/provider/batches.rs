//! Files and batches of an OpenAI-compatible provider: one request a method, no retries.
//!
//! Files may be large, so they go from disk and to disk in pieces. It decides nothing, and never
//! shows its key: not in a log, not in the words of a fault.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream;
use readonce_core::extract::batch::{Listed, Mark, Page, Terms, marks, read_batch, read_page};
use readonce_core::extract::config::ExtractionConfig;
use readonce_plumbing::Halt;
use readonce_plumbing::config::Secret;
use readonce_plumbing::health::now_ms;
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE};
use reqwest::{Body, Client, RequestBuilder, Response};
use serde_json::json;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::client::{self, Read, asked_wait_ms, built, config_fault, plain, without_key};
use super::fault::{message_in, root};

/// Largest answer that is no file.
const MOST_BYTES: usize = 8 << 20;
/// A file of 200 MB at 3 Mbit/s.
const LONGEST_TRANSFER: Duration = Duration::from_secs(600);
const PIECE_BYTES: usize = 64 << 10;
/// Most that a file of answers may have: far more than a batch of 50,000 can bring.
const MOST_FILE_BYTES: u64 = 4 << 30;
/// Batches of a page of the list.
const PAGE: usize = 100;
const ENDPOINT: &str = "/v1/chat/completions";

/// Why a request to the counter brought nothing.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The provider turned it away: nothing was made.
    #[error("status {status}: {words}")]
    Refused {
        status: u16,
        words: String,
        /// How long it asks to be left alone.
        wait_ms: Option<i64>,
    },
    /// It was never sent.
    #[error("not sent: {0}")]
    Unsent(String),
    /// Whether anything was made nobody can know.
    #[error("unclear: {0}")]
    Unclear(String),
    #[error("a scratch file: {0}")]
    Disk(#[from] io::Error),
}

impl Fault {
    pub fn is_gone(&self) -> bool {
        matches!(self, Fault::Refused { status: 404, .. })
    }

    pub fn wait_ms(&self) -> Option<i64> {
        match self {
            Fault::Refused { wait_ms, .. } => *wait_ms,
            _ => None,
        }
    }
}

pub struct Batches {
    http: Client,
    pub config: Arc<ExtractionConfig>,
    pub terms: Terms,
    base: String,
    key: Option<Secret>,
}

impl Batches {
    pub(super) fn new(config: Arc<ExtractionConfig>, key: Option<Secret>) -> Result<Self, Halt> {
        let base = config.base_url.as_deref();
        let base = base.ok_or_else(|| config_fault(&config, "base-url: the provider needs one"))?;
        Ok(Self {
            http: built(plain(&config), &config)?,
            terms: config.batch.clone().unwrap_or_default(),
            base: base.trim_end_matches('/').to_owned(),
            key,
            config,
        })
    }

    /// Hands a file of lines in, and answers its name. A file that is handed in twice costs nothing,
    /// and the provider throws it away in its time.
    pub async fn upload(&self, path: &Path) -> Result<String, Fault> {
        let file = File::open(path).await?;
        let bytes = file.metadata().await?.len();
        let boundary = format!("readonce-{bytes}-{}", now_ms());
        let head = format!(
            "--{boundary}\r\ncontent-disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n\
             --{boundary}\r\ncontent-disposition: form-data; name=\"file\"; \
             filename=\"batch.jsonl\"\r\ncontent-type: application/jsonl\r\n\r\n"
        );
        let tail = format!("\r\n--{boundary}--\r\n");
        let length = bytes + (head.len() + tail.len()) as u64;
        let request = self
            .http
            .post(format!("{}/files", self.base))
            .timeout(LONGEST_TRANSFER)
            .header(
                CONTENT_TYPE,
                format!("multipart/form-data; boundary={boundary}"),
            )
            .header(CONTENT_LENGTH, length)
            .body(form(head, file, tail));
        let reply = self.send(request).await?;
        let made: serde_json::Value = read_json(reply).await?;
        let id = made.get("id").and_then(|id| id.as_str());
        id.map(str::to_owned)
            .ok_or_else(|| Fault::Unclear("the file has no name".to_owned()))
    }

    pub async fn create(&self, file: &str, mark: &Mark) -> Result<Listed, Fault> {
        let body = json!({
            "input_file_id": file,
            "endpoint": ENDPOINT,
            "completion_window": String::from(self.terms.window),
            "metadata": marks(mark),
        });
        let request = self.http.post(format!("{}/batches", self.base)).json(&body);
        // Helps where it is honoured, and is relied on nowhere.
        let request = request.header("idempotency-key", &mark.lines);
        let reply = self.send(request).await?;
        read_batch(&read(reply).await?).map_err(unreadable)
    }

    pub async fn show(&self, batch: &str) -> Result<Listed, Fault> {
        let request = self.http.get(format!("{}/batches/{batch}", self.base));
        read_batch(&read(self.send(request).await?).await?).map_err(unreadable)
    }

    pub async fn list(&self, after: Option<&str>) -> Result<Page, Fault> {
        let mut url = format!("{}/batches?limit={PAGE}", self.base);
        if let Some(after) = after {
            url.push_str("&after=");
            url.push_str(after);
        }
        let reply = self.send(self.http.get(url)).await?;
        read_page(&read(reply).await?).map_err(unreadable)
    }

    /// A file, whole, onto the disk.
    pub async fn download(&self, file: &str, path: &Path) -> Result<(), Fault> {
        let request = self.http.get(format!("{}/files/{file}/content", self.base));
        let mut reply = self.send(request.timeout(LONGEST_TRANSFER)).await?;
        let mut disk = File::create(path).await?;
        let mut bytes = 0_u64;
        while let Some(piece) = reply.chunk().await.map_err(unclear)? {
            bytes += piece.len() as u64;
            if bytes > MOST_FILE_BYTES {
                let words = format!("a file has more than {MOST_FILE_BYTES} bytes");
                return Err(Fault::Unclear(words));
            }
            disk.write_all(&piece).await?;
        }
        disk.flush().await?;
        Ok(())
    }

    async fn send(&self, request: RequestBuilder) -> Result<Response, Fault> {
        let request = match &self.key {
            Some(key) => request.bearer_auth(key.expose()),
            None => request,
        };
        let reply = request.send().await.map_err(unclear)?;
        if reply.status().is_success() {
            return Ok(reply);
        }
        let status = reply.status().as_u16();
        let wait_ms = asked_wait_ms(&reply);
        let words = match read(reply).await {
            Ok(body) => message_in(&body),
            Err(_) => "no readable reason".to_owned(),
        };
        let words = without_key(words, self.key.as_ref());
        // A gateway may fail behind what it hands on: nobody knows what became of it.
        Err(match status {
            408 | 500 | 502 | 504.. => Fault::Unclear(format!("status {status}: {words}")),
            _ => Fault::Refused {
                status,
                words,
                wait_ms,
            },
        })
    }
}

fn form(head: String, file: File, tail: String) -> Body {
    let parts = (Some(head), Some(file), Some(tail));
    Body::wrap_stream(stream::try_unfold(
        parts,
        |(head, mut file, tail)| async move {
            if let Some(head) = head {
                return Ok::<_, io::Error>(Some((head.into_bytes(), (None, file, tail))));
            }
            if let Some(open) = &mut file {
                let mut piece = vec![0; PIECE_BYTES];
                let length = open.read(&mut piece).await?;
                piece.truncate(length);
                if length > 0 {
                    return Ok(Some((piece, (None, file, tail))));
                }
            }
            Ok(tail.map(|tail| (tail.into_bytes(), (None, None, None))))
        },
    ))
}

async fn read(reply: Response) -> Result<Vec<u8>, Fault> {
    match client::read(reply, MOST_BYTES).await.map_err(unclear)? {
        Read::Whole(bytes) => Ok(bytes),
        Read::Cut(_) => {
            let words = format!("an answer has more than {MOST_BYTES} bytes");
            Err(Fault::Unclear(words))
        }
    }
}

async fn read_json(reply: Response) -> Result<serde_json::Value, Fault> {
    serde_json::from_slice(&read(reply).await?).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> Fault {
    let (line, column) = (error.line(), error.column());
    Fault::Unclear(format!("the answer cannot be read, at {line}:{column}"))
}

fn unclear(error: reqwest::Error) -> Fault {
    let words = root(&error);
    match error.is_connect() || error.is_builder() {
        true => Fault::Unsent(words),
        false => Fault::Unclear(words),
    }
}
