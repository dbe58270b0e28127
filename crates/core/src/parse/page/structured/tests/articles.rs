//! Articles and opinions.

use super::*;
use crate::item::Kind;

#[test]
fn an_article_gives_headline_byline_and_dates() {
    let block = r##"{"@graph":[{"@type":"NewsArticle","headline":"Rates &amp; prices","author":[{"@id":"#jo"},{"@type":"Person","name":"Ann Lee"}],"datePublished":"2026-09-20T08:00:00+02:00","dateModified":"2026-09-21T08:00:00Z","inLanguage":"en-GB","publisher":{"@type":"Organization","name":"The Paper"},"articleBody":"Line one.\nLine two."},{"@id":"#jo","@type":"Person","name":"Jo Roe"}]}"##;
    let item = only(&page(&[block], ""));
    assert_eq!(item.content.kind, Kind::Article);
    assert_eq!(item.content.title, "Rates & prices");
    assert_eq!(item.facts.author.as_deref(), Some("Jo Roe, Ann Lee"));
    assert_eq!(
        item.facts.published_at.as_deref(),
        Some("2026-09-20T06:00:00Z")
    );
    assert_eq!(
        item.facts.updated_at.as_deref(),
        Some("2026-09-21T08:00:00Z")
    );
    assert_eq!(item.facts.language.as_deref(), Some("en-GB"));
    assert_eq!(seen(&item), "Line one.\nLine two.");
}

#[test]
fn a_short_body_gives_way_to_the_text_of_the_page() {
    let block = r#"{"@type":"Article","headline":"H","articleBody":"Cut off after a few w"}"#;
    let text = "The whole text of the page stands here, and it is longer than what the data holds.";
    let item = only(&page(
        &[block],
        &format!("<article><p>{text}</p></article>"),
    ));
    assert!(seen(&item).contains(text));
    let whole =
        r#"{"@type":"Article","headline":"H","articleBody":"The whole text stands in the data."}"#;
    assert_eq!(
        seen(&only(&page(&[whole], "<p>Teaser.</p>"))),
        "The whole text stands in the data."
    );
}

#[test]
fn several_articles_keep_their_own_texts() {
    let block = r#"[{"@type":"BlogPosting","headline":"One","url":"/1","description":"First."},{"@type":"BlogPosting","headline":"Two","url":"/2","description":"Second."}]"#;
    let parsed = read_at(
        &page(&[block], "<p>Much other text around them.</p>"),
        Some("https://blog.example/"),
    );
    let told: Vec<_> = parsed
        .items
        .iter()
        .map(|item| (item.id.as_str(), seen(item)))
        .collect();
    assert_eq!(
        told,
        [
            ("https://blog.example/1", "First.".to_owned()),
            ("https://blog.example/2", "Second.".to_owned())
        ]
    );
}

#[test]
fn the_main_page_of_an_article_counts_only_on_its_own_host() {
    let block = |page: &str| {
        format!(
            r#"{{"@type":"Article","headline":"H","mainEntityOfPage":{{"@type":"WebPage","@id":"{page}"}}}}"#
        )
    };
    let read = |named: &str| {
        let html = page(&[&block(named)], "");
        read_at(&html, Some("https://paper.example/a/1?ref=x"))
            .items
            .remove(0)
            .id
    };
    assert_eq!(
        read("https://paper.example/a/1"),
        "https://paper.example/a/1"
    );
    assert_eq!(
        read("https://google.com/article"),
        "https://paper.example/a/1?ref=x"
    );
    assert_eq!(
        read("https://paper.example/"),
        "https://paper.example/a/1?ref=x"
    );
}

#[test]
fn a_question_holds_its_answers_in_any_order() {
    let answers = [
        r#"{"@type":"Answer","text":"Use A.","upvoteCount":5}"#,
        r#"{"@type":"Answer","text":"Use B.","upvoteCount":9}"#,
    ];
    let block = |a: &str, b: &str| {
        format!(
            r#"{{"@type":"QAPage","mainEntity":{{"@type":"Question","name":"Which one?","text":"A or B?","suggestedAnswer":[{a},{b}]}}}}"#
        )
    };
    let one = only(&page(&[&block(answers[0], answers[1])], ""));
    let two = only(&page(&[&block(answers[1], answers[0])], ""));
    assert_eq!(one.content.kind, Kind::Thread);
    assert_eq!(seen(&one), "A or B?\n- Use A.\n- Use B.");
    assert_eq!(seen(&one), seen(&two));
    assert_eq!(one.content.title, "Which one?");
}

#[test]
fn a_thread_and_a_review_are_opinions() {
    let thread = only(&page(
        &[
            r#"{"@type":"DiscussionForumPosting","headline":"Hiring","text":"Who hires?","author":{"@type":"Person","name":"jo"},"comment":[{"@type":"Comment","text":"We do."}]}"#,
        ],
        "",
    ));
    assert_eq!(
        (thread.content.kind, seen(&thread).as_str()),
        (Kind::Thread, "Who hires?\n- We do.")
    );
    assert_eq!(thread.facts.author.as_deref(), Some("jo"));
    let review = only(&page(
        &[
            r#"{"@type":"Review","name":"","itemReviewed":{"@type":"Product","name":"Lamp"},"reviewBody":"Bright.","reviewRating":{"@type":"Rating","ratingValue":5}}"#,
        ],
        "",
    ));
    assert_eq!(
        (review.content.title.as_str(), seen(&review).as_str()),
        ("Lamp", "Bright.")
    );
}
