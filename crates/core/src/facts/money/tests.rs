//! Texts as shops and boards write them, with the right values; what holds for any text.

mod any_text;
mod pay;
mod prices;

use super::{Given, Price, conflict, price, same_amount};

fn text(amount: Option<rust_decimal::Decimal>) -> String {
    amount.map_or("-".to_owned(), |amount| amount.to_string())
}

fn given(lang: &str) -> Given<'_> {
    Given {
        lang: (!lang.is_empty()).then_some(lang),
        default_currency: None,
    }
}

#[test]
fn a_negotiable_row_says_nothing_at_all() {
    assert_eq!(
        super::pay("Negotiable", &Given::default()),
        super::Pay::default()
    );
    assert_eq!(price("Price on request", &given("en-GB")), Price::default());
}

#[test]
fn amounts_are_compared_by_value() {
    assert!(same_amount("15.5", "15.50"));
    assert!(same_amount(" 3145.6", "3145.60"));
    assert!(!same_amount("15.5", "15.51"));
    assert!(!same_amount("9007199254740993", "9007199254740992"));
    assert!(same_amount("on request", "on request"));
}

#[test]
fn sources_conflict_only_where_both_say_something() {
    let read = |words: &str, lang: &str| price(words, &given(lang));
    let said = read("3145.6", "");
    let shown = read("R$ 3.145,60", "pt-BR");
    assert!(!conflict(&[said, shown.clone(), Price::default()]));
    assert!(conflict(&[shown.clone(), read("R$ 2.999,00", "pt-BR")]));
    assert!(conflict(&[shown, read("EUR 3145.60", "")]));
    assert!(!conflict(&[read("$50", "en-US"), read("50 CAD", "")]));
    assert!(!conflict(&[]));
}
