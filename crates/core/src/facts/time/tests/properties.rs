//! No text makes the reader panic, loop or take its time; what is printed is read back.

use proptest::prelude::*;

use super::given;
use crate::facts::time::{Given, Unread, day_first_by_evidence, read};

const PIECES: &[&str] = &[
    "2026",
    "09",
    "24",
    "9",
    "0",
    "99",
    "-",
    "/",
    ".",
    ":",
    " ",
    "T",
    "Z",
    "+",
    "am",
    "pm",
    "Sep",
    "mar",
    "Thu",
    "ago",
    "days",
    "hour",
    "a",
    "half",
    "年",
    "月",
    "日",
    "前",
    "半",
    "小时",
    "下午",
    "十",
    "期",
    "(",
    ")",
    "[",
    "]",
    "utc",
    "est",
    "Europe/Berlin",
    "h",
    "yesterday",
    "今天",
    ",",
    "+0200",
    "16:20",
    "31",
    "12",
    "999999",
    "+",
    "以上",
    "of",
    "by",
    "\u{300}",
    "İ",
];

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,60}", now_ms: i64, day_first: Option<bool>) {
        let _ = read(&text, &Given { now_ms, day_first, ..Given::default() });
        let _ = day_first_by_evidence(&[&text]);
    }

    #[test]
    fn no_row_of_pieces_makes_it_panic(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..16),
        now_s in -377_705_023_201_i64..=253_402_207_200,
        zone in proptest::sample::select(&[None, Some("Asia/Shanghai"), Some("America/St_Johns")][..]),
    ) {
        let now_ms = now_s.saturating_mul(1000);
        let given = Given { now_ms, site_tz: zone, lang: Some("zh"), day_first: None };
        if let Ok(moment) = read(&pieces.concat(), &given) {
            prop_assert!(moment.utc.is_some() != moment.not_after.is_some());
        }
    }

    #[test]
    fn every_instant_is_read_back(seconds in 0_i64..4_102_444_800) {
        let text = jiff::Timestamp::from_second(seconds).unwrap().to_string();
        let moment = read(&text, &given(Some("Asia/Tokyo"))).unwrap();
        prop_assert_eq!(moment.utc, Some(text));
    }
}

#[test]
fn a_megabyte_is_refused_or_read_at_once() {
    for unit in ["1", "a", "年", "2026-09-24 ", "+", "1/", " "] {
        let text = unit.repeat(1_000_000 / unit.len());
        let expected = if unit == " " {
            Unread::Empty
        } else {
            Unread::TooLong
        };
        assert_eq!(read(&text, &given(None)), Err(expected), "{unit}");
        assert_eq!(day_first_by_evidence(&[&text]), None, "{unit}");
    }
    let padded = format!("{0}2026-09-24{0}", " ".repeat(500_000));
    assert_eq!(
        read(&padded, &given(None)).unwrap().utc.as_deref(),
        Some("2026-09-24")
    );
}
