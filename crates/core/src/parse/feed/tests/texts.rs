//! Titles, bodies, links, ids and facts of feeds.

use super::*;
use crate::item::Kind;

fn title_of(xml: &str) -> String {
    let feed = rss(&format!("<item><guid>1</guid><title>{xml}</title></item>"));
    read(&feed).items.remove(0).content.title
}

#[test]
fn titles_become_one_line_of_text() {
    for (xml, title) in [
        ("AT&amp;T &amp; co", "AT&T & co"),
        ("<![CDATA[Tom &amp; Jerry&#8217;s]]>", "Tom & Jerry’s"),
        ("&lt;b&gt;Bold&lt;/b&gt; news", "Bold news"),
        ("<b>Raw</b> <i>tags</i>", "Raw tags"),
        ("List&lt;String&gt; is a type", "List<String> is a type"),
        ("\n  two\n lines ", "two lines"),
        ("a < b", "a < b"),
        ("x&amp;amp;y", "x&y"),
    ] {
        assert_eq!(title_of(xml), title, "{xml}");
    }
    let plain = entry("</x>").content.title;
    assert_eq!(plain, "T");
    let typed = |kind: &str, xml: &str| {
        let feed =
            format!("<feed><entry><id>1</id><title type=\"{kind}\">{xml}</title></entry></feed>");
        read(&feed).items.remove(0).content.title
    };
    assert_eq!(typed("text", "use &lt;b&gt; &amp;amp;"), "use <b> &amp;");
    assert_eq!(
        typed("html", "use &lt;b&gt;it&lt;/b&gt; &amp;amp;"),
        "use it &"
    );
    assert_eq!(
        typed("xhtml", "<div xmlns=\"x\">use <b>it</b></div>"),
        "use it"
    );
}

#[test]
fn the_fuller_text_is_the_body_and_the_other_is_not_added() {
    let short = "<description>Short one.</description>";
    let long = "<content:encoded><![CDATA[<p>Long one.</p><ul><li>b</li><li>a</li></ul><p>Second.</p>]]></content:encoded>";
    let expected = "Long one.\n- a\n- b\nSecond.";
    assert_eq!(text(&item(&format!("{short}{long}"))), expected);
    assert_eq!(text(&item(&format!("{long}{short}"))), expected);
    assert_eq!(text(&item(short)), "Short one.");
    let picture = "<content:encoded><![CDATA[<img src='x'>]]></content:encoded>";
    assert_eq!(text(&item(&format!("{picture}{short}"))), "Short one.");
    let clash = "<x:description>A text of another kind that is much longer</x:description>";
    assert_eq!(text(&item(&format!("{clash}{short}"))), "Short one.");
    assert!(text(&item(clash)).ends_with("much longer"));
    let media = "<media:group><media:content url='v' type='video/mp4'/><media:description>About it</media:description></media:group>";
    assert_eq!(text(&entry(media)), "About it");
    assert_eq!(
        text(&entry(&format!("<summary>Own</summary>{media}"))),
        "Own"
    );
}

