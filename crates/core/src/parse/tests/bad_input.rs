//! A response that cannot be used says what it is instead, and where it breaks.

use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        json in prop::collection::vec(
            prop::sample::select(vec![
                "{", "}", "[", "]", ",", ":", "null", "1", "-1e999", "\"", "\"id\"", "\"jobs\"",
                "\"title\"", "\"absolute_url\"", "\"\\ud800\"", "\"text\"", "\"createdAt\"",
                "\"hostedUrl\"", "\"jobUrl\"", "\"shortcode\"", "\"locations\"", "\"content\"",
                "\"jobPostings\"", "\"externalPath\"", "\"jobPostingInfo\"", "\"offers\"",
                "\"items\"", "\"_jobposting\"", "\"@type\"", "\"JobPosting\"",
                "\"baseSalary\"", "\"children\"", "\"hits\"", "\"created_at\"", "\"time\"",
                "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[", "{\"jobs\":[", "{\"id\":1,", "]}", " ",
            ]),
            0..30,
        ),
    ) {
        for body in [bytes.as_slice(), json.concat().as_bytes()] {
            for format in [None].into_iter().chain(Format::ALL.map(Some)) {
                // Only a panic fails here: whatever is not read has a reason.
                let _ = parse(&Response { format, ..response(body) });
            }
        }
    }
}

