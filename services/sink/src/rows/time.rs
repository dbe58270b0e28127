//! Times as the store reads them. Pure.

use jiff::Timestamp;
use readonce_model::Reason;
use readonce_model::reason::Code;

/// What `DateTime64(3)` can hold and what a web item can mean: 1970 up to the end of 2299.
const LAST_MS: i64 = 10_413_791_999_999;

/// `2026-09-10 00:26:41.123`, UTC. A number outside of that range is no time.
pub fn time(field: &str, at_ms: i64) -> Result<String, Reason> {
    if !(0..=LAST_MS).contains(&at_ms) {
        return Err(no_time(field, at_ms));
    }
    let at = Timestamp::from_millisecond(at_ms).map_err(|_| no_time(field, at_ms))?;
    Ok(at.strftime("%Y-%m-%d %H:%M:%S.%3f").to_string())
}

pub fn time_if_known(field: &str, at_ms: Option<i64>) -> Result<Option<String>, Reason> {
    at_ms.map(|at_ms| time(field, at_ms)).transpose()
}

fn no_time(field: &str, at_ms: i64) -> Reason {
    let detail =
        format!("{field} is {at_ms} ms since 1970, which is no time between 1970 and 2299");
    Reason::new(Code::Inconsistent, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_milliseconds_in_utc() {
        assert_eq!(
            time("at", 1_789_000_001_123).unwrap(),
            "2026-09-10 00:26:41.123"
        );
        assert_eq!(time("at", 0).unwrap(), "1970-01-01 00:00:00.000");
        assert_eq!(time("at", LAST_MS).unwrap(), "2299-12-31 23:59:59.999");
    }

    #[test]
    fn refuses_what_is_no_time_and_names_the_field() {
        for at_ms in [-1, i64::MIN, LAST_MS + 1, i64::MAX] {
            let reason = time("observed_at_ms", at_ms).unwrap_err();
            assert_eq!(reason.code, Code::Inconsistent);
            assert!(reason.detail.contains("observed_at_ms"), "{reason}");
        }
    }
}
