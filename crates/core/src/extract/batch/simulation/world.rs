//! Two instances and their scheduler. An instance that is not picked for a while has slept.

use std::collections::{BTreeMap, BTreeSet};

use readonce_model::record::{CallState, ExtractAttempt, ExtractRequest, Worth};
use readonce_model::{ContentHash, ErrorClass};

use super::provider::{Batch, OnItsWay, Provider};
use crate::extract::batch::{LineId, Next, Sought, Terms, may_create, next};
use crate::extract::config::{self, ExtractionConfig};
use crate::extract::ledger::{
    Anew, Announcement, Decision, Facts, Known, Liftable, Policy, announce_again,
    announce_by_batch, decide, supersedes,
};

const KEYS: u8 = 4;
const STEPS: usize = 500;
const STEPS_TO_REST: usize = 20_000;
const TIMEOUT_MS: u32 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    None,
    /// A line of another owner is submitted without a look.
    LooksNowhere,
    /// A look that did not find a line counts whenever it was begun.
    IgnoresTheTerm,
    /// A look counts from its end, not from its beginning.
    LooksTooEarly,
    /// After a lost answer the batch is made again, unlooked for.
    CreatesBlindly,
    /// A sleeper creates its batch when it wakes up, and announces nothing anew.
    SleepsThroughTheTerm,
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub has_faults: bool,
    /// Some batches end before all lines were run.
    pub expires: bool,
    pub defect: Defect,
}

/// What should not be of a content.
#[derive(Clone, Debug)]
pub struct Violation {
    /// How often.
    pub paid: u32,
    #[allow(dead_code, reason = "it is shown when a test fails")]
    pub is_known: bool,
}

/// Lines that are on their way into a batch.
#[derive(Clone, Debug)]
struct Shipment {
    attempts: Vec<ExtractAttempt>,
    is_fresh: bool,
    /// A creation whose answer is awaited until then, and whether it will come.
    sent: Option<(i64, bool)>,
    may_be_made: bool,
}

#[derive(Clone, Debug, Default)]
struct Instance {
    epoch: Option<u64>,
    last: BTreeMap<ContentHash, ExtractAttempt>,
    unsent: BTreeSet<ContentHash>,
    shipment: Option<Shipment>,
    /// Begun then, and what is there when it ends.
    looking: Option<i64>,
    look: Option<(i64, BTreeSet<LineId>)>,
}

/// As in the ledger's own simulation.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn ms(&mut self, most: i64) -> i64 {
        self.below(most as usize) as i64
    }
}

pub struct World {
    settings: Settings,
    config: ExtractionConfig,
    terms: Terms,
    policy: Policy,
    random: Random,
    now_ms: i64,
    epoch: u64,
    owner: usize,
    attempts: BTreeMap<ContentHash, ExtractAttempt>,
    profiles: BTreeMap<ContentHash, Known>,
    provider: Provider,
    instances: [Instance; 2],
    pub met: BTreeSet<String>,
}

impl World {
    pub fn new(seed: u64, settings: Settings) -> Self {
        let terms = Terms {
            fill_seconds: 5,
            ..Terms::default()
        };
        let config = ExtractionConfig {
            provider: config::Provider::Openai,
            model: Some("m".into()),
            timeout_ms: TIMEOUT_MS,
            max_attempts: 20,
            batch: Some(terms.clone()),
            ..ExtractionConfig::rules()
        };
        let mut world = Self {
            policy: Policy::of(&config),
            config,
            terms,
            settings,
            random: Random(seed),
            now_ms: 1_789_000_000_000,
            epoch: 0,
            owner: 0,
            attempts: BTreeMap::new(),
            profiles: BTreeMap::new(),
            provider: Provider::default(),
            instances: Default::default(),
            met: BTreeSet::new(),
        };
        world.own(0);
        world
    }

