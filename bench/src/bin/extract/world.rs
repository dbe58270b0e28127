//! A namespace of its own on the running stack: its topics, its model server, its extract.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use readonce_model::{Topic, request_key};
use readonce_plumbing::config::{Layers, Sources};
use readonce_plumbing::kafka::{Admin, ClientSettings, Output, Placement, Producer};
use readonce_plumbing::registry::{self, Encoder, Registry};
use readonce_testkit::model::{self, Latency, ModelServer, Options};

use crate::contents::Contents;
use crate::service::Service;

/// Records that are sent together.
const TOGETHER: usize = 2_000;

pub struct World {
    pub contents: Contents,
    pub model: ModelServer,
    pub producer: Producer,
    pub settings: ClientSettings,
    registry: Registry,
    requests: Encoder,
    sources: Sources,
    folder: tempfile::TempDir,
}

/// The running stack, and settings of the service for all worlds.
pub struct Stack {
    pub config: PathBuf,
    pub set: Vec<String>,
}

/// How a world is set up.
pub struct Setup<'a> {
    pub name: &'a str,
    /// What the model takes for an answer.
    pub latency: Duration,
    /// After which a call is given up as failed.
    pub timeout: Duration,
    /// Settings of the service. Example: `extract.concurrency=8`
    pub settings: &'a [String],
}

impl World {
    pub async fn open(stack: &Stack, setup: Setup<'_>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let options = Options {
            latency: Latency::Fixed(setup.latency),
            log_file: Some(folder.path().join("paid.log")),
            ..Options::default()
        };
        let model = model::serve(options).await?;
        let sources = sources(stack, folder.path(), &setup, &model)?;
        let layers = Layers::new(&sources, &[])?;
        let settings = ClientSettings::new(layers.section("kafka")?)?;
        let registry = Registry::new(&layers.section("registry")?)?;
        let namespace = settings.kafka().namespace.clone();
        registry::register(&registry, &namespace).await?;
        let contents = Contents::new()?;
        let topics = [
            Topic::ExtractRequests,
            Topic::ExtractAttempts,
            Topic::Profiles(contents.contract.clone()),
        ];
        Admin::new(&settings)?.ensure(&topics).await?;
        Ok(Self {
            requests: Encoder::look_up(&registry, &namespace, Topic::ExtractRequests).await?,
            producer: Producer::new(&settings)?,
            contents,
            model,
            settings,
            registry,
            sources,
            folder,
        })
    }

    pub fn start(&self) -> Result<Service> {
        Service::start(&self.sources, self.folder.path().join("extract.log"))
    }

    pub async fn encoder(&self, topic: Topic) -> Result<Encoder> {
        let namespace = &self.settings.kafka().namespace;
        Ok(Encoder::look_up(&self.registry, namespace, topic).await?)
    }

    /// Asks for contents, and returns when the broker has the requests.
    pub async fn request(&self, numbers: impl Iterator<Item = u32>) -> Result<()> {
        let mut together = Vec::with_capacity(TOGETHER);
        for number in numbers {
            together.push(self.output(number)?);
            if together.len() == TOGETHER {
                self.producer.send_all(&together).await?;
                together.clear();
            }
        }
        Ok(self.producer.send_all(&together).await?)
    }

    pub fn output(&self, number: u32) -> Result<Output> {
        let request = self.contents.request(number)?;
        let key = request_key(&request.content_hash, &request.contract);
        let beside = Placement::Beside(request.content_hash.to_string());
        let value = self.requests.encode(&request);
        let value = value.map_err(|reason| anyhow::anyhow!("no request: {reason}"))?;
        Ok(Output::new(Topic::ExtractRequests, beside, key, value))
    }
}

fn sources(
    stack: &Stack,
    folder: &Path,
    setup: &Setup<'_>,
    model: &ModelServer,
) -> Result<Sources> {
    let age = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let unique = format!("bench_{}_{}", setup.name, age.as_micros());
    let config: PathBuf = folder.join("model.yaml");
    let yaml = format!(
        "name: bench\nprovider: openai\nmodel: bench\nbase-url: {}\ntimeout-ms: {}\n",
        model.base_url(),
        setup.timeout.as_millis()
    );
    std::fs::write(&config, yaml).context("no extraction config")?;
    let mut overrides = vec![
        format!("kafka.namespace={unique}"),
        format!("extract.config={}", config.display()),
        format!("extract.spool={}", folder.join("spool").display()),
        "telemetry.log=info".to_owned(),
    ];
    overrides.extend(setup.settings.iter().chain(&stack.set).cloned());
    Ok(Sources {
        file: Some(stack.config.clone()),
        overrides,
    })
}
