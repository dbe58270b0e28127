//! `cascade`: the built-in rules first, and a model only for what the rules are not sure of.
//!
//! What is unsure is said by the config, field by field, in the rules' own words of confidence. The
//! model is asked for the unsure fields alone. What it says stands, a "nothing" included, since it
//! read the text and the rules only searched it. Flags say of every field who answered it. Pure: it
//! calls nobody, and no value comes from here.

use std::collections::BTreeMap;

use readonce_model::ContractId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::config::Provider;
use super::contract::{Contract, Field, says_nothing};
use super::flag;
use super::rules::{Confidence, Findings};

/// When a model is asked, and who it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Cascade {
    /// Whose interface the model is asked by.
    pub model_provider: ModelProvider,
    /// The least confidence with which a value of the rules stands.
    #[serde(default)]
    pub needs: Needs,
    /// Who answers a field in which the rules found nothing.
    #[serde(default)]
    pub when_empty: WhenEmpty,
    /// Fields for which something else holds.
    #[serde(default)]
    pub fields: BTreeMap<String, FieldPolicy>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FieldPolicy {
    #[serde(default)]
    pub needs: Option<Needs>,
    #[serde(default)]
    pub when_empty: Option<WhenEmpty>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelProvider {
    Openai,
    Anthropic,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Needs {
    Low,
    #[default]
    Medium,
    High,
    /// No value of the rules stands: the model is asked whenever they found one.
    Model,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhenEmpty {
    /// Nothing found is nothing said.
    Rules,
    #[default]
    Model,
}

impl ModelProvider {
    pub const fn provider(self) -> Provider {
        match self {
            ModelProvider::Openai => Provider::Openai,
            ModelProvider::Anthropic => Provider::Anthropic,
        }
    }
}

impl Needs {
    fn are_met_by(self, confidence: Confidence) -> bool {
        match self {
            Needs::Low => true,
            Needs::Medium => confidence >= Confidence::Medium,
            Needs::High => confidence >= Confidence::High,
            Needs::Model => false,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Needs::Low => "low",
            Needs::Medium => "medium",
            Needs::High => "high",
            Needs::Model => "model",
        }
    }
}

impl WhenEmpty {
    const fn as_str(self) -> &'static str {
        match self {
            WhenEmpty::Rules => "rules",
            WhenEmpty::Model => "model",
        }
    }
}

impl Cascade {
    /// The fields that a model is asked for, in the contract's order. `answer` is what the rules
    /// found, after it was held against the contract.
    pub fn unsure(
        &self,
        contract: &Contract,
        findings: &Findings,
        answer: &Map<String, Value>,
    ) -> Vec<String> {
        let asks = |field: &&Field| match answer.get(&field.name) {
            None => true,
            Some(value) if says_nothing(value) => self.when_empty(&field.name) == WhenEmpty::Model,
            Some(_) => !self.trusts(&field.name, findings),
        };
        let asked = contract.fields.iter().filter(asks);
        asked.map(|field| field.name.clone()).collect()
    }

    /// What the version of a config says of a cascade, in a form that no order can change.
    pub(super) fn resolved(&self) -> String {
        let word = |name: &str| {
            let (needs, empty) = (self.needs(name), self.when_empty(name));
            format!("{name}={}/{}", needs.as_str(), empty.as_str())
        };
        // A field that is spelled out with what holds anyway changes nothing.
        let named: Vec<_> = super::rules::FIELDS.into_iter().map(word).collect();
        format!(
            "{} first, then {}: {}",
            super::rules::MODEL,
            self.model_provider.provider().as_str(),
            named.join(" ")
        )
    }

    /// Fields that are spelled wrong would have no effect, so they are said.
    pub(super) fn faults(&self) -> Vec<String> {
        let known = |name: &&String| !super::rules::FIELDS.contains(&name.as_str());
        let unknown = self.fields.keys().filter(known);
        unknown
            .map(|name| format!("cascade.fields.{name}: the rules have no such field"))
            .collect()
    }

    /// A list is as sure as its least sure item. A value without a reason is not sure.
    fn trusts(&self, field: &str, findings: &Findings) -> bool {
        let of_field = findings.proofs.iter().filter(|proof| proof.field == field);
        let least = of_field.map(|proof| proof.confidence).min();
        least.is_some_and(|least| self.needs(field).are_met_by(least))
    }

    fn needs(&self, field: &str) -> Needs {
        let own = self.fields.get(field).and_then(|policy| policy.needs);
        own.unwrap_or(self.needs)
    }

    fn when_empty(&self, field: &str) -> WhenEmpty {
        let own = self.fields.get(field).and_then(|policy| policy.when_empty);
        own.unwrap_or(self.when_empty)
    }
}

/// The contract with those fields alone: what the model is asked.
pub fn part_of(contract: &Contract, fields: &[String]) -> Contract {
    let mut part = contract.clone();
    part.fields.retain(|field| fields.contains(&field.name));
    part
}

/// Whether the rules know what a contract asks; otherwise the model is asked for all of it.
pub fn rules_answer(contract: &ContractId) -> bool {
    super::rules::RuleBook::answers(contract)
}

/// An answer and who gave what of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    pub value: Map<String, Value>,
    pub empty: bool,
    pub flags: Vec<String>,
}

/// What the rules found, for a contract that needed no model.
pub fn by_rules_alone(contract: &Contract, rules: &Map<String, Value>) -> Merged {
    merge(contract, rules, &[], &Map::new(), &[])
}

/// Puts both together. `flags` are those of the model's answer: a value of it that could not be used
/// leaves the field to the rules, if they had one.
pub fn merge(
    contract: &Contract,
    rules: &Map<String, Value>,
    asked: &[String],
    model: &Map<String, Value>,
    flags: &[String],
) -> Merged {
    let mut merged = Merged {
        value: Map::new(),
        empty: true,
        flags: flags.to_vec(),
    };
    for field in &contract.fields {
        let name = &field.name;
        let is_unusable = flags.contains(&flag::rejected(name));
        let from_model = model.get(name).filter(|_| asked.contains(name));
        let from_rules = rules.get(name).filter(|value| !says_nothing(value));
        let (value, by) = match (from_model, from_rules) {
            (Some(_), Some(value)) if is_unusable => (value.clone(), flag::by_rules(name)),
            (Some(value), _) => (value.clone(), flag::by_model(name)),
            (None, Some(value)) => (value.clone(), flag::by_rules(name)),
            (None, None) => (field.empty_value(), flag::by_rules(name)),
        };
        merged.empty &= says_nothing(&value);
        merged.flags.push(by);
        merged.value.insert(name.clone(), value);
    }
    merged
}

#[cfg(test)]
mod tests;
