//! robots.txt: which addresses a site asks not to fetch.

use readonce_model::Reason;

use super::Source;
use super::body::unreadable;
use super::found::Found;

pub(super) fn read(_source: &Source) -> Result<Found, Reason> {
    Err(unreadable("robots.txt holds no items".to_owned()))
}
