//! Finds a content by its first digits, and all that the tables say of it, contract by contract.

use readonce_model::ContractId;
use serde_json::Value;

use super::{Attempt, Config, Explanation, Produced, cause, evidence};
use crate::context::Context;
use crate::fault::usage;
use crate::plan::contract_called;
use crate::store::{Store, quoted, table};

const FEWEST_DIGITS: usize = 4;
const HASH_DIGITS: usize = 64;
/// Contents that are named where a beginning fits several.
const NAMED: usize = 5;

/// The one content whose hash begins so.
pub async fn resolve(store: &Store, prefix: &str) -> anyhow::Result<String> {
    let prefix = prefix.to_ascii_lowercase();
    let is_hex = prefix.chars().all(|c| c.is_ascii_hexdigit());
    if !is_hex || !(FEWEST_DIGITS..=HASH_DIGITS).contains(&prefix.len()) {
        return Err(usage(format!(
            "'{prefix}' is no content hash; give {FEWEST_DIGITS} to {HASH_DIGITS} of its hexadecimal digits"
        )));
    }
    let sql = format!(
        "SELECT DISTINCT content_hash FROM
            (SELECT content_hash FROM extract_attempts UNION ALL SELECT content_hash FROM profiles)
         WHERE startsWith(content_hash, {}) ORDER BY content_hash LIMIT {}",
        quoted(&prefix),
        NAMED + 1
    );
    let rows = store.rows(&sql).await?;
    let hash = |row: &Value| row["content_hash"].as_str().unwrap_or_default().to_owned();
    match rows.as_slice() {
        [] => anyhow::bail!("no call was made and no profile is there for a content {prefix}…"),
        [one] => Ok(hash(one)),
        several => {
            let named: Vec<_> = several.iter().take(NAMED).map(hash).collect();
            Err(usage(format!(
                "several contents begin with {prefix}: {}; give more digits",
                named.join(", ")
            )))
        }
    }
}

pub async fn explain(
    context: &Context,
    store: &Store,
    hash: &str,
    only: Option<&ContractId>,
) -> anyhow::Result<Vec<Explanation>> {
    let mut found = Vec::new();
    for (name, major) in readonce_schemas::contracts() {
        let id: ContractId = format!("{name}@{major}").parse()?;
        if only.is_some_and(|only| *only != id) {
            continue;
        }
        let attempts = attempts(store, hash, &id).await?;
        let profile = profile(store, hash, &id).await?;
        if !attempts.is_empty() || profile.is_some() {
            found.push(one(context, store, (hash, &id), (attempts, profile)).await?);
        }
    }
    Ok(found)
}

async fn attempts(store: &Store, hash: &str, id: &ContractId) -> anyhow::Result<Vec<Attempt>> {
    let sql = format!(
        "SELECT attempt, toString(state) AS state, toString(owner) AS owner,
            toUnixTimestamp64Milli(started_at) AS started_at_ms,
            toUnixTimestamp64Milli(finished_at) AS finished_at_ms,
            toString(error_class) AS error_class, error, billed, tokens_in, tokens_out, cost_micros,
            max_output_tokens, config_version, toString(provider) AS provider,
            toString(model) AS model, caused_by_item, caused_by_raw_partition, caused_by_raw_offset
         FROM extract_attempts FINAL
         WHERE content_hash = {} AND contract = {} ORDER BY attempt",
        quoted(hash),
        quoted(&id.to_string())
    );
    store.typed(&sql).await
}

async fn profile(store: &Store, hash: &str, id: &ContractId) -> anyhow::Result<Option<Value>> {
    let (table, hash) = (table(id), quoted(hash));
    let sql = format!("SELECT * FROM {table} FINAL WHERE content_hash = {hash}");
    Ok(store.rows(&sql).await?.into_iter().next())
}

async fn one(
    context: &Context,
    store: &Store,
    (hash, id): (&str, &ContractId),
    (attempts, profile): (Vec<Attempt>, Option<Value>),
) -> anyhow::Result<Explanation> {
    let place = cause::Place::of(&attempts, profile.as_ref());
    let cause = cause::find(store, hash, &place).await?;
    let change = evidence::change(context, store, hash, &cause).await?;
    let outcome = outcome(&attempts, profile.as_ref());
    let sum = |value: fn(&Attempt) -> Option<i64>| attempts.iter().filter_map(value).sum();
    let contract = contract_called(id)?;
    let produced = profile.as_ref().map(|row| produced(row, &contract));
    let items = format!(
        "SELECT uniqExact(item_id) AS n FROM item_events FINAL WHERE content_hash = {}",
        quoted(hash)
    );
    Ok(Explanation {
        content_hash: hash.to_owned(),
        contract: id.to_string(),
        outcome,
        why: cause::sentence(outcome, &cause, produced.as_ref()),
        config: config(context, &attempts, profile.as_ref()),
        tokens_in: sum(|one| one.tokens_in),
        tokens_out: sum(|one| one.tokens_out),
        cost_micros: sum(|one| Some(one.cost_micros)),
        items_with_content: store.number(&items).await?,
        cause,
        change,
        attempts,
        produced,
    })
}

fn outcome(attempts: &[Attempt], profile: Option<&Value>) -> &'static str {
    let is_lifted = |row: &Value| row["attempt"] == 0 && row["lifted_from"].is_string();
    match (profile, attempts.last().map(|last| last.state.as_str())) {
        (Some(row), _) if is_lifted(row) => "lifted",
        (Some(_), _) => "paid",
        (None, Some("given_up")) => "given_up",
        (None, Some("started")) => "in_doubt",
        (None, _) => "failed",
    }
}

/// The name is known where the version is the one in use.
fn config(context: &Context, attempts: &[Attempt], profile: Option<&Value>) -> Config {
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let mut config = match (attempts.last(), profile) {
        (Some(last), _) => Config {
            name: None,
            version: last.config_version.clone(),
            provider: last.provider.clone(),
            model: last.model.clone(),
        },
        (None, Some(row)) => Config {
            name: None,
            version: text(row, "config_version"),
            provider: text(row, "provider"),
            model: text(row, "model"),
        },
        (None, None) => Config::default(),
    };
    let layers = context.layers().ok();
    let in_use = layers.and_then(|layers| {
        readonce_extract::Config::read(&layers)
            .ok()?
            .extraction()
            .ok()
    });
    config.name = in_use
        .filter(|in_use| in_use.config_version() == config.version)
        .map(|in_use| in_use.name);
    config
}

fn produced(row: &Value, contract: &readonce_core::extract::contract::Contract) -> Produced {
    let list = |key: &str| -> Vec<String> {
        let items = row[key].as_array().into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let fields = contract.fields.iter();
    Produced {
        status: row["status"].as_str().unwrap_or_default().to_owned(),
        attempt: row["attempt"].as_i64().unwrap_or_default(),
        flags: list("flags"),
        lifted_from: row["lifted_from"].as_str().map(str::to_owned),
        asked_fields: list("asked_fields"),
        answer: fields
            .map(|field| (field.name.clone(), row[&field.name].clone()))
            .collect(),
    }
}
