//! `readonce contracts register|check`: the step of a deployment that may change the registry.

mod offline;
mod side;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use readonce_plumbing::config::{Kafka, Sources};
use readonce_plumbing::registry;

use crate::context::{Context, layers};
use crate::output;
use crate::output::say;
use offline::Found;
use side::Side;

#[derive(Debug, Subcommand)]
pub enum Contracts {
    /// Register every schema of this version, each subject under FULL_TRANSITIVE
    Register,
    /// Say what an edit breaks, by field and reason, without changing anything; exit 1 if it does
    ///
    /// Contracts are held against old bytes that are kept beside them, their mappings, and what the
    /// registry has.
    Check(Check),
}

#[derive(Debug, Args)]
pub struct Check {
    /// Compare with the contracts in this folder, or at this commit, in place of the registry
    #[arg(long, value_name = "DIR|COMMIT")]
    pub against: Option<String>,
    /// Check the contracts in this folder, in place of those that are compiled in; offline
    #[arg(long, value_name = "DIR")]
    pub schemas: Option<PathBuf>,
    /// Ask no registry
    #[arg(long)]
    pub offline: bool,
}

pub async fn run(context: &Context, command: Contracts) -> anyhow::Result<ExitCode> {
    match command {
        Contracts::Register => register(context).await,
        Contracts::Check(options) => check(context, &options).await,
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

async fn check(context: &Context, options: &Check) -> anyhow::Result<ExitCode> {
    let side = match &options.schemas {
        Some(folder) => Side::folder(folder)?,
        None => Side::compiled_in(),
    };
    let mut found = offline::check_alone(&side);
    if let Some(base) = &options.against {
        found.extend(offline::check_base(&side, &Side::named(base)?));
    } else if !options.offline && options.schemas.is_none() {
        found.extend(registered(context).await?);
    }
    let is_good = found.iter().all(|finding| !finding.is_fault());
    context.output.show(&found, || {
        let rows = found.iter().map(|finding| {
            let verdict = match finding.is_fault() {
                true => context.output.bad(finding.verdict),
                false => context.output.good(finding.verdict),
            };
            vec![
                finding.subject.clone(),
                finding.against.clone(),
                finding.field.clone().unwrap_or_default(),
                finding.detail.clone().unwrap_or_default(),
                verdict,
            ]
        });
        say!(
            "{}",
            output::table(
                &["subject", "against", "field", "why", "verdict"],
                rows.collect(),
                9
            )
        );
    })?;
    Ok(ExitCode::from(u8::from(!is_good)))
}

/// What registering would meet.
async fn registered(context: &Context) -> anyhow::Result<Vec<Found>> {
    let settings = context.kafka()?;
    let found = registry::check(&context.registry()?, &settings.kafka().namespace).await?;
    let found = found.into_iter().map(|finding| Found {
        subject: finding.subject,
        against: "the registry".to_owned(),
        verdict: finding.verdict,
        field: None,
        detail: finding.detail,
    });
    Ok(found.collect())
}

/// Registers without a word: part of bringing a local stack up.
pub async fn register_quietly(sources: &Sources) -> anyhow::Result<()> {
    let layers = layers(sources)?;
    let kafka: Kafka = layers.section("kafka")?;
    let registry = registry::Registry::new(&layers.section("registry")?)?;
    registry::register(&registry, &kafka.namespace).await?;
    Ok(())
}
