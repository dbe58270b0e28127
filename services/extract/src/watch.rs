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
    pub fn mark(&self, profile: Profile) -> Profile {
        if !self.is_on() {
            return profile;
        }
        let news = self.take(&profile);
        let evidence = profile.evidence.as_ref();
        let injection = evidence.is_some_and(|it| !it.injection_suspected.is_empty());
        self.count(&news, injection);
        let word = word(self.policy, &news.drifts, injection);
        Profile {
            evidence: marked(profile.evidence.clone(), word),
            ..profile
        }
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
