//! A small `make paid`: three days with an edit of the prompt, left alone, killed and restarted.

use std::time::Duration;

use readonce_tests::paid::{Kind, Outcome, Plan, Trouble, carry};

const POSTINGS: u32 = 300;
const CONCURRENCY: u32 = 4;
/// With 300 postings some 30 s of answers, in which trouble strikes some ten times.
const LATENCY_MS: u64 = 350;
const LASTING: Duration = Duration::from_secs(30);
const EVERY: Duration = Duration::from_secs(3);

fn plan(kind: Kind) -> Plan {
    Plan {
        postings: POSTINGS,
        boards: 6,
        seed: 7,
        concurrency: CONCURRENCY,
        latency_ms: LATENCY_MS,
        trouble: Trouble {
            kind,
            every: EVERY,
            lasting: LASTING,
            seed: 7,
        },
    }
}

fn assert_right(outcome: &Outcome, allowed: u32) {
    let faults = outcome.faults(allowed);
    assert!(faults.is_empty(), "{faults:#?}\n{outcome:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn three_days_and_another_prompt_are_paid_once_a_content() {
    let calm = Plan {
        latency_ms: 5,
        trouble: Trouble::none(),
        ..plan(Kind::None)
    };
    let outcome = carry("calm", &calm).await;
    assert_right(&outcome, outcome.distinct_contents);
    assert_eq!(outcome.profiles_by_config.len(), 2, "{outcome:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn services_restarted_the_polite_way_pay_nothing_twice() {
    let outcome = carry("restarted", &plan(Kind::Restarts)).await;
    assert_right(&outcome, outcome.distinct_contents);
    assert!(outcome.struck.values().sum::<u32>() >= 5, "{outcome:#?}");
}

/// What a kill of extract can cost is what is in flight; a kill of another service costs nothing.
#[tokio::test(flavor = "multi_thread")]
async fn random_kills_cost_no_more_than_what_was_in_flight() {
    let outcome = carry("killed", &plan(Kind::Kills)).await;
    let kills = outcome.struck.get("extract").copied().unwrap_or(0);
    assert!(kills > 0, "the seed kills extract: {outcome:#?}");
    assert_right(&outcome, outcome.distinct_contents + kills * CONCURRENCY);
}
