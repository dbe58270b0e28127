//! What a run said about an item: canonicalize's memory.

use serde::{Deserialize, Serialize};

use super::words::words;
use crate::{ContentHash, ItemId};

/// One difference between two observations of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// title, text, or the name of a fact; of an offer with its number. Example: offers[A-17].price
    pub field: String,
    /// added, removed, edited, or reordered: the same parts in another order.
    pub kind: ChangeKind,
    /// The old value, cut to 200 characters.
    #[serde(default)]
    pub before: Option<String>,
    /// The new value, cut to 200 characters.
    #[serde(default)]
    pub after: Option<String>,
}

/// What the source itself says in typed form. Compared exactly and never hashed into the content: a pay change is always a change and never a paid call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// UTC, RFC 3339, or a plain date when only a day is known. Example: 2026-04-17T09:58:03Z
    #[serde(default)]
    pub published_at: Option<String>,
    /// second, minute, hour, day, month or year.
    #[serde(default)]
    pub published_precision: Option<String>,
    /// True when the zone of published_at is the source's, not the text's.
    #[serde(default)]
    pub tz_assumed: Option<bool>,
    /// UTC, RFC 3339. Moves without meaning on many boards: shown, never compared.
    #[serde(default)]
    pub updated_at: Option<String>,
    /// Employer as the board names it.
    #[serde(default)]
    pub company: Option<String>,
    /// Department or team.
    #[serde(default)]
    pub department: Option<String>,
    /// Places, sorted: a set.
    #[serde(default)]
    pub cities: Vec<String>,
    /// Country as the board gives it.
    #[serde(default)]
    pub country: Option<String>,
    /// remote, hybrid or onsite.
    #[serde(default)]
    pub workplace: Option<String>,
    /// full_time, part_time, contract, temporary, internship or other.
    #[serde(default)]
    pub employment_type: Option<String>,
    /// BCP 47 tag as the board gives it. Example: en
    #[serde(default)]
    pub language: Option<String>,
    /// Decimal text. Example: 102800
    #[serde(default)]
    pub pay_min: Option<String>,
    /// Decimal text. Example: 137000
    #[serde(default)]
    pub pay_max: Option<String>,
    /// ISO 4217. Example: CAD
    #[serde(default)]
    pub pay_currency: Option<String>,
    /// YEAR, MONTH, WEEK, DAY or HOUR.
    #[serde(default)]
    pub pay_interval: Option<String>,
    /// The employer's own number of the posting.
    #[serde(default)]
    pub requisition: Option<String>,
    /// The time of publication as it stands in the source, where that is not already UTC. Example: 3分钟前
    #[serde(default)]
    pub published_text: Option<String>,
    /// Last day that is possible when the source gives only a bound. Example: 2026-08-26
    #[serde(default)]
    pub published_not_after: Option<String>,
    /// Who wrote it.
    #[serde(default)]
    pub author: Option<String>,
    /// Maker or brand.
    #[serde(default)]
    pub brand: Option<String>,
    /// The seller's own number of the thing.
    #[serde(default)]
    pub sku: Option<String>,
    /// Media type of the thing itself where it is no text. Example: application/pdf
    #[serde(default)]
    pub media_type: Option<String>,
    /// What it costs now, decimal text; absent for a range. Example: 49.90
    #[serde(default)]
    pub price: Option<String>,
    /// Lowest price of a range or of several offers, decimal text.
    #[serde(default)]
    pub price_low: Option<String>,
    /// Highest price of a range or of several offers, decimal text.
    #[serde(default)]
    pub price_high: Option<String>,
    /// ISO 4217 of all prices. Example: EUR
    #[serde(default)]
    pub currency: Option<String>,
    /// True when the currency is not in the text but follows from its language, the source or a bare sign.
    #[serde(default)]
    pub currency_inferred: Option<bool>,
    /// What it cost before or is said to cost elsewhere, decimal text.
    #[serde(default)]
    pub list_price: Option<String>,
    /// True when the price is the lowest of several: from 285.
    #[serde(default)]
    pub price_is_from: Option<bool>,
    /// Whether the price includes tax, where the source says so.
    #[serde(default)]
    pub tax_included: Option<bool>,
    /// True when parts of one page disagree on the price; price is then what a visitor sees.
    #[serde(default)]
    pub conflict: Option<bool>,
    /// Number of offers that the source speaks of.
    #[serde(default)]
    pub offer_count: Option<i32>,
    /// in_stock, out_of_stock or unknown: unknown when the source speaks of stock in words that say neither.
    #[serde(default)]
    pub stock: Option<String>,
    /// The words behind stock. Example: schema.org/PreOrder
    #[serde(default)]
    pub stock_reason: Option<String>,
    /// Monthly salaries a year where the source says so. Example: 14
    #[serde(default)]
    pub pay_months: Option<i32>,
    /// Offers, where there are several: a set, sorted.
    #[serde(default)]
    pub offers: Vec<Offer>,
}

