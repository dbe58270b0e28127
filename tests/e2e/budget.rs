//! A day's budget of fewer calls than there are contents: exactly that many are paid, a restart
//! brings none of them back, what costs nothing is answered all the same, and the next day pays the
//! rest in the order of what it is worth.
//!
//! The day's end is moved to a minute that is near, by the day's offset in the document: the clock
//! is the real one.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use readonce_core::canonical::content_hash;
use readonce_model::record::{ExtractRequest, Worth};
use readonce_model::{Service, Topic, request_key};
use readonce_plumbing::config::Registry as RegistryConfig;
use readonce_plumbing::kafka::{Admin, GroupOffsets, Output, Placement, Producer};
use readonce_plumbing::registry::{Encoder, Registry};
use readonce_testkit::model::{Call, ModelServer, paid_by_content};
use readonce_tests::boards::{ModelConfig, model_config, model_server};
use readonce_tests::{Pipeline, stack};

const CONTENTS: usize = 20;
const CALLS_A_DAY: usize = 12;
const REST: u64 = (CONTENTS - CALLS_A_DAY) as u64;
/// What day one has to fit into, however busy the machine is.
const DAY_ONE: Duration = Duration::from_secs(130);
const PATIENCE: Duration = Duration::from_secs(240);
const MINUTE_MS: i64 = 60_000;
const MINUTES_A_DAY: i64 = 1440;
/// The largest offset that a day may have.
const MOST_MINUTES: i64 = 14 * 60;

fn now_ms() -> i64 {
    let age = SystemTime::now().duration_since(UNIX_EPOCH);
    age.expect("after 1970").as_millis() as i64
}

/// The next full minute after day one, and the offset that makes it midnight.
fn midnight() -> (i64, String) {
    let at = (now_ms() + DAY_ONE.as_millis() as i64) / MINUTE_MS + 1;
    let offset = (-at).rem_euclid(MINUTES_A_DAY);
    let offset = match offset > MOST_MINUTES {
        true => offset - MINUTES_A_DAY,
        false => offset,
    };
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
    (at * MINUTE_MS, format!("{sign}{hours:02}:{minutes:02}"))
}

/// In the order of the topic the least valuable comes first, and of a class the youngest.
fn requests() -> Vec<ExtractRequest> {
    let path = stack::root().join("schemas/extract.requests/examples/typical.json");
    let text = std::fs::read_to_string(path).expect("an example");
    let example: ExtractRequest = serde_json::from_str(&text).expect("a request");
    let of_worth = CONTENTS / Worth::ALL.len();
    let all = Worth::ALL
        .iter()
        .rev()
        .flat_map(|worth| vec![*worth; of_worth]);
    let made = all.enumerate().map(|(at, worth)| {
        let title = format!("Engineer {at}");
        ExtractRequest {
            content_hash: content_hash(&title, &example.text),
            title,
            worth: Some(worth),
            requested_at_ms: example.requested_at_ms - at as i64,
            ..example.clone()
        }
    });
    made.collect()
}

struct Requests {
    producer: Producer,
    encoder: Encoder,
}

impl Requests {
    async fn open(pipeline: &Pipeline) -> Self {
        let settings = pipeline.settings();
        let admin = Admin::new(&settings).expect("an admin");
        let topics = [Topic::ExtractRequests, Topic::ExtractAttempts];
        admin.ensure(&topics).await.expect("topics");
        let registry: RegistryConfig = pipeline.layers().section("registry").expect("[registry]");
        let registry = Registry::new(&registry).expect("a registry");
        let namespace = &settings.kafka().namespace;
        let encoder = Encoder::look_up(&registry, namespace, Topic::ExtractRequests).await;
        Self {
            producer: Producer::new(&settings).expect("a producer"),
            encoder: encoder.expect("an encoder"),
        }
    }

    async fn send(&self, requests: &[ExtractRequest]) {
        let output = |request: &ExtractRequest| {
            let key = request_key(&request.content_hash, &request.contract);
            let beside = Placement::Beside(request.content_hash.to_string());
            let value = self.encoder.encode(request).expect("Avro");
            Output::new(Topic::ExtractRequests, beside, key, value)
        };
        let outputs: Vec<_> = requests.iter().map(output).collect();
        self.producer.send_all(&outputs).await.expect("sent");
    }
}

/// Requests that wait, by the command.
fn waiting(pipeline: &Pipeline) -> u64 {
    let standing = pipeline.cli(&["budget"]);
    let all = standing["waiting"].as_array().expect("what waits").iter();
    all.map(|of_worth| of_worth["requests"].as_u64().expect("a count"))
        .sum()
}

