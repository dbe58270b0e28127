//! A call that asked only for the rest: its answer and what was lifted become one profile.

use readonce_model::record::{Profile, ProfileStatus};

use super::Lifted;
use crate::extract::contract::says_nothing;
use crate::extract::ledger::Record;
use crate::extract::quarantine;

/// Completes the profile among the records of such a call. What the call cost stays its own.
pub fn finish(records: Vec<Record>, lifted: &Lifted) -> Vec<Record> {
    let complete = |record| match record {
        Record::Profile(profile) => Record::Profile(Box::new(whole(*profile, lifted))),
        other => other,
    };
    records.into_iter().map(complete).collect()
}

fn whole(asked: Profile, lifted: &Lifted) -> Profile {
    let mut answer = lifted.known.clone();
    answer.extend(asked.answer);
    let evidence = quarantine::marked(asked.evidence, lifted.quarantined.clone());
    Profile {
        evidence,
        status: status_of(&answer),
        flags: [lifted.flags.clone(), asked.flags].concat(),
        lifted_from: Some(lifted.from.clone()),
        lift_version: Some(lifted.version.clone()),
        asked_fields: lifted.ask.clone(),
        answer,
        ..asked
    }
}

pub(in crate::extract) fn status_of(
    answer: &serde_json::Map<String, serde_json::Value>,
) -> ProfileStatus {
    match answer.values().all(says_nothing) {
        true => ProfileStatus::Empty,
        false => ProfileStatus::Ok,
    }
}
