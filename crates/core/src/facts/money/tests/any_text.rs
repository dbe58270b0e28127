//! What holds for any text: no panic, linear time, the same amount in any dress.

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::super::pay;
use super::*;

const LANGS: [&str; 8] = [
    "", "en-US", "de-DE", "fr-FR", "zh-CN", "ja-JP", "en-IN", "x",
];

fn read_all(words: &str) {
    for lang in LANGS {
        let price = price(words, &given(lang));
        let pay = pay(words, &given(lang));
        let amounts = [
            price.amount,
            price.list_price,
            price.low,
            price.high,
            pay.min,
            pay.max,
        ];
        assert!(
            amounts
                .into_iter()
                .flatten()
                .all(|amount| !amount.is_sign_negative())
        );
        assert!(price.low <= price.high || price.high.is_none(), "{words}");
        assert!(pay.min <= pay.max || pay.max.is_none(), "{words}");
    }
}

/// Pieces that the reader knows, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "$", "€", "¥", "元", "円", "kr", "R", "Rs.", "USD", "12", "1,299", "1.299,00", "99", ".5",
        "-", "~", "~~", "+", "/", "(", ")", " ", " ", "\u{a0}", ",-", "k", "万", "薪", "per",
        "hour", "from", "was", "now", "税込", "起", "to", "bis", "off", "年薪", "for", "x", "字",
        "%", "'",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_text_panics(words in any::<String>()) {
        read_all(&words);
    }

    #[test]
    fn no_order_of_known_pieces_panics(words in pieces()) {
        read_all(&words);
    }

    #[test]
    fn an_amount_keeps_its_digits_in_any_dress(whole in 0_u64..10_000_000_000, cents in 0_u32..100) {
        let right: Decimal = format!("{whole}.{cents:02}").parse().unwrap();
        for (group, point, lang) in [(",", '.', "en-US"), (".", ',', "de-DE"), ("'", '.', "de-CH"),
            ("\u{202f}", ',', "fr-FR"), ("", '.', ""), ("", ',', "")] {
            let written = format!("{}{point}{cents:02} EUR", grouped(whole, group));
            let read = price(&written, &given(lang));
            prop_assert_eq!(text(read.amount), right.to_string(), "{}", written);
        }
    }
}

fn grouped(whole: u64, group: &str) -> String {
    let digits = whole.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out += group;
        }
        out.push(digit);
    }
    out
}

/// A reader that is not linear would not come back from these.
#[test]
fn a_megabyte_of_anything_is_read() {
    let shapes = [
        "1,",
        "$1-",
        "a ",
        "was $1 now ",
        "年薪1-2万",
        "~~$1",
        "1,-",
        "€1€2",
    ];
    for shape in shapes {
        let words = shape.repeat(200_000 / shape.len());
        let price = price(&words, &given("en-US"));
        let pay = pay(&words, &given(""));
        assert!(
            price
                .amount
                .is_none_or(|amount| amount <= Decimal::from(1299)),
            "{shape}"
        );
        assert!(pay.months.is_none_or(|months| months == 12), "{shape}");
    }
}
