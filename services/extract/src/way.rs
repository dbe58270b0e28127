//! The way to the endpoint: how fast it is asked is decided in `core::extract::flow`, and carried
//! out here. A pass stands for one call; dropped unused, it gives back what it took.
//!
//! It never decides whether a content may be paid for, and it makes no call.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use readonce_core::extract::charge::Charge;
use readonce_core::extract::config::ExtractionConfig;
use readonce_core::extract::flow::{Bounds, Flow, Sign, State, Ticket, estimated_tokens};
use readonce_core::extract::ledger::Outcome;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::metrics::Metric;

use crate::shared::Shared;

/// The way to one endpoint, shared by all partitions. To the built-in rules it is always free.
pub struct Way {
    flow: Option<Mutex<Flow>>,
}

/// Leave for one call.
pub struct Pass {
    way: Arc<Way>,
    ticket: Option<Ticket>,
}

impl Way {
    pub fn new(config: &ExtractionConfig, most_at_once: usize) -> Self {
        let bounds = Bounds {
            most_at_once: u32::try_from(most_at_once).unwrap_or(u32::MAX),
            requests_per_minute: config.requests_per_minute,
            tokens_per_minute: config.tokens_per_minute,
            slow_ms: i64::from(config.timeout_ms / 2),
        };
        let flow = config.provider.asks_a_model().then(|| {
            let flow = Flow::new(bounds, now_ms());
            show(&flow);
            Mutex::new(flow)
        });
        Self { flow }
    }

    /// Leave for a call of about so many tokens, or when to ask again.
    pub fn enter(self: &Arc<Self>, tokens: u32) -> Result<Pass, i64> {
        let ticket = match self.flow() {
            Some(mut flow) => Some(flow.admit(tokens, now_ms())?),
            None => None,
        };
        Ok(Pass {
            way: self.clone(),
            ticket,
        })
    }

    /// What a panic left behind is still a state to go on from: it only steers how fast we ask.
    fn flow(&self) -> Option<MutexGuard<'_, Flow>> {
        let flow = self.flow.as_ref()?;
        Some(flow.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Shared {
    /// Leave for a call over a text, or when to ask again: the provider asked to be left alone, or it
    /// is asked as fast as it takes.
    pub fn enter(&self, text_bytes: usize, max_output_tokens: i32) -> Result<Pass, i64> {
        let at_ms = self.provider.closed_until_ms();
        if at_ms > now_ms() {
            return Err(at_ms);
        }
        let most_chars = self.extraction.max_input_chars;
        let output = u32::try_from(max_output_tokens).unwrap_or(0);
        self.way
            .enter(estimated_tokens(text_bytes, most_chars, output))
    }
}

impl Pass {
    /// The call ended: what it says of its endpoint, and what it took.
    pub fn ended(mut self, outcome: &Outcome, charge: &Charge) {
        let is_answered = matches!(outcome, Outcome::Answered { .. });
        if is_answered && charge.billed == Some(false) {
            // A cascade whose rules were sure: nobody was asked, so the pass was not used.
            return;
        }
        let class = match outcome {
            Outcome::Answered { .. } => None,
            Outcome::Failed(failure) => Some(failure.class),
        };
        let sign = Sign::of(class, charge.tokens_in.is_some());
        let tokens = tokens_of(charge);
        let Some(ticket) = self.ticket.take() else {
            return;
        };
        if let Some(mut flow) = self.way.flow() {
            let before = flow.state();
            flow.ended(ticket, sign, tokens, now_ms());
            tell(before, flow.state());
            show(&flow);
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket.take()
            && let Some(mut flow) = self.way.flow()
        {
            flow.unused(ticket, now_ms());
            show(&flow);
        }
    }
}

/// None where the provider said nothing: then what was reckoned stands. A call that reached no model
/// took nothing.
fn tokens_of(charge: &Charge) -> Option<u32> {
    let sum = match (charge.tokens_in, charge.tokens_out, charge.billed) {
        (None, None, Some(false)) => 0,
        (None, None, _) => return None,
        (input, output, _) => input.unwrap_or(0).saturating_add(output.unwrap_or(0)),
    };
    Some(u32::try_from(sum.max(0)).unwrap_or(u32::MAX))
}

fn tell(before: State, after: State) {
    match (before, after) {
        (State::Closed | State::HalfOpen, State::Open) => {
            tracing::warn!(
                "the endpoint brings trouble: no calls for a while, then one as a probe"
            );
        }
        (State::HalfOpen, State::Closed) => tracing::info!("the endpoint answers again"),
        _ => {}
    }
}

fn show(flow: &Flow) {
    let state = match flow.state() {
        State::Closed => 0.0,
        State::HalfOpen => 1.0,
        State::Open => 2.0,
    };
    Metric::ModelBreaker.set(state, &[]);
    Metric::ModelPlaces.set(f64::from(flow.places()), &[]);
}
