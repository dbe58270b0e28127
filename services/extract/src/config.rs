//! The `[extract]` section, and the extraction config that it names.
//!
//! No key is read here: a config holds the name of the variable, and only the provider opens it.

use std::path::{Path, PathBuf};

use readonce_core::extract::budget::{Budget, parse_budget};
use readonce_core::extract::config::ExtractionConfig;
use readonce_plumbing::Halt;
use readonce_plumbing::config::{Instance, Layers};
use serde::{Deserialize, Serialize};

/// The config that needs nothing, compiled in; the same file is an example of the catalog.
const BUILT_IN: &str = include_str!("../../../catalog/extraction/rules.yaml");

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    pub instance: Instance,
    /// File of an extraction config; empty for the compiled-in rules.
    pub config: PathBuf,
    /// File with what may be spent in a day; empty for no limits.
    pub budgets: PathBuf,
    pub spool: PathBuf,
    pub concurrency: usize,
    pub held_requests: usize,
    /// Requests that one partition may put off when a budget is spent.
    pub deferred_requests: usize,
    pub inbox_records: usize,
    /// Lines that one partition may have in open batches.
    pub batch_lines: usize,
    /// How long raw answers are kept.
    pub answers_retention_days: u16,
    /// None: what the extraction config says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_ms: Option<i64>,
}

impl Config {
    pub fn read(layers: &Layers) -> Result<Self, Halt> {
        let config: Self = layers.section("extract")?;
        let faults: Vec<_> = config.faults().collect();
        match faults.is_empty() {
            true => Ok(config),
            false => Err(Halt::Config(format!("[extract] {}", faults.join("; ")))),
        }
    }

    fn faults(&self) -> impl Iterator<Item = &'static str> {
        let checks = [
            (self.concurrency == 0, "concurrency must be at least 1"),
            (self.held_requests == 0, "held-requests must be at least 1"),
            (
                self.deferred_requests == 0,
                "deferred-requests must be at least 1",
            ),
            (self.batch_lines == 0, "batch-lines must be at least 1"),
            (self.inbox_records == 0, "inbox-records must be at least 1"),
            (
                self.answers_retention_days == 0,
                "answers-retention-days must be at least 1",
            ),
            (self.spool.as_os_str().is_empty(), "spool is empty"),
            (
                self.instance.name.trim().is_empty(),
                "instance.name is empty",
            ),
            (
                self.lease_ms.is_some_and(|lease_ms| lease_ms < 1),
                "lease-ms must be at least 1",
            ),
        ];
        checks
            .into_iter()
            .filter(|(is_fault, _)| *is_fault)
            .map(|(_, words)| words)
    }

    /// The extraction config that is named, or the built-in one.
    pub fn extraction(&self) -> Result<ExtractionConfig, Halt> {
        let extraction = match self.config.as_os_str().is_empty() {
            true => parse_extraction_config(BUILT_IN, "the built-in extraction config")?,
            false => parse_extraction_config(&read(&self.config)?, &shown(&self.config))?,
        };
        self.check_lease(&extraction)?;
        Ok(extraction)
    }

    pub fn answers_retention_ms(&self) -> i64 {
        i64::from(self.answers_retention_days) * 86_400_000
    }

    /// What may be spent in a day; none without a document.
    pub fn budget(&self) -> Result<Option<Budget>, Halt> {
        let path = &self.budgets;
        if path.as_os_str().is_empty() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(path).map_err(|error| {
            Halt::Config(format!("[extract] budgets: {}: {error}", shown(path)))
        })?;
        let budget = parse_budget(&shown(path), &text);
        budget
            .map(Some)
            .map_err(|error| Halt::Config(error.to_string()))
    }

    /// How long an announced call stays in doubt.
    pub fn lease_ms(&self, extraction: &ExtractionConfig) -> i64 {
        self.lease_ms.unwrap_or_else(|| extraction.lease_ms())
    }

    /// A call that outlives its lease would be made twice.
    fn check_lease(&self, extraction: &ExtractionConfig) -> Result<(), Halt> {
        let (lease_ms, timeout_ms) = (self.lease_ms(extraction), extraction.timeout_ms);
        if lease_ms > i64::from(timeout_ms) {
            return Ok(());
        }
        Err(Halt::Config(format!(
            "[extract] lease-ms is {lease_ms}, but a call may take timeout-ms = {timeout_ms}; \
             the lease must be longer"
        )))
    }
}

