//! `readonce up`: the four services in one process, or some of them.
//!
//! They share nothing but the process: each has its own clients and meets the others at the topics.

use std::process::ExitCode;

use clap::Args;
use readonce_model::Service;
use readonce_plumbing::config::Layers;
use readonce_plumbing::{Halt, shutdown, telemetry};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::context::Context;

#[derive(Clone, Debug, Args)]
pub struct Up {
    /// Run only this service; repeatable
    #[arg(long, value_name = "SERVICE")]
    pub only: Vec<Service>,
    /// Print the configuration after all layers, secrets masked, and end
    #[arg(long)]
    pub dump_config: bool,
}

pub async fn run(context: &Context, options: Up) -> anyhow::Result<ExitCode> {
    let layers = context.layers()?;
    let services = if options.only.is_empty() {
        Service::ALL.to_vec()
    } else {
        options.only
    };
    if options.dump_config {
        print!("{}", dump(&layers, &services)?);
        return Ok(ExitCode::SUCCESS);
    }
    telemetry::start_logs(&layers.section("telemetry")?)?;
    let stop = shutdown::on_signals()?;
    run_services(&layers, &services, &stop).await?;
    Ok(ExitCode::SUCCESS)
}

fn dump(layers: &Layers, services: &[Service]) -> Result<String, Halt> {
    let mut own = toml::Table::new();
    for service in services {
        own.extend(match service {
            Service::Ingest => readonce_ingest::effective(layers)?,
            Service::Canonicalize => readonce_canonicalize::effective(layers)?,
            Service::Extract => readonce_extract::effective(layers)?,
            Service::Sink => readonce_sink::effective(layers)?,
        });
    }
    readonce_plumbing::entry::dump(layers, own)
}

/// Runs until the token says stop; the first service that halts stops the others too.
pub async fn run_services(
    layers: &Layers,
    services: &[Service],
    stop: &CancellationToken,
) -> Result<(), Halt> {
    let mut running = JoinSet::new();
    for service in services {
        let (layers, stop) = (layers.clone(), stop.clone());
        let service = *service;
        running.spawn(async move {
            match service {
                Service::Ingest => readonce_ingest::run(&layers, stop).await,
                Service::Canonicalize => readonce_canonicalize::run(&layers, stop).await,
                Service::Extract => readonce_extract::run(&layers, stop).await,
                Service::Sink => readonce_sink::run(&layers, stop).await,
            }
        });
    }
    let mut first_fault = Ok(());
    while let Some(ended) = running.join_next().await {
        let result = ended.unwrap_or_else(|error| Err(Halt::Internal(error.to_string())));
        if result.is_err() {
            stop.cancel();
        }
        first_fault = first_fault.and(result);
    }
    first_fault
}
