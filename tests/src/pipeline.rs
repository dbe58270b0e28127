//! One world on the shared stack: its own namespace, database, and service processes.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::time::{Duration, Instant};

use readonce_model::{Service, Topic};
use readonce_plumbing::config::{Layers, Sources};
use readonce_plumbing::kafka::{self, ClientSettings};
use readonce_plumbing::registry;
use serde_json::Value;

use crate::process::{self, Running};
use crate::stack::Stack;

/// How long a world may take to come to rest.
const PATIENCE: Duration = Duration::from_secs(180);
const PAUSE: Duration = Duration::from_millis(300);
/// The shortest session that brokers grant by default: a test cannot wait 45 s for a dead member.
const SESSION_MS: u32 = 6000;

pub struct Pipeline {
    pub namespace: String,
    pub database: String,
    folder: tempfile::TempDir,
    sources: Sources,
    running: BTreeMap<&'static str, Running>,
    patience: Duration,
}

impl Pipeline {
    /// A new world with registered schemas and nothing running.
    pub fn new(name: &str, settings: &[(&str, String)]) -> Self {
        let stack = Stack::running();
        let unique = Stack::unique(name);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut overrides = vec![
            format!("kafka.namespace={unique}"),
            format!("clickhouse.database={unique}"),
            format!("kafka.extra={{\"session.timeout.ms\" = \"{SESSION_MS}\"}}"),
            format!("extract.spool={}", folder.path().join("spool").display()),
            "telemetry.log=info".to_owned(),
        ];
        overrides.extend(Service::ALL.map(|s| format!("{s}.instance.listen=127.0.0.1:0")));
        overrides.extend(settings.iter().map(|(key, value)| format!("{key}={value}")));
        let sources = Sources {
            file: Some(stack.config),
            overrides,
        };
        let (namespace, database) = (unique.clone(), unique);
        let pipeline = Self {
            namespace,
            database,
            folder,
            sources,
            running: BTreeMap::new(),
            patience: PATIENCE,
        };
        pipeline.cli(&["contracts", "register"]);
        pipeline
    }

    /// One more setting, for everything that starts from now on.
    pub fn set(&mut self, setting: &str) {
        self.sources.overrides.push(setting.to_owned());
    }

