//! What a running canonicalize is made of.

use std::sync::Arc;
use std::time::Duration;

use readonce_model::{Service, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::catalog::open;
use readonce_plumbing::config::Layers;
use readonce_plumbing::consume::{Group, InOrder};
use readonce_plumbing::service::Ports;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::config::Config;
use crate::emit::Emitter;
use crate::parsers::Parsers;
use crate::partition;
use crate::shared::Shared;

/// Long enough to fold a burst together, short enough that nobody waits for it.
const LINGER: Duration = Duration::from_millis(5);

pub struct Wiring {
    config: Config,
    ports: Ports,
    shared: Arc<Shared>,
    /// Ends the following of the catalog when the service is done.
    _following: DropGuard,
}

impl Wiring {
    pub async fn open(layers: &Layers, stop: CancellationToken) -> Result<Self, Halt> {
        let config = Config::read(layers)?;
        let ports =
            Ports::open(Service::Canonicalize, config.instance.clone(), layers, stop).await?;
        ports
            .ensure_topics(&[
                Topic::Catalog,
                Topic::RawPages,
                Topic::Observations,
                Topic::Presence,
                Topic::Runs,
                Topic::Snapshots,
                Topic::ExtractRequests,
                Topic::DeadLetter(Service::Canonicalize),
            ])
            .await?;
        // Followed for as long as records are folded, which is until the process ends: the drain
        // after a stop still reads pages.
        let following = CancellationToken::new();
        let parsers = open::<Parsers>(&ports.settings, &ports.decoder, following.clone()).await?;
        let shared = Shared {
            parsers,
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
            _following: following.drop_guard(),
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