    pub fn run(&mut self) {
        for _ in 0..STEPS {
            match self.random.below(100) {
                0..4 if self.settings.has_faults => self.crash(),
                4..8 if self.settings.has_faults => self.take_over(),
                // An age in which everybody sleeps.
                8..10 => self.now_ms += self.random.ms(60_000),
                _ => {
                    let who = self.random.below(2);
                    self.act(who);
                }
            }
            self.pass(2_000);
        }
        for _ in 0..STEPS_TO_REST {
            if self.profiles.len() == usize::from(KEYS) {
                break;
            }
            self.act(self.owner);
            self.pass(2_000);
        }
    }

    /// The content that was paid most often, where one was not paid exactly once and answered.
    pub fn violation(&self) -> Option<Violation> {
        let paid = self.provider.paid();
        let keys = (0..KEYS).map(|key| ContentHash::from_bytes([key; 32]));
        let found = keys.filter_map(|hash| {
            let violation = Violation {
                paid: paid.get(&hash).copied().unwrap_or(0),
                is_known: self.profiles.contains_key(&hash),
            };
            (violation.paid != 1 || !violation.is_known).then_some(violation)
        });
        found.max_by_key(|violation| violation.paid)
    }

    fn pass(&mut self, most_ms: i64) {
        self.now_ms += self.random.ms(most_ms);
        self.provider.turn(self.now_ms);
    }

    /// Takes the lock, which fences the owner before, and restores.
    fn own(&mut self, who: usize) {
        self.epoch += 1;
        self.owner = who;
        self.instances[who] = Instance {
            epoch: Some(self.epoch),
            last: self.attempts.clone(),
            ..Instance::default()
        };
    }

    /// The owner dies, and starts again.
    fn crash(&mut self) {
        let dead = &self.instances[self.owner];
        if let Some(shipment) = &dead.shipment {
            let is_sent = shipment.sent.is_some();
            let what = if is_sent {
                "on its way"
            } else {
                "while gathered"
            };
            self.met.insert(format!("crash {what}"));
            if is_sent {
                self.met.insert("landed without its sender".into());
            }
        }
        self.own(self.owner);
    }

    /// The old owner does not know: it goes on until its next announcement.
    fn take_over(&mut self) {
        self.met.insert("takeover".into());
        self.own(1 - self.owner);
    }

    fn act(&mut self, who: usize) {
        if self.instances[who].epoch.is_none() {
            return;
        }
        match self.random.below(3) {
            0 => self.end_look(who),
            1 if self.instances[who].shipment.is_some() => self.ship(who),
            _ => {
                let key = self.random.below(usize::from(KEYS)) as u8;
                self.consider(who, ContentHash::from_bytes([key; 32]));
            }
        }
    }

    fn request(hash: ContentHash) -> ExtractRequest {
        let text = include_str!("../../../../../../schemas/extract.requests/examples/typical.json");
        ExtractRequest {
            content_hash: hash,
            worth: Some(Worth::Backfill),
            ..serde_json::from_str(text).unwrap()
        }
    }

    fn consider(&mut self, who: usize, hash: ContentHash) {
        let (request, instance) = (Self::request(hash), &self.instances[who]);
        let decision = decide(&Facts {
            known: self.profiles.get(&hash),
            lift: Liftable::No,
            last: instance.last.get(&hash),
            in_flight: false,
            spooled: None,
            collects: true,
            requested_at_ms: request.requested_at_ms,
            now_ms: self.now_ms,
            policy: &self.policy,
        });
        match decision {
            Decision::Call(call) => {
                let announcement = Announcement {
                    request: &request,
                    config: &self.config,
                    call,
                    owner: "extract",
                    now_ms: self.now_ms,
                };
                let attempt = announce_by_batch(announcement, &self.terms);
                if self.note(who, attempt) {
                    self.instances[who].unsent.insert(hash);
                }
            }
            Decision::Collect { .. } => self.collect(who, hash),
            _ => {}
        }
    }

