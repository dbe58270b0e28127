//! What is attacked, and the laws that hold for any input at all.
//!
//! A target answers with a mark of what it did, so that inputs which lead somewhere new are kept.

use std::hash::{DefaultHasher, Hash, Hasher};

use readonce_core::canonical::{canonicalize, content_of, fold, sight};
use readonce_core::decode::decode;
use readonce_core::diff::text_changes;
use readonce_core::extract::answer::read_any;
use readonce_core::facts::{money, time};
use readonce_core::item::{Block, Content, Kind};
use readonce_core::parse::{Format, Response, canonical_link, html, parse};

/// 2026-09-25T02:35:00Z
const FETCHED_AT_MS: i64 = 1_790_303_700_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Decode,
    Html,
    Json,
    Feed,
    Time,
    Money,
    Page,
    Link,
    Diff,
    Answer,
    Any,
}

impl Target {
    pub const ALL: [Target; 11] = [
        Target::Decode,
        Target::Html,
        Target::Json,
        Target::Feed,
        Target::Time,
        Target::Money,
        Target::Page,
        Target::Link,
        Target::Diff,
        Target::Answer,
        Target::Any,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Target::Decode => "decode",
            Target::Html => "html",
            Target::Json => "json",
            Target::Feed => "feed",
            Target::Time => "time",
            Target::Money => "money",
            Target::Page => "page",
            Target::Link => "link",
            Target::Diff => "diff",
            Target::Answer => "answer",
            Target::Any => "any",
        }
    }

    /// Pieces of the language that the target reads.
    pub const fn tokens(self) -> &'static [&'static str] {
        match self {
            Target::Html | Target::Page | Target::Decode => MARKUP,
            Target::Feed => XML,
            Target::Json | Target::Answer => JSON,
            Target::Time => TIME,
            Target::Money => MONEY,
            Target::Link => LINK,
            Target::Diff => &["\n", "- ", "  ", "1. ", "a", "b", "\n\n", "one two "],
            Target::Any => ANY,
        }
    }

    /// Reads the input; panics when a law is broken.
    pub fn run(self, input: &[u8]) -> u64 {
        match self {
            Target::Decode => decoded(input),
            Target::Html => blocks(input),
            Target::Json => read(input, JSON_FORMATS),
            Target::Feed => read(input, FEED_FORMATS),
            Target::Page => read(input, PAGE_FORMATS),
            Target::Any => read(input, &[None]),
            Target::Time => moment(&String::from_utf8_lossy(input)),
            Target::Money => amounts(&String::from_utf8_lossy(input)),
            Target::Link => address(&String::from_utf8_lossy(input)),
            Target::Diff => differences(&String::from_utf8_lossy(input)),
            Target::Answer => mark(&read_any(input).status.as_str()),
        }
    }
}

const JSON_FORMATS: &[Option<Format>] = &[
    None,
    Some(Format::Greenhouse),
    Some(Format::Lever),
    Some(Format::Ashby),
    Some(Format::Workable),
    Some(Format::SmartRecruiters),
    Some(Format::Workday),
    Some(Format::Teamtailor),
    Some(Format::Recruitee),
    Some(Format::HackerNews),
    Some(Format::JsonFeed),
    Some(Format::Ndjson),
];

const FEED_FORMATS: &[Option<Format>] = &[
    None,
    Some(Format::Rss),
    Some(Format::Atom),
    Some(Format::Sitemap),
    Some(Format::SitemapIndex),
    Some(Format::Personio),
];

const PAGE_FORMATS: &[Option<Format>] = &[None, Some(Format::Page), Some(Format::List)];

