//! What holds for any page: no panic, linear time, order of sets without meaning.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;
use crate::canonical::canonicalize;

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<script type=\"application/ld+json\">",
        "</script>",
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "\\",
        "\\u00",
        "\"@type\":\"Product\"",
        "\"@type\":\"JobPosting\"",
        "\"@id\":\"#a\"",
        "\"name\":\"x\"",
        "\"offers\":",
        "\"price\":",
        "1.5",
        "-",
        "null",
        "true",
        "\"@graph\":",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "//",
        ";",
        "\n",
        "é",
        "字",
        "<div itemscope itemtype='https://schema.org/Product'>",
        "</div>",
        "<span itemprop=name>",
        "</span>",
        "<meta itemprop=price content=5>",
        "<p itemprop=offers itemscope itemtype='https://schema.org/Offer' itemref=a>",
        "<p id=a>",
        "<h1>x</h1>",
        "<del>",
        "$5",
        "€",
        "<svg/>",
        "<li>",
        "<td>",
        "<",
        ">",
        "='",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut body = b"<html>".to_vec();
        body.extend(bytes);
        let _ = parse(&Response { body: &body, at_ms: FETCHED_AT_MS, ..Response::default() });
    }

    #[test]
    fn no_order_of_known_pieces_panics(html in pieces()) {
        let html = format!("<html>{html}<script type=\"application/ld+json\">{{\"@type\":\"Product\",\"name\":\"x\",\"offers\":{{\"price\":5}}}}</script>");
        let _ = parse(&Response { body: html.as_bytes(), at_ms: FETCHED_AT_MS, ..Response::default() });
    }

    #[test]
    fn any_json_is_read_and_any_text_kept(name in "[a-zA-Z\u{4e00}-\u{4e20}\"\\\\ ]{1,20}") {
        let block = serde_json::json!({"@type": "Product", "name": format!("x{name}")}).to_string();
        let item = only(&page(&[&block], ""));
        let right = crate::canonical::shown(&htmlize::unescape(format!("x{name}").as_str()));
        prop_assert_eq!(item.content.title, right);
    }

    #[test]
    fn the_order_of_names_and_sets_says_nothing(fields in Just(vec![
        r#""@type":"Product""#, r#""name":"Lamp""#, r#""description":"<ul><li>a</li><li>b</li></ul>""#,
        r#""brand":{"name":"Acme","@type":"Brand"}"#,
        r#""offers":[{"price":5,"priceCurrency":"EUR","sku":"a"},{"sku":"b","price":6,"priceCurrency":"EUR"}]"#,
        r#""sku":"L1""#,
    ]).prop_shuffle()) {
        let first = only(&page(&[r#"{"@type":"Product","name":"Lamp","description":"<ul><li>b</li><li>a</li></ul>","brand":"Acme","sku":"L1","offers":[{"price":6,"priceCurrency":"EUR","sku":"b"},{"price":"5","priceCurrency":"EUR","sku":"a"}]}"#], ""));
        let other = only(&page(&[&format!("{{{}}}", fields.join(","))], ""));
        prop_assert_eq!(canonicalize(&first.content).hash, canonicalize(&other.content).hash);
        prop_assert_eq!(first.facts, other.facts);
    }
}

const MB: usize = 1 << 20;

/// Generous for a slow machine and a build without optimization: what is quadratic takes hours.
fn in_time(name: &str, html: &str) {
    let begun = Instant::now();
    let _ = parse(&Response {
        body: html.as_bytes(),
        at_ms: FETCHED_AT_MS,
        ..Response::default()
    });
    let took = begun.elapsed();
    eprintln!("{name}: {took:?}");
    assert!(took < Duration::from_secs(60), "{name}: {took:?}");
}

#[test]
fn hostile_pages_are_read_in_linear_time() {
    let block = "<script type=\"application/ld+json\">";
    let product = "<div itemscope itemtype=https://schema.org/Product>";
    let filled = |piece: &str| piece.repeat(MB / piece.len());
    for (name, html) in [
        ("open brackets", format!("<html>{block}{}", filled("["))),
        (
            "open objects",
            format!("<html>{block}{}", filled("{\"a\":")),
        ),
        ("open texts", format!("<html>{block}{}", filled("\"\\"))),
        (
            "empty blocks",
            format!("<html>{}", filled(&format!("{block}</script>"))),
        ),
        (
            "bad blocks",
            format!("<html>{}", filled(&format!("{block}{{x</script>"))),
        ),
        ("unclosed blocks", format!("<html>{}", filled(block))),
        (
            "comment wrappers",
            format!("<html>{block}{}", filled("<!--")),
        ),
        (
            "line comments",
            format!("<html>{block}{}", filled("//<!--")),
        ),
        (
            "comment tails",
            format!("<html>{block}{{}}{}", filled("<!-- -->")),
        ),
        ("media types", format!("<html>{}", filled("ld+json "))),
        (
            "nested things",
            format!(
                "<html>{}",
                filled("<div itemprop=a itemscope itemtype=https://schema.org/Product>")
            ),
        ),
        (
            "nested texts",
            format!("<html>{product}{}", filled("<b itemprop=name>")),
        ),
        (
            "flat texts",
            format!("<html>{product}{}", filled("<b itemprop=name>x</b>")),
        ),
        (
            "flat things",
            format!(
                "<html>{}",
                filled(&format!("{product}<b itemprop=name>x</b></div>"))
            ),
        ),
        (
            "references",
            format!("<html>{product}{}", filled("<p itemscope itemref='a b c'>")),
        ),
        (
            "many names",
            format!("<html>{product}<b itemprop='{}'>x</b>", filled("name ")),
        ),
        (
            "attributes",
            format!("<html>{product}<b {}>", filled("itemprop=a ")),
        ),
        ("quotes", format!("<html>{product}{}", filled("<a b='"))),
        (
            "end tags",
            format!("<html>{product}{}{}", "<b>".repeat(300), filled("</i></p>")),
        ),
        (
            "headings",
            format!("<html>{product}<b itemprop=name>x</b>{}", filled("<h1>x")),
        ),
        (
            "amounts",
            format!(
                "<html>{product}<b itemprop=name>x</b><h1>x</h1>{}",
                filled("<b class=price>$5</b>")
            ),
        ),
        (
            "one line of amounts",
            format!(
                "<html>{product}<h1 itemprop=name>x</h1><p class=price>{}",
                filled("$5 ")
            ),
        ),
        (
            "sale marks",
            format!(
                "<html>{product}<h1 itemprop=name>x</h1>{}",
                filled("<del>$</del>5")
            ),
        ),
    ] {
        in_time(name, &html);
    }
}
