//! Times as sites write them: absolute in the form of their kind, or counted from now in words.

use jiff::Timestamp;
use jiff::tz::Offset;

use crate::random::Random;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

fn at(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or_default()
}

/// `2026-09-07T05:58:03Z`
pub(super) fn utc(ms: i64) -> String {
    Timestamp::from_second(ms / 1000)
        .unwrap_or_default()
        .to_string()
}

/// `2026-09-07`, in UTC.
pub(super) fn date(ms: i64) -> String {
    utc(ms).chars().take(10).collect()
}

/// `Mon, 07 Sep 2026 05:58:03 +0000`
pub(super) fn rfc2822(ms: i64) -> String {
    let local = Offset::UTC.to_datetime(at(ms));
    local.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
}

/// `2026-09-07T01:58:03-04:00`
pub(super) fn eastern(ms: i64) -> String {
    let local = Offset::constant(-4).to_datetime(at(ms));
    local.strftime("%Y-%m-%dT%H:%M:%S-04:00").to_string()
}

/// `2026-09-07 13:58`, in Shanghai or in UTC.
pub(super) fn local(ms: i64, chinese: bool) -> String {
    let hours = if chinese { 8 } else { 0 };
    let local = Offset::constant(hours).to_datetime(at(ms));
    local.strftime("%Y-%m-%d %H:%M").to_string()
}

/// How long ago, in words: whole units that have passed. Older than a week is a date.
pub(super) fn ago(published_ms: i64, now_ms: i64, chinese: bool, random: &mut Random) -> String {
    let age_ms = now_ms - published_ms;
    let (count, english, han) = match age_ms {
        age if age < HOUR_MS => (age / MINUTE_MS, "minute", "分钟"),
        // Some sites stay with minutes for a while.
        age if age < 3 * HOUR_MS && random.chance(300) => (age / MINUTE_MS, "minute", "分钟"),
        age if age < DAY_MS => (age / HOUR_MS, "hour", "小时"),
        age if age < 7 * DAY_MS => (age / DAY_MS, "day", "天"),
        _ => return local(published_ms, chinese),
    };
    match chinese {
        true => format!("{count}{}{han}前", random.pick(&["", "", " "])),
        false => format!("{count} {english}{} ago", if count == 1 { "" } else { "s" }),
    }
}
