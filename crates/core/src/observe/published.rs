//! The time of publication over many readings: one value for as long as they agree.
//!
//! "2 hours ago" is another instant at every fetch, and a page that gives the day today may give
//! the second tomorrow. Neither is an edit. The first value stays until a reading contradicts it or
//! says it more finely. Never looks at a clock: the times of the readings are given.

use jiff::civil::{Date, Time};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Timestamp, ToSpan};
use readonce_model::record::{Facts, RawRecord};

use crate::facts::time::{self, Given, Precision};

/// What a later reading means for the time that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// There was none, or the new one contradicts it, or there is none any more.
    Taken,
    /// The readings agree and the known one says at least as much: it stays.
    Kept,
    /// The readings agree and the new one says more: it is taken, and nothing was edited.
    Refined,
}

/// Puts the time that holds into `now`.
pub(super) fn settle(before: &Facts, now: &mut Facts, raw: &RawRecord) -> Settled {
    let settled = compare(before, now, raw);
    if settled == Settled::Kept {
        keep(before, now);
    }
    settled
}

/// What was said then belongs together: the value, its text and what was assumed of it.
fn keep(before: &Facts, now: &mut Facts) {
    now.published_at.clone_from(&before.published_at);
    now.published_precision
        .clone_from(&before.published_precision);
    now.published_text.clone_from(&before.published_text);
    now.published_not_after
        .clone_from(&before.published_not_after);
    now.tz_assumed = before.tz_assumed;
}

fn compare(before: &Facts, now: &Facts, raw: &RawRecord) -> Settled {
    let same = before.published_at == now.published_at
        && before.published_not_after == now.published_not_after;
    if same {
        return Settled::Taken;
    }
    // Two days of one source begin at one hour, wherever that is. Only against an instant does the
    // zone matter.
    let zone = match is_instant(before) || is_instant(now) {
        true => Zone::of(raw.site_tz.as_deref()),
        false => Zone::Known(TimeZone::UTC),
    };
    let (Some(old), Some(new)) = (told(before, raw, &zone), told(now, raw, &zone)) else {
        return Settled::Taken;
    };
    match (old.span.meets(&new.span), says_more(&new, &old)) {
        (false, _) => Settled::Taken,
        (true, true) => Settled::Refined,
        (true, false) => Settled::Kept,
    }
}

fn is_instant(facts: &Facts) -> bool {
    let at = facts.published_at.as_deref();
    at.is_some_and(|at| at.parse::<Timestamp>().is_ok())
}

/// Whether a reading that agrees with the known one tells more than it.
fn says_more(new: &Told, old: &Told) -> bool {
    match (new.fineness, old.fineness) {
        // Of two bounds the earlier one says more.
        (None, None) => new.span.end_ms < old.span.end_ms,
        (None, Some(_)) => false,
        (Some(_), None) => true,
        (Some(new), Some(old)) => new < old,
    }
}

/// One reading of a time of publication.
struct Told {
    span: Span,
    /// None for a bound.
    fineness: Option<Precision>,
}

/// All instants that a reading may mean, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start_ms: i64,
    end_ms: i64,
}

impl Span {
    fn meets(&self, other: &Span) -> bool {
        self.start_ms <= other.end_ms && other.start_ms <= self.end_ms
    }

    fn widened(self, by: SignedDuration) -> Self {
        let by_ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        Self {
            start_ms: self.start_ms.saturating_sub(by_ms),
            end_ms: self.end_ms.saturating_add(by_ms),
        }
    }
}

fn told(facts: &Facts, raw: &RawRecord, zone: &Zone) -> Option<Told> {
    let Some(at) = facts.published_at.as_deref() else {
        let day: Date = facts.published_not_after.as_deref()?.parse().ok()?;
        let end_ms = zone.days(day, day)?.end_ms;
        return Some(Told {
            span: Span {
                start_ms: i64::MIN,
                end_ms,
            },
            fineness: None,
        });
    };
    let precision = precision(facts.published_precision.as_deref());
    let is_relative = is_relative(facts.published_text.as_deref(), raw.at_ms);
    let span = match at.parse::<Timestamp>() {
        Ok(instant) => of_instant(instant, precision, is_relative),
        Err(_) => of_days(at, zone)?,
    };
    Some(Told {
        // Sites round up, down or to the nearest: a relative time is right give or take its unit.
        span: match is_relative {
            true => span.widened(unit(precision)),
            false => span,
        },
        fineness: Some(precision),
    })
}

