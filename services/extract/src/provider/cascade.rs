//! The rules first, and a model only for what they are not sure of. What is unsure and how both are
//! put together is decided in `core::extract::cascade`; this asks. No call is made when the rules
//! are sure of everything, and then nothing is charged.

use readonce_core::extract::answer::Failure;
use readonce_core::extract::cascade::{self, Cascade as Policy};
use readonce_core::extract::charge::Charge;
use readonce_model::ErrorClass;
use serde_json::{Map, Value};

use super::endpoint::Endpoint;
use super::rules::Rules;
use super::{Asked, Ended, Provider, Question, Reply};

pub(super) struct Cascade {
    pub(super) rules: Rules,
    pub(super) model: Endpoint,
    pub(super) policy: Policy,
}

/// What the rules leave to the model.
struct Plan {
    /// Values of the rules, held against the contract.
    rules: Map<String, Value>,
    asked: Vec<String>,
}

impl Cascade {
    async fn answer(&self, question: Question<'_>) -> Ended {
        let plan = match self.plan(question).await {
            Ok(plan) => plan,
            Err(failure) => return Ended::Failed(failure, Charge::nothing()),
        };
        let completion = match plan.asked.is_empty() {
            true => None,
            false => match self.ask_for(&plan.asked, question).await {
                Ended::Replied(reply) => Some(Box::new(reply)),
                failed @ Ended::Failed(..) => return failed,
            },
        };
        Ended::Replied(Reply::Cascade {
            rules: plan.rules,
            asked: plan.asked,
            completion,
        })
    }

    async fn ask_for(&self, fields: &[String], question: Question<'_>) -> Ended {
        let part = cascade::part_of(question.contract, fields);
        let question = Question {
            contract: &part,
            ..question
        };
        self.model.ask(question).await
    }

    /// A contract that the rules do not know is left to the model as a whole.
    async fn plan(&self, question: Question<'_>) -> Result<Plan, Failure> {
        let contract = question.contract;
        if !cascade::rules_answer(&contract.id) {
            let all = contract.fields.iter().map(|field| field.name.clone());
            return Ok(Plan {
                rules: Map::new(),
                asked: all.collect(),
            });
        }
        let findings = self.rules.findings(question).await?;
        let rules = contract
            .validate(&Value::Object(findings.answer.clone()))
            .map_err(|invalid| Failure::new(ErrorClass::Invalid, invalid.to_string()))?
            .answer;
        let asked = self.policy.unsure(contract, &findings, &rules);
        Ok(Plan { rules, asked })
    }
}

impl Provider for Cascade {
    fn ask<'a>(&'a self, question: Question<'a>) -> Asked<'a> {
        Box::pin(self.answer(question))
    }

    fn closed_until_ms(&self) -> i64 {
        self.model.closed_until_ms()
    }
}
