//! Times counted from the fetch, in English and Chinese of both scripts: how far back, in which
//! unit, and whether that is only a bound. Never looks at a clock itself.

use super::token::Scanner;
use super::{Precision, Unread};

/// An amount of time before the fetch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Back {
    pub(super) seconds: i64,
    pub(super) days: i64,
    pub(super) months: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relative {
    pub(super) back: Back,
    /// The smallest unit that is named.
    pub(super) unit: Precision,
    /// "30+ days ago": that long or longer.
    pub(super) is_bound: bool,
}

const NOW: &[&str] = &["now", "moments", "seconds"];

const NOW_RUNS: &[(&str, ())] = &[
    ("刚刚", ()),
    ("剛剛", ()),
    ("刚才", ()),
    ("剛才", ()),
    ("方才", ()),
    ("几秒前", ()),
    ("幾秒前", ()),
    ("几秒钟前", ()),
    ("幾秒鐘前", ()),
];

/// Days by name, as days back.
const DAYS: &[(&str, i64)] = &[
    ("大前天", 3),
    ("今天", 0),
    ("今日", 0),
    ("昨天", 1),
    ("昨日", 1),
    ("前天", 2),
    ("前日", 2),
    ("明天", -1),
    ("明日", -1),
    ("后天", -2),
    ("後天", -2),
];

const UNIT_RUNS: &[(&str, Precision)] = &[
    ("秒钟", Precision::Second),
    ("秒鐘", Precision::Second),
    ("秒", Precision::Second),
    ("分钟", Precision::Minute),
    ("分鐘", Precision::Minute),
    ("分", Precision::Minute),
    ("个小时", Precision::Hour),
    ("個小時", Precision::Hour),
    ("小时", Precision::Hour),
    ("小時", Precision::Hour),
    ("个钟头", Precision::Hour),
    ("個鐘頭", Precision::Hour),
    ("钟头", Precision::Hour),
    ("鐘頭", Precision::Hour),
    ("天", Precision::Day),
    ("日", Precision::Day),
    ("周", Precision::Week),
    ("週", Precision::Week),
    ("个星期", Precision::Week),
    ("個星期", Precision::Week),
    ("星期", Precision::Week),
    ("个礼拜", Precision::Week),
    ("個禮拜", Precision::Week),
    ("个月", Precision::Month),
    ("個月", Precision::Month),
    ("年", Precision::Year),
];

/// "Just now" and its like.
pub(super) fn now(scanner: &mut Scanner) -> bool {
    if scanner.eat_run(NOW_RUNS).is_some() {
        return true;
    }
    let ahead = usize::from(scanner.is_word(0, &["just", "right", "few"]));
    let ahead = if scanner.is_word(0, &["a"]) && scanner.is_word(1, &["few"]) {
        2
    } else {
        ahead
    };
    let is_ago = scanner.is_word(ahead.saturating_add(1), &["ago"]);
    let is_now = scanner.is_word(ahead, NOW) && (is_ago || scanner.is_word(ahead, &["now"]));
    scanner.advance(if is_now {
        ahead.saturating_add(1 + usize::from(is_ago))
    } else {
        0
    });
    is_now
}

/// A day by its name, as days back.
pub(super) fn named_day(scanner: &mut Scanner) -> Option<i64> {
    if let Some(back) = scanner.eat_run(DAYS) {
        return Some(back);
    }
    let is_before = scanner.is_word(0, &["day"]) && scanner.is_word(1, &["before"]);
    if is_before && scanner.is_word(2, &["yesterday"]) {
        scanner.advance(3);
        return Some(2);
    }
    let back = match scanner.word(0)? {
        "today" => 0,
        "yesterday" => 1,
        "tomorrow" => -1,
        _ => return None,
    };
    scanner.advance(1);
    Some(back)
}

/// "2 hours ago", 3小时前, "30+ days ago".
pub(super) fn ago(scanner: &mut Scanner) -> Result<Option<Relative>, Unread> {
    let start = scanner.at;
    let mut is_bound = before_amount(scanner);
    let mut back = Back::default();
    let mut smallest: Option<Precision> = None;
    while let Some((amount, is_open)) = amount(scanner) {
        is_bound |= is_open;
        let Some(unit) = unit(scanner).filter(|unit| smallest.is_none_or(|last| *unit < last))
        else {
            break;
        };
        back.add(amount, unit)?;
        smallest = Some(unit);
        is_bound |= scanner.eat_run(&[("以上", ())]).is_some();
        scanner.eat_mark(&[',']);
        scanner.eat_word(&["and"]);
    }
    let is_ago = scanner.eat_word(&["ago"]) || eat_before(scanner);
    is_bound |= is_ago && scanner.eat_run(&[("以上", ())]).is_some();
    if let Some(half) = half(scanner, start) {
        return Ok(Some(half));
    }
    let found = smallest.filter(|_| is_ago);
    if found.is_none() {
        scanner.at = start;
    }
    Ok(found.map(|unit| Relative {
        back,
        unit,
        is_bound,
    }))
}

