//! The extract service as a process on a real broker and a real registry, before a model server of
//! fixed latency: how many calls it holds in flight and at what cost, how fast it answers from its
//! ledger, how fast it remembers, and what kills cost. Prints one JSON object.
//!
//! `READONCE_TEST_CONFIG` names the configuration of a running stack. `--only NAME` runs one part
//! (`in_flight`, `ledger`, `kills`), `--keys N` another size of the ledger, and `--set SECTION.KEY=VALUE`
//! changes a setting of the service. What is said on standard
//! error is for people; nothing here decides whether a figure is good enough.

mod contents;
mod fill;
mod in_flight;
mod kills;
mod known;
mod service;
mod world;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use world::Stack;

/// Profiles of the ledger that is restored and answered from.
const KEYS: u32 = 1_000_000;

const PARTS: [&str; 3] = ["in_flight", "ledger", "kills"];

struct Options {
    only: Option<String>,
    keys: u32,
    set: Vec<String>,
}

impl Options {
    fn wants(&self, part: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == part)
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = options()?;
    let stack = std::env::var_os("READONCE_TEST_CONFIG").map(PathBuf::from);
    let stack = stack.context("READONCE_TEST_CONFIG names no stack: run 'make bench-extract'")?;
    let stack = Stack {
        config: stack,
        set: options.set.clone(),
    };
    let mut told = Map::new();
    if options.wants("in_flight") {
        told.insert("in_flight".to_owned(), in_flight::measure(&stack).await?);
    }
    if options.wants("ledger") {
        let (restore, ledger) = known::measure(&stack, options.keys).await?;
        told.insert("restore".to_owned(), restore);
        told.insert("ledger".to_owned(), ledger);
    }
    if options.wants("kills") {
        told.insert("kills".to_owned(), kills::measure(&stack).await?);
    }
    println!("{:#}", Value::Object(told));
    Ok(())
}

fn options() -> Result<Options> {
    let mut options = Options {
        only: None,
        keys: KEYS,
        set: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next();
        let value = value.with_context(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--only" if PARTS.contains(&value.as_str()) => options.only = Some(value),
            "--only" => bail!("no part is called {value}; known: {}", PARTS.join(", ")),
            "--set" => options.set.push(value),
            "--keys" => options.keys = value.parse()?,
            _ => bail!("unknown option {word}"),
        }
    }
    Ok(options)
}
