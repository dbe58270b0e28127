//! Words like `3-5 years`, `at least three years` or 三年以上 as whole numbers.
//!
//! Reads what was demanded out of the posting's own words, and only where they have one reading: a
//! second number, a decimal, half a year or "several" is nobody's guess but a model's. Knows no
//! posting; `experience` finds the words in one.

mod token;

use token::{Token, Unit, tokens};

/// Raise it with every change that can change what is read.
pub const READER: u32 = 1;

/// More is no demand of a person.
const MOST_YEARS: u32 = 60;
/// A demand is a phrase; a longer text is something else.
const MOST_CHARS: usize = 300;

/// What is demanded, in whole years.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Years {
    /// 0 where the words say that none is needed; absent where only an upper bound is set.
    pub min: Option<i64>,
    pub max: Option<i64>,
}

/// The one reading of the words, if they have one.
pub fn read(words: &str) -> Option<Years> {
    if words.chars().nth(MOST_CHARS).is_some() {
        return None;
    }
    let tokens = tokens(words)?;
    if !tokens.iter().any(|token| matches!(token, Token::Number(_))) {
        let needs_none = tokens.contains(&Token::NotNeeded);
        return needs_none.then_some(Years {
            min: Some(0),
            max: None,
        });
    }
    let amounts = amounts(&tokens)?;
    if amounts.iter().any(|amount| amount.unit.is_none()) && !may_lack_unit(&tokens) {
        return None;
    }
    bounds(&amounts)
}

/// A number with what stands around it.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    number: u32,
    unit: Option<Unit>,
    /// "at least", "or more".
    is_least: bool,
    /// "up to", "or less".
    is_most: bool,
    /// The next amount is the other end of a range.
    is_range: bool,
}

/// All amounts in order; none when a word says that they are not exact or not a demand alone.
fn amounts(tokens: &[Token]) -> Option<Vec<Amount>> {
    let mut found: Vec<Amount> = Vec::new();
    let mut prefix = None;
    for (at, token) in tokens.iter().enumerate() {
        let is_before_number = || {
            let mut rest = tokens.iter().skip(at + 1);
            let next = rest.find(|token| **token != Token::Filler);
            matches!(next, Some(Token::Number(_)))
        };
        match token {
            Token::Number(number) => {
                let bound = prefix.take();
                found.push(Amount {
                    number: *number,
                    is_least: bound == Some(Token::AtLeast),
                    is_most: bound == Some(Token::AtMost),
                    ..Amount::default()
                });
            }
            Token::AtLeast | Token::AtMost if is_before_number() => prefix = Some(*token),
            Token::AtLeast | Token::More => found.last_mut()?.is_least = true,
            Token::AtMost | Token::Less => found.last_mut()?.is_most = true,
            Token::Range if is_before_number() && is_behind_amount(tokens, at) => {
                found.last_mut()?.is_range = true;
            }
            Token::Again(number) if found.last().map(|last| last.number) != Some(*number) => {
                return None;
            }
            Token::Unit(unit) => give_unit(&mut found, *unit),
            Token::NotNeeded | Token::Vague => return None,
            Token::Range | Token::Again(_) | Token::Filler | Token::Word => {}
        }
    }
    Some(found)
}

/// "3 years of A or 5 of B" is no range: words stand between.
fn is_behind_amount(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    matches!(
        before,
        Some(Token::Number(_) | Token::Again(_) | Token::Unit(_) | Token::More)
    )
}

/// The unit of a range stands behind its second number.
fn give_unit(found: &mut [Amount], unit: Unit) {
    for amount in found.iter_mut().rev() {
        if amount.unit.is_some() {
            break;
        }
        amount.unit = Some(unit);
    }
}

/// A bare number is one of years where nothing but the name of the field stands beside it.
fn may_lack_unit(tokens: &[Token]) -> bool {
    !tokens.contains(&Token::Word)
}

fn bounds(amounts: &[Amount]) -> Option<Years> {
    match amounts {
        [one] => one_bound(one),
        [low, high] => two_bounds(low, high),
        _ => None,
    }
}

fn one_bound(amount: &Amount) -> Option<Years> {
    let years = whole_years(amount)?;
    match (amount.is_least, amount.is_most) {
        (true, true) => None,
        (false, true) => Some(Years {
            min: None,
            max: Some(years),
        }),
        (_, false) => Some(Years {
            min: Some(years),
            max: None,
        }),
    }
}

fn two_bounds(low: &Amount, high: &Amount) -> Option<Years> {
    let (min, max) = (whole_years(low)?, whole_years(high)?);
    let is_pair = low.is_range || (low.is_least && high.is_most);
    if !is_pair || min > max || low.is_most {
        return None;
    }
    // "at least 3-5 years" and "3-5+ years" leave the upper end open.
    let is_open = low.is_range && (low.is_least || high.is_least);
    let is_bounded = low.is_range && high.is_most && is_open;
    (!is_bounded).then_some(Years {
        min: Some(min),
        max: (!is_open).then_some(max),
    })
}

/// Months count where they are whole years.
fn whole_years(amount: &Amount) -> Option<i64> {
    let years = match amount.unit {
        Some(Unit::Month) if !amount.number.is_multiple_of(12) => return None,
        Some(Unit::Month) => amount.number / 12,
        Some(Unit::Year) | None => amount.number,
    };
    (years <= MOST_YEARS).then_some(i64::from(years))
}