#[test]
fn the_format_shows_itself_by_the_names_of_its_fields() {
    for (body, format) in [
        ("[]", Format::Lever),
        (
            r#"[null,{"id":"a","text":"t","hostedUrl":"u"}]"#,
            Format::Lever,
        ),
        (
            r#"{"jobs":[7,{"id":1,"title":"t","absolute_url":"u"}]}"#,
            Format::Greenhouse,
        ),
        (r#"{"jobs":[],"meta":{"total":0}}"#, Format::Greenhouse),
        (
            r#"{"jobs":[{"id":"a","title":"t","jobUrl":"u"}]}"#,
            Format::Ashby,
        ),
        (r#"{"apiVersion":"1","jobs":[]}"#, Format::Ashby),
    ] {
        assert_eq!(read(body).format, format, "{body}");
    }
    let at_ashby = Response {
        url: Some("https://api.ashbyhq.com/posting-api/job-board/x"),
        ..response(br#"{"jobs":[]}"#)
    };
    assert_eq!(parse(&at_ashby).unwrap().format, Format::Ashby);
}

#[test]
fn names_of_formats_read_back() {
    for format in Format::ALL {
        assert_eq!(format.as_str().parse(), Ok(format));
    }
    assert!("monster".parse::<Format>().is_err());
}

#[test]
fn what_no_board_writes_is_refused_with_what_was_found() {
    let refused = failure(br#"{"ok":false,"error":"Document not found"}"#);
    assert!(refused.contains("an object with ok, error;"), "{refused}");
    assert!(
        refused.contains("a parser document (format json)"),
        "{refused}"
    );
    assert!(failure(br#"["https://a.example/1"]"#).contains("a list of text"));
    assert!(failure(br#"{"jobs":[]}"#).contains("an object with jobs"));
    assert!(failure(br#"[{"a":1}]"#).contains("a list of records with a;"));
    assert_eq!(
        failure(b"12"),
        "the response is a number, not a list of postings"
    );
}

#[test]
fn a_named_format_that_does_not_fit_is_refused() {
    let as_lever = Response {
        format: Some(Format::Lever),
        ..response(br#"{"ok":false,"error":"Document not found"}"#)
    };
    assert_eq!(
        parse(&as_lever).unwrap_err().detail,
        "lever: expected a list of postings, found an object with ok, error"
    );
    let as_ashby = Response {
        format: Some(Format::Ashby),
        ..response(b"[]")
    };
    assert_eq!(
        parse(&as_ashby).unwrap_err().detail,
        "ashby: expected an object with a list called jobs, found a list"
    );
    let without_list = Response {
        format: Some(Format::Greenhouse),
        ..response(br#"{"jobs":{"id":1}}"#)
    };
    assert_eq!(
        parse(&without_list).unwrap_err().detail,
        "jobs is an object, not a list"
    );
}

#[test]
fn empty_and_broken_bodies_say_so() {
    assert_eq!(failure(b""), "the body is empty (0 bytes)");
    assert_eq!(failure(b"\xEF\xBB\xBF \r\n"), "the body is empty (6 bytes)");
    let cut = b"{\"jobs\":\n[{\"id\":1,\"title\":\"Eng";
    assert_eq!(
        failure(cut),
        "JSON stops at line 2 column 21: cut off after 30 bytes"
    );
    assert_eq!(
        failure(b"[1,]"),
        "not JSON: trailing comma at line 1 column 4"
    );
    assert_eq!(
        failure(b"[] x"),
        "not JSON: trailing characters at line 1 column 4"
    );
}

#[test]
fn html_instead_of_json_is_named_by_its_title() {
    let page = b"\n<!DOCTYPE html><html><head><title>Our jobs&hellip;</title></head></html>";
    let failure = |page: &[u8]| {
        let format = Some(Format::Lever);
        let expected = Response {
            format,
            ..response(page)
        };
        parse(&expected).unwrap_err().detail
    };
    assert_eq!(
        failure(page),
        "HTML or XML titled 'Our jobs\u{2026}' where JSON was expected"
    );
    assert_eq!(failure(b"<html>"), "HTML or XML where JSON was expected");
}

#[test]
fn bytes_that_are_no_utf8_are_refused_with_their_place() {
    assert_eq!(failure(b"[\n\"caf\xE9\"]"), "not UTF-8 at byte 6 (line 2)");
    assert_eq!(
        failure(b"\xEF\xBB\xBF[\"\xE9\"]"),
        "not UTF-8 at byte 2 (line 1)"
    );
    assert_eq!(
        failure(b"[\"\xE4\xB8"),
        "the body is cut off within a character after 4 bytes"
    );
}

#[test]
fn another_charset_is_read_when_it_is_named_or_shown() {
    let found = |body: &[u8], content_type| {
        let parsed = parse(&Response {
            content_type,
            ..response(body)
        });
        parsed.map(|parsed| (parsed.charset, parsed.charset_conflict))
    };
    let read = |charset: &str| Ok((charset.to_owned(), false));
    assert_eq!(found(b"\xFF\xFE[\0]\0", None), read("utf-16le"));
    assert_eq!(found(b"\0[\0]", None), read("utf-16be"));
    let posting = b"[{\"id\":\"a\",\"text\":\"\xD6\xD0\xCE\xC4\",\"hostedUrl\":\"u\"}]";
    let gbk = Some("application/json; charset=gb2312");
    assert_eq!(found(posting, gbk), read("gb18030"));
    assert!(
        found(posting, None)
            .unwrap_err()
            .detail
            .starts_with("not UTF-8")
    );
    let cut = found(b"[\"\xD6\xD0\xD6\xD0\xD6", gbk).unwrap_err();
    assert_eq!(cut.detail, "not gb18030: 1 places hold no character");
}

#[test]
fn a_mark_and_carriage_returns_change_nothing() {
    let plain = "[{\"id\":\"a\",\n\"text\":\"T\",\n\"hostedUrl\":\"u\"}]";
    let marked = format!("\u{FEFF}{}", plain.replace('\n', "\r\n"));
    assert_eq!(read(&marked), read(plain));
}

#[test]
fn a_header_that_the_bytes_contradict_is_a_conflict() {
    let conflict = |content_type: &str, body: &str| {
        let with_header = Response {
            content_type: Some(content_type),
            ..response(body.as_bytes())
        };
        let parsed = parse(&with_header).unwrap();
        assert_eq!(parsed.charset, "utf-8");
        parsed.charset_conflict
    };
    let accented = r#"[{"id":"a","text":"café","hostedUrl":"u"}]"#;
    assert!(conflict("application/json; charset=ISO-8859-1", accented));
    assert!(!conflict("application/json; Charset=\"UTF-8\"", accented));
    assert!(!conflict("application/json", accented));
    assert!(!conflict("text/plain;charset=us-ascii", "[]"));
    assert!(conflict("text/plain;charset=utf-16le", "[]"));
}

#[test]
fn an_unknown_zone_of_the_site_is_a_fault_of_the_catalog() {
    let bad_zone = Response {
        site_tz: Some("Asia/Atlantis"),
        ..response(b"[]")
    };
    let reason = parse(&bad_zone).unwrap_err();
    assert_eq!(reason.detail, "the site's zone 'Asia/Atlantis' is unknown");
}

#[test]
fn nesting_without_end_and_repeated_keys_are_read() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let body = format!(r#"[{{"id":"a","id":"b","text":"T","hostedUrl":"u","extra":{deep}}}]"#);
    assert_eq!(only(&body).id, "b");
    assert_eq!(
        failure("[".repeat(10_000).as_bytes()),
        "JSON stops at line 1 column 10000: cut off after 10000 bytes"
    );
    assert!(failure(deep.as_bytes()).contains("a list of a list"));
}
