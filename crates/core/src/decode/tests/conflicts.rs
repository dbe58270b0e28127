//! Who wins when the header, the page and the bytes do not agree.

use super::*;

const CHINESE: &str = "中国人民银行决定下调金融机构存款准备金率，此次下调不含已执行的机构。";
const FRENCH: &str = "Les taux d’intérêt ont été réduits à Paris, où l’été a commencé très tôt.";
const RUSSIAN: &str = "Центральный банк снизил ключевую ставку на полпункта, сообщает ведомство.";

struct Row {
    header: Option<&'static str>,
    label: Option<&'static str>,
    bytes: &'static str,
    text: &'static str,
    charset: &'static str,
    how: How,
    conflict: bool,
}

fn row(
    claims: (Option<&'static str>, Option<&'static str>),
    (bytes, text): (&'static str, &'static str),
    (charset, how, conflict): (&'static str, How, bool),
) -> Row {
    let (header, label) = claims;
    Row {
        header,
        label,
        bytes,
        text,
        charset,
        how,
        conflict,
    }
}

fn check(row: &Row) {
    let meta = row.label.map(|label| format!("<meta charset={label}>"));
    let page = format!("<html>{}<p>{}</p>", meta.unwrap_or_default(), row.text);
    let header = row
        .header
        .map(|label| format!("text/html; charset={label}"));
    let body = encoded(row.bytes, &page);
    let found = decode(&body, header.as_deref());
    let named = format!(
        "header {:?}, label {:?}, {}",
        row.header, row.label, row.bytes
    );
    assert_eq!(found.charset, row.charset, "{named}");
    assert_eq!(found.how, row.how, "{named}");
    assert_eq!(found.conflict, row.conflict, "{named}");
    assert_eq!(found.text, page, "{named}");
    assert_eq!(found.replaced, 0, "{named}");
}

#[test]
#[allow(clippy::too_many_lines, reason = "one table")]
fn what_agrees_with_the_bytes_wins_and_the_rest_is_a_conflict() {
    let gbk = ("gbk", CHINESE);
    let utf8 = ("utf-8", CHINESE);
    let french = ("windows-1252", FRENCH);
    for case in [
        // Claims that are right, or all the same.
        row(
            (Some("gb2312"), Some("gbk")),
            gbk,
            ("gb18030", How::Header, false),
        ),
        row(
            (Some("utf-8"), Some("utf-8")),
            utf8,
            ("utf-8", How::Header, false),
        ),
        row((None, Some("gb2312")), gbk, ("gb18030", How::Label, false)),
        row((None, None), utf8, ("utf-8", How::Utf8, false)),
        row(
            (Some("iso-8859-1"), None),
            french,
            ("windows-1252", How::Header, false),
        ),
        // The header is right, the page is not.
        row(
            (Some("utf-8"), Some("gb2312")),
            utf8,
            ("utf-8", How::Header, true),
        ),
        row(
            (Some("gbk"), Some("utf-8")),
            gbk,
            ("gb18030", How::Header, true),
        ),
        row(
            (Some("iso-8859-1"), Some("gbk")),
            french,
            ("windows-1252", How::Header, true),
        ),
        // The page is right, the header is not.
        row(
            (Some("iso-8859-1"), Some("gb2312")),
            gbk,
            ("gb18030", How::Label, true),
        ),
        row(
            (Some("utf-8"), Some("gb2312")),
            gbk,
            ("gb18030", How::Label, true),
        ),
        row(
            (Some("windows-1251"), Some("gbk")),
            gbk,
            ("gb18030", How::Label, true),
        ),
        row(
            (Some("gbk"), Some("utf-8")),
            utf8,
            ("utf-8", How::Label, true),
        ),
        row(
            (Some("iso-8859-1"), Some("utf-8")),
            utf8,
            ("utf-8", How::Label, true),
        ),
        row(
            (Some("utf-16"), Some("gbk")),
            gbk,
            ("gb18030", How::Label, true),
        ),
        // Neither is right.
        row((Some("iso-8859-1"), None), utf8, ("utf-8", How::Utf8, true)),
        row((Some("gbk"), None), utf8, ("utf-8", How::Utf8, true)),
        row((None, Some("gbk")), utf8, ("utf-8", How::Utf8, true)),
        row((Some("utf-8"), None), gbk, ("gb18030", How::Detected, true)),
        row(
            (Some("iso-8859-1"), None),
            gbk,
            ("gb18030", How::Detected, true),
        ),
        row(
            (Some("utf-8"), Some("utf-8")),
            gbk,
            ("gb18030", How::Detected, true),
        ),
        // Nothing is said: unknown labels are no claims.
        row(
            (Some("none"), Some("xyz")),
            utf8,
            ("utf-8", How::Utf8, false),
        ),
    ] {
        check(&case);
    }
}

#[test]
fn between_charsets_of_one_byte_the_header_keeps_its_rank() {
    let case = row(
        (Some("windows-1251"), Some("iso-8859-1")),
        ("windows-1251", RUSSIAN),
        ("windows-1251", How::Header, true),
    );
    check(&case);
}

#[test]
fn charsets_that_read_ascii_alike_do_not_conflict_over_it() {
    let found = decode(
        b"<meta charset=gbk><p>ok",
        Some("text/html; charset=us-ascii"),
    );
    assert_eq!((found.charset, found.conflict), ("windows-1252", false));
    let found = decode(b"[]", Some("text/plain; charset=utf-16le"));
    assert_eq!((found.charset, found.how), ("utf-8", How::Utf8));
    assert!(found.conflict);
}

#[test]
fn a_mark_wins_over_every_claim() {
    let body = [b"\xEF\xBB\xBF", CHINESE.as_bytes()].concat();
    let found = decode(&body, Some("text/html; charset=gbk"));
    assert_eq!((found.charset, found.how), ("utf-8", How::Bom));
    assert!(found.conflict);
    assert!(!decode(&body, Some("text/html; charset=utf-8")).conflict);
}

#[test]
fn labels_are_found_however_they_are_written() {
    for page in [
        "<?xml version='1.0' encoding='GB2312'?><rss>",
        "\n<?xml version=\"1.0\" standalone=\"no\" encoding = \"gbk\" ?><feed>",
        "<META CHARSET='gbk'/>",
        "<html><head><meta name=a content='x>y'><meta charset = gbk >",
        "<meta content=\"text/html;charset='gbk'\" http-equiv=content-type>",
        "<!--><meta charset=utf-8 --><!-- <meta charset=big5> --><meta charset=gbk>",
        "<?xml version=\"1.0\"?><html><meta charset=gbk>",
    ] {
        let page = format!("{page}{CHINESE}");
        let found = decode(&encoded("gbk", &page), None).how;
        let expected = if page.starts_with("<!-->") {
            How::Detected
        } else {
            How::Label
        };
        assert_eq!(found, expected, "{page}");
    }
}

#[test]
fn what_only_looks_like_a_label_is_none() {
    for page in [
        "{\"html\":\"<meta charset=big5>\"}",
        "<!-- <meta charset=big5> <p>",
        "<rss><![CDATA[<meta charset=big5>]]>",
        "<html><body><meta charset=big5>",
        "<meta name=x content='text/html; charset=big5'>",
        "<metal charset=big5>",
        "<a title='<meta charset=big5>'>",
    ] {
        let page = format!("{page}{CHINESE}");
        let found = decode(page.as_bytes(), None);
        assert_eq!((found.how, found.conflict), (How::Utf8, false), "{page}");
    }
}
