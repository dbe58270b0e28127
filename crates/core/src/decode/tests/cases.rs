//! Pages of the kinds that broke readers, and real files where they lie beside the repository.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files; the crate does not"
)]

use std::path::Path;

use super::*;

const NOTICE: &str = concat!(
    r#"<!doctype html><html><head><meta http-equiv="Content-Type" "#,
    r#"content="text/html; charset=gb2312"><title>央行公告：下调存款准备金率0.5个百分点</title>"#,
    "</head><body><h1>央行公告</h1><p>发布时间：2026年9月24日 17:30</p>",
    "<p>自10月8日起下调金融机构存款准备金率0.5个百分点。</p></body></html>"
);

fn list_page(comment: usize) -> String {
    format!(
        concat!(
            "<!doctype html><html><head>\n<!-- {} -->\n",
            r#"<meta http-equiv="Content-Type" content="text/html; charset=gbk">"#,
            "<title>滚动新闻</title></head><body><ul><li><a href=\"/a/1001.html\">",
            "沪指收涨1.2%，成交额破万亿</a><span>今天 10:30</span></li></ul></body></html>"
        ),
        "x".repeat(comment)
    )
}

#[test]
fn a_header_of_another_charset_loses_against_a_page_of_chinese() {
    let body = encoded("gbk", NOTICE);
    let found = decode(&body, Some("text/html; charset=ISO-8859-1"));
    assert_eq!(found.text, NOTICE);
    assert_eq!((found.charset, found.how), ("gb18030", How::Label));
    assert!(found.conflict);
    assert_eq!(found.replaced, 0);
}

#[test]
fn a_label_behind_long_comments_is_found() {
    let page = list_page(1300);
    let body = encoded("gbk", &page);
    let found = decode(&body, Some("text/html"));
    assert_eq!(found.text, page);
    assert_eq!((found.charset, found.how), ("gb18030", How::Label));
    assert!(!found.conflict);
}

#[test]
fn a_label_too_far_away_is_made_good_by_detection() {
    let page = list_page(9000);
    let body = encoded("gbk", &page);
    let found = decode(&body, Some("text/html"));
    assert_eq!(found.text, page);
    assert_eq!((found.charset, found.how), ("gb18030", How::Detected));
}

#[test]
fn a_mark_is_taken_off_once() {
    let found = decode(b"\xEF\xBB\xBFUser-agent: *\nDisallow: /jobs/", None);
    assert_eq!(found.text, "User-agent: *\nDisallow: /jobs/");
    assert_eq!((found.charset, found.how), ("utf-8", How::Bom));
    assert_eq!(decode(b"\xEF\xBB\xBF\xEF\xBB\xBFa", None).text, "\u{FEFF}a");
    assert_eq!(decode(b"\xFF\xFE-N\xFF\xFE", None).text, "中\u{FEFF}");
}

#[test]
fn a_tail_cut_off_is_counted_and_harms_nothing_else() {
    let text = "下调存款准备金率，自十月八日起施行";
    for label in ["utf-8", "gbk", "big5", "utf-16be"] {
        let text = if label == "big5" {
            "存款準備金率調降"
        } else {
            text
        };
        let mut body = encoded(label, text);
        body.pop();
        let found = decode(&body, Some(&format!("text/plain; charset={label}")));
        assert!(found.text.ends_with('\u{FFFD}'), "{label}");
        assert!(text.starts_with(found.text.trim_end_matches('\u{FFFD}')));
        assert_eq!((found.replaced, found.how), (1, How::Header), "{label}");
    }
    let mut body = text.as_bytes().to_vec();
    body.pop();
    let found = decode(&body, None);
    assert_eq!((found.charset, found.replaced), ("utf-8", 1));
}

#[test]
fn a_page_with_a_byte_cut_out_stays_utf8() {
    let mut body = "Größe, Höhe, Maße, Stärke, Länge, Schönheit, für, über, müde, Öl, Übung, Äpfel"
        .as_bytes()
        .to_vec();
    body.remove(3);
    let found = decode(&body, None);
    assert_eq!((found.charset, found.how), ("utf-8", How::Utf8));
    assert_eq!(found.replaced, 1);
}

