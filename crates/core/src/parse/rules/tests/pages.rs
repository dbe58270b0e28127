//! Lists and pages by rules: selectors into typed values.

use super::{failure, parser, read};
use crate::canonical::canonicalize;
use crate::item::{Item, Kind};
use crate::parse::{Format, parse};

const NEWS: &str = "
format: list
kind: article
lang: zh-CN
site-tz: Asia/Shanghai
items: ul.news > li
fields:
  url: {select: a}
  title: {select: a}
  published-at: {select: span.time}
  author: {select: .by, type: set}
noise: ['.ad', script]
next-page: {select: 'a.next'}
total: {select: .count}
";

const NEWS_PAGE: &str = "<html><head><title>滚动新闻</title><base href='https://news.example.cn/roll/'></head><body>
<p class=count>共 1,204 条</p><ul class=menu><li><a href=/>首页</a></li></ul>
<ul class=news>
<li><a href='../a/1001.html'>沪指收涨1.2%，成交额破万亿</a><span class=time>今天 10:30</span><i class=by>李</i><i class=by>王</i></li>
<li class=ad><a href='/buy'>广告</a></li>
<li><a href='../a/1002.html'>某银行<b class=ad>热</b>发布三季报预告</a><span class=time>3分钟前</span></li>
<li><span>没有链接</span></li>
</ul><a class=next href='?page=2'>下一页</a></body></html>";

