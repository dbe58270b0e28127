//! Layered configuration: compiled-in defaults, file, environment, flags. Typed per section.
//!
//! One file serves every service; each takes its sections and refuses keys it does not know.

use std::collections::BTreeMap;
use std::path::PathBuf;

use figment::Figment;
use figment::providers::{Env, Format, Toml};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Halt;

const SHARED: &str = include_str!("default.toml");
const ENV_PREFIX: &str = "READONCE__";

/// Every section that some service reads: one file serves all of them, so each service must know
/// the names of the others' sections to find a mistyped one.
pub const SECTIONS: &[&str] = &[
    "kafka",
    "registry",
    "telemetry",
    "ingest",
    "canonicalize",
    "extract",
    "sink",
    "clickhouse",
];

/// Where values come from, besides the compiled-in defaults.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub file: Option<PathBuf>,
    /// `section.key=value`, as given with `--set`.
    pub overrides: Vec<String>,
}

/// All layers, merged; sections are read from it.
#[derive(Clone)]
pub struct Layers {
    merged: Figment,
}

impl Layers {
    /// `defaults` are the services' own default.toml texts.
    pub fn new(sources: &Sources, defaults: &[&str]) -> Result<Self, Halt> {
        let mut merged = Figment::from(Toml::string(SHARED));
        for text in defaults {
            merged = merged.merge(Toml::string(text));
        }
        if let Some(file) = &sources.file {
            if !file.is_file() {
                return Err(Halt::Config(format!("no file at {}", file.display())));
            }
            merged = merged.merge(Toml::file_exact(file));
        }
        merged = merged.merge(environment());
        for text in &sources.overrides {
            merged = merged.merge(Toml::string(&override_as_toml(text)?));
        }
        Ok(Self { merged })
    }

    pub fn section<T: DeserializeOwned>(&self, name: &str) -> Result<T, Halt> {
        self.merged
            .extract_inner(name)
            .map_err(|error| Halt::Config(describe(name, error)))
    }

    /// A section that looks known but is not is a typing mistake: say so.
    pub fn refuse_unknown_sections(&self, known: &[&str]) -> Result<(), Halt> {
        let all: BTreeMap<String, figment::value::Value> = self
            .merged
            .extract()
            .map_err(|error| Halt::Config(error.to_string()))?;
        let unknown: Vec<_> = all
            .keys()
            .filter(|key| !known.contains(&key.as_str()))
            .collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(Halt::Config(format!(
            "unknown section {unknown:?}; known: {}",
            known.join(", ")
        )))
    }
}

/// `READONCE__KAFKA__BOOTSTRAP_SERVERS` is `kafka.bootstrap-servers`.
fn environment() -> Env {
    Env::prefixed(ENV_PREFIX).map(|key| {
        key.as_str()
            .to_lowercase()
            .replace("__", ".")
            .replace('_', "-")
            .into()
    })
}

fn override_as_toml(text: &str) -> Result<String, Halt> {
    let (key, value) = text
        .split_once('=')
        .ok_or_else(|| Halt::Config(format!("'{text}' is no setting; write section.key=value")))?;
    let is_literal = toml::from_str::<toml::Table>(&format!("x = {value}")).is_ok();
    Ok(match is_literal {
        true => format!("{key} = {value}"),
        false => format!("{key} = {}", toml::Value::String(value.to_owned())),
    })
}

fn describe(section: &str, error: figment::Error) -> String {
    let all: Vec<_> = error.into_iter().map(|fault| fault.to_string()).collect();
    format!("[{section}] {}", all.join("; "))
}

/// A value that must not be printed: shows as `***` wherever it is shown.
#[derive(Clone, Default, Deserialize, PartialEq, Eq)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

impl Serialize for Secret {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("***")
    }
}

/// How to reach Kafka and what the topics look like.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Kafka {
    pub bootstrap_servers: String,
    pub namespace: readonce_model::Namespace,
    pub partitions: u32,
    pub replication_factor: i32,
    #[serde(default)]
    pub extra: BTreeMap<String, Secret>,
}

/// How to reach the schema registry.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Registry {
    pub url: String,
    pub timeout_ms: u64,
    #[serde(default)]
    pub user: Option<String>,
    #[serde(default)]
    pub password: Option<Secret>,
}

/// What is said and where.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Telemetry {
    /// A level, or a filter such as `info,readonce_extract=debug`.
    pub log: String,
    /// text or json.
    pub log_format: String,
}

/// What every service has of its own beside its sections.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Instance {
    /// Name of this instance: static group member, lease owner. Unique in its group.
    pub name: String,
    /// Address of /livez, /readyz and /metrics. Port 0 takes a free one.
    pub listen: std::net::SocketAddr,
    /// How long a part that does not answer at the start is waited for.
    #[serde(default = "start_patience_s")]
    pub start_patience_s: u64,
}

/// Long enough for a broker that starts beside this service.
const fn start_patience_s() -> u64 {
    60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_win_over_the_defaults() {
        let sources = Sources {
            file: None,
            overrides: vec![
                "kafka.partitions=12".into(),
                "kafka.namespace=world-1".into(),
            ],
        };
        let kafka: Kafka = Layers::new(&sources, &[])
            .unwrap()
            .section("kafka")
            .unwrap();
        assert_eq!(kafka.partitions, 12);
        assert_eq!(kafka.namespace.as_str(), "world-1");
        assert_eq!(kafka.replication_factor, 1);
    }

    #[test]
    fn an_unknown_key_is_named_with_its_section() {
        let sources = Sources {
            file: None,
            overrides: vec!["kafka.partition=12".into()],
        };
        let error = Layers::new(&sources, &[])
            .unwrap()
            .section::<Kafka>("kafka")
            .unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("[kafka]") && text.contains("partition"),
            "{text}"
        );
    }

    #[test]
    fn an_unknown_section_is_refused() {
        let sources = Sources {
            file: None,
            overrides: vec!["kafak.partitions=12".into()],
        };
        let layers = Layers::new(&sources, &[]).unwrap();
        let error = layers.refuse_unknown_sections(&["kafka", "registry", "telemetry"]);
        assert!(error.unwrap_err().to_string().contains("kafak"));
    }

    #[test]
    fn a_secret_never_shows() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret:?}"), "***");
        assert_eq!(serde_json::to_string(&secret).unwrap(), "\"***\"");
    }
}
