//! A world of small boards in files, with a model that has its price.

use readonce_testkit::model::ModelServer;
use readonce_tests::Pipeline;
use readonce_tests::boards::model_server;
use serde_json::{Value, json};

pub struct World {
    pub pipeline: Pipeline,
    pub model: ModelServer,
}

impl World {
    pub async fn open(name: &str) -> Self {
        let model = model_server(2).await;
        let mut pipeline = Pipeline::new(name, &[]);
        let yaml = format!(
            "name: priced\nprovider: openai\nmodel: test\nbase-url: {}\n\
             price-in-micros-per-1k: 400\nprice-out-micros-per-1k: 1600\n",
            model.base_url()
        );
        let file = pipeline.folder().join("priced.yaml");
        std::fs::write(&file, yaml).expect("a config");
        pipeline.set(&format!("extract.config={}", file.display()));
        Self { pipeline, model }
    }

    pub fn board(&self, source: &str, texts: &[&str], rest: &str) {
        let jobs: Vec<Value> = texts
            .iter()
            .enumerate()
            .map(|(at, text)| {
                json!({"id": at + 1, "absolute_url": format!("https://{source}.example.com/{at}"),
                    "title": format!("Engineer {at} of {source}"), "content": format!("<p>{text}</p>")})
            })
            .collect();
        let file = self.pipeline.folder().join(format!("{source}.json"));
        std::fs::write(&file, json!({ "jobs": jobs }).to_string()).expect("a board");
        let yaml = format!(
            "strategy: files\npaths: [\"{}\"]\nformat: greenhouse\n{rest}",
            file.display()
        );
        self.pipeline.apply(source, &yaml);
    }

    pub async fn runs(&mut self, count: i64) {
        let sql = "SELECT count() AS n FROM runs FINAL WHERE state = 'finished' AND complete";
        self.pipeline
            .until("runs", sql, |found| found >= count)
            .await;
        self.pipeline.rest().await;
    }

    pub fn calls(&self) -> usize {
        self.model.calls().len()
    }

    pub async fn rows(&self, sql: &str) -> Vec<Value> {
        self.pipeline.query().select_json(sql).await.expect("rows")
    }

    pub async fn number(&self, sql: &str) -> i64 {
        self.pipeline.number(sql).await.unwrap_or(-1)
    }
}