#[test]
fn bodies_are_read_in_every_form() {
    for (xml, expected) in [
        (
            "<content type='xhtml'><div xmlns='x'><p>One</p><p>Two<br/>three</p></div></content>",
            "One\nTwo\nthree",
        ),
        (
            "<content type='html'>&lt;p&gt;One&lt;/p&gt;Two</content>",
            "One\nTwo",
        ),
        (
            "<content type='text'>a &lt;b&gt; c\n\nd</content>",
            "a <b> c\nd",
        ),
        (
            "<content type='image/png'>iVBORw0KGgo=</content><summary>s</summary>",
            "s",
        ),
        (
            "<content type='text/html' mode='escaped'>&lt;p&gt;x&lt;/p&gt;</content>",
            "x",
        ),
        (
            "<content mode='xml' type='application/xhtml+xml'><p>x</p></content>",
            "x",
        ),
        (
            "<content mode='base64'>aGk=</content><summary>s</summary>",
            "s",
        ),
        (
            "<summary>&amp;lt;p&amp;gt;twice&amp;lt;/p&amp;gt;</summary>",
            "twice",
        ),
        (
            "<summary>the &amp;lt;p&amp;gt; tag</summary>",
            "the <p> tag",
        ),
        (
            "<summary>line one\nline two\n\nline three</summary>",
            "line one line two\nline three",
        ),
    ] {
        assert_eq!(text(&entry(xml)), expected, "{xml}");
    }
    let unescaped = "<description><p>One<p>Two <a href=\"x\">link</a><br>three</description><pubDate>2026-09-24T10:00:00Z</pubDate>";
    let item = item(unescaped);
    assert_eq!(text(&item), "One\nTwo link\nthree");
    assert!(item.facts.published_at.is_some());
}

#[test]
fn tails_that_only_lead_on_are_no_content() {
    for (body, expected) in [
        ("It was signed. ... more ", "It was signed."),
        ("... more", ""),
        ("Signed by all… Read more", "Signed by all"),
        ("Signed. <a>Read more »</a>", "Signed."),
        ("Signed. [&#8230;]", "Signed."),
        ("Signed (...)", "Signed"),
        ("<p>Signed.</p><p><a>Read more</a></p>", "Signed."),
        (
            "Signed &#8230; <a>Continue reading <span>The title</span> <span>&rarr;</span></a>",
            "Signed",
        ),
        (
            "<p>Signed.</p><p>The post <a>T</a> appeared first on <a>B</a>.</p>",
            "Signed.",
        ),
        (
            "<p>Signed [&#8230;]</p><p>The post <a>T</a> first appeared on <a>B</a>.</p>",
            "Signed",
        ),
        ("签订了协议。[阅读全文]", "签订了协议。"),
        ("签订了协议… 更多", "签订了协议"),
        ("Gelesen. Weiterlesen →", "Gelesen."),
    ] {
        assert_eq!(
            text(&item(&format!(
                "<description><![CDATA[{body}]]></description>"
            ))),
            expected,
            "{body}"
        );
    }
}

#[test]
fn words_that_are_content_stay() {
    for body in [
        "You should read more",
        "We ask for more.",
        "And so it goes on ...",
        "Less is more",
        "公告全文",
        "You can learn more at our site",
        "The post office T appeared first on the list of sights.",
        "Anymore",
    ] {
        assert_eq!(
            text(&item(&format!("<description>{body}</description>"))),
            body
        );
    }
}

#[test]
fn the_link_is_the_one_that_leads_to_the_thing() {
    let url = |fields: &str| entry(fields).url;
    let page = Some("https://a.example/1".to_owned());
    assert_eq!(
        url(
            "<link rel='self' href='https://a.example/s'/><link rel='alternate' type='application/json' href='https://a.example/j'/><link href='https://a.example/1'/>"
        ),
        page
    );
    assert_eq!(
        url(
            "<link rel='alternate' type='text/html' href='https://a.example/1'/><link rel='enclosure' href='https://a.example/x.mp3' type='audio/mpeg'/>"
        ),
        page
    );
    let of = |fields: &str| item(fields).url;
    assert_eq!(of("<link>\n https://a.example/1 </link>"), page);
    assert_eq!(of("<atom:link href='https://a.example/1'/>"), page);
    assert_eq!(
        of(
            "<feedburner:origLink>https://a.example/1</feedburner:origLink><link>https://feeds.example/~r/1</link>"
        ),
        page
    );
    assert_eq!(
        of("<link>https://a.example/?a=1&copy=2</link>").as_deref(),
        Some("https://a.example/?a=1&copy=2")
    );
    assert_eq!(of("<link>mailto:a@example.com</link>"), None);
    let based = "<feed xml:base='https://a.example/blog/'><entry xml:base='2026/'><id>1</id><title>T</title><link href='p'/></entry></feed>";
    assert_eq!(
        read(based).items[0].url.as_deref(),
        Some("https://a.example/blog/2026/p")
    );
    let of_site = "<rss><channel><link>https://a.example/</link><item><title>T</title><link>/1</link></item></channel></rss>";
    assert_eq!(read(of_site).items[0].id, "https://a.example/1");
}

