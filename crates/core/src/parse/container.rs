//! Many responses or records in one file: WARC and NDJSON.

use readonce_model::Reason;

use super::Response;
use super::found::Found;

/// `None` when the bytes are no container.
pub(super) fn read(_response: &Response) -> Option<Result<Found, Reason>> {
    None
}
