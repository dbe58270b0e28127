//! When to fetch, what to fetch next, what an answer is worth, and where a fetch may go.
//!
//! ingest carries these decisions out; nothing here opens a socket, reads a clock or an environment.
//!
//! | file | question it answers |
//! |---|---|
//! | `task` | may this instance run the task now, and what does the task become |
//! | `schedule` | when is the next run, and how long to wait after a failure |
//! | `retry_after` | what does a `Retry-After` header ask for |
//! | `source` | what does a catalog document say about a source, and what is wrong with it |
//! | `credential` | what in a URL or header is a secret and must never be stored |
//! | `paging` | which page comes next, and was the whole list seen |
//! | `gate` | may a fetch go to this address |
//! | `response` | can the answer be used |
//!
//! Entry points: [`source::parse_source`], [`task::decide`], [`paging::Pager`], [`gate::check`],
//! [`response::judge`].
//!
//! Invariants:
//! - Equal arguments give equal decisions: jitter comes from hashes, never from chance.
//! - Only the holder of a lease may renew it or end its run; everybody else gets [`task::LeaseLost`].
//! - A source is never given up: every ending leaves a due time behind.
//! - A run counts as complete only when an empty page or a list without paging ended it.
//! - No credential leaves through here: catalog documents may only name it, URLs lose it.

pub mod credential;
pub mod gate;
pub mod paging;
pub mod response;
mod retry_after;
pub mod schedule;
pub mod source;
pub mod task;

pub use retry_after::retry_after;