fn mark(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Sizes by their power of two: a mark must not be another one for every byte.
fn size(count: usize) -> u32 {
    usize::BITS - count.leading_zeros()
}

fn decoded(input: &[u8]) -> u64 {
    let headers = [
        None,
        Some("text/html; charset=gbk"),
        Some("text/xml; charset=utf-8"),
    ];
    let all = headers.map(|header| {
        let read = decode(input, header);
        let how = format!("{:?}", read.how);
        (
            read.charset,
            how,
            read.conflict,
            size(read.replaced),
            size(read.text.len()),
        )
    });
    mark(&all)
}

/// Canonical text read back is the same text, and folding a folded line changes nothing.
fn hold_laws(content: &Content) {
    let once = canonicalize(content);
    let twice = canonicalize(&content_of(&once));
    assert!(
        once.text == twice.text && once.hash == twice.hash,
        "canonical text moves when it is read again"
    );
    assert!(
        fold(&once.title) == once.title,
        "a folded title folds to another one"
    );
}

fn blocks(input: &[u8]) -> u64 {
    let markup = String::from_utf8_lossy(input);
    let blocks = html::blocks(&markup);
    let shape = (size(blocks.len()), depth(&blocks));
    hold_laws(&Content {
        kind: Kind::Page,
        title: markup.chars().take(200).collect(),
        blocks,
    });
    mark(&shape)
}

fn depth(blocks: &[Block]) -> u32 {
    let of_block = |block: &Block| match block {
        Block::Text(_) => 0,
        Block::List { items, .. } => 1 + items.iter().map(|item| depth(item)).max().unwrap_or(0),
    };
    blocks.iter().map(of_block).max().unwrap_or(0)
}

/// Reads in every format that the bytes may be claimed to have.
fn read(input: &[u8], formats: &[Option<Format>]) -> u64 {
    // Which one is a matter of the input, so that equal inputs do equal work.
    let format = formats
        .get(mark(&input) as usize % formats.len())
        .copied()
        .flatten();
    let response = Response {
        body: input,
        url: Some("https://site.example.com/list/1"),
        site_tz: Some("Asia/Shanghai"),
        at_ms: FETCHED_AT_MS,
        format,
        ..Response::default()
    };
    let parsed = match parse(&response) {
        Ok(parsed) => parsed,
        Err(reason) => return mark(&(reason.code.as_str(), reason.detail.len().min(60))),
    };
    let shape = (
        parsed.format.as_str(),
        size(parsed.items.len()),
        size(parsed.rejected.len()),
        size(parsed.around.bad_blocks.len()),
        parsed.around.truncated,
        parsed.charset.clone(),
    );
    let mut facts = 0;
    for item in parsed.items.into_iter().take(50) {
        hold_laws(&item.content);
        let seen = sight(item);
        facts |= u32::from(seen.facts.published_at.is_some())
            | u32::from(seen.facts.price.is_some()) << 1
            | u32::from(seen.facts.pay_min.is_some()) << 2
            | u32::from(seen.facts.author.is_some()) << 3
            | u32::from(!seen.facts.cities.is_empty()) << 4;
        assert!(
            (0..=100).contains(&seen.quality.score),
            "a score out of range"
        );
    }
    mark(&(shape, facts))
}

fn moment(text: &str) -> u64 {
    let zones = [None, Some("Asia/Shanghai"), Some("Europe/Berlin")];
    let all = zones.map(|site_tz| {
        let given = time::Given {
            now_ms: FETCHED_AT_MS,
            site_tz,
            lang: Some("zh-CN"),
            day_first: Some(text.len().is_multiple_of(2)),
        };
        match time::read(text, &given) {
            Ok(moment) => {
                let bound = moment.utc.is_none() && moment.not_after.is_none();
                assert!(!bound, "a time that says nothing");
                moment.precision.as_str().len() * 4 + usize::from(moment.is_relative)
            }
            Err(error) => 100 + error.to_string().len().min(50),
        }
    });
    mark(&all)
}

fn amounts(text: &str) -> u64 {
    let all = [None, Some("zh-CN"), Some("de-DE"), Some("en-IN")].map(|lang| {
        let given = money::Given {
            lang,
            default_currency: None,
        };
        let (price, pay) = (money::price(text, &given), money::pay(text, &given));
        if let (Some(low), Some(high)) = (price.low, price.high) {
            assert!(low <= high, "a range from {low} to {high}");
        }
        (
            price.amount.is_some(),
            price.low.is_some(),
            price.currency,
            pay.min.is_some(),
            pay.max.is_some(),
            pay.interval,
            pay.months.is_some(),
        )
    });
    mark(&all)
}

fn address(text: &str) -> u64 {
    let base = Some("https://site.example.com/a/b?c=d");
    let Some(once) = canonical_link(text, base) else {
        return 0;
    };
    let twice = canonical_link(&once, None);
    assert!(
        twice.as_deref() == Some(once.as_str()),
        "{once} becomes {twice:?}"
    );
    mark(&(
        size(once.len()),
        once.matches('&').count().min(8),
        once.contains("%"),
    ))
}

fn differences(text: &str) -> u64 {
    let (before, after) = text.split_once("\n\n").unwrap_or((text, ""));
    let found = text_changes(before, after);
    assert!(
        !text_changes(before, before).cut(),
        "a text is cut against itself"
    );
    mark(&(size(found.changes().len()), found.cut()))
}

const MARKUP: &[&str] = &[
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<ul>",
    "<li>",
    "<ol>",
    "</ul>",
    "<table>",
    "<tr>",
    "<td>",
    "<h1>",
    "<a href='",
    "<script>",
    "</script>",
    "<style>",
    "<template>",
    "<svg>",
    "<math>",
    "<noscript>",
    "<textarea>",
    "<iframe srcdoc='",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<!DOCTYPE ",
    "&amp;",
    "&#x",
    "&#0;",
    "&lt;",
    "&",
    "<",
    ">",
    "\"",
    "'",
    "/",
    "=",
    " hidden ",
    "style=display:none",
    "<meta charset=",
    "gbk",
    "utf-16",
    "<html lang=zh>",
    "<main>",
    "<article>",
    "<time datetime=",
    "<script type=application/ld+json>",
    "{\"@type\":",
    "\"JobPosting\"",
    "itemscope itemtype=",
    "itemprop=",
    "<title>",
    "3 hours ago",
    "刚刚",
    "￥1,299",
    "\u{200d}",
    "\0",
    "\r\n",
];

const XML: &[&str] = &[
    "<rss>",
    "<channel>",
    "<item>",
    "</item>",
    "<entry>",
    "<title>",
    "</title>",
    "<link>",
    "<guid>",
    "<pubDate>",
    "<description>",
    "<content:encoded>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?xml ",
    "encoding=\"",
    "?>",
    "<!DOCTYPE ",
    "<!ENTITY x \"",
    "&x;",
    "&#x",
    "&nbsp;",
    "&",
    "xmlns=\"",
    "xmlns:a=\"",
    "\"",
    "'",
    "<",
    ">",
    "/>",
    "</",
    "<feed>",
    "<urlset>",
    "<loc>",
    "<a:b>",
    "\0",
    "<content type=\"xhtml\">",
    "<summary>",
    "<updated>",
    "<lastmod>",
];

const JSON: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    ":",
    ",",
    "null",
    "true",
    "\\u",
    "\\ud800",
    "1e999",
    "-0",
    "0.1",
    "{\"a\":",
    "[[",
    "\"id\":",
    "\"title\":",
    "\"content\":",
    "\"jobs\":",
    "\"items\":",
    "\"locations\":[",
    "\"salary\":{",
    "\"description\":\"<p>",
    "\"2026-09-01\"",
    "\n",
    "\u{feff}",
    "```json",
    "99999999999999999999",
    "\"@graph\":[",
    "&lt;p&gt;",
];

