//! A sink on real Kafka and a real registry, in a namespace and a database of its own.

use std::time::Duration;

use readonce_model::{Service, Topic};
use readonce_plumbing::config::{Layers, Sources};
use readonce_plumbing::kafka::{
    Admin, ClientSettings, GroupOffsets, Output, Placement, Producer, restore_all,
};
use readonce_plumbing::registry::{Encoder, Registry, register};
use readonce_plumbing::{Halt, config};
use readonce_sink::config::ClickHouse;
use readonce_sink::query::Query;
use readonce_sink::rows::TopicRecord;
use readonce_sink::{DEFAULTS, schema};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::proxy::Proxy;

const PATIENCE: Duration = Duration::from_secs(60);

pub struct World {
    overrides: Vec<String>,
    pub settings: ClientSettings,
    pub registry: Registry,
    pub query: Query,
    producer: Producer,
    pub store_proxy: Proxy,
    pub registry_proxy: Proxy,
    stop: CancellationToken,
    pub health: u16,
}

fn layers(overrides: &[String]) -> Layers {
    let Ok(file) = std::env::var("READONCE_TEST_CONFIG") else {
        panic!("READONCE_TEST_CONFIG is not set; run 'make test', which starts the stack");
    };
    let sources = Sources {
        file: Some(file.into()),
        overrides: overrides.to_vec(),
    };
    Layers::new(&sources, &[DEFAULTS]).unwrap()
}

impl World {
    pub async fn new() -> Self {
        let name = crate::database::unique_name();
        let mut overrides = vec![
            format!("kafka.namespace={name}"),
            "kafka.partitions=2".to_owned(),
            format!("clickhouse.database={name}"),
            "clickhouse.timeout-ms=5000".to_owned(),
            "sink.linger-ms=50".to_owned(),
            "sink.retry-most-ms=500".to_owned(),
        ];
        let direct = layers(&overrides);
        let settings = ClientSettings::new(direct.section("kafka").unwrap()).unwrap();
        let registry_config: config::Registry = direct.section("registry").unwrap();
        let registry = Registry::new(&registry_config).unwrap();
        register(&registry, &settings.kafka().namespace)
            .await
            .unwrap();
        let clickhouse = ClickHouse::read(&direct).unwrap();
        let (store_proxy, store_url) = proxied(&clickhouse.url).await;
        let (registry_proxy, registry_url) = proxied(&registry_config.url).await;
        let health = free_port();
        overrides.extend([
            format!("clickhouse.url={store_url}"),
            format!("registry.url={registry_url}"),
            format!("sink.instance.listen=127.0.0.1:{health}"),
        ]);
        let world = Self {
            producer: Producer::new(&settings).unwrap(),
            query: Query::new(&clickhouse),
            overrides,
            settings,
            registry,
            store_proxy,
            registry_proxy,
            stop: CancellationToken::new(),
            health,
        };
        world.make_topics().await;
        world
    }

    async fn make_topics(&self) {
        let mut topics = Service::Sink.inputs(&contract_ids());
        topics.push(Topic::DeadLetter(Service::Sink));
        Admin::new(&self.settings)
            .unwrap()
            .ensure(&topics)
            .await
            .unwrap();
    }

    pub fn start(&self) -> JoinHandle<Result<(), Halt>> {
        let (layers, stop) = (layers(&self.overrides), self.stop.clone());
        tokio::spawn(async move { readonce_sink::run(&layers, stop).await })
    }

    /// Writes records to their topics, as their services would.
    pub async fn produce(&self, records: &[TopicRecord]) {
        let mut outputs = Vec::new();
        for record in records {
            let (topic, value) = self.encode(record).await;
            outputs.push(Output::new(topic, Placement::ByKey, record.key(), value));
        }
        self.producer.send_all(&outputs).await.unwrap();
    }

    pub async fn send(&self, output: Output) {
        self.producer.send(&output).await.unwrap();
    }

    pub async fn encode(&self, record: &TopicRecord) -> (Topic, Vec<u8>) {
        let topic = topic_of(record);
        let namespace = &self.settings.kafka().namespace;
        let encoder = Encoder::look_up(&self.registry, namespace, topic.clone())
            .await
            .unwrap();
        let value = match record {
            TopicRecord::Observation(record) => encoder.encode(record),
            TopicRecord::Presence(record) => encoder.encode(record),
            TopicRecord::Snapshot(record) => encoder.encode(record),
            TopicRecord::ExtractAttempt(record) => encoder.encode(record),
            TopicRecord::Run(record) => encoder.encode(record),
            TopicRecord::TaskAttempt(record) => encoder.encode(record),
            TopicRecord::Profile(record, _) => encoder.encode(record),
        };
        (topic, value.unwrap())
    }

    /// Records that the sink has read and not committed yet.
    pub async fn lag(&self) -> i64 {
        let group = self.settings.kafka().namespace.group(Service::Sink);
        let offsets = GroupOffsets::new(&self.settings, group);
        let lag = offsets
            .lag(&Service::Sink.inputs(&contract_ids()))
            .await
            .unwrap();
        lag.iter().map(readonce_plumbing::kafka::Lag::records).sum()
    }

    pub async fn dead_letters(&self) -> Vec<Vec<u8>> {
        let letters = restore_all(&self.settings, Topic::DeadLetter(Service::Sink))
            .await
            .unwrap();
        letters
            .into_iter()
            .filter_map(|letter| letter.value)
            .collect()
    }

    /// Waits until everything is read and committed.
    pub async fn quiet(&self) {
        eventually("the sink has read everything", || async {
            self.lag().await == 0
        })
        .await;
    }

    pub async fn end(self, sink: JoinHandle<Result<(), Halt>>) {
        self.stop.cancel();
        sink.await.unwrap().unwrap();
        let admin = Admin::new(&self.settings).unwrap();
        admin.delete_all().await.unwrap();
        let name = self.settings.kafka().namespace.as_str();
        let store =
            readonce_sink::store::Store::new(&ClickHouse::read(&layers(&self.overrides)).unwrap());
        store
            .execute_outside(&format!("DROP DATABASE IF EXISTS {name}"))
            .await
            .unwrap();
    }
}

pub async fn eventually<F: Future<Output = bool>>(what: &str, check: impl Fn() -> F) {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    while !check().await {
        assert!(tokio::time::Instant::now() < deadline, "in vain: {what}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn proxied(url: &str) -> (Proxy, String) {
    let mut url = Url::parse(url).unwrap();
    let part = format!(
        "{}:{}",
        url.host_str().unwrap(),
        url.port_or_known_default().unwrap()
    );
    let proxy = Proxy::before(part).await;
    url.set_host(Some("127.0.0.1")).unwrap();
    url.set_port(Some(proxy.address.port())).unwrap();
    (proxy, url.to_string())
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn contract_ids() -> Vec<readonce_model::ContractId> {
    let contracts = schema::contracts().unwrap();
    contracts
        .iter()
        .map(|contract| contract.id().clone())
        .collect()
}

fn topic_of(record: &TopicRecord) -> Topic {
    match record {
        TopicRecord::Observation(_) => Topic::Observations,
        TopicRecord::Presence(_) => Topic::Presence,
        TopicRecord::Snapshot(_) => Topic::Snapshots,
        TopicRecord::ExtractAttempt(_) => Topic::ExtractAttempts,
        TopicRecord::Run(_) => Topic::Runs,
        TopicRecord::TaskAttempt(_) => Topic::TaskAttempts,
        TopicRecord::Profile(_, contract) => Topic::Profiles(contract.id().clone()),
    }
}
