//! How far an item can be trusted, as a score with reasons.
//!
//! Judges and never drops: an item with an empty body is kept, with a low score. What costs how
//! much is said by data contracts; one for each kind of item is compiled in.

pub mod contract;
mod field;
mod language;
mod navigation;
#[cfg(test)]
mod tests;
mod weight;

use std::sync::LazyLock;

use readonce_model::record::Facts;

pub use contract::{DataContract, parse_contract};
pub use field::Subject;

use crate::item::{Canonical, Kind, Quality};

/// The contracts that hold where a source names none of its own.
const DOCUMENTS: [(&str, &str); 6] = [
    (
        "posting",
        include_str!("../../../../catalog/contracts/posting.yaml"),
    ),
    (
        "product",
        include_str!("../../../../catalog/contracts/product.yaml"),
    ),
    (
        "article",
        include_str!("../../../../catalog/contracts/article.yaml"),
    ),
    (
        "thread",
        include_str!("../../../../catalog/contracts/thread.yaml"),
    ),
    (
        "page",
        include_str!("../../../../catalog/contracts/page.yaml"),
    ),
    (
        "link",
        include_str!("../../../../catalog/contracts/link.yaml"),
    ),
];

static BUILT_IN: LazyLock<Vec<DataContract>> = LazyLock::new(|| {
    let contracts = DOCUMENTS
        .iter()
        .map(|(name, text)| parse_contract(name, text));
    contracts.filter_map(Result::ok).collect()
});

/// The contract of a kind that is compiled in.
pub fn built_in(kind: Kind) -> Option<&'static DataContract> {
    BUILT_IN.iter().find(|contract| contract.kind() == kind)
}

/// The score of an item by the contract of its source, or else of its kind. A contract for another
/// kind says nothing about it.
pub fn assess(
    canonical: &Canonical,
    (url, facts): (Option<&str>, &Facts),
    of_source: Option<&DataContract>,
) -> Quality {
    let subject = Subject {
        title: &canonical.title,
        text: &canonical.text,
        link: url,
        facts,
        at_ms: None,
    };
    let of_source = of_source.filter(|contract| contract.kind() == canonical.kind);
    match of_source.or_else(|| built_in(canonical.kind)) {
        Some(contract) => contract::assess(contract, &subject),
        None => Quality {
            score: 100,
            reasons: Vec::new(),
        },
    }
}

/// What a code of the contracts that are compiled in means. Example: body_short
pub fn words(code: &str) -> Option<&'static str> {
    let mut meanings = BUILT_IN.iter().flat_map(DataContract::meanings);
    let found = meanings.find(|meaning| meaning.code == code);
    found.map(|meaning| meaning.words)
}
