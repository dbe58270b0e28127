//! XML as it comes: every fault gives what is whole, in linear time.

use proptest::prelude::*;

use super::{Element, document, has_tags, unescape};

/// The local names and own texts of all elements, in their order.
fn seen(xml: &str) -> Vec<(String, String)> {
    let document = document(xml);
    let all = document.elements();
    all.map(|element| (element.local().to_owned(), element.text().into_owned()))
        .collect()
}

fn texts(xml: &str, name: &str) -> Vec<String> {
    let all = seen(xml).into_iter();
    all.filter(|(found, _)| found == name)
        .map(|(_, text)| text)
        .collect()
}

#[test]
fn references_are_read_and_bare_ampersands_stay() {
    for (raw, text) in [
        ("Q3 &ndash; &nbsp;up", "Q3 – \u{a0}up"),
        ("&#8217;&#x2019;&euro;&amp;&lt;", "’’€&<"),
        ("AT&T & you &", "AT&T & you &"),
        ("/?a=1&copy=2&lang=_c", "/?a=1&copy=2&lang=_c"),
        ("&notit; &bogus; &;", "&notit; &bogus; &;"),
        ("&amp;lt;", "&lt;"),
        ("&semi;", ";"),
        ("&#0;", "\u{fffd}"),
        (
            "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;",
            "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;",
        ),
    ] {
        assert_eq!(unescape(raw), text, "{raw}");
    }
}

#[test]
fn declared_entities_stay_as_they_stand() {
    let bomb = r#"<?xml version="1.0"?><!DOCTYPE rss [
        <!ENTITY lol "lol"> <!ENTITY lol1 "&lol;&lol;&lol;"> <!ENTITY x SYSTEM "file:///etc/passwd">
        <!ENTITY odd "]>"> ]>
        <rss><title>&lol1; &x;</title></rss>"#;
    assert_eq!(texts(bomb, "title"), ["&lol1; &x;"]);
    assert_eq!(
        seen(bomb).len(),
        2,
        "nothing of the declaration is an element"
    );
}

#[test]
fn sections_comments_and_instructions_are_told_apart() {
    let xml = "<!-- <a>no</a> --><?xml-stylesheet href='x'?><r><a>1<!-- > --><![CDATA[<b>&amp;</b>]]>2</a><![cdata[x]]></r>";
    assert_eq!(texts(xml, "a"), ["1<b>&amp;</b>2"]);
    assert_eq!(texts(xml, "r"), ["1<b>&amp;</b>2x"]);
    assert_eq!(
        texts("<!DOCTYPE rss PUBLIC \"-//x><r><a>1</a></r>", "a"),
        ["1"]
    );
    assert_eq!(texts("<r>1 < 2 <3 </ 4><a>x</a></r>", "a"), ["x"]);
}

#[test]
fn what_the_text_stops_in_is_not_whole() {
    for end in [
        "<![CD",
        "<![CDATA[x",
        "<!--",
        "</titl",
        "</title",
        "<b",
        "<b x='",
        "<",
        "</",
        "<!",
        "&am",
    ] {
        let xml = format!("<rss><item><title>A</title></item><item><title>B{end}");
        let document = document(&xml);
        let whole: Vec<bool> = document
            .records(&["item"])
            .into_iter()
            .map(Element::is_whole)
            .collect();
        assert_eq!(whole, [true, false], "{end}");
    }
}

#[test]
fn a_field_that_nobody_closed_ends_where_the_next_begins() {
    let xml = "<channel><title>News<link>L</link><item><title>A<link>1</link><description>x <b>y</b><pubDate>d</pubDate></item><item><title>B</title></item></channel>";
    let document = document(xml);
    let items = document.records(&["item"]);
    assert_eq!(items.len(), 2);
    for (name, text) in [
        ("title", "A"),
        ("link", "1"),
        ("description", "x y"),
        ("pubDate", "d"),
    ] {
        assert_eq!(items[0].child_text(name).as_deref(), Some(text), "{name}");
    }
    assert_eq!(texts(xml, "title"), ["News", "A", "B"]);
}

#[test]
fn a_record_that_nobody_closed_ends_where_the_next_begins() {
    let xml = "<feed><entry><id>1</id><entry><id>2</id></entry></b></feed>";
    let document = document(xml);
    let entries = document.records(&["entry"]);
    let ids: Vec<_> = entries
        .iter()
        .map(|entry| entry.child_text("id").unwrap())
        .collect();
    assert_eq!(ids, ["1", "2"]);
    assert!(entries.iter().all(|entry| entry.is_whole()));
}

