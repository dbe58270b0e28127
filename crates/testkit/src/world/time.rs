//! Calendar times of the simulated days, as the boards write them.

use jiff::Timestamp;
use jiff::tz::Offset;

use super::Spec;

pub(crate) const HOUR_MS: i64 = 3_600_000;
pub(crate) const DAY_MS: i64 = 24 * HOUR_MS;

/// Midnight UTC at the beginning of a day; days count from 1.
pub(crate) fn day_start_ms(spec: &Spec, day: u32) -> i64 {
    let midnight =
        Offset::UTC.to_timestamp(spec.first_day.to_datetime(jiff::civil::Time::midnight()));
    // Cannot fail for the years that a checked spec may hold.
    let first_ms = midnight.map_or(0, Timestamp::as_millisecond);
    first_ms + (i64::from(day) - 1) * DAY_MS
}

/// `2026-03-02T05:58:03-04:00`, the form of Greenhouse.
pub(crate) fn with_offset(at_ms: i64, offset_hours: i8) -> String {
    let local = Offset::constant(offset_hours).to_datetime(timestamp(at_ms));
    let sign = if offset_hours < 0 { '-' } else { '+' };
    let hours = offset_hours.unsigned_abs();
    format!("{}{sign}{hours:02}:00", local.strftime("%Y-%m-%dT%H:%M:%S"))
}

/// `2026-03-02T09:58:03.158+00:00`, the form of Ashby.
pub(crate) fn with_millis(at_ms: i64) -> String {
    let local = Offset::UTC.to_datetime(timestamp(at_ms));
    format!(
        "{}.{:03}+00:00",
        local.strftime("%Y-%m-%dT%H:%M:%S"),
        at_ms.rem_euclid(1000)
    )
}

fn timestamp(at_ms: i64) -> Timestamp {
    Timestamp::from_millisecond(at_ms).unwrap_or_default()
}

/// The day of the year-less date that `days` after a simulated day begins.
pub(crate) fn date_after(spec: &Spec, day: u32, days: u32) -> jiff::civil::Date {
    let at_ms = day_start_ms(spec, day) + i64::from(days) * DAY_MS;
    Offset::UTC.to_datetime(timestamp(at_ms)).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_the_forms_of_the_boards() {
        let spec = Spec::default();
        let at_ms = day_start_ms(&spec, 2) + 9 * HOUR_MS + 158;
        assert_eq!(with_offset(at_ms, -4), "2026-03-03T05:00:00-04:00");
        assert_eq!(with_millis(at_ms), "2026-03-03T09:00:00.158+00:00");
        assert_eq!(date_after(&spec, 1, 30).to_string(), "2026-04-01");
    }
}
