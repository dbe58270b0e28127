//! Tables of texts and what they mean; the cases of the published bugs first.

mod absolute;
mod order;
mod properties;
mod relative;

use super::*;

const NOW: &str = "2026-09-25T02:35:00Z";

pub(super) fn ms(at: &str) -> i64 {
    at.parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

pub(super) fn given(tz: Option<&'static str>) -> Given<'static> {
    Given {
        now_ms: ms(NOW),
        site_tz: tz,
        ..Given::default()
    }
}

#[track_caller]
fn all(given: Given, rows: &[(&str, &str)]) {
    for (text, utc) in rows {
        let read = read(text, &given);
        let shown = read.as_ref().ok().and_then(|moment| moment.utc.clone());
        assert_eq!(shown.as_deref(), Some(*utc), "{text}: {read:?}");
    }
}

#[track_caller]
fn none(given: Given, texts: &[&str]) {
    for text in texts {
        assert!(
            read(text, &given).is_err(),
            "{text}: {:?}",
            read(text, &given)
        );
    }
}

#[test]
fn reads_the_feed_and_byline_times_of_the_published_bugs() {
    let rows = [
        ("Thu, 24 Sep 26 00:03:07 +0200", "2026-09-23T22:03:07Z"),
        ("Wed, 23 Sep 98 10:00:00 GMT", "1998-09-23T10:00:00Z"),
        (
            "Thursday September 24, 2026 9:20 am PDT",
            "2026-09-24T16:20:00Z",
        ),
        (
            "Thursday September 24, 2026 9:20 am PDT by Staff",
            "2026-09-24T16:20:00Z",
        ),
    ];
    all(given(None), &rows);
    let rows = [
        ("2026/9/24 16:20:05", "2026-09-24T08:20:05Z"),
        ("2026/9/4", "2026-09-04"),
        ("2026-5-28 16:05:36", "2026-05-28T08:05:36Z"),
    ];
    all(given(Some("Asia/Shanghai")), &rows);
    let rows = [
        ("Mo, 21 Sep 2026 14:07:52", "2026-09-21T12:07:52Z"),
        ("Di, 06 Okt 2026 08:00:00 +0200", "2026-10-06T06:00:00Z"),
    ];
    all(given(Some("Europe/Berlin")), &rows);
}

#[test]
fn reads_the_list_times_of_the_published_bugs() {
    let fetched = "2026-09-25T02:35:00Z";
    let rows = [
        ("2分鐘前", fetched, "Asia/Taipei", "2026-09-25T02:33:00Z"),
        ("2 分钟前", fetched, "Asia/Shanghai", "2026-09-25T02:33:00Z"),
        ("刚刚", fetched, "Asia/Shanghai", "2026-09-25T02:35:00Z"),
        (
            "今天 10:30",
            fetched,
            "Asia/Shanghai",
            "2026-09-25T02:30:00Z",
        ),
        (
            "昨天 23:50",
            fetched,
            "Asia/Shanghai",
            "2026-09-24T15:50:00Z",
        ),
        ("3分钟前", fetched, "Asia/Shanghai", "2026-09-25T02:32:00Z"),
        (
            "2 hours ago",
            fetched,
            "America/New_York",
            "2026-09-25T00:35:00Z",
        ),
        ("1 minute ago", fetched, "UTC", "2026-09-25T02:34:00Z"),
        (
            "11-08 13:27",
            "2026-11-08T06:00:00Z",
            "Asia/Shanghai",
            "2026-11-08T05:27:00Z",
        ),
        (
            "11月08日 13:27",
            "2026-11-09T06:00:00Z",
            "Asia/Shanghai",
            "2026-11-08T05:27:00Z",
        ),
    ];
    for (text, fetched, zone, utc) in rows {
        let now_ms = ms(fetched);
        all(
            Given {
                now_ms,
                ..given(Some(zone))
            },
            &[(text, utc)],
        );
    }
}
