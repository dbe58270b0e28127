//! Puts the sink together: waits for its parts, makes the tables, and gives each partition a worker.

use std::sync::Arc;
use std::time::Duration;

use readonce_model::{Service, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::config::Layers;
use readonce_plumbing::consume::{Group, InOrder, in_order};
use readonce_plumbing::service::{Ports, patiently};
use tokio_util::sync::CancellationToken;

use crate::config::{Config, Sink};
use crate::reader::Reader;
use crate::schema::{self, ContractColumns};
use crate::stage::{Shared, SinkStage};
use crate::store::Store;

/// Runs the sink until the token says stop or something makes going on impossible.
pub async fn run(layers: &Layers, stop: CancellationToken) -> Result<(), Halt> {
    let config = Config::read(layers)?;
    let contracts = schema::contracts().map_err(|error| Halt::Internal(error.to_string()))?;
    let store = Store::new(&config.clickhouse);
    prepare(&store, &contracts, &config.sink, &stop).await?;
    let instance = config.sink.instance.clone();
    let ports = Ports::open(Service::Sink, instance, layers, stop.clone()).await?;
    let topics = Service::Sink.inputs(&ids(&contracts));
    let mut needed = topics.clone();
    needed.push(Topic::DeadLetter(Service::Sink));
    ports.ensure_topics(&needed).await?;
    ports.serve_health().await?;
    let group = ports.group(topics, config.sink.batch_rows);
    let shared = Arc::new(Shared {
        reader: Reader::new(ports.decoder.clone(), contracts.clone()),
        store,
        contracts,
        config: config.sink,
    });
    Group::new(group, move |owned| {
        let cut = cut(&shared.config);
        in_order(owned, SinkStage::new(shared.clone()), cut)
    })
    .run(stop)
    .await
}

async fn prepare(
    store: &Store,
    contracts: &[ContractColumns],
    config: &Sink,
    stop: &CancellationToken,
) -> Result<(), Halt> {
    let patience = Duration::from_secs(config.instance.start_patience_s);
    patiently(stop, patience, || async {
        match config.apply_schema {
            true => schema::apply(store, contracts).await,
            false => schema::check(store, contracts).await,
        }
    })
    .await
}

fn ids(contracts: &[ContractColumns]) -> Vec<readonce_model::ContractId> {
    contracts
        .iter()
        .map(|contract| contract.id().clone())
        .collect()
}

fn cut(config: &Sink) -> InOrder {
    InOrder {
        most: config.batch_rows,
        linger: Duration::from_millis(config.linger_ms),
    }
}
