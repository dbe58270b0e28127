//! Pages that are lists, and pages with links that are none.

use proptest::prelude::*;

use super::read;
use crate::item::{Item, Kind};
use crate::parse::found::Found;
use crate::parse::moment::Moments;
use crate::parse::page::look::Look;
use crate::parse::{Format, Parsed, Response, Source, parse};

/// 2026-09-25T02:35:00Z
const FETCHED_AT_MS: i64 = 1_790_303_700_000;

fn page(title: &str, body: &str) -> String {
    format!("<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>")
}

fn found(html: &str) -> Option<Found> {
    let response = Response {
        at_ms: FETCHED_AT_MS,
        ..Response::default()
    };
    let source = Source {
        response: &response,
        text: html,
        moments: Moments::new(None, None, FETCHED_AT_MS).unwrap(),
    };
    read(&source, &Look::new(html))
}

fn items(html: &str) -> Vec<Item> {
    let found = found(html).unwrap_or_else(|| panic!("no list: {html}"));
    found
        .records
        .into_iter()
        .map(|(_, item)| item.unwrap())
        .collect()
}

fn titles(html: &str) -> Vec<String> {
    items(html)
        .into_iter()
        .map(|item| item.content.title)
        .collect()
}

fn fetched(body: &[u8], url: Option<&str>) -> Parsed {
    parse(&Response {
        body,
        url,
        content_type: Some("text/html"),
        site_tz: Some("Asia/Shanghai"),
        at_ms: FETCHED_AT_MS,
        ..Response::default()
    })
    .unwrap()
}

fn prose(sentences: usize) -> String {
    "The council met on Tuesday and agreed on the plan for the new bridge. ".repeat(sentences)
}

#[test]
fn a_chinese_list_of_rolling_news_is_read_with_its_relative_times() {
    let html = format!(
        "<!doctype html><html><head>\n<!-- {} -->\n\
         <meta http-equiv=\"Content-Type\" content=\"text/html; charset=gbk\">\n<title>滚动新闻</title></head>\
         <body><ul class=\"list\"><li><a href=\"/a/1001.html\">沪指收涨1.2%，成交额破万亿</a><span>今天 10:30</span></li>\
         <li><a href=\"/a/1002.html\">某银行发布三季报预告</a><span>3分钟前</span></li></ul></body></html>",
        "x".repeat(1200)
    );
    let (bytes, _, _) = encoding_rs::GBK.encode(&html);
    let parsed = fetched(&bytes, None);
    assert_eq!(
        (parsed.format, parsed.charset.as_str()),
        (Format::List, "gb18030")
    );
    let told: Vec<_> = parsed
        .items
        .iter()
        .map(|item| {
            let published = item.facts.published_at.as_deref();
            (item.url.as_deref(), item.content.title.as_str(), published)
        })
        .collect();
    assert_eq!(
        told,
        [
            (
                Some("/a/1001.html"),
                "沪指收涨1.2%，成交额破万亿",
                Some("2026-09-25T02:30:00Z")
            ),
            (
                Some("/a/1002.html"),
                "某银行发布三季报预告",
                Some("2026-09-25T02:32:00Z")
            ),
        ]
    );
    let there = fetched(&bytes, Some("https://news.example.cn/roll/"));
    assert_eq!(there.items[0].id, "https://news.example.cn/a/1001.html");
    assert_eq!(
        there.items[0].url.as_deref(),
        Some("https://news.example.cn/a/1001.html")
    );
    assert_eq!(parsed.around.title.as_deref(), Some("滚动新闻"));
}

