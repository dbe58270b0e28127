//! A profile on its way to its topic, held against what its source said before. See `watch`.

use readonce_core::extract::ledger::Record as Word;

use super::Job;

impl Job {
    /// The ledger's words with their profile marked.
    pub(super) fn watched(&self, words: Vec<Word>) -> Vec<Word> {
        let mark = |word| match word {
            Word::Profile(profile) => Word::Profile(Box::new(self.shared.watcher.mark(*profile))),
            other => other,
        };
        words.into_iter().map(mark).collect()
    }
}
