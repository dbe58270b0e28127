//! What becomes of contents under a contract: lifted, asked in part, asked in whole. By the rules
//! that the service goes by, so that a plan and a bill agree.

use std::collections::HashMap;

use readonce_core::extract::config::ExtractionConfig;
use readonce_core::extract::contract::Contract;
use readonce_core::extract::estimate::{self, Estimate, Seen};
use readonce_core::extract::lift::Lifts;
use readonce_model::ContractId;
use readonce_model::record::ExtractRequest;
use serde::Serialize;

use super::contract_called;
use crate::store::{Store, Stored, quoted};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Forecast {
    pub contents: i64,
    /// They have their profile, and cost nothing.
    pub known: i64,
    /// An earlier contract's profile gives everything: no call.
    pub lifted: i64,
    pub asked_in_part: i64,
    pub asked_in_whole: i64,
    /// Contents for which a model is asked: in part and in whole.
    pub new: i64,
    #[serde(flatten)]
    pub estimate: Estimate,
}

impl Forecast {
    fn ask(&mut self, estimate: Estimate) {
        self.new += 1;
        self.estimate = self.estimate.and(estimate);
    }

    pub fn and(&mut self, other: Forecast) {
        self.contents += other.contents;
        self.known += other.known;
        self.lifted += other.lifted;
        self.asked_in_part += other.asked_in_part;
        self.asked_in_whole += other.asked_in_whole;
        self.new += other.new;
        self.estimate = self.estimate.and(other.estimate);
    }
}

/// Weighs contents under one config.
pub struct Weigher<'a> {
    pub store: &'a Store,
    pub config: ExtractionConfig,
    lifts: Lifts,
    seen: HashMap<ContractId, Seen>,
}

impl<'a> Weigher<'a> {
    pub async fn new(store: &'a Store, config: ExtractionConfig) -> anyhow::Result<Self> {
        let mut seen = HashMap::new();
        for (name, major) in readonce_schemas::contracts() {
            let id: ContractId = format!("{name}@{major}").parse()?;
            let tokens_out = store.tokens_out(&id).await?;
            let fields = contract_called(&id)?.fields.len();
            seen.insert(id, Seen { tokens_out, fields });
        }
        Ok(Self {
            store,
            config,
            lifts: Lifts::built_in()?,
            seen,
        })
    }

    /// Contents without a profile of their own under the contract, in the order of their hashes.
    pub async fn weigh(
        &self,
        contract: &Contract,
        requests: &[ExtractRequest],
    ) -> anyhow::Result<Forecast> {
        let earlier = self.earlier(&contract.id, requests).await?;
        let mut forecast = Forecast::default();
        for request in requests {
            let hash = request.content_hash.to_string();
            let origin = earlier.get(&hash);
            let lifted = origin.and_then(|stored| self.lifts.lift(&contract.id, stored.origin()));
            let seen = self.seen_of(&contract.id);
            match lifted {
                Some(lifted) if lifted.is_whole() => forecast.lifted += 1,
                Some(lifted) => {
                    let part = contract.only(&lifted.ask);
                    forecast.asked_in_part += 1;
                    forecast.ask(estimate::call(&self.config, &part, request, seen));
                }
                None => {
                    forecast.asked_in_whole += 1;
                    forecast.ask(estimate::call(&self.config, contract, request, seen));
                }
            }
        }
        Ok(forecast)
    }

    /// How long answers are: by this contract's own, else by the nearest earlier one's.
    fn seen_of(&self, contract: &ContractId) -> Seen {
        let origins = self.lifts.origins(contract);
        let mut all = [contract].into_iter().chain(&origins);
        let seen = all.find_map(|id| self.seen.get(id).filter(|seen| seen.tokens_out.is_some()));
        seen.copied().unwrap_or_default()
    }

    /// The nearest earlier profile of each content.
    async fn earlier(
        &self,
        contract: &ContractId,
        requests: &[ExtractRequest],
    ) -> anyhow::Result<HashMap<String, Stored>> {
        let mut found = HashMap::new();
        for origin in self.lifts.origins(contract) {
            let origin = contract_called(&origin)?;
            for part in requests.chunks(500) {
                let profiles = self.store.profiles(&origin, &among(part)).await?;
                for (hash, stored) in profiles {
                    found.entry(hash).or_insert(stored);
                }
            }
        }
        Ok(found)
    }
}

/// The condition that a content is one of these.
pub fn among(requests: &[ExtractRequest]) -> String {
    let hashes: Vec<_> = requests
        .iter()
        .map(|request| quoted(&request.content_hash.to_string()))
        .collect();
    match hashes.is_empty() {
        true => "false".to_owned(),
        false => format!("content_hash IN ({})", hashes.join(", ")),
    }
}
