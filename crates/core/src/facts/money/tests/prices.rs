//! Prices as shops write them.

use super::*;

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

#[test]
fn reads_signs_and_codes_of_many_currencies() {
    check_prices(&[
        ("US$ 20.00", "", "20.00 USD"),
        ("C$20", "", "20 CAD"),
        ("A$1,299.95", "en-US", "1299.95 AUD"),
        ("HK$ 388", "zh-HK", "388 HKD"),
        ("NT$1,280", "zh-TW", "1280 TWD"),
        ("S$49.90", "en-SG", "49.90 SGD"),
        ("R$ 1.299,90", "pt-BR", "1299.90 BRL"),
        ("$49.90", "", "49.90 USD inferred"),
        ("$49.90", "en-CA", "49.90 CAD inferred"),
        ("$49.90 CAD", "en-US", "49.90 CAD"),
        ("CAD $49.90", "", "49.90 CAD"),
        ("AUD 49.90", "", "49.90 AUD"),
        ("₹1,29,999.00", "hi-IN", "129999.00 INR"),
        ("INR 1,29,999", "", "129999 INR"),
        ("Rs 2,500", "en-PK", "2500 PKR inferred"),
        ("R 415.00", "en-ZA", "415.00 ZAR"),
        ("R 1 299.00", "en-ZA", "1299.00 ZAR"),
        ("450.000 ₫", "vi-VN", "450000 VND"),
        ("450.000đ", "vi-VN", "450000 VND"),
        ("1 299 kr", "sv-SE", "1299 SEK inferred"),
        ("1.299,95 kr.", "da-DK", "1299.95 DKK inferred"),
        ("kr 499", "nb-NO", "499 NOK inferred"),
        ("129,99 zł", "pl-PL", "129.99 PLN"),
        ("1 299,00 Kč", "cs-CZ", "1299.00 CZK"),
        ("12 990 Ft", "hu-HU", "12990 HUF"),
        ("CHF 1'299.50", "de-CH", "1299.50 CHF"),
        ("CHF 1’299.–", "de-CH", "1299 CHF"),
        ("1 299 ₽", "ru-RU", "1299 RUB"),
        ("1 299,50 руб.", "ru-RU", "1299.50 RUB"),
        ("₺1.299,90", "tr-TR", "1299.90 TRY"),
        ("Rp 150.000", "id-ID", "150000 IDR"),
        ("RM 49.90", "ms-MY", "49.90 MYR"),
        ("฿1,290", "th-TH", "1290 THB"),
        ("AED 1,299.00", "en-AE", "1299.00 AED"),
        ("KWD 2345678.910", "", "2345678.910 KWD"),
        ("KWD 1.250", "en", "1.250 KWD"),
        ("1.250 د.ك", "ar-KW", "1.250 KWD"),
        ("£19.99", "en-GB", "19.99 GBP"),
        ("19€99", "fr-FR", "19.99 EUR"),
        ("49,- €", "de-DE", "49 EUR"),
        ("58元", "zh-CN", "58 CNY inferred"),
        ("58元", "zh-TW", "58 TWD inferred"),
        ("RMB 58", "", "58 CNY"),
        ("人民币58元", "", "58 CNY"),
        ("100港元", "zh-CN", "100 HKD"),
        ("25美元", "zh-CN", "25 USD"),
        ("１，９８０円", "ja-JP", "1980 JPY"),
        ("1.2万元", "zh-CN", "12000 CNY inferred"),
        ("₩12,000", "", "12000 KRW"),
        ("¥1299", "", "1299 CNY inferred"),
        ("¥1,299.00", "", "1299.00 CNY inferred"),
        ("$1.2M", "en-US", "1200000 USD inferred"),
    ]);
}

#[test]
fn decides_separators_by_the_number_then_the_text_then_the_locale() {
    check_prices(&[
        ("1,299.00 €", "de-DE", "1299.00 EUR"),
        ("1.299,00 €", "en-US", "1299.00 EUR"),
        ("1.299 €", "de-DE", "1299 EUR"),
        ("1.299 €", "", "1299 EUR"),
        ("€1,299", "", "1299 EUR"),
        ("49.90 €", "de-DE", "49.90 EUR"),
        ("49,90 €", "en-US", "49.90 EUR"),
        ("$3.459", "en-US", "3.459 USD inferred"),
        ("1\u{202f}299,00\u{a0}€", "fr-FR", "1299.00 EUR"),
        ("1\u{2009}299\u{2009}999,5 €", "", "1299999.5 EUR"),
        (
            "von 1.299 € bis 1.499,50 €",
            "",
            "- EUR low=1299 high=1499.50",
        ),
        ("0.125 EUR", "", "0.125 EUR"),
        ("$.99", "en-US", "0.99 USD inferred"),
        ("1.299.000 VND", "en-US", "1299000 VND"),
        ("49.90", "", "49.90 -"),
        ("2.500", "", "2.500 -"),
    ]);
}

