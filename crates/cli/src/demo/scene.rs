//! What the demo runs on: the local stack, a site that serves the world, a namespace and a database
//! of its own, and the four services in this process.

use std::sync::Arc;

use anyhow::Context as _;
use readonce_ingest::control;
use readonce_model::{Service, Topic};
use readonce_plumbing::config::Layers;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Admin, ClientSettings, Producer};
use readonce_plumbing::registry::{self, Encoder, Registry};
use readonce_plumbing::{Halt, telemetry};
use readonce_sink::config::ClickHouse;
use readonce_sink::query::Query;
use readonce_testkit::site::{self, Site};
use readonce_testkit::world::{DELIST_AFTER_RUNS, Spec, World};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::Demo;
use crate::context::{Context, layers, with_config};
use crate::stack;
use crate::up::run_services;

pub struct Scene {
    pub world: Arc<World>,
    pub site: Site,
    pub layers: Layers,
    pub settings: ClientSettings,
    pub query: Query,
    pub namespace: String,
    services: JoinHandle<Result<(), Halt>>,
    stop: CancellationToken,
    home: stack::Home,
    /// Whether this demo started the stack, and so stops it.
    owns_stack: bool,
}

impl Scene {
    pub async fn open(context: &Context, spec: Spec, options: &Demo) -> anyhow::Result<Self> {
        let world = Arc::new(World::build(&spec)?);
        let owns_stack = bring_stack_up(context).await?;
        let namespace = format!("demo_{}", now_ms());
        let layers = layers_of(context, &namespace, options)?;
        telemetry::start_logs(&layers.section("telemetry")?)?;
        let settings = ClientSettings::new(layers.section("kafka")?)?;
        let registry = Registry::new(&layers.section("registry")?)?;
        registry::register(&registry, &settings.kafka().namespace).await?;
        let site = site::serve(world.clone(), None)
            .await
            .context("the demo's site")?;
        apply_sources(&settings, &registry, &site).await?;
        let stop = CancellationToken::new();
        let services = {
            let (layers, stop) = (layers.clone(), stop.clone());
            tokio::spawn(async move { run_services(&layers, &Service::ALL, &stop).await })
        };
        let query = Query::new(&ClickHouse::read(&layers)?);
        let home = context.home.clone();
        Ok(Self {
            world,
            site,
            layers,
            settings,
            query,
            namespace,
            services,
            stop,
            home,
            owns_stack,
        })
    }

    /// Fails as soon as a service has ended.
    pub async fn check_services(&mut self) -> anyhow::Result<()> {
        if !self.services.is_finished() {
            return Ok(());
        }
        match (&mut self.services).await? {
            Ok(()) => anyhow::bail!("the services ended by themselves"),
            Err(halt) => Err(halt.into()),
        }
    }

    /// Stops what was started; topics and tables go too unless they are to be kept.
    pub async fn close(self, keep: bool) -> anyhow::Result<()> {
        self.stop.cancel();
        if !self.services.is_finished() {
            // Faults of a drain do not change what the demo found.
            let _ = self.services.await;
        }
        self.site.stop().await?;
        if keep {
            return Ok(());
        }
        let deleted = Admin::new(&self.settings)?.delete_all().await;
        let dropped = self.query.drop_database().await;
        if self.owns_stack {
            stack::bring_down(&self.home, false)?;
        }
        deleted?;
        Ok(dropped?)
    }
}

/// True when nothing ran before.
async fn bring_stack_up(context: &Context) -> anyhow::Result<bool> {
    // An address in the configuration that is not the local stack's is somebody's real one.
    if context
        .sources
        .file
        .as_deref()
        .is_some_and(|file| file != context.home.config_file())
    {
        return Ok(false);
    }
    let was_running = !context.home.read()?.parts.is_empty();
    if !context.output.is_json && !was_running {
        eprintln!("starting Kafka, the schema registry and the ClickHouse engine …");
    }
    stack::bring_up(&context.home, &stack::Up::default()).await?;
    Ok(!was_running)
}

fn layers_of(context: &Context, namespace: &str, options: &Demo) -> Result<Layers, Halt> {
    let file = context
        .sources
        .file
        .clone()
        .unwrap_or_else(|| context.home.config_file());
    let mut sources = with_config(&context.sources, &file);
    let spool = context.home.root().join("spool").join(namespace);
    sources.overrides.extend([
        format!("kafka.namespace={namespace}"),
        format!("clickhouse.database={namespace}"),
        format!("extract.spool={}", spool.display()),
        format!(
            "telemetry.log={}",
            if options.verbose { "info" } else { "error" }
        ),
    ]);
    for service in Service::ALL {
        sources
            .overrides
            .push(format!("{service}.instance.listen=127.0.0.1:0"));
    }
    layers(&sources)
}

/// Every board of the world becomes a source that is fetched on request only.
async fn apply_sources(
    settings: &ClientSettings,
    registry: &Registry,
    site: &Site,
) -> anyhow::Result<()> {
    Admin::new(settings)?
        .ensure(&[Topic::Catalog, Topic::Tasks])
        .await?;
    let producer = Producer::new(settings)?;
    let namespace = &settings.kafka().namespace;
    let encoder = Encoder::look_up(registry, namespace, Topic::Catalog).await?;
    let mut entries = Vec::new();
    for board in site.world().boards() {
        let text = source_text(site, board);
        entries.push(control::source_entry(
            &board.source,
            &text,
            "demo",
            now_ms(),
        )?);
    }
    control::apply(&producer, &encoder, &entries).await?;
    Ok(())
}

fn source_text(site: &Site, board: &readonce_testkit::world::Board) -> String {
    format!(
        "strategy: listing\nurl: \"{}\"\nformat: {}\ninterval-s: 86400\n\
         allow-private-addresses: true\ndelist-after-runs: {DELIST_AFTER_RUNS}\n",
        site.url(board),
        board.shape.as_str(),
    )
}
