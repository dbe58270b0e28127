//! One rule of a contract, compiled: where it looks and when it is broken.
//!
//! A rule about a field that is absent is never broken: that a field must be there is said by
//! `required` and `conditional`.

use regex::{Regex, RegexBuilder};
use rust_decimal::Decimal;

use super::document::{Condition, Rule};
use crate::facts::time;
use crate::quality::field::{Field, Subject};
use crate::quality::weight::weight;
use crate::quality::{language, navigation};

/// A compiled pattern takes at most so much memory.
const PATTERN_BYTES: usize = 1 << 16;

#[derive(Clone, Debug)]
pub(super) enum Check {
    Missing(Field),
    Length(Field, Option<usize>, Option<usize>),
    /// A field of time, and the one that holds its text.
    ReadableTime(Field, Option<Field>),
    NotInFuture(Field, Option<Field>),
    Ordered(Field, Field),
    Positive(Field),
    OneOf(Field, Vec<String>),
    Pattern(Field, Regex),
    NoNavigation(Field),
    Language(Field, Field),
}

/// The key inside the rule that is wrong, and why.
type Wrong = (String, String);

impl Check {
    /// The one check that a rule names.
    pub(super) fn of(rule: &Rule) -> Result<Self, Wrong> {
        let mut checks = [
            rule.length.as_ref().map(|length| {
                let field = named("length.field", &length.field)?;
                match (length.min, length.max) {
                    (None, None) => Err(wrong("length", "needs min or max")),
                    (Some(min), Some(max)) if min > max => {
                        Err(wrong("length.max", "is less than min"))
                    }
                    (min, max) => Ok(Check::Length(field, min, max)),
                }
            }),
            rule.readable_time.as_ref().map(|time| {
                let (field, text) = times("readable-time", &time.field, time.text.as_deref())?;
                Ok(Check::ReadableTime(field, text))
            }),
            rule.not_in_future.as_ref().map(|time| {
                let (field, text) = times("not-in-future", &time.field, time.text.as_deref())?;
                Ok(Check::NotInFuture(field, text))
            }),
            rule.ordered.as_ref().map(|pair| {
                let low = named("ordered.low", &pair.low)?;
                Ok(Check::Ordered(low, named("ordered.high", &pair.high)?))
            }),
            rule.positive
                .as_ref()
                .map(|one| named("positive.field", &one.field).map(Check::Positive)),
            rule.one_of.as_ref().map(|set| {
                let field = named("one-of.field", &set.field)?;
                match set.values.is_empty() {
                    true => Err(wrong("one-of.values", "names no value")),
                    false => Ok(Check::OneOf(field, set.values.clone())),
                }
            }),
            rule.pattern.as_ref().map(|pattern| {
                let field = named("pattern.field", &pattern.field)?;
                compiled(&pattern.matches).map(|regex| Check::Pattern(field, regex))
            }),
            rule.no_navigation
                .as_ref()
                .map(|one| named("no-navigation.field", &one.field).map(Check::NoNavigation)),
            rule.language.as_ref().map(|pair| {
                let tag = named("language.field", &pair.field)?;
                Ok(Check::Language(tag, named("language.text", &pair.text)?))
            }),
        ]
        .into_iter()
        .flatten();
        let first = checks.next();
        match (first, checks.next()) {
            (Some(check), None) => check,
            (None, _) => Err(wrong("", "names no check, for example length")),
            (Some(_), Some(_)) => Err(wrong("", "names two checks; each has a code of its own")),
        }
    }

