//! Books, queue and grants of one process: the one place that says who may call now.
//!
//! A request waits, is granted, is announced as an attempt, and the attempt comes back from its
//! topic into the books. In between its estimate is held, so nothing is spent unseen by this
//! process. Other processes are seen by their attempts, some moments late: while this one does not
//! own all partitions it takes no more than its share of what is left at a time, and pauses.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use readonce_model::record::{ExtractAttempt, Worth};
use readonce_model::request_key;

use super::books::Books;
use super::document::Budget;
use super::grant::{Granting, Share, grant};
use super::queue::{Place, Queue, Waiting};

/// Between two rounds of a process that does not own all partitions: longer than an announcement
/// takes to reach the others.
const PAUSE_AMONG_MANY_MS: i64 = 500;
/// How long an estimate is held for a partition that was let go of: its calls are announced by then
/// or never will be.
const ORPHANS_STAY_MS: i64 = 10_000;

pub struct Till {
    budget: Budget,
    books: Books,
    queue: Queue,
    /// Partitions that are owned here, and whether what lies on them was looked through once.
    seats: BTreeMap<i32, bool>,
    full: BTreeSet<i32>,
    partitions: u32,
    granted: HashMap<Arc<str>, Granted>,
    granted_at_ms: i64,
}

#[derive(Clone, Copy, Debug)]
struct Granted {
    partition: i32,
    attempt: i32,
    orphaned_at_ms: Option<i64>,
}

/// A key that may be called for now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    pub partition: i32,
    pub key: Arc<str>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// In the order in which they may go.
    pub granted: Vec<Grant>,
    /// When to ask again, if nothing happens before.
    pub again_at_ms: Option<i64>,
}

impl Till {
    /// `partitions` is how many all instances own together.
    pub fn new(budget: Budget, partitions: u32, now_ms: i64) -> Self {
        Self {
            books: Books::new(budget.day, now_ms),
            budget,
            queue: Queue::default(),
            seats: BTreeMap::new(),
            full: BTreeSet::new(),
            partitions,
            granted: HashMap::new(),
            granted_at_ms: i64::MIN,
        }
    }

    /// Attempts that began before this change nothing any more.
    pub fn since_ms(&self, now_ms: i64) -> i64 {
        let rule = self.budget.day;
        rule.begins_ms(rule.day_of(now_ms).saturating_sub(1))
    }

    /// A partition is owned here from now on. Until all that lies on it was looked through, nothing
    /// is granted: the most valuable request may be the last.
    pub fn join(&mut self, partition: i32) {
        self.seats.insert(partition, false);
    }

    pub fn looked_through(&mut self, partition: i32) {
        if let Some(seat) = self.seats.get_mut(&partition) {
            *seat = true;
        }
    }

    /// Whether a partition can take grants: one whose provider fails fills up with retries.
    pub fn set_full(&mut self, partition: i32, is_full: bool) {
        match is_full {
            true => self.full.insert(partition),
            false => self.full.remove(&partition),
        };
    }

    pub fn leave(&mut self, partition: i32, now_ms: i64) {
        self.seats.remove(&partition);
        self.full.remove(&partition);
        self.queue.remove_partition(partition);
        for granted in self.granted.values_mut() {
            if granted.partition == partition {
                granted.orphaned_at_ms = Some(now_ms);
            }
        }
    }

    pub fn wait(&mut self, key: &Arc<str>, place: Place, waiting: Waiting) {
        self.give_back(key);
        self.queue.put(key, place, waiting);
    }

    /// A key that needs no call, or not now.
    pub fn forget(&mut self, key: &str) {
        self.queue.remove(key);
        self.give_back(key);
    }

    fn give_back(&mut self, key: &str) {
        self.granted.remove(key);
        self.books.release(key);
    }

    /// An attempt as it lies on its topic, of whatever instance and partition.
    pub fn learn(&mut self, attempt: &ExtractAttempt, now_ms: i64) {
        self.books.turn(now_ms);
        self.books.fold(attempt);
        let key = request_key(&attempt.content_hash, &attempt.contract);
        // A late record of the call before tells nothing of the one that was granted.
        let is_it = |granted: &Granted| attempt.attempt >= granted.attempt;
        if self.granted.get(key.as_str()).is_some_and(is_it) {
            self.give_back(&key);
        }
    }

    /// Grants what may be granted now; at most `most` keys are granted and not announced at a time.
    pub fn round(&mut self, now_ms: i64, most: usize) -> Round {
        self.books.turn(now_ms);
        self.drop_orphans(now_ms);
        let has_looked = self.seats.values().all(|has_looked| *has_looked);
        if self.queue.is_empty() || !has_looked {
            return Round::default();
        }
        let share = self.share();
        let may_go_at_ms = self.granted_at_ms.saturating_add(PAUSE_AMONG_MANY_MS);
        if !share.is_all() && now_ms < may_go_at_ms && now_ms >= self.granted_at_ms {
            return Round {
                granted: Vec::new(),
                again_at_ms: Some(may_go_at_ms),
            };
        }
        let granted = self.grant(now_ms, most.saturating_sub(self.granted.len()), share);
        let next_day_ms = self.books.next_day_ms(now_ms);
        let again_at_ms = match granted.is_empty() || share.is_all() {
            true => next_day_ms,
            false => now_ms.saturating_add(PAUSE_AMONG_MANY_MS),
        };
        Round {
            granted,
            again_at_ms: (!self.queue.is_empty()).then_some(again_at_ms),
        }
    }

    fn grant(&mut self, now_ms: i64, most: usize, share: Share) -> Vec<Grant> {
        let granting = Granting {
            books: &self.books,
            budget: &self.budget,
            share,
            full: &self.full,
            now_ms,
        };
        let keys = grant(&self.queue, &granting, most);
        let mut granted = Vec::with_capacity(keys.len());
        for key in keys {
            let Some((_, waiting)) = self.queue.remove(&key) else {
                continue;
            };
            let (partition, attempt) = (waiting.partition, waiting.attempt);
            self.books.hold(key.clone(), waiting.estimate);
            let held = Granted {
                partition,
                attempt,
                orphaned_at_ms: None,
            };
            self.granted.insert(key.clone(), held);
            self.granted_at_ms = now_ms;
            granted.push(Grant { partition, key });
        }
        granted
    }

    fn drop_orphans(&mut self, now_ms: i64) {
        let is_over = |granted: &Granted| {
            let orphaned = granted.orphaned_at_ms;
            orphaned.is_some_and(|at_ms| now_ms >= at_ms.saturating_add(ORPHANS_STAY_MS))
        };
        let over = self.granted.iter().filter(|(_, granted)| is_over(granted));
        let over: Vec<_> = over.map(|(key, _)| key.clone()).collect();
        for key in over {
            self.give_back(&key);
        }
    }

    fn share(&self) -> Share {
        Share {
            own: u32::try_from(self.seats.len()).unwrap_or(u32::MAX),
            all: self.partitions,
        }
    }

    pub fn books(&self) -> &Books {
        &self.books
    }

    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Requests that wait, by what they are worth.
    pub fn waiting(&self) -> impl Iterator<Item = (Worth, usize)> {
        Worth::ALL
            .iter()
            .map(|worth| (*worth, self.queue.count(*worth)))
    }
}
