//! One process over time: waits, grants, announcements, partitions that come and go.

use super::*;

const MOST: usize = 100;

fn till(yaml: &str, partitions: u32) -> Till {
    let mut till = Till::new(budget(yaml), partitions, NOON_MS);
    till.join(0);
    till.looked_through(0);
    till
}

fn put(till: &mut Till, content: u8, worth: Worth) -> ExtractAttempt {
    let estimate = estimate("board", 10);
    let attempt = announced(content, NOON_MS, &estimate);
    let waiting = Waiting {
        partition: 0,
        attempt: 1,
        estimate,
    };
    let at = place(worth, content.into());
    till.wait(&key_of(&attempt), at, waiting);
    attempt
}

fn granted(till: &mut Till, now_ms: i64) -> usize {
    till.round(now_ms, MOST).granted.len()
}

#[test]
fn what_is_granted_is_held_until_its_attempt_comes_back() {
    let mut till = till("overall: {calls: 1}", 1);
    let first = put(&mut till, 1, Worth::New);
    put(&mut till, 2, Worth::New);
    assert_eq!(granted(&mut till, NOON_MS), 1);
    assert_eq!(granted(&mut till, NOON_MS), 0);
    till.learn(&first, NOON_MS);
    assert_eq!(granted(&mut till, NOON_MS), 0);
    till.learn(&failed(&first, Some(false)), NOON_MS);
    assert_eq!(granted(&mut till, NOON_MS), 1);
}

#[test]
fn a_grant_that_is_not_used_goes_to_the_next() {
    let mut till = till("overall: {calls: 1}", 1);
    let first = put(&mut till, 1, Worth::New);
    put(&mut till, 2, Worth::Text);
    assert_eq!(granted(&mut till, NOON_MS), 1);
    till.forget(&key_of(&first));
    assert_eq!(granted(&mut till, NOON_MS), 1);
}

#[test]
fn a_late_record_of_the_call_before_frees_nothing() {
    let mut till = till("overall: {calls: 3}", 1);
    let first = put(&mut till, 1, Worth::New);
    let waiting = Waiting {
        partition: 0,
        attempt: 2,
        estimate: estimate("board", 10),
    };
    till.wait(&key_of(&first), place(Worth::New, 1), waiting);
    assert_eq!(granted(&mut till, NOON_MS), 1);
    till.learn(&failed(&first, None), NOON_MS);
    assert_eq!(overall(till.books(), NOON_MS).calls, 2);
}

#[test]
fn nothing_is_granted_before_every_partition_was_looked_through() {
    let mut till = till("overall: {calls: 9}", 2);
    till.join(1);
    put(&mut till, 1, Worth::New);
    assert_eq!(granted(&mut till, NOON_MS), 0);
    till.looked_through(1);
    assert_eq!(granted(&mut till, NOON_MS), 1);
}

#[test]
fn one_of_many_pauses_between_its_rounds() {
    let mut till = till("overall: {calls: 100}", 2);
    put(&mut till, 1, Worth::New);
    assert_eq!(granted(&mut till, NOON_MS), 1);
    put(&mut till, 2, Worth::New);
    let round = till.round(NOON_MS + 100, MOST);
    assert_eq!(
        (round.granted.len(), round.again_at_ms),
        (0, Some(NOON_MS + 500))
    );
    assert_eq!(granted(&mut till, NOON_MS + 500), 1);
}

#[test]
fn a_partition_that_is_let_go_of_takes_what_waits_with_it() {
    let mut till = till("overall: {calls: 1}", 1);
    put(&mut till, 1, Worth::New);
    put(&mut till, 2, Worth::New);
    assert_eq!(granted(&mut till, NOON_MS), 1);
    till.leave(0, NOON_MS);
    assert_eq!(till.waiting().map(|(_, count)| count).sum::<usize>(), 0);
    till.join(0);
    till.looked_through(0);
    // The call of the one that was granted may still be announced.
    put(&mut till, 3, Worth::New);
    assert_eq!(granted(&mut till, NOON_MS + 9_999), 0);
    assert_eq!(granted(&mut till, NOON_MS + 10_000), 1);
}

#[test]
fn the_next_day_goes_on_with_what_waits() {
    let mut till = till("overall: {calls: 1}", 1);
    for content in 1..=3 {
        put(&mut till, content, Worth::Text);
    }
    let mut now_ms = NOON_MS;
    for content in 1..=3 {
        let round = till.round(now_ms, MOST);
        assert_eq!(round.granted.len(), 1);
        let call = announced(content, now_ms, &estimate("board", 10));
        assert_eq!(round.granted[0].key, key_of(&call));
        till.learn(&ended(&call, 5), now_ms);
        match till.round(now_ms, MOST).again_at_ms {
            Some(at_ms) => now_ms = at_ms,
            None => assert_eq!(content, 3),
        }
    }
}
