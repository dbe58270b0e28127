//! What every service is wired from: settings, producer, codec, health.

use std::time::Duration;

use readonce_model::{Namespace, Service, Topic};
use tokio_util::sync::CancellationToken;

use crate::Halt;
use crate::config::{self, Layers};
use crate::consume::GroupParts;
use crate::health::{self, Health};
use crate::kafka::{Admin, ClientSettings, Producer};
use crate::registry::{Decoder, Encoder, Registry};

const START_PAUSE: Duration = Duration::from_secs(1);

/// Parts that a service shares with nobody.
pub struct Ports {
    pub service: Service,
    pub instance: config::Instance,
    pub settings: ClientSettings,
    pub producer: Producer,
    pub registry: Registry,
    pub decoder: Decoder,
    pub health: Health,
    pub stop: CancellationToken,
}

impl Ports {
    /// Connects to what everybody needs, and waits for what is still starting.
    pub async fn open(
        service: Service,
        instance: config::Instance,
        layers: &Layers,
        stop: CancellationToken,
    ) -> Result<Self, Halt> {
        let settings = ClientSettings::new(layers.section("kafka")?)?;
        let registry = Registry::new(&layers.section("registry")?)?;
        let admin = Admin::new(&settings)?;
        let patience = Duration::from_secs(instance.start_patience_s);
        let broker = || async { admin.partitions().await.map(|_| ()) };
        patiently(&stop, patience, broker).await?;
        let ping = || async {
            registry
                .ping()
                .await
                .map_err(|error| unreachable(&registry, error))
        };
        patiently(&stop, patience, ping).await?;
        let producer = Producer::new(&settings)?;
        let decoder = Decoder::new(registry.clone());
        let health = Health::default();
        Ok(Self {
            service,
            instance,
            settings,
            producer,
            registry,
            decoder,
            health,
            stop,
        })
    }

    pub fn namespace(&self) -> &Namespace {
        &self.settings.kafka().namespace
    }

    pub async fn encoder(&self, topic: Topic) -> Result<Encoder, Halt> {
        Encoder::look_up(&self.registry, self.namespace(), topic).await
    }

    /// Makes the topics that this service reads and writes, or checks them.
    pub async fn ensure_topics(&self, topics: &[Topic]) -> Result<(), Halt> {
        let made = Admin::new(&self.settings)?.ensure(topics).await?;
        if !made.is_empty() {
            tracing::info!(topics = ?made, "made");
        }
        Ok(())
    }

    /// Starts the health server and says where it is.
    pub async fn serve_health(&self) -> Result<std::net::SocketAddr, Halt> {
        let listen = self.instance.listen;
        let address = health::serve(listen, self.health.clone(), self.stop.clone()).await?;
        tracing::info!(service = %self.service, instance = self.instance.name, %address, "up");
        Ok(address)
    }

    pub fn group(&self, topics: Vec<Topic>, inbox_records: usize) -> GroupParts {
        GroupParts {
            service: self.service,
            instance: self.instance.name.clone(),
            topics,
            inbox_records,
            producer: self.producer.clone(),
            health: self.health.clone(),
        }
    }
}

fn unreachable(registry: &Registry, error: crate::registry::RegistryError) -> Halt {
    Halt::Unreachable {
        part: "registry",
        address: registry.url().to_owned(),
        detail: error.to_string(),
    }
}

/// Tries until it works, the patience ends, or the process is asked to stop.
pub async fn patiently<F>(
    stop: &CancellationToken,
    patience: Duration,
    attempt: impl Fn() -> F,
) -> Result<(), Halt>
where
    F: Future<Output = Result<(), Halt>>,
{
    let deadline = tokio::time::Instant::now() + patience;
    loop {
        let error = match attempt().await {
            Ok(()) => return Ok(()),
            Err(error @ Halt::Unreachable { .. }) => error,
            Err(other) => return Err(other),
        };
        if stop.is_cancelled() || tokio::time::Instant::now() >= deadline {
            return Err(error);
        }
        tracing::warn!(%error, "waiting for it");
        tokio::time::sleep(START_PAUSE).await;
    }
}
