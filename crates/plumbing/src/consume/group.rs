//! A consumer group member: one thread that polls, feeds workers, and commits what they finished.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rdkafka::consumer::{BaseConsumer, CommitMode, Consumer};
use rdkafka::error::KafkaError;
use rdkafka::message::BorrowedMessage;
use rdkafka::types::RDKafkaErrorCode;
use rdkafka::{Message, Offset, TopicPartitionList};
use readonce_model::{Service, Topic};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::context::{self, Context, Event};
use super::record::Record;
use super::workers::{Place, Work, Workers, WorkersParts};
use crate::Halt;
use crate::health::Health;
use crate::kafka::Producer;
use crate::metrics::Metric;

const POLL: Duration = Duration::from_millis(50);
/// Messages between two looks at everything else.
const MOST_AT_ONCE: usize = 500;
const COMMIT_EVERY: Duration = Duration::from_millis(500);
/// Shorter than the 30 s that supervisors give before they kill.
const SHUTDOWN_DEADLINE: Duration = Duration::from_secs(25);

/// More losses than this within the time below are no accident: another live instance has our name.
const MOST_LOSSES: usize = 3;
const LOSSES_WITHIN: Duration = Duration::from_secs(120);

/// What a member is made of.
pub struct GroupParts {
    pub service: Service,
    pub instance: String,
    pub topics: Vec<Topic>,
    /// Records that may wait for one worker.
    pub inbox_records: usize,
    pub producer: Producer,
    pub health: Health,
}

/// A member of a consumer group, before it runs.
pub struct Group {
    parts: GroupParts,
    work: Arc<Work>,
}

impl Group {
    /// `work` is called for each partition that this member comes to own.
    pub fn new<F, W>(parts: GroupParts, work: W) -> Self
    where
        W: Fn(super::Owned) -> F + Send + Sync + 'static,
        F: Future<Output = Result<(), Halt>> + Send + 'static,
    {
        Self {
            parts,
            work: Arc::new(move |owned| Box::pin(work(owned))),
        }
    }

    /// Polls until the token says stop or something makes going on impossible.
    pub async fn run(self, stop: CancellationToken) -> Result<(), Halt> {
        let runtime = tokio::runtime::Handle::current();
        let (done, ended) = tokio::sync::oneshot::channel();
        let name = format!("{}-poll", self.parts.service);
        let run = move || {
            // Nobody listens only when the process is ending.
            let _ = done.send(self.keep_joining(&runtime, &stop));
        };
        std::thread::Builder::new()
            .name(name)
            .spawn(run)
            .map_err(|error| Halt::Internal(error.to_string()))?;
        ended
            .await
            .unwrap_or_else(|_| Err(Halt::Internal("the poll thread panicked".to_owned())))
    }

    /// A broker that comes back may take a static member for a stranger and fence it. Joining anew
    /// is what a supervisor would do by a restart, without losing the process. Two instances under
    /// one name would fence each other for ever, so it may not happen often.
    fn keep_joining(
        &self,
        runtime: &tokio::runtime::Handle,
        stop: &CancellationToken,
    ) -> Result<(), Halt> {
        let mut losses = Losses::default();
        loop {
            let ended = self
                .member(runtime.clone())
                .and_then(|member| member.run(stop));
            match ended {
                Err(Halt::MembershipLost(words) | Halt::Fenced(words))
                    if losses.may_join_again(Instant::now()) =>
                {
                    tracing::warn!(words, service = %self.parts.service, "joining anew");
                }
                ended => {
                    if ended.is_err() {
                        self.parts.health.failed();
                    }
                    return ended;
                }
            }
        }
    }

