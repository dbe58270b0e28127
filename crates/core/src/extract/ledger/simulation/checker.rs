//! What must hold when a world has come to rest. Looks at the server's log and at the topics only.

use std::collections::BTreeMap;

use readonce_model::ContentHash;
use readonce_model::record::CallState;

use super::earlier;
use super::server::{Call, Reply};
use super::world::{KEYS, World};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    NoRest,
    /// An earlier profile gave everything, and a call was made all the same.
    PaidThoughGiven {
        key: u8,
    },
    NeverAnswered {
        key: u8,
    },
    /// Answers paid beyond the one that is needed and those that an interruption kept back.
    PaidTooOften {
        key: u8,
        answers: usize,
        interrupted: usize,
    },
    CallWithoutAttempt {
        key: u8,
        attempt: i32,
    },
    NumberUsedTwice {
        key: u8,
        attempt: i32,
    },
    TooManyCalls {
        key: u8,
        earlier_attempts: i32,
        calls: usize,
    },
    CallsOverlap {
        key: u8,
        first: i32,
        second: i32,
    },
    /// A reader of the compacted topic would know something else than one of the whole topic.
    CompactionTells {
        key: u8,
    },
    /// A call that was paid and answered has no cost in the books.
    StillStarted {
        key: u8,
        attempt: i32,
    },
}

pub fn check(world: &World) -> Vec<Violation> {
    let mut found = Vec::new();
    found.extend((!world.came_to_rest).then_some(Violation::NoRest));
    for key in 0..KEYS {
        let hash = ContentHash::from_bytes([key; 32]);
        let calls: Vec<&Call> = world.server.calls_of(hash).collect();
        found.extend(check_result(world, key, hash, &calls));
        let is_given = world.settings.earlier && key == earlier::GIVEN;
        found.extend((is_given && !calls.is_empty()).then_some(Violation::PaidThoughGiven { key }));
        found.extend(check_calls(world, key, &calls));
        found.extend(check_books(world, key, hash));
    }
    found
}

fn check_result(world: &World, key: u8, hash: ContentHash, calls: &[&Call]) -> Vec<Violation> {
    let mut found = Vec::new();
    if !world.topics.profiles.contains_key(&hash) {
        found.push(Violation::NeverAnswered { key });
    }
    let interrupted = world.interrupted.get(&hash).copied().unwrap_or(0);
    let answered = calls.iter().filter(|call| call.reply == Reply::Answer);
    let mut by_part: BTreeMap<Option<i32>, usize> = BTreeMap::new();
    answered.for_each(|call| *by_part.entry(call.part).or_default() += 1);
    let too_often = by_part.into_values().filter(|it| *it > 1 + interrupted);
    found.extend(too_often.map(|answers| Violation::PaidTooOften {
        key,
        answers,
        interrupted,
    }));
    found.extend(check_sum(world, key, hash, calls));
    found
}

/// Over all parts a crash pays no more than the one that was in flight. A takeover leaves the spool
/// of the old owner behind, so there it may be all of them.
fn check_sum(world: &World, key: u8, hash: ContentHash, calls: &[&Call]) -> Option<Violation> {
    let interrupted = world.interrupted.get(&hash).copied().unwrap_or(0);
    let parts = World::parts_of(hash) as usize;
    let answers = calls.iter().filter(|call| call.reply == Reply::Answer);
    let answers = answers.count();
    let is_too_often = !world.settings.takeovers && answers > parts + interrupted;
    is_too_often.then_some(Violation::PaidTooOften {
        key,
        answers,
        interrupted,
    })
}

fn check_calls(world: &World, key: u8, calls: &[&Call]) -> Vec<Violation> {
    let mut found = Vec::new();
    for (at, call) in calls.iter().enumerate() {
        let attempt = call.attempt;
        if !call.was_announced {
            found.push(Violation::CallWithoutAttempt { key, attempt });
        }
        let before = calls.iter().take(at);
        let is_same = |other: &&Call| (other.attempt, other.part) == (attempt, call.part);
        if before.clone().any(is_same) {
            found.push(Violation::NumberUsedTwice { key, attempt });
        }
        let running = |other: &&&Call| call.sent_at_ms < other.ends_at_ms;
        if let Some(other) = before.clone().find(running) {
            found.push(Violation::CallsOverlap {
                key,
                first: other.attempt,
                second: attempt,
            });
        }
        let same = |other: &&&Call| other.earlier_attempts == call.earlier_attempts;
        let generation = calls.iter().filter(same).count();
        let parts = World::parts_of(call.hash) as usize;
        if generation > world.policy.max_attempts as usize * parts {
            let earlier_attempts = call.earlier_attempts;
            found.push(Violation::TooManyCalls {
                key,
                earlier_attempts,
                calls: generation,
            });
        }
    }
    found
}

fn check_books(world: &World, key: u8, hash: ContentHash) -> Vec<Violation> {
    let mut found = Vec::new();
    let folded = world.topics.latest_attempts();
    let compacted = world.topics.compacted_attempts();
    if folded.get(&hash) != compacted.get(&hash) {
        found.push(Violation::CompactionTells { key });
    }
    if let Some(last) = folded
        .get(&hash)
        .filter(|last| last.state == CallState::Started)
    {
        found.push(Violation::StillStarted {
            key,
            attempt: last.attempt,
        });
    }
    found
}
