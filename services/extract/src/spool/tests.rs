//! What a kill leaves behind, and what a later process makes of it.

use std::fs::{FileTimes, OpenOptions};

use serde_json::Map;

use super::*;
use crate::request::tests::sound;

fn entry(title: &str, attempt: i32, partition: i32) -> Entry {
    let request = sound(title);
    let text = include_str!("../../../../schemas/extract.attempts/examples/paid.json");
    let announced: ExtractAttempt = serde_json::from_str(text).unwrap();
    Entry {
        partition,
        attempt: ExtractAttempt {
            content_hash: request.content_hash,
            contract: request.contract.clone(),
            attempt,
            ..announced
        },
        request,
        reply: Reply::Rules {
            value: Map::new(),
            empty: true,
            flags: Vec::new(),
        },
        finished_at_ms: 7,
        part_digest: None,
        lifted: None,
    }
}

fn spool() -> (tempfile::TempDir, Spool) {
    let folder = tempfile::tempdir().unwrap();
    let spool = Spool::open(folder.path().join("world")).unwrap();
    (folder, spool)
}

fn names(spool: &Spool, extension: &str) -> usize {
    spool.files(extension).unwrap().len()
}

/// As a kill between the write and the rename leaves it.
fn leave_unfinished(spool: &Spool, entry: &Entry) -> PathBuf {
    let path = spool.unfinished(&entry.file_name());
    write_synced(&path, entry).unwrap();
    path
}

#[test]
fn what_is_put_is_found_by_its_partition_with_early_attempts_first() {
    let (_folder, spool) = spool();
    let (first, second) = (entry("Engineer", 1, 3), entry("Engineer", 2, 3));
    spool.put(&second).unwrap();
    spool.put(&first).unwrap();
    spool.put(&entry("Cook", 1, 2)).unwrap();
    assert_eq!(spool.of_partition(3).unwrap(), [first, second]);
    assert_eq!(spool.of_partition(0).unwrap(), []);
    assert_eq!(names(&spool, UNFINISHED), 0);
}

#[test]
fn a_file_is_named_by_content_contract_and_attempt() {
    let entry = entry("Engineer", 2, 0);
    let hash = entry.request.content_hash;
    assert_eq!(entry.file_name(), format!("{hash}_job@1_2.json"));
}

#[test]
fn what_was_removed_is_gone_and_may_be_removed_again() {
    let (_folder, spool) = spool();
    let entry = entry("Engineer", 1, 0);
    spool.put(&entry).unwrap();
    spool.remove(&entry).unwrap();
    spool.remove(&entry).unwrap();
    assert_eq!(spool.of_partition(0).unwrap(), []);
}

#[test]
fn a_write_that_was_killed_is_no_entry_and_disturbs_no_later_one() {
    let (_folder, spool) = spool();
    let entry = entry("Engineer", 1, 0);
    leave_unfinished(&spool, &entry);
    let reopened = Spool::open(spool.folder.clone()).unwrap();
    assert_eq!(reopened.of_partition(0).unwrap(), []);
    reopened.put(&entry).unwrap();
    assert_eq!(reopened.of_partition(0).unwrap(), [entry]);
}

#[test]
fn only_old_unfinished_files_are_cleared_away() {
    let (_folder, spool) = spool();
    let young = leave_unfinished(&spool, &entry("Engineer", 1, 0));
    let old = leave_unfinished(&spool, &entry("Engineer", 1, 0));
    let then = SystemTime::now() - ABANDONED_AFTER - Duration::from_secs(1);
    let file = OpenOptions::new().write(true).open(&old).unwrap();
    file.set_times(FileTimes::new().set_modified(then)).unwrap();
    Spool::open(spool.folder.clone()).unwrap();
    assert_eq!((young.exists(), old.exists()), (true, false));
}

#[test]
fn a_file_that_cannot_be_read_is_set_aside_once_and_the_others_are_used() {
    let (_folder, spool) = spool();
    let (good, bad) = (entry("Engineer", 1, 0), entry("Cook", 1, 0));
    spool.put(&good).unwrap();
    spool.put(&bad).unwrap();
    let path = spool.folder.join(bad.file_name());
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    for _ in 0..2 {
        assert_eq!(spool.of_partition(0).unwrap(), std::slice::from_ref(&good));
        assert_eq!((names(&spool, WHOLE), names(&spool, BAD)), (1, 1));
    }
}

#[test]
fn an_answer_under_the_name_of_another_call_is_set_aside() {
    let (_folder, spool) = spool();
    let (mine, other) = (entry("Engineer", 1, 0), entry("Engineer", 2, 0));
    spool.put(&mine).unwrap();
    let from = spool.folder.join(mine.file_name());
    fs::rename(from, spool.folder.join(other.file_name())).unwrap();
    assert_eq!(spool.of_partition(0).unwrap(), []);
    assert_eq!(names(&spool, BAD), 1);
}

#[test]
fn a_folder_that_is_gone_is_an_error_that_names_it() {
    let (folder, spool) = spool();
    let at = spool.folder.clone();
    drop(folder);
    let error = spool.put(&entry("Engineer", 1, 0)).unwrap_err();
    assert!(
        error.to_string().contains(&at.display().to_string()),
        "{error}"
    );
}
