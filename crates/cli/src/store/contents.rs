//! Current contents that have no profile under a contract, a page at a time, so that a large world
//! costs bounded memory.

use readonce_model::record::{ExtractRequest, RequestReason, Worth};
use readonce_model::{ContractId, ItemId};
use serde::Deserialize;

use super::{Store, quoted, table};

const PAGE_ROWS: usize = 1000;

/// A content that some item shows now.
#[derive(Clone, Debug, Deserialize)]
pub struct Content {
    pub content_hash: String,
    kind: String,
    title: String,
    text: String,
    canonicalizer_version: i32,
    /// The item that showed it first.
    item_id: String,
    raw_partition: i32,
    raw_offset: i64,
    /// What read that item.
    parser: String,
}

impl Content {
    /// As a request of a back-fill.
    pub fn request(
        &self,
        contract: &ContractId,
        requested_at_ms: i64,
    ) -> anyhow::Result<ExtractRequest> {
        Ok(ExtractRequest {
            content_hash: self.content_hash.parse()?,
            contract: contract.clone(),
            kind: self.kind.clone(),
            title: self.title.clone(),
            text: self.text.clone(),
            canonicalizer_version: self.canonicalizer_version,
            reason: RequestReason::Backfill,
            caused_by_item: self.item_id.parse::<ItemId>()?,
            caused_by_raw_partition: self.raw_partition,
            caused_by_raw_offset: self.raw_offset,
            caused_by_parser: Some(self.parser.clone()),
            requested_at_ms,
            worth: Some(Worth::Backfill),
        })
    }
}

/// Which contents are meant, and how far they were read.
pub struct Contents<'a> {
    pub contract: &'a ContractId,
    pub source: Option<&'a str>,
    after: String,
}

impl<'a> Contents<'a> {
    pub fn new(contract: &'a ContractId, source: Option<&'a str>) -> Self {
        Self {
            contract,
            source,
            after: String::new(),
        }
    }

    /// The next page, in the order of the hashes; empty at the end.
    pub async fn next(&mut self, store: &Store) -> anyhow::Result<Vec<Content>> {
        let (current, table) = (self.current(), table(self.contract));
        let after = quoted(&self.after);
        let sql = format!(
            "SELECT c.content_hash AS content_hash, toString(s.kind) AS kind, s.title AS title,
                s.text AS text, s.canonicalizer_version AS canonicalizer_version,
                c.item_id AS item_id, c.raw_partition AS raw_partition, c.raw_offset AS raw_offset,
                c.parser AS parser
             FROM ({current}) AS c
             INNER JOIN (SELECT * FROM snapshots FINAL WHERE content_hash > {after}) AS s
                ON s.content_hash = c.content_hash
             WHERE c.content_hash > {after}
                AND c.content_hash NOT IN (SELECT content_hash FROM {table} FINAL)
             ORDER BY content_hash LIMIT {PAGE_ROWS}"
        );
        let page: Vec<Content> = store.typed(&sql).await?;
        if let Some(last) = page.last() {
            self.after = last.content_hash.clone();
        }
        Ok(page)
    }

    /// How many current contents there are, whether they have a profile or not.
    pub async fn count(&self, store: &Store) -> anyhow::Result<i64> {
        let current = self.current();
        store
            .number(&format!("SELECT count() AS n FROM ({current})"))
            .await
    }

    /// One row a content. What is delisted is current no more; a link alone has nothing to extract.
    fn current(&self) -> String {
        let of_source = match self.source {
            Some(source) => format!("AND i.source = {}", quoted(source)),
            None => String::new(),
        };
        format!(
            "SELECT content_hash,
                argMin(i.item_id, tuple(i.first_seen_at, i.item_id)) AS item_id,
                argMin(i.raw_partition, tuple(i.first_seen_at, i.item_id)) AS raw_partition,
                argMin(i.raw_offset, tuple(i.first_seen_at, i.item_id)) AS raw_offset,
                argMin(ifNull(i.parser, concat(i.format, '@', toString(i.parser_version))),
                    tuple(i.first_seen_at, i.item_id)) AS parser
             FROM (SELECT * FROM items FINAL) AS i
             WHERE ifNull(i.kind, '') != 'link' {of_source}
                AND i.item_id NOT IN
                    (SELECT item_id FROM presence FINAL WHERE state = 'delisted')
             GROUP BY content_hash"
        )
    }
}