#[test]
fn ids_that_are_links_lose_what_was_hung_on_to_them() {
    let id = |fields: &str| {
        let feed = rss(&format!("<item><title>T</title>{fields}</item>"));
        read(&feed).items.remove(0).id
    };
    let one = "https://a.example/p?id=1";
    assert_eq!(
        id("<guid>http://A.example/p/?id=1&amp;utm_source=rss</guid>"),
        one
    );
    assert_eq!(id("<link>http://www.a.example/p?id=1</link>"), one);
    assert_eq!(
        id(
            "<guid isPermaLink='false'>http://a.example/p?id=1</guid><link>https://b.example/</link>"
        ),
        "http://a.example/p?id=1"
    );
    assert_eq!(
        id(
            "<guid isPermaLink='false'>http://a.example/p?id=1</guid><link>https://a.example/p?id=1#x</link>"
        ),
        one
    );
    assert_eq!(
        id("<guid> tag:a.example,2026:1 </guid>"),
        "tag:a.example,2026:1"
    );
}

#[test]
fn places_on_one_page_tell_its_items_apart() {
    let ids = |links: &[&str]| -> Vec<String> {
        let items: Vec<String> = links
            .iter()
            .map(|link| format!("<item><title>{link}</title><guid>{link}</guid></item>"))
            .collect();
        read(&rss(&items.concat()))
            .items
            .into_iter()
            .map(|item| item.id)
            .collect()
    };
    assert_eq!(
        ids(&["https://a.example/log#v2", "https://a.example/log#v1"]),
        ["https://a.example/log#v2", "https://a.example/log#v1"]
    );
    assert_eq!(
        ids(&["https://a.example/1#rss", "https://a.example/2#rss"]),
        ["https://a.example/1", "https://a.example/2"]
    );
}

#[test]
fn one_thing_that_is_linked_to_at_several_places_stays_one() {
    let items = ["", "#apply", "?utm_source=x#apply"].map(|end| {
        format!("<item><title>One job</title><link>https://a.example/1{end}</link></item>")
    });
    let parsed = read(&rss(&items.concat()));
    let ids: Vec<&str> = parsed.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(ids, ["https://a.example/1"]);
    assert_eq!(parsed.rejected.len(), 2);
}

#[test]
fn authors_are_names() {
    for (xml, author) in [
        ("<author>person@example.com (Ann Lee)</author>", "Ann Lee"),
        (
            "<author>Ann Lee &lt;person@example.com&gt;</author>",
            "Ann Lee",
        ),
        ("<author>Ann Lee</author>", "Ann Lee"),
        ("<author>person@example.com</author>", "person@example.com"),
        (
            "<dc:creator><![CDATA[Ann &amp; Bob]]></dc:creator>",
            "Ann & Bob",
        ),
        (
            "<author><name>Ann</name><email>a@example.com</email></author><author><name>Bob</name></author>",
            "Ann, Bob",
        ),
        ("<itunes:author>Ann</itunes:author>", "Ann"),
    ] {
        assert_eq!(item(xml).facts.author.as_deref(), Some(author), "{xml}");
    }
    let inherited = read(
        "<feed><author><name>Ann</name></author><entry><id>1</id><title>T</title></entry></feed>",
    );
    assert_eq!(inherited.items[0].facts.author.as_deref(), Some("Ann"));
}