#[test]
fn news_cards_have_their_title_time_and_summary() {
    let card = |n: usize| {
        format!(
            "<article class=\"card teaser-{n}\"><a href=\"/n/{n}\"><img src=\"x.jpg\"></a>\
             <h3><a href=\"/n/{n}?utm_source=home\">Bridge number {n} opens to traffic</a></h3>\
             <p>The bridge has been under repair since the flood and is open again from Monday.</p>\
             <span class=\"by\">Ann Other</span> <time datetime=\"2026-09-2{n}T08:00:00Z\">{n} days ago</time> \
             <a href=\"/n/{n}#comments\">{n} comments</a><a href=\"/n/{n}\">Read more</a></article>"
        )
    };
    let html = page(
        "City news",
        &format!(
            "<header><nav><ul><li><a href=\"/\">Home page of the city</a></li><li><a href=\"/a\">About the city</a></li></ul></nav></header>\
             <main><h1>City news</h1>{}{}{}</main>\
             <div class=\"pagination\"><a href=\"?page=1\">1</a><a href=\"?page=2\">2</a><a href=\"?page=2\" rel=\"next\">Next ›</a></div>",
            card(1),
            card(2),
            card(3)
        ),
    );
    let all = items(&html);
    assert_eq!(all.len(), 3, "{all:?}");
    assert_eq!(all[1].content.title, "Bridge number 2 opens to traffic");
    assert_eq!(all[1].content.kind, Kind::Article);
    assert_eq!(
        all[1].facts.published_at.as_deref(),
        Some("2026-09-22T08:00:00Z")
    );
    assert_eq!(
        all[1].content.blocks.len(),
        1,
        "{:?}",
        all[1].content.blocks
    );
    assert_eq!(
        found(&html).unwrap().around.next_page.as_deref(),
        Some("?page=2")
    );
}

#[test]
fn product_cards_have_prices() {
    let card = |n: usize, name: &str, price: &str| {
        format!(
            "<div class=\"grid-item\"><a class=\"card\" href=\"/p/{n}\"><h2>{name}</h2><span>{price}</span></a></div>"
        )
    };
    let html = page(
        "Lamps",
        &format!(
            "<h1>Lamps</h1><div class=\"grid\">{}{}{}</div>",
            card(1, "Field lamp, green", "€ 49,90"),
            card(2, "Desk lamp with arm", "from €19.00"),
            card(3, "Night light", "<del>€ 12,00</del> <b>€ 9,00</b>"),
        ),
    );
    let all = items(&html);
    let told: Vec<_> = all
        .iter()
        .map(|item| {
            (
                item.content.title.as_str(),
                item.facts.price.as_deref(),
                item.facts.currency.as_deref(),
            )
        })
        .collect();
    assert_eq!(all[0].content.kind, Kind::Product);
    assert_eq!(told[0], ("Field lamp, green", Some("49.90"), Some("EUR")));
    assert_eq!(told[1], ("Desk lamp with arm", Some("19.00"), Some("EUR")));
    assert_eq!(all[1].facts.price_is_from, Some(true));
    assert_eq!(told[2].0, "Night light");
}

#[test]
fn job_rows_are_postings_with_pay() {
    let html = page(
        "Open positions at Acme",
        "<h1>Open positions</h1><table><tr><th>Role</th><th>Place</th><th>Pay</th></tr>\
         <tr><td><a href=\"/careers/welder-12\">Senior welder</a></td><td>Leeds</td><td>£32,000 - £38,000 a year</td></tr>\
         <tr><td><a href=\"/careers/cook-13\">Cook in the canteen</a></td><td>Hull</td><td>£13.50 per hour</td></tr>\
         <tr><td><a href=\"/careers/chef-14\">Chef</a></td><td>York</td><td>£16 per hour</td></tr></table>",
    );
    let all = items(&html);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|item| item.content.kind == Kind::Posting));
    assert_eq!(all[0].facts.pay_min.as_deref(), Some("32000"));
    assert_eq!(all[0].facts.pay_max.as_deref(), Some("38000"));
    assert_eq!(all[1].facts.pay_interval.as_deref(), Some("HOUR"));
    assert_eq!(all[2].content.title, "Chef");
}

