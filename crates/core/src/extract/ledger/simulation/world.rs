//! The scheduler: which instance does what next, when it crashes, and when it is all over.

use std::collections::{BTreeMap, BTreeSet};

use readonce_model::ContentHash;
use readonce_model::record::{CallState, ExtractRequest};

use super::Defect;
use super::instance::{Instance, Step, Task};
use super::random::Random;
use super::server::{Server, TIMEOUT_MS};
use super::topics::Topics;
use crate::extract::config::{ExtractionConfig, Provider};
use crate::extract::ledger::Policy;

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub faults: bool,
    pub failures: bool,
    pub takeovers: bool,
    /// Some contents have a profile of an earlier contract.
    pub earlier: bool,
    pub defect: Defect,
}

pub const KEYS: u8 = 4;
/// The content that is too long for one call, and its parts.
const LONG: u8 = 3;
const LONG_PARTS: i32 = 3;
const STEPS: usize = 600;
/// Steps after which a world that has no faults any more must be at rest.
const STEPS_TO_REST: usize = 20_000;

pub struct World {
    pub settings: Settings,
    pub config: ExtractionConfig,
    pub policy: Policy,
    pub random: Random,
    pub now_ms: i64,
    pub topics: Topics,
    pub server: Server,
    pub instances: [Instance; 2],
    pub owner: usize,
    /// Answers that an instance was kept from publishing, by key.
    pub interrupted: BTreeMap<ContentHash, usize>,
    pub met: BTreeSet<String>,
    pub came_to_rest: bool,
}

impl World {
    pub fn new(seed: u64, settings: Settings) -> Self {
        let config = ExtractionConfig {
            provider: Provider::Openai,
            model: Some("m".into()),
            timeout_ms: TIMEOUT_MS as u32,
            ..ExtractionConfig::rules()
        };
        let mut world = Self {
            policy: Policy::of(&config),
            config,
            settings,
            random: Random::new(seed),
            now_ms: 1_789_000_000_000,
            topics: Topics::default(),
            server: Server {
                calls: Vec::new(),
                may_fail: settings.failures,
            },
            instances: [Instance::new("extract-1"), Instance::new("extract-2")],
            owner: 0,
            interrupted: BTreeMap::new(),
            met: BTreeSet::new(),
            came_to_rest: false,
        };
        world.own(0);
        world
    }

    /// In how many parts a content is asked.
    pub fn parts_of(hash: ContentHash) -> i32 {
        match hash == ContentHash::from_bytes([LONG; 32]) {
            true => LONG_PARTS,
            false => 1,
        }
    }

    /// A wild part, rest, and a second request for whatever was given up, which must then succeed.
    pub fn run(&mut self) {
        if self.settings.earlier {
            self.give_earlier();
        }
        for key in 0..KEYS {
            self.request(key);
        }
        for step in 0..STEPS {
            if self.settings.earlier && step == STEPS / 8 {
                self.give_later();
            }
            self.step();
        }
        self.settings.faults = false;
        self.come_to_rest();
        self.server.may_fail = false;
        self.ask_again();
        self.come_to_rest();
    }

    fn step(&mut self) {
        match self.random.below(100) {
            0..3 => {
                let key = self.random.below(KEYS as usize) as u8;
                self.request(key);
            }
            3..8 => self.now_ms += self.random.between_ms(1, 40_000),
            8..10 if self.settings.faults => self.crash(),
            10..12 if self.settings.faults && self.settings.takeovers => self.take_over(),
            12..18 => self.restart(),
            _ => self.work(),
        }
        self.now_ms += self.random.between_ms(0, 300);
    }

    fn work(&mut self) {
        let who = self.random.below(self.instances.len());
        if self.instances[who].alive {
            self.act(who);
        }
    }

    /// Somebody sees the content: an equal request, maybe a later one.
    fn request(&mut self, key: u8) {
        let text = include_str!("../../../../../../schemas/extract.requests/examples/typical.json");
        let example: ExtractRequest = serde_json::from_str(text).unwrap();
        self.topics.requests.push(ExtractRequest {
            content_hash: ContentHash::from_bytes([key; 32]),
            requested_at_ms: self.now_ms,
            ..example
        });
    }

    fn crash(&mut self) {
        let who = self.random.below(self.instances.len());
        if !self.instances[who].alive {
            return;
        }
        let tasks: Vec<Task> = self.instances[who].tasks.values().cloned().collect();
        for task in tasks {
            self.met.insert(format!("crash at {}", task.step_name()));
            if let Step::Sent { .. } | Step::Replied { .. } = task.step {
                self.interrupt(task.request.content_hash);
            }
        }
        self.instances[who].forget();
        self.instances[who].alive = false;
    }

    fn restart(&mut self) {
        let Some(who) = self.instances.iter().position(|instance| !instance.alive) else {
            return;
        };
        self.instances[who].alive = true;
        if who == self.owner {
            self.own(who);
        }
    }

    /// The group gives the partition to the other one. The old owner does not know yet: it goes
    /// on until a write is refused, and what it holds can no longer be published.
    fn take_over(&mut self) {
        let (old, new) = (self.owner, 1 - self.owner);
        if !self.instances[new].alive {
            return;
        }
        let tasks: Vec<Task> = self.instances[old].tasks.values().cloned().collect();
        for task in &tasks {
            self.met.insert(format!("takeover at {}", task.step_name()));
        }
        let held: BTreeSet<ContentHash> = tasks
            .iter()
            .filter(|task| task.attempt.is_some())
            .map(|task| task.request.content_hash)
            .chain(self.instances[old].spool.keys().copied())
            .collect();
        held.into_iter().for_each(|hash| self.interrupt(hash));
        self.owner = new;
        self.own(new);
    }

    fn interrupt(&mut self, hash: ContentHash) {
        *self.interrupted.entry(hash).or_default() += 1;
    }

    fn own(&mut self, who: usize) {
        self.instances[who].own(&mut self.topics);
        if self.settings.defect == Defect::ForgetSpool {
            self.instances[who].spool.clear();
        }
        self.publish_spooled(who);
    }

    /// Runs until nothing is outstanding; time jumps, so that leases and backoffs end.
    fn come_to_rest(&mut self) {
        self.came_to_rest = false;
        for step in 0..STEPS_TO_REST {
            self.restart();
            self.work();
            self.now_ms += self.random.between_ms(0, 300);
            if step % 50 == 49 {
                self.now_ms += 120_000;
            }
            if self.is_at_rest() {
                self.came_to_rest = true;
                return;
            }
        }
    }

    fn is_at_rest(&self) -> bool {
        let owner = &self.instances[self.owner];
        let idle = self
            .instances
            .iter()
            .all(|instance| instance.tasks.is_empty());
        let read = owner.next == self.topics.requests.len() && owner.pending.is_empty();
        owner.alive && owner.epoch == Some(self.topics.epoch) && idle && read
    }

    fn ask_again(&mut self) {
        self.now_ms += 1_000;
        for key in 0..KEYS {
            let hash = ContentHash::from_bytes([key; 32]);
            let unanswered = !self.topics.profiles.contains_key(&hash);
            let given_up = self
                .topics
                .latest_attempts()
                .get(&hash)
                .is_some_and(|last| last.state == CallState::GivenUp);
            if unanswered && given_up {
                self.met.insert("asked again".into());
                self.request(key);
            }
        }
    }
}