const TIME: &[&str] = &[
    "ago",
    "hours",
    "前",
    "分钟",
    "小时",
    "天",
    "昨天",
    "今天",
    "上午",
    "下午",
    "年",
    "月",
    "日",
    ":",
    "/",
    "-",
    ".",
    ",",
    " ",
    "+",
    "+0200",
    "Z",
    "UTC",
    "PDT",
    "am",
    "pm",
    "Sept",
    "Montag",
    "T",
    "24:00",
    "60",
    "1st",
    "99",
    "2026",
    "星期四",
    "vor",
    "il y a",
    "<",
    "(",
    "Asia/Shanghai",
    "[",
    "W",
    "10000",
];

const MONEY: &[&str] = &[
    "$",
    "€",
    "¥",
    "￥",
    "£",
    "元",
    "万",
    "K",
    "USD",
    "Rs.",
    ",",
    ".",
    "'",
    " ",
    "-",
    "–",
    "~~",
    "from",
    "Was",
    "Now",
    "per",
    "month",
    "/",
    "薪",
    "·",
    "%",
    "off",
    "for",
    "税込",
    "(",
    "1,299",
    "00",
    "M",
    "千",
    "+",
    "to",
    "per hour",
    "2 for",
    "\u{a0}",
    "٫",
    "१",
    "0000000000",
    ".1.1.",
];

const LINK: &[&str] = &[
    "https://",
    "http:",
    "//",
    "/",
    "?",
    "&",
    "=",
    "#",
    "%",
    "%2e%2e",
    "..",
    ":80",
    ":443",
    "@",
    "www.",
    "utm_source=",
    "gh_jid=",
    ";jsessionid=",
    "a.example",
    "[::1]",
    " ",
    "\\",
    "xn--",
    "é",
    "+",
    "%zz",
];

const ANY: &[&str] = &[
    "<html>",
    "<?xml ",
    "{",
    "[",
    "User-agent: *",
    "Disallow: /",
    "\n",
    "WARC/1.0\r\n",
    "Content-Length: ",
    "\r\n\r\n",
    "\u{1f}\u{8b}",
    "<rss>",
    "HTTP/1.1 200 OK\r\n",
    "\"id\":",
    "WARC-Type: response\r\n",
    "Sitemap: ",
    "\0",
    "<p>",
    "}",
    "]",
];
