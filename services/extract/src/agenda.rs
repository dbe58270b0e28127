//! The outstanding requests of a partition: which may be looked at, which wait for a time, which
//! are being worked on. Pure: the time is an argument, and what to do about a key is the ledger's.
//!
//! Requests of one key are held together: one decision answers all of them, for the latest one.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use readonce_core::extract::ledger::Wait;
use readonce_model::record::ExtractRequest;
use readonce_plumbing::consume::Record;

#[derive(Debug, Default)]
pub struct Agenda {
    held: HashMap<String, Held>,
    ready: VecDeque<String>,
    timers: BinaryHeap<Reverse<(i64, String)>>,
    queue: Queue,
    in_doubt: usize,
}

/// Keys that wait for the way to the endpoint, in their order: only the first of them is tried when
/// it may be free, however many there are.
#[derive(Debug, Default)]
struct Queue {
    keys: VecDeque<String>,
    closed_until_ms: Option<i64>,
}

impl Queue {
    fn is_open(&self) -> bool {
        self.closed_until_ms.is_none() && !self.keys.is_empty()
    }
}

/// A key with all of its requests that were read and not finished.
#[derive(Debug)]
pub struct Held {
    pub request: ExtractRequest,
    /// The record of that request, with its bytes.
    pub record: Record,
    /// Records of the others, without their bytes.
    pub others: Vec<Record>,
    pub latest: Latest,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Ready,
    Waiting(Wait),
    /// For its budget: no time ends it.
    Parked,
    /// For the way to the endpoint.
    Queued,
    Running,
}

impl Stage {
    /// Keys in doubt that a key in this stage is.
    fn doubts(self) -> usize {
        usize::from(self == Stage::Waiting(Wait::InDoubt))
    }
}

/// When a key was asked for last, as far as it was read. A job looks at it before it closes a key,
/// while requests go on being read.
#[derive(Clone, Debug, Default)]
pub struct Latest(Arc<AtomicI64>);

impl Latest {
    pub fn new(requested_at_ms: i64) -> Self {
        Self(Arc::new(AtomicI64::new(requested_at_ms)))
    }

    pub fn requested_at_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    fn set(&self, requested_at_ms: i64) {
        self.0.store(requested_at_ms, Ordering::SeqCst);
    }
}

impl Agenda {
    /// Takes a request in. A key that is held already keeps its stage.
    pub fn hold(&mut self, key: &str, request: ExtractRequest, record: Record) {
        match self.held.entry(key.to_owned()) {
            Entry::Occupied(mut held) => held.get_mut().join(request, record),
            Entry::Vacant(place) => {
                place.insert(Held::new(request, record));
                self.ready.push_back(key.to_owned());
            }
        }
    }

    pub fn has_ready(&self) -> bool {
        !self.ready.is_empty() || self.queue.is_open()
    }

    pub fn next_ready(&mut self) -> Option<String> {
        match self.queue.is_open() {
            true => self.queue.keys.pop_front(),
            false => self.ready.pop_front(),
        }
    }

    /// Whether keys wait for the way, this one not among them: then it has to wait behind them.
    pub fn has_queue_before(&self, key: &str) -> bool {
        let held = self.held.get(key);
        let is_queued = held.is_some_and(|held| held.stage == Stage::Queued);
        !is_queued && !self.queue.keys.is_empty()
    }

    /// The way is not free before that time. A key that was tried from the queue stays its first.
    pub fn queue_until(&mut self, key: String, at_ms: i64) {
        self.queue.closed_until_ms = Some(at_ms);
        self.enqueue(key);
    }

    /// The key waits for the way, behind those that do already.
    pub fn enqueue(&mut self, key: String) {
        match self.stage(&key, Stage::Queued) {
            Some(Stage::Queued) => self.queue.keys.push_front(key),
            Some(_) => self.queue.keys.push_back(key),
            None => {}
        }
    }

    pub fn get(&self, key: &str) -> Option<&Held> {
        self.held.get(key)
    }

    /// The key is worked on until `close` or `again`.
    pub fn run(&mut self, key: &str) {
        self.stage(key, Stage::Running);
    }

    pub fn wait(&mut self, key: String, at_ms: i64, why: Wait) {
        self.stage(&key, Stage::Waiting(why));
        self.timers.push(Reverse((at_ms, key)));
    }

    /// The key is looked at again.
    pub fn again(&mut self, key: String) {
        if self.held.contains_key(&key) {
            self.stage(&key, Stage::Ready);
            self.ready.push_back(key);
        }
    }

    /// The requests of a key up to the one that was answered are done with. One that came later
    /// keeps all of them open: it is looked at again, and closes them in its turn.
    pub fn close(&mut self, key: &str, answered_at_ms: i64) -> Option<Held> {
        let held = self.held.get(key)?;
        if held.request.requested_at_ms > answered_at_ms {
            self.again(key.to_owned());
            return None;
        }
        self.remove(key)
    }

