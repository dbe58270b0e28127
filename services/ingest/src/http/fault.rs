//! What went wrong with a fetch: a class that decides about the retry, and words for people.
//!
//! Words never hold an address: the client's own errors do, with its secrets, so they are dropped.

use std::error::Error;

use readonce_core::fetch::gate::Refused;
use readonce_model::ErrorClass;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{class}: {words}")]
pub(crate) struct Fault {
    pub(crate) class: ErrorClass,
    pub(crate) words: String,
    /// Wait that was asked for, in ms.
    pub(crate) retry_after_ms: Option<i64>,
}

impl Fault {
    pub(crate) fn new(class: ErrorClass, words: impl Into<String>) -> Self {
        Self {
            class,
            words: words.into(),
            retry_after_ms: None,
        }
    }

    pub(crate) fn too_large(bytes: u64, most: u64) -> Self {
        let words = format!("the body has {bytes} bytes or more, and the source allows {most}");
        Self::new(ErrorClass::TooLarge, words)
    }

    /// Sorts an error of the HTTP client.
    pub(crate) fn from_client(error: reqwest::Error) -> Self {
        if let Some(refused) = find::<Refused>(&error) {
            return refused.clone().into();
        }
        let cause = root(&error);
        if error.is_builder() {
            return Self::new(
                ErrorClass::Config,
                format!("no request can be made: {cause}"),
            );
        }
        if error.is_timeout() {
            return Self::new(
                ErrorClass::Timeout,
                format!("no connection in time: {cause}"),
            );
        }
        let words = match error.is_connect() {
            true => format!("no connection: {cause}"),
            false => format!("the connection broke: {cause}"),
        };
        Self::new(ErrorClass::Unreachable, words)
    }
}

impl From<Refused> for Fault {
    /// A name that does not resolve may resolve later; the rest needs somebody to look at it.
    fn from(refused: Refused) -> Self {
        let class = match refused {
            Refused::Unresolved(_) => ErrorClass::Unreachable,
            _ => ErrorClass::Config,
        };
        Self::new(class, refused.to_string())
    }
}

type Any = dyn Error + 'static;

fn chain(error: &Any) -> impl Iterator<Item = &Any> {
    std::iter::successors(Some(error), |error| (*error).source())
}

fn find<E: Error + 'static>(error: &Any) -> Option<&E> {
    chain(error).find_map(|error| error.downcast_ref::<E>())
}

/// The innermost error says what happened; the ones around it repeat the address.
fn root(error: &Any) -> String {
    chain(error)
        .filter(|error| error.downcast_ref::<reqwest::Error>().is_none())
        .last()
        .map_or_else(|| "no reason given".to_owned(), ToString::to_string)
}
