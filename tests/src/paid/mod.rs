//! The world of `make paid`: postings with noise, reverts, cross-posts and edits go through the
//! whole pipeline for three days, the prompt is edited on day three, and services are left alone,
//! killed, or restarted the polite way. The model server's own log is the truth about paid calls.
//!
//! | file | what |
//! |---|---|
//! | `mod` | the plan, and how it is carried out |
//! | `trouble` | who is killed or restarted, and when |
//! | `outcome` | what came of it, and what is wrong with it |

mod outcome;
mod trouble;

use std::time::{Duration, Instant};

use readonce_model::Service;
use readonce_testkit::model::ModelServer;
use readonce_testkit::world::Spec;

use crate::boards::{COMPLETE_RUNS, ModelConfig, model_config, model_server};
use crate::{Boards, Pipeline};

pub use outcome::Outcome;
pub use trouble::{Kind, Trouble};

pub const DAYS: u32 = 3;
/// A posting on its way through debug builds on a busy machine.
const EACH: Duration = Duration::from_millis(60);
const PAUSE: Duration = Duration::from_millis(200);
/// Longer than the slowest answer of the model server here.
const TIMEOUT_MS: u64 = 5_000;
/// How long a call that was cut off stays in doubt: the default's margin is half a minute.
const LEASE_MS: u64 = 8_000;
const PROMPT: &str = "You read one posting and fill in one record about it. \
     Say only what the posting says; where it says nothing, answer null or an empty list.";

#[derive(Clone, Debug)]
pub struct Plan {
    pub postings: u32,
    pub boards: u32,
    pub seed: u64,
    /// Calls at a time: as many as a kill can cost.
    pub concurrency: u32,
    /// What the model takes for an answer.
    pub latency_ms: u64,
    pub trouble: Trouble,
}

impl Plan {
    pub fn spec(&self) -> Spec {
        Spec {
            seed: self.seed,
            boards: self.boards,
            postings: self.postings,
            days: DAYS,
            ..Spec::default()
        }
    }
}

struct Stage {
    boards: Boards,
    model: ModelServer,
    config: ModelConfig,
    pipeline: Pipeline,
    trouble: trouble::Running,
    patience: Duration,
}

/// Carries the plan out. Panics when the pipeline does not come to rest.
pub async fn carry(name: &str, plan: &Plan) -> Outcome {
    let model = model_server(plan.latency_ms).await;
    let boards = Boards::serve(plan.spec()).await;
    let config = model_config(&model, TIMEOUT_MS);
    let settings = [
        ("extract.config", config.path.clone()),
        ("extract.concurrency", plan.concurrency.to_string()),
        ("extract.lease-ms", LEASE_MS.to_string()),
    ];
    let mut pipeline = Pipeline::new(name, &settings);
    boards.apply(&pipeline);
    pipeline.start_all();
    let mut stage = Stage {
        boards,
        model,
        config,
        pipeline,
        trouble: trouble::Running::new(&plan.trouble),
        patience: patience(plan),
    };
    let began = Instant::now();
    for day in 1..=DAYS {
        stage.day(day).await;
    }
    let seconds = began.elapsed().as_secs_f64();
    stage.pipeline.stop_all();
    let told = stage.trouble.told();
    let Stage {
        boards,
        model,
        pipeline,
        ..
    } = stage;
    outcome::read(&boards, &model, &pipeline, told, seconds).await
}

/// As long as everything may take when nothing hangs.
fn patience(plan: &Plan) -> Duration {
    let calls = u64::from(plan.postings) * plan.latency_ms / u64::from(plan.concurrency.max(1));
    let work = EACH * plan.postings + Duration::from_millis(2 * calls);
    Duration::from_secs(180) + work + 2 * plan.trouble.lasting
}

impl Stage {
    async fn day(&mut self, day: u32) {
        if day == DAYS {
            self.edit_prompt();
        }
        self.boards.begin_day(&mut self.pipeline, day);
        let deadline = Instant::now() + self.patience;
        let mut before = None;
        loop {
            self.trouble.strike(&mut self.pipeline);
            self.pipeline.check_alive();
            let now = self.ends_of(day).await;
            let is_at_rest = now.is_some() && now == before;
            // On the last day trouble goes on until its time is over.
            if is_at_rest && (day < DAYS || self.trouble.is_over()) {
                return;
            }
            assert!(Instant::now() < deadline, "day {day}: no rest");
            before = now;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The ends of all topics when the day's runs are in the tables and nothing waits.
    async fn ends_of(&self, day: u32) -> Option<Vec<(String, i32, i64)>> {
        let runs = self.pipeline.number(COMPLETE_RUNS).await?;
        match runs >= self.boards.runs_until(day) {
            true => self.pipeline.ends_when_idle().await,
            false => None,
        }
    }

    /// Read at the next start of extract, as in operation.
    fn edit_prompt(&mut self) {
        self.config.set_prompt(PROMPT);
        self.pipeline.stop(Service::Extract);
        self.pipeline.start(Service::Extract);
    }
}
