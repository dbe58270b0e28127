//! What a call that ended says about its endpoint, as far as other calls are concerned.

use readonce_model::ErrorClass;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It answers. A refusal, a cut or broken answer is about one content, not about the endpoint.
    Well,
    /// It does not keep up, or is not there.
    Overloaded,
    /// Something else answers in its place: the page of a proxy, for example.
    Astray,
    /// Nothing can be said of it.
    Unclear,
}

impl Sign {
    /// Of a failure's class, none for an answer; and whether the reply counted its tokens. What did
    /// comes from a model, whatever its text is worth.
    pub const fn of(class: Option<ErrorClass>, counts_tokens: bool) -> Self {
        match class {
            None => Sign::Well,
            Some(ErrorClass::Unreadable) if counts_tokens => Sign::Well,
            Some(
                ErrorClass::RateLimited
                | ErrorClass::Timeout
                | ErrorClass::Http5xx
                | ErrorClass::Unreachable,
            ) => Sign::Overloaded,
            Some(ErrorClass::Unreadable) => Sign::Astray,
            // A wrong key closes the endpoint by itself, and is not mended by waiting.
            Some(ErrorClass::Config | ErrorClass::GivenUp | ErrorClass::Unfinished) => {
                Sign::Unclear
            }
            Some(
                ErrorClass::Http4xx
                | ErrorClass::Truncated
                | ErrorClass::Refused
                | ErrorClass::Invalid
                | ErrorClass::TooLarge,
            ) => Sign::Well,
        }
    }

    /// Whether it speaks against making further calls.
    pub(super) const fn is_trouble(self) -> bool {
        matches!(self, Sign::Overloaded | Sign::Astray)
    }
}
