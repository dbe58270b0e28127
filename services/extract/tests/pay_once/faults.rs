//! Everything that a model server can do wrong, each to a content of its own, in one run: the right
//! class and charge, the right number of calls, nothing stored that is not right, nothing lost.

use std::collections::BTreeMap;
use std::time::Duration;

use readonce_model::ContentHash;
use readonce_model::reason::Code;
use readonce_model::record::{CallState, ExtractAttempt, Profile, ProfileStatus};
use readonce_testkit::RetryAfter;
use readonce_testkit::model::{Fault, Rule, When};

use serde_json::{Map, Value, json};

use super::world::{Settings, World, request};

/// How a call ended: class, and whether it is billed. An answer has no class.
type Ending = (Option<&'static str>, Option<bool>);

const ANSWERED: Ending = (None, Some(true));
const MAYBE: Option<bool> = None;

struct Trial {
    fault: Fault,
    /// How often it strikes; none is always.
    times: Option<u32>,
    endings: &'static [Ending],
    /// The last of them is stored; else the request becomes a letter.
    is_stored: bool,
}

fn once(fault: Fault, class: &'static [Ending]) -> Trial {
    Trial {
        fault,
        times: Some(1),
        endings: class,
        is_stored: true,
    }
}

fn always(fault: Fault, endings: &'static [Ending]) -> Trial {
    Trial {
        fault,
        times: None,
        endings,
        is_stored: false,
    }
}

const fn status(code: u16, retry_after: Option<RetryAfter>) -> Fault {
    Fault::Status { code, retry_after }
}

fn trials() -> Vec<Trial> {
    const LIMITED: &[Ending] = &[(Some("rate_limited"), Some(false)), ANSWERED];
    const TIMED_OUT: &[Ending] = &[(Some("timeout"), MAYBE), ANSWERED];
    const INVALID: Ending = (Some("invalid"), Some(true));
    const UNREADABLE: Ending = (Some("unreadable"), Some(true));
    const TRUNCATED: Ending = (Some("truncated"), Some(true));
    vec![
        once(status(429, Some(RetryAfter::Seconds(1))), LIMITED),
        once(status(429, Some(RetryAfter::Date(2))), LIMITED),
        once(status(429, None), LIMITED),
        once(status(500, None), &[(Some("http_5xx"), MAYBE), ANSWERED]),
        once(
            status(503, None),
            &[(Some("http_5xx"), Some(false)), ANSWERED],
        ),
        once(Fault::Hang, TIMED_OUT),
        once(
            Fault::SlowDrip {
                pieces: 20,
                pause_ms: 400,
            },
            TIMED_OUT,
        ),
        once(
            Fault::SlowDrip {
                pieces: 5,
                pause_ms: 50,
            },
            &[ANSWERED],
        ),
        once(
            Fault::ResetAfterHeaders,
            &[(Some("unreachable"), MAYBE), ANSWERED],
        ),
        once(Fault::Truncated, &[TRUNCATED, ANSWERED]),
        always(Fault::Truncated, &[TRUNCATED, TRUNCATED]),
        once(Fault::BrokenJson, &[UNREADABLE, ANSWERED]),
        always(Fault::BrokenJson, &[UNREADABLE, UNREADABLE]),
        always(Fault::Unrelated, &[INVALID, INVALID]),
        once(Fault::WrongSchema, &[ANSWERED]),
        once(Fault::BrokenEnvelope, &[UNREADABLE, ANSWERED]),
        once(Fault::Html, &[UNREADABLE, ANSWERED]),
        always(Fault::Huge, &[(Some("too_large"), Some(true))]),
        always(Fault::Refusal, &[(Some("refused"), Some(true))]),
        once(Fault::Empty, &[ANSWERED]),
        once(Fault::OtherLanguage, &[ANSWERED]),
    ]
}

/// Contents are numbered from 1 and one more than there are trials: the last meets no fault.
fn rules(trials: &[Trial]) -> Vec<Rule> {
    let numbered = trials.iter().zip(1..);
    numbered
        .map(|(trial, number)| Rule {
            when: When::Contains(format!("Engineer {number}.")),
            fault: trial.fault,
            times: trial.times,
        })
        .collect()
}

fn endings_of(history: &[ExtractAttempt], hash: ContentHash) -> Vec<(Option<&str>, Option<bool>)> {
    let ended = history.iter().filter(|attempt| {
        let is_end = matches!(attempt.state, CallState::Succeeded | CallState::Failed);
        attempt.content_hash == hash && is_end
    });
    ended
        .map(|attempt| (attempt.error_class.as_deref(), attempt.billed))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_a_model_has_its_class_and_its_policy() {
    let trials = trials();
    let contents = trials.len() as u32 + 1;
    let settings = Settings {
        latency: Duration::from_millis(5),
        concurrency: 8,
        faults: rules(&trials),
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    world.request(contents).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();

    let history = world.attempt_history().await;
    for (trial, number) in trials.iter().zip(1..) {
        let found = endings_of(&history, request(number).content_hash);
        assert_eq!(found, trial.endings, "{:?}", trial.fault);
    }
    check_profiles(&trials, &world.answers().await);
    assert_eq!(world.outstanding(contents).await, 0);

    // What is not stored is not lost: its request lies among the letters, byte for byte.
    let lost = trials.iter().zip(1..).filter(|(trial, _)| !trial.is_stored);
    let mut wanted: Vec<_> = lost.map(|(_, number)| world.bytes_of(number)).collect();
    let letters = world.letters().await;
    let reasons = letters.iter().map(|letter| letter.reason.as_str());
    assert!(
        reasons
            .into_iter()
            .all(|it| it == Code::ExtractionFailed.as_str())
    );
    let mut found: Vec<_> = letters.into_iter().map(|letter| letter.bytes).collect();
    wanted.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, wanted);
    // And the calls of the books are those that the server knows.
    let announced = history.iter().filter(|it| it.state == CallState::Started);
    assert_eq!(announced.count(), world.calls().len());
}

/// The contents differ in their number alone, so what is stored must be what a good call brings.
fn check_profiles(trials: &[Trial], profiles: &BTreeMap<ContentHash, Profile>) {
    let good = &profiles[&request(trials.len() as u32 + 1).content_hash];
    for (trial, number) in trials.iter().zip(1..) {
        let profile = profiles.get(&request(number).content_hash);
        assert_eq!(profile.is_some(), trial.is_stored, "{:?}", trial.fault);
        let Some(profile) = profile else { continue };
        match trial.fault {
            Fault::Empty => assert_eq!(profile.status, ProfileStatus::Empty),
            Fault::OtherLanguage => check_foreign(profile),
            Fault::WrongSchema => check_what_fits(profile),
            fault => assert_eq!(found(profile), found(good), "{fault:?}"),
        }
    }
}

/// All but the summary: the server takes a line of the question for it, which is each posting's own.
fn found(profile: &Profile) -> Map<String, Value> {
    let mut answer = profile.answer.clone();
    answer.remove("summary").expect("a summary");
    answer
}

/// What has one reading is kept, what has none is dropped, and both are said.
fn check_what_fits(profile: &Profile) {
    // A string where a list belongs is a list of one; where to cut it would be a guess.
    assert_eq!(profile.answer["tech_stack"], json!(["Rust, Kafka"]));
    assert!(profile.answer["campus_hire"].is_null());
    for flag in [
        "repaired:tech_stack",
        "rejected:campus_hire",
        "unknown_field:score",
    ] {
        assert!(
            profile.flags.iter().any(|it| it == flag),
            "{:?}",
            profile.flags
        );
    }
}

/// A word that a list does not have is not stored as one of its words, and is said.
fn check_foreign(profile: &Profile) {
    for field in ["minimum_degree", "employment_type"] {
        assert_eq!(profile.answer[field], "other", "{:?}", profile.answer);
        let flagged = profile.flags.iter().any(|flag| flag.contains(field));
        assert!(flagged, "{field}: {:?}", profile.flags);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_costs_a_few_calls_and_no_content() {
    const CONTENTS: u32 = 60;
    let down = Rule::new(When::Always, status(503, None));
    let settings = Settings {
        concurrency: 8,
        faults: vec![down],
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    world.request(CONTENTS).await;
    world.start("extract-1", None);
    world.wait_for_calls(5).await;
    // Long enough for every content to be tried and tried again, if nothing held them back.
    tokio::time::sleep(Duration::from_secs(12)).await;
    let in_the_outage = world.calls().len();
    assert!(in_the_outage <= 16, "{in_the_outage} calls in an outage");
    world.set_faults(Vec::new());
    world.rest().await;
    world.stop_all();
    world.check_books(CONTENTS).await;
    assert!(world.letters().await.is_empty());
    assert_eq!(world.paid(), [1; CONTENTS as usize]);
}
