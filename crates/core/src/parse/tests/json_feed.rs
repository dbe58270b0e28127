//! JSON Feeds: articles, and postings inside entries.

use super::*;
use crate::item::Kind;

fn feed(rest: &str, entries: &str) -> Parsed {
    read(&format!(
        r#"{{"version":"https://jsonfeed.org/version/1.1","title":"News",{rest}"items":[{entries}]}}"#
    ))
}

#[test]
fn entries_are_articles_with_what_the_feed_says_for_all() {
    let parsed = feed(
        r#""language":"de","authors":[{"name":"Staff"}],"next_url":"https://a.example/2.json","#,
        r#"{"id":"1","url":"https://a.example/1","title":"One","content_html":"<p>a<p>b",
             "content_text":"other","date_published":"2026-09-24T10:00:00+02:00",
             "date_modified":"2026-09-24T12:00:00Z"},
           {"id":2,"external_url":"https://b.example/2","content_text":"short\nnote",
             "authors":[{"name":"Ann"},{"name":"Bob"}],"language":"fr"},
           {"id":"3","url":"https://a.example/3","title":"Sound",
             "attachments":[{"url":"https://a.example/3.mp3","mime_type":"audio/mpeg"}]}"#,
    );
    assert_eq!(parsed.format, Format::JsonFeed);
    assert_eq!(parsed.around.title.as_deref(), Some("News"));
    let next = parsed.around.next_page.as_deref();
    assert_eq!(next, Some("https://a.example/2.json"));
    let [one, two, three] = parsed.items.as_slice() else {
        panic!("{parsed:?}")
    };
    assert_eq!(
        (one.content.kind, seen(one)),
        (Kind::Article, "a\nb".into())
    );
    let at = (&one.facts.published_at, &one.facts.updated_at);
    let told = |text: &str| Some(text.to_owned());
    let expected = (&told("2026-09-24T08:00:00Z"), &told("2026-09-24T12:00:00Z"));
    assert_eq!(at, expected);
    assert_eq!(
        (&one.facts.author, &one.facts.language),
        (&told("Staff"), &told("de"))
    );
    assert_eq!(two.id, "2");
    assert_eq!(
        (&two.facts.author, &two.facts.language),
        (&told("Ann, Bob"), &told("fr"))
    );
    assert_eq!(
        (seen(two).as_str(), two.content.title.as_str()),
        ("short\nnote", "")
    );
    assert_eq!(three.facts.media_type.as_deref(), Some("audio/mpeg"));
}

#[test]
fn version_1_0_and_an_empty_list_are_feeds_too() {
    let old = read(
        r#"{"version":"https://jsonfeed.org/version/1","author":{"name":"Ann"},
            "items":[{"id":"1","url":"https://a.example/1","summary":"s"}]}"#,
    );
    assert_eq!(old.items[0].facts.author.as_deref(), Some("Ann"));
    assert_eq!(seen(&old.items[0]), "s");
    assert_eq!(feed("", "").items.len(), 0);
}

#[test]
fn an_entry_without_id_is_named_by_its_canonical_link() {
    let parsed = feed(
        "",
        r#"{"url":"http://a.example/p/1/?utm_source=x","title":"a"},{"title":"b"}"#,
    );
    assert_eq!(parsed.items[0].id, "https://a.example/p/1");
    assert_eq!(
        parsed.rejected[0].reason.to_string(),
        "missing_id: id and url are missing"
    );
}

const POSTING: &str = r#"{"@context":"http://schema.org/","@type":"JobPosting","title":"Cook",
    "identifier":{"@type":"PropertyValue","name":"Teamtailor","value":7069633},
    "description":"&lt;p&gt;Cook well&lt;/p&gt;","employmentType":["FULL_TIME","OTHER"],
    "datePosted":"2026-01-18T19:35:57+01:00","hiringOrganization":{"name":"Acme"},
    "jobLocationType":"TELECOMMUTE",
    "jobLocation":[
      {"@type":"Place","address":{"addressLocality":"Stockholm","addressCountry":"SE",
        "addressRegion":"Sweden"}},
      {"@type":"Place","address":{"addressLocality":"København","addressCountry":"DK"}}],
    "baseSalary":{"@type":"MonetaryAmount","currency":"SEK","value":{"@type":"QuantitativeValue",
      "minValue":30000,"maxValue":"35000","unitText":"MONTH"}}}"#;

#[test]
fn an_entry_with_a_posting_in_it_is_a_posting() {
    let entry = format!(
        r#"{{"id":"a52c","title":"Cook - Copenhagen","url":"https://c.example/jobs/7069633-cook",
            "date_published":"2026-01-18T19:35:57+01:00","_jobposting":{POSTING}}}"#
    );
    let parsed = feed("", &entry);
    assert_eq!(parsed.format, Format::Teamtailor);
    let item = &parsed.items[0];
    assert_eq!(
        (item.id.as_str(), item.content.kind),
        ("7069633", Kind::Posting)
    );
    assert_eq!(item.content.title, "Cook - Copenhagen");
    assert_eq!(seen(item), "Cook well");
    let facts = &item.facts;
    assert_eq!(facts.published_at.as_deref(), Some("2026-01-18T18:35:57Z"));
    assert_eq!(facts.cities, ["København", "Stockholm"]);
    assert_eq!(facts.country, None);
    assert_eq!(facts.company.as_deref(), Some("Acme"));
    assert_eq!(facts.workplace.as_deref(), Some("remote"));
    assert_eq!(facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(facts.pay_min.as_deref(), Some("30000"));
    assert_eq!(facts.pay_max.as_deref(), Some("35000"));
    assert_eq!(facts.pay_currency.as_deref(), Some("SEK"));
    assert_eq!(facts.pay_interval.as_deref(), Some("MONTH"));
}

#[test]
fn the_order_of_places_is_no_change() {
    let other = POSTING
        .replace("Stockholm", "X")
        .replace("København", "Stockholm");
    let other = other.replace("\"X\"", "\"København\"");
    let entry = |posting: &str| {
        let entry = format!(r#"{{"id":"a","url":"https://c.example/1","_jobposting":{posting}}}"#);
        feed("", &entry).items.remove(0)
    };
    assert_ne!(other, POSTING);
    assert_eq!(entry(&other).facts.cities, entry(POSTING).facts.cities);
}

#[test]
fn what_a_posting_says_in_odd_shapes_costs_only_that_fact() {
    let posting = r#"{"@type":["Thing","http://schema.org/JobPosting"],"title":"Cook",
        "identifier":"R-1","employmentType":7,"jobLocation":"Berlin","hiringOrganization":"Acme",
        "baseSalary":"a lot"}"#;
    let parsed = feed(
        "",
        &format!(r#"{{"id":"a","url":"https://c.example/1","_extra":{posting}}}"#),
    );
    assert_eq!(parsed.format, Format::JsonFeed);
    let item = &parsed.items[0];
    assert_eq!(
        (item.id.as_str(), item.content.title.as_str()),
        ("R-1", "Cook")
    );
    assert_eq!(item.facts.company.as_deref(), Some("Acme"));
    assert_eq!((item.facts.cities.len(), &item.facts.pay_min), (0, &None));
}
