//! Times counted from the fetch.

use super::{all, given, ms, none};
use crate::facts::time::{Given, Precision, Unread, is_after, read};

#[test]
fn reads_english_and_chinese_of_both_scripts() {
    all(
        given(Some("Asia/Shanghai")),
        &[
            ("Today, 10:30", "2026-09-25T02:30:00Z"),
            ("30 mins ago", "2026-09-25T02:05:00Z"),
            ("just now", "2026-09-25T02:35:00Z"),
            ("剛剛", "2026-09-25T02:35:00Z"),
            ("a few seconds ago", "2026-09-25T02:35:00Z"),
            ("45 seconds ago", "2026-09-25T02:34:15Z"),
            ("45秒前", "2026-09-25T02:34:15Z"),
            ("5 mins ago", "2026-09-25T02:30:00Z"),
            ("5m ago", "2026-09-25T02:30:00Z"),
            ("２分鐘前", "2026-09-25T02:33:00Z"),
            ("半小时前", "2026-09-25T02:05:00Z"),
            ("half an hour ago", "2026-09-25T02:05:00Z"),
            ("an hour ago", "2026-09-25T01:35:00Z"),
            ("about 3 hours ago", "2026-09-24T23:35:00Z"),
            ("1 hour, 20 minutes ago", "2026-09-25T01:15:00Z"),
            ("3小时前", "2026-09-24T23:35:00Z"),
            ("3 個小時前", "2026-09-24T23:35:00Z"),
            ("发布于 3小时前", "2026-09-24T23:35:00Z"),
            ("3小时前发布", "2026-09-24T23:35:00Z"),
            ("两小时之前", "2026-09-25T00:35:00Z"),
            ("3 hours ago by Staff", "2026-09-24T23:35:00Z"),
            ("yesterday", "2026-09-24"),
            ("Yesterday at 9:20 am", "2026-09-24T01:20:00Z"),
            ("10:30 today", "2026-09-25T02:30:00Z"),
            ("the day before yesterday", "2026-09-23"),
            ("前天", "2026-09-23"),
            ("前天 08:00", "2026-09-23T00:00:00Z"),
            ("昨日 下午3:05", "2026-09-24T07:05:00Z"),
            ("Posted 3 Days Ago", "2026-09-22"),
            ("Posted today", "2026-09-25"),
            ("3天前", "2026-09-22"),
            ("3 日前", "2026-09-22"),
            ("十二天前", "2026-09-13"),
            ("3 days ago at 10:41 am", "2026-09-22T02:41:00Z"),
            ("2 weeks ago", "2026-09-11"),
            ("1周前", "2026-09-18"),
            ("3 months ago", "2026-06"),
            ("兩個月前", "2026-07"),
            ("2 years ago", "2024"),
            ("2年前", "2024"),
        ],
    );
}

#[test]
fn an_amount_that_is_not_said_or_not_past_is_unread() {
    none(
        given(None),
        &[
            "ago",
            "hours ago",
            "several hours ago",
            "几天前",
            "in 3 days",
            "2h",
            "24 hours",
            "7 hours ago at 10:41 am",
            "2 hours ago 3 hours ago",
            "999999 years ago",
            "前",
        ],
    );
    assert_eq!(read("few hours ago", &given(None)), Err(Unread::Vague));
}

#[test]
fn the_precision_is_the_unit() {
    let rows = [
        ("刚刚", Precision::Minute, false),
        ("5 seconds ago", Precision::Second, false),
        ("2 分钟前", Precision::Minute, false),
        ("2 hours ago", Precision::Hour, false),
        ("yesterday", Precision::Day, true),
        ("昨天 23:50", Precision::Minute, true),
        ("2 weeks ago", Precision::Week, true),
        ("2 months ago", Precision::Month, true),
        ("2 years ago", Precision::Year, true),
    ];
    for (text, precision, tz_assumed) in rows {
        let moment = read(text, &given(Some("Asia/Shanghai"))).unwrap();
        assert_eq!(
            (moment.precision, moment.tz_assumed),
            (precision, tz_assumed),
            "{text}"
        );
        assert!(moment.is_relative, "{text}");
    }
}

#[test]
fn a_bound_is_no_time_but_the_last_possible_day() {
    let rows = [
        ("30+ days ago", "2026-08-26"),
        ("Posted 30+ Days Ago", "2026-08-26"),
        ("more than 30 days ago", "2026-08-26"),
        ("over 2 months ago", "2026-07-25"),
        ("30 or more days ago", "2026-08-26"),
        ("30天以上前", "2026-08-26"),
        ("超过30天前", "2026-08-26"),
        ("1+ years ago", "2025-09-25"),
    ];
    for (text, not_after) in rows {
        let moment = read(text, &given(None)).unwrap();
        assert_eq!(
            (moment.utc, moment.precision),
            (None, Precision::Day),
            "{text}"
        );
        assert_eq!(moment.not_after.as_deref(), Some(not_after), "{text}");
    }
}

#[test]
fn days_are_counted_at_the_source() {
    // 02:35 in UTC is the evening before in New York.
    all(
        given(Some("America/New_York")),
        &[("yesterday", "2026-09-23"), ("today", "2026-09-24")],
    );
    all(given(None), &[("yesterday", "2026-09-24")]);
}

#[test]
fn what_lies_wholly_after_the_fetch_is_after_it() {
    let rows = [
        ("2026-09-25T02:35:00Z", false),
        ("2026-09-25T02:35:01Z", true),
        ("2026-09-25", false),
        // It is the 26th at UTC+14 only from 10:00 in UTC on.
        ("2026-09-26", true),
        ("2026-09", false),
        ("2026-10", true),
        ("2027年", true),
        ("30+ days ago", false),
        ("just now", false),
    ];
    for (text, expected) in rows {
        let moment = read(text, &given(None)).unwrap();
        assert_eq!(is_after(&moment, ms(super::NOW)), expected, "{text}");
    }
    let late = Given {
        now_ms: ms("2026-09-25T11:00:00Z"),
        ..given(None)
    };
    let tomorrow = read("2026-09-26", &late).unwrap();
    assert!(!is_after(&tomorrow, late.now_ms));
}
