//! What pieces of text say about themselves: amounts of something else, headings over something
//! else, and where parts of one amount go on.

use crate::parse::page::elements::Tag;

/// Raised digits, and elements named for cents.
pub(super) fn parts_cents(tag: &Tag) -> bool {
    let names = ["cents", "cent", "decimal", "decimals", "fraction", "kop"];
    let class = || tag.get("class").unwrap_or_default().to_ascii_lowercase();
    tag.is("sup")
        || class()
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| names.contains(&word))
}

pub(super) fn ends_with_digit(text: &str) -> bool {
    text.trim_end().ends_with(|c: char| c.is_ascii_digit())
}

/// Ends with a digit or a letter: no more of the amount is to come.
pub(super) fn is_full(text: &str) -> bool {
    text.trim_end()
        .ends_with(|c: char| c.is_alphanumeric() || !c.is_ascii())
}

/// Amounts for a measure, a month, a share of payments: behind the last digit, or by their words.
pub(super) fn is_aside(text: &str) -> bool {
    let lower = text.to_lowercase();
    let tail = lower
        .rsplit(|c: char| c.is_ascii_digit())
        .next()
        .unwrap_or("");
    let per = ["per", "pro", "je", "par", "por", "al"];
    let aside = [
        "payments",
        "instalments",
        "installments",
        "month",
        "monthly",
        "monat",
        "monatlich",
        "mois",
        "mes",
        "klarna",
        "afterpay",
        "deposit",
        "raten",
        "points",
    ];
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let mut behind = tail.split(|c: char| !c.is_alphanumeric());
    tail.contains('/')
        || (lower.contains('/') && lower.contains('(') && lower.contains(')') && tail.contains(')'))
        || behind.any(|word| per.contains(&word))
        || words.any(|word| aside.contains(&word))
}

/// Headings over other products.
pub(super) fn leads_to_others(text: &str) -> bool {
    let lower = text.to_lowercase();
    let known = [
        "related",
        "similar",
        "recommend",
        "also ",
        "you may",
        "you might",
        "customers",
        "recently viewed",
        "more from",
        "more like",
        "frequently bought",
        "ähnlich",
        "dazu passt",
        "empfehl",
        "kunden",
        "vous aimerez",
        "similaires",
        "también",
        "relacionad",
        "correlat",
        "ook bekeken",
        "vergelijkbare",
        "相关",
        "推荐",
        "推薦",
        "猜你喜欢",
        "関連",
        "おすすめ",
        "추천",
    ];
    known.iter().any(|word| lower.contains(word))
}
