//! The zone behind a time of day: offsets with and without a blank, names, letters, IANA names.
//! A name that means several zones is read only if the source's own zone uses it.

use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};

use super::Unread;
use super::token::Scanner;

#[derive(Clone, Debug)]
pub(super) enum Zone {
    /// Said by the text.
    Known(TimeZone),
    /// Said, but worth nothing: a military letter.
    Letter,
    /// A name whose meaning may hang on the source's zone.
    Named(String),
}

/// Hours and minutes from UTC of the names that are used for one zone, or for one by far.
const NAMES: &[(&str, i8, i8)] = &[
    ("est", -5, 0),
    ("edt", -4, 0),
    ("cst", -6, 0),
    ("cdt", -5, 0),
    ("mst", -7, 0),
    ("mdt", -6, 0),
    ("pst", -8, 0),
    ("pdt", -7, 0),
    ("akst", -9, 0),
    ("akdt", -8, 0),
    ("hst", -10, 0),
    ("ndt", -2, -30),
    ("nst", -3, -30),
    ("brt", -3, 0),
    ("art", -3, 0),
    ("wet", 0, 0),
    ("west", 1, 0),
    ("bst", 1, 0),
    ("cet", 1, 0),
    ("mez", 1, 0),
    ("cest", 2, 0),
    ("mesz", 2, 0),
    ("eet", 2, 0),
    ("eest", 3, 0),
    ("msk", 3, 0),
    ("trt", 3, 0),
    ("sast", 2, 0),
    ("pkt", 5, 0),
    ("hkt", 8, 0),
    ("sgt", 8, 0),
    ("awst", 8, 0),
    ("jst", 9, 0),
    ("kst", 9, 0),
    ("acst", 9, 30),
    ("acdt", 10, 30),
    ("aest", 10, 0),
    ("aedt", 11, 0),
    ("nzst", 12, 0),
    ("nzdt", 13, 0),
];

/// Names of a zone with summer time, whichever holds on the day.
const GENERIC: &[(&str, &str)] = &[
    ("et", "America/New_York"),
    ("ct", "America/Chicago"),
    ("mt", "America/Denver"),
    ("pt", "America/Los_Angeles"),
];

/// Names that mean several zones, none of them by far.
const SEVERAL: &[&str] = &["ist", "ast", "adt", "gst", "pht", "wib", "wst"];

const ZULU: &[&str] = &["z", "utc", "gmt", "ut"];

/// A lone letter is a zone only behind a clock: elsewhere it is the T of ISO 8601 or a word.
pub(super) fn read(scanner: &mut Scanner, has_clock: bool) -> Result<Option<Zone>, Unread> {
    if scanner.eat_word(ZULU) {
        let offset = signed(scanner)?.unwrap_or(Offset::UTC);
        return Ok(Some(Zone::Known(TimeZone::fixed(offset))));
    }
    if let Some(offset) = signed(scanner)? {
        return Ok(Some(Zone::Known(TimeZone::fixed(offset))));
    }
    if let Some(zone) = iana(scanner) {
        return Ok(Some(Zone::Known(zone)));
    }
    Ok(named(scanner, has_clock))
}

/// +0200, +02:00, +2, −07.
fn signed(scanner: &mut Scanner) -> Result<Option<Offset>, Unread> {
    let Some(sign) = scanner.mark(0).and_then(sign) else {
        return Ok(None);
    };
    let Some((value, digits)) = scanner.number(1).filter(|_| !scanner.is_spaced(1)) else {
        return Ok(None);
    };
    let after_colon = scanner.two(3).filter(|_| scanner.mark(2) == Some(':'));
    let (hours, minutes, tokens) = match (digits, after_colon) {
        (1 | 2, Some(minutes)) => (value, minutes, 4),
        (1 | 2, None) => (value, 0, 2),
        (3 | 4, None) => (value / 100, value % 100, 2),
        _ => return Ok(None),
    };
    if hours > 14 || minutes > 59 {
        return Err(Unread::OutOfRange);
    }
    scanner.advance(tokens);
    offset(sign, hours, minutes).map(Some)
}

fn sign(mark: char) -> Option<i64> {
    match mark {
        '+' => Some(1),
        '-' => Some(-1),
        _ => None,
    }
}

fn offset(sign: i64, hours: i64, minutes: i64) -> Result<Offset, Unread> {
    let seconds = hours
        .saturating_mul(60)
        .saturating_add(minutes)
        .saturating_mul(60 * sign);
    let seconds = i32::try_from(seconds).map_err(|_| Unread::OutOfRange)?;
    Offset::from_seconds(seconds).map_err(|_| Unread::OutOfRange)
}

/// Europe/Berlin, with or without square brackets.
pub(super) fn iana(scanner: &mut Scanner) -> Option<TimeZone> {
    let bracket = usize::from(scanner.mark(0) == Some('['));
    let mut name = scanner.word(bracket)?.to_owned();
    let mut ahead = bracket.saturating_add(1);
    while let (Some(mark), Some(word)) =
        (scanner.mark(ahead), scanner.word(ahead.saturating_add(1)))
    {
        if !matches!(mark, '/' | '-') {
            break;
        }
        name.push(mark);
        name.push_str(word);
        ahead = ahead.saturating_add(2);
    }
    let zone = TimeZoneDatabase::bundled()
        .get(&name)
        .ok()
        .filter(|_| name.contains('/'))?;
    scanner.advance(ahead);
    scanner.eat_mark(&[']']);
    Some(zone)
}

fn named(scanner: &mut Scanner, has_clock: bool) -> Option<Zone> {
    let word = scanner.word(0)?;
    let is_letter = word.len() == 1 && word != "j" && word.chars().all(|c| c.is_ascii_lowercase());
    let is_known = NAMES.iter().any(|name| name.0 == word)
        || GENERIC.iter().any(|name| name.0 == word)
        || SEVERAL.contains(&word);
    let zone = match (is_letter, is_known) {
        (true, _) if has_clock => Zone::Letter,
        (_, true) => Zone::Named(word.to_owned()),
        _ => return None,
    };
    scanner.advance(1);
    Some(zone)
}

/// What a name means on that day for that source.
pub(super) fn meaning(
    name: &str,
    site: Option<&TimeZone>,
    at: DateTime,
) -> Result<TimeZone, Unread> {
    if let Some(site) = site.filter(|site| uses(site, name, at)) {
        return Ok(site.clone());
    }
    if let Some((_, hours, minutes)) = NAMES.iter().find(|known| known.0 == name) {
        let seconds = (i32::from(*hours) * 60 + i32::from(*minutes)) * 60;
        let offset = Offset::from_seconds(seconds).map_err(|_| Unread::OutOfRange)?;
        return Ok(TimeZone::fixed(offset));
    }
    let generic = GENERIC.iter().find(|known| known.0 == name);
    let zone = generic.and_then(|known| TimeZoneDatabase::bundled().get(known.1).ok());
    zone.ok_or_else(|| Unread::Zone(name.to_owned()))
}

fn uses(site: &TimeZone, name: &str, at: DateTime) -> bool {
    // In a fold the abbreviation is the very thing that tells the two apart: leave it to the table.
    let ambiguous = site.to_ambiguous_timestamp(at);
    if !matches!(ambiguous.offset(), AmbiguousOffset::Unambiguous { .. }) {
        return false;
    }
    let at = ambiguous.compatible().ok();
    at.is_some_and(|at| {
        site.to_offset_info(at)
            .abbreviation()
            .eq_ignore_ascii_case(name)
    })
}