#[test]
fn a_quantity_a_date_or_a_part_number_is_no_price() {
    check_prices(&[
        ("4 chairs", "en-US", "- -"),
        ("Size 42", "en-US", "- -"),
        ("50% off", "en-US", "- -"),
        ("12.05.2024", "de-DE", "- -"),
        ("192.168.0.1", "", "- -"),
        ("4K TV 55 inch $299", "en-US", "299 USD inferred"),
        ("Pack of 12, $9.99", "en-US", "9.99 USD inferred"),
        ("X200", "", "- -"),
        ("3 Jahre Garantie, 49,90 €", "de-DE", "49.90 EUR"),
        ("6 ft ladder $50", "en-US", "50 USD inferred"),
        ("3件装 58元", "zh-CN", "58 CNY inferred"),
        ("500ml", "", "- -"),
        ("2 for $10", "en-US", "10 USD inferred of=2"),
        ("Free", "en-US", "- -"),
        ("免费", "zh-CN", "- -"),
        ("$0.00", "en-US", "0.00 USD inferred"),
        ("", "", "- -"),
        ("-$50", "en-US", "- -"),
        ("$-50", "en-US", "- -"),
        ("−50 €", "de-DE", "- -"),
        ("NaN", "", "- -"),
        ("$", "", "- -"),
        ("1,2,3,4 €", "", "- -"),
        ("99999999999999999999999999999999 €", "", "- -"),
        ("Lamp – $50", "en-US", "50 USD inferred"),
    ]);
}

#[test]
fn tells_sale_list_from_and_range_apart() {
    check_prices(&[
        ("From £10", "en-GB", "10 GBP from"),
        ("ab 49,90 €", "de-DE", "49.90 EUR from"),
        ("À partir de 49,90 €", "fr-FR", "49.90 EUR from"),
        ("desde 20 €", "es-ES", "20 EUR from"),
        ("58元起", "zh-CN", "58 CNY from inferred"),
        ("¥58 起", "zh-CN", "58 CNY from inferred"),
        ("1,980円〜", "ja-JP", "1980 JPY from"),
        ("$99+", "en-US", "99 USD from inferred"),
        ("$10 - $20", "en-US", "- USD low=10 high=20 inferred"),
        (
            "$10.00–$20.50",
            "en-US",
            "- USD low=10.00 high=20.50 inferred",
        ),
        ("10-20 €", "de-DE", "- EUR low=10 high=20"),
        ("19 bis 35 €", "de-DE", "- EUR low=19 high=35"),
        ("58-99元", "zh-CN", "- CNY low=58 high=99 inferred"),
        ("$20 - $10", "en-US", "- -"),
        (
            "~~$75.00~~ $50.00",
            "en-US",
            "50.00 USD list=75.00 inferred",
        ),
        (
            "Regular price $75.00 Sale price $50.00",
            "en-US",
            "50.00 USD list=75.00 inferred",
        ),
        ("Now $50, was $75", "en-US", "50 USD list=75 inferred"),
        ("UVP 99,00 € 79,00 €", "de-DE", "79.00 EUR list=99.00"),
        ("原价¥199 现价¥99", "zh-CN", "99 CNY list=199 inferred"),
        ("Was $75", "en-US", "- USD list=75 inferred"),
        ("$75.00 $50.00", "en-US", "- -"),
        ("$50.00 $50.00", "en-US", "50.00 USD inferred"),
        ("$50 Save $25", "en-US", "50 USD inferred"),
        ("$50 ($25 off)", "en-US", "50 USD inferred"),
        ("$50 + $5 shipping", "en-US", "50 USD inferred"),
        ("12,90 € (25,80 €/kg)", "de-DE", "12.90 EUR"),
        ("$19.99/month", "en-US", "19.99 USD inferred"),
        ("1,800円(税込1,980円)", "ja-JP", "1980 JPY tax=true"),
        ("49,90 € inkl. MwSt.", "de-DE", "49.90 EUR tax=true"),
        ("£100 ex VAT", "en-GB", "100 GBP tax=false"),
        (
            "£100.00 ex VAT (£120.00 inc VAT)",
            "en-GB",
            "120.00 GBP tax=true",
        ),
        ("$50 (approx. €45)", "en-US", "50 USD inferred"),
    ]);
}

#[test]
fn a_default_currency_fills_in_and_says_so() {
    let given = Given {
        lang: None,
        default_currency: Some("eur"),
    };
    let bare = price("49.90", &given);
    assert_eq!(text(bare.amount), "49.90");
    assert_eq!(
        (bare.currency.as_deref(), bare.currency_inferred),
        (Some("EUR"), true)
    );
    let given = Given {
        lang: Some("en-US"),
        default_currency: Some("SGD"),
    };
    assert_eq!(price("$5", &given).currency.as_deref(), Some("SGD"));
    assert_eq!(price("£5", &given).currency.as_deref(), Some("GBP"));
}
