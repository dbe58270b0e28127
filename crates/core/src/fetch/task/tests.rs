//! Leases, endings and due times of one task.

use super::*;
use crate::fetch::source::parse_source;

const NOW: i64 = 1_789_000_000_000;
const HOUR: i64 = 3_600_000;
const LEASE: i64 = 60_000;

fn hourly() -> SourceSpec {
    let text = "{strategy: listing, url: 'https://boards.example.com/jobs', interval-s: 3600}";
    parse_source("board", text).unwrap()
}

fn worker<'a>(owner: &'a str, running: Option<&'a str>) -> Worker<'a> {
    Worker {
        owner,
        running,
        lease_ms: LEASE,
    }
}

/// The task as `owner` holds it since `at`, with the lease.
fn leased(owner: &str, at: i64) -> (Task, Lease) {
    let task = first("board", at);
    match decide(&task, &worker(owner, None), at) {
        Decision::Run(lease) => (start(&task, &lease, at), lease),
        other => panic!("a new task is due, not {other:?}"),
    }
}

fn failure(class: ErrorClass) -> Failure {
    Failure {
        class,
        words: "no answer".to_owned(),
        retry_after_ms: None,
        items: 0,
    }
}

#[test]
fn a_new_task_runs_at_once_and_leaves_its_name_behind() {
    let (task, lease) = leased("ingest-1", NOW);
    assert_eq!(lease.run_id, format!("board/{NOW}-1"));
    assert_eq!((task.state, task.attempt), (TaskState::Leased, 1));
    assert_eq!(task.lease_expires_at_ms, Some(NOW + LEASE));
}

#[test]
fn a_task_that_is_not_due_waits() {
    let mut task = first("board", NOW);
    task.due_at_ms = NOW + 5;
    let decision = decide(&task, &worker("ingest-1", None), NOW);
    assert_eq!(decision, Decision::Wait { until_ms: NOW + 5 });
    let decision = decide(&task, &worker("ingest-1", None), NOW + 5);
    assert!(matches!(decision, Decision::Run(_)));
}

#[test]
fn another_ones_lease_is_waited_for_and_taken_over_when_it_ends() {
    let (task, _) = leased("ingest-1", NOW);
    let other = worker("ingest-2", None);
    let until_ms = NOW + LEASE;
    assert_eq!(decide(&task, &other, NOW + 1), Decision::Wait { until_ms });
    match decide(&task, &other, until_ms) {
        Decision::TakeOver { lease, abandoned } => {
            assert_eq!(abandoned, format!("board/{NOW}-1"));
            assert_eq!(lease.attempt, 2);
            assert_ne!(lease.run_id, abandoned);
        }
        other => panic!("expected a takeover, not {other:?}"),
    }
}

#[test]
fn a_worker_goes_on_with_its_own_run_even_past_the_lease() {
    let (task, lease) = leased("ingest-1", NOW);
    let me = worker("ingest-1", Some(&lease.run_id));
    assert_eq!(decide(&task, &me, NOW + 1), Decision::Running);
    assert_eq!(decide(&task, &me, NOW + 2 * LEASE), Decision::Running);
}

#[test]
fn a_lease_of_an_earlier_life_is_taken_over_at_once() {
    let (task, _) = leased("ingest-1", NOW);
    let decision = decide(&task, &worker("ingest-1", None), NOW + 1);
    assert!(matches!(decision, Decision::TakeOver { .. }));
}

#[test]
fn a_leased_record_without_an_end_blocks_nobody() {
    let (mut task, _) = leased("ingest-1", NOW);
    task.lease_expires_at_ms = None;
    let decision = decide(&task, &worker("ingest-2", None), NOW + 1);
    assert!(matches!(decision, Decision::TakeOver { .. }));
}

#[test]
fn renewing_moves_the_end_of_the_lease_and_nothing_else() {
    let (task, lease) = leased("ingest-1", NOW);
    let renewed = renew(&task, &lease, NOW + 30_000).unwrap();
    assert_eq!(renewed.lease_expires_at_ms, Some(NOW + 30_000 + LEASE));
    assert_eq!((renewed.attempt, renewed.run_id), (1, task.run_id));
}

#[test]
fn a_zombie_can_neither_renew_nor_end_what_was_taken_over() {
    let (task, zombie) = leased("ingest-1", NOW);
    let Decision::TakeOver { lease, .. } = decide(&task, &worker("ingest-2", None), NOW + LEASE)
    else {
        panic!("expected a takeover");
    };
    let taken = start(&task, &lease, NOW + LEASE);
    let spec = hourly();
    assert!(renew(&taken, &zombie, NOW + LEASE).is_err());
    assert!(succeed(&taken, &zombie, &spec, 3, NOW + LEASE).is_err());
    let late = fail(&taken, &zombie, &spec, &failure(ErrorClass::Timeout), NOW);
    assert_eq!(late.unwrap_err().run_id, zombie.run_id);
    assert!(succeed(&taken, &lease, &spec, 3, NOW + LEASE).is_ok());
}

