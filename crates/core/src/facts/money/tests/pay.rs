//! Pay as boards write it.

use super::*;

/// `min max currency interval`, with the months behind it.
fn shown_pay(words: &str, lang: &str) -> String {
    let pay = super::super::pay(words, &given(lang));
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

#[test]
fn reads_pay_with_its_interval() {
    check_pay(&[
        ("面议", "zh-CN", "- - - -"),
        ("Competitive", "", "- - - -"),
        ("年薪20-30万", "zh-CN", "200000 300000 CNY YEAR"),
        ("年薪20-30万", "", "200000 300000 CNY YEAR"),
        ("月薪 15000-20000元", "zh-CN", "15000 20000 CNY MONTH"),
        ("时薪 25元", "zh-CN", "25 25 CNY HOUR"),
        ("8千-1.2万/月", "zh-CN", "8000 12000 - MONTH"),
        ("15-25K", "zh-CN", "15000 25000 - -"),
        ("15k-25k·14薪", "", "15000 25000 CNY MONTH 14"),
        ("15-25K·14薪", "zh-TW", "15000 25000 TWD MONTH 14"),
        ("$20/hr", "", "20 20 USD HOUR"),
        ("$20 - $25 an hour", "", "20 25 USD HOUR"),
        ("$20 - 25 per-hour-wage", "", "20 25 USD HOUR"),
        ("£45,000 p.a.", "en-GB", "45000 45000 GBP YEAR"),
        ("£45k per annum", "en-GB", "45000 45000 GBP YEAR"),
        ("€500/day", "", "500 500 EUR DAY"),
        (
            "60.000 € – 80.000 € pro Jahr",
            "de-DE",
            "60000 80000 EUR YEAR",
        ),
        ("45 000 – 55 000 € par an", "fr-FR", "45000 55000 EUR YEAR"),
        ("₹12-18 lakh per annum", "en-IN", "1200000 1800000 INR YEAR"),
        (
            "INR 12,00,000 - 18,00,000",
            "en-IN",
            "1200000 1800000 INR -",
        ),
        ("Up to $120k", "", "- 120000 USD -"),
        ("From $50k a year", "", "50000 - USD YEAR"),
        ("Monthly salary: ₹50,000", "en-IN", "50000 50000 INR MONTH"),
        ("CAD 90,000 - 120,000 annually", "", "90000 120000 CAD YEAR"),
        (
            "$100,000 - $120,000 plus $10,000 bonus",
            "",
            "100000 120000 USD -",
        ),
        (
            "US: $100k–$120k, remote: $90k–$110k",
            "",
            "90000 120000 USD -",
        ),
        ("$20/hr ($41,600/year)", "", "20 20 USD HOUR"),
        ("$2,000 bi-weekly", "", "2000 2000 USD -"),
        ("50000-60000", "", "50000 60000 - -"),
        ("50000 per year", "", "50000 50000 - YEAR"),
        ("5 years experience, $100k", "", "100000 100000 USD -"),
        ("40 hours per week", "", "- - - -"),
        ("$20 per hour, 40 hours per week", "", "20 20 USD HOUR"),
        ("401k and dental", "", "- - - -"),
        ("3-5 years", "", "- - - -"),
        ("-$50,000", "", "- - - -"),
        ("時給1,200円〜1,500円", "ja-JP", "1200 1500 JPY HOUR"),
        ("月給25万円以上", "ja-JP", "250000 - JPY MONTH"),
        ("연봉 4,000만원", "ko-KR", "40000000 40000000 KRW YEAR"),
    ]);
}