#[test]
fn lists_of_all_shapes_are_found() {
    for (html, expected) in [
        (
            "<div class=\"news\"><div>2026-09-21 <a href=\"/1\">关于调整存款准备金率的公告</a></div>\
             <div>2026-09-20 <a href=\"/2\">关于召开年度股东大会的通知</a></div></div>",
            vec!["关于调整存款准备金率的公告", "关于召开年度股东大会的通知"],
        ),
        (
            "<ul><li><a href=/1>Council agrees on the new bridge<li><a href=/2>School opens after long repair\
             <li><a href=/3>Market moves to the old square</ul>",
            vec![
                "Council agrees on the new bridge",
                "School opens after long repair",
                "Market moves to the old square",
            ],
        ),
        (
            "<h2>Monday</h2><ul><li><a href=/1>Council agrees on bridge</a> 10:30, 21 Sep 2026</li></ul>\
             <h2>Tuesday</h2><ul><li><a href=/2>School opens again</a> 09:00, 22 Sep 2026</li></ul>",
            vec!["Council agrees on bridge", "School opens again"],
        ),
        (
            "<dl><dt><a href=/1 title=\"Council agrees on the new bridge over the river\">Council agrees on the new…</a></dt><dd>21.09.2026</dd>\
             <dt><a href=/2>School opens after long repair</a></dt><dd>22.09.2026</dd>\
             <dt><a href=/3>Market moves to the square</a></dt><dd>23.09.2026</dd></dl>",
            vec![
                "Council agrees on the new bridge over the river",
                "School opens after long repair",
                "Market moves to the square",
            ],
        ),
        (
            "<div class=\"rows\"><div class=\"row-1 entry odd\"><a href=/1>Council agrees on bridge</a><i>Posted 3 days ago</i></div>\
             <div class=\"row-2 entry even\"><a href=/2>School opens again</a><i>Posted 4 days ago</i></div></div>",
            vec!["Council agrees on bridge", "School opens again"],
        ),
    ] {
        assert_eq!(titles(&page("News", html)), expected, "{html}");
    }
}

#[test]
fn pages_with_links_are_no_lists() {
    let related = "<ul><li><a href=\"/1\">Council agrees on the new bridge</a> <span>2 hours ago</span></li>\
                   <li><a href=\"/2\">School opens after long repair</a> <span>3 hours ago</span></li>\
                   <li><a href=\"/3\">Market moves to the old square</a> <span>4 hours ago</span></li></ul>";
    let cards = "<h1>Colony kit</h1><p class=\"upd\">Refreshed 3 hours ago</p><div class=\"cards\">\
                 <div class=\"card\"><h3>Shop North</h3><span class=\"price\">€ 19,90</span></div>\
                 <div class=\"card\"><h3>Shop South</h3><span class=\"price\">€ 21,50</span></div></div>";
    for body in [
        format!("<article><h1>Bridge plan</h1><p>{}</p></article><h2>Related</h2>{related}", prose(4)),
        format!("<h1>Bridge plan</h1><div>{}</div><h3>相关阅读</h3>{related}", prose(3)),
        format!("<h1>Bridge plan</h1><p>{}</p><p>{}</p>{related}", prose(20), prose(30)),
        format!("<p>{}</p><aside>{related}</aside>", prose(2)),
        format!("<nav>{related}</nav><h1>Welder</h1><p>Weld frames.</p>"),
        format!("<footer>{related}</footer><p>Short text of a page.</p>"),
        cards.to_owned(),
        "<ul><li><a href=\"/\">Home</a></li><li><a href=\"/news\">News</a></li><li><a href=\"/jobs\">Jobs</a></li></ul><p>Hello</p>".to_owned(),
        "<ol class=\"breadcrumb\"><li><a href=\"/\">Home of all things</a></li><li><a href=\"/a\">All the lamps</a></li></ol><h1>Lamp</h1>".to_owned(),
        "<ul><li><a href=\"#one\">What the council said on Tuesday</a></li><li><a href=\"#two\">What happens to the bridge now</a></li>\
         <li><a href=\"#three\">Who pays for all of this work</a></li></ul>".to_owned(),
        "<p>One <a href=\"/1\">Council agrees on the new bridge</a> link.</p>".to_owned(),
        format!(
            "<h1>Thread</h1>{}",
            (1..5).map(|n| format!("<div class=\"post\"><a href=\"/u/{n}\">Jonathan Smithers</a><div>{}</div></div>", prose(5))).collect::<String>()
        ),
        String::new(),
    ] {
        let html = page("A page", &body);
        assert_eq!(found(&html), None, "{html}");
    }
}

