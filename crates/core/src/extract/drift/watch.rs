//! All sources of a process. A series costs about two kilobytes, and there is one for each source and
//! parser version that was answered for.

use std::collections::HashMap;

use readonce_model::ContractId;

use super::sample::Shape;
use super::source::Source;
use super::{Answer, Drift, Limits};

#[derive(Debug)]
pub struct Watch {
    limits: Limits,
    contracts: HashMap<ContractId, Watched>,
}

#[derive(Debug)]
struct Watched {
    shape: Shape,
    sources: HashMap<String, Source>,
    drifting: usize,
}

/// What an answer showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct News {
    /// What its source drifts in, this answer included.
    pub drifts: Vec<Drift>,
    /// The drift began with it, or stood when this process began.
    pub began: bool,
    /// A drift ended with it.
    pub ended: bool,
}

impl Watch {
    pub fn new(limits: Limits, shapes: impl IntoIterator<Item = (ContractId, Shape)>) -> Self {
        let watched = |shape| Watched {
            shape,
            sources: HashMap::new(),
            drifting: 0,
        };
        let contracts = shapes.into_iter();
        Self {
            limits,
            contracts: contracts.map(|(id, shape)| (id, watched(shape))).collect(),
        }
    }

    /// A new answer of a source.
    pub fn take(&mut self, answer: &Answer) -> News {
        let limits = self.limits;
        let Some(watched) = self.contracts.get_mut(answer.contract) else {
            return News::default();
        };
        let source = source_of(&mut watched.sources, answer.source);
        let before = source.drifting();
        let drifts = source.take(answer, &watched.shape, limits);
        let now = source.drifting();
        watched.drifting = (watched.drifting + now).saturating_sub(before);
        News {
            drifts,
            began: now > before,
            ended: now < before,
        }
    }

    /// An answer from before this process began, in any order.
    pub fn learn(&mut self, answer: &Answer) {
        let limits = self.limits;
        if let Some(watched) = self.contracts.get_mut(answer.contract) {
            let source = source_of(&mut watched.sources, answer.source);
            source.learn(answer, &watched.shape, limits);
        }
    }

    /// Parser versions of sources that drift now.
    pub fn drifting(&self, contract: &ContractId) -> usize {
        self.contracts
            .get(contract)
            .map_or(0, |watched| watched.drifting)
    }
}

fn source_of<'a>(sources: &'a mut HashMap<String, Source>, name: &str) -> &'a mut Source {
    if !sources.contains_key(name) {
        sources.insert(name.to_owned(), Source::default());
    }
    sources.entry(name.to_owned()).or_default()
}