    fn member(&self, runtime: tokio::runtime::Handle) -> Result<Member, Halt> {
        let parts = &self.parts;
        let settings = parts.producer.settings().clone();
        let namespace = &settings.kafka().namespace;
        let mut config = settings.member(&namespace.group(parts.service), &parts.instance);
        config.set("statistics.interval.ms", "5000");
        let (workers, faults) = Workers::new(WorkersParts {
            runtime,
            work: self.work.clone(),
            service: parts.service,
            producer: parts.producer.clone(),
            inbox_records: parts.inbox_records,
        });
        let context = Context {
            service: parts.service,
            workers: Mutex::new(workers),
            events: Mutex::default(),
            has_failed_commit: AtomicBool::new(false),
        };
        let consumer: BaseConsumer<Context> =
            config.create_with_context(context).map_err(Halt::kafka)?;
        let topics: Vec<_> = parts
            .topics
            .iter()
            .map(|t| (namespace.topic(t), t.clone()))
            .collect();
        let names: Vec<_> = topics.iter().map(|(name, _)| name.as_str()).collect();
        consumer.subscribe(&names).map_err(Halt::kafka)?;
        Ok(Member {
            service: parts.service,
            consumer,
            topics,
            faults,
            health: parts.health.clone(),
            committed_at: Instant::now(),
        })
    }
}

/// How often the place in the group was lost of late. Pure.
#[derive(Debug, Default)]
struct Losses {
    times: Vec<Instant>,
}

impl Losses {
    fn may_join_again(&mut self, now: Instant) -> bool {
        self.times
            .retain(|time| now.duration_since(*time) < LOSSES_WITHIN);
        self.times.push(now);
        self.times.len() <= MOST_LOSSES
    }
}

struct Member {
    service: Service,
    consumer: BaseConsumer<Context>,
    topics: Vec<(String, Topic)>,
    faults: mpsc::UnboundedReceiver<Halt>,
    health: Health,
    committed_at: Instant,
}

impl Member {
    fn run(mut self, stop: &CancellationToken) -> Result<(), Halt> {
        let result = self.poll_until(stop);
        if let Err(error) = &result {
            tracing::error!(%error, service = %self.service, "letting go of all partitions");
        }
        self.drain();
        result
    }

    fn poll_until(&mut self, stop: &CancellationToken) -> Result<(), Halt> {
        while !stop.is_cancelled() {
            self.health.tick();
            self.poll_some()?;
            self.handle_events()?;
            self.feed()?;
            self.commit_when_due()?;
            if let Ok(halt) = self.faults.try_recv() {
                return Err(halt);
            }
        }
        Ok(())
    }

    /// Waits for one message, then takes what is there already.
    fn poll_some(&self) -> Result<(), Halt> {
        let mut wait = POLL;
        for _ in 0..MOST_AT_ONCE {
            match self.consumer.poll(wait) {
                Some(Ok(message)) => self.route(&message)?,
                Some(Err(error)) => self.judge(error)?,
                None => return Ok(()),
            }
            wait = Duration::ZERO;
        }
        Ok(())
    }

    fn route(&self, message: &BorrowedMessage<'_>) -> Result<(), Halt> {
        let place = (message.topic().to_owned(), message.partition());
        let Some((name, topic)) = self.topics.iter().find(|(name, _)| *name == place.0) else {
            return Ok(());
        };
        let record = own(message, name, topic);
        let mut workers = self.workers()?;
        // Not ours any more: the next owner reads it.
        let Some(worker) = workers.running.get_mut(&place) else {
            return Ok(());
        };
        if !worker.take(record) {
            worker.is_paused = true;
            self.consumer.pause(&one(&place)).map_err(Halt::kafka)?;
        }
        Ok(())
    }

    /// Most errors of a client are states of the network that it mends itself.
    fn judge(&self, error: KafkaError) -> Result<(), Halt> {
        if let Some((code, text)) = self.consumer.client().fatal_error() {
            let words = format!("fatal consumer error {code}: {text}");
            return Err(match code {
                RDKafkaErrorCode::FencedInstanceId => Halt::MembershipLost(words),
                _ => Halt::Kafka(words),
            });
        }
        match error.rdkafka_error_code() {
            Some(
                code @ (RDKafkaErrorCode::AutoOffsetReset
                | RDKafkaErrorCode::OffsetOutOfRange
                | RDKafkaErrorCode::TopicAuthorizationFailed
                | RDKafkaErrorCode::GroupAuthorizationFailed),
            ) => Err(Halt::Kafka(format!("{code}: {error}"))),
            _ => {
                tracing::warn!(%error, service = %self.service, "kafka; the client goes on");
                Ok(())
            }
        }
    }

