//! What mutation starts from: small inputs of every kind, and the files that lie beside the
//! repository where they do.

use std::path::Path;

use super::targets::Target;

/// Files are only worth their time while they are small.
const LARGEST_FILE_BYTES: u64 = 300_000;

pub fn of(target: Target) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = seeds(target)
        .iter()
        .map(|seed| seed.as_bytes().to_vec())
        .collect();
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    for folder in ["cases", "samples"] {
        collect(&shared.join(folder), target, &mut all);
    }
    all
}

fn collect(folder: &Path, target: Target, all: &mut Vec<Vec<u8>>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    // The order of a folder is the machine's; equal seeds must give equal inputs.
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, target, all);
        } else if fits(target, &path) {
            all.extend(std::fs::read(&path));
        }
    }
}

fn fits(target: Target, path: &Path) -> bool {
    let small = path
        .metadata()
        .is_ok_and(|meta| meta.len() <= LARGEST_FILE_BYTES);
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let wanted: &[&str] = match target {
        Target::Decode | Target::Any => &["html", "xml", "json", "rss", "txt", "gz", "jsonl"],
        Target::Html | Target::Page => &["html"],
        Target::Json | Target::Answer => &["json"],
        Target::Feed => &["xml", "rss"],
        Target::Time | Target::Money | Target::Link | Target::Diff => &[],
    };
    small && wanted.contains(&ending)
}

fn seeds(target: Target) -> &'static [&'static str] {
    match target {
        Target::Decode => &[
            "<meta charset=gbk>abc",
            "<?xml version='1.0' encoding='utf-16'?><a/>",
            "\u{feff}text",
            "plain",
        ],
        Target::Html | Target::Page => HTML,
        Target::Json => JSON,
        Target::Feed => FEED,
        Target::Time => TIME,
        Target::Money => MONEY,
        Target::Link => LINK,
        Target::Answer => &[
            "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"{\\\"a\\\":1}\"}}]}",
        ],
        Target::Diff => &["one\ntwo\nthree\n\none\n2\nthree", "- a\n- b\n\n- b\n- a"],
        Target::Any => &[
            "{}",
            "<html></html>",
            "<rss></rss>",
            "User-agent: *\nDisallow: /",
            "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n",
            "{\"id\":1,\"title\":\"a\"}\n{\"id\":2,\"title\":\"b\"}\n",
        ],
    }
}

const HTML: &[&str] = &[
    "<h1>Title</h1><p>A paragraph of some words, and some more.</p><ul><li>one<li>two</ul>",
    "<main><article><h1>T</h1><time datetime=2026-09-01>3 hours ago</time><p>Text</p></article></main>",
    "<script type=application/ld+json>{\"@type\":\"JobPosting\",\"title\":\"x\",\"description\":\"<p>y</p>\"}</script>",
    "<div itemscope itemtype=https://schema.org/Product><span itemprop=name>x</span><span itemprop=price content=1.50>1</span></div>",
    "<table><tr><td>a<td>b<tr><td>c</table><ol><li>x<ol><li>y</ol></ol>",
    "<!DOCTYPE html><html lang=en><head><title>T</title><link rel=canonical href=https://a.example/1></head><body>x",
    "<p>&amp;&nbsp;&#x41;&#99999999;&unknown;</p><!-- c --><![CDATA[x]]><svg><title>t</title></svg>",
];

const JSON: &[&str] = &[
    "{\"jobs\":[{\"id\":1,\"title\":\"a\",\"content\":\"&lt;p&gt;x&lt;/p&gt;\"}],\"meta\":{\"total\":1}}",
    "[{\"id\":\"a\",\"text\":\"t\",\"createdAt\":1788760800000,\"description\":\"<p>x</p>\",\"lists\":[{\"text\":\"h\",\"content\":\"<li>b\"}]}]",
    "{\"jobs\":[{\"id\":\"a\",\"title\":\"t\",\"descriptionHtml\":\"<p>x\",\"publishedAt\":\"2026-09-01T00:00:00Z\"}],\"apiVersion\":\"1\"}",
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"content_html\":\"<p>x\"}]}",
    "{\"offers\":[{\"id\":1,\"title\":\"t\",\"description\":\"<p>x\",\"salary\":{\"min\":1,\"max\":2}}]}",
    "{\"content\":[{\"id\":\"1\",\"name\":\"t\"}],\"totalFound\":1,\"offset\":0,\"limit\":10}",
];

const FEED: &[&str] = &[
    "<rss version=\"2.0\"><channel><title>c</title><item><title>t</title><link>https://a.example/1</link><guid>1</guid><pubDate>Thu, 24 Sep 26 00:03:07 +0200</pubDate><description>&lt;p&gt;x</description></item></channel></rss>",
    "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><id>1</id><title type=\"html\">t</title><content type=\"xhtml\"><div><p>x</p></div></content><updated>2026-09-01T00:00:00Z</updated></entry></feed>",
    "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><rss><channel><item><title>&b;</title></item></channel></rss>",
    "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://a.example/</loc><lastmod>2026-09-01</lastmod></url></urlset>",
    "<sitemapindex><sitemap><loc>https://a.example/s.xml</loc></sitemap></sitemapindex>",
    "<workzag-jobs><position><id>1</id><name>n</name><jobDescriptions><jobDescription><name>h</name><value><![CDATA[<p>x</p>]]></value></jobDescription></jobDescriptions></position></workzag-jobs>",
];

const TIME: &[&str] = &[
    "Thu, 24 Sep 26 00:03:07 +0200",
    "2026/9/24 16:20:05",
    "Mo, 21 Sep 2026 14:07:52",
    "2分鐘前",
    "刚刚",
    "今天 10:30",
    "昨天 23:50",
    "2 hours ago",
    "11-08 13:27",
    "2026年9月4日 下午3:05",
    "30+ days ago",
    "1788760800000",
    "Thursday September 24, 2026 9:20 am PDT",
    "2026-W36-4",
    "il y a 3 heures",
    "vor 2 Tagen",
    "20260904T081205Z",
];

const MONEY: &[&str] = &[
    "¥1,299.00",
    "1.299,00 €",
    "Rs.1,29,999.00",
    "4 chairs from $285",
    "58元人民币",
    "1,980円(税込)",
    "Was $75.00 Now $50.00",
    "5 shirts for 450.000 VND",
    "2,345,678.910",
    "Price on request",
    "PKR 120,000 – 180,000 per month",
    "$130 - 175K USD",
    "15-25K·14薪",
    "CA$88.5K – CA$121K",
    "1.5万-2.5万/月",
    "~~$10~~ $8",
];

const LINK: &[&str] = &[
    "https://boards.example.com/acme/jobs/42?utm_source=x&gh_jid=1#apply",
    "http://WWW.Example.com:80/a/../b/;jsessionid=1?b=2&a=1",
    "//a.example/x",
    "../x?y",
    "https://例え.jp/路",
    "https://[::1]:8080/",
    "javascript:alert(1)",
    "https://u:p@a.example/",
];
