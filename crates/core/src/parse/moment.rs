//! Times of a board as UTC with their precision; parts that the text does not say are never made
//! up.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Timestamp};
use readonce_model::Reason;
use readonce_model::reason::Code;

/// The zone furthest ahead of UTC: a day may have begun there and nowhere else.
const EARLIEST_ZONE_HOURS: i64 = 14;

/// When something happened, as facts carry it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moment {
    /// UTC, RFC 3339; a plain date when only the day is known.
    pub(super) utc: String,
    pub(super) precision: &'static str,
    /// The zone is the source's, not the text's.
    pub(super) tz_assumed: bool,
    /// The earliest instant that is meant.
    from: Timestamp,
}

/// Reads times against the source's zone and the time of the fetch.
pub(super) struct Moments {
    zone: Option<TimeZone>,
    fetched: Timestamp,
}

impl Moments {
    pub(super) fn new(site_tz: Option<&str>, at_ms: i64) -> Result<Self, Reason> {
        let bad = |what: String| Reason::new(Code::Inconsistent, what);
        // The bundled database: zone files of a machine are no business of a pure decision.
        let zone = site_tz
            .map(|name| TimeZoneDatabase::bundled().get(name))
            .transpose()
            .map_err(|_| {
                bad(format!(
                    "the site's zone '{}' is unknown",
                    site_tz.unwrap_or("")
                ))
            })?;
        let fetched = Timestamp::from_millisecond(at_ms)
            .map_err(|_| bad(format!("the fetch time {at_ms} ms is out of range")))?;
        Ok(Self { zone, fetched })
    }

    /// A time of publication; one after the fetch is none.
    pub(super) fn published(&self, text: &str) -> Option<Moment> {
        self.read(text).filter(|moment| moment.from <= self.fetched)
    }

    /// The same for a time in milliseconds since 1970.
    pub(super) fn published_ms(&self, ms: &str) -> Option<Moment> {
        self.read_ms(ms)
            .filter(|moment| moment.from <= self.fetched)
    }

    pub(super) fn read_ms(&self, ms: &str) -> Option<Moment> {
        let at = Timestamp::from_millisecond(ms.parse().ok()?).ok()?;
        Some(exact(at, "second", false))
    }

    /// A time as boards write it: RFC 3339 and its relatives, with or without zone or clock.
    pub(super) fn read(&self, text: &str) -> Option<Moment> {
        let text = text.trim();
        let named = [" UTC", " GMT"]
            .iter()
            .find_map(|utc| text.strip_suffix(utc));
        let text = named.map_or(text.to_owned(), |local| format!("{local}Z"));
        if let Ok(at) = text.parse::<Timestamp>() {
            return Some(exact(at, precision(&text), false));
        }
        if !text.contains(':') {
            return self.day(text.parse().ok()?);
        }
        let local: DateTime = text.parse().ok()?;
        let zone = self.zone.clone().unwrap_or(TimeZone::UTC);
        let at = zone.to_timestamp(local).ok()?;
        Some(exact(at, precision(&text), true))
    }

    fn day(&self, day: Date) -> Option<Moment> {
        let zone = self.zone.clone().unwrap_or(TimeZone::UTC);
        let midnight = zone.to_timestamp(day.to_datetime(Time::midnight())).ok()?;
        let ahead = match self.zone {
            Some(_) => 0,
            None => EARLIEST_ZONE_HOURS,
        };
        let from = midnight.checked_sub(SignedDuration::from_hours(ahead));
        Some(Moment {
            utc: day.to_string(),
            precision: "day",
            tz_assumed: false,
            from: from.ok()?,
        })
    }
}

fn exact(at: Timestamp, precision: &'static str, tz_assumed: bool) -> Moment {
    Moment {
        utc: at.to_string(),
        precision,
        tz_assumed,
        from: at,
    }
}

/// By the clock's colons, not counting those of an offset.
fn precision(text: &str) -> &'static str {
    let clock = text.get(11..).unwrap_or("");
    let clock = clock.split(['Z', 'z', '+', '-', '[']).next().unwrap_or("");
    match clock.matches(':').count() {
        0 => "hour",
        1 => "minute",
        _ => "second",
    }
}