#[test]
fn a_run_of_an_earlier_life_cannot_end_the_run_that_replaced_it() {
    let (task, earlier) = leased("ingest-1", NOW);
    let again = decide(&task, &worker("ingest-1", None), NOW + 1);
    let Decision::TakeOver { lease, .. } = again else {
        panic!("expected a takeover");
    };
    let taken = start(&task, &lease, NOW + 1);
    assert!(succeed(&taken, &earlier, &hourly(), 3, NOW + 2).is_err());
}

#[test]
fn a_run_that_ended_cannot_end_again() {
    let (task, lease) = leased("ingest-1", NOW);
    let done = succeed(&task, &lease, &hourly(), 3, NOW + 1).unwrap();
    assert!(succeed(&done, &lease, &hourly(), 3, NOW + 2).is_err());
}

#[test]
fn success_frees_the_task_until_its_next_period() {
    let (task, lease) = leased("ingest-1", NOW);
    let done = succeed(&task, &lease, &hourly(), 3, NOW + 9_000).unwrap();
    assert_eq!((done.state, done.attempt), (TaskState::Succeeded, 0));
    assert_eq!(done.lease_owner, None);
    assert_eq!(done.run_id, Some(lease.run_id));
    assert!((done.due_at_ms - NOW - HOUR).abs() <= HOUR / 20);
    assert_eq!(done.last_success_at_ms, Some(NOW + 9_000));
    assert_eq!(done.last_yield_at_ms, Some(NOW + 9_000));
}

#[test]
fn an_empty_success_is_no_yield() {
    // Case of a public report: a source that answers 200 with nothing looked healthy for weeks.
    let (mut task, lease) = leased("ingest-1", NOW);
    task.last_yield_at_ms = Some(NOW - 31 * 24 * HOUR);
    let done = succeed(&task, &lease, &hourly(), 0, NOW).unwrap();
    assert_eq!(done.last_success_at_ms, Some(NOW));
    assert_eq!(done.last_yield_at_ms, Some(NOW - 31 * 24 * HOUR));
}

#[test]
fn passing_trouble_backs_off_and_counts_its_attempts() {
    let (mut task, mut lease) = leased("ingest-1", NOW);
    let mut now = NOW;
    let mut waits = Vec::new();
    for attempt in 1..=9 {
        assert_eq!(task.attempt, attempt);
        let failed = fail(&task, &lease, &hourly(), &failure(ErrorClass::Http5xx), now).unwrap();
        assert_eq!(failed.last_error.as_deref(), Some("http_5xx: no answer"));
        waits.push(failed.due_at_ms - now);
        now = failed.due_at_ms;
        let Decision::Run(next) = decide(&failed, &worker("ingest-1", None), now) else {
            panic!("due after the backoff");
        };
        (task, lease) = (start(&failed, &next, now), next);
    }
    assert!(waits[0] < 32_000 && waits[0] > 28_000, "{waits:?}");
    assert!(
        waits.windows(2).take(6).all(|two| two[1] > two[0]),
        "{waits:?}"
    );
    assert!(waits.iter().all(|wait| *wait <= HOUR), "{waits:?}");
}

#[test]
fn the_servers_own_wait_wins() {
    let (task, lease) = leased("ingest-1", NOW);
    let limited = Failure {
        retry_after_ms: Some(7_000),
        ..failure(ErrorClass::RateLimited)
    };
    let failed = fail(&task, &lease, &hourly(), &limited, NOW).unwrap();
    assert_eq!(failed.due_at_ms, NOW + 7_000);
}

#[test]
fn lasting_trouble_waits_for_the_next_period_and_stays_scheduled() {
    for class in ErrorClass::ALL
        .into_iter()
        .filter(|class| !class.is_transient())
    {
        let (task, lease) = leased("ingest-1", NOW);
        let failed = fail(&task, &lease, &hourly(), &failure(class), NOW).unwrap();
        assert!(
            (failed.due_at_ms - NOW - HOUR).abs() <= HOUR / 20,
            "{class}"
        );
        assert_eq!((failed.state, failed.attempt), (TaskState::Failed, 0));
        assert_eq!(failed.last_success_at_ms, None);
    }
}

#[test]
fn a_short_run_that_brought_items_did_yield() {
    let (task, lease) = leased("ingest-1", NOW);
    let short = Failure {
        items: 4,
        ..failure(ErrorClass::Unreadable)
    };
    let failed = fail(&task, &lease, &hourly(), &short, NOW).unwrap();
    assert_eq!(failed.last_yield_at_ms, Some(NOW));
    assert_eq!(failed.last_success_at_ms, None);
}

#[test]
fn a_person_may_ask_for_a_run_and_is_named_until_it_ends() {
    let (task, lease) = leased("ingest-1", NOW);
    let done = succeed(&task, &lease, &hourly(), 3, NOW).unwrap();
    let asked = request(&done, "alice@laptop", NOW + 10);
    let Decision::Run(lease) = decide(&asked, &worker("ingest-1", None), NOW + 10) else {
        panic!("a requested run is due");
    };
    let running = start(&asked, &lease, NOW + 10);
    assert_eq!(running.requested_by.as_deref(), Some("alice@laptop"));
    let done = succeed(&running, &lease, &hourly(), 3, NOW + 20).unwrap();
    assert_eq!(done.requested_by, None);
}