#[test]
fn times_language_and_media_are_facts() {
    let found = entry("<published>2026-09-24T09:00:00+02:00</published><updated>2026-09-25T10:00:00Z</updated><link rel='enclosure' type='audio/mpeg' href='https://a.example/x'/>").facts;
    assert_eq!(found.published_at.as_deref(), Some("2026-09-24T07:00:00Z"));
    assert_eq!(found.updated_at.as_deref(), Some("2026-09-25T10:00:00Z"));
    assert_eq!(found.media_type.as_deref(), Some("audio/mpeg"));
    let pictured = item("<enclosure url='x' type='image/jpeg' length='1'/>").facts;
    assert_eq!(pictured.media_type, None);
    let feed = "<rss><channel><language>de-DE</language><item><title>T</title><guid>1</guid></item><item xml:lang='en'><title>T</title><guid>2</guid></item></channel></rss>";
    let languages: Vec<_> = read(feed)
        .items
        .into_iter()
        .map(|item| item.facts.language.unwrap())
        .collect();
    assert_eq!(languages, ["de-DE", "en"]);
    let old = item("<pubDate>24.09.2026 um 10 Uhr</pubDate>").facts;
    assert_eq!(old.published_text.as_deref(), Some("24.09.2026 um 10 Uhr"));
}

#[test]
fn a_feed_in_parts_names_its_next_one() {
    let feed = "<feed><link rel='next' href='/feed?page=2'/><opensearch:totalResults>40</opensearch:totalResults><entry><id>1</id><title>T</title></entry><at:deleted-entry ref='urn:9' when='2026-09-24T09:00:00Z'/></feed>";
    let parsed = parse(&Response {
        url: Some("https://a.example/feed"),
        ..response(feed)
    })
    .unwrap();
    assert_eq!(
        parsed.around.next_page.as_deref(),
        Some("https://a.example/feed?page=2")
    );
    assert_eq!(parsed.around.declared_total, Some(40));
    assert_eq!((parsed.items.len(), parsed.complete()), (1, false));
}

#[test]
fn feeds_of_postings_give_postings() {
    let board = "<rss version='2.0' xmlns:tt='https://teamtailor.com/locations'><channel><item><title>ML Engineer </title><link>https://acme.example.com/jobs/1</link><guid>fb63</guid><remoteStatus>fully</remoteStatus><tt:locations><tt:location><tt:name>HQ</tt:name><tt:city>Austin</tt:city><tt:country>United States</tt:country></tt:location><tt:location><tt:name>Lab</tt:name></tt:location></tt:locations><tt:department>Eng</tt:department></item></channel></rss>";
    let item = read(board).items.remove(0);
    assert_eq!(
        (item.content.kind, item.content.title.as_str()),
        (Kind::Posting, "ML Engineer")
    );
    assert_eq!(item.facts.cities, ["Austin", "Lab"]);
    assert_eq!(item.facts.country.as_deref(), Some("United States"));
    assert_eq!(item.facts.workplace.as_deref(), Some("remote"));
    assert_eq!(item.facts.department.as_deref(), Some("Eng"));
    let listing = super::item(
        "<job_listing:company>Acme</job_listing:company><job_listing:location>Portland, OR</job_listing:location><job_listing:job_type>Full Time</job_listing:job_type><salary>$50,000 - $60,000 per year</salary>",
    );
    assert_eq!(listing.content.kind, Kind::Posting);
    assert_eq!(listing.facts.company.as_deref(), Some("Acme"));
    assert_eq!(listing.facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(listing.facts.pay_max.as_deref(), Some("60000"));
    let structured = super::item(
        "<description><![CDATA[<p>x</p><script type='application/ld+json'>{\"@type\":\"JobPosting\"}</script>]]></description>",
    );
    assert_eq!(structured.content.kind, Kind::Posting);
    let article = super::item("<location>Berlin</location><dc:type>Text</dc:type>");
    assert_eq!(
        (article.content.kind, article.facts.cities.len()),
        (Kind::Article, 0)
    );
}
