//! One namespace on the running stack, with a model server and service processes of its own.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use readonce_core::canonical::content_hash;
use readonce_model::record::{CallState, ExtractAttempt, ExtractRequest, Named, Profile};
use readonce_model::{ContentHash, ContractId, Service, Topic, request_key};
use readonce_plumbing::config::{Layers, Sources};
use readonce_plumbing::kafka::{
    Admin, ClientSettings, GroupOffsets, Lag, Output, Placement, Producer, letters, restore_all,
    restore_each,
};
use readonce_plumbing::registry::{self, Decoder, Encoder, Registry};
use readonce_testkit::model::{
    self, BatchSeen, Batches, Call, Latency, ModelServer, Options, Rule, paid_by_content,
};
use readonce_testkit::wait;

const PATIENCE: Duration = Duration::from_secs(90);
const SIGKILL: i32 = 9;

pub struct Settings {
    pub latency: Duration,
    pub timeout_ms: u32,
    pub lease_ms: u32,
    pub concurrency: u32,
    pub faults: Vec<Rule>,
    pub rules: bool,
    /// More lines of the extraction config.
    pub config: &'static str,
    /// More settings of the service.
    pub overrides: Vec<String>,
    /// A document with what may be spent in a day.
    pub budget: Option<&'static str>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            latency: Duration::from_millis(20),
            timeout_ms: 1500,
            lease_ms: 2500,
            concurrency: 1,
            faults: Vec::new(),
            rules: false,
            config: "",
            overrides: Vec::new(),
            budget: None,
        }
    }
}

pub struct World {
    folder: tempfile::TempDir,
    sources: Sources,
    settings: ClientSettings,
    registry: Registry,
    producer: Producer,
    requests: Encoder,
    model: ModelServer,
    running: BTreeMap<String, Child>,
}

/// A dead letter, as far as it is looked at.
pub struct Letter {
    pub reason: String,
    pub bytes: Option<Vec<u8>>,
}