    /// When the next wait ends.
    pub fn next_due_ms(&self) -> Option<i64> {
        let timer_ms = self.next_timer_ms().into_iter();
        timer_ms.chain(self.queue.closed_until_ms).min()
    }

    fn next_timer_ms(&self) -> Option<i64> {
        self.timers.peek().map(|Reverse((at_ms, _))| *at_ms)
    }

    /// Makes ready whose wait has ended, and says whether one of them was in doubt.
    pub fn wake(&mut self, now_ms: i64) -> bool {
        let mut was_in_doubt = false;
        let is_over = |at_ms: i64| at_ms <= now_ms;
        if self.queue.closed_until_ms.is_some_and(is_over) {
            self.queue.closed_until_ms = None;
        }
        while self.next_timer_ms().is_some_and(is_over) {
            let Some(Reverse((_, key))) = self.timers.pop() else {
                break;
            };
            let stage = self.held.get(&key).map(|held| held.stage);
            was_in_doubt |= stage == Some(Stage::Waiting(Wait::InDoubt));
            self.again(key);
        }
        was_in_doubt
    }

    pub fn is_running(&self, key: &str) -> bool {
        let held = self.held.get(key);
        held.is_some_and(|held| held.stage == Stage::Running)
    }

    /// The key waits until somebody calls `again`, or takes it out.
    pub fn park(&mut self, key: &str) {
        self.stage(key, Stage::Parked);
    }

    pub fn is_parked(&self, key: &str) -> bool {
        let held = self.held.get(key);
        held.is_some_and(|held| held.stage == Stage::Parked)
    }

    pub fn parked(&self) -> Vec<String> {
        let is_parked = |(_, held): &(&String, &Held)| held.stage == Stage::Parked;
        let parked = self.held.iter().filter(is_parked);
        parked.map(|(key, _)| key.clone()).collect()
    }

    /// Takes a parked key out, with its requests still open.
    pub fn take_parked(&mut self, key: &str) -> Option<Held> {
        self.is_parked(key).then(|| self.remove(key)).flatten()
    }

    /// Takes a key out that is not worked on, with its requests still open.
    pub fn take(&mut self, key: &str) -> Option<Held> {
        (!self.is_running(key)).then(|| self.remove(key)).flatten()
    }

    /// Further requests of a held key, to be finished with it.
    pub fn attach(&mut self, key: &str, others: impl IntoIterator<Item = Record>) {
        if let Some(held) = self.held.get_mut(key) {
            held.others.extend(others);
        }
    }

    pub fn len(&self) -> usize {
        self.held.len()
    }

    pub fn in_doubt(&self) -> usize {
        self.in_doubt
    }

    /// Answers the stage before. What is in doubt is counted as it goes: the loop asks at every step.
    fn stage(&mut self, key: &str, stage: Stage) -> Option<Stage> {
        let held = self.held.get_mut(key)?;
        let before = std::mem::replace(&mut held.stage, stage);
        self.in_doubt = self.in_doubt.saturating_add(stage.doubts());
        self.in_doubt = self.in_doubt.saturating_sub(before.doubts());
        Some(before)
    }

    fn remove(&mut self, key: &str) -> Option<Held> {
        let held = self.held.remove(key)?;
        self.in_doubt = self.in_doubt.saturating_sub(held.stage.doubts());
        Some(held)
    }
}

impl Held {
    fn new(request: ExtractRequest, record: Record) -> Self {
        Self {
            latest: Latest::new(request.requested_at_ms),
            request,
            record,
            others: Vec::new(),
            stage: Stage::Ready,
        }
    }

    fn join(&mut self, request: ExtractRequest, record: Record) {
        let mut other = record;
        if request.requested_at_ms > self.request.requested_at_ms {
            self.latest.set(request.requested_at_ms);
            self.request = request;
            std::mem::swap(&mut self.record, &mut other);
        }
        // Only its place is needed to finish it.
        other.value = None;
        self.others.push(other);
    }
}

#[cfg(test)]
mod tests {
    use readonce_model::Topic;

    use super::*;
    use crate::request::tests::sound;

    fn record(offset: i64) -> Record {
        Record {
            topic: Topic::ExtractRequests,
            topic_name: "x.extract.requests".into(),
            partition: 0,
            offset,
            timestamp_ms: None,
            key: Some(b"k".to_vec()),
            value: Some(b"bytes".to_vec()),
        }
    }

    fn asked(at_ms: i64) -> ExtractRequest {
        ExtractRequest {
            requested_at_ms: at_ms,
            ..sound("Engineer")
        }
    }