#[test]
fn a_list_is_read_row_by_row() {
    let parser = parser(NEWS);
    let parsed = read(&parser, NEWS_PAGE);
    assert_eq!((parsed.format, parsed.parser_version), (Format::List, 3));
    let told: Vec<_> = parsed
        .items
        .iter()
        .map(|item| {
            (
                item.id.as_str(),
                item.content.title.as_str(),
                item.facts.published_at.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (
                "https://news.example.cn/a/1001.html",
                "沪指收涨1.2%，成交额破万亿",
                Some("2026-09-25T02:30:00Z")
            ),
            (
                "https://news.example.cn/a/1002.html",
                "某银行 发布三季报预告",
                Some("2026-09-25T02:32:00Z")
            ),
        ]
    );
    assert_eq!(parsed.items[0].facts.author.as_deref(), Some("李; 王"));
    assert_eq!(
        parsed.around.next_page.as_deref(),
        Some("https://news.example.cn/roll/?page=2")
    );
    assert_eq!(parsed.around.declared_total, Some(1204));
    assert_eq!(parsed.around.title.as_deref(), Some("滚动新闻"));
    let rejected = &parsed.rejected[0];
    assert_eq!(rejected.part, "items[2]");
    assert_eq!(
        rejected.reason.to_string(),
        "missing_field: title is missing or blank"
    );
}

#[test]
fn a_page_without_items_is_one_item_at_its_own_address() {
    let parser = parser(
        "
format: page
kind: article
lang: en
fields:
  title: {select: h1}
  body: {select: article}
  published-at: {select: 'meta[property=\"article:published_time\"]', attr: content, required: true}
  author: {select: .byline}
noise: [.related, 'article aside']
",
    );
    let page = |extra: &str| {
        format!(
            "<html><head><meta property='article:published_time' content='2026-09-24T09:00:00+02:00'></head><body>\
             <h1>Bridge &amp; river</h1><p class=byline>Ann Other</p><article><p>First.</p><aside>{extra}</aside><ol><li>one</li><li>two</li></ol></article>\
             <div class=related>{extra}</div></body></html>"
        )
    };
    let at = |html: &str| {
        let mut response = super::response(&parser, html);
        response.url = Some("https://a.example/news/7/?utm_source=x");
        parse(&response).unwrap().items.remove(0)
    };
    let item = at(&page("Buy lamps"));
    assert_eq!(item.id, "https://a.example/news/7");
    assert_eq!(
        (item.content.kind, item.content.title.as_str()),
        (Kind::Article, "Bridge & river")
    );
    assert_eq!(
        item.facts.published_at.as_deref(),
        Some("2026-09-24T07:00:00Z")
    );
    assert_eq!(item.facts.author.as_deref(), Some("Ann Other"));
    let hash = |item: &Item| canonicalize(&item.content).hash;
    assert!(canonicalize(&item.content).text.starts_with("First."));
    assert_eq!(hash(&item), hash(&at(&page("Buy desks"))));
    assert_ne!(hash(&item), hash(&at(&page("x").replace("First", "Last"))));
}

#[test]
fn cards_in_any_order_are_one_content_where_the_document_says_so() {
    let text = "
format: page
kind: product
fields:
  title: {select: h1}
  body: {select: .card}
  price-low: {select: .card .price}
set-like: [body]
noise: [.upd]
";
    let parser = parser(text);
    let card = |shop: &str, price: &str| {
        format!("<div class=card><h3>{shop}</h3><span class=price>€ {price}</span></div>")
    };
    let hash = |order: [(&str, &str); 3], text: &str| {
        let cards: String = order
            .iter()
            .map(|(shop, price)| card(shop, price))
            .collect();
        let body =
            format!("<h1>Colony kit</h1><p class=upd>Refreshed 3 hours ago</p><div>{cards}</div>");
        let parser = super::parser(text);
        let mut response = super::response(&parser, &body);
        response.url = Some("https://shop.example/kit");
        canonicalize(&parse(&response).unwrap().items.remove(0).content).hash
    };
    let one = [("North", "19,90"), ("South", "21,50"), ("West", "18,75")];
    let two = [("West", "18,75"), ("North", "19,90"), ("South", "21,50")];
    assert_eq!(hash(one, text), hash(two, text));
    let ordered = text.replace("set-like: [body]", "");
    assert_ne!(hash(one, &ordered), hash(two, &ordered));
    drop(parser);
}

#[test]
fn an_item_inside_an_item_is_its_own() {
    let parser = parser(
        "
format: list
kind: thread
items: .comment
fields:
  id: {attr: data-id}
  title: {select: .who}
  body: {select: .text}
",
    );
    let parsed = read(
        &parser,
        "<div class=comment data-id=1><b class=who>Ann</b><p class=text>Question?</p>\
         <div class=comment data-id=2><b class=who>Bob</b><p class=text>Answer.</p></div></div>",
    );
    let told: Vec<_> = parsed
        .items
        .iter()
        .map(|item| {
            (
                item.id.as_str(),
                item.content.title.as_str(),
                canonicalize(&item.content).text,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("1", "Ann", "Question?".to_owned()),
            ("2", "Bob", "Answer.".to_owned())
        ]
    );
}

#[test]
fn values_of_the_wrong_kind_name_their_field() {
    let parser = parser(
        "
format: list
items: li
fields:
  id: {attr: data-id}
  offer-count: {select: i}
  tax-included: {select: b}
",
    );
    let parsed = read(
        &parser,
        "<ul><li data-id=1><i>many</i></li><li data-id=2><b>perhaps</b></li><li data-id=3><i>4</i><b>yes</b></li><li><i>5</i></li></ul>",
    );
    let told: Vec<String> = parsed
        .rejected
        .iter()
        .map(|one| one.reason.to_string())
        .collect();
    assert_eq!(
        told,
        [
            "unreadable_response: offer-count is 'many', not a number",
            "unreadable_response: tax-included is 'perhaps', not true or false",
            "missing_id: id is missing or blank",
        ]
    );
    let facts = &parsed.items[0].facts;
    assert_eq!(
        (facts.offer_count, facts.tax_included),
        (Some(4), Some(true))
    );
}

#[test]
fn a_wall_in_front_of_a_list_is_blocked_and_no_empty_list() {
    let parser = parser(NEWS);
    let wall = "<html><head><title>Just a moment...</title></head><body><h1>Checking that you are human</h1></body></html>";
    assert!(failure(&parser, wall).starts_with("blocked: captcha: "));
    let json = super::parser("{format: json, items: '$[*]', fields: {id: {path: $.id}}}");
    assert!(failure(&json, wall).starts_with("blocked: captcha: "));
    let empty = read(
        &parser,
        "<html><body><ul class=news></ul><p>No news today.</p></body></html>",
    );
    assert_eq!((empty.items.len(), empty.rejected.len()), (0, 0));
}

#[test]
fn a_document_without_rules_leaves_the_page_to_its_reader() {
    let parser = parser("{format: page, kind: article, noise: [.menu]}");
    let mut response = super::response(
        &parser,
        "<html><body><div class=menu>Menu words</div><h1>Bridge</h1><p>The council met on Tuesday.</p></body></html>",
    );
    response.url = Some("https://a.example/1");
    let parsed = parse(&response).unwrap();
    let item = &parsed.items[0];
    assert_eq!(item.content.kind, Kind::Article);
    let text = canonicalize(&item.content).text;
    assert!(
        text.contains("The council met") && !text.contains("Menu"),
        "{text}"
    );
}

#[test]
fn hostile_pages_are_read_by_rules_in_linear_time() {
    let parser = parser(
        "{format: list, items: 'div, li', fields: {id: {attr: x}, body: {select: 'div, p, b'}, title: {select: 'div p ~ p'}}}",
    );
    for piece in [
        "<div x=1>",
        "<li x=1><p>a<p>b",
        "<div x=1><b>",
        "</div>",
        "<p>",
    ] {
        let html = piece.repeat((1 << 18) / piece.len());
        let _ = parse(&super::response(&parser, &html));
    }
}
