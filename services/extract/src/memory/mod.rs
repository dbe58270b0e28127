//! What a partition's owner knows of its keys: profiles and latest attempts. A table of the topics
//! that this service writes, and nothing besides; pure but for `reading`, which fills it.
//!
//! A finished key costs some hundred bytes: of a profile only the books are kept, and an attempt
//! only as long as it can still change a decision. That holds while it is filled, too: of a million
//! finished keys no attempt is ever held.

mod origins;
mod reading;
mod skip;
mod summary;
mod tail;

use std::collections::{HashMap, HashSet};

use readonce_core::extract::ledger::{Known, Record, supersedes};
use readonce_model::record::{CallState, ExtractAttempt};
use readonce_model::{ContentHash, ContractId, request_key};

pub use origins::Origins;
pub use reading::{Reader, Source};

use summary::Outline;

#[derive(Debug, Default)]
pub struct Memory {
    known: HashMap<ContractId, HashMap<ContentHash, Known>>,
    last: HashMap<String, ExtractAttempt>,
    /// Where profiles lie that later contracts can be lifted from.
    pub origins: Origins,
    /// Keys with an answer in the spool: all of their attempts are kept until it is settled.
    spooled: HashSet<String>,
}

impl Memory {
    pub fn with(origins: Origins) -> Self {
        Self {
            origins,
            ..Self::default()
        }
    }

    pub fn known(&self, hash: &ContentHash, contract: &ContractId) -> Option<&Known> {
        self.known.get(contract)?.get(hash)
    }

    pub fn last(&self, key: &str) -> Option<&ExtractAttempt> {
        self.last.get(key)
    }

    /// Lines of batches whose end is not known, by key.
    pub fn open_by_batch(&self) -> impl Iterator<Item = (&str, &ExtractAttempt)> {
        let is_open =
            |attempt: &ExtractAttempt| attempt.state == CallState::Started && attempt.is_by_batch();
        let all = self.last.iter();
        all.filter(move |(_, attempt)| is_open(attempt))
            .map(|(key, attempt)| (key.as_str(), attempt))
    }

    /// An attempt that was announced anew.
    pub fn learn_anew(&mut self, attempt: ExtractAttempt) {
        self.learn_attempt(attempt);
    }

    /// Takes in what was written and acknowledged, in its order.
    pub fn follow(&mut self, written: &[Record]) {
        for record in written {
            match record {
                Record::Attempt(attempt) => self.learn_attempt((**attempt).clone()),
                Record::Profile(profile) => {
                    let (hash, contract) = (profile.content_hash, profile.contract.clone());
                    self.learn_profile(contract, hash, Known::of(profile));
                }
                Record::DeadLetter(_) | Record::Tombstone => {}
            }
        }
    }

    /// Takes in what the owner before said and nobody else could read, and answers what is to be
    /// written anew: the latest word of each key.
    pub fn adopt(&mut self, attempts: Vec<ExtractAttempt>) -> Vec<ExtractAttempt> {
        let mut latest: HashMap<String, ExtractAttempt> = HashMap::new();
        for attempt in attempts {
            let key = request_key(&attempt.content_hash, &attempt.contract);
            let later = latest.get(&key).or(self.last.get(&key));
            if later.is_none_or(|held| supersedes(&attempt, held)) {
                latest.insert(key, attempt);
            }
        }
        let latest: Vec<_> = latest.into_values().collect();
        latest.iter().cloned().for_each(|it| self.learn_attempt(it));
        latest
    }

    /// Keeps all attempts of these keys until `prune`: a spooled answer needs to know of a later
    /// attempt. Says whether one of them is new.
    pub fn hold(&mut self, keys: impl IntoIterator<Item = String>) -> bool {
        let before = self.spooled.len();
        self.spooled.extend(keys);
        self.spooled.len() > before
    }

