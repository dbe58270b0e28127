//! An answer as it came, in a form that a disk can hold. It is read again each time that it is
//! settled, so that a spooled answer becomes what a fresh one would.

use readonce_core::extract::answer;
use readonce_core::extract::cascade;
use readonce_core::extract::charge::Charge;
use readonce_core::extract::contract::Contract;
use readonce_core::extract::cost::Prices;
use readonce_core::extract::evidence::{Author, judge};
use readonce_core::extract::ledger::Outcome;
use readonce_model::record::{Evidence, ExtractRequest};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Reply {
    /// The body of a chat completion that came with status 200.
    Completion {
        body: String,
        /// What was noticed while asking; see `core::extract::flag`.
        noticed: Vec<String>,
        /// Prices when it was asked: a later price list changes no paid call.
        price_in_micros_per_1k: u64,
        price_out_micros_per_1k: u64,
    },
    /// A completion that came as a line of a batch.
    Batched {
        completion: Box<Reply>,
        /// What the line costs of what the call costs by itself, in thousandths.
        price_permille: u32,
    },
    /// What the built-in rules found.
    Rules {
        value: Map<String, Value>,
        empty: bool,
        flags: Vec<String>,
    },
    /// What the rules found, and what a model said of the fields that it was asked for.
    Cascade {
        rules: Map<String, Value>,
        asked: Vec<String>,
        /// None: no model was asked.
        completion: Option<Box<Reply>>,
    },
}

impl Reply {
    /// What the ledger settles: the answer, held against the content that it was read from.
    pub fn settled(&self, contract: &Contract, request: &ExtractRequest) -> (Outcome, Charge) {
        let (outcome, charge) = self.outcome(contract);
        (judge(outcome, request, contract, self.author()), charge)
    }

    pub const fn author(&self) -> Author {
        match self {
            Reply::Completion { .. }
            | Reply::Batched { .. }
            | Reply::Cascade {
                completion: Some(_),
                ..
            } => Author::Model,
            Reply::Rules { .. } | Reply::Cascade { .. } => Author::Rules,
        }
    }

    /// The body as it was received; the rules send none.
    pub fn body(&self) -> Option<&str> {
        match self {
            Reply::Completion { body, .. } => Some(body),
            Reply::Batched { completion, .. } => completion.body(),
            Reply::Rules { .. } => None,
            Reply::Cascade { completion, .. } => completion.as_deref()?.body(),
        }
    }

    /// What the reply says by itself.
    pub fn outcome(&self, contract: &Contract) -> (Outcome, Charge) {
        match self {
            Reply::Completion {
                body,
                noticed,
                price_in_micros_per_1k,
                price_out_micros_per_1k,
            } => {
                let prices = Prices {
                    in_micros_per_1k: *price_in_micros_per_1k,
                    out_micros_per_1k: *price_out_micros_per_1k,
                };
                let answer = answer::read(body.as_bytes(), contract);
                let charge = Charge::of_reply(answer.usage, prices);
                (Outcome::of(answer, noticed.clone()), charge)
            }
            Reply::Rules {
                value,
                empty,
                flags,
            } => {
                let (value, empty, flags) = (value.clone(), *empty, flags.clone());
                let outcome = Outcome::Answered {
                    value,
                    empty,
                    flags,
                    evidence: Evidence::default(),
                };
                (outcome, Charge::nothing())
            }
            Reply::Batched {
                completion,
                price_permille,
            } => {
                let (outcome, charge) = completion.outcome(contract);
                (outcome, charge.at_permille(*price_permille))
            }
            Reply::Cascade {
                rules,
                asked,
                completion,
            } => in_cascade(contract, rules, asked, completion.as_deref()),
        }
    }
}

/// What a model failed at is not made up for by what the rules guessed.
fn in_cascade(
    contract: &Contract,
    rules: &Map<String, Value>,
    asked: &[String],
    completion: Option<&Reply>,
) -> (Outcome, Charge) {
    let Some(completion) = completion else {
        let merged = cascade::by_rules_alone(contract, rules);
        return (answered(merged, Evidence::default()), Charge::nothing());
    };
    match completion.outcome(&cascade::part_of(contract, asked)) {
        (
            Outcome::Answered {
                value,
                flags,
                evidence,
                ..
            },
            charge,
        ) => {
            let merged = cascade::merge(contract, rules, asked, &value, &flags);
            (answered(merged, evidence), charge)
        }
        failed => failed,
    }
}

fn answered(merged: cascade::Merged, evidence: Evidence) -> Outcome {
    let cascade::Merged {
        value,
        empty,
        flags,
    } = merged;
    Outcome::Answered {
        value,
        empty,
        flags,
        evidence,
    }
}
