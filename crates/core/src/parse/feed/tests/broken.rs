//! Documents that are broken give what is whole in them, or say what they are.

use proptest::prelude::*;

use super::*;
use crate::parse::Format;

#[test]
fn a_feed_that_stops_early_keeps_its_whole_items() {
    let whole = rss(
        "<item><title>A</title><guid>1</guid></item><item><title>B</title><guid>2</guid></item>",
    );
    let cut = whole.find("B</title>").unwrap();
    for end in ["", "<![CD", "<![CDATA[more"] {
        let parsed = read(&format!("{}{end}", &whole[..cut]));
        assert!(parsed.around.truncated && !parsed.complete(), "{end}");
        assert_eq!(parsed.items.len(), 1);
        assert_eq!(parsed.rejected[0].part, "item[1]");
        assert_eq!(
            parsed.rejected[0].reason.detail,
            "the document stops inside it"
        );
        assert_eq!(parsed.around.title.as_deref(), Some("F"));
    }
    let between = read(&whole[..whole.find("<item><title>B").unwrap()]);
    assert!(between.around.truncated && between.items.len() == 1);
    let almost = read(whole.strip_suffix("</rss>").unwrap());
    assert!(!almost.around.truncated && almost.items.len() == 2);
    assert!(!read(&whole).around.truncated);
}

#[test]
fn an_unknown_root_is_named() {
    assert_eq!(
        failure("<?xml version=\"1.0\"?><soap:Envelope><item/></soap:Envelope>"),
        "the XML's root element 'soap:Envelope' is no feed, no sitemap and no board"
    );
    assert!(
        failure("<?xml version=\"1.0\"?><rdf:RDF><foaf:Person/></rdf:RDF>").contains("'rdf:RDF'")
    );
    assert_eq!(failure("<?xml version=\"1.0\"?>"), "the XML has no element");
    let empty = read("<rdf:RDF xmlns='http://purl.org/rss/1.0/'></rdf:RDF>");
    assert_eq!((empty.format, empty.items.len()), (Format::Rss, 0));
    let named = |format, body: &str| {
        let response = Response {
            format: Some(format),
            ..response(body)
        };
        parse(&response).map(|parsed| parsed.items.len())
    };
    let detail = named(Format::Rss, "<urlset></urlset>").unwrap_err().detail;
    assert_eq!(detail, "rss: the root element is 'urlset'");
    assert!(named(Format::Atom, "<html><p>Just a moment</p></html>").is_err());
    assert_eq!(
        named(
            Format::Rss,
            "<news><item><title>A</title><guid>1</guid></item></news>"
        ),
        Ok(1)
    );
    assert_eq!(
        named(
            Format::Atom,
            &rss("<item><title>A</title><guid>1</guid></item>")
        ),
        Ok(1)
    );
}

#[test]
fn what_a_server_prints_before_the_feed_is_passed_over() {
    let feed = rss("<item><title>A</title><guid>1</guid></item>");
    for before in [
        "\n\n",
        "<br />\n<b>Warning</b>: x in <b>y.php</b><br />",
        "Notice: no index\n<?xml version=\"1.0\"?>",
        "<!-- made by hand -->",
    ] {
        let parsed = read(&format!("{before}{feed}"));
        assert_eq!(
            (parsed.format, parsed.items.len()),
            (Format::Rss, 1),
            "{before}"
        );
    }
}

#[test]
fn prefixes_may_be_anything() {
    let parsed = read(
        "<x:rss xmlns:x='u'><x:channel><x:item><x:title>A</x:title><x:guid>1</x:guid><x:pubDate>2026-09-24T10:00:00Z</x:pubDate></x:item></x:channel></x:rss>",
    );
    assert_eq!(
        parsed.items[0].facts.published_at.as_deref(),
        Some("2026-09-24T10:00:00Z")
    );
    let rdf = read(
        "<rdf:RDF><channel rdf:about='c'><title>F</title><items/></channel><item rdf:about='https://a.example/1'><title>A</title><dc:date>2026-09</dc:date><dc:creator>Ann</dc:creator></item></rdf:RDF>",
    );
    let item = &rdf.items[0];
    assert_eq!(
        (rdf.format, item.id.as_str(), item.url.as_deref()),
        (
            Format::Rss,
            "https://a.example/1",
            Some("https://a.example/1")
        )
    );
    assert_eq!(item.facts.published_at.as_deref(), Some("2026-09"));
    assert_eq!(item.facts.published_precision.as_deref(), Some("month"));
    assert_eq!(item.facts.author.as_deref(), Some("Ann"));
    assert_eq!(rdf.around.title.as_deref(), Some("F"));
}

