//! Day or month first: by the source, by what is certain, by a document's evidence.

use super::{all, given};
use crate::facts::time::{Given, Unread, day_first_by_evidence, read};

fn ordered(day_first: bool) -> Given<'static> {
    Given {
        day_first: Some(day_first),
        ..given(None)
    }
}

#[test]
fn only_certain_slash_dates_are_read_without_an_order() {
    all(
        given(None),
        &[
            ("24/09/2026", "2026-09-24"),
            ("09/24/2026 16:20", "2026-09-24T16:20:00Z"),
            ("09/09/2026", "2026-09-09"),
            ("9/24/26", "2026-09-24"),
            ("24-09-2026", "2026-09-24"),
            ("09/2026", "2026-09"),
            ("04.09.2026", "2026-09-04"),
        ],
    );
    for text in [
        "04/09/2026",
        "4/9/2026 16:20",
        "04-09-2026",
        "04/09/26",
        "13/09/26",
        "04/09",
    ] {
        assert_eq!(read(text, &given(None)), Err(Unread::Ambiguous), "{text}");
    }
}

#[test]
fn the_order_of_the_source_decides_and_is_never_overruled_by_a_value() {
    all(
        ordered(true),
        &[("04/09/2026", "2026-09-04"), ("13/09/26", "2026-09-13")],
    );
    all(
        ordered(false),
        &[("04/09/2026", "2026-04-09"), ("04-09-26", "2026-04-09")],
    );
    assert_eq!(read("24/09/2026", &ordered(false)), Err(Unread::OutOfRange));
    assert_eq!(read("09/24/2026", &ordered(true)), Err(Unread::OutOfRange));
}

#[test]
fn evidence_is_taken_from_all_values_together() {
    let rows: [(&[&str], Option<bool>); 7] = [
        (&["04/09/2026", "24/09/2026"], Some(true)),
        (&["04/09/2026", "09/24/2026 10:00"], Some(false)),
        (&["Posted 24-09-2026"], Some(true)),
        (&["24/09/2026", "09/24/2026"], None),
        (&["04/09/2026", "05/09/2026"], None),
        (
            &[
                "2026/09/24",
                "24.09.2026",
                "Sep 24, 2026",
                "99/99/2026",
                "1/30/2",
            ],
            None,
        ),
        (&[], None),
    ];
    for (values, expected) in rows {
        assert_eq!(day_first_by_evidence(values), expected, "{values:?}");
    }
}
