//! A simulated world on a local site, watched by a pipeline.

use std::sync::Arc;

use readonce_testkit::model::{self, Latency, ModelServer};
use readonce_testkit::site::{self, Site};
use readonce_testkit::world::{Spec, World};

use crate::pipeline::Pipeline;

pub const COMPLETE_RUNS: &str =
    "SELECT count() AS n FROM runs FINAL WHERE state = 'finished' AND complete";

/// A site with its world.
pub struct Boards {
    pub site: Site,
    pub world: Arc<World>,
}

impl Boards {
    pub async fn serve(spec: Spec) -> Self {
        let world = Arc::new(World::build(&spec).expect("a world"));
        let site = site::serve(world.clone(), None).await.expect("a site");
        Self { site, world }
    }

    /// Puts every board into the catalog, fetched on request only.
    pub fn apply(&self, pipeline: &Pipeline) {
        for board in self.world.boards() {
            let yaml = format!(
                "strategy: listing\nurl: \"{}\"\nformat: {}\nallow-private-addresses: true\n",
                self.site.url(board),
                board.shape.as_str()
            );
            pipeline.apply(&board.source, &yaml);
        }
    }

    /// Runs every board as it is on a day and waits until nothing waits.
    pub async fn day(&self, pipeline: &mut Pipeline, day: u32) {
        self.begin_day(pipeline, day);
        self.end_day(pipeline, day).await;
    }

    /// Changes the boards and asks for the runs. On day 1 the sources run by themselves.
    pub fn begin_day(&self, pipeline: &mut Pipeline, day: u32) {
        self.site.set_day(day).expect("a day");
        if day > 1 {
            pipeline.cli(&["run", "--all"]);
        }
    }

    /// Waits until as many complete runs are in the tables as there are boards and days.
    pub async fn end_day(&self, pipeline: &mut Pipeline, day: u32) {
        let wanted = self.runs_until(day);
        pipeline
            .until("finished runs", COMPLETE_RUNS, |found| found >= wanted)
            .await;
        pipeline.rest().await;
    }

    /// Complete runs that a world has when a day is over.
    pub fn runs_until(&self, day: u32) -> i64 {
        i64::from(day) * self.world.boards().len() as i64
    }
}

/// A model server with a log of its own: the truth about paid calls.
pub async fn model_server(latency_ms: u64) -> ModelServer {
    let latency = Latency::Fixed(std::time::Duration::from_millis(latency_ms));
    model::serve(model::Options {
        latency,
        ..Default::default()
    })
    .await
    .expect("a model server")
}

/// An extraction config that sends contents to a model server. The file lives as long as the
/// folder that is returned.
pub struct ModelConfig {
    _folder: tempfile::TempDir,
    pub path: String,
    text: String,
}

impl ModelConfig {
    /// Another prompt in the file; a running service reads it at its next start.
    pub fn set_prompt(&self, prompt: &str) {
        let quoted = serde_json::to_string(prompt).expect("a string");
        let text = format!("{}prompt: {quoted}\n", self.text);
        std::fs::write(&self.path, text).expect("a config file");
    }
}

pub fn model_config(model: &ModelServer, timeout_ms: u64) -> ModelConfig {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("model.yaml");
    let text = format!(
        "name: model\nprovider: openai\nmodel: test\nbase-url: {}\ntimeout-ms: {timeout_ms}\n",
        model.base_url()
    );
    std::fs::write(&path, &text).expect("a config file");
    ModelConfig {
        path: path.display().to_string(),
        _folder: folder,
        text,
    }
}
