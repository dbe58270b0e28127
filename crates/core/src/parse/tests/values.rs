//! Times, pay and the closed sets of words.

use rust_decimal::Decimal;

use super::FETCHED_AT_MS;
use crate::parse::moment::Moments;
use crate::parse::pay::{self, Pay};
use crate::parse::terms;

fn told(zone: Option<&str>, text: &str) -> Option<(String, &'static str, bool)> {
    let moments = Moments::new(zone, None, FETCHED_AT_MS).unwrap();
    let moment = moments.published(text)?;
    Some((moment.utc?, moment.precision.as_str(), moment.tz_assumed))
}

#[test]
fn times_are_utc_with_the_precision_of_the_text() {
    let shanghai = Some("Asia/Shanghai");
    for (zone, text, utc, precision, assumed) in [
        (
            None,
            "2026-04-17T05:58:03-04:00",
            "2026-04-17T09:58:03Z",
            "second",
            false,
        ),
        (
            None,
            "2021-04-27T20:13:45.158+00:00",
            "2021-04-27T20:13:45.158Z",
            "second",
            false,
        ),
        (
            None,
            "2026-04-17 09:58:03 UTC",
            "2026-04-17T09:58:03Z",
            "second",
            false,
        ),
        (
            None,
            "2026-09-24T10:30Z",
            "2026-09-24T10:30:00Z",
            "minute",
            false,
        ),
        (
            shanghai,
            "2026-09-24 16:20:05",
            "2026-09-24T08:20:05Z",
            "second",
            true,
        ),
        (
            None,
            "2026-09-24T16:20",
            "2026-09-24T16:20:00Z",
            "minute",
            true,
        ),
        (shanghai, "2026-09-04", "2026-09-04", "day", false),
    ] {
        let expected = Some((utc.to_owned(), precision, assumed));
        assert_eq!(told(zone, text), expected, "{text}");
    }
}

#[test]
fn what_is_no_time_or_lies_after_the_fetch_is_none() {
    for text in [
        "",
        "soon",
        "2026-13-01",
        "2026-09-25T02:35:01Z",
        "2026-09-26",
    ] {
        assert_eq!(told(Some("UTC"), text), None, "{text}");
    }
    // The day has begun in some zone, and which one is not known.
    assert!(told(None, "2026-09-25").is_some());
    assert!(told(Some("America/New_York"), "2026-09-25").is_none());
}

#[test]
fn intervals_are_read_from_the_words_of_boards() {
    for (words, interval) in [
        ("1 YEAR", Some("YEAR")),
        ("per-year-salary", Some("YEAR")),
        ("per-hour-wage", Some("HOUR")),
        ("per-month-salary", Some("MONTH")),
        ("Hourly Rate", Some("HOUR")),
        ("2 WEEK", None),
        ("bi-week-salary", None),
        ("one-time", None),
        ("NONE", None),
    ] {
        assert_eq!(pay::interval(words), interval, "{words}");
    }
}

#[test]
fn ranges_span_only_where_they_can_be_compared() {
    let range = |min: i64, currency: &str| Pay {
        min: Some(Decimal::from(min)),
        max: Some(Decimal::from(min + 10)),
        currency: Some(currency.to_owned()),
        interval: Some("YEAR"),
        months: None,
    };
    let spanned = pay::span(vec![range(5, "EUR"), range(1, "EUR"), Pay::default()]);
    assert_eq!(
        (spanned.min, spanned.max),
        (Some(1.into()), Some(15.into()))
    );
    assert_eq!(
        pay::span(vec![range(5, "EUR"), range(5, "USD")]),
        Pay::default()
    );
}

#[test]
fn employment_types_are_a_closed_set() {
    for (word, kind) in [
        ("Full-time", "full_time"),
        ("FullTime", "full_time"),
        ("Regular Full Time (Salary)", "full_time"),
        ("Part time", "part_time"),
        ("Full-time Intern", "internship"),
        ("Internal transfer", "other"),
        ("Contractor", "contract"),
        ("Fixed-Term Contract", "temporary"),
        ("Temp", "temporary"),
        ("Permanent", "other"),
    ] {
        assert_eq!(terms::employment_type(word), kind, "{word}");
    }
}

#[test]
fn a_place_tells_the_way_of_working_only_when_it_surely_does() {
    for (place, workplace) in [
        ("Remote", Some("remote")),
        ("Remote, Italy", Some("remote")),
        ("US - Remote", Some("remote")),
        ("Berlin (Hybrid)", Some("hybrid")),
        ("Remote - US; Remote - Canada", Some("remote")),
        ("Berlin or Remote", None),
        ("Berlin; Remote", None),
        ("Remoteville", None),
        ("", None),
    ] {
        assert_eq!(terms::workplace_of_place(place), workplace, "{place}");
    }
}

#[test]
fn a_way_of_working_is_no_place() {
    let names = [
        "Remote",
        "On-site",
        "Lisbon\nPorto",
        " Lisbon ",
        "Washington, D.C.",
    ];
    let places = terms::places(names.map(std::borrow::Cow::Borrowed));
    assert_eq!(places, ["Lisbon", "Porto", "Washington, D.C."]);
}
