//! The built-in rules as a provider: no key, no network, no cost.

use std::sync::Arc;

use readonce_core::extract::answer::Failure;
use readonce_core::extract::charge::Charge;
use readonce_core::extract::contract::Contract;
use readonce_core::extract::lift::{Lifts, Origin};
use readonce_core::extract::rules::{Findings, RuleBook};
use readonce_model::ContractId;
use readonce_model::ErrorClass;
use readonce_plumbing::Halt;
use serde_json::{Map, Value};

use super::{Asked, Ended, Provider, Question, Reply};

pub(super) struct Rules {
    book: Arc<RuleBook>,
    lifts: Lifts,
}

impl Rules {
    pub(super) fn new() -> Result<Self, Halt> {
        let book = RuleBook::load().map_err(|error| Halt::Internal(error.to_string()))?;
        let lifts = Lifts::built_in().map_err(|error| Halt::Internal(error.to_string()))?;
        Ok(Self {
            book: Arc::new(book),
            lifts,
        })
    }

    /// The contract that the rules know and that leads to the one that is asked.
    fn base(&self, contract: &Contract) -> Option<ContractId> {
        let origins = self.lifts.origins(&contract.id).into_iter();
        [contract.id.clone()]
            .into_iter()
            .chain(origins)
            .find(RuleBook::answers)
    }

    /// What the rules found, under the contract that is asked: what they cannot say stays empty.
    fn under(&self, base: &ContractId, found: Map<String, Value>, contract: &Contract) -> Ended {
        let origin = Origin {
            contract: base,
            answer: &found,
            flags: &[],
        };
        let lifted = self.lifts.lift(&contract.id, origin);
        let known = lifted.map_or(found, |lifted| lifted.known).into_iter();
        let answer = known.filter(|(name, _)| contract.field(name).is_some());
        checked(answer.collect(), contract)
    }

    /// On a thread that may be busy: a posting can be long, and others must be served meanwhile.
    pub(super) async fn findings(&self, question: Question<'_>) -> Result<Findings, Failure> {
        let book = self.book.clone();
        let (title, text) = (
            question.request.title.clone(),
            question.request.text.clone(),
        );
        let read = tokio::task::spawn_blocking(move || book.read(&title, &text)).await;
        // A text that breaks a rule breaks it again: a dead letter helps, a dead service does not.
        read.map_err(|error| {
            let words = format!("the rules broke off: {error}");
            Failure::new(ErrorClass::Invalid, words)
        })
    }

    async fn answer(&self, question: Question<'_>) -> Ended {
        let contract = question.contract;
        let Some(base) = self.base(contract) else {
            let words = format!("the rules do not answer {}", contract.id);
            return failed(ErrorClass::Config, words);
        };
        match self.findings(question).await {
            Ok(findings) => self.under(&base, findings.answer, contract),
            Err(failure) => Ended::Failed(failure, Charge::nothing()),
        }
    }
}

/// The rules answer by the same contract as everybody.
fn checked(answer: Map<String, Value>, contract: &Contract) -> Ended {
    match contract.validate(&Value::Object(answer)) {
        Ok(valid) => Ended::Replied(Reply::Rules {
            value: valid.answer,
            empty: valid.empty,
            flags: valid.flags,
        }),
        Err(invalid) => failed(ErrorClass::Invalid, invalid.to_string()),
    }
}

fn failed(class: ErrorClass, words: String) -> Ended {
    Ended::Failed(Failure::new(class, words), Charge::nothing())
}

impl Provider for Rules {
    fn ask<'a>(&'a self, question: Question<'a>) -> Asked<'a> {
        Box::pin(self.answer(question))
    }
}
