//! Who goes first, and who waits for whom.

use super::super::grant::{Granting, grant};
use super::*;

struct Line {
    queue: Queue,
    budget: Budget,
    books: Books,
}

fn line(yaml: &str, waiting: &[(&str, Worth, i64, Estimate)]) -> Line {
    let budget = budget(yaml);
    let mut queue = Queue::default();
    for (key, worth, at_ms, estimate) in waiting {
        let waiting = Waiting {
            partition: 0,
            attempt: 1,
            estimate: estimate.clone(),
        };
        queue.put(&Arc::from(*key), place(*worth, *at_ms), waiting);
    }
    Line {
        queue,
        books: Books::new(budget.day, NOON_MS),
        budget,
    }
}

impl Line {
    fn granted(&self, most: usize) -> Vec<String> {
        self.shared(most, Share { own: 1, all: 1 })
    }

    fn shared(&self, most: usize, share: Share) -> Vec<String> {
        let granting = Granting {
            books: &self.books,
            budget: &self.budget,
            share,
            full: &[7].into(),
            now_ms: NOON_MS,
        };
        let keys = grant(&self.queue, &granting, most);
        keys.iter().map(|key| key.to_string()).collect()
    }
}

#[test]
fn the_most_valuable_goes_first_and_then_the_oldest() {
    let one = || estimate("board", 10);
    let waiting = [
        ("tweak", Worth::Text, 1, one()),
        ("backfill", Worth::Backfill, 0, one()),
        ("pay", Worth::Terms, 9, one()),
        ("younger", Worth::New, 8, one()),
        ("older", Worth::New, 7, one()),
    ];
    let order = ["older", "younger", "pay", "tweak", "backfill"];
    assert_eq!(line("overall: {calls: 9}", &waiting).granted(9), order);
    assert_eq!(line("overall: {calls: 3}", &waiting).granted(9), order[..3]);
    assert_eq!(line("overall: {calls: 9}", &waiting).granted(2), order[..2]);
}

#[test]
fn what_a_more_valuable_one_waits_for_is_not_eaten_by_a_smaller_one() {
    let waiting = [
        ("big", Worth::New, 1, estimate("board", 80)),
        ("small", Worth::Text, 1, estimate("board", 10)),
    ];
    let mut line = line("overall: {tokens: 100}", &waiting);
    let running = announced(1, NOON_MS, &estimate("board", 50));
    line.books.fold(&running);
    assert!(line.granted(9).is_empty());
    // The running call took less than it held, so both fit.
    line.books.fold(&ended(&running, 5));
    assert_eq!(line.granted(9), ["big", "small"]);
}

#[test]
fn a_big_one_is_not_passed_by_small_ones_of_its_class() {
    let waiting = [
        ("big", Worth::New, 1, estimate("board", 80)),
        ("small", Worth::New, 2, estimate("board", 10)),
    ];
    let mut line = line("overall: {tokens: 100}", &waiting);
    line.books
        .fold(&announced(1, NOON_MS, &estimate("board", 50)));
    assert!(line.granted(9).is_empty());
}

#[test]
fn a_source_that_is_spent_holds_up_nobody_else() {
    let waiting = [
        ("spent", Worth::New, 1, estimate("greedy", 10)),
        ("spent too", Worth::New, 2, estimate("greedy", 10)),
        ("free", Worth::Backfill, 3, estimate("board", 10)),
    ];
    let line = line(
        "each-source: {calls: 5}\nsources: {greedy: {calls: 1}}",
        &waiting,
    );
    assert_eq!(line.granted(9), ["spent", "free"]);
}

#[test]
fn a_call_that_is_more_than_a_whole_limit_holds_up_nobody() {
    let waiting = [
        ("huge", Worth::New, 1, estimate("board", 500)),
        ("small", Worth::Text, 2, estimate("board", 10)),
    ];
    let line = line("overall: {tokens: 100}", &waiting);
    assert_eq!(line.granted(9), ["small"]);
    let never = admit(&line.books, &line.budget, &estimate("board", 500), NOON_MS);
    let Admission::Deferred(deferral) = never else {
        panic!("admitted");
    };
    assert_eq!(deferral.until_ms, None);
}

#[test]
fn a_call_that_takes_nothing_of_a_unit_is_not_held_up_by_it() {
    let free = Estimate {
        amount: Amount::NOTHING,
        ..estimate("board", 0)
    };
    let line = line("overall: {calls: 0}", &[("free", Worth::Text, 1, free)]);
    assert_eq!(line.granted(9), ["free"]);
}

#[test]
fn a_share_of_the_partitions_gives_a_share_of_what_is_left() {
    let names: Vec<String> = (0..10).map(|n| format!("k{n}")).collect();
    let waiting: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(at, key)| (key.as_str(), Worth::New, at as i64, estimate("board", 10)))
        .collect();
    let line = line("overall: {calls: 8}", &waiting);
    assert_eq!(line.shared(99, Share { own: 1, all: 4 }).len(), 2);
    assert_eq!(line.shared(99, Share { own: 3, all: 4 }).len(), 6);
    // Never nothing, or the last call of the day would be nobody's.
    assert_eq!(line.shared(99, Share { own: 1, all: 100 }).len(), 1);
}

#[test]
fn a_partition_that_is_full_is_passed_over_and_holds_up_nobody() {
    let waiting = [
        ("there", Worth::New, 1, estimate("board", 90)),
        ("here", Worth::Text, 2, estimate("board", 90)),
    ];
    let mut line = line("overall: {tokens: 100}", &waiting);
    let (at, mut there) = line.queue.remove("there").unwrap();
    there.partition = 7;
    line.queue.put(&Arc::from("there"), at, there);
    assert_eq!(line.granted(9), ["here"]);
}

#[test]
fn a_deferral_names_its_limit_and_the_next_day() {
    let budget = budget("day: '+08:00'\nsources: {board: {calls: 1}}");
    let mut books = Books::new(budget.day, NOON_MS);
    books.fold(&announced(1, NOON_MS, &estimate("board", 10)));
    let Admission::Deferred(deferral) = admit(&books, &budget, &estimate("board", 1), NOON_MS)
    else {
        panic!("admitted");
    };
    assert_eq!(deferral.limit.to_string(), "source board, calls");
    let next = deferral.until_ms.unwrap();
    assert_eq!(next, 20_000 * DAY_MS + 16 * 3_600_000);
    books.turn(next);
    let answer = admit(&books, &budget, &estimate("board", 1), next);
    assert_eq!(answer, Admission::Admitted);
}
