//! Records for tests, told by what matters: item, content, time.

use std::sync::Arc;

use readonce_model::record::{
    CallState, ExtractAttempt, Observation, Outcome, Presence, PresenceState, Profile, Run,
    RunState, Snapshot, TaskAttempt,
};
use readonce_model::{ContentHash, ItemId};
use readonce_sink::rows::TopicRecord;
use readonce_sink::schema;
use serde::de::DeserializeOwned;

/// Noon of 1 September 2026; times of tests count from here.
pub const NOON_MS: i64 = 1_788_264_000_000;

pub fn example<T: DeserializeOwned>(path: &str) -> T {
    let path = format!("{}/../../schemas/{path}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub fn hash(content: &str) -> ContentHash {
    let mut bytes = [0; 32];
    bytes
        .iter_mut()
        .zip(content.bytes())
        .for_each(|(to, from)| *to = from);
    ContentHash::from_bytes(bytes)
}

pub fn item(id: &str) -> ItemId {
    ItemId::new("board", id).unwrap()
}

/// What a test says of a sighting; the rest is plain.
pub struct Seen<'a> {
    pub id: &'a str,
    pub content: &'a str,
    pub outcome: Outcome,
    pub at: i64,
}

pub fn observation(seen: &Seen) -> Observation {
    Observation {
        item_id: item(seen.id),
        source: "board".into(),
        run_id: format!("board/{}", seen.at),
        observed_at_ms: NOON_MS + seen.at,
        changed_at_ms: NOON_MS + seen.at,
        outcome: seen.outcome,
        content_hash: hash(seen.content),
        title: format!("title {}", seen.content),
        raw_offset: seen.at,
        ..example("observations/examples/pay_change.json")
    }
}

pub fn seen(id: &str, content: &str, outcome: Outcome, at: i64) -> TopicRecord {
    TopicRecord::Observation(Box::new(observation(&Seen {
        id,
        content,
        outcome,
        at,
    })))
}

pub fn presence(id: &str, state: PresenceState, at: i64) -> Presence {
    Presence {
        item_id: item(id),
        source: "board".into(),
        state,
        since_ms: NOON_MS + at,
        at_ms: NOON_MS + at,
        run_id: format!("board/{at}"),
        raw_offset: at,
        ..example("presence/examples/first_miss.json")
    }
}

pub fn moved(id: &str, state: PresenceState, at: i64) -> TopicRecord {
    TopicRecord::Presence(presence(id, state, at))
}

pub fn profile(content: &str, at: i64) -> Profile {
    Profile {
        content_hash: hash(content),
        extracted_at_ms: NOON_MS + at,
        ..example("profiles/examples/job_full.json")
    }
}

pub fn extracted(content: &str, at: i64) -> TopicRecord {
    of_job(profile(content, at))
}

/// As `extracted`, under the next contract and without a call.
pub fn lifted(content: &str, at: i64) -> TopicRecord {
    let profile = Profile {
        content_hash: hash(content),
        extracted_at_ms: NOON_MS + at,
        ..example("profiles/examples/job_v2_lifted.json")
    };
    of_job(profile)
}

pub fn of_job(profile: Profile) -> TopicRecord {
    let mut contracts = schema::contracts().unwrap().into_iter();
    let contract = contracts.find(|one| *one.id() == profile.contract);
    let contract = contract.unwrap();
    TopicRecord::Profile(Box::new(profile), Arc::new(contract))
}

/// A call that the sighting of `id` at `at` caused.
pub fn call(id: &str, content: &str, at: i64, attempt: i32, state: CallState) -> TopicRecord {
    let has_ended = state != CallState::Started;
    TopicRecord::ExtractAttempt(Box::new(ExtractAttempt {
        content_hash: hash(content),
        attempt,
        state,
        started_at_ms: NOON_MS + at,
        finished_at_ms: has_ended.then_some(NOON_MS + at + 1),
        caused_by_item: item(id),
        caused_by_raw_offset: at,
        ..example("extract.attempts/examples/paid.json")
    }))
}

