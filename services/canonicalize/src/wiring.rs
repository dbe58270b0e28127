//! What a running canonicalize is made of.

use std::sync::Arc;
use std::time::Duration;

use readonce_model::{Service, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::config::Layers;
use readonce_plumbing::consume::{Group, InOrder};
use readonce_plumbing::service::Ports;
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::emit::Emitter;
use crate::partition;
use crate::shared::Shared;

/// Long enough to fold a burst together, short enough that nobody waits for it.
const LINGER: Duration = Duration::from_millis(5);

pub struct Wiring {
    config: Config,
    ports: Ports,
    shared: Arc<Shared>,
}

impl Wiring {
    pub async fn open(layers: &Layers, stop: CancellationToken) -> Result<Self, Halt> {
        let config = Config::read(layers)?;
        let ports =
            Ports::open(Service::Canonicalize, config.instance.clone(), layers, stop).await?;
        ports
            .ensure_topics(&[
                Topic::RawPages,
                Topic::Observations,
                Topic::Presence,
                Topic::Runs,
                Topic::Snapshots,
                Topic::ExtractRequests,
                Topic::DeadLetter(Service::Canonicalize),
            ])
            .await?;
        let shared = Shared {
            settings: ports.settings.clone(),
            decoder: ports.decoder.clone(),
            emitter: Emitter::open(&ports).await?,
            cut: InOrder {
                most: config.batch_records,
                linger: LINGER,
            },
        };
        Ok(Self {
            config,
            ports,
            shared: Arc::new(shared),
        })
    }

    pub async fn run(self) -> Result<(), Halt> {
        self.ports.serve_health().await?;
        let parts = self
            .ports
            .group(vec![Topic::RawPages], self.config.inbox_records);
        let shared = self.shared;
        let group = Group::new(parts, move |owned| partition::work(shared.clone(), owned));
        group.run(self.ports.stop.clone()).await
    }
}
