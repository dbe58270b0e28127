//! What an owner does when: due times, leases, requests, foreign records, a changing catalog.

use super::*;
use readonce_core::fetch::task::Failure;
use readonce_model::ErrorClass;

const NOW: i64 = 1_789_000_000_000;
const HOUR: i64 = 3_600_000;
const LEASE: i64 = 60_000;
const HOURLY: &str = "{strategy: listing, url: 'https://b.example.com/jobs', interval-s: 3600}";

fn owner(instance: &str) -> Owner {
    Owner {
        instance: instance.to_owned(),
        lease_ms: LEASE,
        partition: 0,
        partitions: 1,
    }
}

/// Carries out what a change of the catalog asks for, as the worker does.
fn see(memory: &mut Memory, documents: &[(&str, &str)], now_ms: i64) -> Vec<Change> {
    let changes = memory.see(Arc::new(Sources::of(documents)), now_ms);
    for change in &changes {
        match change {
            Change::Write(task) => memory.put(task.clone()),
            Change::Forget(name) => memory.forget(name),
        }
    }
    changes
}

/// An owner with one hourly source that was never run.
fn fresh(instance: &str) -> Memory {
    let mut memory = Memory::new(owner(instance));
    see(&mut memory, &[("board", HOURLY)], NOW);
    memory
}

fn begin(memory: &mut Memory, now_ms: i64) -> Option<Begin> {
    assert_eq!(memory.look(now_ms), []);
    let begin = memory.begin(now_ms)?;
    memory.began(&begin.task.task_id, begin.lease.clone());
    memory.put(begin.task.clone());
    Some(begin)
}

fn succeed(memory: &mut Memory, begin: &Begin, now_ms: i64) -> Task {
    let name = &begin.task.task_id;
    let task = memory.task(name).unwrap();
    let done = task::succeed(task, &begin.lease, &begin.spec, 3, now_ms).unwrap();
    memory.put(done.clone());
    memory.ended(name);
    done
}

fn request(now_ms: i64) -> Task {
    crate::control::request_of("board", "alice", now_ms)
}

#[test]
fn a_new_source_gets_a_task_that_is_due_at_once_and_runs_once() {
    let mut memory = Memory::new(owner("ingest-1"));
    let changes = see(&mut memory, &[("board", HOURLY)], NOW);
    assert_eq!(changes, [Change::Write(task::first("board", NOW))]);
    assert_eq!(memory.next_look(), Some(NOW));
    let begun = begin(&mut memory, NOW).unwrap();
    assert_eq!(begun.task.state, TaskState::Leased);
    assert_eq!(begun.abandoned, None);
    assert_eq!(begin(&mut memory, NOW + 1), None);
    assert_eq!(see(&mut memory, &[("board", HOURLY)], NOW + 2), []);
}