#[test]
fn one_bad_item_stops_no_other() {
    let parsed = read(&rss(
        "<item><description>no id</description></item><item><guid>2</guid></item><item><title>C</title><guid>3</guid></item>",
    ));
    assert_eq!(parsed.items.len(), 1);
    let told: Vec<_> = parsed
        .rejected
        .iter()
        .map(|r| (r.part.as_str(), r.reason.code.as_str()))
        .collect();
    assert_eq!(
        told,
        [("item[0]", "missing_id"), ("item[1]", "missing_field")]
    );
}

#[test]
fn ten_megabytes_of_nested_tags_and_a_line_of_one_end() {
    // Linear by structure: a reader that is not has thousands of millions of steps to do here.
    let deep = format!("<rss><channel>{}", "<description><b>".repeat(650_000));
    assert!(read(&deep).around.truncated);
    let line = rss(&format!(
        "<item><guid>1</guid><title>T</title><description>{}{}</description></item>",
        "A&amp;&lt;b&gt;".repeat(70_000),
        "… more ".repeat(2_000)
    ));
    assert!(line.len() > 1_000_000);
    assert_eq!(read(&line).items.len(), 1);
    let one = |fields: &str| {
        let body = rss(&format!("<item><guid>1</guid>{fields}</item>"));
        assert_eq!(read(&body).items.len(), 1);
    };
    let tails = "&lt;p&gt;… more&lt;/p&gt;".repeat(2_000);
    one(&format!(
        "<title>{}</title><description>{tails}</description>",
        "T".repeat(500_000)
    ));
    one(&format!(
        "<title>T</title>{}",
        "<x:description>x</x:description>".repeat(30_000)
    ));
    one(&format!(
        "<title>T</title>{}",
        "<dc:creator>x</dc:creator><link/>".repeat(30_000)
    ));
    let repeated = "<item><title>A</title><guid>1</guid><link>https://a.example/</link></item>";
    let many = read(&rss(&repeated.repeat(10_000)));
    assert_eq!((many.items.len(), many.rejected.len()), (1, 9_999));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        xml in prop::collection::vec(prop::sample::select(vec![
            "<rss>", "<feed>", "<urlset>", "<sitemapindex>", "<workzag-jobs>", "<rdf:RDF>", "<channel>", "</channel>",
            "<item>", "</item>", "<entry>", "</entry>", "<url>", "<sitemap>", "<position>", "<loc>", "https://a.example/#x",
            "<title>", "</title>", "<link>", "</link>", "<link href='/a' rel='next'/>", "<guid>", "</guid>", "<id>", "</id>",
            "<description>", "</description>", "<pubDate>", "1/2/2026", "<![CDATA[", "]]>", "<b>", "&nbsp;", "... more", "é",
            "<content type='xhtml'>", "</content>", "<jobDescription>", "<value>", "<name>", "User-agent: *\n",
        ]), 0..40),
    ) {
        for body in [bytes.as_slice(), xml.concat().as_bytes()] {
            for format in [None, Some(Format::Rss), Some(Format::Sitemap), Some(Format::Personio), Some(Format::Robots)] {
                // Only a panic fails here: whatever is not read has a reason.
                let _ = parse(&Response { body, format, ..response("") });
            }
        }
    }

    #[test]
    fn the_order_of_items_changes_none_of_them(
        order in Just((0..6usize).collect::<Vec<_>>()).prop_shuffle(),
        cut in any::<bool>(),
    ) {
        let one = |at: usize| format!("<item><title>T{at}</title><guid>{}</guid><link>/p#{at}</link><pubDate>{}/09/2026</pubDate><description>&lt;p&gt;Text {at}&lt;/p&gt;</description>{}", at / 2, at + 9, if cut { "" } else { "</item>" });
        let feed = |places: &[usize]| {
            let items: String = places.iter().map(|at| one(*at)).collect();
            let body = rss(&items);
            let mut items = parse(&Response { url: Some("https://a.example/feed"), ..response(&body) }).unwrap().items;
            items.sort_by(|a, b| a.content.title.cmp(&b.content.title));
            items
        };
        let sorted: Vec<usize> = (0..6).collect();
        prop_assert_eq!(feed(&order), feed(&sorted));
    }
}