    /// Lets every wait take longer: a large world takes its time.
    pub fn wait_longer(&mut self, by: Duration) {
        self.patience += by;
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn layers(&self) -> Layers {
        Layers::new(&self.sources, &[readonce_sink::DEFAULTS]).expect("layers")
    }

    pub fn settings(&self) -> ClientSettings {
        ClientSettings::new(self.layers().section("kafka").expect("[kafka]")).expect("settings")
    }

    fn arguments(&self, command: &[&str]) -> Vec<String> {
        let file = self
            .sources
            .file
            .iter()
            .map(|file| file.display().to_string());
        let mut all: Vec<_> = file
            .flat_map(|file| ["--config".to_owned(), file])
            .collect();
        for setting in &self.sources.overrides {
            all.extend(["--set".to_owned(), setting.clone()]);
        }
        all.extend(command.iter().map(|word| (*word).to_owned()));
        all
    }

    /// Runs a command, whatever comes of it.
    pub fn output(&self, command: &[&str]) -> std::process::Output {
        process::run(&self.arguments(&[&["--json"], command].concat()))
    }

    /// Runs a command that must succeed, and returns what it printed as JSON.
    pub fn cli(&self, command: &[&str]) -> Value {
        let output = self.output(command);
        let (out, err) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert!(output.status.success(), "{command:?} failed\n{out}\n{err}");
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{command:?}: {error}\n{out}"))
    }

    /// Starts one service.
    pub fn start(&mut self, service: Service) {
        self.start_with(service, None);
    }

    /// Starts a service that kills itself at a point, and waits until it has.
    pub async fn start_to_crash(&mut self, service: Service, point: &str) {
        self.start_with(service, Some(point));
        let deadline = Instant::now() + PATIENCE;
        let running = self
            .running
            .get_mut(service.name())
            .expect("it was started");
        let status = loop {
            match running.ended() {
                Some(status) => break status,
                None => tokio::time::sleep(PAUSE).await,
            }
            assert!(
                Instant::now() < deadline,
                "{point} was never reached\n{}",
                running.tail()
            );
        };
        assert_eq!(
            status.signal(),
            Some(9),
            "{point}: {status}\n{}",
            running.tail()
        );
        self.running.remove(service.name());
    }

    fn start_with(&mut self, service: Service, crash_at: Option<&str>) {
        let log = self.folder.path().join(format!("{service}.log"));
        let arguments = self.arguments(&["up", "--only", service.name()]);
        let running = Running::start(&arguments, log, crash_at);
        self.running.insert(service.name(), running);
    }

    pub fn start_all(&mut self) {
        Service::ALL
            .into_iter()
            .for_each(|service| self.start(service));
    }

    pub fn kill(&mut self, service: Service) {
        self.running.remove(service.name()).expect("it runs").kill();
    }

    /// Ends every service the polite way; each must end with 0.
    pub fn stop_all(&mut self) {
        for (name, service) in std::mem::take(&mut self.running) {
            end(name, service);
        }
    }

    /// As `stop_all`, for one of them.
    pub fn stop(&mut self, service: Service) {
        let running = self.running.remove(service.name()).expect("it runs");
        end(service.name(), running);
    }

    /// Applies a source that is given as YAML text.
    pub fn apply(&self, name: &str, yaml: &str) {
        let file = self.folder.path().join(format!("{name}.yaml"));
        std::fs::write(&file, yaml).expect("a catalog file");
        self.cli(&["apply", &file.display().to_string()]);
    }

    /// Panics when a service has ended by itself.
    pub fn check_alive(&mut self) {
        for (name, service) in &mut self.running {
            if let Some(status) = service.ended() {
                panic!("{name} ended with {status}\n{}", service.tail());
            }
        }
    }

    /// Waits until nothing waits in any group, twice in a row with the same ends.
    pub async fn rest(&mut self) {
        let deadline = Instant::now() + self.patience;
        let mut before = None;
        loop {
            self.check_alive();
            let now = self.ends_when_idle().await;
            if now.is_some() && now == before {
                return;
            }
            assert!(
                Instant::now() < deadline,
                "no rest within {:?}: {:?}",
                self.patience,
                self.lags().await
            );
            before = now;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits until a query over this world's tables answers what is wanted.
    pub async fn until(&mut self, what: &str, sql: &str, wanted: impl Fn(i64) -> bool) {
        let deadline = Instant::now() + self.patience;
        loop {
            self.check_alive();
            let found = self.number(sql).await;
            if found.is_some_and(&wanted) {
                return;
            }
            assert!(
                Instant::now() < deadline,
                "{what}: still {found:?} after {:?}",
                self.patience
            );
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The ends of all inputs when nothing waits in any group: twice the same is rest.
    pub async fn ends_when_idle(&self) -> Option<Vec<(String, i32, i64)>> {
        let contracts = registry::contracts().expect("contracts");
        kafka::ends_when_idle(&self.settings(), &contracts)
            .await
            .expect("lag")
    }

    async fn lags(&self) -> Vec<(Service, kafka::Lag)> {
        let contracts = registry::contracts().expect("contracts");
        kafka::lag_of_all(&self.settings(), &contracts)
            .await
            .expect("lag")
    }

    /// How many dead letters a service has.
    pub async fn letters(&self, service: Service) -> usize {
        kafka::letters(&self.settings(), service)
            .await
            .expect("letters")
            .len()
    }

    /// Full name of a topic of this world.
    pub fn topic(&self, topic: &Topic) -> String {
        self.settings().kafka().namespace.topic(topic)
    }
}

fn end(name: &str, mut service: Running) {
    let status = service.stop();
    assert!(
        status.success(),
        "{name} ended with {status}\n{}",
        service.tail()
    );
}
