//! Where profiles lie that a later contract can be lifted from. Only their places are kept: their
//! answers would cost ten times the memory, and few are ever asked for.
//!
//! A content is known by eight bytes of its hash; the record at the place says whether it is the right
//! one, so two contents that share it cost a call and never a wrong profile.

use std::collections::HashMap;

use readonce_core::extract::lift::Lifts;
use readonce_model::{ContentHash, ContractId};

#[derive(Debug, Default)]
pub struct Origins(HashMap<ContractId, HashMap<u64, i64>>);

impl Origins {
    /// For the contracts from which a mapping leads on.
    pub fn of<'a>(lifts: &Lifts, contracts: impl Iterator<Item = &'a ContractId>) -> Self {
        let origins = contracts.filter(|contract| lifts.is_origin(contract));
        Self(origins.map(|id| (id.clone(), HashMap::new())).collect())
    }

    pub fn learn(&mut self, contract: &ContractId, hash: &ContentHash, offset: i64) {
        if let Some(places) = self.0.get_mut(contract) {
            places.insert(short(hash), offset);
        }
    }

    pub fn place(&self, contract: &ContractId, hash: &ContentHash) -> Option<i64> {
        self.0.get(contract)?.get(&short(hash)).copied()
    }
}

/// The hash is SHA-256: its first eight bytes are as good as any.
fn short(hash: &ContentHash) -> u64 {
    let first = hash.as_bytes().iter().take(8);
    first.fold(0, |number, byte| (number << 8) | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_that_lead_somewhere_are_kept_and_the_last_one_stands() {
        let (first, second): (ContractId, ContractId) =
            ("job@1".parse().unwrap(), "job@2".parse().unwrap());
        let lifts = Lifts::built_in().unwrap();
        let mut origins = Origins::of(&lifts, [&first, &second].into_iter());
        let hash = ContentHash::from_bytes([7; 32]);
        origins.learn(&first, &hash, 4);
        origins.learn(&first, &hash, 9);
        origins.learn(&second, &hash, 5);
        assert_eq!(origins.place(&first, &hash), Some(9));
        assert_eq!(origins.place(&second, &hash), None);
    }
}
