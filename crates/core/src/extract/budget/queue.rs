//! What waits for its budget, the most valuable first, and of equal value the older first.
//!
//! It holds no text: a request costs some three hundred bytes here, whatever its posting is.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use readonce_model::record::Worth;

use super::estimate::Estimate;
use super::tally::Tally;

/// Where a request stands in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub worth: Worth,
    pub requested_at_ms: i64,
}

/// A request that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub partition: i32,
    /// The number of the call that it waits for.
    pub attempt: i32,
    pub estimate: Estimate,
}

#[derive(Clone, Debug, Default)]
pub struct Queue {
    in_order: BTreeMap<(Place, Arc<str>), Waiting>,
    places: HashMap<Arc<str>, Place>,
    sums: Tally,
    by_worth: HashMap<Worth, usize>,
}

impl Queue {
    /// A key that waits already keeps the better of its two places.
    pub fn put(&mut self, key: &Arc<str>, place: Place, waiting: Waiting) {
        let before = self.remove(key).map(|(before, _)| before);
        let place = before.map_or(place, |before| before.min(place));
        let Estimate {
            source,
            contract,
            amount,
        } = &waiting.estimate;
        self.sums.add(source, contract, *amount);
        *self.by_worth.entry(place.worth).or_default() += 1;
        self.places.insert(key.clone(), place);
        self.in_order.insert((place, key.clone()), waiting);
    }

    pub fn remove(&mut self, key: &str) -> Option<(Place, Waiting)> {
        let (key, place) = self.places.remove_entry(key)?;
        let waiting = self.in_order.remove(&(place, key))?;
        let Estimate {
            source,
            contract,
            amount,
        } = &waiting.estimate;
        self.sums.take(source, contract, *amount);
        if let Some(count) = self.by_worth.get_mut(&place.worth) {
            *count = count.saturating_sub(1);
        }
        Some((place, waiting))
    }

    /// What a partition that is let go of has here goes with it.
    pub fn remove_partition(&mut self, partition: i32) {
        let own = self.in_order.iter();
        let own = own.filter(|(_, waiting)| waiting.partition == partition);
        let keys: Vec<_> = own.map(|((_, key), _)| key.clone()).collect();
        for key in keys {
            self.remove(&key);
        }
    }

    pub fn in_order(&self) -> impl Iterator<Item = (&Arc<str>, &Waiting)> {
        self.in_order
            .iter()
            .map(|((_, key), waiting)| (key, waiting))
    }

    /// What all that waits is expected to take.
    pub fn debt(&self) -> &Tally {
        &self.sums
    }

    pub fn count(&self, worth: Worth) -> usize {
        self.by_worth.get(&worth).copied().unwrap_or(0)
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}
