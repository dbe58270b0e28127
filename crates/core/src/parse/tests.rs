//! Good and bad responses of the boards.

mod ashby;
mod bad_input;
mod greenhouse;
mod hackernews;
mod identity;
mod json_feed;
mod lever;
mod records;
mod recruitee;
mod smartrecruiters;
mod values;
mod walls;
mod workable;
mod workday;

use super::{Format, Parsed, Response, parse};
use crate::canonical::canonicalize;
use crate::item::Item;

/// 2026-09-25T02:35:00Z
const FETCHED_AT_MS: i64 = 1_790_303_700_000;

fn response(body: &[u8]) -> Response<'_> {
    Response {
        body,
        content_type: None,
        url: None,
        site_tz: None,
        lang: None,
        at_ms: FETCHED_AT_MS,
        format: None,
        ..Response::default()
    }
}

fn read(body: &str) -> Parsed {
    parse(&response(body.as_bytes())).unwrap()
}

fn only(body: &str) -> Item {
    let mut parsed = read(body);
    assert_eq!(
        (parsed.items.len(), parsed.rejected.len()),
        (1, 0),
        "{parsed:?}"
    );
    parsed.items.remove(0)
}

fn seen(item: &Item) -> String {
    canonicalize(&item.content).text
}

fn failure(body: &[u8]) -> String {
    let reason = parse(&response(body)).unwrap_err();
    assert_eq!(reason.code.as_str(), "unreadable_response");
    reason.detail
}
