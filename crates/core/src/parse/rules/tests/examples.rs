//! The parser documents of the catalog, each over a small response of its kind.

use crate::canonical::canonicalize;
use crate::item::Kind;
use crate::parse::rules::parse_parser;
use crate::parse::{Parsed, parse};

fn read(name: &str, text: &str, body: &str) -> Parsed {
    let parser = parse_parser(name, text).unwrap();
    parse(&super::response(&parser, body)).unwrap()
}

#[test]
fn a_json_api_is_read_by_its_document() {
    let parsed = read(
        "adzuna-jobs@1",
        include_str!("../../../../../../catalog/parsers/adzuna-jobs@1.yaml"),
        r#"{"count": 731, "mean": 41000.5, "results": [
            {"id": "4729051234", "redirect_url": "https://www.adzuna.example/land/ad/4729051234?se=x",
             "title": "<strong>Welder</strong> &amp; fitter", "description": "Weld steel frames in Leeds…",
             "created": "2026-09-20T08:00:00Z", "company": {"display_name": "Acme Steel"},
             "category": {"label": "Trade & Construction Jobs", "tag": "trade-construction-jobs"},
             "location": {"display_name": "Leeds, West Yorkshire", "area": ["UK", "Leeds"]},
             "contract_time": "full_time", "salary_min": 32000, "salary_max": 38000.5, "salary_is_predicted": "0"},
            {"id": "4729051235", "title": "Cook", "company": {}, "location": {}}]}"#,
    );
    let item = &parsed.items[0];
    assert_eq!(canonicalize(&item.content).title, "Welder & fitter");
    assert_eq!(
        (item.content.kind, item.id.as_str()),
        (Kind::Posting, "4729051234")
    );
    let facts = &item.facts;
    let pay = (
        facts.pay_min.as_deref(),
        facts.pay_max.as_deref(),
        facts.pay_currency.as_deref(),
    );
    assert_eq!(pay, (Some("32000"), Some("38000.5"), Some("GBP")));
    assert_eq!(facts.pay_interval.as_deref(), Some("YEAR"));
    assert_eq!(facts.cities, ["Leeds, West Yorkshire"]);
    assert_eq!(facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(parsed.around.declared_total, Some(731));
    assert_eq!(
        parsed.rejected[0].reason.to_string(),
        "missing_field: published-at is missing or blank"
    );
}

#[test]
fn a_list_page_is_read_by_its_document() {
    let parsed = read(
        "rolling-news-cn@1",
        include_str!("../../../../../../catalog/parsers/rolling-news-cn@1.yaml"),
        "<html><body><ul class=list><li><a href='https://n.example.cn/a/1.html'>沪指收涨1.2%</a><span>今天 10:30</span></li>\
         <li class=ad><a href='https://ad.example/'>广告</a></li>\
         <li><a href='https://n.example.cn/a/2.html'>某银行发布三季报预告</a><span>3分钟前</span></li></ul>\
         <a rel=next href='https://n.example.cn/?p=2'>下一页</a></body></html>",
    );
    let times: Vec<_> = parsed
        .items
        .iter()
        .map(|item| item.facts.published_at.as_deref())
        .collect();
    assert_eq!(
        times,
        [Some("2026-09-25T02:30:00Z"), Some("2026-09-25T02:32:00Z")]
    );
    assert_eq!(
        parsed.around.next_page.as_deref(),
        Some("https://n.example.cn/?p=2")
    );
}

#[test]
fn an_article_site_is_read_by_its_document() {
    let page = |views: u32| {
        format!(
            "<html lang=en><head><link rel=canonical href='https://blog.example/2026/09/bridge/'></head><body><article>\
             <h1 class=entry-title>Bridge opens</h1><span class=author><a class=fn>Ann Other</a></span>\
             <time class='entry-date published' datetime='2026-09-20T08:00:00+01:00'>20 Sep</time>\
             <span class=cat-links><a>Roads</a> <a>City</a></span>\
             <div class=entry-content><p>The bridge opens on Monday.</p><div class=post-views>{views} views</div>\
             <div class=sharedaddy>Share this</div></div></article><div id=comments>First!</div></body></html>"
        )
    };
    let text = include_str!("../../../../../../catalog/parsers/wordpress-article@1.yaml");
    let item = |views| {
        read("wordpress-article@1", text, &page(views))
            .items
            .remove(0)
    };
    let one = item(17);
    assert_eq!(one.id, "https://blog.example/2026/09/bridge");
    let canonical = canonicalize(&one.content);
    assert_eq!(canonical.text, "The bridge opens on Monday.");
    assert_eq!(canonical.hash, canonicalize(&item(18).content).hash);
    assert_eq!(
        one.facts.published_at.as_deref(),
        Some("2026-09-20T07:00:00Z")
    );
    assert_eq!(one.facts.author.as_deref(), Some("Ann Other"));
    assert_eq!(one.facts.department.as_deref(), Some("City; Roads"));
}
