//! When the next run is due, and how long to wait after a failure.
//!
//! Spread comes from a hash of the task, so that a restart or another owner finds the same time.
//! Never takes chance or the clock into account.

use sha2::{Digest, Sha256};

/// The first wait after a failure that may pass by itself.
const BACKOFF_BASE_MS: i64 = 30_000;
/// No wait of our own, and none that a server asks for, is longer.
pub const LONGEST_WAIT_MS: i64 = 3_600_000;
/// Due times move by at most a twentieth of the interval …
const SPREAD_PART: i64 = 20;
/// … and by at most ten minutes, so that a daily source keeps its time of day.
const SPREAD_LIMIT_MS: i64 = 600_000;

/// The due time after a run that was due at `previous_due_ms` and ended at `now_ms`.
///
/// The phase of the schedule is kept. Periods that passed meanwhile are left out: they do not pile
/// up, and the next run is about half an interval away or more.
pub fn next_due(task_id: &str, previous_due_ms: i64, interval_ms: i64, now_ms: i64) -> i64 {
    let interval = interval_ms.max(1);
    let earliest = now_ms.saturating_add(interval / 2);
    let next = previous_due_ms.saturating_add(interval);
    let missed = earliest.saturating_sub(next).max(0);
    let skipped = missed / interval + i64::from(missed % interval > 0);
    let on_phase = next.saturating_add(skipped.saturating_mul(interval));
    on_phase.saturating_add(spread(task_id, on_phase, interval))
}

/// How long to wait after attempt number `attempt` failed: 30 s, doubled each time, at most 1 h.
pub fn backoff_ms(task_id: &str, attempt: i32) -> i64 {
    let doublings = attempt.saturating_sub(1).clamp(0, 16);
    let wait = (BACKOFF_BASE_MS << doublings).min(LONGEST_WAIT_MS);
    (wait + spread(task_id, i64::from(attempt), wait)).min(LONGEST_WAIT_MS)
}

/// A number between minus and plus the allowed spread, always the same for the same arguments.
fn spread(task_id: &str, salt: i64, span_ms: i64) -> i64 {
    let limit = (span_ms / SPREAD_PART).min(SPREAD_LIMIT_MS);
    let digest = Sha256::new()
        .chain_update(task_id.as_bytes())
        .chain_update([0])
        .chain_update(salt.to_be_bytes())
        .finalize();
    let number = digest
        .iter()
        .take(7)
        .fold(0i64, |acc, byte| (acc << 8) | i64::from(*byte));
    number % (2 * limit + 1) - limit
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;
    const DAY: i64 = 24 * HOUR;

    #[test]
    fn the_next_due_time_is_one_interval_later_within_the_spread() {
        for task in ["greenhouse-gitlab", "lever-spotify", "ashby-linear"] {
            let due = next_due(task, DAY, HOUR, DAY + 1_000);
            assert!((due - DAY - HOUR).abs() <= HOUR / 20, "{task}: {due}");
        }
    }

    #[test]
    fn tasks_of_one_due_time_are_spread_and_stay_where_they_are() {
        let due = |task: &str| next_due(task, DAY, HOUR, DAY);
        assert_eq!(due("a"), due("a"));
        let mut all: Vec<i64> = (0..100).map(|n| due(&format!("task-{n}"))).collect();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() > 95, "only {} different due times", all.len());
        assert!(all.iter().any(|at| *at < DAY + HOUR) && all.iter().any(|at| *at > DAY + HOUR));
    }

    #[test]
    fn a_daily_source_moves_by_ten_minutes_at_most() {
        for n in 0..50 {
            let due = next_due(&format!("task-{n}"), 0, DAY, 0);
            assert!((due - DAY).abs() <= SPREAD_LIMIT_MS);
        }
    }

    #[test]
    fn periods_that_passed_are_left_out_and_the_phase_stays() {
        let due = next_due("a", 0, HOUR, 5 * HOUR + 60_000);
        assert!((due - 6 * HOUR).abs() <= HOUR / 20, "{due}");
        let late = next_due("a", 0, HOUR, 5 * HOUR + 50 * 60_000);
        assert!((late - 7 * HOUR).abs() <= HOUR / 20, "too soon: {late}");
    }

    #[test]
    fn a_due_time_in_the_far_past_or_future_is_no_fault() {
        assert!(next_due("a", i64::MIN, 1, i64::MAX) >= 0);
        assert!(next_due("a", 0, 0, 0) >= 0);
        assert!(next_due("a", i64::MAX, DAY, 0) > 0);
    }

    #[test]
    fn backoff_doubles_from_half_a_minute_to_an_hour() {
        let wait = |attempt| backoff_ms("a", attempt);
        for (attempt, seconds) in [(1, 30), (2, 60), (3, 120), (7, 1920)] {
            let (got, want) = (wait(attempt), seconds * 1000);
            assert!((got - want).abs() <= want / 20, "{attempt}: {got}");
        }
        for attempt in [8, 20, i32::MAX] {
            let got = wait(attempt);
            assert!((LONGEST_WAIT_MS * 19 / 20..=LONGEST_WAIT_MS).contains(&got));
        }
        assert!(wait(0) > 0 && wait(i32::MIN) > 0);
    }
}
