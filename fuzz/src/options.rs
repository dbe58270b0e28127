//! The command line.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};

use super::targets::Target;

#[derive(Clone, Debug)]
pub struct Options {
    pub targets: Vec<Target>,
    pub seconds: u64,
    pub seed: u64,
    pub failures: PathBuf,
    /// Runs these inputs and no others.
    pub replay: Vec<PathBuf>,
    /// In this process, without another one around it.
    pub alone: bool,
    /// Every input is written down before it runs.
    pub trace: bool,
}

impl Options {
    pub fn read(words: impl Iterator<Item = String>) -> Result<Self> {
        let mut options = Self {
            targets: Vec::new(),
            seconds: 60,
            seed: 1,
            failures: PathBuf::from("fuzz/failures"),
            replay: Vec::new(),
            alone: false,
            trace: false,
        };
        let mut words = words;
        while let Some(word) = words.next() {
            let mut value = || {
                words
                    .next()
                    .with_context(|| format!("{word} needs a value"))
            };
            match word.as_str() {
                "--seconds" => options.seconds = value()?.parse()?,
                "--seed" => options.seed = value()?.parse()?,
                "--failures" => options.failures = value()?.into(),
                "--replay" => options.replay.push(value()?.into()),
                "--alone" => options.alone = true,
                "--trace" => options.trace = true,
                other if other.starts_with('-') => bail!("unknown option {other}"),
                name => options.targets.push(target(name)?),
            }
        }
        if options.targets.is_empty() {
            options.targets = Target::ALL.to_vec();
        }
        Ok(options)
    }

    /// What a process of its own is given.
    pub fn for_child(&self, target: Target, trace: bool) -> Vec<String> {
        // Writing every input down is slow, so it is given more time to come as far again.
        let seconds = if trace {
            self.seconds * 4
        } else {
            self.seconds
        };
        let mut words = vec![
            target.name().to_owned(),
            "--alone".to_owned(),
            "--seconds".to_owned(),
            seconds.to_string(),
            "--seed".to_owned(),
            self.seed.to_string(),
            "--failures".to_owned(),
            self.failures.display().to_string(),
        ];
        if trace {
            words.push("--trace".to_owned());
        }
        words
    }
}

fn target(name: &str) -> Result<Target> {
    let known = Target::ALL.into_iter().find(|target| target.name() == name);
    known.ok_or_else(|| {
        let names: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
        anyhow!("'{name}' is no target; known: {}", names.join(", "))
    })
}
