//! Texts that are too long for one call.

use readonce_core::extract::config::ExtractionConfig;
use readonce_model::Topic;
use readonce_model::record::{CallState, ExtractRequest, Profile, RawAnswer};
use readonce_testkit::model::{Fault, Rule, When};

use crate::profiles;
use crate::world::{Settings, World, content};

const CONFIG: &str = "max-input-chars: 300\nmax-parts: 4\nprice-in-micros-per-1k: 1000\n\
    price-out-micros-per-1k: 1000\n";
const PARTS: usize = 3;

fn settings() -> Settings {
    Settings {
        config: CONFIG,
        ..Settings::default()
    }
}

/// Three parts: each has its own demands, and two of them disagree.
fn long(number: u32) -> ExtractRequest {
    let filler = "We plan berths for ports of every size.\n".repeat(4);
    let text = format!(
        "What you do:\nYou write Rust.\n{filler}Whom we want:\nA bachelor's degree.\n3 years of \
         experience. You know Kafka.\n{filler}What counts too:\nA master's degree is welcome. \
         Full-time. You know Redis.\n"
    );
    content(&format!("Engineer {number}"), text.trim_end())
}

fn is_whole(profile: &Profile) {
    let answer = &profile.answer;
    assert_eq!(
        answer["tech_stack"],
        serde_json::json!(["Rust", "Kafka", "Redis"])
    );
    assert_eq!(answer["minimum_degree"], "bachelor");
    assert_eq!(answer["employment_type"], "full_time");
    for flag in ["asked_in_parts", "conflict:minimum_degree"] {
        assert!(
            profile.flags.contains(&flag.to_owned()),
            "{:?}",
            profile.flags
        );
    }
    let evidence = profile.evidence.as_ref().expect("evidence");
    let numbers: Vec<_> = evidence.parts.iter().map(|part| part.part).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let cost: i64 = evidence.parts.iter().map(|part| part.cost_micros).sum();
    assert_eq!(profile.cost_micros, cost);
    assert!(cost > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_text_is_asked_in_parts_and_becomes_one_record() {
    let mut world = World::open(settings()).await;
    world.ask(&long(1)).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    let profiles = profiles(&world).await;
    assert_eq!(profiles.len(), 1);
    is_whole(&profiles[0]);
    let attempts = world.attempts().await;
    assert_eq!(
        (attempts[0].attempt, attempts[0].state),
        (1, CallState::Succeeded)
    );
    assert_eq!(attempts[0].cost_micros, profiles[0].cost_micros);
    assert_eq!(world.paid(), [1; PARTS]);
    let kept: Vec<RawAnswer> = world.records(Topic::ExtractAnswers).await;
    let parts: Vec<_> = kept
        .iter()
        .map(|answer| (answer.part, answer.parts))
        .collect();
    assert_eq!(
        parts,
        [(Some(1), Some(3)), (Some(2), Some(3)), (Some(3), Some(3))]
    );
    assert_eq!(world.spooled(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_between_parts_pays_no_more_than_the_part_in_flight_again() {
    // The n-th time that a point is reached is the n-th part.
    for (point, again) in [
        ("after_attempt:2", 0),
        ("after_body:2", 1),
        ("after_spool:2", 0),
        ("after_body:3", 1),
        ("after_spool:3", 0),
        ("after_profile:1", 0),
    ] {
        let mut world = World::open(settings()).await;
        world.ask(&long(1)).await;
        world.start("extract-1", Some(point));
        world.wait_for_death("extract-1").await;
        world.start("extract-1", None);
        world.rest().await;
        world.stop_all();
        let profiles = profiles(&world).await;
        assert_eq!(profiles.len(), 1, "{point}");
        is_whole(&profiles[0]);
        assert_eq!(world.calls().len(), PARTS + again, "{point}");
        let most = world.paid().into_iter().max();
        assert_eq!(most, Some(1 + again as u32), "{point}");
        // Every attempt has its own share of the cost, and together they are all of it.
        let attempts: Vec<readonce_model::record::ExtractAttempt> =
            world.records(Topic::ExtractAttempts).await;
        assert!(
            attempts.iter().all(|one| one.parts == Some(3)),
            "{attempts:?}"
        );
        assert_eq!(world.spooled(), 0, "{point}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_fails_is_asked_again_alone() {
    let faults =
        vec![Rule::new(When::Contains("You know Kafka".into()), Fault::Truncated).times(1)];
    let mut world = World::open(Settings {
        faults,
        ..settings()
    })
    .await;
    world.ask(&long(1)).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    is_whole(&profiles(&world).await[0]);
    let mut paid = world.paid();
    paid.sort_unstable();
    assert_eq!(paid, [1, 1, 2]);
    let evidence = profiles(&world).await[0]
        .evidence
        .clone()
        .expect("evidence");
    let attempts: Vec<_> = evidence.parts.iter().map(|part| part.attempt).collect();
    assert_eq!(attempts, [1, 2, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_beyond_the_last_part_is_cut_and_says_so() {
    let mut world = World::open(settings()).await;
    let text = "You write Rust and nothing else.\n".repeat(60);
    world.ask(&content("Engineer", text.trim_end())).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    let profiles = profiles(&world).await;
    assert!(profiles[0].flags.contains(&"input_cut".to_owned()));
    assert_eq!(world.calls().len(), 4);
    assert_eq!(ExtractionConfig::rules().max_parts, 4);
}
