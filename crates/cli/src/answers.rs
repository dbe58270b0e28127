//! `readonce answers`: a model's replies to a content, as they were received. They are restricted:
//! who asks needs the right to read the topic, and nothing of them is in the tables.

use std::process::ExitCode;

use clap::Args;
use readonce_core::extract::raw;
use readonce_model::partition::partition_of;
use readonce_model::record::{Named, RawAnswer};
use readonce_model::{ContentHash, Topic};
use readonce_plumbing::kafka::{Admin, restore_each};
use readonce_plumbing::registry::Decoder;
use serde::Serialize;

use crate::context::Context;
use crate::output::{self, say};

#[derive(Debug, Args)]
pub struct Answers {
    /// The content, by its hash
    #[arg(value_name = "HASH")]
    pub hash: ContentHash,
    /// Print the bodies too; with --json they always are
    #[arg(long)]
    pub body: bool,
}

#[derive(Debug, Serialize)]
struct Shown {
    #[serde(flatten)]
    answer: RawAnswer,
    /// The body has the hash that it was kept with.
    intact: bool,
}

/// Exits with 1 when there is none: never asked, or gone with its retention.
pub async fn run(context: &Context, options: Answers) -> anyhow::Result<ExitCode> {
    let found = read(context, &options.hash).await?;
    context.output.show(&found, || show(&found, options.body))?;
    Ok(ExitCode::from(u8::from(found.is_empty())))
}

async fn read(context: &Context, hash: &ContentHash) -> anyhow::Result<Vec<Shown>> {
    let settings = context.kafka()?;
    let decoder = Decoder::new(context.registry()?);
    let hash = hash.to_string();
    let topic = settings.kafka().namespace.topic(&Topic::ExtractAnswers);
    // Where no model was ever asked there is no topic.
    if !Admin::new(&settings)?
        .partitions()
        .await?
        .contains_key(&topic)
    {
        return Ok(Vec::new());
    }
    let partition = partition_of(hash.as_bytes(), settings.kafka().partitions);
    let mut records = restore_each(&settings, Topic::ExtractAnswers, partition, 0);
    let mut found = Vec::new();
    while let Some(record) = records.next().await? {
        let (true, Some(value)) = (record.key.starts_with(hash.as_bytes()), record.value) else {
            continue;
        };
        let answer: RawAnswer = decoder.decode(RawAnswer::NAME, &value).await?;
        let intact = raw::is_intact(&answer);
        found.push(Shown { answer, intact });
    }
    Ok(found)
}

fn show(found: &[Shown], with_body: bool) {
    if found.is_empty() {
        say!("no answers are kept of this content");
        return;
    }
    let rows = found.iter().map(|Shown { answer, intact }| {
        let part = match (answer.part, answer.parts) {
            (Some(part), Some(of)) => format!("{part}/{of}"),
            _ => String::new(),
        };
        vec![
            answer.contract.to_string(),
            answer.attempt.to_string(),
            part,
            answer.model.clone(),
            answer.received_at_ms.to_string(),
            answer.body.len().to_string(),
            if *intact { "yes" } else { "NO" }.to_owned(),
        ]
    });
    let head = [
        "contract",
        "attempt",
        "part",
        "model",
        "received (ms)",
        "bytes",
        "intact",
    ];
    say!("{}", output::table(&head, rows.collect(), 9));
    for Shown { answer, .. } in found.iter().filter(|_| with_body) {
        say!("\n-- attempt {}\n{}", answer.attempt, answer.body);
    }
}
