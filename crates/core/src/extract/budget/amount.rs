//! Calls, tokens and money, as numbers that never wrap.

use std::fmt;

use serde::Serialize;

/// What calls take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Amount {
    pub calls: u64,
    /// In and out.
    pub tokens: u64,
    /// Millionths of the config's currency.
    pub micros: u64,
}

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    Calls,
    Tokens,
    MoneyMicros,
}

impl Unit {
    pub const ALL: [Unit; 3] = [Unit::Calls, Unit::Tokens, Unit::MoneyMicros];

    /// The key of a limit in a document.
    pub const fn as_str(self) -> &'static str {
        match self {
            Unit::Calls => "calls",
            Unit::Tokens => "tokens",
            Unit::MoneyMicros => "money-micros",
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Amount {
    pub const NOTHING: Amount = Amount {
        calls: 0,
        tokens: 0,
        micros: 0,
    };

    pub const fn of(self, unit: Unit) -> u64 {
        match unit {
            Unit::Calls => self.calls,
            Unit::Tokens => self.tokens,
            Unit::MoneyMicros => self.micros,
        }
    }

    pub const fn plus(self, other: Amount) -> Amount {
        Amount {
            calls: self.calls.saturating_add(other.calls),
            tokens: self.tokens.saturating_add(other.tokens),
            micros: self.micros.saturating_add(other.micros),
        }
    }

    pub const fn minus(self, other: Amount) -> Amount {
        Amount {
            calls: self.calls.saturating_sub(other.calls),
            tokens: self.tokens.saturating_sub(other.tokens),
            micros: self.micros.saturating_sub(other.micros),
        }
    }
}
