//! The real files and what each holds: the "expected" lines of the samples' README as data.

use super::samples::Want::{
    AtMostItems, BadBlocks, Charset, Children, Cities, Declared, DocumentTitle, Every, Fact,
    FirstChild, Items, NoFact, NoText, Offers, Places, Text, Title, Truncated, Values,
};
use super::samples::{Sample, Want};

const fn file(file: &'static str, wants: &'static [Want]) -> Sample {
    Sample {
        file,
        site_tz: None,
        wants,
    }
}

const fn in_zone(site_tz: &'static str, sample: Sample) -> Sample {
    Sample {
        site_tz: Some(site_tz),
        ..sample
    }
}

const CHILD: &str = "https://stormcrawler.apache.org/sitemap-001.xml.gz";

pub(super) const SAMPLES: &[Sample] = &[
    file(
        "greenhouse/gitlab_2of167.json",
        &[
            Items(2),
            Declared(167),
            Title("8503792002", "Account Executive - Italy"),
            Fact("8503792002", "published_at", "2026-04-17T09:58:03Z"),
            Fact("8503792002", "updated_at", "2026-07-17T12:48:22Z"),
            Title("8565469002", "AI Engineer"),
            Fact("8565469002", "published_at", "2026-05-29T11:49:29Z"),
            Fact("8565469002", "updated_at", "2026-07-16T12:40:10Z"),
            NoText("8503792002", "&lt;"),
        ],
    ),
    file(
        "greenhouse/anonymised_3of631_unescaped_content.json",
        &[
            Items(3),
            Declared(631),
            Fact("4461450008", "published_at", "2024-12-20T18:53:38Z"),
            Fact("4461450008", "updated_at", "2026-08-22T01:32:54Z"),
        ],
    ),
    file(
        "lever/hinge_hyperconnect_salaryrange.json",
        &[
            Items(2),
            Fact("Android Engineer III", "country", "US"),
            Fact("Android Engineer III", "workplace", "hybrid"),
            Fact("Android Engineer III", "pay_min", "150000"),
            Fact("Android Engineer III", "pay_max", "180000"),
            Fact("Android Engineer III", "pay_currency", "USD"),
            Fact("Android Engineer III", "pay_interval", "YEAR"),
            Fact(
                "Android Engineer III",
                "published_at",
                "2026-05-19T20:38:11.267Z",
            ),
            Fact("Android Software Engineer (Azar)", "country", "KR"),
            Fact(
                "Android Software Engineer (Azar)",
                "published_at",
                "2026-01-05T06:59:28.549Z",
            ),
            NoFact("Android Software Engineer (Azar)", "pay_min"),
        ],
    ),
    file(
        "ashby/linear_2026-07.json",
        &[
            Items(2),
            Cities("d3bc1ced", &["Europe"]),
            Fact("d3bc1ced", "published_at", "2021-04-27T20:13:45.158Z"),
            Cities("cd5ae036", &["North America"]),
            Fact("cd5ae036", "published_at", "2021-08-18T20:48:26.891Z"),
            Text("d3bc1ced", "more than 30,000 companies"),
            NoFact("d3bc1ced", "pay_min"),
            NoFact("cd5ae036", "pay_min"),
        ],
    ),
    file(
        "ashby/linear_2026-09_truncated.json",
        &[Items(2), Text("d3bc1ced", "40,000")],
    ),
    file(
        "ashby/highlightta_compensation.json",
        &[
            Items(2),
            Title("fc2f1f85", "Senior Site Reliability Engineer"),
            Fact("fc2f1f85", "pay_min", "102800"),
            Fact("fc2f1f85", "pay_max", "137000"),
            Fact("fc2f1f85", "pay_currency", "CAD"),
            Fact("fc2f1f85", "pay_interval", "YEAR"),
            Fact("fc2f1f85", "published_at", "2026-07-08T19:48:19.767Z"),
            NoFact("90fb3621", "pay_min"),
            Fact("90fb3621", "published_at", "2026-04-20T22:43:56.531Z"),
        ],
    ),
    file(
        "ats_other/workable_zaelab.json",
        &[
            Items(1),
            Fact("DD136DD7E7", "published_at", "2026-08-05"),
            Fact("DD136DD7E7", "published_precision", "day"),
            Places("DD136DD7E7", &["Spain", "Portugal"]),
        ],
    ),
    file(
        "ats_other/workday_salesforce.json",
        &[
            Items(2),
            Declared(2),
            Fact("JR354232", "published_precision", "day"),
            Fact("JR332446", "published_precision", "day"),
            Values("published_at", &["2026-09-27", "2026-09-29"]),
        ],
    ),
    file(
        "ats_other/smartrecruiters_one.json",
        &[
            Items(1),
            Declared(1),
            Title("", "CNA / LPN - Consistent Hours. Start Next Week."),
            Fact("", "published_at", "2018-06-08T02:11:28Z"),
            Places("", &["St. Louis", "MO", "US"]),
        ],
    ),
    file(
        "ats_other/teamtailor_jsonfeed.json",
        &[
            Items(2),
            Values(
                "published_at",
                &["2026-01-18T18:35:57Z", "2026-02-04T08:26:20Z"],
            ),
            Values("requisition", &["7069633", "7167985"]),
        ],
    ),
    file(
        "jsonld_html/job_graph_boston.html",
        &[
            Items(1),
            Title("", "AI Engineer, University Graduate 2026"),
            Fact("", "published_at", "2026-07-06"),
            Fact("", "requisition", "REQ-9001"),
            Places("", &["Boston", "MA", "US"]),
        ],
    ),
    file(
        "jsonld_html/product_graph_two_jpy_plus_invalid_block.html",
        &[
            Items(2),
            BadBlocks(1),
            Values("sku", &["MUG-BLUE", "MUG-RED"]),
            Values("price", &["1200", "1400"]),
            Every("currency", "JPY"),
        ],
    ),
    file("jsonld_html/control_chars_in_string.html", &[BadBlocks(0)]),
    file("jsonld_html/null_blocks_escaped_keys.html", &[BadBlocks(0)]),
    file(
        "feeds/acn_press_releases_gb2312.xml",
        &[
            Charset("gb18030"),
            Items(8),
            Fact("", "published_at", "2005-12-27T04:08:54Z"),
        ],
    ),
    in_zone(
        "Asia/Shanghai",
        file(
            "feeds/w3cn_unpadded_local_dates_gb2312.xml",
            &[
                Charset("gb18030"),
                Items(20),
                Fact("", "published_at", "2005-05-28T08:05:36Z"),
                Fact("", "tz_assumed", "true"),
            ],
        ),
    ),
    file(
        "feeds/stormcrawler_same_pubdate.rss",
        &[Every("published_at", "2024-10-19T11:21:53Z")],
    ),
    file(
        "feeds/rss_truncated_in_cdata.xml",
        &[
            AtMostItems(1),
            Truncated,
            DocumentTitle("can feedparser read this xml"),
        ],
    ),
    file(
        "feeds/rss_utf16be_nobom_declared_u16.xml",
        &[Charset("utf-16be"), Items(0)],
    ),
    file(
        "cjk_pages/gbk_no_meta_charset_sina.html",
        &[Charset("gb18030"), Text("", "中国制造的领军者3名")],
    ),
    file(
        "cjk_pages/shiftjis_no_meta_budget_news.html",
        &[Charset("shift_jis"), Text("", "2兆円")],
    ),
    file(
        "price_pages/gbp_aggregateoffer_microdata.html",
        &[
            Items(1),
            Title("", "Johnsons 4 Fleas Cats & Kittens Tablets"),
            Fact("", "price_low", "5.29"),
            Fact("", "price_high", "9.56"),
            Fact("", "currency", "GBP"),
            Fact("", "brand", "Johnsons"),
            Offers(&[("CS20858_1", "9.56"), ("CS20858_2", "5.29")]),
        ],
    ),
    file(
        "price_pages/eur_jsonld_and_old_price.html",
        &[
            Fact("", "price", "129.95"),
            Fact("", "currency", "EUR"),
            Fact("", "list_price", "159.95"),
        ],
    ),
    file(
        "price_pages/usd_thousands_plain_text.html",
        &[Fact("", "price", "3924.80")],
    ),
    file(
        "robots_sitemap/sitemap_index_gz_children.xml",
        &[Children(4), FirstChild(CHILD, "2024-10-19T11:21:53Z")],
    ),
    file("robots_sitemap/robots_utf8_bom_usajobs.txt", &[Children(1)]),
    file("robots_sitemap/robots_cr_only_news.txt", &[Children(1)]),
    file("warc/example.warc.gz", &[Text("", "Example Domain")]),
    file(
        "forum/hn_who_is_hiring_trimmed.json",
        &[
            Items(3),
            Fact("49522903", "pay_min", "75000"),
            Fact("49522903", "pay_max", "110000"),
            Fact("49522903", "pay_currency", "EUR"),
            Fact("49522912", "pay_min", "150000"),
            Fact("49522912", "pay_max", "210000"),
            Fact("49522912", "pay_currency", "USD"),
            Values(
                "published_at",
                &[
                    "2026-09-01T15:01:54Z",
                    "2026-09-01T15:02:11Z",
                    "2026-09-01T15:03:02Z",
                ],
            ),
        ],
    ),
];
