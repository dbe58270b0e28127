//! One record from the answers to the parts. The first part that says something counts; what the
//! others say against it is a conflict and is flagged. A text that a part says in its own words, such
//! as a summary, differs by nature: there the first one stands and nothing is flagged.

use readonce_model::record::{Evidence, PartCall, RejectedValue};
use serde_json::{Map, Value};

use crate::extract::answer;
use crate::extract::contract::{Contract, Grounding, Kind};
use crate::extract::flag;
use crate::extract::ledger::Outcome;

/// The answer to one part, as it was read under the contract.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub call: PartCall,
    pub value: Map<String, Value>,
    pub flags: Vec<String>,
    pub rejected: Vec<RejectedValue>,
}

/// Merges in the order of the text.
pub fn merge(pieces: Vec<Piece>, contract: &Contract) -> Outcome {
    let mut flags = vec![flag::ASKED_IN_PARTS.to_owned()];
    let mut evidence = Evidence::default();
    let mut values = Vec::new();
    for piece in pieces {
        flags.extend(piece.flags);
        evidence.parts.push(piece.call);
        evidence.rejected.extend(piece.rejected);
        values.push(piece.value);
    }
    let merged = answer::merge(values);
    let disputed = merged
        .conflicts
        .iter()
        .filter(|name| !is_own_words(contract, name));
    flags.extend(disputed.map(|name| flag::conflict(name)));
    with(
        Outcome::of(answer::check(merged.value, Some(contract)), flags),
        evidence,
    )
}

fn with(outcome: Outcome, found: Evidence) -> Outcome {
    match outcome {
        Outcome::Answered {
            value,
            empty,
            flags,
            ..
        } => Outcome::Answered {
            value,
            empty,
            flags: without_repeats(flags),
            evidence: found,
        },
        failed => failed,
    }
}

fn without_repeats(flags: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    let mut flags = flags;
    flags.retain(|flag| seen.insert(flag.clone()));
    flags
}

fn is_own_words(contract: &Contract, name: &str) -> bool {
    let field = contract.field(name);
    field.is_some_and(|field| {
        field.kind == Kind::Text && field.words.is_none() && field.grounding == Grounding::None
    })
}
