//! Requests of one partition that are put off: where they lie on their topic, and no text. Pure.
//!
//! They stay unfinished, so no offset is committed past the first of them: whatever happens to this
//! process, its successor reads them again.

use std::collections::HashMap;
use std::sync::Arc;

use super::Asking;

#[derive(Debug, Default)]
pub struct Shelf {
    put_off: HashMap<Arc<str>, Shelved>,
}

/// A key that is put off.
#[derive(Clone, Debug)]
pub struct Shelved {
    /// Offset of the latest request of the key.
    pub latest: i64,
    /// Offsets of its other requests.
    pub others: Vec<i64>,
    pub asking: Asking,
}

impl Shelf {
    pub fn put(&mut self, key: Arc<str>, shelved: Shelved) {
        self.put_off.insert(key, shelved);
    }

    pub fn get(&self, key: &str) -> Option<&Shelved> {
        self.put_off.get(key)
    }

    pub fn take(&mut self, key: &str) -> Option<Shelved> {
        self.put_off.remove(key)
    }

    pub fn len(&self) -> usize {
        self.put_off.len()
    }
}
