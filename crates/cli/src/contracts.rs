//! `readonce contracts register|check`: the step of a deployment that may change the registry.

use std::process::ExitCode;

use clap::Subcommand;
use readonce_plumbing::config::{Kafka, Sources};
use readonce_plumbing::registry;

use crate::context::{Context, layers};
use crate::output;
use crate::output::say;

#[derive(Debug, Subcommand)]
pub enum Contracts {
    /// Register every schema of this version, each subject under FULL_TRANSITIVE
    Register,
    /// Say what registering would meet, without changing anything; exit 1 on a breaking change
    Check,
}

pub async fn run(context: &Context, command: Contracts) -> anyhow::Result<ExitCode> {
    match command {
        Contracts::Register => register(context).await,
        Contracts::Check => check(context).await,
    }
}

async fn register(context: &Context) -> anyhow::Result<ExitCode> {
    let settings = context.kafka()?;
    let done = registry::register(&context.registry()?, &settings.kafka().namespace).await?;
    context.output.show(&done, || {
        let rows = done.iter().map(|one| {
            let state = if one.is_new {
                "registered"
            } else {
                "was there"
            };
            vec![one.subject.clone(), state.to_owned(), one.id.to_string()]
        });
        say!(
            "{}",
            output::table(&["subject", "", "id"], rows.collect(), 2)
        );
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn check(context: &Context) -> anyhow::Result<ExitCode> {
    let settings = context.kafka()?;
    let found = registry::check(&context.registry()?, &settings.kafka().namespace).await?;
    let is_good = found.iter().all(|finding| !finding.is_fault());
    context.output.show(&found, || {
        let rows = found.iter().map(|finding| {
            let verdict = match finding.is_fault() {
                true => context.output.bad(finding.verdict),
                false => context.output.good(finding.verdict),
            };
            vec![
                finding.subject.clone(),
                verdict,
                finding.detail.clone().unwrap_or_default(),
            ]
        });
        say!(
            "{}",
            output::table(&["subject", "why", "verdict"], rows.collect(), 9)
        );
    })?;
    Ok(ExitCode::from(u8::from(!is_good)))
}

/// Registers without a word: part of bringing a local stack up.
pub async fn register_quietly(sources: &Sources) -> anyhow::Result<()> {
    let layers = layers(sources)?;
    let kafka: Kafka = layers.section("kafka")?;
    let registry = registry::Registry::new(&layers.section("registry")?)?;
    registry::register(&registry, &kafka.namespace).await?;
    Ok(())
}
