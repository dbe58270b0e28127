//! The built-in rules as a provider: no key, no network, no cost.

use std::sync::Arc;

use readonce_core::extract::answer::Failure;
use readonce_core::extract::charge::Charge;
use readonce_core::extract::contract::Contract;
use readonce_core::extract::rules::RuleBook;
use readonce_model::ErrorClass;
use readonce_plumbing::Halt;
use serde_json::{Map, Value};

use super::{Asked, Ended, Provider, Question, Reply};

pub(super) struct Rules {
    book: Arc<RuleBook>,
}

impl Rules {
    pub(super) fn new() -> Result<Self, Halt> {
        let book = RuleBook::load().map_err(|error| Halt::Internal(error.to_string()))?;
        Ok(Self {
            book: Arc::new(book),
        })
    }

    /// On a thread that may be busy: a posting can be long, and others must be served meanwhile.
    async fn answer(&self, question: Question<'_>) -> Ended {
        if !RuleBook::answers(&question.contract.id) {
            let words = format!("the rules do not answer {}", question.contract.id);
            return failed(ErrorClass::Config, words);
        }
        let book = self.book.clone();
        let (title, text) = (
            question.request.title.clone(),
            question.request.text.clone(),
        );
        let read = tokio::task::spawn_blocking(move || book.read(&title, &text).answer);
        match read.await {
            Ok(answer) => checked(answer, question.contract),
            // A text that breaks a rule breaks it again: a dead letter helps, a dead service does not.
            Err(error) => failed(ErrorClass::Invalid, format!("the rules broke off: {error}")),
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
