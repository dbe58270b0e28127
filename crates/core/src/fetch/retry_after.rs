//! The `Retry-After` header: seconds, or a date in any of the three forms of HTTP.
//!
//! Never answers with a wait that makes no sense: the caller's own backoff is better than a guess.

use jiff::fmt::{rfc2822, strtime};
use jiff::tz::TimeZone;

use super::schedule::LONGEST_WAIT_MS;

/// How long the header asks to wait, in ms and at most one hour.
///
/// Negative numbers, zero, dates that have passed and junk ask for nothing: `None`, so that a
/// server which says 0 for ever is not asked again at once for ever.
pub fn retry_after(header: &str, now_ms: i64) -> Option<i64> {
    let text = header.trim();
    let wait = match seconds(text) {
        Some(seconds) => seconds.saturating_mul(1000),
        None => date_ms(text)?.saturating_sub(now_ms),
    };
    (wait > 0).then(|| wait.min(LONGEST_WAIT_MS))
}

fn seconds(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // More digits than fit are a very long wait, which is capped anyway.
    digits.then(|| text.parse().unwrap_or(i64::MAX))
}

fn date_ms(text: &str) -> Option<i64> {
    let obsolete = ["%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"];
    let fixdate = rfc2822::parse(text).ok().map(|at| at.timestamp());
    let timestamp = fixdate.or_else(|| obsolete.iter().find_map(|form| utc(form, text)))?;
    Some(timestamp.as_millisecond())
}

fn utc(form: &str, text: &str) -> Option<jiff::Timestamp> {
    let datetime = strtime::parse(form, text).ok()?.to_datetime().ok()?;
    TimeZone::UTC.to_timestamp(datetime).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-09-25T02:35:00Z
    const NOW_MS: i64 = 1_790_303_700_000;

    #[test]
    fn seconds_and_dates_are_waits() {
        // Case of a public report: 429 was retried at once although the answer said when.
        assert_eq!(retry_after("7", NOW_MS), Some(7_000));
        let date = "Fri, 25 Sep 2026 02:36:30 GMT";
        assert_eq!(retry_after(date, NOW_MS), Some(90_000));
    }

    #[test]
    fn what_asks_for_nothing_leaves_the_wait_to_the_caller() {
        for text in ["-5", "soon", "", "0", "7 s", "1.5", "Fri, 25 Sep 2026"] {
            assert_eq!(retry_after(text, NOW_MS), None, "{text}");
        }
        let passed = "Fri, 25 Sep 2026 02:34:30 GMT";
        assert_eq!(retry_after(passed, NOW_MS), None);
    }

    #[test]
    fn a_long_wait_is_cut_to_an_hour_and_so_is_parked_not_slept() {
        let longest_inline_wait_ms = 120_000;
        let wait = retry_after("86400", NOW_MS).unwrap();
        assert_eq!(wait, LONGEST_WAIT_MS);
        assert!(wait > longest_inline_wait_ms);
        assert_eq!(retry_after(&"9".repeat(40), NOW_MS), Some(LONGEST_WAIT_MS));
    }

    #[test]
    fn the_obsolete_date_forms_are_read_too() {
        let rfc850 = "Friday, 25-Sep-26 02:36:30 GMT";
        let asctime = "Fri Sep 25 02:36:30 2026";
        assert_eq!(retry_after(rfc850, NOW_MS), Some(90_000));
        assert_eq!(retry_after(asctime, NOW_MS), Some(90_000));
    }
}