fn eat_before(scanner: &mut Scanner) -> bool {
    scanner
        .eat_run(&[("以前", ()), ("之前", ()), ("前", ())])
        .is_some()
}

/// "half an hour ago", 半小时前.
fn half(scanner: &mut Scanner, start: usize) -> Option<Relative> {
    let mut ahead = scanner.clone();
    ahead.at = start;
    let is_english = ahead.eat_word(&["half"]);
    let is_half = if is_english {
        ahead.eat_word(&["an", "a"]);
        ahead.eat_word(&["hour"]) && ahead.eat_word(&["ago"])
    } else {
        ahead.eat_mark(&['半'])
            && unit(&mut ahead) == Some(Precision::Hour)
            && eat_before(&mut ahead)
    };
    if !is_half {
        return None;
    }
    scanner.at = ahead.at;
    let back = Back {
        seconds: 30 * 60,
        ..Back::default()
    };
    Some(Relative {
        back,
        unit: Precision::Minute,
        is_bound: false,
    })
}

/// Reads over "about" and "over"; true if the amount is a lower bound.
fn before_amount(scanner: &mut Scanner) -> bool {
    scanner.eat_word(&["about", "around", "approximately", "approx", "circa", "ca"]);
    scanner.eat_run(&[
        ("大约", ()),
        ("大約", ()),
        ("大概", ()),
        ("约", ()),
        ("約", ()),
        ("~", ()),
    ]);
    if scanner.is_word(0, &["more"]) && scanner.is_word(1, &["than"]) {
        scanner.advance(2);
        return true;
    }
    let runs = [("超过", ()), ("超過", ()), (">", ())];
    scanner.eat_word(&["over"]) || scanner.eat_run(&runs).is_some()
}

/// An amount, and whether a "+" stands behind it.
fn amount(scanner: &mut Scanner) -> Option<(i64, bool)> {
    let said = scanner.number(0).filter(|n| n.1 <= 6).map(|n| n.0);
    let amount = said.or_else(|| scanner.word(0).and_then(word_amount))?;
    scanner.advance(1);
    let is_open = scanner.eat_mark(&['+', '多', '余', '餘']);
    let has_more = scanner.is_word(0, &["or"]) && scanner.is_word(1, &["more"]);
    scanner.advance(if has_more { 2 } else { 0 });
    Some((amount, is_open || has_more))
}

fn word_amount(word: &str) -> Option<i64> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let at = WORDS.iter().position(|known| *known == word);
    let is_one = matches!(word, "a" | "an");
    at.and_then(|at| i64::try_from(at).ok())
        .or(is_one.then_some(1))
}

fn unit(scanner: &mut Scanner) -> Option<Precision> {
    if let Some(unit) = scanner.eat_run(UNIT_RUNS) {
        return Some(unit);
    }
    let unit = match scanner.word(0)? {
        "second" | "seconds" | "sec" | "secs" | "s" => Precision::Second,
        "minute" | "minutes" | "min" | "mins" | "m" => Precision::Minute,
        "hour" | "hours" | "hr" | "hrs" | "h" => Precision::Hour,
        "day" | "days" | "d" => Precision::Day,
        "week" | "weeks" | "wk" | "wks" | "w" => Precision::Week,
        "month" | "months" | "mo" | "mos" | "mth" | "mths" => Precision::Month,
        "year" | "years" | "yr" | "yrs" | "y" => Precision::Year,
        _ => return None,
    };
    scanner.advance(1);
    scanner.eat_mark(&['.']);
    Some(unit)
}

impl Back {
    fn add(&mut self, amount: i64, unit: Precision) -> Result<(), Unread> {
        let (part, each) = match unit {
            Precision::Second => (&mut self.seconds, 1),
            Precision::Minute => (&mut self.seconds, 60),
            Precision::Hour => (&mut self.seconds, 3600),
            Precision::Day => (&mut self.days, 1),
            Precision::Week => (&mut self.days, 7),
            Precision::Month => (&mut self.months, 1),
            Precision::Year => (&mut self.months, 12),
        };
        let sum = amount
            .checked_mul(each)
            .and_then(|more| part.checked_add(more));
        *part = sum.ok_or(Unread::OutOfRange)?;
        Ok(())
    }
}
