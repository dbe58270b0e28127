//! Profiles of an earlier contract: keys that need no call, keys that need a part of one, and a key
//! whose earlier profile turns up while its calls are under way.

use readonce_model::ContentHash;
use readonce_model::record::{ExtractAttempt, ExtractRequest, Profile};
use serde_json::{Map, json};

use super::Defect;
use super::instance::Step;
use super::work::written;
use super::world::World;
use crate::extract::ledger::{Liftable, lift};
use crate::extract::lift::Lifted;

/// Gives everything from the beginning on: no call may ever be made for it.
pub const GIVEN: u8 = 2;
/// Gives a part: it is called for like any other.
const HALF_GIVEN: u8 = 3;
/// Gives everything from some step on.
const GIVEN_LATER: u8 = 1;

impl World {
    pub(super) fn give_earlier(&mut self) {
        self.earlier(GIVEN, Liftable::Whole);
        self.earlier(HALF_GIVEN, Liftable::Part);
    }

    pub(super) fn give_later(&mut self) {
        self.earlier(GIVEN_LATER, Liftable::Whole);
    }

    fn earlier(&mut self, key: u8, gives: Liftable) {
        let hash = ContentHash::from_bytes([key; 32]);
        self.topics.earlier.insert(hash, gives);
    }

    /// What an instance knows of it: nothing before it has looked, and nothing after a crash.
    pub(super) fn liftable(&self, who: usize, hash: ContentHash) -> Liftable {
        let gives = self.topics.earlier.get(&hash).copied();
        match gives {
            Some(_) if self.settings.defect == Defect::IgnoreEarlier => Liftable::No,
            Some(gives) if self.instances[who].looked_at.contains(&hash) => gives,
            Some(_) => Liftable::Unread,
            None => Liftable::No,
        }
    }

    pub(super) fn lift(&mut self, request: &ExtractRequest, last: Option<&ExtractAttempt>) -> Step {
        self.met.insert("lifted".into());
        if last.is_some() {
            self.met.insert("lifted after a call".into());
        }
        let text = include_str!("../../../../../../schemas/profiles/examples/job_full.json");
        let origin: Profile = serde_json::from_str(text).unwrap();
        let mut known = Map::new();
        known.insert("summary".into(), json!("said before"));
        let lifted = Lifted {
            from: origin.contract.clone(),
            version: "v".into(),
            known,
            ask: Vec::new(),
            flags: Vec::new(),
            quarantined: None,
        };
        written(lift(request, &origin, &lifted, last), self.settings.defect)
    }
}