    /// Under the lock: refused to who lost it.
    fn note(&mut self, who: usize, attempt: ExtractAttempt) -> bool {
        if self.instances[who].epoch != Some(self.epoch) {
            self.met.insert("fenced at its announcement".into());
            self.instances[who] = Instance::default();
            return false;
        }
        let hash = attempt.content_hash;
        let held = self.attempts.get(&hash);
        if held.is_none_or(|held| supersedes(&attempt, held)) {
            self.attempts.insert(hash, attempt.clone());
        }
        self.instances[who].last.insert(hash, attempt);
        true
    }

    fn collect(&mut self, who: usize, hash: ContentHash) {
        let instance = &self.instances[who];
        let attempt = instance.last[&hash].clone();
        let is_shipped = |shipment: &Shipment| {
            let mut hashes = shipment.attempts.iter().map(|one| one.content_hash);
            hashes.any(|one| one == hash)
        };
        if instance.shipment.as_ref().is_some_and(is_shipped) {
            return;
        }
        let id = LineId::of(&attempt, None);
        let look = instance.look.as_ref();
        let look = look.map(|(began_at_ms, found)| (*began_at_ms, found.contains(&id)));
        let look = match (self.settings.defect, look) {
            (Defect::LooksNowhere, _) => Some((i64::MAX, false)),
            (Defect::IgnoresTheTerm, Some((_, false))) => Some((i64::MAX, false)),
            (_, look) => look,
        };
        let is_unsent = instance.unsent.contains(&hash);
        let sought = Sought {
            attempt: &attempt,
            is_unsent,
            look,
            now_ms: self.now_ms,
        };
        match next(&sought) {
            Next::Submit => self.gather(who, attempt, is_unsent),
            Next::Attach => self.end_line(who, attempt),
            Next::LookAt { at_ms } if at_ms <= self.now_ms => {
                self.instances[who].looking.get_or_insert(self.now_ms);
            }
            Next::LookAt { .. } => {}
        }
    }

    fn end_look(&mut self, who: usize) {
        let Some(began_at_ms) = self.instances[who].looking.take() else {
            return;
        };
        // The list is as old as its beginning, at worst.
        let seen_at_ms = match self.settings.defect {
            Defect::LooksTooEarly => self.now_ms + i64::from(TIMEOUT_MS) * 10,
            _ => began_at_ms,
        };
        let lines = self.provider.batches.iter().flat_map(|batch| &batch.ids);
        let found = lines.cloned().collect();
        self.instances[who].look = Some((seen_at_ms, found));
    }

    /// Alone, or with others that are gathered.
    fn gather(&mut self, who: usize, attempt: ExtractAttempt, is_fresh: bool) {
        if !is_fresh {
            self.met.insert("submitted for another".into());
        }
        let instance = &mut self.instances[who];
        match &mut instance.shipment {
            None => {
                instance.shipment = Some(Shipment {
                    attempts: vec![attempt],
                    is_fresh,
                    sent: None,
                    may_be_made: false,
                });
            }
            Some(shipment) if shipment.sent.is_none() && !shipment.may_be_made => {
                shipment.attempts.push(attempt);
                shipment.is_fresh &= is_fresh;
            }
            Some(_) => {}
        }
    }

    fn ship(&mut self, who: usize) {
        let Some(shipment) = self.instances[who].shipment.clone() else {
            return;
        };
        match shipment.sent {
            Some((until_ms, _)) if self.now_ms < until_ms => {}
            Some((_, true)) => self.made(who),
            Some((_, false)) => {
                self.met.insert("answer lost".into());
                self.change(who, |shipment| {
                    shipment.sent = None;
                    shipment.may_be_made = true;
                });
            }
            None if shipment.may_be_made && self.is_made(&shipment) => {
                self.met.insert("found by its marks".into());
                self.made(who);
            }
            None => self.send(who, shipment),
        }
    }

    fn is_made(&self, shipment: &Shipment) -> bool {
        let is_blind = self.settings.defect == Defect::CreatesBlindly;
        !is_blind && self.provider.has_lines(&ids(shipment))
    }