impl World {
    pub async fn open(settings: Settings) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let options = Options {
            latency: Latency::Fixed(settings.latency),
            faults: settings.faults.clone(),
            log_file: Some(folder.path().join("paid.log")),
            ..Options::default()
        };
        let model = model::serve(options).await.expect("a model server");
        let sources = sources(&folder, &settings, &model);
        let layers = Layers::new(&sources, &[readonce_extract::DEFAULTS]).expect("layers");
        let settings = ClientSettings::new(layers.section("kafka").unwrap()).unwrap();
        let registry = Registry::new(&layers.section("registry").unwrap()).unwrap();
        let namespace = settings.kafka().namespace.clone();
        registry::register(&registry, &namespace)
            .await
            .expect("registered schemas");
        let topics = [Topic::ExtractRequests];
        Admin::new(&settings)
            .unwrap()
            .ensure(&topics)
            .await
            .unwrap();
        let requests = Encoder::look_up(&registry, &namespace, Topic::ExtractRequests);
        Self {
            requests: requests.await.expect("an encoder"),
            producer: Producer::new(&settings).unwrap(),
            folder,
            sources,
            settings,
            registry,
            model,
            running: BTreeMap::new(),
        }
    }

    /// Asks for that many contents, once each.
    pub async fn request(&self, count: u32) {
        let outputs: Vec<_> = (1..=count).map(|number| self.output(number)).collect();
        self.producer.send_all(&outputs).await.expect("sent");
    }

    /// Asks for one content.
    pub async fn ask(&self, request: &ExtractRequest) {
        let key = request_key(&request.content_hash, &request.contract);
        let beside = Placement::Beside(request.content_hash.to_string());
        let value = self.requests.encode(request).expect("Avro");
        let output = Output::new(Topic::ExtractRequests, beside, key, value);
        self.producer.send_all(&[output]).await.expect("sent");
    }

    /// Every record of a topic, replaced ones included.
    pub async fn records<R: Named + serde::de::DeserializeOwned>(&self, topic: Topic) -> Vec<R> {
        let decoder = Decoder::new(self.registry.clone());
        let mut all = Vec::new();
        for partition in 0..self.settings.kafka().partitions as i32 {
            let mut records = restore_each(&self.settings, topic.clone(), partition, 0);
            while let Some(record) = records.next().await.expect("a record") {
                let Some(value) = record.value else { continue };
                all.push(decoder.decode(R::NAME, &value).await.expect("Avro"));
            }
        }
        all
    }

    /// Calls in the order in which the model received them.
    pub fn calls(&self) -> Vec<Call> {
        self.model.calls()
    }

    fn output(&self, number: u32) -> Output {
        let request = request(number);
        let key = request_key(&request.content_hash, &request.contract);
        let beside = Placement::Beside(request.content_hash.to_string());
        let value = self.bytes_of(number).expect("a value");
        Output::new(Topic::ExtractRequests, beside, key, value)
    }

    pub fn bytes_of(&self, number: u32) -> Option<Vec<u8>> {
        Some(self.requests.encode(&request(number)).expect("Avro"))
    }

    /// One record for each way to be unusable. Answers the reasons that they must be given.
    pub async fn poison(&self) -> Vec<&'static str> {
        let good = self.bytes_of(99).expect("a value");
        let sound = request(99);
        let key = request_key(&sound.content_hash, &sound.contract);
        let of_other_text = self.requests.encode(&ExtractRequest {
            text: "another text".into(),
            ..sound.clone()
        });
        let of_other_contract = self.requests.encode(&ExtractRequest {
            contract: "job@7".parse().unwrap(),
            ..sound.clone()
        });
        let other_key = format!("{}:job@7", sound.content_hash);
        let cut = good[..good.len() / 2].to_vec();
        let mut unknown = good.clone();
        unknown[1..5].copy_from_slice(&0x7F00_0000_u32.to_be_bytes());
        let key = Some(key.as_str());
        let all: [(Option<&str>, Vec<u8>, &str); 7] = [
            // The broker itself refuses no key at all on a compacted topic.
            (Some(""), good.clone(), "null_key"),
            (key, b"{\"json\":1}".to_vec(), "bad_magic"),
            (key, unknown, "unknown_schema"),
            (key, cut, "bad_avro"),
            (key, of_other_text.unwrap(), "inconsistent"),
            (Some("a key of another record"), good, "inconsistent"),
            (
                Some(&other_key),
                of_other_contract.unwrap(),
                "unknown_contract",
            ),
        ];
        let topic = self
            .settings
            .kafka()
            .namespace
            .topic(&Topic::ExtractRequests);
        let mut reasons = Vec::new();
        for (key, value, reason) in all {
            let key = key.map(str::as_bytes);
            let sent = self.producer.send_as_is(&topic, 0, key, Some(&value));
            sent.await.expect("sent");
            reasons.push(reason);
        }
        reasons.sort_unstable();
        reasons
    }

    /// Starts an instance; `crash_at` is the point at which it kills itself.
    pub fn start(&mut self, instance: &str, crash_at: Option<&str>) {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.log_of(instance))
            .expect("a log");
        let mut command = Command::new(env!("CARGO_BIN_EXE_readonce-extract"));
        if let Some(file) = &self.sources.file {
            command.arg("--config").arg(file);
        }
        for setting in &self.sources.overrides {
            command.arg("--set").arg(setting);
        }
        let child = command
            .arg("--set")
            .arg(format!("extract.instance.name={instance}"))
            .envs(crash_at.map(|point| ("READONCE_CRASH_AT", point)))
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a handle"))
            .stderr(log)
            .spawn()
            .expect("the service starts");
        self.running.insert(instance.to_owned(), child);
    }

    fn log_of(&self, instance: &str) -> PathBuf {
        self.folder.path().join(format!("{instance}.log"))
    }

    /// It must die of its own SIGKILL, not of a fault.
    pub async fn wait_for_death(&mut self, instance: &str) {
        let child = self.running.get_mut(instance).expect("it was started");
        let status = ended(child).await.expect("it dies");
        assert_eq!(status.signal(), Some(SIGKILL), "{status}");
        self.running.remove(instance);
    }

    /// Waits until every request is finished and committed.
    pub async fn rest(&mut self) {
        let group = self.settings.kafka().namespace.group(Service::Extract);
        let offsets = GroupOffsets::new(&self.settings, group);
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.check_alive();
            let lags = offsets
                .lag(&[Topic::ExtractRequests])
                .await
                .unwrap_or_default();
            let is_done = |lag: &Lag| lag.committed.unwrap_or(lag.low) == lag.high;
            if !lags.is_empty() && lags.iter().all(is_done) {
                return;
            }
            assert!(Instant::now() < deadline, "no rest: {lags:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    fn check_alive(&mut self) {
        for (instance, child) in &mut self.running {
            let ended = child.try_wait().expect("a child can be asked");
            assert_eq!(ended, None, "{instance} ended");
        }
    }

    pub async fn wait_for_profiles(&self, count: usize) {
        let probe = || async { self.profiles().await.len() >= count };
        if let Err(error) = wait::until(PATIENCE, "profiles", probe).await {
            panic!("{error}\n{}", self.logs());
        }
    }

    pub async fn wait_for_calls(&self, calls: usize) {
        let probe = || async { self.model.calls().len() >= calls };
        if let Err(error) = wait::until(PATIENCE, "calls", probe).await {
            panic!("{error}\n{}", self.logs());
        }
    }

    /// Stops an instance where it stands, as a host does that runs out of memory or is moved.
    pub fn freeze(&self, instance: &str) {
        self.signal(instance, "-STOP");
    }

    pub fn thaw(&self, instance: &str) {
        self.signal(instance, "-CONT");
    }

    fn signal(&self, instance: &str, signal: &str) {
        let id = self.running[instance].id().to_string();
        let sent = Command::new("kill").arg(signal).arg(id).status();
        assert!(sent.expect("kill runs").success());
    }

    pub fn settings(&self) -> &ClientSettings {
        &self.settings
    }

    /// Replaces how the model server treats batches.
    pub fn set_batches(&self, batches: Batches) {
        self.model.set_batches(batches);
    }

    pub fn batches(&self) -> Vec<BatchSeen> {
        self.model.batches()
    }

    /// Ends an instance where it stands.
    pub fn kill(&mut self, instance: &str) {
        let mut child = self.running.remove(instance).expect("it was started");
        child.kill().expect("it can be killed");
        child.wait().expect("it can be waited for");
    }

    /// Waits until something holds.
    pub async fn until(&self, what: &str, probe: impl AsyncFn() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !probe().await {
            assert!(Instant::now() < deadline, "no {what}\n{}", self.logs());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Replaces what the model server does wrong.
    pub fn set_faults(&self, rules: Vec<Rule>) {
        self.model.set_faults(rules);
    }

    /// SIGTERM to all; each must end with 0.
    pub fn stop_all(&mut self) {
        for (instance, mut child) in std::mem::take(&mut self.running) {
            let asked = Command::new("kill").arg(child.id().to_string()).status();
            assert!(asked.expect("kill runs").success());
            let status = child.wait().expect("a child can be waited for");
            assert!(status.success(), "{instance}: {status}\n{}", self.logs());
        }
    }

    /// The broker refuses it until the dead member's session has ended.
    pub async fn rewind(&self) {
        let group = self.settings.kafka().namespace.group(Service::Extract);
        let offsets = GroupOffsets::new(&self.settings, group);
        let rewound = wait::until_ok(PATIENCE, "the rewind", || {
            offsets.rewind(&[Topic::ExtractRequests])
        });
        rewound.await.expect("rewound");
    }

    /// Paid calls by content, from the model's own log.
    pub fn paid(&self) -> Vec<u32> {
        paid_by_content(&self.model.calls()).into_values().collect()
    }

    /// Every content has its profile, every call its record, and nothing is owed.
    pub async fn check_books(&self, contents: u32) {
        assert_eq!(self.profiles().await.len() as u32, contents, "profiles");
        let attempts = self.attempts().await;
        assert_eq!(attempts.len() as u32, contents, "keys with attempts");
        for attempt in &attempts {
            assert_eq!(attempt.state, CallState::Succeeded, "{attempt:?}");
        }
        let announced: i32 = attempts.iter().map(|attempt| attempt.attempt).sum();
        let called = self.model.calls().len() as i32;
        assert!(called <= announced, "{called} calls, {announced} announced");
        assert_eq!(
            self.outstanding(contents).await,
            0,
            "requests without a tombstone"
        );
        assert_eq!(self.spooled(), 0, "answers in the spool");
    }

    pub async fn profiles(&self) -> BTreeMap<Vec<u8>, Option<Vec<u8>>> {
        let topic = Topic::Profiles(contract());
        let records = restore_all(&self.settings, topic).await.expect("profiles");
        records
            .into_iter()
            .map(|record| (record.key, record.value))
            .collect()
    }

    pub async fn answers(&self) -> BTreeMap<ContentHash, Profile> {
        let decoder = Decoder::new(self.registry.clone());
        let topic = Topic::Profiles(contract());
        let records = restore_all(&self.settings, topic.clone()).await;
        let mut all = BTreeMap::new();
        for record in records.expect("profiles") {
            let profile = decoder.restore::<Profile>(&topic, &record).await;
            let profile = profile.expect("a profile").expect("a value");
            all.insert(profile.content_hash, profile);
        }
        all
    }

    pub async fn attempts(&self) -> Vec<ExtractAttempt> {
        let decoder = Decoder::new(self.registry.clone());
        let records = restore_all(&self.settings, Topic::ExtractAttempts).await;
        let mut all = Vec::new();
        for record in records.expect("attempts") {
            let value = record.value.expect("no tombstones");
            all.push(decoder.decode(ExtractAttempt::NAME, &value).await.unwrap());
        }
        all
    }

    /// Every record of the attempts, replaced ones too, in the order of each partition.
    pub async fn attempt_history(&self) -> Vec<ExtractAttempt> {
        let decoder = Decoder::new(self.registry.clone());
        let mut all = Vec::new();
        for partition in 0..self.settings.kafka().partitions as i32 {
            let topic = Topic::ExtractAttempts;
            let mut records = restore_each(&self.settings, topic.clone(), partition, 0);
            while let Some(record) = records.next().await.expect("attempts") {
                let attempt = decoder.restore::<ExtractAttempt>(&topic, &record).await;
                all.extend(attempt.expect("an attempt"));
            }
        }
        all
    }

    /// Of that many contents, those whose request has no tombstone.
    pub async fn outstanding(&self, contents: u32) -> usize {
        let asked = |number: u32| {
            let request = request(number);
            request_key(&request.content_hash, &request.contract).into_bytes()
        };
        let asked: Vec<_> = (1..=contents).map(asked).collect();
        let open = restore_all(&self.settings, Topic::ExtractRequests).await;
        let open = open.expect("requests").into_iter();
        open.filter(|record| asked.contains(&record.key)).count()
    }

    pub async fn letters(&self) -> Vec<Letter> {
        let letters = letters(&self.settings, Service::Extract).await;
        let letters = letters.expect("letters").into_iter();
        letters
            .map(|letter| Letter {
                reason: letter.provenance.expect("provenance").reason,
                bytes: letter.value,
            })
            .collect()
    }

    /// Whole answers; a write that was killed leaves a file that nobody reads.
    pub fn spooled(&self) -> usize {
        let folder = self
            .folder
            .path()
            .join("spool")
            .join(self.settings.kafka().namespace.as_str());
        let files = std::fs::read_dir(folder).expect("a spool");
        let paths = files.map(|file| file.expect("a file").path());
        paths
            .filter(|path| path.extension().is_some_and(|it| it == "json"))
            .count()
    }

    pub fn times_said(&self, instance: &str, words: &str) -> usize {
        let log = std::fs::read_to_string(self.log_of(instance));
        log.unwrap_or_default().matches(words).count()
    }

    /// Whether a fault was really met.
    pub fn has_said(&self, instance: &str, words: &str) -> bool {
        let log = std::fs::read_to_string(self.log_of(instance));
        log.expect("a log").contains(words)
    }

    fn logs(&self) -> String {
        let logs = ["extract-1", "extract-2"].map(|instance| {
            let text = std::fs::read_to_string(self.log_of(instance)).unwrap_or_default();
            let lines: Vec<_> = text.lines().collect();
            lines[lines.len().saturating_sub(30)..].join("\n")
        });
        logs.join("\n--\n")
    }
}

impl Drop for World {
    fn drop(&mut self) {
        for child in self.running.values_mut() {
            // It may have ended by itself: that is what a kill wants.
            let _ = child.kill();
            let _ = child.wait();
        }
        if std::thread::panicking() {
            eprintln!("{}", self.logs());
        }
    }
}

async fn ended(child: &mut Child) -> Option<ExitStatus> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().expect("a child can be asked") {
            return Some(status);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    None
}

fn sources(folder: &tempfile::TempDir, settings: &Settings, model: &ModelServer) -> Sources {
    let stack = std::env::var_os("READONCE_TEST_CONFIG").map(PathBuf::from);
    let stack = stack.expect("READONCE_TEST_CONFIG names the configuration of a running stack");
    let age = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let unique = format!("xsvc_{}_{}", std::process::id(), age.as_micros());
    let config = folder.path().join("model.yaml");
    let yaml = format!(
        "name: test\nprovider: openai\nmodel: m\nbase-url: {}\ntimeout-ms: {}\n{}",
        model.base_url(),
        settings.timeout_ms,
        settings.config
    );
    std::fs::write(&config, yaml).expect("a config");
    let mut overrides = vec![
        format!("kafka.namespace={unique}"),
        "kafka.partitions=2".to_owned(),
        // The shortest that brokers grant by default: nobody waits 45 s for a dead member.
        "kafka.extra={\"session.timeout.ms\" = \"6000\"}".to_owned(),
        format!("extract.spool={}", folder.path().join("spool").display()),
        format!("extract.concurrency={}", settings.concurrency),
        "telemetry.log=info".to_owned(),
    ];
    if let Some(budget) = settings.budget {
        let file = folder.path().join("budgets.yaml");
        std::fs::write(&file, budget).expect("a document");
        overrides.push(format!("extract.budgets={}", file.display()));
    }
    if !settings.rules {
        overrides.push(format!("extract.config={}", config.display()));
        overrides.push(format!("extract.lease-ms={}", settings.lease_ms));
    }
    overrides.extend(settings.overrides.iter().cloned());
    Sources {
        file: Some(stack),
        overrides,
    }
}

pub fn contract() -> ContractId {
    "job@1".parse().unwrap()
}

pub fn content(title: &str, text: &str) -> ExtractRequest {
    ExtractRequest {
        content_hash: content_hash(title, text),
        title: title.to_owned(),
        text: text.to_owned(),
        ..request(1)
    }
}

pub fn request(number: u32) -> ExtractRequest {
    let example = include_str!("../../../../schemas/extract.requests/examples/typical.json");
    let example: ExtractRequest = serde_json::from_str(example).unwrap();
    let title = format!("Engineer {number}.");
    let text = "We use Rust and Kafka. A bachelor's degree and 3 years of experience.";
    ExtractRequest {
        content_hash: content_hash(&title, text),
        title,
        text: text.to_owned(),
        ..example
    }
}
