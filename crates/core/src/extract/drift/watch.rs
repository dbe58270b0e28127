//! All series of a process. A series costs about a kilobyte, and there is one for each source that
//! was answered for.

use std::collections::HashMap;

use readonce_model::ContractId;
use serde_json::{Map, Value};

use super::sample::Shape;
use super::series::{Series, Turn};
use super::{Drift, Limits};

#[derive(Debug)]
pub struct Watch {
    limits: Limits,
    contracts: HashMap<ContractId, Watched>,
}

#[derive(Debug)]
struct Watched {
    shape: Shape,
    sources: HashMap<String, Series>,
}

/// What an answer showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct News {
    /// What its source drifts in, this answer included.
    pub drifts: Vec<Drift>,
    /// The drift began with it.
    pub began: bool,
    /// A drift ended with it.
    pub ended: bool,
}

impl Watch {
    pub fn new(limits: Limits, shapes: impl IntoIterator<Item = (ContractId, Shape)>) -> Self {
        let watched = |shape| Watched {
            shape,
            sources: HashMap::new(),
        };
        let contracts = shapes.into_iter();
        Self {
            limits,
            contracts: contracts.map(|(id, shape)| (id, watched(shape))).collect(),
        }
    }

    /// A new answer of a source.
    pub fn take(
        &mut self,
        contract: &ContractId,
        source: &str,
        answer: &Map<String, Value>,
    ) -> News {
        let limits = self.limits;
        let Some(watched) = self.contracts.get_mut(contract) else {
            return News::default();
        };
        let (shape, series) = watched.series(source);
        let turn = series.take(shape, answer, limits);
        News {
            drifts: series.drifts().to_vec(),
            began: turn == Turn::Began,
            ended: turn == Turn::Ended,
        }
    }

    /// An answer of the past, from the topic.
    pub fn learn(&mut self, contract: &ContractId, source: &str, answer: &Map<String, Value>) {
        let limits = self.limits;
        if let Some(watched) = self.contracts.get_mut(contract) {
            let (shape, series) = watched.series(source);
            series.learn(shape, answer, limits);
        }
    }
}

impl Watched {
    fn series(&mut self, source: &str) -> (&Shape, &mut Series) {
        if !self.sources.contains_key(source) {
            self.sources.insert(source.to_owned(), Series::default());
        }
        let series = self.sources.entry(source.to_owned()).or_default();
        (&self.shape, series)
    }
}
