//! The record that is written and acknowledged before a call is made.

use readonce_model::record::{CallState, ExtractAttempt, ExtractRequest, Lane};

use super::NextCall;
use crate::extract::batch::Terms;
use crate::extract::budget::expect;
use crate::extract::config::ExtractionConfig;

/// A call that is about to be made.
#[derive(Clone, Copy, Debug)]
pub struct Announcement<'a> {
    pub request: &'a ExtractRequest,
    pub config: &'a ExtractionConfig,
    pub call: NextCall,
    /// The instance. Example: extract-1
    pub owner: &'a str,
    pub now_ms: i64,
}

/// The attempt as `started`, in doubt until the config's lease ends.
pub fn announce(announcement: Announcement) -> ExtractAttempt {
    let Announcement {
        request,
        config,
        call,
        owner,
        now_ms,
    } = announcement;
    let expected = expect(request, config, call.max_output_tokens);
    let sends_limit = config.provider.asks_a_model();
    ExtractAttempt {
        content_hash: request.content_hash,
        contract: request.contract.clone(),
        attempt: call.attempt,
        state: CallState::Started,
        owner: owner.to_owned(),
        started_at_ms: now_ms,
        lease_until_ms: now_ms.saturating_add(config.lease_ms()),
        finished_at_ms: None,
        error_class: None,
        error: None,
        billed: None,
        config_version: config.config_version(),
        provider: config.provider.as_str().to_owned(),
        model: config.model_name().to_owned(),
        tokens_in: None,
        tokens_out: None,
        cost_micros: 0,
        estimated_tokens: Some(expected.estimated_tokens()),
        estimated_cost_micros: Some(expected.estimated_cost_micros()),
        caused_by_item: request.caused_by_item.clone(),
        caused_by_raw_partition: request.caused_by_raw_partition,
        caused_by_raw_offset: request.caused_by_raw_offset,
        earlier_attempts: call.earlier_attempts,
        max_output_tokens: sends_limit.then_some(call.max_output_tokens),
        part: None,
        parts: None,
        lane: None,
        submit_until_ms: None,
    }
}

/// The attempt as a line of a batch. Its lease covers the batch's window; its answer is looked for
/// with the provider, so the lease only tells those who cannot look.
pub fn announce_by_batch(announcement: Announcement, terms: &Terms) -> ExtractAttempt {
    let (config, now_ms) = (announcement.config, announcement.now_ms);
    let submit_until_ms = terms.submit_until_ms(config, now_ms);
    ExtractAttempt {
        lease_until_ms: terms.lease_until_ms(submit_until_ms),
        lane: Some(Lane::Batch),
        submit_until_ms: Some(submit_until_ms),
        ..announce(announcement)
    }
}

/// A line that is in no batch, announced anew before it is put into one: under its number and on the
/// day on which it was announced first, by whoever sends it now and by the config of now.
pub fn announce_again(announced: &ExtractAttempt, anew: Anew) -> ExtractAttempt {
    let Anew {
        config,
        terms,
        owner,
        now_ms,
    } = anew;
    let submit_until_ms = terms.submit_until_ms(config, now_ms);
    ExtractAttempt {
        owner: owner.to_owned(),
        lease_until_ms: terms.lease_until_ms(submit_until_ms),
        submit_until_ms: Some(submit_until_ms),
        config_version: config.config_version(),
        provider: config.provider.as_str().to_owned(),
        model: config.model_name().to_owned(),
        ..announced.clone()
    }
}

/// Who sends a line that was announced before.
#[derive(Clone, Copy, Debug)]
pub struct Anew<'a> {
    pub config: &'a ExtractionConfig,
    pub terms: &'a Terms,
    pub owner: &'a str,
    pub now_ms: i64,
}

/// Whether an announced call may still be sent: it has to end before its lease does. A process
/// that was stopped between the announcement and the call finds out here.
pub fn may_send(attempt: &ExtractAttempt, config: &ExtractionConfig, now_ms: i64) -> bool {
    now_ms.saturating_add(i64::from(config.timeout_ms)) <= attempt.lease_until_ms
}