#[test]
fn attributes_are_read_with_and_without_quotes() {
    let document =
        document("<l a='1' x:href=\"2&amp;3\" b = 4 c/><m href=\"x>y\"/><n t=\"open>z</n><o/>");
    let all: Vec<Element> = document.elements().collect();
    let told = |at: usize, name: &str| all[at].attribute(name).map(|value| value.into_owned());
    assert_eq!(told(0, "a").as_deref(), Some("1"));
    assert_eq!(told(0, "HREF").as_deref(), Some("2&3"));
    assert_eq!(told(0, "b").as_deref(), Some("4"));
    assert_eq!(told(0, "c").as_deref(), Some(""));
    assert_eq!(told(0, "d"), None);
    assert_eq!(told(1, "href").as_deref(), Some("x>y"));
    assert_eq!(all[2].text(), "z");
    assert!(all[3].is("o"));
}

#[test]
fn a_body_that_was_not_escaped_becomes_html() {
    let xml = "<c><x:div xmlns:x=\"u\"><x:p class=\"a\">1<x:br/>2</x:p><x:p/><![CDATA[a<b&c]]></x:div></c>";
    let document = document(xml);
    let markup = document.elements().next().unwrap().markup();
    assert_eq!(
        markup,
        "<div  xmlns:x=\"u\"><p  class=\"a\">1<br ></br>2</p><p ></p>a&lt;b&amp;c</div>"
    );
}

#[test]
fn tags_of_html_are_known_by_their_names() {
    for text in ["<p>", "a <b>c</b>", "</li>", "x<BR/>y", "<a href=x>"] {
        assert!(has_tags(text), "{text}");
    }
    for text in [
        "List<String>",
        "a < b",
        "<3",
        "<pubDate>",
        "p>",
        "<ptr>",
        "<blockquotes>",
    ] {
        assert!(!has_tags(text), "{text}");
    }
}

#[test]
fn size_and_depth_cost_linear_time() {
    // None of these ends today if a step looks back, looks ahead without moving or recurses.
    const N: usize = 100_000;
    for xml in [
        "<a>".repeat(3 * N),
        "<item><title>".repeat(N),
        format!("{}{}", "<a>".repeat(N), "</b>".repeat(N)),
        format!("{}{}", "<a><b>".repeat(N), "</a>".repeat(N)),
        format!("<item>{}</item>", "<p><x>".repeat(N)),
        "<?a".repeat(N),
        "<!DOCTYPE a [".repeat(N),
        "<![CDATA[".repeat(N),
        "<a b=\"".repeat(N),
        "<a b='>".repeat(N),
        "</a".repeat(N),
        "&".repeat(3 * N),
        "&#".repeat(N),
        "<".repeat(3 * N),
        format!("<a {}>", "b".repeat(N)),
        format!("<a {}>", "x:b='1' ".repeat(N)),
        "<a xmlns:b='c'>".repeat(N / 2),
    ] {
        let document = document(&xml);
        let first = document.elements().next();
        let children = document.records(&["item"]).len();
        let told = first.map(|element| {
            (
                element.text().len(),
                element.children().count(),
                element.attribute("b"),
            )
        });
        assert!(told.is_none_or(|told| told.0 <= xml.len() && told.1 + children <= xml.len()));
    }
}

proptest! {
    #[test]
    fn any_text_gives_a_tree_that_fits(
        parts in prop::collection::vec(prop::sample::select(vec![
            "<rss>", "<item>", "</item>", "<title>", "</title>", "<b>", "</b>", "<br>", "x", "&amp;", "<![CDATA[",
            "]]>", "<!--", "-->", "<?", "?>", "<!DOCTYPE", "[", "]", ">", "<", "\"", "'", "=", " ", "/", "é", "<a b='c'/>",
        ]), 0..60),
    ) {
        let xml = parts.concat();
        let document = document(&xml);
        let count = document.nodes.len();
        for (at, node) in document.nodes.iter().enumerate() {
            prop_assert!(at < node.end && node.end <= count);
        }
        for element in document.elements() {
            let inside: usize = element.children().map(|child| child.text().len()).sum();
            prop_assert!(inside <= element.text().len());
            let _ = element.markup();
        }
    }
}
