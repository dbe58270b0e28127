//! From what the text says to a moment in UTC: the source's zone, the fetch time, the missing
//! year. Never fills in a part that neither the text nor these say.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Span, Timestamp, ToSpan};

use super::clock::Clock;
use super::date::Parts;
use super::relative::{Back, Relative};
use super::zone::{Zone, meaning};
use super::{Given, Moment, Precision, Unread};

/// The zone furthest ahead of UTC: a day may have begun there and nowhere else.
const EARLIEST_ZONE: SignedDuration = SignedDuration::from_hours(14);

/// How far back a missing year is looked for: a 29 February may be eight years away.
const YEARS_BACK: i16 = 8;

/// What is given, checked.
pub(super) struct Context {
    now: Timestamp,
    site: Option<TimeZone>,
    pub(super) day_first: Option<bool>,
    /// Two-digit years come first, as in Chinese, Japanese and Korean.
    pub(super) is_year_first: bool,
}

/// All that the text says.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub(super) date: Option<Parts>,
    pub(super) clock: Option<Clock>,
    pub(super) zone: Option<Zone>,
    /// The date was counted from the fetch.
    pub(super) is_relative: bool,
}

impl Context {
    pub(super) fn new(given: &Given) -> Result<Self, Unread> {
        // The bundled database: zone files of a machine are no business of a pure decision.
        let find = |name: &str| {
            let found = TimeZoneDatabase::bundled().get(name);
            found.map_err(|_| Unread::SiteZone(name.to_owned()))
        };
        let lang = given.lang.unwrap_or("").get(..2).unwrap_or("");
        Ok(Self {
            now: Timestamp::from_millisecond(given.now_ms).map_err(|_| Unread::OutOfRange)?,
            site: given.site_tz.map(find).transpose()?,
            day_first: given.day_first,
            is_year_first: ["zh", "ja", "ko"]
                .iter()
                .any(|cjk| lang.eq_ignore_ascii_case(cjk)),
        })
    }

    fn zone(&self) -> TimeZone {
        self.site.clone().unwrap_or(TimeZone::UTC)
    }

    fn today(&self) -> Date {
        self.zone().to_datetime(self.now).date()
    }

    /// The day that many days before the one of the fetch, at the source.
    pub(super) fn day_back(&self, days: i64) -> Result<Date, Unread> {
        let span = Span::new().try_days(days).map_err(out)?;
        self.today().checked_sub(span).map_err(out)
    }

    /// The moment of an amount that ends in a unit other than days, or of a bound.
    pub(super) fn back(&self, relative: &Relative) -> Result<Moment, Unread> {
        if relative.is_bound {
            let day = self.before(&relative.back)?.1;
            return Ok(Moment {
                utc: None,
                precision: Precision::Day,
                tz_assumed: true,
                not_after: Some(day.to_string()),
                is_relative: true,
                earliest_ms: None,
            });
        }
        let (at, day) = self.before(&relative.back)?;
        let moment = match relative.unit {
            Precision::Second | Precision::Minute | Precision::Hour => {
                instant(whole_second(at)?, relative.unit)
            }
            unit => Moment {
                tz_assumed: true,
                ..self.calendar(day.into(), unit)?
            },
        };
        Ok(Moment {
            is_relative: true,
            ..moment
        })
    }

    /// The instant and the local day that long before the fetch.
    pub(super) fn before(&self, back: &Back) -> Result<(Timestamp, Date), Unread> {
        let calendar = Span::new().try_days(back.days).map_err(out)?;
        let calendar = calendar.try_months(back.months).map_err(out)?;
        let zone = self.zone();
        let mut at = self.now;
        if back.days != 0 || back.months != 0 {
            let local = zone.to_datetime(at).checked_sub(calendar).map_err(out)?;
            at = zone.to_timestamp(local).map_err(out)?;
        }
        let at = at
            .checked_sub(SignedDuration::from_secs(back.seconds))
            .map_err(out)?;
        Ok((at, zone.to_datetime(at).date()))
    }

    pub(super) fn now(&self) -> Result<Moment, Unread> {
        let moment = instant(whole_second(self.now)?, Precision::Minute);
        Ok(Moment {
            is_relative: true,
            ..moment
        })
    }

    /// The moment of a date with or without a time of day.
    pub(super) fn moment(&self, said: &Said) -> Result<Moment, Unread> {
        let parts = said.date.ok_or(Unread::NoDate)?;
        let moment = match (parts.day, said.clock) {
            (Some(_), Some(clock)) => self.timed(parts, &clock, said.zone.as_ref())?,
            (Some(_), None) => self.calendar(self.dated(parts, None)?.into(), Precision::Day)?,
            // A time of day on no day.
            (None, Some(_)) => return Err(Unread::NoDate),
            (None, None) if parts.month.is_some() => self.calendar(parts, Precision::Month)?,
            (None, None) => self.calendar(parts, Precision::Year)?,
        };
        Ok(Moment {
            tz_assumed: moment.tz_assumed || (said.is_relative && said.clock.is_none()),
            is_relative: said.is_relative,
            ..moment
        })
    }

