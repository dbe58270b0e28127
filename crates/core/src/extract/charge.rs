//! How a call failed below the answer, and whether the provider will charge for it.
//!
//! The bound of what can be paid twice rests on this: what may have reached a model counts as
//! paid, because nobody can know.

use readonce_model::ErrorClass;

use super::answer::{Failure, Usage};
use super::cost::{Prices, at_permille, cost_micros};

/// What a call cost, as far as it can be known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charge {
    /// `None` when nobody can know.
    pub billed: Option<bool>,
    pub tokens_in: Option<i64>,
    pub tokens_out: Option<i64>,
    pub cost_micros: i64,
}

/// A call that brought no reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The connection was never made: refused, no such host, no TLS.
    NotConnected,
    /// No whole reply within the time.
    TimedOut,
    /// The connection broke after the request had been sent.
    Broken,
}

impl Charge {
    /// A reply of 200: paid, whatever its text is worth.
    pub fn of_reply(usage: Usage, prices: Prices) -> Self {
        Self {
            billed: Some(true),
            tokens_in: usage.tokens_in,
            tokens_out: usage.tokens_out,
            cost_micros: cost_micros(usage.tokens_in, usage.tokens_out, prices),
        }
    }

    /// Nobody charges for it: the built-in rules, or a call that reached no model.
    pub fn nothing() -> Self {
        Self {
            billed: Some(false),
            ..Self::default()
        }
    }

    /// At a part of the price, in thousandths; what is left of a millionth counts as one.
    pub fn at_permille(self, permille: u32) -> Self {
        Self {
            cost_micros: at_permille(self.cost_micros, permille),
            ..self
        }
    }

    /// Both together. What may have been charged stays unknown only while nothing surely was.
    pub fn and(self, other: Self) -> Self {
        let sum = |one: Option<i64>, other: Option<i64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.saturating_add(other)),
            (one, other) => one.or(other),
        };
        let billed = match (self.billed, other.billed) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        };
        Self {
            billed,
            tokens_in: sum(self.tokens_in, other.tokens_in),
            tokens_out: sum(self.tokens_out, other.tokens_out),
            cost_micros: self.cost_micros.saturating_add(other.cost_micros),
        }
    }

    /// It may have been charged.
    pub fn unknown() -> Self {
        Self::default()
    }
}

/// Class and charge of a reply with a status other than 200.
pub fn of_status(status: u16, words: &str) -> (Failure, Charge) {
    let class = match status {
        408 => ErrorClass::Timeout,
        413 => ErrorClass::TooLarge,
        429 => ErrorClass::RateLimited,
        // A wrong key, an unpaid account, a wrong address or model: the same for every content.
        300..=399 | 401..=404 => ErrorClass::Config,
        400..=499 => ErrorClass::Http4xx,
        500..=599 => ErrorClass::Http5xx,
        _ => ErrorClass::Unreadable,
    };
    let charge = match status {
        // Turned away at the door. Behind it a gateway may fail after the model has answered.
        503 | 529 => Charge::nothing(),
        408 | 500..=599 => Charge::unknown(),
        300..=499 => Charge::nothing(),
        _ => Charge::unknown(),
    };
    (
        Failure::new(class, format!("status {status}: {words}")),
        charge,
    )
}

/// Class and charge of a call without a reply.
pub fn of_silence(silence: Silence, words: &str) -> (Failure, Charge) {
    let (class, charge) = match silence {
        Silence::NotConnected => (ErrorClass::Unreachable, Charge::nothing()),
        Silence::TimedOut => (ErrorClass::Timeout, Charge::unknown()),
        Silence::Broken => (ErrorClass::Unreachable, Charge::unknown()),
    };
    (Failure::new(class, words), charge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_turned_away_at_the_door_is_not_charged() {
        for (status, class) in [
            (400, ErrorClass::Http4xx),
            (401, ErrorClass::Config),
            (404, ErrorClass::Config),
            (413, ErrorClass::TooLarge),
            (429, ErrorClass::RateLimited),
            (503, ErrorClass::Http5xx),
        ] {
            let (failure, charge) = of_status(status, "no");
            assert_eq!(
                (failure.class, charge.billed),
                (class, Some(false)),
                "{status}"
            );
        }
        let (failure, charge) = of_silence(Silence::NotConnected, "refused");
        assert_eq!(
            (failure.class, charge.billed),
            (ErrorClass::Unreachable, Some(false))
        );
    }

    #[test]
    fn what_may_have_reached_a_model_may_have_been_charged() {
        for status in [408, 500, 502, 504, 204] {
            assert_eq!(of_status(status, "").1.billed, None, "{status}");
        }
        assert_eq!(
            of_silence(Silence::TimedOut, "").0.class,
            ErrorClass::Timeout
        );
        assert_eq!(of_silence(Silence::TimedOut, "").1.billed, None);
        assert_eq!(of_silence(Silence::Broken, "").1.billed, None);
    }

    #[test]
    fn a_reply_is_charged_by_its_tokens() {
        let usage = Usage {
            tokens_in: Some(1200),
            tokens_out: Some(90),
            cached_in: None,
        };
        let prices = Prices {
            in_micros_per_1k: 400,
            out_micros_per_1k: 1600,
        };
        let charge = Charge::of_reply(usage, prices);
        assert_eq!((charge.billed, charge.cost_micros), (Some(true), 624));
    }
}
