//! A person's word on marked profiles: written in their place, with the reason kept.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::Context as _;
use readonce_core::extract::quarantine::{Verdict, judged};
use readonce_model::{ContractId, Topic};
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Output, Placement, Producer};
use readonce_plumbing::registry::Encoder;
use serde_json::json;

use super::marked::{self, Choice, Found};
use crate::context::Context;
use crate::output::say;

/// Records that are sent together.
const TOGETHER: usize = 1_000;

/// Exits with 1 when nothing was found that the verdict changes.
pub async fn run(context: &Context, choice: &Choice, verdict: Verdict) -> anyhow::Result<ExitCode> {
    let found = marked::find(context, choice).await?;
    let encoders = encoders(context, &found).await?;
    let mut outputs = Vec::new();
    for one in &found {
        if let Some(profile) = judged(&one.profile, verdict, now_ms()) {
            let encoder = encoders.get(&profile.contract).context("an encoder")?;
            let place = Placement::At(one.partition);
            let key = profile.content_hash.to_string();
            let value = encoder.encode(&profile)?;
            outputs.push(Output::new(encoder.topic().clone(), place, key, value));
        }
    }
    let producer = Producer::new(&context.kafka()?)?;
    for some in outputs.chunks(TOGETHER) {
        producer.send_all(some).await?;
    }
    let (judged, word) = (outputs.len(), verdict.as_str());
    context.output.show(&json!({ word: judged }), || {
        say!("{word}: {judged} of {} marked profiles", found.len());
    })?;
    Ok(ExitCode::from(u8::from(judged == 0)))
}

async fn encoders(
    context: &Context,
    found: &[Found],
) -> anyhow::Result<HashMap<ContractId, Encoder>> {
    let (registry, settings) = (context.registry()?, context.kafka()?);
    let namespace = &settings.kafka().namespace;
    let mut encoders = HashMap::new();
    for Found { profile, .. } in found {
        let contract = &profile.contract;
        if !encoders.contains_key(contract) {
            let topic = Topic::Profiles(contract.clone());
            let encoder = Encoder::look_up(&registry, namespace, topic).await?;
            encoders.insert(contract.clone(), encoder);
        }
    }
    Ok(encoders)
}
