//! Contents that are asked for: the postings of this crate in their canonical form, numbered so
//! that no two are equal. Made from a fixed seed; a content of a number is the same in every run.

use anyhow::{Context, Result};
use readonce_bench::Choices;
use readonce_bench::postings::Board;
use readonce_core::canonical::{CANONICALIZER_VERSION, content_hash, sight};
use readonce_core::parse::{Response, parse};
use readonce_model::record::{ExtractRequest, RequestReason, Worth};
use readonce_model::{ContentHash, ContractId, ItemId};

const SEED: u64 = 20_261_201;
const TEXTS: usize = 300;
/// 2026-09-25T02:35:00Z, after all times in the records.
const FETCHED_AT_MS: i64 = 1_790_303_700_000;

pub struct Contents {
    texts: Vec<(String, String)>,
    pub contract: ContractId,
}

impl Contents {
    pub fn new() -> Result<Self> {
        let mut choices = Choices::from_seed(SEED);
        let page = Board::Greenhouse.page(&mut choices, TEXTS);
        let response = Response {
            body: page.as_bytes(),
            content_type: Some("application/json; charset=utf-8"),
            at_ms: FETCHED_AT_MS,
            ..Response::default()
        };
        let parsed = parse(&response).map_err(|reason| anyhow::anyhow!("no postings: {reason}"))?;
        let seen = parsed.items.into_iter().map(|item| sight(item).canonical);
        Ok(Self {
            texts: seen.map(|seen| (seen.title, seen.text)).collect(),
            contract: "job@1".parse()?,
        })
    }

    /// Bytes of a text, on average.
    pub fn mean_bytes(&self) -> usize {
        let all: usize = self
            .texts
            .iter()
            .map(|(title, text)| title.len() + text.len())
            .sum();
        all.checked_div(self.texts.len()).unwrap_or(0)
    }

    pub fn request(&self, number: u32) -> Result<ExtractRequest> {
        let (title, text) = self.content(number)?;
        Ok(ExtractRequest {
            content_hash: content_hash(&title, text),
            contract: self.contract.clone(),
            kind: "posting".to_owned(),
            title,
            text: text.to_owned(),
            canonicalizer_version: CANONICALIZER_VERSION,
            reason: RequestReason::New,
            caused_by_item: item(number)?,
            caused_by_raw_partition: 0,
            caused_by_raw_offset: i64::from(number),
            caused_by_parser: None,
            requested_at_ms: FETCHED_AT_MS,
            worth: Some(Worth::New),
        })
    }

    pub fn hash(&self, number: u32) -> Result<ContentHash> {
        let (title, text) = self.content(number)?;
        Ok(content_hash(&title, text))
    }

    fn content(&self, number: u32) -> Result<(String, &str)> {
        let place = number as usize % self.texts.len().max(1);
        let (title, text) = self.texts.get(place).context("no texts")?;
        Ok((format!("{title} {number}"), text))
    }
}

pub fn item(number: u32) -> Result<ItemId> {
    Ok(ItemId::new("greenhouse-bench", &number.to_string())?)
}
