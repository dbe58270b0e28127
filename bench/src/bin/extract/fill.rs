//! A ledger as long use leaves it behind: for each key a profile, and the attempt that brought it.
//!
//! Written to the real topics, as the service writes them, by several tasks at once.

use std::sync::Arc;

use anyhow::{Context, Result};
use readonce_model::record::{CallState, ExtractAttempt, Profile, ProfileStatus};
use readonce_model::{ContentHash, Topic, request_key};
use readonce_plumbing::kafka::{Output, Placement};
use readonce_plumbing::registry::Encoder;
use serde_json::json;

use crate::contents::item;
use crate::world::World;

const TASKS: u32 = 2;
const TOGETHER: u32 = 2_000;
/// Before everything that asks for it.
const PAID_AT_MS: i64 = 1_789_000_002_400;
const CONFIG_VERSION: &str = "9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b9b";

/// Keys 1 to `keys`; those up to `real` are contents that can be asked for.
pub async fn fill(world: Arc<World>, keys: u32, real: u32) -> Result<()> {
    let attempts = Arc::new(world.encoder(Topic::ExtractAttempts).await?);
    let profiles = Topic::Profiles(world.contents.contract.clone());
    let profiles = Arc::new(world.encoder(profiles).await?);
    let mut tasks = Vec::new();
    for task in 0..TASKS {
        let (world, attempts, profiles) = (world.clone(), attempts.clone(), profiles.clone());
        tasks.push(tokio::spawn(async move {
            let mut first = 1 + task * TOGETHER;
            while first <= keys {
                let last = (first + TOGETHER - 1).min(keys);
                let mut outputs = Vec::with_capacity(2 * TOGETHER as usize);
                for number in first..=last {
                    let hash = match number <= real {
                        true => world.contents.hash(number)?,
                        false => made_up(number),
                    };
                    outputs.push(profile(&world, &profiles, number, hash)?);
                    outputs.push(attempt(&world, &attempts, number, hash)?);
                }
                world.producer.send_all(&outputs).await?;
                first += TASKS * TOGETHER;
            }
            anyhow::Ok(())
        }));
    }
    for task in tasks {
        task.await??;
    }
    Ok(())
}

/// As good as a SHA-256 for everything that looks at it, and cheap: a million are needed.
fn made_up(number: u32) -> ContentHash {
    let mut choices = readonce_bench::Choices::from_seed(u64::from(number));
    let mut bytes = [0; 32];
    for part in bytes.chunks_exact_mut(8) {
        part.copy_from_slice(&choices.number().to_be_bytes());
    }
    ContentHash::from_bytes(bytes)
}

fn profile(world: &World, encoder: &Encoder, number: u32, hash: ContentHash) -> Result<Output> {
    let answer = json!({
        "campus_hire": false,
        "tech_stack": ["Rust", "Kafka", "ClickHouse"],
        "minimum_degree": "bachelor",
        "full_time_degree_required": null,
        "years_of_experience": "3-5 years",
        "employment_type": "full_time",
        "languages": ["English"],
        "summary": format!("Runs service {number} for companies of middle size in Italy."),
    });
    let profile = Profile {
        content_hash: hash,
        contract: world.contents.contract.clone(),
        status: ProfileStatus::Ok,
        extracted_at_ms: PAID_AT_MS,
        attempt: 1,
        config_version: CONFIG_VERSION.to_owned(),
        provider: "openai".to_owned(),
        model: "bench".to_owned(),
        tokens_in: Some(1200),
        tokens_out: Some(90),
        cost_micros: 624,
        flags: Vec::new(),
        caused_by_item: item(number)?,
        caused_by_raw_partition: 0,
        caused_by_raw_offset: i64::from(number),
        caused_by_parser: None,
        lifted_from: None,
        lift_version: None,
        asked_fields: Vec::new(),
        evidence: None,
        answer: answer.as_object().cloned().context("an object")?,
    };
    let value = encoder.encode(&profile);
    let value = value.map_err(|reason| anyhow::anyhow!("no profile: {reason}"))?;
    let key = hash.to_string();
    Ok(Output::new(
        encoder.topic().clone(),
        Placement::ByKey,
        key,
        value,
    ))
}

fn attempt(world: &World, encoder: &Encoder, number: u32, hash: ContentHash) -> Result<Output> {
    let attempt = ExtractAttempt {
        content_hash: hash,
        contract: world.contents.contract.clone(),
        attempt: 1,
        state: CallState::Succeeded,
        owner: "extract-1".to_owned(),
        started_at_ms: PAID_AT_MS - 2_000,
        lease_until_ms: PAID_AT_MS + 60_000,
        finished_at_ms: Some(PAID_AT_MS),
        error_class: None,
        error: None,
        billed: Some(true),
        config_version: CONFIG_VERSION.to_owned(),
        provider: "openai".to_owned(),
        model: "bench".to_owned(),
        tokens_in: Some(1200),
        tokens_out: Some(90),
        cost_micros: 624,
        caused_by_item: item(number)?,
        caused_by_raw_partition: 0,
        caused_by_raw_offset: i64::from(number),
        earlier_attempts: 0,
        max_output_tokens: Some(1024),
        estimated_tokens: None,
        estimated_cost_micros: None,
        part: None,
        parts: None,
        lane: None,
        submit_until_ms: None,
    };
    let value = encoder.encode(&attempt);
    let value = value.map_err(|reason| anyhow::anyhow!("no attempt: {reason}"))?;
    let key = request_key(&hash, &world.contents.contract);
    let beside = Placement::Beside(hash.to_string());
    Ok(Output::new(Topic::ExtractAttempts, beside, key, value))
}
