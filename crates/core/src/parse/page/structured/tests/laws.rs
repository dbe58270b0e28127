//! What holds for any page: no panic, linear time, order of sets without meaning.

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

const PAGE_BYTES: usize = 1 << 20;

const BLOCK: &str = "<script type=\"application/ld+json\">";
const PRODUCT: &str = "<div itemscope itemtype=https://schema.org/Product>";

/// What a page begins with, and the piece that fills it: a megabyte that a reader whose time grows
/// with the square of its input does not end within the hour.
const HOSTILE: [(&str, &str); 23] = [
    (BLOCK, "["),
    (BLOCK, "{\"a\":"),
    (BLOCK, "\"\\"),
    ("", "<script type=\"application/ld+json\"></script>"),
    ("", "<script type=\"application/ld+json\">{x</script>"),
    ("", BLOCK),
    (BLOCK, "<!--"),
    (BLOCK, "//<!--"),
    (BLOCK, "{}<!-- -->"),
    ("", "ld+json "),
    (
        "",
        "<div itemprop=a itemscope itemtype=https://schema.org/Product>",
    ),
    (PRODUCT, "<b itemprop=name>"),
    (PRODUCT, "<b itemprop=name>x</b>"),
    (
        "",
        "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>x</b></div>",
    ),
    (PRODUCT, "<p itemscope itemref='a b c'>"),
    (
        "<div itemscope itemtype=https://schema.org/Product><b itemprop='",
        "name ",
    ),
    (
        "<div itemscope itemtype=https://schema.org/Product><b ",
        "itemprop=a ",
    ),
    (PRODUCT, "<a b='"),
    (
        "<div itemscope itemtype=https://schema.org/Product><b><b><b><b><b><b>",
        "</i></p>",
    ),
    (
        "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>x</b>",
        "<h1>x",
    ),
    (
        "<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>x</h1>",
        "<b class=price>$5</b>",
    ),
    (
        "<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>x</h1><p class=price>",
        "$5 ",
    ),
    (
        "<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>x</h1>",
        "<del>$</del>5",
    ),
];

#[test]
fn hostile_pages_are_read_in_linear_time() {
    for (start, piece) in HOSTILE {
        let html = format!("<html>{start}{}", piece.repeat(PAGE_BYTES / piece.len()));
        // Whether it is refused or read, it ends.
        let _ = parse(&Response {
            body: html.as_bytes(),
            at_ms: FETCHED_AT_MS,
            ..Response::default()
        });
    }
}