    fn held(asked_at_ms: &[i64]) -> Agenda {
        let mut agenda = Agenda::default();
        for (offset, at_ms) in asked_at_ms.iter().enumerate() {
            agenda.hold("k", asked(*at_ms), record(offset as i64));
        }
        agenda
    }

    #[test]
    fn equal_requests_are_worked_on_once_for_the_latest_one() {
        let mut agenda = held(&[10, 30, 20]);
        assert_eq!(agenda.next_ready().as_deref(), Some("k"));
        assert_eq!(agenda.next_ready(), None);
        let all = agenda.close("k", 30).unwrap();
        assert_eq!((all.record.offset, all.record.value.is_some()), (1, true));
        let mut others: Vec<_> = all.others.iter().map(|record| record.offset).collect();
        others.sort_unstable();
        assert_eq!(others, [0, 2]);
        assert_eq!(agenda.len(), 0);
    }

    #[test]
    fn keys_wait_for_the_way_in_their_order_and_one_is_tried() {
        let mut agenda = Agenda::default();
        for (offset, key) in ["a", "b", "c"].into_iter().enumerate() {
            agenda.hold(key, asked(10), record(offset as i64));
        }
        let first = agenda.next_ready().unwrap();
        assert!(!agenda.has_queue_before(&first));
        agenda.queue_until(first, 100);
        let second = agenda.next_ready().unwrap();
        assert!(agenda.has_queue_before(&second));
        agenda.enqueue(second);
        assert_eq!(agenda.next_due_ms(), Some(100));
        assert!(!agenda.wake(99));
        // What needs no way passes by while it is closed.
        assert_eq!(agenda.next_ready().as_deref(), Some("c"));
        assert!(!agenda.has_ready());
        agenda.wake(100);
        assert_eq!(agenda.next_due_ms(), None);
        assert_eq!(agenda.next_ready().as_deref(), Some("a"));
        assert!(agenda.has_queue_before("c") && !agenda.has_queue_before("a"));
        agenda.queue_until("a".to_owned(), 200);
        assert!(!agenda.has_ready());
        agenda.wake(200);
        let in_order: Vec<_> = std::iter::from_fn(|| agenda.next_ready()).collect();
        assert_eq!(in_order, ["a", "b"]);
    }

    #[test]
    fn a_request_that_came_during_the_work_keeps_the_key_open() {
        let mut agenda = held(&[10]);
        agenda.next_ready();
        agenda.run("k");
        let latest = agenda.get("k").unwrap().latest.clone();
        agenda.hold("k", asked(40), record(9));
        assert_eq!(latest.requested_at_ms(), 40);
        assert!(!agenda.has_ready());
        assert!(agenda.close("k", 10).is_none());
        assert_eq!(agenda.next_ready().as_deref(), Some("k"));
        assert_eq!(agenda.close("k", 40).unwrap().others.len(), 1);
    }

    #[test]
    fn a_wait_ends_at_its_time_and_says_whether_it_was_in_doubt() {
        let mut agenda = held(&[10]);
        let key = agenda.next_ready().unwrap();
        agenda.wait(key, 500, Wait::InDoubt);
        assert_eq!((agenda.in_doubt(), agenda.next_due_ms()), (1, Some(500)));
        assert!(!agenda.wake(499));
        assert!(!agenda.has_ready());
        assert!(agenda.wake(500));
        assert_eq!((agenda.in_doubt(), agenda.next_due_ms()), (0, None));
        let key = agenda.next_ready().unwrap();
        agenda.wait(key, 600, Wait::Backoff);
        assert!(!agenda.wake(600));
        assert!(agenda.has_ready());
    }

    #[test]
    fn a_parked_key_waits_for_no_time_and_can_be_taken_out_with_its_requests() {
        let mut agenda = held(&[10, 20]);
        let key = agenda.next_ready().unwrap();
        agenda.park(&key);
        assert!(!agenda.wake(i64::MAX) && !agenda.has_ready());
        assert_eq!(agenda.parked(), ["k"]);
        agenda.hold("k", asked(30), record(7));
        assert!(agenda.is_parked("k") && !agenda.has_ready());
        let taken = agenda.take_parked("k").unwrap();
        assert_eq!((taken.record.offset, taken.others.len()), (7, 2));
        assert_eq!(agenda.len(), 0);
    }

    #[test]
    fn a_key_that_waits_is_not_woken_by_being_asked_for_again() {
        let mut agenda = held(&[10]);
        let key = agenda.next_ready().unwrap();
        agenda.wait(key, 500, Wait::Backoff);
        agenda.hold("k", asked(20), record(1));
        assert!(!agenda.has_ready());
        assert_eq!(agenda.get("k").unwrap().request.requested_at_ms, 20);
    }
}
