//! extract under a budget, as a loop: what waits, who is granted, what is called, day by day. The
//! till decides; the attempts that it is fed are the only memory, so a restart loses nothing else.

use std::collections::BTreeMap;
use std::sync::Arc;

use readonce_core::extract::budget::{Budget, Estimate, Place, Till, Waiting};
use readonce_core::extract::charge::Charge;
use readonce_core::extract::config::{ExtractionConfig, Provider};
use readonce_core::extract::ledger::{
    Announcement, Ended, NextCall, Outcome, Policy, Record, announce, settle,
};
use readonce_model::record::{ExtractAttempt, ExtractRequest, Worth};
use readonce_model::request_key;
use serde_json::Map;

/// What is broken on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpenderDefect {
    None,
    /// A restart begins with empty books.
    ForgetBooks,
    /// Requests are asked for in the order in which they came.
    FirstCome,
    /// What a class waits for is given to whoever fits.
    NoHold,
}

/// One process with what is outstanding and what was written.
pub struct Spender {
    defect: SpenderDefect,
    budget: Budget,
    config: ExtractionConfig,
    till: Till,
    outstanding: BTreeMap<Arc<str>, ExtractRequest>,
    attempts: Vec<ExtractAttempt>,
    /// Of each call its day, in the order of the calls.
    pub calls: Vec<(i64, Worth, String)>,
    now_ms: i64,
}

/// Calls that run at a time.
const IN_FLIGHT: usize = 4;
const CALL_MS: i64 = 400;

impl Spender {
    pub fn new(budget: Budget, now_ms: i64, defect: SpenderDefect) -> Self {
        let config = ExtractionConfig {
            provider: Provider::Openai,
            model: Some("m".to_owned()),
            price_in_micros_per_1k: 400,
            price_out_micros_per_1k: 1600,
            ..ExtractionConfig::rules()
        };
        Self {
            till: opened(&budget, now_ms),
            defect,
            budget,
            config,
            outstanding: BTreeMap::new(),
            attempts: Vec::new(),
            calls: Vec::new(),
            now_ms,
        }
    }

    pub fn ask(&mut self, request: &ExtractRequest) {
        let key: Arc<str> = request_key(&request.content_hash, &request.contract).into();
        let is_answered = |attempt: &ExtractAttempt| {
            *request_key(&attempt.content_hash, &attempt.contract) == *key
        };
        if !self.attempts.iter().any(is_answered) {
            self.stand_in_line(&key, request);
            self.outstanding
                .entry(key)
                .or_insert_with(|| request.clone());
        }
    }

    fn stand_in_line(&mut self, key: &Arc<str>, request: &ExtractRequest) {
        let place = match self.defect {
            SpenderDefect::FirstCome => Place {
                worth: Worth::New,
                requested_at_ms: self.outstanding.len() as i64,
            },
            _ => Place {
                worth: request.worth_or_likely(),
                requested_at_ms: request.requested_at_ms,
            },
        };
        let mut estimate = Estimate::of(request, &self.config, self.max_output_tokens());
        if self.defect == SpenderDefect::NoHold {
            estimate.amount = Default::default();
        }
        let waiting = Waiting {
            partition: 0,
            attempt: 1,
            estimate,
        };
        self.till.wait(key, place, waiting);
    }

    fn max_output_tokens(&self) -> i32 {
        Policy::of(&self.config).max_output_tokens
    }

    /// A new process: its till knows what lies on the topics.
    pub fn restart(&mut self) {
        self.till = opened(&self.budget, self.now_ms);
        if self.defect != SpenderDefect::ForgetBooks {
            for attempt in &self.attempts {
                self.till.learn(attempt, self.now_ms);
            }
        }
        for (key, request) in self.outstanding.clone() {
            self.stand_in_line(&key, &request);
        }
    }

    /// Calls whatever may be called until the given time.
    pub fn work_until(&mut self, end_ms: i64) {
        loop {
            let round = self.till.round(self.now_ms, IN_FLIGHT);
            if round.granted.is_empty() {
                break;
            }
            let keys: Vec<_> = round.granted.into_iter().map(|grant| grant.key).collect();
            let announced: Vec<_> = keys.iter().filter_map(|key| self.announce(key)).collect();
            self.now_ms += CALL_MS;
            for (request, attempt) in announced {
                self.end(&request, &attempt);
            }
        }
        self.now_ms = self.now_ms.max(end_ms);
    }

    fn announce(&mut self, key: &Arc<str>) -> Option<(ExtractRequest, ExtractAttempt)> {
        let request = self.outstanding.remove(key)?;
        let attempt = announce(Announcement {
            request: &request,
            config: &self.config,
            call: NextCall {
                attempt: 1,
                earlier_attempts: 0,
                max_output_tokens: self.max_output_tokens(),
            },
            owner: "extract-1",
            now_ms: self.now_ms,
        });
        let day = self.budget.day.day_of(self.now_ms);
        self.calls
            .push((day, request.worth_or_likely(), request.source().to_owned()));
        self.write(attempt.clone());
        Some((request, attempt))
    }

    fn end(&mut self, request: &ExtractRequest, attempt: &ExtractAttempt) {
        let words = settle(Ended {
            request,
            attempt,
            outcome: Outcome::Answered {
                value: Map::new(),
                empty: true,
                flags: Vec::new(),
                evidence: readonce_model::record::Evidence::default(),
            },
            charge: Charge {
                billed: Some(true),
                tokens_in: Some(900),
                tokens_out: Some(100),
                cost_micros: 520,
            },
            finished_at_ms: self.now_ms,
            known: None,
            last: Some(attempt),
        });
        for word in words {
            if let Record::Attempt(ended) = word {
                self.write(*ended);
            }
        }
    }

    fn write(&mut self, attempt: ExtractAttempt) {
        self.till.learn(&attempt, self.now_ms);
        self.attempts.push(attempt);
    }

    /// Requests that were not paid yet.
    pub fn waiting(&self) -> usize {
        self.outstanding.len()
    }
}

fn opened(budget: &Budget, now_ms: i64) -> Till {
    let mut till = Till::new(budget.clone(), 1, now_ms);
    till.join(0);
    till.looked_through(0);
    till
}