#[test]
fn the_pager_is_found_by_word_arrow_and_declaration() {
    let rows = "<ul><li><a href=\"/1\">Council agrees on bridge</a> 2026-09-21</li><li><a href=\"/2\">School opens again</a> 2026-09-22</li></ul>";
    for (pager, expected) in [
        ("<a href=\"?p=2\">Next</a>", Some("?p=2")),
        ("<a href=\"?p=2\">下一页</a>", Some("?p=2")),
        ("<a href=\"?p=2\">Next page »</a>", Some("?p=2")),
        (
            "<div class=\"pager\"><a href=\"?p=1\">1</a> <a href=\"?p=2\">›</a></div>",
            Some("?p=2"),
        ),
        (
            "<a href=\"?p=2\" aria-label=\"Next\"><svg></svg></a>",
            Some("?p=2"),
        ),
        (
            "<link rel=\"next\" href=\"?p=3\"><a href=\"?p=2\">Next</a>",
            Some("?p=3"),
        ),
        ("<div class=\"slider\"><a href=\"/img2\">›</a></div>", None),
        ("<a class=\"disabled\" href=\"?p=2\">Next</a>", None),
        (
            "<a href=\"#\">Next</a><a href=\"javascript:go(2)\">下一页</a>",
            None,
        ),
        ("<a href=\"/3\">Next big thing in bridges</a>", None),
    ] {
        let html = page("News", &format!("{rows}{pager}"));
        assert_eq!(
            found(&html).unwrap().around.next_page.as_deref(),
            expected,
            "{pager}"
        );
    }
}

#[test]
fn times_share_the_order_of_day_and_month() {
    let html = page(
        "News",
        "<ul><li><a href=\"/1\">Council agrees on bridge</a><i>05/08/2026</i></li><li><a href=\"/2\">School opens again</a><i>13/09/2026</i></li></ul>",
    );
    let all = items(&html);
    assert_eq!(all[0].facts.published_at.as_deref(), Some("2026-08-05"));
    assert_eq!(all[1].facts.published_at.as_deref(), Some("2026-09-13"));
}

#[test]
fn hostile_pages_are_searched_in_linear_time() {
    let bytes = 1 << 18;
    for piece in [
        "<div><a href=1>Some words here</a>",
        "<ul><li><a href=x>y z</a>",
        "<a href=1>",
        "<div class=a><div class=b>",
        "<li><a href=1>abc def ghi</a> 3 hours ago</li>",
        "<table><tr><td><a href=q>some title here</a>",
        "</p><p>",
        "<p x",
        "<time>",
    ] {
        let html = piece.repeat(bytes / piece.len());
        let _ = found(&html);
    }
}

proptest! {
    #[test]
    fn no_page_panics(html in "(<(ul|li|div|a href=1|h2|time|td|tr)>|</(ul|li|div|a|h2)>|[a-z ]{0,12}|2026-09-21|€ 5 ){0,60}") {
        let _ = found(&html);
    }

    #[test]
    fn every_row_of_a_list_is_an_item(count in 3..40_usize) {
        let rows: String = (0..count)
            .map(|n| format!("<li><a href=\"/{n}\">Council agrees on bridge {n}</a><i>2026-09-21</i></li>"))
            .collect();
        prop_assert_eq!(titles(&page("News", &format!("<ul>{rows}</ul>"))).len(), count);
    }
}

#[test]
fn links_inside_a_text_and_around_it_are_no_rows() {
    let faq =
        |n: usize| format!("<a href=\"/faq?sid={n}\">学习能力强，对新技术保持好奇心</a>，主动");
    let menu = "<div id=header><ul><li><a href=/s1>关于我们</a></li><li><a href=/s2>职位</a></li></ul></div>";
    let ad = "<a rel=\"sponsored\" href=\"https://ads.example.net/?id=1\">广告：六周学会焊接，周末也可上课</a>";
    for text in [
        format!(
            "<p>{}</p><p>全职岗位，工作日早上10点到晚上7点。</p>",
            faq(1)
        ),
        format!(
            "<ul><li>{}</li><li>{}</li><li>3年以上经验</li><li>双休</li></ul>",
            faq(1),
            faq(2)
        ),
    ] {
        let body = format!(
            "{menu}<div id=wrap><div class=ads>{ad}</div><div class=main><h1>产品经理（风控）</h1>\
             <div class=info>发布于 3小时前</div>{text}</div></div>"
        );
        let html = page("产品经理（风控） - 某公司", &body);
        assert_eq!(found(&html), None, "{html}");
    }
}
