//! How fast an endpoint is asked: how many calls at once, how many a minute, and not at all while it
//! is down. Pure: facts and the time come in, a ticket or a time to come back goes out.
//!
//! It says nothing about whether a content may be paid for; that is the ledger's. A call that it
//! holds back is asked for again later and has cost nothing.
//!
//! | file | what |
//! |---|---|
//! | `mod` | the three together, for one endpoint |
//! | `limit` | calls at once: slow start, then additive increase and multiplicative decrease |
//! | `breaker` | closed, open, half-open with one probe |
//! | `rate` | requests and tokens a minute |
//! | `sign` | what a call that ended says about its endpoint |

mod breaker;
mod limit;
mod rate;
mod sign;

pub use breaker::State;
pub use rate::estimated_tokens;
pub use sign::Sign;

use breaker::Breaker;
use limit::Limit;
use rate::Bucket;

/// Bounds of a look for a free place: calls take seconds, and nobody should spin.
const LOOK_AGAIN_MS: (i64, i64) = (5, 250);
/// While a probe is under way, others ask again after this long.
const WHILE_PROBING_MS: i64 = 1_000;
/// What one call's duration weighs in the average.
const LATENCY_WEIGHT: f64 = 0.2;

/// What is set about an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Calls at once, whatever the endpoint would take.
    pub most_at_once: u32,
    pub requests_per_minute: Option<u32>,
    pub tokens_per_minute: Option<u32>,
    /// A call that took longer is no reason to make more of them at once.
    pub slow_ms: i64,
}

/// Leave for one call. It must come back as `ended` or `unused`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    started_at_ms: i64,
    tokens: u32,
    is_probe: bool,
}

/// An endpoint as its calls show it.
#[derive(Clone, Debug)]
pub struct Flow {
    limit: Limit,
    breaker: Breaker,
    requests: Option<Bucket>,
    tokens: Option<Bucket>,
    in_flight: u32,
    slow_ms: i64,
    latency_ms: f64,
}

impl Flow {
    pub fn new(bounds: Bounds, now_ms: i64) -> Self {
        let bucket = |per_minute: Option<u32>| per_minute.map(|most| Bucket::new(most, now_ms));
        Self {
            limit: Limit::new(bounds.most_at_once),
            breaker: Breaker::default(),
            requests: bucket(bounds.requests_per_minute),
            tokens: bucket(bounds.tokens_per_minute),
            in_flight: 0,
            slow_ms: bounds.slow_ms,
            latency_ms: 0.0,
        }
    }

    /// Leave for a call of about so many tokens, or when to ask again, ms since 1970 UTC.
    pub fn admit(&mut self, tokens: u32, now_ms: i64) -> Result<Ticket, i64> {
        if let Some(at_ms) = self.breaker.opens_at_ms(now_ms) {
            return Err(at_ms.max(now_ms.saturating_add(1)));
        }
        if self.breaker.is_probing() {
            return Err(now_ms.saturating_add(WHILE_PROBING_MS));
        }
        if self.in_flight >= self.limit.places() {
            return Err(now_ms.saturating_add(self.next_place_in_ms()));
        }
        if let Some(at_ms) = self.next_in_the_minute_ms(now_ms) {
            return Err(at_ms);
        }
        Ok(self.leave(tokens, now_ms))
    }

    /// A call ended. `tokens` is what it really took, where that is known.
    pub fn ended(&mut self, ticket: Ticket, sign: Sign, tokens: Option<u32>, now_ms: i64) {
        let was_busy = self.in_flight.saturating_mul(2) >= self.limit.places();
        self.give_back(ticket, tokens.unwrap_or(ticket.tokens), now_ms);
        let took_ms = now_ms.saturating_sub(ticket.started_at_ms).max(0);
        match sign {
            Sign::Well => self.note_answer(took_ms, was_busy),
            Sign::Overloaded => self.limit.cut(ticket.started_at_ms, now_ms),
            Sign::Astray | Sign::Unclear => {}
        }
        self.breaker
            .note(sign, ticket.started_at_ms, ticket.is_probe, now_ms);
    }

    /// The call was never made.
    pub fn unused(&mut self, ticket: Ticket, now_ms: i64) {
        self.give_back(ticket, 0, now_ms);
        if let Some(requests) = &mut self.requests {
            requests.put_back(1, now_ms);
        }
        if ticket.is_probe {
            self.breaker.probe_again(now_ms);
        }
    }

    /// Calls that may be under way at once now.
    pub fn places(&self) -> u32 {
        self.limit.places()
    }

    pub fn in_flight(&self) -> u32 {
        self.in_flight
    }

    pub fn state(&self) -> State {
        self.breaker.state()
    }

    fn leave(&mut self, tokens: u32, now_ms: i64) -> Ticket {
        self.in_flight = self.in_flight.saturating_add(1);
        if let Some(requests) = &mut self.requests {
            requests.take(1, now_ms);
        }
        if let Some(bucket) = &mut self.tokens {
            bucket.take(tokens, now_ms);
        }
        Ticket {
            started_at_ms: now_ms,
            tokens,
            is_probe: self.breaker.begin(),
        }
    }

    fn give_back(&mut self, ticket: Ticket, used: u32, now_ms: i64) {
        self.in_flight = self.in_flight.saturating_sub(1);
        if let Some(bucket) = &mut self.tokens {
            bucket.put_back(ticket.tokens, now_ms);
            bucket.take(used, now_ms);
        }
    }

    fn note_answer(&mut self, took_ms: i64, was_busy: bool) {
        let took = took_ms as f64;
        self.latency_ms = match self.latency_ms > 0.0 {
            true => self.latency_ms + LATENCY_WEIGHT * (took - self.latency_ms),
            false => took,
        };
        if was_busy && took_ms <= self.slow_ms {
            self.limit.raise();
        }
    }

    /// A place is free after a call's time divided by the calls that are under way.
    fn next_place_in_ms(&self) -> i64 {
        let (least, most) = LOOK_AGAIN_MS;
        let wait_ms = self.latency_ms / f64::from(self.in_flight.max(1));
        (wait_ms.min(most as f64) as i64).clamp(least, most)
    }

    fn next_in_the_minute_ms(&mut self, now_ms: i64) -> Option<i64> {
        let requests = self.requests.as_mut().and_then(|it| it.due_at_ms(now_ms));
        let tokens = self.tokens.as_mut().and_then(|it| it.due_at_ms(now_ms));
        requests.max(tokens)
    }
}

#[cfg(test)]
mod tests;
