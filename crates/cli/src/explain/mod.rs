//! `readonce explain call`: why a call was made, what had changed, by which config, what it cost and
//! what it brought. Reads tables and kept pages; what differs between two texts, `core` says.

mod cause;
mod evidence;
mod lookup;
mod show;

use std::process::ExitCode;

use clap::{Args, Subcommand};
use readonce_core::diff::{Absorbed, Hunk};
use readonce_model::ContractId;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::context::Context;
use crate::store::Store;

#[derive(Debug, Subcommand)]
pub enum Explain {
    /// Say why a model was asked about a content, and what came of it
    Call(Call),
}

#[derive(Debug, Args)]
pub struct Call {
    /// The content hash, or its first digits
    #[arg(value_name = "HASH")]
    pub hash: String,
    /// Only under this contract
    #[arg(long, value_name = "NAME@MAJOR")]
    pub contract: Option<ContractId>,
}

/// One content under one contract.
#[derive(Debug, Serialize)]
pub struct Explanation {
    pub content_hash: String,
    pub contract: String,
    /// paid, lifted, given_up, failed or in_doubt.
    pub outcome: &'static str,
    /// In one sentence.
    pub why: String,
    pub cause: cause::Cause,
    /// What is new in the content, compared with what the item showed before.
    pub change: Option<Change>,
    pub config: Config,
    pub attempts: Vec<Attempt>,
    pub tokens_in: i64,
    pub tokens_out: i64,
    pub cost_micros: i64,
    pub produced: Option<Produced>,
    /// Items that ever showed the content; one call serves all.
    pub items_with_content: i64,
}

#[derive(Debug, Default, Serialize)]
pub struct Change {
    pub previous_hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Side>,
    /// Words that were replaced, in the order of the text.
    pub words: Vec<Side>,
    /// The text stops early: what is gone behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// The texts differ in so many places that all is one.
    pub coarse: bool,
    /// Differences of form that were no reason, with the rule that took each away.
    pub absorbed: Vec<Absorbed>,
    /// Why nobody can say what was absorbed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absorbed_unknown: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct Side {
    pub before: String,
    pub after: String,
}

impl From<Hunk> for Side {
    fn from(hunk: Hunk) -> Self {
        Self {
            before: hunk.before,
            after: hunk.after,
        }
    }
}

#[derive(Debug, Default, Serialize)]
pub struct Config {
    /// Known where it is the config in use.
    pub name: Option<String>,
    pub version: String,
    pub provider: String,
    pub model: String,
}

#[derive(Debug, Serialize, serde::Deserialize)]
pub struct Attempt {
    pub attempt: i64,
    pub state: String,
    pub owner: String,
    pub started_at_ms: i64,
    pub finished_at_ms: Option<i64>,
    pub error_class: Option<String>,
    pub error: Option<String>,
    pub billed: Option<bool>,
    pub tokens_in: Option<i64>,
    pub tokens_out: Option<i64>,
    pub cost_micros: i64,
    pub max_output_tokens: Option<i64>,
    #[serde(skip_serializing)]
    pub config_version: String,
    #[serde(skip_serializing)]
    pub provider: String,
    #[serde(skip_serializing)]
    pub model: String,
    #[serde(skip_serializing)]
    pub caused_by_item: String,
    #[serde(skip_serializing)]
    pub caused_by_raw_partition: i32,
    #[serde(skip_serializing)]
    pub caused_by_raw_offset: i64,
}

#[derive(Debug, Serialize)]
pub struct Produced {
    pub status: String,
    pub attempt: i64,
    pub flags: Vec<String>,
    pub lifted_from: Option<String>,
    pub asked_fields: Vec<String>,
    pub answer: Map<String, Value>,
}

pub async fn run(context: &Context, command: Explain) -> anyhow::Result<ExitCode> {
    let Explain::Call(options) = command;
    let store = Store::open(context).await?;
    let hash = lookup::resolve(&store, &options.hash).await?;
    let explanations = lookup::explain(context, &store, &hash, options.contract.as_ref()).await?;
    if explanations.is_empty() {
        anyhow::bail!("content {hash} has neither a call nor a profile under that contract");
    }
    context.output.show(&explanations, || {
        explanations
            .iter()
            .for_each(|one| show::page(&context.output, one));
    })?;
    Ok(ExitCode::SUCCESS)
}
