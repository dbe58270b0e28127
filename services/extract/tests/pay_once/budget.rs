//! Several instances under one budget: each sees what the others spend.

use std::time::Duration;

use super::world::{Settings, World};

const REQUESTS: u32 = 60;
const CALLS_A_DAY: usize = 20;
/// Longer than any call, any pause between rounds and any reading of an attempt.
const NOTHING_MORE: Duration = Duration::from_secs(4);

const INSTANCES: [&str; 2] = ["extract-1", "extract-2"];

/// Starts both and waits until each has a partition.
async fn both(world: &mut World) {
    let before = INSTANCES.map(|instance| world.times_said(instance, RESTORED));
    for (instance, before) in INSTANCES.into_iter().zip(before) {
        world.start(instance, None);
        while world.times_said(instance, RESTORED) == before {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

const RESTORED: &str = "memory restored";

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_share_one_budget_and_their_restarts_spend_nothing_anew() {
    let settings = Settings {
        concurrency: 8,
        budget: Some("overall: {calls: 20}\n"),
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    both(&mut world).await;
    world.request(REQUESTS).await;
    world.wait_for_calls(CALLS_A_DAY).await;
    // That nothing happens can only be waited for.
    tokio::time::sleep(NOTHING_MORE).await;
    let paid = world.calls().len();
    println!("{paid} calls by two instances under a limit of {CALLS_A_DAY}");
    assert!(paid <= CALLS_A_DAY + 1, "{paid} calls");
    let attempts = world.attempts().await;
    for instance in INSTANCES {
        assert!(
            attempts.iter().any(|attempt| attempt.owner == instance),
            "{instance} had no part in it"
        );
    }
    world.stop_all();
    both(&mut world).await;
    tokio::time::sleep(NOTHING_MORE).await;
    assert_eq!(world.calls().len(), paid);
    world.stop_all();
    assert_eq!(world.profiles().await.len(), paid);
    assert_eq!(world.outstanding(REQUESTS).await, REQUESTS as usize - paid);
}
