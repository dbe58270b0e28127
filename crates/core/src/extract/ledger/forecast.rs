//! What would follow if every call for a key failed in the same way. For people who ask; it goes
//! through `decide` itself, so it cannot promise what the ledger would not do.

use readonce_model::record::{CallState, ExtractAttempt};
use readonce_model::{ContentHash, ContractId, ErrorClass, ItemId};

use super::{Decision, Facts, Liftable, NextCall, Policy, decide};

/// The further calls after a first one that failed so, in order; then the key is given up.
///
/// A wrong configuration is asked again until somebody mends it; its calls end the list at the
/// policy's number of attempts.
pub fn forecast(
    class: ErrorClass,
    (item, contract): (&ItemId, &ContractId),
    policy: &Policy,
) -> Vec<NextCall> {
    let failed = |call| failed(call, class, item, contract);
    let first = NextCall {
        attempt: 1,
        earlier_attempts: 0,
        max_output_tokens: policy.max_output_tokens,
    };
    let mut last = failed(first);
    let mut further = Vec::new();
    for _ in 1..policy.max_attempts {
        let Decision::Call(call) = decide(&after(&last, policy)) else {
            break;
        };
        further.push(call);
        last = failed(call);
    }
    further
}

/// The failure is known, nobody has asked again, and every wait is over.
fn after<'a>(last: &'a ExtractAttempt, policy: &'a Policy) -> Facts<'a> {
    Facts {
        known: None,
        lift: Liftable::No,
        last: Some(last),
        in_flight: false,
        spooled: None,
        collects: false,
        requested_at_ms: last.started_at_ms,
        now_ms: i64::MAX,
        policy,
    }
}

/// What the attempt is about plays no part in the decision, but a record names it.
fn failed(
    call: NextCall,
    class: ErrorClass,
    item: &ItemId,
    contract: &ContractId,
) -> ExtractAttempt {
    ExtractAttempt {
        content_hash: ContentHash::from_bytes([0; 32]),
        contract: contract.clone(),
        attempt: call.attempt,
        state: CallState::Failed,
        owner: String::new(),
        started_at_ms: 0,
        lease_until_ms: 0,
        finished_at_ms: Some(0),
        error_class: Some(class.as_str().to_owned()),
        error: None,
        billed: None,
        config_version: String::new(),
        provider: String::new(),
        model: String::new(),
        tokens_in: None,
        tokens_out: None,
        cost_micros: 0,
        estimated_tokens: None,
        estimated_cost_micros: None,
        caused_by_item: item.clone(),
        caused_by_raw_partition: 0,
        caused_by_raw_offset: 0,
        earlier_attempts: call.earlier_attempts,
        max_output_tokens: Some(call.max_output_tokens),
        part: None,
        parts: None,
        lane: None,
        submit_until_ms: None,
    }
}