    fn handle_events(&mut self) -> Result<(), Halt> {
        for event in self.consumer.context().take_events() {
            match event {
                Event::Fault(halt) => return Err(halt),
                Event::Assigned(starts) => {
                    let mut workers = self.workers()?;
                    for (place, start) in starts {
                        let topic = self.topics.iter().find(|(name, _)| *name == place.0);
                        if let Some((_, topic)) = topic {
                            workers.start(topic.clone(), place, start);
                        }
                    }
                    self.health.joined();
                }
            }
        }
        Ok(())
    }

    /// Resumes partitions whose worker is ready and whose inbox has room.
    fn feed(&self) -> Result<(), Halt> {
        let mut workers = self.workers()?;
        let mut restoring = 0;
        for (place, worker) in &mut workers.running {
            if !worker.is_ready() {
                restoring += 1;
            } else if worker.is_paused && worker.offer_waiting() {
                worker.is_paused = false;
                self.consumer.resume(&one(place)).map_err(Halt::kafka)?;
            }
        }
        self.health.restoring(restoring);
        Ok(())
    }

    fn commit_when_due(&mut self) -> Result<(), Halt> {
        if self.committed_at.elapsed() < COMMIT_EVERY {
            return Ok(());
        }
        self.committed_at = Instant::now();
        let has_failed = self.consumer.context().take_failed_commit();
        let mut workers = self.workers()?;
        if has_failed {
            workers
                .running
                .values_mut()
                .for_each(|worker| worker.committed = None);
        }
        self.pass_markers(&workers)?;
        let mut ends = Vec::new();
        for (place, worker) in &mut workers.running {
            if let Some(offset) = worker.due_commit() {
                worker.committed = Some(offset);
                ends.push((place.clone(), offset));
            }
        }
        drop(workers);
        if ends.is_empty() {
            return Ok(());
        }
        let committed = self
            .consumer
            .commit(&context::offsets(&ends), CommitMode::Async);
        if let Err(error) = committed {
            Metric::CommitFailures.add(1, &[("service", self.service.name())]);
            tracing::warn!(%error, "offsets were not committed; they are tried again");
            self.consumer.context().note_failed_commit();
        }
        Ok(())
    }

    /// Markers of transactions take offsets and are never handed over: without this, a group at the
    /// end of such a topic would seem to lag for ever.
    fn pass_markers(&self, workers: &Workers) -> Result<(), Halt> {
        let positions = self.consumer.position().map_err(Halt::kafka)?;
        for elem in positions.elements() {
            let place = (elem.topic().to_owned(), elem.partition());
            if let (Offset::Offset(position), Some(worker)) =
                (elem.offset(), workers.running.get(&place))
            {
                worker.pass(position);
            }
        }
        Ok(())
    }

    /// A static member does not leave its group: it lets go and is back within a second.
    fn drain(&self) {
        let Ok(mut workers) = self.workers() else {
            return;
        };
        let places = workers.places();
        let ends = workers.stop(&places, SHUTDOWN_DEADLINE);
        drop(workers);
        context::commit(self.service, &self.consumer, &ends);
    }

    fn workers(&self) -> Result<std::sync::MutexGuard<'_, Workers>, Halt> {
        let workers = self.consumer.context().workers.lock();
        workers.map_err(|_| Halt::Internal("a rebalance callback panicked".to_owned()))
    }
}

fn own(message: &BorrowedMessage<'_>, name: &str, topic: &Topic) -> Record {
    Record {
        topic: topic.clone(),
        topic_name: name.to_owned(),
        partition: message.partition(),
        offset: message.offset(),
        timestamp_ms: message.timestamp().to_millis(),
        key: message.key().map(<[u8]>::to_vec),
        value: message.payload().map(<[u8]>::to_vec),
    }
}

fn one(place: &Place) -> TopicPartitionList {
    let mut list = TopicPartitionList::with_capacity(1);
    list.add_partition(&place.0, place.1);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_lost_again_and_again_is_given_up() {
        let start = Instant::now();
        let mut losses = Losses::default();
        assert!((0..3).all(|s| losses.may_join_again(start + Duration::from_secs(s))));
        assert!(!losses.may_join_again(start + Duration::from_secs(4)));
        assert!(losses.may_join_again(start + Duration::from_secs(300)));
    }
}
