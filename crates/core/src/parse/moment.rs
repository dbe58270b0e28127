//! Times of a source as facts carry them: UTC, precision, and what was assumed.
//!
//! The reading itself is [`crate::facts::time`]; this adds what all times of one response share,
//! and a short way for the one shape that nearly every API writes.

use jiff::Timestamp;
use jiff::tz::TimeZoneDatabase;
use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::Facts;

use crate::facts::time::{self, Given};

pub(crate) use crate::facts::time::Moment;

/// Reads the times of one response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments<'a> {
    given: Given<'a>,
}

impl<'a> Moments<'a> {
    pub(super) fn new(
        site_tz: Option<&'a str>,
        lang: Option<&'a str>,
        at_ms: i64,
    ) -> Result<Self, Reason> {
        let bad = |what: String| Reason::new(Code::Inconsistent, what);
        // The bundled database: zone files of a machine are no business of a pure decision.
        if let Some(name) = site_tz
            && TimeZoneDatabase::bundled().get(name).is_err()
        {
            return Err(bad(format!("the site's zone '{name}' is unknown")));
        }
        if Timestamp::from_millisecond(at_ms).is_err() {
            return Err(bad(format!("the fetch time {at_ms} ms is out of range")));
        }
        let given = Given {
            now_ms: at_ms,
            site_tz,
            lang,
            day_first: None,
        };
        Ok(Self { given })
    }

    /// The same with the order of day and month that all values of the document give evidence of.
    #[allow(dead_code, reason = "feeds, lists and rules read with it")]
    pub(super) fn with_evidence(self, values: &[&str]) -> Self {
        let known = self.given.day_first;
        let day_first = known.or_else(|| time::day_first_by_evidence(values));
        let given = Given {
            day_first,
            ..self.given
        };
        Self { given }
    }

    /// The same with the order of day and month that the catalog says; no evidence overrules it.
    pub(super) fn in_order(self, day_first: Option<bool>) -> Self {
        let given = Given {
            day_first,
            ..self.given
        };
        Self { given }
    }

    /// The same in the language that the document itself names.
    #[allow(dead_code, reason = "pages and feeds read with it")]
    pub(super) fn in_language(self, lang: Option<&'a str>) -> Self {
        let lang = self.given.lang.or(lang);
        Self {
            given: Given { lang, ..self.given },
        }
    }

    /// Reads a time of publication into facts; what cannot be read leaves them without one.
    pub(super) fn publish(&self, facts: &mut Facts, text: Option<&str>) {
        let published = text.and_then(|text| self.published(text));
        publish(facts, published, text);
    }

    /// A time of publication; one after the fetch is none.
    pub(super) fn published(&self, text: &str) -> Option<Moment> {
        self.read(text).filter(|moment| !self.is_ahead(moment))
    }

    /// The same for a time in milliseconds since 1970.
    pub(super) fn published_ms(&self, ms: &str) -> Option<Moment> {
        self.read_ms(ms).filter(|moment| !self.is_ahead(moment))
    }

    pub(super) fn read_ms(&self, ms: &str) -> Option<Moment> {
        let at = Timestamp::from_millisecond(ms.parse().ok()?).ok()?;
        Some(Moment::at(at))
    }

    pub(super) fn read(&self, text: &str) -> Option<Moment> {
        if let Some(at) = exact(text) {
            return Some(Moment::at(at));
        }
        time::read(text, &self.given).ok()
    }

    fn is_ahead(&self, moment: &Moment) -> bool {
        time::is_after(moment, self.given.now_ms)
    }
}

/// Characters of a text that is no time: enough to see what it is.
const LONGEST_TEXT: usize = 100;

/// RFC 3339 with seconds and zone: most of all times, read without the detour over words.
fn exact(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let shaped = text.len() >= 20 && text.as_bytes().get(10) == Some(&b'T');
    let seconds = text.as_bytes().get(16) == Some(&b':');
    (shaped && seconds).then(|| text.parse().ok()).flatten()
}

/// Writes a time of publication into facts, with the text it was read from where that is not the
/// same instant in UTC already. A text of which no time could be made stays as what it is: the
/// quality rules say so.
pub(crate) fn publish(facts: &mut Facts, published: Option<Moment>, text: Option<&str>) {
    let Some(moment) = published else {
        facts.published_text = text
            .map(|text| {
                crate::canonical::tidy(text)
                    .chars()
                    .take(LONGEST_TEXT)
                    .collect()
            })
            .filter(|text: &String| !text.is_empty());
        return;
    };
    let written = text.map(str::trim).filter(|text| {
        let same = exact(text).map(|at| at.to_string());
        moment.utc.as_deref() != Some(*text) && same.is_none()
    });
    facts.published_text = written.map(str::to_owned);
    facts.published_not_after = moment.not_after;
    facts.tz_assumed = moment.utc.is_some().then_some(moment.tz_assumed);
    facts.published_precision = Some(moment.precision.as_str().to_owned());
    facts.published_at = moment.utc;
}
