//! The `[canonicalize]` section.

use readonce_plumbing::Halt;
use readonce_plumbing::config::{Instance, Layers};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    pub instance: Instance,
    pub batch_records: usize,
    pub inbox_records: usize,
}

impl Config {
    pub fn read(layers: &Layers) -> Result<Self, Halt> {
        let config: Self = layers.section("canonicalize")?;
        let faults: Vec<_> = config.faults().collect();
        match faults.is_empty() {
            true => Ok(config),
            false => Err(Halt::Config(format!(
                "[canonicalize] {}",
                faults.join("; ")
            ))),
        }
    }

    fn faults(&self) -> impl Iterator<Item = &'static str> {
        let checks = [
            (self.batch_records == 0, "batch-records must be at least 1"),
            (self.inbox_records == 0, "inbox-records must be at least 1"),
            (
                self.instance.name.trim().is_empty(),
                "instance.name is empty",
            ),
        ];
        checks
            .into_iter()
            .filter(|(is_fault, _)| *is_fault)
            .map(|(_, words)| words)
    }
}