pub fn run(at: i64) -> Run {
    Run {
        run_id: format!("board/{at}"),
        source: "board".into(),
        state: RunState::Finished,
        started_at_ms: NOON_MS + at,
        finished_at_ms: Some(NOON_MS + at + 10),
        raw_offset: at,
        ..example("runs/examples/typical.json")
    }
}

pub fn ran(run: Run) -> TopicRecord {
    TopicRecord::Run(Box::new(run))
}

pub fn snapshot(content: &str) -> TopicRecord {
    TopicRecord::Snapshot(Snapshot {
        content_hash: hash(content),
        ..example("snapshots/examples/typical.json")
    })
}

pub fn task_attempt(attempt: i32) -> TopicRecord {
    TopicRecord::TaskAttempt(Box::new(TaskAttempt {
        attempt,
        ..example("task.attempts/examples/server_error.json")
    }))
}

/// Two days of four items: a return to an earlier content, a copied text, one that is delisted, one
/// that could not be extracted, and one that is not extracted yet.
pub fn world() -> Vec<TopicRecord> {
    use Outcome::*;
    use PresenceState::*;
    let day = 86_400_000;
    let mut all = vec![
        seen("1", "A", New, 10),
        seen("2", "A", New, 10),
        seen("3", "C", New, 10),
        seen("4", "D", New, 10),
        seen("1", "B", Changed, day + 10),
        seen("2", "A", Changed, day + 10),
        seen("3", "C", Unchanged, day + 10),
        seen("1", "A", Reverted, 2 * day + 10),
        seen("2", "A", Unchanged, 2 * day + 10),
        seen("3", "E", Changed, 2 * day + 10),
        moved("4", Missing, day + 20),
        moved("4", Delisted, 2 * day + 20),
        extracted("A", 30),
        extracted("B", day + 30),
        extracted("D", 31),
        call("1", "A", 10, 1, CallState::Started),
        call("1", "A", 10, 1, CallState::Succeeded),
        call("4", "D", 10, 1, CallState::Succeeded),
        call("3", "C", 10, 1, CallState::Failed),
        call("3", "C", 10, 2, CallState::GivenUp),
        call("1", "B", day + 10, 1, CallState::Succeeded),
        task_attempt(1),
        task_attempt(2),
    ];
    for id in ["1", "2", "3", "4"] {
        all.push(moved(id, Listed, 10));
    }
    all.extend(["A", "B", "C", "D", "E"].map(snapshot));
    for (at, counts) in [
        (10, (4, 4, 0, 0)),
        (day + 10, (3, 0, 2, 1)),
        (2 * day + 10, (3, 0, 2, 1)),
    ] {
        let (seen, new, changed, unchanged) = counts;
        let run = Run {
            seen,
            new,
            changed,
            unchanged,
            ..run(at)
        };
        all.push(ran(Run {
            state: RunState::Running,
            raw_offset: at - 1,
            finished_at_ms: None,
            ..run.clone()
        }));
        all.push(ran(run));
    }
    all
}

/// A shop's product whose price fell, and a notice that was revised and then called gone. Their
/// contents are marked as nearly the same.
pub fn shop() -> Vec<TopicRecord> {
    let names = ["product", "article_revised", "article_withdrawn"];
    let mut all = Vec::new();
    for name in names {
        let seen: Observation = example(&format!("observations/examples/{name}.json"));
        all.push(TopicRecord::Snapshot(Snapshot {
            content_hash: seen.content_hash,
            text_bytes: 400,
            ..example("snapshots/examples/typical.json")
        }));
        all.push(TopicRecord::Observation(Box::new(seen)));
    }
    all
}

/// The same records in another order, some of them twice. The seed names the order.
pub fn shuffled(records: &[TopicRecord], seed: u64) -> Vec<TopicRecord> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % (below as u64)).unwrap()
    };
    let mut all = records.to_vec();
    for _ in 0..records.len() / 2 {
        all.push(records[next(records.len())].clone());
    }
    for at in (1..all.len()).rev() {
        all.swap(at, next(at + 1));
    }
    all
}