/// Reads a document and says everything that is wrong with it; `place` names it in the fault.
pub fn parse_extraction_config(yaml: &str, place: &str) -> Result<ExtractionConfig, Halt> {
    let fault = |words: String| Halt::Config(format!("{place}: {words}"));
    let config: ExtractionConfig =
        serde_yaml_ng::from_str(yaml).map_err(|error| fault(error.to_string()))?;
    let faults = config.faults();
    match faults.is_empty() {
        true => Ok(config),
        false => Err(fault(faults.join("; "))),
    }
}

fn read(path: &Path) -> Result<String, Halt> {
    std::fs::read_to_string(path)
        .map_err(|error| Halt::Config(format!("[extract] config: {}: {error}", shown(path))))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use readonce_core::extract::config::Provider;
    use readonce_plumbing::config::Sources;

    use super::*;

    const MODELS: [(&str, Provider); 3] = [
        (
            include_str!("../../../catalog/extraction/cascade.yaml"),
            Provider::Cascade,
        ),
        (
            include_str!("../../../catalog/extraction/openai.yaml"),
            Provider::Openai,
        ),
        (
            include_str!("../../../catalog/extraction/anthropic.yaml"),
            Provider::Anthropic,
        ),
    ];

    fn read_with(overrides: &[&str]) -> Result<Config, Halt> {
        let overrides = overrides.iter().map(|text| (*text).to_owned()).collect();
        let sources = Sources {
            file: None,
            overrides,
        };
        Config::read(&Layers::new(&sources, &[crate::DEFAULTS])?)
    }

    #[test]
    fn without_a_file_the_rules_are_asked() {
        let config = read_with(&[]).unwrap().extraction().unwrap();
        assert_eq!(config, ExtractionConfig::rules());
    }

    #[test]
    fn the_examples_of_the_catalog_can_be_used() {
        for (text, provider) in MODELS {
            let config = parse_extraction_config(text, "example").unwrap();
            assert_eq!(config.provider, provider);
            assert!(config.api_key_env.is_some());
        }
    }

    #[test]
    fn every_fault_of_the_section_is_said_at_once() {
        let error = read_with(&["extract.concurrency=0", "extract.spool="]).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("concurrency") && text.contains("spool"),
            "{text}"
        );
    }

    #[test]
    fn a_config_that_is_not_there_is_named() {
        let config = read_with(&["extract.config=/nowhere/x.yaml"]).unwrap();
        let text = config.extraction().unwrap_err().to_string();
        assert!(text.contains("/nowhere/x.yaml"), "{text}");
    }

    #[test]
    fn a_mistyped_key_of_a_config_is_refused_by_name() {
        let yaml = "name: x\nprovider: rules\nmax-atempts: 3\n";
        let text = parse_extraction_config(yaml, "x.yaml")
            .unwrap_err()
            .to_string();
        assert!(
            text.contains("x.yaml") && text.contains("max-atempts"),
            "{text}"
        );
    }

    #[test]
    fn without_a_file_there_is_no_budget_and_a_fault_in_it_names_file_and_key() {
        assert_eq!(read_with(&[]).unwrap().budget().unwrap(), None);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "overall:\n  cals: 3\n").unwrap();
        let named = format!("extract.budgets={}", file.path().display());
        let config = read_with(&[&named]).unwrap();
        let text = config.budget().unwrap_err().to_string();
        let place = file.path().display().to_string();
        assert!(
            text.contains(&place) && text.contains("line 2, overall.cals"),
            "{text}"
        );
        let nowhere = read_with(&["extract.budgets=/nowhere/b.yaml"]).unwrap();
        assert!(
            nowhere
                .budget()
                .unwrap_err()
                .to_string()
                .contains("/nowhere/b.yaml")
        );
    }

    #[test]
    fn a_lease_that_ends_before_its_call_is_refused() {
        let config = read_with(&["extract.lease-ms=1000"]).unwrap();
        let text = config.extraction().unwrap_err().to_string();
        assert!(text.contains("lease-ms"), "{text}");
    }

    #[test]
    fn the_lease_follows_the_timeout_unless_it_is_set() {
        let rules = ExtractionConfig::rules();
        assert_eq!(read_with(&[]).unwrap().lease_ms(&rules), rules.lease_ms());
        let set = read_with(&["extract.lease-ms=500000"]).unwrap();
        assert_eq!(set.lease_ms(&rules), 500_000);
    }
}
