//! Words that the faulty servers share.

use jiff::fmt::rfc2822::DateTimePrinter;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// The two legal forms of `Retry-After`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetryAfter {
    Seconds(u32),
    /// As a date that many seconds from now.
    Date(u32),
}

impl RetryAfter {
    /// The header's value at `now_ms`.
    pub fn value(self, now_ms: i64) -> String {
        match self {
            Self::Seconds(seconds) => seconds.to_string(),
            Self::Date(seconds) => date(now_ms, seconds).unwrap_or_else(|| seconds.to_string()),
        }
    }
}

/// `None` only outside the years 0 to 9999, which have no form in HTTP.
fn date(now_ms: i64, seconds: u32) -> Option<String> {
    let now = Timestamp::from_millisecond(now_ms).ok()?;
    let then = now
        .checked_add(SignedDuration::from_secs(i64::from(seconds)))
        .ok()?;
    DateTimePrinter::new()
        .timestamp_to_rfc9110_string(&then)
        .ok()
}

/// How often a fault still strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Uses(Option<u32>);

impl Uses {
    /// `None`: until it is taken away.
    pub(crate) fn new(times: Option<u32>) -> Self {
        Self(times)
    }

    pub(crate) fn left(self) -> bool {
        self.0 != Some(0)
    }

    pub(crate) fn spend(&mut self) {
        self.0 = self.0.map(|left| left.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_both_forms() {
        assert_eq!(RetryAfter::Seconds(3).value(0), "3");
        assert_eq!(
            RetryAfter::Date(90).value(0),
            "Thu, 01 Jan 1970 00:01:30 GMT"
        );
    }

    #[test]
    fn a_use_is_spent_once() {
        let mut twice = Uses::new(Some(2));
        twice.spend();
        assert!(twice.left());
        twice.spend();
        assert!(!twice.left());
        let mut ever = Uses::new(None);
        ever.spend();
        assert!(ever.left());
    }
}