    /// Whether an attempt decides nothing any more, as in `prune`. What it supersedes goes with it.
    fn passes_over(&mut self, key: &str, outline: &Outline) -> bool {
        let has_outcome = outline.state != CallState::Started;
        if !has_outcome || self.spooled.contains(key) || !self.is_known(key) {
            return false;
        }
        let held = self.last.get(key);
        if held.is_some_and(|held| held.attempt <= outline.attempt) {
            self.last.remove(key);
        }
        true
    }

    fn is_known(&self, key: &str) -> bool {
        let Some((hash, contract)) = key.split_once(':') else {
            return false;
        };
        let (Ok(hash), Ok(contract)) = (hash.parse(), contract.parse()) else {
            return false;
        };
        self.known(&hash, &contract).is_some()
    }

    /// A late word of an old owner changes nothing.
    fn learn_attempt(&mut self, attempt: ExtractAttempt) {
        let key = request_key(&attempt.content_hash, &attempt.contract);
        let held = self.last.get(&key);
        if held.is_none_or(|held| supersedes(&attempt, held)) {
            self.last.insert(key, attempt);
        }
    }

    /// The last one stands, as it does after compaction. Answers what stood before.
    fn learn_profile(
        &mut self,
        contract: ContractId,
        hash: ContentHash,
        known: Known,
    ) -> Option<Known> {
        self.known.entry(contract).or_default().insert(hash, known)
    }

    fn forget_profile(&mut self, contract: &ContractId, hash: &ContentHash) {
        if let Some(known) = self.known.get_mut(contract) {
            known.remove(hash);
        }
    }

    /// Drops the attempts that decide nothing any more: those with an outcome, of keys that have
    /// their profile. Only when no spooled answer is left to be settled: an older one needs to know
    /// of a later attempt.
    pub fn prune(&mut self) {
        self.spooled.clear();
        let known = &self.known;
        self.last.retain(|_, attempt| {
            let profiles = known.get(&attempt.contract);
            let is_known = profiles.is_some_and(|all| all.contains_key(&attempt.content_hash));
            !is_known || attempt.state == CallState::Started
        });
    }

    /// As `prune`, for one key.
    pub fn prune_key(&mut self, hash: &ContentHash, contract: &ContractId) {
        let key = request_key(hash, contract);
        let is_open = |last: &ExtractAttempt| last.state == CallState::Started;
        if self.known(hash, contract).is_some() && !self.last.get(&key).is_some_and(is_open) {
            self.last.remove(&key);
        }
    }

    pub fn counts(&self) -> (usize, usize) {
        let known = self.known.values().map(HashMap::len).sum();
        (known, self.last.len())
    }
}

#[cfg(test)]
mod tests {
    use readonce_model::record::Profile;

    use super::*;

    fn attempt(number: i32, state: CallState) -> ExtractAttempt {
        let text = include_str!("../../../../schemas/extract.attempts/examples/paid.json");
        ExtractAttempt {
            attempt: number,
            state,
            ..serde_json::from_str(text).unwrap()
        }
    }

    fn key() -> String {
        let any = attempt(1, CallState::Started);
        request_key(&any.content_hash, &any.contract)
    }

    const KNOWN: Known = Known {
        attempt: 1,
        extracted_at_ms: 5,
        tokens_in: None,
        tokens_out: None,
        cost_micros: 0,
    };

    fn state_of(memory: &Memory) -> Option<(i32, CallState)> {
        memory
            .last(&key())
            .map(|attempt| (attempt.attempt, attempt.state))
    }

    #[test]
    fn an_older_word_does_not_overwrite_a_newer_one() {
        let mut memory = Memory::default();
        memory.learn_attempt(attempt(2, CallState::Failed));
        memory.learn_attempt(attempt(1, CallState::Succeeded));
        memory.learn_attempt(attempt(2, CallState::Started));
        assert_eq!(state_of(&memory), Some((2, CallState::Failed)));
    }