#[test]
fn utf16_without_a_mark_shows_itself_by_its_zero_bytes() {
    for (label, text) in [
        (
            "utf-16be",
            "<rss><channel><title>Zinsen</title></channel></rss>",
        ),
        ("utf-16le", "{\"jobs\":[]}"),
        // U+DE00 has a zero byte on the other side.
        ("utf-16be", "<p>😀😀😀😀"),
        (
            "utf-16le",
            "<p>央行公告：下调存款准备金率个百分点自十月八日起施行",
        ),
    ] {
        let body = encoded(label, text);
        for header in [None, Some("text/plain; charset=utf-8")] {
            let found = decode(&body, header);
            assert_eq!(found.text, text);
            assert_eq!((found.charset, found.how), (label, How::Detected));
            assert_eq!(found.conflict, header.is_some());
        }
        let declared = decode(&body, Some("text/plain; charset=utf-16"));
        assert_eq!((declared.charset, declared.how), (label, How::Header));
        assert!(!declared.conflict);
    }
    assert_eq!(decode(b"a\0b", None).charset, "utf-8");
}

#[test]
fn long_text_of_each_charset_is_detected_without_a_name() {
    let japanese = "政府は来年度の予算案を閣議決定した。一般会計の総額は過去最大となる見通しだ。";
    let russian = "Центральный банк снизил ключевую ставку на полпункта, сообщает ведомство.";
    for (charset, text) in [
        (
            "gb18030",
            "中国人民银行决定下调金融机构存款准备金率，此次下调不含已执行的机构。",
        ),
        (
            "big5",
            "中央銀行決定調降存款準備金率，這次調降不包括已經執行的金融機構。",
        ),
        ("shift_jis", japanese),
        ("euc-jp", japanese),
        (
            "euc-kr",
            "한국은행은 기준금리를 인하하기로 결정했다고 오늘 발표했습니다.",
        ),
        ("windows-1251", russian),
        // The superset of koi8-r; Russian reads the same in both.
        ("koi8-u", russian),
        (
            "windows-1252",
            "Les taux d’intérêt ont été réduits par la banque centrale, à Paris.",
        ),
    ] {
        let page = format!("<html><head><title>x</title></head><body><p>{text}</p></body></html>");
        let found = decode(&encoded(charset, &page), None).charset;
        assert_eq!(found, charset);
        let text = decode(&encoded(charset, &page), None).text.into_owned();
        assert_eq!(text, page);
    }
}

fn sample(name: &str) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    if !folder.exists() {
        eprintln!("skipped: no {}", folder.display());
        return None;
    }
    let file = folder.join(name);
    Some(std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}

#[test]
fn real_files_have_the_charset_that_people_found() {
    let gb = "gb18030";
    for (name, charset, how, holds) in [
        (
            "samples/feeds/acn_press_releases_gb2312.xml",
            gb,
            How::Label,
            "亚洲",
        ),
        (
            "samples/feeds/w3cn_unpadded_local_dates_gb2312.xml",
            gb,
            How::Label,
            "网页",
        ),
        (
            "samples/feeds/rss_utf16be_nobom_declared_u16.xml",
            "utf-16be",
            How::Label,
            "<rss",
        ),
        (
            "samples/feeds/stormcrawler_same_pubdate.rss",
            "utf-8",
            How::Utf8,
            "<rss",
        ),
        (
            "samples/cjk_pages/gbk_no_meta_charset_sina.html",
            gb,
            How::Detected,
            "<title>中国制造的领军者3名</title>",
        ),
        (
            "samples/cjk_pages/shiftjis_no_meta_budget_news.html",
            "shift_jis",
            How::Detected,
            "２兆円",
        ),
        (
            "cases/B02_notice.html",
            gb,
            How::Label,
            "央行公告：下调存款准备金率0.5个百分点",
        ),
        (
            "cases/B04_list.html",
            gb,
            How::Label,
            "沪指收涨1.2%，成交额破万亿",
        ),
    ] {
        let Some(body) = sample(name) else {
            return;
        };
        let found = decode(&body, Some("text/html"));
        assert_eq!((found.charset, found.how), (charset, how), "{name}");
        assert_eq!((found.conflict, found.replaced), (false, 0), "{name}");
        assert!(found.text.contains(holds), "{name}: {holds}");
    }
}