    pub(super) fn is_broken(&self, subject: &Subject) -> bool {
        match self {
            Check::Missing(field) => !field.of(subject).is_present(),
            Check::Length(field, min, max) => {
                let texts = field.of(subject).texts();
                texts
                    .into_iter()
                    .any(|text| is_of_other_length(text, *min, *max))
            }
            Check::ReadableTime(field, text) => is_unreadable(subject, *field, *text),
            Check::NotInFuture(field, text) => is_in_future(subject, *field, *text),
            Check::Ordered(low, high) => {
                let amounts = (amount(subject, *low), amount(subject, *high));
                matches!(amounts, (Some(low), Some(high)) if low > high)
            }
            Check::Positive(field) => {
                amount(subject, *field).is_some_and(|amount| amount <= Decimal::ZERO)
            }
            Check::OneOf(field, values) => {
                let value = field.of(subject);
                value.is_present() && !values.iter().any(|word| value.equals(word))
            }
            Check::Pattern(field, regex) => {
                let texts = field.of(subject).texts();
                texts.into_iter().any(|text| !regex.is_match(text))
            }
            Check::NoNavigation(field) => field
                .of(subject)
                .text()
                .is_some_and(navigation::is_navigation),
            Check::Language(tag, text) => {
                let pair = (tag.of(subject).text(), text.of(subject).text());
                matches!(pair, (Some(tag), Some(text)) if !language::may_be_in(tag, text))
            }
        }
    }
}

/// Whether the conditions of an entry hold, and so it is to be looked at.
pub(super) fn holds(subject: &Subject, when: &[(Field, Condition)]) -> bool {
    when.iter().all(|(field, condition)| {
        let value = field.of(subject);
        match condition {
            Condition::Present => value.is_present(),
            Condition::Absent => !value.is_present(),
            Condition::Equals(word) => value.equals(word),
        }
    })
}

fn wrong(key: &str, words: &str) -> Wrong {
    (key.to_owned(), words.to_owned())
}

fn named(key: &str, field: &str) -> Result<Field, Wrong> {
    Field::named(field).ok_or_else(|| wrong(key, &format!("no field is called '{field}'")))
}

fn times(key: &str, field: &str, text: Option<&str>) -> Result<(Field, Option<Field>), Wrong> {
    let text = text.map(|text| named(&format!("{key}.text"), text));
    Ok((named(&format!("{key}.field"), field)?, text.transpose()?))
}

/// The whole value has to match.
fn compiled(pattern: &str) -> Result<Regex, Wrong> {
    let built = RegexBuilder::new(&format!("^(?:{pattern})$"))
        .size_limit(PATTERN_BYTES)
        .build();
    built.map_err(|error| {
        let words = error.to_string();
        let last = words.lines().last().unwrap_or_default();
        wrong("pattern.matches", last.trim_start_matches("error: "))
    })
}

fn is_of_other_length(text: &str, min: Option<usize>, max: Option<usize>) -> bool {
    let weight = weight(text, max.or(min).unwrap_or_default());
    min.is_some_and(|min| weight < min) || max.is_some_and(|max| weight > max)
}

fn amount(subject: &Subject, field: Field) -> Option<Decimal> {
    Decimal::from_str_exact(field.of(subject).text()?).ok()
}

/// There is a text of a time, and no time could be made of it.
fn is_unreadable(subject: &Subject, field: Field, text: Option<Field>) -> bool {
    let read = |text: &str| read_time(subject, text);
    match field.of(subject).text() {
        Some(value) => read(value).is_none(),
        None => {
            let text = text.and_then(|text| text.of(subject).text());
            text.is_some_and(|text| read(text).is_none())
        }
    }
}

/// A time after the fetch. Readers leave out a publication that lies ahead: then its text can be
/// read, but is no bound, and the time is absent all the same.
fn is_in_future(subject: &Subject, field: Field, text: Option<Field>) -> bool {
    let read = |text: &str| read_time(subject, text);
    match field.of(subject).text() {
        Some(value) => {
            let moment = subject.at_ms.and_then(|at_ms| Some((read(value)?, at_ms)));
            moment.is_some_and(|(moment, at_ms)| time::is_after(&moment, at_ms))
        }
        None => {
            let text = text.and_then(|text| text.of(subject).text());
            let moment = text.and_then(read);
            moment.is_some_and(|moment| moment.utc.is_some())
        }
    }
}

/// Nearly every time is written in full, which is seen without a look at words.
fn read_time(subject: &Subject, text: &str) -> Option<time::Moment> {
    let in_full = text.parse().ok().map(time::Moment::at);
    in_full.or_else(|| time::read(text, &given(subject)).ok())
}

fn given(subject: &Subject) -> time::Given<'static> {
    time::Given {
        now_ms: subject.at_ms.unwrap_or_default(),
        ..time::Given::default()
    }
}