#[test]
fn sources_of_other_partitions_are_left_to_their_owners() {
    let documents: Vec<_> = (0..40).map(|n| format!("board-{n}")).collect();
    let documents: Vec<_> = documents
        .iter()
        .map(|name| (name.as_str(), HOURLY))
        .collect();
    let count = |partition| {
        let mut memory = Memory::new(Owner {
            partition,
            partitions: 4,
            ..owner("ingest-1")
        });
        see(&mut memory, &documents, NOW).len()
    };
    let counts: Vec<_> = (0..4).map(count).collect();
    assert_eq!(counts.iter().sum::<usize>(), 40);
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

#[test]
fn the_most_overdue_task_begins_first() {
    let mut memory = Memory::new(owner("ingest-1"));
    for (name, due_at_ms) in [
        ("b", NOW - 2),
        ("a", NOW - 1),
        ("c", NOW - 3),
        ("d", NOW + 1),
    ] {
        memory.put(Task {
            due_at_ms,
            ..task::first(name, NOW - HOUR)
        });
    }
    see(
        &mut memory,
        &[("a", HOURLY), ("b", HOURLY), ("c", HOURLY), ("d", HOURLY)],
        NOW,
    );
    memory.look(NOW);
    let order: Vec<_> = std::iter::from_fn(|| memory.begin(NOW))
        .map(|b| b.task.task_id)
        .collect();
    assert_eq!(order, ["c", "b", "a"]);
    assert_eq!(memory.next_look(), Some(NOW + 1));
}

#[test]
fn a_postponed_task_stays_due_and_comes_back() {
    let mut memory = fresh("ingest-1");
    memory.look(NOW);
    let postponed = memory.begin(NOW).unwrap();
    memory.postpone(&postponed.task.task_id, NOW + 5_000);
    assert_eq!(begin(&mut memory, NOW + 4_999), None);
    let begun = begin(&mut memory, NOW + 5_000).unwrap();
    assert_eq!((begun.task.due_at_ms, begun.task.attempt), (NOW, 1));
}

#[test]
fn a_lease_is_renewed_in_time_for_as_long_as_the_run_takes() {
    let mut memory = fresh("ingest-1");
    begin(&mut memory, NOW).unwrap();
    let mut now = NOW;
    for _ in 0..5 {
        now = memory.next_look().unwrap();
        let ends_at = memory.task("board").unwrap().lease_expires_at_ms.unwrap();
        assert!(now <= ends_at - LEASE / 2, "too late");
        let renewed = memory.look(now);
        assert_eq!(renewed.len(), 1);
        assert_eq!(renewed[0].lease_expires_at_ms, Some(now + LEASE));
        memory.put(renewed[0].clone());
    }
    assert!(now > NOW + LEASE);
}

#[test]
fn after_a_run_the_task_waits_for_its_interval() {
    let mut memory = fresh("ingest-1");
    let begun = begin(&mut memory, NOW).unwrap();
    let done = succeed(&mut memory, &begun, NOW + 5_000);
    assert_eq!(memory.next_look(), Some(done.due_at_ms));
    assert_eq!(begin(&mut memory, done.due_at_ms - 1), None);
    assert!(begin(&mut memory, done.due_at_ms).is_some());
}

#[test]
fn the_lease_of_another_is_waited_for_and_then_taken_over() {
    let mut first = fresh("ingest-1");
    let begun = begin(&mut first, NOW).unwrap();
    let mut second = Memory::new(owner("ingest-2"));
    second.put(begun.task.clone());
    see(&mut second, &[("board", HOURLY)], NOW + 1);
    assert_eq!(begin(&mut second, NOW + 1), None);
    assert_eq!(second.next_look(), Some(NOW + LEASE));
    let taken = begin(&mut second, NOW + LEASE).unwrap();
    assert_eq!(taken.abandoned, Some(begun.task.clone()));
    assert_eq!(taken.task.attempt, 2);
    assert_ne!(taken.lease.run_id, begun.lease.run_id);
}

#[test]
fn after_a_crash_the_same_instance_begins_again_at_once_under_another_run() {
    let mut before = fresh("ingest-1");
    let begun = begin(&mut before, NOW).unwrap();
    let mut after = Memory::new(owner("ingest-1"));
    after.put(begun.task.clone());
    see(&mut after, &[("board", HOURLY)], NOW);
    // Even within the same millisecond.
    let taken = begin(&mut after, NOW).unwrap();
    assert_ne!(taken.lease.run_id, begun.lease.run_id);
}

#[test]
fn a_released_task_is_due_for_the_next_owner_at_once() {
    let mut memory = fresh("ingest-1");
    let begun = begin(&mut memory, NOW).unwrap();
    let free = release(&begun.task, NOW + 1);
    let mut next = Memory::new(owner("ingest-2"));
    next.put(free);
    see(&mut next, &[("board", HOURLY)], NOW + 2);
    let again = begin(&mut next, NOW + 2).unwrap();
    assert_eq!((again.abandoned, again.task.attempt), (None, 2));
}

#[test]
fn own_records_read_back_change_nothing() {
    let mut memory = fresh("ingest-1");
    let begun = begin(&mut memory, NOW).unwrap();
    let done = succeed(&mut memory, &begun, NOW + 5_000);
    for old in [begun.task, done] {
        assert_eq!(memory.hear(old), Heard::Old);
    }
    assert_eq!(memory.task("board").unwrap().state, TaskState::Succeeded);
}

#[test]
fn versions_grow_even_when_the_clock_does_not() {
    let mut memory = fresh("ingest-1");
    let again = memory.stamped(task::first("board", NOW - 50));
    assert_eq!(again.updated_at_ms, NOW + 1);
    memory.put(again);
    assert_eq!(
        memory.stamped(task::first("board", NOW + 9)).updated_at_ms,
        NOW + 9
    );
}

#[test]
fn a_zombie_does_not_have_the_last_word_on_a_task_that_is_leased_here() {
    let mut memory = fresh("ingest-1");
    let begun = begin(&mut memory, NOW).unwrap();
    let zombie = Task {
        lease_owner: Some("ingest-9".to_owned()),
        run_id: Some("board/1-1".to_owned()),
        updated_at_ms: NOW + 10,
        ..begun.task.clone()
    };
    let Heard::Defended(ours) = memory.hear(zombie.clone()) else {
        panic!("the lease is ours");
    };
    assert_eq!(ours.run_id, begun.task.run_id);
    assert!(ours.updated_at_ms > zombie.updated_at_ms);
    assert_eq!(memory.task("board"), Some(&begun.task));
}

#[test]
fn a_takeover_after_our_lease_had_ended_is_accepted_and_no_second_run_begins_beside_the_old_one() {
    let mut memory = fresh("ingest-1");
    begin(&mut memory, NOW).unwrap();
    let theirs = Task {
        lease_owner: Some("ingest-2".to_owned()),
        run_id: Some("board/2-2".to_owned()),
        lease_expires_at_ms: Some(NOW + 2 * LEASE),
        updated_at_ms: NOW + LEASE,
        ..memory.task("board").unwrap().clone()
    };
    assert_eq!(memory.hear(theirs), Heard::Adopted);
    assert_eq!(memory.next_look(), None);
    memory.ended("board");
    assert_eq!(begin(&mut memory, NOW + LEASE), None);
    assert_eq!(memory.next_look(), Some(NOW + 2 * LEASE));
}

#[test]
fn a_request_makes_the_task_due_and_names_who_asked() {
    let mut memory = fresh("ingest-1");
    let begun = begin(&mut memory, NOW).unwrap();
    succeed(&mut memory, &begun, NOW + 5_000);
    let asked = memory.answer(&request(NOW + 9_000), NOW + 9_000).unwrap();
    memory.put(asked);
    let again = begin(&mut memory, NOW + 9_000).unwrap();
    assert_eq!(again.task.requested_by.as_deref(), Some("alice"));
    assert!(again.task.last_success_at_ms.is_some(), "memory was lost");
}

#[test]
fn a_request_during_a_run_is_answered_by_that_run() {
    let mut memory = fresh("ingest-1");
    let begun = begin(&mut memory, NOW).unwrap();
    let asked = memory.answer(&request(NOW + 10), NOW + 10).unwrap();
    memory.put(asked);
    assert_eq!(begin(&mut memory, NOW + 10), None);
    let done = succeed(&mut memory, &begun, NOW + 5_000);
    assert_eq!(done.requested_by, None);
    assert_eq!(begin(&mut memory, NOW + 5_000), None);
}

#[test]
fn a_request_for_no_source_is_answered_by_the_source_that_comes_later() {
    let mut memory = Memory::new(owner("ingest-1"));
    assert_eq!(memory.answer(&request(NOW), NOW), None);
    see(&mut memory, &[("board", HOURLY)], NOW + 2);
    assert!(begin(&mut memory, NOW + 2).is_some());
}

#[test]
fn a_source_that_leaves_the_catalog_stops_and_begins_afresh_when_it_is_back() {
    let mut memory = fresh("ingest-1");
    let begun = begin(&mut memory, NOW).unwrap();
    let changes = see(&mut memory, &[], NOW + 10);
    assert_eq!(changes, [Change::Forget("board".to_owned())]);
    assert_eq!(memory.next_look(), None);
    // Back while the old run is still winding down: one run at a time.
    see(&mut memory, &[("board", HOURLY)], NOW + 20);
    assert_eq!(begin(&mut memory, NOW + 20), None);
    memory.ended("board");
    let again = begin(&mut memory, NOW + 30).unwrap();
    assert_ne!(again.lease.run_id, begun.lease.run_id);
}

#[test]
fn a_document_that_cannot_be_run_says_so_once_and_runs_when_it_is_mended() {
    let mut memory = Memory::new(owner("ingest-1"));
    let broken = [("board", "{strategy: listing}")];
    let changes = see(&mut memory, &broken, NOW);
    let [Change::Write(task)] = &changes[..] else {
        panic!("{changes:?}");
    };
    assert_eq!(task.state, TaskState::Failed);
    assert!(task.last_error.as_deref().unwrap().starts_with("config: "));
    assert_eq!(see(&mut memory, &broken, NOW + 1), []);
    assert_eq!(
        (begin(&mut memory, NOW + HOUR), memory.next_look()),
        (None, None)
    );
    see(&mut memory, &[("board", HOURLY)], NOW + 2);
    assert!(begin(&mut memory, NOW + 2).is_some());
}

#[test]
fn a_changed_document_is_tried_at_once_after_a_failure_for_good_and_only_then() {
    let other = HOURLY.replace("/jobs", "/careers");
    for (class, is_due) in [(ErrorClass::Http4xx, true), (ErrorClass::Timeout, false)] {
        let mut memory = fresh("ingest-1");
        let begun = begin(&mut memory, NOW).unwrap();
        let failure = Failure {
            class,
            words: "no".to_owned(),
            retry_after_ms: None,
            items: 0,
        };
        let failed = task::fail(&begun.task, &begun.lease, &begun.spec, &failure, NOW + 1);
        memory.put(failed.unwrap());
        memory.ended("board");
        assert_eq!(see(&mut memory, &[("board", HOURLY)], NOW + 2), []);
        see(&mut memory, &[("board", &other)], NOW + 3);
        assert_eq!(begin(&mut memory, NOW + 3).is_some(), is_due, "{class}");
    }
    let mut memory = fresh("ingest-1");
    let begun = begin(&mut memory, NOW).unwrap();
    succeed(&mut memory, &begun, NOW + 1);
    assert_eq!(see(&mut memory, &[("board", &other)], NOW + 3), []);
}

#[test]
fn a_shorter_interval_counts_from_the_last_run() {
    let mut memory = fresh("ingest-1");
    let begun = begin(&mut memory, NOW).unwrap();
    succeed(&mut memory, &begun, NOW);
    let minutely = HOURLY.replace("3600", "60");
    see(&mut memory, &[("board", &minutely)], NOW + 10);
    assert_eq!(memory.next_look(), Some(NOW + 60_000));
}

#[test]
fn a_wait_that_the_server_asked_for_is_not_made_shorter() {
    let mut memory = Memory::new(owner("ingest-1"));
    memory.put(Task {
        state: TaskState::Failed,
        attempt: 1,
        due_at_ms: NOW + HOUR,
        ..task::first("board", NOW)
    });
    let minutely = HOURLY.replace("3600", "60");
    see(&mut memory, &[("board", &minutely)], NOW);
    assert_eq!(memory.next_look(), Some(NOW + HOUR));
}
