//! The settings of ingest: one section, checked as a whole before anything starts.

use std::time::Duration;

use readonce_plumbing::Halt;
use readonce_plumbing::config::{Instance, Layers};
use serde::{Deserialize, Serialize};

use crate::http::Manners;

const SECTION: &str = "ingest";
/// A lease is renewed three times in its length, and a renewal takes a moment.
const SHORTEST_LEASE_S: u64 = 3;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ingest {
    pub user_agent: String,
    pub max_parallel_runs: usize,
    pub max_parallel_per_host: usize,
    pub host_gap_ms: u64,
    pub connect_timeout_s: u64,
    pub lease_s: u64,
    pub inbox_records: usize,
    // TOML wants tables after plain values.
    pub instance: Instance,
}

impl Ingest {
    pub fn read(layers: &Layers) -> Result<Self, Halt> {
        let config: Self = layers.section(SECTION)?;
        let faults = config.faults();
        match faults.is_empty() {
            true => Ok(config),
            false => Err(Halt::Config(format!("[{SECTION}] {}", faults.join("; ")))),
        }
    }

    fn faults(&self) -> Vec<String> {
        let counts = [
            ("max-parallel-runs", self.max_parallel_runs),
            ("max-parallel-per-host", self.max_parallel_per_host),
            ("inbox-records", self.inbox_records),
        ];
        let zero = counts.into_iter().filter(|(_, count)| *count == 0);
        let mut faults: Vec<_> = zero
            .map(|(key, _)| format!("{key} must be at least 1"))
            .collect();
        if self.lease_s < SHORTEST_LEASE_S {
            faults.push(format!("lease-s must be at least {SHORTEST_LEASE_S}"));
        }
        if self.connect_timeout_s == 0 {
            faults.push("connect-timeout-s must be at least 1".to_owned());
        }
        let printable = self.user_agent.bytes().all(|b| (0x20..0x7f).contains(&b));
        if self.user_agent.trim().is_empty() || !printable {
            faults.push("user-agent must be printable ASCII".to_owned());
        }
        if self.instance.name.trim().is_empty() {
            faults.push("instance.name is empty; leases are held under it".to_owned());
        }
        faults
    }

    pub(crate) fn lease_ms(&self) -> i64 {
        i64::try_from(self.lease_s.saturating_mul(1000)).unwrap_or(i64::MAX)
    }

    pub(crate) fn manners(&self) -> Manners {
        Manners {
            user_agent: self.user_agent.clone(),
            connect_timeout: Duration::from_secs(self.connect_timeout_s),
            host_gap: Duration::from_millis(self.host_gap_ms),
            parallel_per_host: self.max_parallel_per_host,
        }
    }
}

/// The section as it is after all layers, for `--dump-config`.
pub fn effective(layers: &Layers) -> Result<toml::Table, Halt> {
    readonce_plumbing::entry::section(SECTION, &Ingest::read(layers)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use readonce_plumbing::config::Sources;

    fn layers(overrides: &[&str]) -> Layers {
        let overrides = overrides.iter().map(|text| (*text).to_owned()).collect();
        let sources = Sources {
            file: None,
            overrides,
        };
        Layers::new(&sources, &[crate::DEFAULTS]).unwrap()
    }

    #[test]
    fn the_defaults_are_sound() {
        let config = Ingest::read(&layers(&[])).unwrap();
        assert_eq!(config.lease_ms(), 60_000);
        assert_eq!(config.instance.name, "ingest-1");
    }

    #[test]
    fn all_faults_come_at_once() {
        let error = Ingest::read(&layers(&[
            "ingest.lease-s=0",
            "ingest.max-parallel-runs=0",
            "ingest.user-agent=\"a\\nb\"",
        ]))
        .unwrap_err()
        .to_string();
        for key in ["lease-s", "max-parallel-runs", "user-agent"] {
            assert!(error.contains(key), "{error}");
        }
    }

    #[test]
    fn the_effective_section_can_be_printed() {
        let table = effective(&layers(&["ingest.lease-s=30"])).unwrap();
        assert!(table.to_string().contains("lease-s = 30"));
    }
}
