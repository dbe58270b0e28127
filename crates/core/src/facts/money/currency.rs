//! Which currency a sign means. Data: `currencies.txt`, `signs.txt`.
//!
//! A sign that several currencies share is decided by the source's default, then by its locale,
//! then by the decimals of the amount, then by what is commonest; each of these is an inference
//! and says so.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Given;
use super::locale::Locale;
use super::terms::Sign;

static CURRENCIES: LazyLock<HashMap<String, Currency>> =
    LazyLock::new(|| read(include_str!("currencies.txt")));

#[derive(Clone, Debug, Default)]
struct Currency {
    decimals: u32,
    regions: Vec<String>,
    forms: Vec<String>,
}

/// A written form, for the dictionary.
pub(super) struct Form {
    pub(super) text: String,
    pub(super) exact: bool,
    pub(super) sign: Sign,
}

/// A currency and whether it was inferred from more than the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) code: Option<String>,
    pub(super) inferred: bool,
}

/// The decimals of a currency; an unknown one is none.
pub fn decimals(code: &str) -> Option<u32> {
    CURRENCIES.get(code).map(|currency| currency.decimals)
}

/// The currency that the signs of one amount mean. `cents`: the amount has one or two decimals.
pub(super) fn choose(
    signs: &[&Sign],
    given: &Given,
    locale: Option<&Locale>,
    cents: bool,
) -> Choice {
    let default = given
        .default_currency
        .map(|code| code.trim().to_ascii_uppercase());
    if signs.is_empty() {
        return Choice {
            inferred: default.is_some(),
            code: default,
        };
    }
    let sure = signs.iter().filter(|sign| sign.codes.len() == 1);
    if let Some(code) = sure.filter_map(|sign| sign.codes.first()).next() {
        return Choice {
            code: Some(code.clone()),
            inferred: false,
        };
    }
    let codes = shared(signs);
    let local = locale
        .and_then(|locale| locale.region.as_deref())
        .and_then(of_region);
    let mut told = [default.as_deref(), local].into_iter().flatten();
    let told = told.find(|code| codes.iter().any(|known| known == code));
    let likely = || {
        codes
            .iter()
            .copied()
            .find(|code| !cents || decimals(code) != Some(0))
    };
    Choice {
        code: told.or_else(likely).map(str::to_owned),
        inferred: true,
    }
}

/// The currencies that every sign can mean; the first sign's where they agree on none.
fn shared<'s>(signs: &[&'s Sign]) -> Vec<&'s str> {
    let Some((first, rest)) = signs.split_first() else {
        return Vec::new();
    };
    let all: Vec<&str> = first.codes.iter().map(String::as_str).collect();
    let both = |code: &&str| rest.iter().all(|sign| sign.codes.iter().any(|c| c == code));
    let common: Vec<&str> = all.iter().copied().filter(|code| both(code)).collect();
    if common.is_empty() { all } else { common }
}

/// What a region pays with.
fn of_region(region: &str) -> Option<&'static str> {
    let pays = |currency: &Currency| currency.regions.iter().any(|known| known == region);
    CURRENCIES
        .iter()
        .find(|(_, currency)| pays(currency))
        .map(|(code, _)| code.as_str())
}

/// What pay in Chinese words is paid in where it names no currency: that of its region.
pub(super) fn of_chinese_pay(region: Option<&str>) -> String {
    region.and_then(of_region).unwrap_or("CNY").to_owned()
}

/// Every written form; a shared one stands after those that mean one currency.
pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for (code, currency) in CURRENCIES.iter() {
        let sign = Sign {
            codes: vec![code.clone()],
            before: false,
        };
        forms.push(Form {
            text: code.clone(),
            exact: true,
            sign: sign.clone(),
        });
        for text in &currency.forms {
            let sign = Sign {
                before: text.ends_with(['$', '¥', '£', '₹', '₩']),
                ..sign.clone()
            };
            forms.push(Form {
                text: text.clone(),
                exact: false,
                sign,
            });
        }
    }
    let lines = include_str!("signs.txt").lines();
    forms.extend(
        lines
            .filter(|line| !line.starts_with('#'))
            .filter_map(shared_form),
    );
    forms
}

fn shared_form(line: &str) -> Option<Form> {
    let (head, codes) = line.split_once(" = ")?;
    let mut head = head.split(' ');
    let text = head.next()?.to_owned();
    let marks: Vec<&str> = head.collect();
    let codes = codes.split_whitespace().map(str::to_owned).collect();
    let sign = Sign {
        codes,
        before: marks.contains(&"before"),
    };
    Some(Form {
        text,
        exact: marks.contains(&"capital"),
        sign,
    })
}

fn read(data: &str) -> HashMap<String, Currency> {
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(line).collect()
}

fn line(line: &str) -> Option<(String, Currency)> {
    let (head, forms) = line.split_once('|')?;
    let mut head = head.split_whitespace();
    let code = head.next()?.to_owned();
    let decimals = head.next()?.parse().ok()?;
    let regions = head.next()?.split(',').map(str::to_owned).collect();
    let forms = forms
        .split(", ")
        .map(str::trim)
        .filter(|form| !form.is_empty());
    Some((
        code,
        Currency {
            decimals,
            regions,
            forms: forms.map(str::to_owned).collect(),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_data_is_read() {
        let count = |data: &str| data.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(CURRENCIES.len(), count(include_str!("currencies.txt")));
        let signs = include_str!("signs.txt")
            .lines()
            .filter(|line| !line.starts_with('#'));
        for line in signs {
            let form = shared_form(line).expect(line);
            assert!(
                form.sign
                    .codes
                    .iter()
                    .all(|code| CURRENCIES.contains_key(code)),
                "{line}"
            );
        }
    }

    #[test]
    fn no_form_means_two_currencies_without_saying_so() {
        let mut seen = HashMap::new();
        for form in forms() {
            let earlier = seen.insert((form.text.clone(), form.exact), form.sign);
            assert!(earlier.is_none(), "{}", form.text);
        }
    }

    #[test]
    fn a_region_pays_with_one_currency() {
        let mut regions: Vec<_> = CURRENCIES
            .values()
            .flat_map(|currency| &currency.regions)
            .collect();
        let all = regions.len();
        regions.sort();
        regions.dedup();
        assert_eq!(regions.len(), all);
    }
}