/// One way to buy the thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Offer {
    /// The seller's own number.
    #[serde(default)]
    pub sku: Option<String>,
    /// What sets this offer apart. Example: Blue, 250 ml
    #[serde(default)]
    pub name: Option<String>,
    /// Decimal text.
    #[serde(default)]
    pub price: Option<String>,
    /// ISO 4217.
    #[serde(default)]
    pub currency: Option<String>,
    /// in_stock, out_of_stock or unknown.
    #[serde(default)]
    pub stock: Option<String>,
}

/// What a run said about an item, and what canonicalize remembers of it. Key: item_id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// source/id. Example: greenhouse-gitlab/8503792002
    pub item_id: ItemId,
    /// Name of the source in the catalog.
    pub source: String,
    /// The run that saw it.
    pub run_id: String,
    /// Event time: when the response arrived, ms since 1970 UTC.
    pub observed_at_ms: i64,
    /// new, changed, revised, reverted, unchanged or withdrawn: docs/specs/observations.md.
    pub outcome: Outcome,
    /// SHA-256 (hex) of the canonical content.
    pub content_hash: ContentHash,
    /// Content before the latest change of content.
    #[serde(default)]
    pub previous_hash: Option<ContentHash>,
    /// Earlier contents of the item, newest first, at most 16: tells a return from a change.
    #[serde(default)]
    pub recent_hashes: Vec<ContentHash>,
    /// Differences to the observation before; empty when new, unchanged or withdrawn.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// Title as shown.
    pub title: String,
    /// Link of the item.
    #[serde(default)]
    pub url: Option<String>,
    /// Typed facts from the source.
    pub facts: Facts,
    /// Event time of the first observation.
    pub first_seen_at_ms: i64,
    /// Event time of the latest observation that was not a mere confirmation of the one before.
    pub changed_at_ms: i64,
    /// 0 to 100.
    pub quality_score: i32,
    /// Stable codes of what costs points. Example: body_short
    #[serde(default)]
    pub quality_reasons: Vec<String>,
    /// Format that the item was read by. Example: greenhouse
    pub format: String,
    /// Version of that reader.
    pub parser_version: i32,
    /// Version of the canonical form behind content_hash.
    pub canonicalizer_version: i32,
    /// Partition of the raw record.
    pub raw_partition: i32,
    /// Offset of the raw record: the evidence.
    pub raw_offset: i64,
    /// posting, product, article, thread, page or link; absent in records that are older than the field.
    #[serde(default)]
    pub kind: Option<String>,
    /// SHA-256 (hex) over the lines of the text whatever their order: tells a new order from an edit.
    #[serde(default)]
    pub lines_hash: Option<ContentHash>,
    /// Parser document of the source that the item was read by, if any. Example: shop@3
    #[serde(default)]
    pub parser: Option<String>,
}

impl Observation {
    /// Whether it is an event of its item's history, not a mere confirmation of what is known.
    pub fn is_event(&self) -> bool {
        match self.outcome {
            Outcome::New | Outcome::Changed | Outcome::Revised | Outcome::Reverted => true,
            // The source may say for years that an item is gone; the first time is the event.
            Outcome::Withdrawn => self.changed_at_ms == self.observed_at_ms,
            Outcome::Unchanged => false,
        }
    }
}

words! {
    /// The words of `Observation.outcome`.
    pub enum Outcome {
        New = "new",
        Changed = "changed",
        Revised = "revised",
        Reverted = "reverted",
        Unchanged = "unchanged",
        Withdrawn = "withdrawn",
    }
}

words! {
    /// The words of `Change.kind`.
    pub enum ChangeKind {
        Added = "added",
        Removed = "removed",
        Edited = "edited",
        Reordered = "reordered",
    }
}
