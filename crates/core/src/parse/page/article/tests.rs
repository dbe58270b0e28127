//! Main text, title and facts of pages of every kind.

mod cases;
mod laws;
mod noise;
mod quality;

use crate::canonical::canonicalize;
use crate::item::{Canonical, Item, Kind};
use crate::parse::{Response, parse};

/// 2026-09-25T02:35:00Z
const FETCHED_AT_MS: i64 = 1_790_303_700_000;

fn response(html: &str) -> Response<'_> {
    Response {
        body: html.as_bytes(),
        content_type: Some("text/html; charset=utf-8"),
        url: Some("https://www.example.com/news/7?utm_source=mail"),
        site_tz: Some("Asia/Shanghai"),
        at_ms: FETCHED_AT_MS,
        format: Some(crate::parse::Format::Page),
        ..Response::default()
    }
}

fn item(html: &str) -> Item {
    let parsed = parse(&response(html)).unwrap();
    assert_eq!(parsed.items.len(), 1, "{:?}", parsed.rejected);
    parsed.items.into_iter().next().unwrap()
}

fn seen(html: &str) -> Canonical {
    canonicalize(&item(html).content)
}

#[test]
fn furniture_around_the_text_is_left_out() {
    let page = seen(
        "<html><body><nav><ul><li><a href=/>Home</a></ul></nav><div class=main-menu><a href=/x>World</a></div>\
         <h1>Bridge opens</h1><div class=byline>By Ada Lindqvist, 3 May 2026</div>\
         <p>The bridge was opened by the mayor on Sunday, after two years of work.</p>\
         <p>It carries trams, bicycles and walkers, and no cars at all. A second one is planned.</p>\
         <ul><li>length 300 m<li>width 20 m</ul><p>The costs stayed below the sum that was planned in 2023.</p>\
         <div class='share-bar'><a href=#>Tweet</a></div><p>123 views</p>\
         <section class=comments><h2>Comments (2)</h2><p>I do not like it. It is far too long for me.</p></section>\
         <div class=related-posts><h3><a href=/2>Another story</a></h3></div>\
         <footer>© 2026 Example. All rights reserved.</footer></body></html>",
    );
    assert_eq!(page.title, "Bridge opens");
    assert_eq!(
        page.text,
        "The bridge was opened by the mayor on Sunday, after two years of work.\n\
         It carries trams, bicycles and walkers, and no cars at all. A second one is planned.\n\
         - length 300 m\n- width 20 m\n\
         The costs stayed below the sum that was planned in 2023."
    );
}

#[test]
fn one_text_is_the_same_blocks_on_a_page_and_in_a_field() {
    let field = "<p>We look for an engineer who likes water and who can wait for it to boil.</p>\
                 <h3>Tasks</h3><ul><li>pump</li><li>measure</li></ul><h3>Steps</h3><ol><li>call</li><li>visit</li></ol>\
                 <p>We answer every letter within a week, and we mean it.</p>";
    let page = format!(
        "<html><head><title>Water engineer - Acme</title></head><body><header><a href=/>Acme</a></header>\
         <div class=wrap><h1>Water engineer</h1><div class=posting>{field}</div><a class=apply-button href=#>Apply for this job</a></div>\
         <footer>Imprint</footer></body></html>"
    );
    let read = item(&page);
    assert_eq!(read.content.title, "Water engineer");
    assert_eq!(read.content.blocks, crate::parse::html::blocks(field));
}

#[test]
fn the_address_is_the_canonical_one() {
    let page = item(
        "<head><link rel=canonical href='https://www.example.com/a/9/?utm_x=1'></head><h1>T</h1><p>One line.</p>",
    );
    assert_eq!(page.id, "https://example.com/a/9");
    assert_eq!(
        item("<h1>T</h1><p>One line.</p>").id,
        "https://example.com/news/7"
    );
}

#[test]
fn the_head_names_times_author_and_language() {
    let page = item(
        "<html lang=en-US><head><meta property='article:published_time' content='2026-09-20T10:00:00+02:00'>\
         <meta property=article:modified_time content='2026-09-21T10:00:00Z'><meta name=author content='Ada &amp; Co'>\
         </head><body><h1>T</h1><p>One line of text.</p>",
    );
    assert_eq!(
        page.facts.published_at.as_deref(),
        Some("2026-09-20T08:00:00Z")
    );
    assert_eq!(
        page.facts.updated_at.as_deref(),
        Some("2026-09-21T10:00:00Z")
    );
    assert_eq!(page.facts.author.as_deref(), Some("Ada & Co"));
    assert_eq!(page.facts.language.as_deref(), Some("en-US"));
    assert_eq!(page.content.kind, Kind::Article);
}

#[test]
fn a_page_of_nothing_but_links_still_shows_something() {
    assert_eq!(seen("<nav><a href=/>Home</a></nav>").text, "Home");
}
