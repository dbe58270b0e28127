//! Times as sources write them, made UTC with a precision. A part that the text does not say is
//! never made up, and a text that is only half understood is not read at all.
//!
//! - A time without a zone is in the source's zone, else in UTC; both set `tz_assumed`.
//! - A local time that a clock change skips moves forward by the length of the gap; one that a
//!   clock change repeats is the first of the two.
//! - A weekday is read over, even where it contradicts the date: feeds get it wrong.
//! - A two-digit year is 2000–2049 or 1950–1999. The leap second :60 is :59. 24:00 is the next
//!   midnight.
//! - One-letter military zones other than Z are UTC and `tz_assumed`, as RFC 5322 asks for.

mod absolute;
mod clock;
mod compact;
mod date;
mod fold;
mod names;
mod order;
mod relative;
mod resolve;
mod token;
mod zone;

#[cfg(test)]
mod tests;

pub use order::day_first_by_evidence;

/// No time is longer than this in bytes; a longer text is prose.
pub const LONGEST_BYTES: usize = 400;

/// What the text itself does not say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// When the text was fetched: what relative times and missing years are counted from.
    pub now_ms: i64,
    /// The source's zone, as in `Europe/Berlin`.
    pub site_tz: Option<&'a str>,
    /// The language of the text, as in `zh-TW`; decides that two-digit years come first.
    pub lang: Option<&'a str>,
    /// Whether the source writes the day before the month; see [`day_first_by_evidence`].
    pub day_first: Option<bool>,
}

/// The smallest part that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    Second,
    Minute,
    Hour,
    Day,
    /// Only of relative times: `utc` is a day, give or take a week.
    Week,
    Month,
    Year,
}

impl Precision {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Second => "second",
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Year => "year",
        }
    }
}

/// When something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// RFC 3339 in UTC; a plain `2026-09-04`, `2026-09` or `2026` when no more is known; absent
    /// for a bound.
    pub utc: Option<String>,
    pub precision: Precision,
    /// The zone is the source's, or UTC for want of one; not the text's.
    pub tz_assumed: bool,
    /// For a bound such as "30+ days ago": the last day that is possible.
    pub not_after: Option<String>,
    /// Counted from the fetch time, so it must never enter a hash.
    pub is_relative: bool,
    /// The earliest instant that can be meant.
    earliest_ms: Option<i64>,
}

impl Moment {
    /// An instant that is known to the second, or finer.
    #[must_use]
    pub fn at(at: jiff::Timestamp) -> Self {
        resolve::instant(at, Precision::Second)
    }
}

/// Why a text is not read as a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    #[error("the text is empty")]
    Empty,
    #[error("the text has more than {LONGEST_BYTES} bytes, which no time has")]
    TooLong,
    #[error("the text names no day")]
    NoDate,
    #[error("day and month could be swapped and the source's order is not known")]
    Ambiguous,
    #[error("the text names a day or an hour that does not exist")]
    OutOfRange,
    #[error("the text says too little: it has no amount of time")]
    Vague,
    #[error("the time zone '{0}' is unknown or means several")]
    Zone(String),
    #[error("the source's time zone '{0}' is unknown")]
    SiteZone(String),
    #[error("'{0}' is no part of a time")]
    Unrecognized(String),
}

/// Reads one time. Pure: the fetch time and the zone are arguments.
///
/// # Errors
/// Says why the text is no time, or none that is certain.
pub fn read(text: &str, given: &Given) -> Result<Moment, Unread> {
    let text = text.trim();
    if text.len() > LONGEST_BYTES {
        return Err(Unread::TooLong);
    }
    let tokens = token::tokens(&fold::fold(text));
    if tokens.is_empty() {
        return Err(Unread::Empty);
    }
    let context = resolve::Context::new(given)?;
    if let Some(at) = compact::epoch(&tokens)? {
        return Ok(resolve::instant(at, Precision::Second));
    }
    absolute::read(token::Scanner::new(tokens), &context)
}

/// Whether all of the moment is after that time; a publication after its fetch is none. The
/// caller decides what becomes of it.
#[must_use]
pub fn is_after(moment: &Moment, now_ms: i64) -> bool {
    moment.earliest_ms.is_some_and(|earliest| earliest > now_ms)
}