    fn send(&mut self, who: usize, shipment: Shipment) {
        let may_create = |attempt: &ExtractAttempt| {
            may_create(attempt.submit_until_ms.unwrap(), TIMEOUT_MS, self.now_ms)
        };
        let is_due = !shipment.is_fresh || !shipment.attempts.iter().all(may_create);
        if is_due && self.settings.defect != Defect::SleepsThroughTheTerm {
            return self.announce_again(who, &shipment);
        }
        let lands_in_ms = self.random.ms(i64::from(TIMEOUT_MS));
        let is_heard = !self.settings.has_faults || self.random.below(4) > 0;
        let runs = match self.settings.expires && self.random.below(3) == 0 {
            true => self.random.below(shipment.attempts.len()),
            false => shipment.attempts.len(),
        };
        let takes_ms = self.random.ms(40_000);
        self.provider.on_its_way.push(OnItsWay {
            lands_at_ms: self.now_ms + lands_in_ms,
            batch: Batch {
                ids: ids(&shipment),
                ends_at_ms: self.now_ms + lands_in_ms + takes_ms,
                runs,
            },
        });
        // Who hears nothing waits as long as a creation may take.
        let wait_ms = match is_heard {
            true => lands_in_ms,
            false => i64::from(TIMEOUT_MS),
        };
        let until_ms = self.now_ms + wait_ms;
        self.change(who, |shipment| shipment.sent = Some((until_ms, is_heard)));
    }

    fn announce_again(&mut self, who: usize, shipment: &Shipment) {
        self.met.insert("announced anew".into());
        let mut renewed = Vec::new();
        for attempt in &shipment.attempts {
            let anew = Anew {
                config: &self.config,
                terms: &self.terms,
                owner: "extract",
                now_ms: self.now_ms,
            };
            let attempt = announce_again(attempt, anew);
            if !self.note(who, attempt.clone()) {
                return;
            }
            renewed.push(attempt);
        }
        self.change(who, |shipment| {
            shipment.attempts = renewed;
            shipment.is_fresh = true;
        });
    }

    fn change(&mut self, who: usize, change: impl FnOnce(&mut Shipment)) {
        if let Some(shipment) = &mut self.instances[who].shipment {
            change(shipment);
        }
    }

    /// There is a batch of the shipment: its lines are followed.
    fn made(&mut self, who: usize) {
        let instance = &mut self.instances[who];
        let Some(shipment) = instance.shipment.take() else {
            return;
        };
        let (_, found) = instance.look.get_or_insert((i64::MIN, BTreeSet::new()));
        for attempt in &shipment.attempts {
            instance.unsent.remove(&attempt.content_hash);
            found.insert(LineId::of(attempt, None));
        }
    }

    fn end_line(&mut self, who: usize, attempt: ExtractAttempt) {
        self.met.insert("attached".into());
        let id = LineId::of(&attempt, None);
        assert!(
            self.provider.holds(&id),
            "attached to a batch that is not there"
        );
        let Some(is_answered) = self.provider.answer(&id, self.now_ms) else {
            return;
        };
        let hash = attempt.content_hash;
        let state = match is_answered {
            true => CallState::Succeeded,
            false => CallState::Failed,
        };
        if is_answered {
            self.profiles.insert(hash, known(&attempt, self.now_ms));
            if self.random.below(5) == 0 && self.settings.has_faults {
                // The profile is told, and its owner dies before the attempt is.
                return self.crash();
            }
        }
        let class = (!is_answered).then(|| ErrorClass::Timeout.as_str().to_owned());
        self.note(
            who,
            ExtractAttempt {
                state,
                finished_at_ms: Some(self.now_ms),
                billed: Some(is_answered),
                error_class: class,
                ..attempt
            },
        );
    }
}

fn ids(shipment: &Shipment) -> Vec<LineId> {
    let attempts = shipment.attempts.iter();
    attempts.map(|attempt| LineId::of(attempt, None)).collect()
}

fn known(attempt: &ExtractAttempt, now_ms: i64) -> Known {
    Known {
        attempt: attempt.attempt,
        extracted_at_ms: now_ms,
        tokens_in: None,
        tokens_out: None,
        cost_micros: 0,
    }
}
