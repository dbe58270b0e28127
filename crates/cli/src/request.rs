//! `readonce run`: ask the owners of sources for a run now.

use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use readonce_ingest::control;
use readonce_model::Topic;
use readonce_plumbing::config::Layers;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Admin, ClientSettings, Producer};
use readonce_plumbing::registry::{Decoder, Encoder, Registry};
use serde_json::json;

use crate::apply::operator;
use crate::context::Context;
use crate::fault::usage;
use crate::output::say;

#[derive(Debug, Args)]
pub struct Run {
    /// Sources to fetch now
    #[arg(value_name = "SOURCE")]
    pub sources: Vec<String>,
    /// Every source of the catalog
    #[arg(long, conflicts_with = "sources")]
    pub all: bool,
}

pub async fn run(context: &Context, options: Run) -> anyhow::Result<ExitCode> {
    let layers = context.layers()?;
    let known = known_sources(&layers).await?;
    let wanted = match (options.all, options.sources.is_empty()) {
        (true, _) => known.clone(),
        (false, true) => return Err(usage("name a source, or --all")),
        (false, false) => options.sources,
    };
    let unknown: Vec<_> = wanted
        .iter()
        .filter(|name| !known.contains(name))
        .cloned()
        .collect();
    if !unknown.is_empty() {
        let known = if known.is_empty() {
            "nothing".to_owned()
        } else {
            known.join(", ")
        };
        bail!("not in the catalog: {}; it has {known}", unknown.join(", "));
    }
    ask(&layers, &wanted, &operator()).await?;
    context.output.show(&json!({ "requested": wanted }), || {
        say!("asked for {}", wanted.join(", "));
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn known_sources(layers: &Layers) -> anyhow::Result<Vec<String>> {
    let settings = ClientSettings::new(layers.section("kafka")?)?;
    Admin::new(&settings)?
        .ensure(&[Topic::Catalog, Topic::Tasks])
        .await?;
    let decoder = Decoder::new(Registry::new(&layers.section("registry")?)?);
    let mut names: Vec<_> = control::read_catalog(&settings, &decoder)
        .await?
        .entries
        .into_iter()
        .filter(|entry| entry.kind == control::SOURCE_KIND)
        .map(|entry| entry.name)
        .collect();
    names.sort();
    Ok(names)
}

/// Writes one request a source.
pub async fn ask(layers: &Layers, sources: &[String], operator: &str) -> anyhow::Result<()> {
    let settings = ClientSettings::new(layers.section("kafka")?)?;
    let registry = Registry::new(&layers.section("registry")?)?;
    let encoder = Encoder::look_up(&registry, &settings.kafka().namespace, Topic::Tasks).await?;
    let producer = Producer::new(&settings)?;
    for source in sources {
        control::request_run(&producer, &encoder, source, operator, now_ms()).await?;
    }
    Ok(())
}
