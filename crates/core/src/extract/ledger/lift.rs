//! What is written when an earlier profile gave all of a later one: no call, no cost, no attempt.

use readonce_model::record::{ExtractAttempt, ExtractRequest, Profile};

use super::settle::heal;
use super::{Known, Record};
use crate::extract::lift::Lifted;
use crate::extract::lift::finish::status_of;

/// Whether an earlier contract has a profile of the same content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Liftable {
    /// None that leads to this contract.
    #[default]
    No,
    /// There is one, and nobody has looked at what it gives.
    Unread,
    /// It gives a part; a call asks for the rest.
    Part,
    /// It gives everything.
    Whole,
}

/// The number of an attempt that was never made.
const NO_ATTEMPT: i32 = 0;

/// The profile, and then the request goes. A pure function of the earlier profile: lifted again it
/// is the same record, so a crash in between costs nothing.
pub fn lift(
    request: &ExtractRequest,
    origin: &Profile,
    lifted: &Lifted,
    last: Option<&ExtractAttempt>,
) -> Vec<Record> {
    let profile = Profile {
        contract: request.contract.clone(),
        status: status_of(&lifted.known),
        attempt: NO_ATTEMPT,
        tokens_in: None,
        tokens_out: None,
        cost_micros: 0,
        flags: lifted.flags.clone(),
        caused_by_item: request.caused_by_item.clone(),
        caused_by_raw_partition: request.caused_by_raw_partition,
        caused_by_raw_offset: request.caused_by_raw_offset,
        caused_by_parser: request.caused_by_parser.clone(),
        lifted_from: Some(lifted.from.clone()),
        lift_version: Some(lifted.version.clone()),
        asked_fields: Vec::new(),
        answer: lifted.known.clone(),
        // When, by whom and in which words it was said: as the earlier profile has it.
        ..origin.clone()
    };
    let known = Known {
        attempt: NO_ATTEMPT,
        extracted_at_ms: profile.extracted_at_ms,
        tokens_in: None,
        tokens_out: None,
        cost_micros: 0,
    };
    let profile = Record::Profile(Box::new(profile));
    let healed = heal(last, &known);
    [profile]
        .into_iter()
        .chain(healed)
        .chain([Record::Tombstone])
        .collect()
}
