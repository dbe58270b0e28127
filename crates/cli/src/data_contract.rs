//! `readonce validate` for data contracts: each document by itself, and each version against the
//! one before it.
//!
//! Only reports; what a contract means is decided in core.

use readonce_core::quality::contract::compatible;
use readonce_core::quality::{DataContract, parse_contract};

/// Whether a document of the catalog is a data contract: no other has that key.
pub fn is_one(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("contract:"))
}

/// All faults in one line each, or nothing.
pub fn check(name: &str, text: &str) -> Result<(), String> {
    let read = parse_contract(name, text);
    read.map(drop).map_err(|error| error.to_string())
}

/// What versions break of the promises of those before them, by name; sound ones only.
pub fn broken_promises<'a>(
    documents: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<(&'a str, String)> {
    let read = documents.filter(|(_, text)| is_one(text));
    let mut contracts: Vec<(&str, DataContract)> = read
        .filter_map(|(name, text)| Some((name, parse_contract(name, text).ok()?)))
        .collect();
    contracts.sort_by_key(|(_, contract)| (contract.id().name().to_owned(), contract.id().major()));
    let pairs = contracts.iter().zip(contracts.iter().skip(1));
    let related = pairs.filter(|((_, old), (_, new))| old.id().name() == new.id().name());
    related
        .filter_map(|((_, old), (name, new))| {
            let breaks = compatible(old, new);
            let words: Vec<String> = breaks.iter().map(ToString::to_string).collect();
            let message = format!("contract '{name}' after {}; {}", old.id(), words.join("; "));
            (!words.is_empty()).then_some((*name, message))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "contract: note@1\nkind: article\noptional: [brand, company]\n";

    #[test]
    fn a_new_version_has_to_say_where_a_field_went() {
        let silent = "contract: note@2\nkind: article\noptional: [company]\n";
        let documents = [("note@2", silent), ("note@1", FIRST)];
        let broken = broken_promises(documents.into_iter());
        let expected = "contract 'note@2' after note@1; from: says nothing of note@1";
        assert_eq!(broken, [("note@2", expected.to_owned())]);
        let told = format!("{silent}from:\n  note@1: {{dropped: [brand]}}\n");
        let documents = [("note@1", FIRST), ("note@2", told.as_str())];
        assert_eq!(broken_promises(documents.into_iter()), []);
    }

    #[test]
    fn a_source_is_no_contract() {
        assert!(is_one(FIRST) && !is_one("strategy: listing\ncontracts: [job@1]\n"));
        assert!(
            check("memo", FIRST)
                .unwrap_err()
                .contains("line 1, contract")
        );
    }
}
