//! `readonce reset`: move consumer groups back for a replay, or throw a whole world away.
//!
//! Rewinding is a legal operation: each service's memory is the topic that it writes, so the same
//! records come out and nothing is paid again.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Subcommand;
use readonce_model::Service;
use readonce_plumbing::kafka::{Admin, ClientSettings, GroupOffsets};
use readonce_plumbing::registry;
use readonce_sink::config::ClickHouse;
use readonce_sink::query::Query;
use serde_json::json;

use crate::context::Context;
use crate::fault::usage;
use crate::output::say;

/// A static member counts until its session ends, 45 s after the process by default.
const EMPTY_PATIENCE: Duration = Duration::from_secs(70);
const EMPTY_PAUSE: Duration = Duration::from_millis(500);

#[derive(Debug, Subcommand)]
pub enum Reset {
    /// Rewind consumer groups to the beginning of their topics; the services must be stopped
    Offsets {
        /// Only this service's group; repeatable (default: all four)
        #[arg(long, value_name = "SERVICE")]
        service: Vec<Service>,
    },
    /// Delete every topic, group offset and table of the configured namespace and database
    World {
        /// Really do it
        #[arg(long)]
        yes: bool,
    },
}

pub async fn run(context: &Context, command: Reset) -> anyhow::Result<ExitCode> {
    match command {
        Reset::Offsets { service } => offsets(context, service).await,
        Reset::World { yes } => world(context, yes).await,
    }
}

async fn offsets(context: &Context, services: Vec<Service>) -> anyhow::Result<ExitCode> {
    let services = if services.is_empty() {
        Service::ALL.to_vec()
    } else {
        services
    };
    let settings = context.kafka()?;
    for service in &services {
        let group = settings.kafka().namespace.group(*service);
        let offsets = GroupOffsets::new(&settings, group.clone());
        wait_until_empty(context, &offsets, &group).await?;
        offsets
            .rewind(&service.inputs(&registry::contracts()?))
            .await?;
    }
    let names: Vec<_> = services.iter().map(|service| service.name()).collect();
    context.output.show(&json!({ "rewound": names }), || {
        say!("rewound to the beginning: {}", names.join(", "));
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn wait_until_empty(
    context: &Context,
    offsets: &GroupOffsets,
    group: &str,
) -> anyhow::Result<()> {
    let deadline = Instant::now() + EMPTY_PATIENCE;
    let mut has_told = false;
    loop {
        let members = offsets.members().await?;
        if members.is_empty() {
            return Ok(());
        }
        if Instant::now() >= deadline {
            bail!(
                "group {group} still has {} members; stop its service first",
                members.len()
            );
        }
        if !has_told && !context.output.is_json {
            eprintln!("waiting until the broker has let go of the members of {group} …");
            has_told = true;
        }
        tokio::time::sleep(EMPTY_PAUSE).await;
    }
}

async fn world(context: &Context, yes: bool) -> anyhow::Result<ExitCode> {
    let settings = context.kafka()?;
    if !yes {
        let namespace = settings.kafka().namespace.as_str();
        return Err(usage(format!(
            "this deletes all topics of namespace '{namespace}' and its ClickHouse database; add --yes"
        )));
    }
    // Nothing is deleted while somebody may still write it.
    for service in Service::ALL {
        let group = settings.kafka().namespace.group(service);
        let offsets = GroupOffsets::new(&settings, group.clone());
        wait_until_empty(context, &offsets, &group).await?;
    }
    let topics = delete_world(&context.layers()?, &settings).await?;
    context
        .output
        .show(&json!({ "deleted_topics": topics }), || {
            say!(
                "deleted {} topics, their groups, and the database",
                topics.len()
            );
        })?;
    Ok(ExitCode::SUCCESS)
}

/// Topics, groups and tables. Registered schemas stay: ids are for ever.
pub async fn delete_world(
    layers: &readonce_plumbing::config::Layers,
    settings: &ClientSettings,
) -> anyhow::Result<Vec<String>> {
    let admin = Admin::new(settings)?;
    let topics = admin.delete_all().await?;
    let groups: Vec<_> = Service::ALL
        .iter()
        .map(|service| settings.kafka().namespace.group(*service))
        .collect();
    let groups: Vec<_> = groups.iter().map(String::as_str).collect();
    admin.delete_groups(&groups).await?;
    Query::new(&ClickHouse::read(layers)?)
        .drop_database()
        .await?;
    Ok(topics)
}
