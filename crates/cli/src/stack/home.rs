//! The folder of a stack: everything lies in it, and one file remembers what runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::part::Part;
use crate::fault::usage;

/// A folder that holds `dist` (downloads), `data`, `logs`, `stack.json` and `readonce.toml`.
#[derive(Clone, Debug)]
pub struct Home {
    root: PathBuf,
    dev: Option<PathBuf>,
}

/// What is known of a running part.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Running {
    pub pid: u32,
    pub port: u16,
}

/// The stack as it was last started.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
pub struct Record {
    pub parts: BTreeMap<Part, Running>,
}

impl Home {
    /// The given folder, or `.readonce` beside the `dev` folder that is found upwards from here.
    pub fn new(given: Option<&Path>) -> anyhow::Result<Self> {
        let here = std::env::current_dir().context("the working folder is gone")?;
        let dev = find_dev(&here);
        let beside = || {
            dev.as_deref()
                .and_then(Path::parent)
                .unwrap_or(&here)
                .join(".readonce")
        };
        let root = given.map_or_else(beside, |path| here.join(path));
        Ok(Self { root, dev })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The scripts that know how each part is downloaded and started.
    pub fn dev(&self) -> anyhow::Result<&Path> {
        self.dev.as_deref().ok_or_else(|| {
            usage("no dev/ folder from here upwards; run it inside a checkout, or set READONCE_DEV")
        })
    }

    /// Downloads are shared by all stacks of a checkout.
    pub fn dist(&self) -> anyhow::Result<PathBuf> {
        let checkout = self.dev()?.parent().unwrap_or(&self.root);
        Ok(checkout.join(".readonce/dist"))
    }

    pub fn data(&self, part: Part) -> PathBuf {
        self.root.join("data").join(part.name())
    }

    pub fn log(&self, part: Part) -> PathBuf {
        self.root.join("logs").join(format!("{}.log", part.name()))
    }

    /// Addresses of the running stack, in the form of a configuration file.
    pub fn config_file(&self) -> PathBuf {
        self.root.join("readonce.toml")
    }

    pub fn read(&self) -> anyhow::Result<Record> {
        let file = self.root.join("stack.json");
        match std::fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .with_context(|| format!("{} is damaged; delete it", file.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Record::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
        }
    }

    pub fn write(&self, record: &Record) -> anyhow::Result<()> {
        std::fs::create_dir_all(&self.root)
            .with_context(|| format!("cannot make {}", self.root.display()))?;
        std::fs::write(
            self.root.join("stack.json"),
            serde_json::to_vec_pretty(record)?,
        )?;
        std::fs::write(self.config_file(), config_text(record))?;
        Ok(())
    }

    pub fn forget(&self) -> anyhow::Result<()> {
        for file in [self.root.join("stack.json"), self.config_file()] {
            match std::fs::remove_file(&file) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot delete {}", file.display()));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn find_dev(here: &Path) -> Option<PathBuf> {
    let given = std::env::var_os("READONCE_DEV").map(PathBuf::from);
    let above = here.ancestors().map(|folder| folder.join("dev"));
    given
        .into_iter()
        .chain(above)
        .find(|dev| dev.join("setup.sh").is_file())
}

fn config_text(record: &Record) -> String {
    let mut text = "# Written by 'readonce stack up': where the local stack listens.\n".to_owned();
    for (part, running) in &record.parts {
        text.push_str(&part.config(running.port));
    }
    text
}
