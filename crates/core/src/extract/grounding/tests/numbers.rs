//! Numbers are proved by value.

use super::*;

#[test]
fn separators_scales_and_trailing_zeros_do_not_matter() {
    for (text, value) in [
        ("pays 15.50 an hour", json!(15.5)),
        ("$120,000 a year", json!(120_000)),
        ("120.000 € im Jahr", json!(120_000)),
        ("1.234,50 €", json!(1234.5)),
        ("45 000 kr", json!(45_000)),
        ("₹ 1,20,000", json!(120_000)),
        ("130 - 175K USD", json!(175_000)),
        ("月薪1.5万", json!(15_000)),
        ("３年", json!(3)),
        ("2 million users", json!(2_000_000)),
        ("down to -5 °C", json!(-5)),
        ("a load of 100000000000000000000", json!(1e20)),
    ] {
        assert!(holds(text, value.clone()), "{value} in {text}");
    }
}

#[test]
fn another_number_proves_nothing() {
    for (text, value) in [
        ("15.50", json!(15)),
        ("15.50", json!(50)),
        ("2024", json!(24)),
        ("5 kids", json!(5000)),
        ("5 years", json!(-5)),
        ("no number", json!(0)),
        ("7", json!(1e300)),
    ] {
        assert!(!holds(text, value.clone()), "{value} in {text}");
    }
}

#[test]
fn the_line_of_a_number_is_told() {
    assert_eq!(lines(json!(7), "one\ntwo\n7 days"), Some((3, 3)));
}
