//! Texts as shops and boards write them, with the right values.

use super::*;

fn text(amount: Option<rust_decimal::Decimal>) -> String {
    amount.map_or("-".to_owned(), |amount| amount.to_string())
}

fn given(lang: &str) -> Given<'_> {
    Given {
        lang: (!lang.is_empty()).then_some(lang),
        default_currency: None,
    }
}

/// `amount currency`, with what else is said behind it.
fn shown(words: &str, lang: &str) -> String {
    let price = price(words, &given(lang));
    let mut shown = format!(
        "{} {}",
        text(price.amount),
        price.currency.as_deref().unwrap_or("-")
    );
    for (name, value) in [
        ("list", price.list_price),
        ("low", price.low),
        ("high", price.high),
    ] {
        if value.is_some() {
            shown += &format!(" {name}={}", text(value));
        }
    }
    for (name, said) in [
        ("from", price.is_from),
        ("inferred", price.currency_inferred),
    ] {
        shown += &if said {
            format!(" {name}")
        } else {
            String::new()
        };
    }
    shown += &price
        .tax_included
        .map_or(String::new(), |tax| format!(" tax={tax}"));
    shown
        + &price
            .bundle_of
            .map_or(String::new(), |count| format!(" of={count}"))
}

fn check_prices(rows: &[(&str, &str, &str)]) {
    let wrong: Vec<_> = rows
        .iter()
        .filter(|(words, lang, right)| shown(words, lang) != *right)
        .map(|(words, lang, right)| format!("{words} [{lang}]: {} not {right}", shown(words, lang)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn reads_the_prices_of_the_public_reports() {
    check_prices(&[
        ("¥1,299.00", "zh-CN", "1299.00 CNY inferred"),
        ("￥1,299", "ja-JP", "1299 JPY inferred"),
        ("1.299,00 €", "de-DE", "1299.00 EUR"),
        ("Rs. 999", "en-IN", "999 INR inferred"),
        ("Rs.1,29,999.00", "en-IN", "129999.00 INR inferred"),
        ("4 chairs from $285", "en-US", "285 USD from inferred"),
        ("58元人民币", "zh-CN", "58 CNY"),
        ("1,980円(税込)", "ja-JP", "1980 JPY tax=true"),
        ("12,000원", "ko-KR", "12000 KRW"),
        (
            "Was $75.00 Now $50.00",
            "en-US",
            "50.00 USD list=75.00 inferred",
        ),
        ("R415.00", "en-ZA", "415.00 ZAR"),
        ("5 shirts for 450.000 VND", "vi-VN", "450000 VND of=5"),
        ("2,345,678.910", "en-US", "2345678.910 -"),
        ("Price on request", "en-GB", "- -"),
        ("$1,180", "en-US", "1180 USD inferred"),
        ("$1,390", "en-US", "1390 USD inferred"),
        ("R$ 3.145,60", "pt-BR", "3145.60 BRL"),
    ]);
}

/// `min max currency interval`, with the months behind it.
fn shown_pay(words: &str, lang: &str) -> String {
    let pay = pay(words, &given(lang));
    let currency = pay.currency.as_deref().unwrap_or("-");
    let interval = pay.interval.unwrap_or("-");
    let shown = format!("{} {} {currency} {interval}", text(pay.min), text(pay.max));
    shown
        + &pay
            .months
            .map_or(String::new(), |months| format!(" {months}"))
}

fn check_pay(rows: &[(&str, &str, &str)]) {
    let wrong: Vec<_> = rows
        .iter()
        .filter(|(words, lang, right)| shown_pay(words, lang) != *right)
        .map(|(words, lang, right)| {
            format!("{words} [{lang}]: {} not {right}", shown_pay(words, lang))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn reads_the_pay_of_the_public_reports() {
    check_pay(&[
        ("Negotiable", "", "- - - -"),
        ("$95,000+", "", "95000 - USD -"),
        (
            "PKR 120,000 – 180,000 per month",
            "",
            "120000 180000 PKR MONTH",
        ),
        ("$130 - 175K USD", "", "130000 175000 USD -"),
        ("$18–$23 per hour", "", "18 23 USD HOUR"),
        ("€60k–85k", "", "60000 85000 EUR -"),
        ("CA$88.5K – CA$121K", "", "88500 121000 CAD -"),
        ("15-25K·14薪", "", "15000 25000 CNY MONTH 14"),
    ]);
}