    fn timed(&self, parts: Parts, clock: &Clock, zone: Option<&Zone>) -> Result<Moment, Unread> {
        let day = self.dated(parts, Some((clock, zone)))?;
        let (at, tz_assumed) = self.instant_of(day, clock, zone)?;
        Ok(Moment {
            tz_assumed,
            ..instant(at, clock.precision())
        })
    }

    fn instant_of(
        &self,
        day: Date,
        clock: &Clock,
        zone: Option<&Zone>,
    ) -> Result<(Timestamp, bool), Unread> {
        let local = local(day, clock)?;
        let (zone, tz_assumed) = match zone {
            Some(Zone::Known(zone)) => (zone.clone(), false),
            Some(Zone::Named(name)) => (meaning(name, self.site.as_ref(), local)?, false),
            Some(Zone::Letter) => (TimeZone::UTC, true),
            None => (self.zone(), true),
        };
        let at = zone.to_timestamp(local).map_err(out)?;
        Ok((at, tz_assumed))
    }

    /// The day that is meant; a missing year is the one nearest before the fetch.
    fn dated(&self, parts: Parts, clock: Option<(&Clock, Option<&Zone>)>) -> Result<Date, Unread> {
        let (Some(month), Some(day)) = (parts.month, parts.day) else {
            return Err(Unread::NoDate);
        };
        if let Some(year) = parts.year {
            return Date::new(year, month, day).map_err(out);
        }
        // The text's zone may be in the next year already.
        let this_year = self.today().year().saturating_add(1);
        let years = (0..=YEARS_BACK.saturating_add(1)).map(|back| this_year.saturating_sub(back));
        let days = years.filter_map(|year| Date::new(year, month, day).ok());
        for day in days {
            let is_past = match clock {
                Some((clock, zone)) => self.instant_of(day, clock, zone)?.0 <= self.now,
                None => day <= self.today(),
            };
            if is_past {
                return Ok(day);
            }
        }
        Err(Unread::OutOfRange)
    }

    fn calendar(&self, parts: Parts, precision: Precision) -> Result<Moment, Unread> {
        let year = parts.year.ok_or(Unread::NoDate)?;
        let month = parts.month.unwrap_or(1);
        let first = Date::new(year, month, parts.day.unwrap_or(1)).map_err(out)?;
        let (utc, first) = match precision {
            Precision::Year => (format!("{year:04}"), Date::new(year, 1, 1).map_err(out)?),
            Precision::Month => (format!("{year:04}-{month:02}"), first.first_of_month()),
            _ => (first.to_string(), first),
        };
        Ok(Moment {
            utc: Some(utc),
            precision,
            tz_assumed: false,
            not_after: None,
            is_relative: false,
            earliest_ms: self.earliest_ms(first),
        })
    }

    /// When the day begins at the source, or anywhere if the source's zone is not known.
    fn earliest_ms(&self, day: Date) -> Option<i64> {
        let midnight = day.to_datetime(Time::midnight());
        let at = self.zone().to_timestamp(midnight).ok()?;
        let ahead = if self.site.is_some() {
            SignedDuration::ZERO
        } else {
            EARLIEST_ZONE
        };
        at.checked_sub(ahead).ok().map(Timestamp::as_millisecond)
    }
}

/// A moment that is one instant.
pub(super) fn instant(at: Timestamp, precision: Precision) -> Moment {
    Moment {
        utc: Some(at.to_string()),
        precision,
        tz_assumed: false,
        not_after: None,
        is_relative: false,
        earliest_ms: Some(at.as_millisecond()),
    }
}

fn local(day: Date, clock: &Clock) -> Result<DateTime, Unread> {
    let (day, hour) = match clock.hour {
        24 => (day.checked_add(1.day()).map_err(out)?, 0),
        hour => (day, hour),
    };
    let part = |part: i64| i8::try_from(part).map_err(|_| Unread::OutOfRange);
    let (minute, second) = (clock.minute.unwrap_or(0), clock.second.unwrap_or(0));
    let time = Time::new(part(hour)?, part(minute)?, part(second)?, clock.nanos).map_err(out)?;
    Ok(day.to_datetime(time))
}

/// A relative time has no fractions of a second to show.
fn whole_second(at: Timestamp) -> Result<Timestamp, Unread> {
    Timestamp::from_second(at.as_second()).map_err(out)
}

fn out(_: jiff::Error) -> Unread {
    Unread::OutOfRange
}
