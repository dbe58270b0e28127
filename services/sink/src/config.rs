//! `[sink]` and `[clickhouse]`.

use readonce_plumbing::Halt;
use readonce_plumbing::config::{Instance, Layers, Secret};
use readonce_plumbing::entry::section;
use serde::{Deserialize, Serialize};
use url::Url;

/// How rows are gathered and written.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sink {
    pub instance: Instance,
    /// Most records of a partition that are written together.
    pub batch_rows: usize,
    /// Longest wait of the first of them.
    pub linger_ms: u64,
    /// Most bytes of one insert; a larger batch is written in parts.
    pub insert_bytes: usize,
    /// Pause after the first failed insert; it doubles with each further one.
    pub retry_first_ms: u64,
    pub retry_most_ms: u64,
    /// Whether this service makes its database, tables and views. Where its user may not, false:
    /// then they are only checked.
    pub apply_schema: bool,
}

/// How to reach the store. The command line reads the same section.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClickHouse {
    pub url: String,
    pub database: String,
    #[serde(default)]
    pub user: Option<String>,
    #[serde(default)]
    pub password: Option<Secret>,
    pub timeout_ms: u64,
}

#[derive(Clone, Debug)]
pub struct Config {
    pub sink: Sink,
    pub clickhouse: ClickHouse,
}

impl Config {
    pub fn read(layers: &Layers) -> Result<Self, Halt> {
        let sink: Sink = layers.section("sink")?;
        let clickhouse = ClickHouse::read(layers)?;
        refuse("sink", sink.faults())?;
        Ok(Self { sink, clickhouse })
    }
}

impl ClickHouse {
    pub fn read(layers: &Layers) -> Result<Self, Halt> {
        let config: Self = layers.section("clickhouse")?;
        refuse("clickhouse", config.faults())?;
        Ok(config)
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        match Url::parse(&self.url) {
            Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => {}
            _ => faults.push(format!("url '{}' is no http or https address", self.url)),
        }
        if !is_identifier(&self.database) {
            faults.push(format!(
                "database '{}' is no name; use letters, digits and _",
                self.database
            ));
        }
        if self.timeout_ms == 0 {
            faults.push("timeout-ms must be at least 1".to_owned());
        }
        if self.password.is_some() && self.user.is_none() {
            faults.push("password needs a user".to_owned());
        }
        faults
    }
}

impl Sink {
    fn faults(&self) -> Vec<String> {
        let checks = [
            (
                self.instance.name.trim().is_empty(),
                "instance.name is empty",
            ),
            (self.batch_rows == 0, "batch-rows must be at least 1"),
            (self.insert_bytes == 0, "insert-bytes must be at least 1"),
            (
                self.retry_first_ms == 0,
                "retry-first-ms must be at least 1",
            ),
            (
                self.retry_most_ms < self.retry_first_ms,
                "retry-most-ms must not be below retry-first-ms",
            ),
        ];
        let faults = checks.iter().filter(|(is_fault, _)| *is_fault);
        faults.map(|(_, words)| (*words).to_owned()).collect()
    }
}

/// This service's sections after all layers, secrets masked.
pub fn effective(layers: &Layers) -> Result<toml::Table, Halt> {
    let config = Config::read(layers)?;
    let mut own = section("sink", &config.sink)?;
    own.extend(section("clickhouse", &config.clickhouse)?);
    Ok(own)
}

fn refuse(name: &str, faults: Vec<String>) -> Result<(), Halt> {
    match faults.is_empty() {
        true => Ok(()),
        false => Err(Halt::Config(format!("[{name}] {}", faults.join("; ")))),
    }
}

/// A name that needs no quoting in any statement.
fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    let head = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    head && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use readonce_plumbing::config::Sources;

    use super::*;

    fn layers(overrides: &[&str]) -> Layers {
        let sources = Sources {
            file: None,
            overrides: overrides.iter().map(|text| (*text).to_owned()).collect(),
        };
        Layers::new(&sources, &[crate::DEFAULTS]).unwrap()
    }

    #[test]
    fn the_defaults_are_valid() {
        Config::read(&layers(&[])).unwrap();
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let layers = layers(&["sink.batch-rows=0", "sink.retry-most-ms=1"]);
        let text = Config::read(&layers).unwrap_err().to_string();
        assert!(
            text.contains("batch-rows") && text.contains("retry-most-ms"),
            "{text}"
        );
    }

    #[test]
    fn a_database_that_needs_quoting_is_refused() {
        for name in ["", "1st", "a-b", "a;DROP", "a`b", "数据"] {
            let layers = layers(&[&format!("clickhouse.database='{name}'")]);
            assert!(Config::read(&layers).is_err(), "{name}");
        }
    }

    #[test]
    fn an_address_without_http_is_refused() {
        for url in ["localhost:8123", "tcp://localhost:9000", ""] {
            let layers = layers(&[&format!("clickhouse.url='{url}'")]);
            assert!(Config::read(&layers).is_err(), "{url}");
        }
    }

    #[test]
    fn a_dump_masks_the_password() {
        let layers = layers(&["clickhouse.user=sink", "clickhouse.password=hunter2"]);
        let text = effective(&layers).unwrap().to_string();
        assert!(!text.contains("hunter2") && text.contains("***"), "{text}");
    }
}
