//! What kind of trouble it is: decides whether a call is tried again and who has to act.

use std::fmt;

/// Class of a failure. Stable words: they are labels, columns and dead-letter headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorClass {
    /// Nobody answered: refused, reset, DNS.
    Unreachable,
    /// The answer did not come in time; a paid call may have been charged.
    Timeout,
    /// 429.
    RateLimited,
    /// 5xx.
    Http5xx,
    /// 4xx other than 429: the request itself is wrong.
    Http4xx,
    /// The bytes do not have the promised form.
    Unreadable,
    /// The answer of a model stops at its token limit.
    Truncated,
    /// The model declined, or a content filter did.
    Refused,
    /// The answer is whole but breaks its contract.
    Invalid,
    /// Too large to carry.
    TooLarge,
    /// Some parts of a long text are answered, the others were not asked yet.
    Unfinished,
    /// The attempts of a key are used up.
    GivenUp,
    /// A mistake in configuration or catalog.
    Config,
}

impl ErrorClass {
    pub const ALL: [ErrorClass; 13] = [
        ErrorClass::Unreachable,
        ErrorClass::Timeout,
        ErrorClass::RateLimited,
        ErrorClass::Http5xx,
        ErrorClass::Http4xx,
        ErrorClass::Unreadable,
        ErrorClass::Truncated,
        ErrorClass::Refused,
        ErrorClass::Invalid,
        ErrorClass::TooLarge,
        ErrorClass::Unfinished,
        ErrorClass::GivenUp,
        ErrorClass::Config,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            ErrorClass::Unreachable => "unreachable",
            ErrorClass::Timeout => "timeout",
            ErrorClass::RateLimited => "rate_limited",
            ErrorClass::Http5xx => "http_5xx",
            ErrorClass::Http4xx => "http_4xx",
            ErrorClass::Unreadable => "unreadable",
            ErrorClass::Truncated => "truncated",
            ErrorClass::Refused => "refused",
            ErrorClass::Invalid => "invalid",
            ErrorClass::TooLarge => "too_large",
            ErrorClass::Unfinished => "unfinished",
            ErrorClass::GivenUp => "given_up",
            ErrorClass::Config => "config",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.as_str() == text)
    }

    /// Whether the same call may succeed later without anybody changing anything.
    pub const fn is_transient(self) -> bool {
        matches!(
            self,
            ErrorClass::Unreachable
                | ErrorClass::Timeout
                | ErrorClass::RateLimited
                | ErrorClass::Http5xx
        )
    }
}

impl fmt::Display for ErrorClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