    #[test]
    fn only_attempts_that_still_decide_something_are_kept() {
        let mut memory = Memory::default();
        memory.learn_attempt(attempt(1, CallState::Succeeded));
        memory.prune();
        assert_eq!(state_of(&memory), Some((1, CallState::Succeeded)));

        let any = attempt(1, CallState::Started);
        memory.learn_profile(any.contract.clone(), any.content_hash, KNOWN);
        memory.prune();
        assert_eq!(state_of(&memory), None);
    }

    #[test]
    fn an_attempt_without_its_outcome_outlives_its_profile() {
        let mut memory = Memory::default();
        let open = attempt(1, CallState::Started);
        memory.learn_attempt(open.clone());
        memory.learn_profile(open.contract.clone(), open.content_hash, KNOWN);
        memory.prune();
        memory.prune_key(&open.content_hash, &open.contract);
        assert_eq!(state_of(&memory), Some((1, CallState::Started)));
    }

    #[test]
    fn of_what_was_taken_back_the_latest_word_is_written_anew() {
        let mut memory = Memory::default();
        memory.learn_attempt(attempt(1, CallState::Failed));
        let announced = attempt(2, CallState::Started);
        let failed = attempt(2, CallState::Failed);
        let anew = memory.adopt(vec![announced, failed.clone()]);
        assert_eq!(anew, [failed]);
        assert_eq!(state_of(&memory), Some((2, CallState::Failed)));
        let anew = memory.adopt(vec![attempt(1, CallState::Succeeded)]);
        assert_eq!(anew, []);
        assert_eq!(state_of(&memory), Some((2, CallState::Failed)));
    }

    fn outline(number: i32, state: CallState) -> Outline {
        Outline {
            attempt: number,
            state,
        }
    }

    fn with_profile() -> Memory {
        let mut memory = Memory::default();
        let any = attempt(1, CallState::Started);
        memory.learn_profile(any.contract.clone(), any.content_hash, KNOWN);
        memory
    }

    #[test]
    fn an_outcome_of_a_known_key_is_passed_over_with_its_announcement() {
        let mut memory = with_profile();
        assert!(!memory.passes_over(&key(), &outline(1, CallState::Started)));
        memory.learn_attempt(attempt(1, CallState::Started));
        assert!(memory.passes_over(&key(), &outline(1, CallState::Succeeded)));
        assert_eq!(state_of(&memory), None);
    }

    #[test]
    fn a_late_outcome_does_not_take_a_later_announcement_with_it() {
        let mut memory = with_profile();
        memory.learn_attempt(attempt(2, CallState::Started));
        assert!(memory.passes_over(&key(), &outline(1, CallState::Succeeded)));
        assert_eq!(state_of(&memory), Some((2, CallState::Started)));
    }

    #[test]
    fn nothing_is_passed_over_of_a_key_without_a_profile_or_with_a_spooled_answer() {
        let succeeded = outline(1, CallState::Succeeded);
        assert!(!Memory::default().passes_over(&key(), &succeeded));
        assert!(!with_profile().passes_over("no key", &succeeded));
        let mut memory = with_profile();
        assert!(memory.hold([key()]));
        assert!(!memory.hold([key()]));
        assert!(!memory.passes_over(&key(), &succeeded));
        memory.prune();
        assert!(memory.passes_over(&key(), &succeeded));
    }

    #[test]
    fn what_was_written_is_known() {
        let text = include_str!("../../../../schemas/profiles/examples/job_full.json");
        let profile: Profile = serde_json::from_str(text).unwrap();
        let (hash, contract) = (profile.content_hash, profile.contract.clone());
        let mut memory = Memory::default();
        memory.follow(&[Record::Profile(Box::new(profile.clone()))]);
        assert_eq!(memory.known(&hash, &contract), Some(&Known::of(&profile)));
        memory.forget_profile(&contract, &hash);
        assert_eq!(memory.known(&hash, &contract), None);
    }
}
