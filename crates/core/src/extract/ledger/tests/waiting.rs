//! Backoff: growth, cap, spread.

use super::*;

fn hash(byte: u8) -> ContentHash {
    ContentHash::from_bytes([byte; 32])
}

#[test]
fn it_grows_threefold_up_to_the_cap_and_stays_in_its_half() {
    let backoff = Backoff {
        first_ms: 1_000,
        cap_ms: 20_000,
    };
    for (failures, whole_ms) in [
        (1, 1_000),
        (2, 3_000),
        (3, 9_000),
        (4, 20_000),
        (1_000, 20_000),
    ] {
        for byte in 0..=255 {
            let delay_ms = backoff.delay_ms(&hash(byte), failures);
            assert!(
                (whole_ms / 2..=whole_ms).contains(&delay_ms),
                "{failures}: {delay_ms}"
            );
        }
    }
}

#[test]
fn it_is_the_same_in_every_run_and_spread_over_the_keys() {
    let backoff = Backoff::default();
    let delays: std::collections::BTreeSet<i64> = (0..=255)
        .map(|byte| backoff.delay_ms(&hash(byte), 1))
        .collect();
    assert!(delays.len() > 200, "only {} different waits", delays.len());
    assert_eq!(backoff.delay_ms(&hash(7), 1), backoff.delay_ms(&hash(7), 1));
    assert_ne!(backoff.delay_ms(&hash(7), 4), backoff.delay_ms(&hash(7), 5));
}

#[test]
fn settings_without_sense_do_no_harm() {
    let backoff = Backoff {
        first_ms: i64::MAX,
        cap_ms: -1,
    };
    assert_eq!(backoff.delay_ms(&hash(1), i32::MIN), 0);
}
