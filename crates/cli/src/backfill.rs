//! `readonce backfill`: asks for current contents under a contract for which they have no profile.
//! What an earlier profile gives is lifted; a model is asked for the rest. The ledger pays each once,
//! however often this is repeated.

use std::process::ExitCode;

use clap::Args;
use readonce_model::record::ExtractRequest;
use readonce_model::{ContractId, Topic, request_key};
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Output, Placement, Producer};
use readonce_plumbing::registry::Encoder;
use serde_json::json;

use crate::context::Context;
use crate::output::say;
use crate::plan::contract_called;
use crate::store::{Contents, Store};

#[derive(Debug, Args)]
pub struct Backfill {
    /// The contract. 'readonce plan --contract' says first what it will cost
    #[arg(long, value_name = "NAME@MAJOR")]
    pub contract: ContractId,
    /// Contents of this source only
    #[arg(long, value_name = "SOURCE")]
    pub source: Option<String>,
    /// No more contents than this; repeat it to go on
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
}

pub async fn run(context: &Context, options: Backfill) -> anyhow::Result<ExitCode> {
    contract_called(&options.contract)?;
    let store = Store::open(context).await?;
    let settings = context.kafka()?;
    let namespace = settings.kafka().namespace.clone();
    let registry = context.registry()?;
    let encoder = Encoder::look_up(&registry, &namespace, Topic::ExtractRequests).await?;
    let producer = Producer::new(&settings)?;
    let mut contents = Contents::new(&options.contract, options.source.as_deref());
    let (limit, mut asked) = (options.limit.unwrap_or(usize::MAX), 0);
    while asked < limit {
        let mut page = contents.next(&store).await?;
        page.truncate(limit - asked);
        if page.is_empty() {
            break;
        }
        let mut outputs = Vec::with_capacity(page.len());
        for content in &page {
            outputs.push(output(
                &encoder,
                &content.request(&options.contract, now_ms())?,
            )?);
        }
        producer.send_all(&outputs).await?;
        asked += page.len();
    }
    let contract = &options.contract;
    context
        .output
        .show(&json!({ "requested": asked, "contract": contract }), || {
            say!("asked for {asked} contents under {contract}");
        })?;
    Ok(ExitCode::SUCCESS)
}

fn output(encoder: &Encoder, request: &ExtractRequest) -> anyhow::Result<Output> {
    let key = request_key(&request.content_hash, &request.contract);
    let beside = Placement::Beside(request.content_hash.to_string());
    Ok(Output::new(
        Topic::ExtractRequests,
        beside,
        key,
        encoder.encode(request)?,
    ))
}
