//! Whether an answer is to be trusted yet: what speaks against it, in one word for its record.
//!
//! `off` says nothing. `flag` marks the profile; views show it with its mark. `hold` keeps it out of
//! the latest view. A person who looked at it turns the mark into `released` (shown) or `confirmed`
//! (held). Nothing is paid again and nothing is thrown away: the profile is stored either way. The
//! word is stable, since analysts group by it.

use readonce_model::record::{Evidence, Profile, is_held};

use super::config::Quarantine;
use super::drift::Drift;

/// What a person says of a marked profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right: shown.
    Release,
    /// It is wrong: held.
    Confirm,
}

impl Verdict {
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Release => "released",
            Verdict::Confirm => "confirmed",
        }
    }
}

/// Example: `hold:injection`, `flag:drift:items:tech_stack,null_rate:minimum_degree`.
pub fn word(policy: Quarantine, drifts: &[Drift], is_injection_suspected: bool) -> Option<String> {
    let injection = is_injection_suspected.then(|| "injection".to_owned());
    let mut names: Vec<String> = drifts.iter().map(Drift::name).collect();
    names.sort();
    let drift = (!names.is_empty()).then(|| format!("drift:{}", names.join(",")));
    let reasons: Vec<String> = injection.into_iter().chain(drift).collect();
    let prefix = policy.as_str();
    let is_said = policy != Quarantine::Off && !reasons.is_empty();
    is_said.then(|| format!("{prefix}:{}", reasons.join("+")))
}

/// The evidence with a further mark. Of two marks the one that trusts least stands, else the first.
pub fn marked(evidence: Option<Evidence>, word: Option<String>) -> Option<Evidence> {
    let Some(word) = word else {
        return evidence;
    };
    let mut evidence = evidence.unwrap_or_default();
    let is_weaker = |before: &str| distrust(before) < distrust(&word);
    if evidence.quarantined.as_deref().is_none_or(is_weaker) {
        evidence.quarantined = Some(word);
    }
    Some(evidence)
}

fn distrust(mark: &str) -> u8 {
    let is_released = mark.starts_with(Verdict::Release.as_str());
    match (is_held(mark), is_released) {
        (true, _) => 2,
        (false, false) => 1,
        (false, true) => 0,
    }
}

/// The profile with a person's word instead of its mark; none when it has no mark, or that word.
pub fn judged(profile: &Profile, verdict: Verdict, now_ms: i64) -> Option<Profile> {
    let (state, reason) = profile.mark()?.split_once(':')?;
    if state == verdict.as_str() {
        return None;
    }
    let evidence = profile.evidence.clone()?;
    let before_ms = evidence.judged_at_ms.unwrap_or(profile.extracted_at_ms);
    let evidence = Evidence {
        quarantined: Some(format!("{}:{reason}", verdict.as_str())),
        // Later than what it replaces, so that versions by time keep their order.
        judged_at_ms: Some(now_ms.max(before_ms.saturating_add(1))),
        ..evidence
    };
    Some(Profile {
        evidence: Some(evidence),
        ..profile.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::drift::Measure;

    fn drift(field: &str, measure: Measure) -> Drift {
        Drift {
            field: field.into(),
            measure,
            before: 0.1,
            now: 0.9,
        }
    }

    fn profile(word: Option<&str>) -> Profile {
        let text = include_str!("../../../../schemas/profiles/examples/job_evidence.json");
        let profile: Profile = serde_json::from_str(text).unwrap();
        Profile {
            evidence: profile.evidence.map(|evidence| Evidence {
                quarantined: word.map(str::to_owned),
                ..evidence
            }),
            ..profile
        }
    }

    #[test]
    fn the_word_names_policy_and_reasons() {
        let drifts = [
            drift("minimum_degree", Measure::NullRate),
            drift("tech_stack", Measure::Items),
        ];
        assert_eq!(
            word(Quarantine::Hold, &drifts, true).as_deref(),
            Some("hold:injection+drift:items:tech_stack,null_rate:minimum_degree")
        );
        assert_eq!(
            word(Quarantine::Flag, &[], true).as_deref(),
            Some("flag:injection")
        );
    }

    #[test]
    fn nothing_is_said_without_a_reason_or_without_a_policy() {
        assert_eq!(word(Quarantine::Hold, &[], false), None);
        assert_eq!(word(Quarantine::Off, &[], true), None);
    }

    #[test]
    fn of_two_marks_the_one_that_trusts_least_stands() {
        let of = |before: &str, word: &str| {
            let evidence = profile(Some(before)).evidence;
            marked(evidence, Some(word.to_owned())).and_then(|it| it.quarantined)
        };
        assert_eq!(of("flag:a", "hold:b").as_deref(), Some("hold:b"));
        assert_eq!(of("hold:a", "flag:b").as_deref(), Some("hold:a"));
        assert_eq!(of("released:a", "hold:b").as_deref(), Some("hold:b"));
        assert_eq!(of("released:a", "flag:b").as_deref(), Some("flag:b"));
        assert_eq!(of("flag:a", "flag:b").as_deref(), Some("flag:a"));
        assert_eq!(marked(None, None), None);
        let new = marked(None, Some("flag:a".into()));
        assert_eq!(new.unwrap().quarantined.as_deref(), Some("flag:a"));
    }

    #[test]
    fn a_verdict_keeps_the_reason_and_is_later_than_what_it_replaces() {
        let held = profile(Some("hold:drift:items:tech_stack"));
        let released = judged(&held, Verdict::Release, 0).unwrap();
        assert_eq!(released.mark(), Some("released:drift:items:tech_stack"));
        assert!(!released.is_held());
        let at = |profile: &Profile| profile.evidence.as_ref().unwrap().judged_at_ms;
        assert_eq!(at(&released), Some(held.extracted_at_ms + 1));
        let confirmed = judged(&released, Verdict::Confirm, 0).unwrap();
        assert!(confirmed.is_held() && at(&confirmed) > at(&released));
    }

    #[test]
    fn there_is_nothing_to_judge_without_a_mark_or_twice() {
        assert_eq!(judged(&profile(None), Verdict::Release, 5), None);
        let released = profile(Some("released:injection"));
        assert_eq!(judged(&released, Verdict::Release, 5), None);
    }
}
