//! Puts ingest together: ports, catalog, fetcher, one worker a partition.

use std::sync::Arc;

use readonce_model::{Service, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::catalog::open;
use readonce_plumbing::config::Layers;
use readonce_plumbing::consume::Group;
use readonce_plumbing::service::Ports;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::catalog::Sources;
use crate::config::Ingest;
use crate::http::Fetcher;
use crate::run::{RawTopic, Tools};
use crate::shared::Shared;
use crate::worker;

const TOPICS: [Topic; 5] = [
    Topic::Catalog,
    Topic::Tasks,
    Topic::TaskAttempts,
    Topic::RawPages,
    Topic::DeadLetter(Service::Ingest),
];

/// Runs ingest until the token says stop or something makes going on impossible.
pub async fn run(layers: &Layers, stop: CancellationToken) -> Result<(), Halt> {
    let config = Ingest::read(layers)?;
    let instance = config.instance.clone();
    let ports = Ports::open(Service::Ingest, instance, layers, stop.clone()).await?;
    ports.ensure_topics(&TOPICS).await?;
    let shared = Arc::new(share(&config, &ports).await?);
    ports.serve_health().await?;
    // Read for as long as workers work: one that saw it end before its own stop would call it a
    // fault.
    let reading = CancellationToken::new();
    let _until_the_end = reading.clone().drop_guard();
    let view = open::<Sources>(&ports.settings, &ports.decoder, reading).await?;
    let parts = ports.group(vec![Topic::Tasks], config.inbox_records);
    let work = move |owned| worker::work(shared.clone(), view.clone(), owned);
    Group::new(parts, work).run(stop).await
}

async fn share(config: &Ingest, ports: &Ports) -> Result<Shared, Halt> {
    let tools = Tools {
        recorder: RawTopic {
            producer: ports.producer.clone(),
            encoder: ports.encoder(Topic::RawPages).await?,
        },
        fetcher: Fetcher::new(&config.manners())?,
    };
    Ok(Shared {
        instance: config.instance.name.clone(),
        lease_ms: config.lease_ms(),
        partitions: ports.settings.kafka().partitions,
        settings: ports.settings.clone(),
        producer: ports.producer.clone(),
        decoder: ports.decoder.clone(),
        tasks: ports.encoder(Topic::Tasks).await?,
        attempts: ports.encoder(Topic::TaskAttempts).await?,
        tools,
        places: Arc::new(Semaphore::new(config.max_parallel_runs)),
    })
}
