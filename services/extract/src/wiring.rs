//! What a running extract is made of.

use std::sync::Arc;

use readonce_core::extract::config::ExtractionConfig;
use readonce_core::extract::contract::Contract;
use readonce_core::extract::ledger::Policy;
use readonce_core::extract::lift::Lifts;
use readonce_model::{Service, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::config::Layers;
use readonce_plumbing::consume::Group;
use readonce_plumbing::kafka::{Admin, Lookup, Producer};
use readonce_plumbing::registry;
use readonce_plumbing::service::Ports;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::batch;
use crate::budget::{Gate, GateParts};
use crate::config::Config;
use crate::memory::Source;
use crate::provider;
use crate::request::Contracts;
use crate::shared::Shared;
use crate::spool::Spool;
use crate::watch::Watcher;
use crate::way::Way;
use crate::writer::Encoders;
use crate::{crash, worker};

pub struct Wiring {
    config: Config,
    ports: Ports,
    shared: Arc<Shared>,
}

impl Wiring {
    pub async fn open(layers: &Layers, stop: CancellationToken) -> Result<Self, Halt> {
        crash::arm()?;
        let config = Config::read(layers)?;
        let extraction = Arc::new(config.extraction()?);
        let provider = provider::open(&extraction)?;
        let contracts = contracts()?;
        let mut ports =
            Ports::open(Service::Extract, config.instance.clone(), layers, stop).await?;
        ports.producer = Producer::prompt(&ports.settings)?;
        ports.ensure_topics(&topics(&contracts)).await?;
        let admin = Admin::new(&ports.settings)?;
        let retention_ms = config.answers_retention_ms();
        admin.keep_for(&Topic::ExtractAnswers, retention_ms).await?;
        let source = Source {
            settings: ports.settings.clone(),
            decoder: ports.decoder.clone(),
        };
        let gate = gate(&config, &extraction, &ports, &source).await?;
        let shared = Shared {
            instance: config.instance.name.clone(),
            policy: Policy::of(&extraction),
            lease_ms: config.lease_ms(&extraction),
            held_requests: config.held_requests,
            deferred_requests: config.deferred_requests,
            gate,
            provider,
            way: Arc::new(Way::new(&extraction, config.concurrency)),
            watcher: Arc::new(Watcher::new(&extraction, &contracts)),
            batch: batch(&config, &extraction, &ports)?,
            batch_lines: config.batch_lines,
            spool: spool(&config, &ports)?,
            source,
            encoders: Arc::new(Encoders::open(&ports, contracts.keys()).await?),
            places: Arc::new(Semaphore::new(config.concurrency)),
            contracts,
            lifts: lifts()?,
            lookup: Lookup::new(&ports.settings)?,
            extraction,
        };
        Ok(Self {
            config,
            ports,
            shared: Arc::new(shared),
        })
    }

    pub async fn run(self) -> Result<(), Halt> {
        let extraction = &self.shared.extraction;
        tracing::info!(
            config = extraction.name,
            version = extraction.config_version(),
            provider = extraction.provider.as_str(),
            model = extraction.model_name(),
            lease_ms = self.shared.lease_ms,
            "extraction config"
        );
        self.ports.serve_health().await?;
        let inbox = self.config.inbox_records;
        let parts = self.ports.group(vec![Topic::ExtractRequests], inbox);
        let (shared, gate) = (self.shared.clone(), self.shared.gate.clone());
        let group = Group::new(parts, move |owned| worker::work(shared.clone(), owned));
        group.run(self.ports.stop.clone()).await?;
        gate.and_then(|gate| gate.fault()).map_or(Ok(()), Err)
    }
}

/// Every contract that this version has compiled in.
fn contracts() -> Result<Contracts, Halt> {
    let compile = |id| {
        let contract = Contract::built_in(&id);
        let contract = contract.map_err(|error| Halt::Internal(error.to_string()))?;
        Ok((id, Arc::new(contract)))
    };
    registry::contracts()?.into_iter().map(compile).collect()
}

/// How earlier profiles become later ones.
fn lifts() -> Result<Lifts, Halt> {
    Lifts::built_in().map_err(|error| Halt::Internal(error.to_string()))
}

fn topics(contracts: &Contracts) -> Vec<Topic> {
    let fixed = [
        Topic::ExtractRequests,
        Topic::ExtractAttempts,
        Topic::ExtractAnswers,
        Topic::DeadLetter(Service::Extract),
    ];
    let profiles = contracts.keys().cloned().map(Topic::Profiles);
    fixed.into_iter().chain(profiles).collect()
}

/// The rules cost nothing, so nothing holds them up.
async fn gate(
    config: &Config,
    extraction: &ExtractionConfig,
    ports: &Ports,
    source: &Source,
) -> Result<Option<Arc<Gate>>, Halt> {
    let budget = config.budget()?;
    let Some(budget) = budget.filter(|_| extraction.provider.asks_a_model()) else {
        return Ok(None);
    };
    let parts = GateParts {
        budget,
        source: source.clone(),
        most_at_once: config.concurrency,
        stop: ports.stop.clone(),
    };
    Gate::open(parts).await.map(Some)
}

/// Each namespace has its own folder: an answer must never be published into another world.
fn spool(config: &Config, ports: &Ports) -> Result<Spool, Halt> {
    let folder = config.spool.join(ports.namespace().as_str());
    Spool::open(folder).map_err(|error| Halt::Config(format!("[extract] {error}")))
}

/// What is on its way lies below the spool, as restricted as that is.
fn batch(
    config: &Config,
    extraction: &Arc<ExtractionConfig>,
    ports: &Ports,
) -> Result<Option<Arc<batch::Ports>>, Halt> {
    let Some(batches) = provider::open_batches(extraction)? else {
        return Ok(None);
    };
    let namespace = ports.namespace().as_str().to_owned();
    let path = config.spool.join(&namespace).join("batches");
    let folder = batch::Folder::open(path.clone())
        .map_err(|error| Halt::Config(format!("[extract] spool {}: {error}", path.display())))?;
    Ok(Some(Arc::new(batch::Ports {
        batches,
        folder,
        namespace,
    })))
}
