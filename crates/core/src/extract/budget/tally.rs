//! Sums of amounts, overall and by source and contract.

use std::collections::HashMap;
use std::sync::Arc;

use super::amount::Amount;
use super::document::Scope;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    overall: Amount,
    sources: HashMap<Arc<str>, Amount>,
    contracts: HashMap<Arc<str>, Amount>,
}

impl Tally {
    pub fn of(&self, scope: &Scope<&str>) -> Amount {
        let sum = match scope {
            Scope::Overall => Some(self.overall),
            Scope::Source(name) => self.sources.get(*name).copied(),
            Scope::Contract(name) => self.contracts.get(*name).copied(),
        };
        sum.unwrap_or_default()
    }

    pub fn add(&mut self, source: &Arc<str>, contract: &Arc<str>, amount: Amount) {
        self.change(source, contract, |sum| sum.plus(amount));
    }

    /// A name whose sum comes to nothing is forgotten, so that sums that are equal compare so.
    pub fn take(&mut self, source: &Arc<str>, contract: &Arc<str>, amount: Amount) {
        self.change(source, contract, |sum| sum.minus(amount));
    }

    fn change(&mut self, source: &Arc<str>, contract: &Arc<str>, to: impl Fn(Amount) -> Amount) {
        self.overall = to(self.overall);
        for (sums, name) in [(&mut self.sources, source), (&mut self.contracts, contract)] {
            let sum = to(sums.get(name).copied().unwrap_or_default());
            match sum == Amount::NOTHING {
                true => sums.remove(name),
                false => sums.insert(name.clone(), sum),
            };
        }
    }

    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.sources.keys().map(AsRef::as_ref)
    }

    pub fn contracts(&self) -> impl Iterator<Item = &str> {
        self.contracts.keys().map(AsRef::as_ref)
    }
}

impl Tally {
    /// The name as it is held here already, or a new one.
    pub(super) fn source_named(&self, name: &str) -> Arc<str> {
        named(&self.sources, name)
    }

    pub(super) fn contract_named(&self, name: &str) -> Arc<str> {
        named(&self.contracts, name)
    }
}

fn named(sums: &HashMap<Arc<str>, Amount>, name: &str) -> Arc<str> {
    sums.get_key_value(name)
        .map_or_else(|| Arc::from(name), |(known, _)| known.clone())
}