/// An instant at a precision is any within its unit; a relative one has its unit around it anyway.
fn of_instant(instant: Timestamp, precision: Precision, is_relative: bool) -> Span {
    let at_ms = instant.as_millisecond();
    let unit_ms = i64::try_from(unit(precision).as_millis()).unwrap_or(i64::MAX);
    let start_ms = match is_relative {
        true => at_ms,
        false => at_ms.saturating_sub(at_ms.rem_euclid(1_000)),
    };
    let rest_ms = match is_relative {
        true => 0,
        false => unit_ms.saturating_sub(1),
    };
    Span {
        start_ms,
        end_ms: start_ms.saturating_add(rest_ms),
    }
}

/// `2026-09-04`, `2026-09` or `2026`.
fn of_days(text: &str, zone: &Zone) -> Option<Span> {
    let mut parts = text.splitn(3, '-');
    let year: i16 = parts.next()?.parse().ok()?;
    let (month, day) = (parts.next(), parts.next());
    let part = |part: Option<&str>| part.map_or(Some(1), |part| part.parse::<i8>().ok());
    let first = Date::new(year, part(month)?, part(day)?).ok()?;
    let last = match (month, day) {
        (Some(_), Some(_)) => first,
        (Some(_), None) => first.last_of_month(),
        (None, _) => first.last_of_year(),
    };
    zone.days(first, last)
}

/// Where the days of a source begin.
enum Zone {
    Known(TimeZone),
    /// Any zone there is: a day without one may begin 14 hours before the day of UTC, or end 12
    /// hours after it.
    Any,
}

impl Zone {
    fn of(site_tz: Option<&str>) -> Self {
        let known = site_tz.and_then(|name| TimeZoneDatabase::bundled().get(name).ok());
        known.map_or(Zone::Any, Zone::Known)
    }

    fn days(&self, first: Date, last: Date) -> Option<Span> {
        let (zone, ahead, behind) = match self {
            Zone::Known(zone) => (zone.clone(), 0, 0),
            Zone::Any => (TimeZone::UTC, 14, 12),
        };
        let start = zone.to_timestamp(first.to_datetime(Time::midnight()));
        let next = last.checked_add(1.day()).ok()?;
        let end = zone.to_timestamp(next.to_datetime(Time::midnight()));
        let hours_ms = |hours: i64| hours.saturating_mul(3_600_000);
        Some(Span {
            start_ms: start.ok()?.as_millisecond().saturating_sub(hours_ms(ahead)),
            end_ms: end
                .ok()?
                .as_millisecond()
                .saturating_add(hours_ms(behind))
                .saturating_sub(1),
        })
    }
}

/// Facts carry the words of [`Precision`]; what is none of them counts as exact.
fn precision(word: Option<&str>) -> Precision {
    let all = [
        Precision::Minute,
        Precision::Hour,
        Precision::Day,
        Precision::Week,
        Precision::Month,
        Precision::Year,
    ];
    let known = all.into_iter().find(|one| Some(one.as_str()) == word);
    known.unwrap_or(Precision::Second)
}

fn unit(precision: Precision) -> SignedDuration {
    match precision {
        Precision::Second => SignedDuration::from_secs(1),
        Precision::Minute => SignedDuration::from_mins(1),
        Precision::Hour => SignedDuration::from_hours(1),
        Precision::Day => SignedDuration::from_hours(24),
        Precision::Week => SignedDuration::from_hours(7 * 24),
        Precision::Month => SignedDuration::from_hours(31 * 24),
        Precision::Year => SignedDuration::from_hours(366 * 24),
    }
}

/// By its words alone: "3 hours ago" is relative whenever it is read.
fn is_relative(text: Option<&str>, at_ms: i64) -> bool {
    let given = Given {
        now_ms: at_ms,
        ..Given::default()
    };
    text.is_some_and(|text| time::read(text, &given).is_ok_and(|moment| moment.is_relative))
}
