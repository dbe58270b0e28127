//! Stories and comments of Hacker News.

use super::*;
use crate::item::Kind;

const HEAD: &str = "Modash.io | Senior Engineer | Remote (Europe) | Full-time | €75k-110k | \
    <a href=\\\"https:&#x2F;&#x2F;modash.io\\\">https:&#x2F;&#x2F;modash.io</a>";

#[test]
fn comments_of_a_thread_are_items_with_the_facts_of_their_first_line() {
    let body = format!(
        r#"{{"id":1,"title":"Ask HN: Who is hiring?","children":[
            {{"id":2,"text":"{HEAD}<p>We help &amp; pay.<p>Apply &gt; here","author":"ann",
              "created_at":"2026-09-01T15:01:54.000Z"}},
            {{"id":3,"text":"Quill | SWE | Remote, PT&#x2F;ET | $150 - 210K USD + equity",
              "created_at":"2026-09-01T15:02:11.000Z"}},
            {{"id":4,"text":"Neon | Engineers | Utrecht | HYBRID | DUTCH REQUIRED",
              "created_at":"2026-09-01T15:03:02.000Z"}}]}}"#
    );
    let parsed = read(&body);
    assert_eq!(parsed.format, Format::HackerNews);
    assert_eq!(
        parsed.around.title.as_deref(),
        Some("Ask HN: Who is hiring?")
    );
    let pay: Vec<_> = parsed
        .items
        .iter()
        .map(|item| {
            let facts = &item.facts;
            (
                facts.pay_min.as_deref(),
                facts.pay_max.as_deref(),
                facts.pay_currency.as_deref(),
                facts.workplace.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        pay,
        [
            (Some("75000"), Some("110000"), Some("EUR"), Some("remote")),
            (Some("150000"), Some("210000"), Some("USD"), Some("remote")),
            (None, None, None, Some("hybrid")),
        ]
    );
    let first = &parsed.items[0];
    assert_eq!(first.content.kind, Kind::Thread);
    assert_eq!(
        first.url.as_deref(),
        Some("https://news.ycombinator.com/item?id=2")
    );
    let head =
        "Modash.io | Senior Engineer | Remote (Europe) | Full-time | €75k-110k | https://modash.io";
    assert_eq!(first.content.title, head);
    assert_eq!(seen(first), format!("{head}\nWe help & pay.\nApply > here"));
    assert_eq!(first.facts.author.as_deref(), Some("ann"));
    assert_eq!(first.facts.company.as_deref(), Some("Modash.io"));
    assert_eq!(first.facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(
        first.facts.published_at.as_deref(),
        Some("2026-09-01T15:01:54Z")
    );
}

#[test]
fn an_opinion_has_no_pay_and_no_company() {
    let body = r#"{"id":1,"text":"I earn $100k | who cares","by":"ann","time":1788274914,
                   "type":"comment","parent":7}"#;
    let item = only(body);
    assert_eq!((item.facts.pay_min, item.facts.company), (None, None));
    assert_eq!(item.facts.author.as_deref(), Some("ann"));
    assert_eq!(
        item.facts.published_at.as_deref(),
        Some("2026-09-01T15:01:54Z")
    );
}

#[test]
fn answers_to_answers_are_items_and_those_taken_back_are_set_aside() {
    let parsed = read(
        r#"{"id":1,"created_at_i":1788274914,"title":"Ask","text":"Why?","author":"a","children":[
            {"id":2,"text":"x","created_at_i":1788274915,"story_id":1,"children":[
              {"id":3,"text":"y","created_at_i":1788274916,"story_id":1,"children":[]}]},
            {"id":4,"text":null,"author":null,"story_id":1,"children":[]}]}"#,
    );
    let mut ids: Vec<&str> = parsed.items.iter().map(|item| item.id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["1", "2", "3"]);
    assert_eq!(parsed.rejected.len(), 1);
    assert_eq!(parsed.rejected[0].part, "children[1]");
    assert_eq!(
        parsed.rejected[0].reason.to_string(),
        "missing_field: text is missing or blank"
    );
    let gone = read(r#"{"deleted":true,"id":5,"parent":1,"time":1788274914,"type":"comment"}"#);
    assert_eq!(gone.rejected[0].reason.detail, "text was taken back");
}

#[test]
fn answers_without_end_are_cut_and_said_to_be() {
    let mut body = r#"{"id":0,"text":"t","created_at":"","children":[]}"#.to_owned();
    for id in 1..2000 {
        body = format!(r#"{{"id":{id},"text":"t","created_at":"","children":[{body}]}}"#);
    }
    let parsed = read(&body);
    assert!(parsed.around.truncated);
    assert!(
        (60..=65).contains(&parsed.items.len()),
        "{}",
        parsed.items.len()
    );
}

#[test]
fn hits_of_the_search_are_items_and_go_on_by_pages() {
    let body = r#"{"hits":[
        {"objectID":"11","comment_text":"A | B | Berlin | €50 &#x2F; hour","author":"ann",
         "created_at":"2026-09-01T15:01:54Z","story_id":1,"story_title":"Who is hiring?"},
        {"objectID":"12","title":"A story","url":"https://a.example/1","points":3,
         "created_at_i":1788274914,"story_text":null}],
        "nbHits":70,"page":0,"nbPages":4,"hitsPerPage":20}"#;
    let asked = Response {
        url: Some("https://hn.algolia.com/api/v1/search?tags=comment&page=0"),
        ..response(body.as_bytes())
    };
    let parsed = parse(&asked).unwrap();
    assert_eq!(parsed.around.declared_total, Some(70));
    assert_eq!(
        parsed.around.next_page.as_deref(),
        Some("https://hn.algolia.com/api/v1/search?tags=comment&page=1")
    );
    assert_eq!(parsed.items[0].facts.pay_interval.as_deref(), Some("HOUR"));
    assert_eq!(parsed.items[1].content.title, "A story");
}

#[test]
fn a_long_first_line_makes_a_short_title() {
    let line = "word ".repeat(100);
    let body =
        format!(r#"{{"id":1,"text":"{line}<p>more","by":"a","time":1788274914,"type":"comment"}}"#);
    let item = only(&body);
    let title = &item.content.title;
    assert!(
        title.chars().count() <= 200 && title.ends_with("word…"),
        "{title}"
    );
    assert!(seen(&item).starts_with(line.trim()));
}
