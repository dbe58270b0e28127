//! HTTP client of a Confluent-compatible registry: the few calls that are needed, nothing cached
//! but what can never change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::config;

const MEDIA_TYPE: &str = "application/vnd.schemaregistry.v1+json";

/// Compatibility rule of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Compatibility {
    /// Old and new readers read old and new records, over all versions: compacted topics never end.
    FullTransitive,
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, thiserror::Error)]
pub enum RegistryError {
    /// Nobody answered, or answered with a fault of its own: worth another try.
    #[error("registry at {url} does not answer: {detail}")]
    Unreachable { url: String, detail: String },
    /// The registry understood and said no.
    #[error("registry refused ({status}, code {code}): {message}")]
    Refused {
        status: u16,
        code: i64,
        message: String,
    },
}

impl RegistryError {
    pub fn is_not_found(&self) -> bool {
        matches!(self, RegistryError::Refused { status: 404, .. })
    }

    pub fn is_conflict(&self) -> bool {
        matches!(
            self,
            RegistryError::Refused {
                status: 409 | 422,
                ..
            }
        )
    }
}

#[derive(Clone)]
pub struct Registry {
    http: reqwest::Client,
    config: config::Registry,
    /// Schema texts by id. An id never changes its schema, so nothing here is ever wrong.
    by_id: Arc<Mutex<HashMap<u32, Arc<str>>>>,
}

#[derive(Deserialize)]
struct SchemaText {
    schema: String,
}

#[derive(Deserialize)]
struct SchemaId {
    id: u32,
}

#[derive(Deserialize)]
struct Verdict {
    is_compatible: bool,
}

impl Registry {
    pub fn new(config: &config::Registry) -> Result<Self, crate::Halt> {
        let http = reqwest::Client::builder()
            .timeout(Duration::from_millis(config.timeout_ms))
            .no_proxy()
            .build()
            .map_err(|error| crate::Halt::Config(format!("[registry] {error}")))?;
        Ok(Self {
            http,
            config: config.clone(),
            by_id: Arc::default(),
        })
    }

    pub fn url(&self) -> &str {
        &self.config.url
    }

    /// Whether it answers at all.
    pub async fn ping(&self) -> Result<(), RegistryError> {
        self.call::<Value>(Method::GET, "/subjects", None)
            .await
            .map(|_| ())
    }

    pub async fn subjects(&self) -> Result<Vec<String>, RegistryError> {
        self.call(Method::GET, "/subjects", None).await
    }

    /// The schema behind an id.
    pub async fn schema(&self, id: u32) -> Result<Arc<str>, RegistryError> {
        if let Some(text) = self.known(id) {
            return Ok(text);
        }
        let answer: SchemaText = self
            .call(Method::GET, &format!("/schemas/ids/{id}"), None)
            .await?;
        let text: Arc<str> = answer.schema.into();
        if let Ok(mut known) = self.by_id.lock() {
            known.insert(id, text.clone());
        }
        Ok(text)
    }

    fn known(&self, id: u32) -> Option<Arc<str>> {
        self.by_id.lock().ok()?.get(&id).cloned()
    }

    /// The id under which a subject already holds this very schema.
    pub async fn lookup(&self, subject: &str, schema: &str) -> Result<u32, RegistryError> {
        let body = json!({ "schema": schema });
        let answer: SchemaId = self
            .call(Method::POST, &format!("/subjects/{subject}"), Some(body))
            .await?;
        Ok(answer.id)
    }

    pub async fn register(&self, subject: &str, schema: &str) -> Result<u32, RegistryError> {
        let path = format!("/subjects/{subject}/versions");
        let answer: SchemaId = self
            .call(Method::POST, &path, Some(json!({ "schema": schema })))
            .await?;
        Ok(answer.id)
    }

    pub async fn versions(&self, subject: &str) -> Result<Vec<u32>, RegistryError> {
        self.call(Method::GET, &format!("/subjects/{subject}/versions"), None)
            .await
    }

    /// The text of one version of a subject.
    pub async fn version(&self, subject: &str, version: u32) -> Result<String, RegistryError> {
        let path = format!("/subjects/{subject}/versions/{version}");
        Ok(self
            .call::<SchemaText>(Method::GET, &path, None)
            .await?
            .schema)
    }

    pub async fn set_compatibility(&self, subject: &str) -> Result<(), RegistryError> {
        let body = json!({ "compatibility": Compatibility::FullTransitive });
        self.call::<Value>(Method::PUT, &format!("/config/{subject}"), Some(body))
            .await
            .map(|_| ())
    }

    /// Whether the subject's rule lets this schema in, by the registry's own judgement.
    pub async fn is_compatible(&self, subject: &str, schema: &str) -> Result<bool, RegistryError> {
        let path = format!("/compatibility/subjects/{subject}/versions");
        let body = json!({ "schema": schema });
        Ok(self
            .call::<Verdict>(Method::POST, &path, Some(body))
            .await?
            .is_compatible)
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<T, RegistryError> {
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.config.url));
        if let Some(user) = &self.config.user {
            let password = self.config.password.as_ref().map(config::Secret::expose);
            request = request.basic_auth(user, password);
        }
        if let Some(body) = body {
            request = request
                .header("content-type", MEDIA_TYPE)
                .body(body.to_string());
        }
        let response = request
            .send()
            .await
            .map_err(|error| self.unreachable(error))?;
        let status = response.status();
        let bytes = response
            .bytes()
            .await
            .map_err(|error| self.unreachable(error))?;
        self.read(status, &bytes)
    }

    fn read<T: DeserializeOwned>(
        &self,
        status: StatusCode,
        body: &[u8],
    ) -> Result<T, RegistryError> {
        if status.is_success() {
            return serde_json::from_slice(body).map_err(|error| self.unreachable(error));
        }
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            return Err(self.unreachable(status));
        }
        let answer: Value = serde_json::from_slice(body).unwrap_or_default();
        Err(RegistryError::Refused {
            status: status.as_u16(),
            code: answer
                .get("error_code")
                .and_then(Value::as_i64)
                .unwrap_or_default(),
            message: answer
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or("no reason")
                .to_owned(),
        })
    }

    fn unreachable(&self, detail: impl std::fmt::Display) -> RegistryError {
        RegistryError::Unreachable {
            url: self.config.url.clone(),
            detail: detail.to_string(),
        }
    }
}
