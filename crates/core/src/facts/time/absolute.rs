//! One pass over the tokens: each is a part of the time or a word that says nothing. A token that
//! is neither, or a second date, makes the whole text unread: no time is half read.

use super::date::Parts;
use super::names::skip;
use super::relative::{ago, named_day, now};
use super::resolve::{Context, Said};
use super::token::Scanner;
use super::{Moment, Precision, Unread, clock, compact, date, zone};

pub(super) fn read(mut scanner: Scanner, context: &Context) -> Result<Moment, Unread> {
    let mut said = Said::default();
    let mut whole: Option<Moment> = None;
    while !scanner.is_done() {
        if whole.is_none() && said.date.is_none() {
            whole = counted(&mut scanner, &mut said, context)?;
            if whole.is_some() || said.date.is_some() {
                continue;
            }
        }
        let is_read = whole.is_none() && part(&mut scanner, &mut said, context)?;
        if !is_read && !rest(&mut scanner, whole.is_some() || said.date.is_some()) {
            return Err(unread(&scanner));
        }
    }
    whole.map_or_else(|| context.moment(&said), Ok)
}

fn unread(scanner: &Scanner) -> Unread {
    if scanner.is_word(0, &["few", "several", "ago"]) || scanner.is_mark(0, &['几', '幾', '前'])
    {
        return Unread::Vague;
    }
    Unread::Unrecognized(scanner.shown())
}

/// A time counted from the fetch: a whole moment, or a day that a clock may follow.
fn counted(
    scanner: &mut Scanner,
    said: &mut Said,
    context: &Context,
) -> Result<Option<Moment>, Unread> {
    // A clock before it belongs to a day.
    if said.clock.is_none() {
        if now(scanner) {
            return context.now().map(Some);
        }
        if let Some(relative) = ago(scanner)? {
            if relative.unit != Precision::Day || relative.is_bound {
                return context.back(&relative).map(Some);
            }
            said.date = Some(context.before(&relative.back)?.1.into());
            said.is_relative = true;
            return Ok(None);
        }
    }
    if let Some(back) = named_day(scanner) {
        said.date = Some(context.day_back(back)?.into());
        said.is_relative = true;
    }
    Ok(None)
}

/// A part of an absolute time.
fn part(scanner: &mut Scanner, said: &mut Said, context: &Context) -> Result<bool, Unread> {
    if said.clock.is_none() {
        said.clock = clock::read(scanner)?;
        if said.clock.is_some() {
            return Ok(true);
        }
    }
    if said.clock.is_some() && zone_part(scanner, said)? {
        return Ok(true);
    }
    if said.date.is_none() && date_part(scanner, said, context)? {
        return Ok(true);
    }
    Ok(late_year(scanner, said) || (said.date.is_some() && zone_part(scanner, said)?))
}

fn zone_part(scanner: &mut Scanner, said: &mut Said) -> Result<bool, Unread> {
    if said.zone.is_some() {
        // The offset in front of a bracketed name has decided already.
        return Ok(scanner.mark(0) == Some('[') && zone::iana(scanner).is_some());
    }
    said.zone = zone::read(scanner, said.clock.is_some())?;
    Ok(said.zone.is_some())
}

fn date_part(scanner: &mut Scanner, said: &mut Said, context: &Context) -> Result<bool, Unread> {
    if let Some((parts, clock)) = compact::read(scanner)? {
        said.date = Some(parts);
        said.clock = said.clock.or(clock);
        return Ok(true);
    }
    said.date = date::read(scanner, context)?;
    Ok(said.date.is_some())
}

/// "Thu Sep 24 16:20:05 PDT 2026": the year behind the clock.
fn late_year(scanner: &mut Scanner, said: &mut Said) -> bool {
    let date = said
        .date
        .filter(|date| date.year.is_none() && said.clock.is_some());
    let year = scanner.number(0).filter(|number| number.1 == 4);
    let (Some(date), Some((year, _))) = (date, year) else {
        return false;
    };
    let month_and_day = (date.month.unwrap_or(0), date.day.unwrap_or(0));
    said.date = Parts::day(year, month_and_day.0.into(), month_and_day.1.into());
    scanner.advance(usize::from(said.date.is_some()));
    said.date.is_some()
}

/// What says nothing: words around a time, a zone spelled out behind its offset, the author.
fn rest(scanner: &mut Scanner, has_date: bool) -> bool {
    let is_author = scanner.is_word(0, &["by", "von", "par", "por"]);
    if has_date && is_author {
        scanner.finish();
        return true;
    }
    comment(scanner, has_date) || skip(scanner)
}

/// "(Central European Summer Time)": words in parentheses, never a number.
fn comment(scanner: &mut Scanner, has_date: bool) -> bool {
    if !has_date || scanner.mark(0) != Some('(') {
        return false;
    }
    let mut ahead = 1_usize;
    while scanner.word(ahead).is_some() {
        ahead = ahead.saturating_add(1);
    }
    let is_comment = ahead > 1 && scanner.mark(ahead) == Some(')');
    scanner.advance(if is_comment {
        ahead.saturating_add(1)
    } else {
        0
    });
    is_comment
}