async fn until(pipeline: &mut Pipeline, what: &str, probe: impl Fn(&Pipeline) -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !probe(pipeline) {
        pipeline.check_alive();
        assert!(Instant::now() < deadline, "{what}: not within {PATIENCE:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

fn books_read(pipeline: &Pipeline) -> usize {
    let log = std::fs::read_to_string(pipeline.folder().join("extract.log"));
    log.unwrap_or_default()
        .matches("books of the budget read")
        .count()
}

/// Places in the order of value of the contents that were paid, in the order of the calls.
fn paid_in_order(model: &ModelServer, requests: &[ExtractRequest]) -> Vec<usize> {
    let mut by_value: Vec<_> = requests.iter().collect();
    by_value.sort_by_key(|request| (request.worth, request.requested_at_ms));
    let place = |head: &str| {
        let is_it =
            |request: &&ExtractRequest| head.contains(&request.content_hash.to_string()[..16]);
        by_value.iter().position(is_it).expect("a known content")
    };
    model.calls().iter().map(|call| place(&call.head)).collect()
}

/// One namespace with its model server, its documents and what is asked for.
struct World {
    pipeline: Pipeline,
    model: ModelServer,
    topic: Requests,
    requests: Vec<ExtractRequest>,
    midnight_ms: i64,
    _config: ModelConfig,
    _folder: tempfile::TempDir,
}

impl World {
    async fn open() -> Self {
        let (midnight_ms, offset) = midnight();
        let model = model_server(5).await;
        let config = model_config(&model, 10_000);
        let folder = tempfile::tempdir().expect("a folder");
        let budgets = folder.path().join("budgets.yaml");
        let text = format!("day: '{offset}'\noverall: {{calls: {CALLS_A_DAY}}}\n");
        std::fs::write(&budgets, text).expect("a document");
        let settings = [
            ("extract.config", config.path.clone()),
            ("extract.budgets", budgets.display().to_string()),
            ("extract.concurrency", "1".to_owned()),
            // Fewer than wait, so that what is put off leaves memory.
            ("extract.held-requests", "3".to_owned()),
        ];
        let pipeline = Pipeline::new("budget", &settings);
        Self {
            topic: Requests::open(&pipeline).await,
            pipeline,
            model,
            requests: requests(),
            midnight_ms,
            _config: config,
            _folder: folder,
        }
    }

    fn restart(&mut self) {
        self.pipeline.stop_all();
        self.pipeline.start(Service::Extract);
    }

    /// Pays what the day allows, with a restart in between.
    async fn day_one(&mut self) {
        self.topic.send(&self.requests).await;
        assert_eq!(waiting(&self.pipeline), CONTENTS as u64);
        self.pipeline.start(Service::Extract);
        let model = &self.model;
        until(&mut self.pipeline, "some calls", |_| {
            model.calls().len() >= 5
        })
        .await;
        self.restart();
        self.wait_for(REST, "the budget of day one").await;
        let order: Vec<_> = (0..CALLS_A_DAY).collect();
        assert_eq!(paid_in_order(&self.model, &self.requests), order);
    }

    async fn wait_for(&mut self, left: u64, what: &str) {
        let is_left = |pipeline: &Pipeline| waiting(pipeline) == left;
        until(&mut self.pipeline, what, is_left).await;
    }

    fn check_standing(&self) {
        let standing = self.pipeline.cli(&["budget"]);
        let line = &standing["limits"][0];
        let found = (&line["used"], &line["limit"], &line["debt"]);
        let wanted = (&CALLS_A_DAY.into(), &CALLS_A_DAY.into(), &REST.into());
        assert_eq!(found, wanted, "{standing}");
        assert_eq!(line["goes_on_at_ms"], self.midnight_ms, "{standing}");
    }

    /// A limit that was reached stays so, and what is known is answered behind what is put off.
    async fn restart_when_all_is_spent(&mut self) {
        self.restart();
        let has_read = |pipeline: &Pipeline| books_read(pipeline) == 3;
        until(&mut self.pipeline, "the books", has_read).await;
        let mut known = self.requests[CONTENTS - 1].clone();
        known.requested_at_ms += 1_000_000;
        self.topic.send(&[known]).await;
        self.wait_for(REST, "a free answer").await;
        let is_over = now_ms() >= self.midnight_ms;
        assert!(!is_over, "the machine is too slow for day one");
    }

    fn check_paid(&self) {
        let calls = self.model.calls();
        let is_of_day_one = |call: &&Call| call.received_at_ms < self.midnight_ms;
        let of_day_one = calls.iter().filter(is_of_day_one).count();
        assert_eq!(of_day_one, CALLS_A_DAY, "paid on day one");
        let order: Vec<_> = (0..CONTENTS).collect();
        assert_eq!(paid_in_order(&self.model, &self.requests), order);
        let paid = paid_by_content(&calls);
        assert!(paid.len() == CONTENTS && paid.values().all(|times| *times == 1));
    }

    /// Nothing is left that an offset waits for.
    async fn check_finished(&self) {
        let settings = self.pipeline.settings();
        let group = settings.kafka().namespace.group(Service::Extract);
        let offsets = GroupOffsets::new(&settings, group);
        let deadline = Instant::now() + PATIENCE;
        loop {
            let lags = offsets.lag(&[Topic::ExtractRequests]).await.expect("lag");
            if lags.iter().all(|lag| lag.records() == 0) {
                return;
            }
            assert!(Instant::now() < deadline, "never finished: {lags:?}");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_pays_what_its_budget_says_and_the_next_one_the_rest() {
    let mut world = World::open().await;
    world.day_one().await;
    world.check_standing();
    world.restart_when_all_is_spent().await;
    world.wait_for(0, "the next day").await;
    world.check_paid();
    world.check_finished().await;
    world.pipeline.stop_all();
}
