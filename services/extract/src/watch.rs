//! What sources answer, over all partitions: profiles are marked by the policy of the extraction
//! config, and who begins to drift is said. What is suspicious is decided in `core::extract`; this
//! never decides it, and never asks anybody again.

use std::sync::Mutex;

use readonce_core::extract::config::{ExtractionConfig, Quarantine};
use readonce_core::extract::drift::{Answer, Drift, Limits, News, Shape, Watch};
use readonce_core::extract::quarantine::{marked, word};
use readonce_model::record::Profile;
use readonce_plumbing::metrics::Metric;

use crate::request::Contracts;

/// Shared by all workers.
pub struct Watcher {
    policy: Quarantine,
    watch: Mutex<Watch>,
}

impl Watcher {
    pub fn new(extraction: &ExtractionConfig, contracts: &Contracts) -> Self {
        let limits = Limits {
            window: extraction.drift_window,
        };
        let shapes = contracts.iter();
        let shapes = shapes.map(|(id, contract)| (id.clone(), Shape::of(contract)));
        Self {
            policy: extraction.quarantine,
            watch: Mutex::new(Watch::new(limits, shapes)),
        }
    }

    /// Whether anybody wants to know: else nothing is read for it, and nothing is counted.
    pub fn is_on(&self) -> bool {
        self.policy != Quarantine::Off
    }

    /// A profile from before this process began.
    pub fn learn(&self, profile: &Profile) {
        if let (Some(answer), Ok(mut watch)) = (Answer::of(profile), self.watch.lock()) {
            watch.learn(&answer);
        }
    }

    /// A profile on its way to its topic.
    pub fn mark(&self, mut profile: Profile) -> Profile {
        if !self.is_on() {
            return profile;
        }
        let news = self.take(&profile);
        let evidence = profile.evidence.as_ref();
        let injection = evidence.is_some_and(|it| !it.injection_suspected.is_empty());
        self.count(&news, injection);
        let word = word(self.policy, &news.drifts, injection);
        profile.evidence = marked(profile.evidence.take(), word);
        profile
    }

    fn take(&self, profile: &Profile) -> News {
        // Who panicked while he held it has ended the service anyway.
        let (Some(answer), Ok(mut watch)) = (Answer::of(profile), self.watch.lock()) else {
            return News::default();
        };
        let news = watch.take(&answer);
        if news.began || news.ended {
            let drifting = watch.drifting(answer.contract) as f64;
            Metric::Drift.set(drifting, &[("contract", &answer.contract.to_string())]);
            tell(&answer, &profile.config_version, &news);
        }
        news
    }

    fn count(&self, news: &News, injection: bool) {
        let reasons = [(!news.drifts.is_empty(), "drift"), (injection, "injection")];
        for (_, reason) in reasons.iter().filter(|(is_so, _)| *is_so) {
            let labels = [("policy", self.policy.as_str()), ("reason", reason)];
            Metric::Quarantined.add(1, &labels);
        }
    }
}

fn tell(answer: &Answer, config: &str, news: &News) {
    let (source, parser) = (answer.source, answer.parser);
    let contract = answer.contract.to_string();
    if news.ended {
        tracing::info!(
            source,
            parser,
            contract,
            "the answers of a source are steady again"
        );
        return;
    }
    let what: Vec<String> = news.drifts.iter().map(shown).collect();
    let what = what.join("; ");
    tracing::warn!(
        source,
        parser,
        contract,
        config,
        what,
        "the answers of a source have changed"
    );
}

fn shown(drift: &Drift) -> String {
    format!("{} {:.2} -> {:.2}", drift.name(), drift.before, drift.now)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use readonce_core::extract::contract::Contract;
    use readonce_model::record::Evidence;

    use super::*;

    fn watcher(policy: Quarantine) -> Watcher {
        let id = "job@1".parse().unwrap();
        let contract = Arc::new(Contract::built_in(&id).unwrap());
        let extraction = ExtractionConfig {
            quarantine: policy,
            drift_window: 20,
            ..ExtractionConfig::rules()
        };
        Watcher::new(&extraction, &[(id, contract)].into())
    }

    /// Not marked yet.
    fn profile(text: &str) -> Profile {
        let profile: Profile = serde_json::from_str(text).unwrap();
        let evidence = profile.evidence.map(|evidence| Evidence {
            quarantined: None,
            ..evidence
        });
        Profile {
            evidence,
            ..profile
        }
    }

    fn suspected() -> Profile {
        profile(include_str!(
            "../../../schemas/profiles/examples/job_evidence.json"
        ))
    }

    fn plain() -> Profile {
        profile(include_str!(
            "../../../schemas/profiles/examples/job_full.json"
        ))
    }

    fn silent() -> Profile {
        let mut profile = plain();
        profile
            .answer
            .insert("minimum_degree".into(), serde_json::Value::Null);
        profile
    }

    #[test]
    fn a_mark_takes_nothing_from_a_profile() {
        let before = suspected();
        let after = watcher(Quarantine::Hold).mark(before.clone());
        assert_eq!(after.mark(), Some("hold:injection"));
        let evidence = after.evidence.clone().map(|evidence| Evidence {
            quarantined: None,
            ..evidence
        });
        assert_eq!(Profile { evidence, ..after }, before);
    }

    #[test]
    fn what_nothing_speaks_against_is_not_touched() {
        assert_eq!(watcher(Quarantine::Hold).mark(plain()), plain());
    }

    #[test]
    fn without_a_policy_nothing_is_marked_or_counted() {
        let watcher = watcher(Quarantine::Off);
        assert!(!watcher.is_on());
        assert_eq!(watcher.mark(suspected()), suspected());
        (0..100).for_each(|_| drop(watcher.mark(plain())));
        (0..100).for_each(|_| assert_eq!(watcher.mark(silent()), silent()));
    }

    #[test]
    fn a_source_that_falls_silent_is_marked_by_what_was_learned() {
        let watcher = watcher(Quarantine::Flag);
        (0..60).for_each(|_| watcher.learn(&plain()));
        let marked: Vec<Profile> = (0..22).map(|_| watcher.mark(silent())).collect();
        let word = "flag:drift:null_rate:minimum_degree";
        let marks = marked.iter().filter(|profile| profile.mark() == Some(word));
        assert_eq!(marks.count(), 3);
        let id = plain().contract;
        assert_eq!(watcher.watch.lock().unwrap().drifting(&id), 1);
    }
}
