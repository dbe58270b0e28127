//! Files of responses: what is read, what is set aside, and that no bytes break it.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use proptest::prelude::*;

use super::unpack::MOST_BYTES;
use crate::parse::{Format, Parsed, Response, parse};

const AT_MS: i64 = 1_790_303_700_000;
const JOB: &str = r#"{"jobs":[{"id":1,"title":"Cook","absolute_url":"https://a.example/1"}]}"#;

fn read(body: &[u8]) -> Parsed {
    parse(&Response {
        body,
        at_ms: AT_MS,
        ..Response::default()
    })
    .unwrap()
}

fn refused(body: &[u8]) -> String {
    let response = Response {
        body,
        at_ms: AT_MS,
        ..Response::default()
    };
    parse(&response).unwrap_err().to_string()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn record(kind: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\n{fields}Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn answer(url: &str, fields: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let block = [b"HTTP/1.1 ", head.as_bytes(), b"\r\n\r\n", body].concat();
    let fields = format!(
        "WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n{fields}"
    );
    record("response", &fields, &block)
}

fn job(id: u32) -> String {
    JOB.replace(":1,", &format!(":{id},"))
        .replace("/1", &format!("/{id}"))
}

fn ids(parsed: &Parsed) -> Vec<&str> {
    parsed.items.iter().map(|item| item.id.as_str()).collect()
}

fn asides(parsed: &Parsed) -> Vec<String> {
    let told = parsed.rejected.iter();
    told.map(|aside| format!("{}: {}", aside.part, aside.reason.detail))
        .collect()
}

#[test]
fn answers_are_read_and_requests_and_notes_passed_over() {
    let body = [
        record("warcinfo", "", b"software: x\r\n"),
        answer(
            "http://a.example/jobs",
            "",
            "200 OK\r\nContent-Type: application/json",
            JOB.as_bytes(),
        ),
        record(
            "request",
            "WARC-Target-URI: http://a.example/jobs\r\n",
            b"GET / HTTP/1.0\r\n\r\n",
        ),
        record("metadata", "", b"x: y\r\n"),
        record(
            "resource",
            "WARC-Target-URI: <http://b.example/>\r\nContent-Type: application/json\r\n",
            job(2).as_bytes(),
        ),
    ]
    .concat();
    let parsed = read(&body);
    assert_eq!(parsed.format, Format::Warc);
    assert_eq!((ids(&parsed), asides(&parsed).len()), (vec!["1", "2"], 0));
    assert!(parsed.complete());
}

#[test]
fn each_record_may_be_packed_alone_and_the_whole_too() {
    let one = answer("http://a.example/1", "", "200 OK", job(1).as_bytes());
    let two = answer("http://a.example/2", "", "200 OK", job(2).as_bytes());
    let members = [gzip(&one), gzip(&two)].concat();
    let whole = gzip(&[one, two].concat());
    for body in [members, whole] {
        assert_eq!(ids(&read(&body)), ["1", "2"]);
    }
}

#[test]
fn bodies_are_made_plain_as_their_headers_say() {
    let chunks = |body: &str| {
        let (a, b) = body.split_at(10);
        format!(
            "{:x};q=1\r\n{a}\r\n{:X}\r\n{b}\r\n0\r\n\r\n",
            a.len(),
            b.len()
        )
        .into_bytes()
    };
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zlib.write_all(JOB.as_bytes()).unwrap();
    let mut raw = DeflateEncoder::new(Vec::new(), Compression::fast());
    raw.write_all(JOB.as_bytes()).unwrap();
    let packed = gzip(JOB.as_bytes());
    let chunked = [
        format!("{:x}\r\n", packed.len()).as_bytes(),
        &packed,
        b"\r\n0\r\n\r\n",
    ]
    .concat();
    for (head, sent) in [
        ("200 OK\r\nTransfer-Encoding: chunked", chunks(JOB)),
        ("200 OK\r\nContent-Encoding: gzip", packed),
        (
            "200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: x-gzip",
            chunked,
        ),
        (
            "200 OK\r\nContent-Encoding: deflate",
            zlib.finish().unwrap(),
        ),
        ("200 OK\r\nContent-Encoding: deflate", raw.finish().unwrap()),
        // Saved plain, with the headers of the wire.
        (
            "200 OK\r\ncontent-encoding: GZIP\r\ntransfer-encoding: chunked",
            JOB.as_bytes().to_vec(),
        ),
        (
            "200 OK\r\nContent-Encoding:\r\n deflate",
            JOB.as_bytes().to_vec(),
        ),
    ] {
        let parsed = read(&answer("http://a.example/", "", head, &sent));
        assert_eq!(ids(&parsed), ["1"], "{head} {:?}", asides(&parsed));
    }
}

#[test]
fn charset_and_time_are_those_of_the_answer() {
    let gbk = b"{\"jobs\":[{\"id\":1,\"title\":\"\xD6\xD0\xCE\xC4\",\"absolute_url\":\"u\",\"first_published\":\"2 days ago\"}]}";
    let parsed = read(&answer(
        "http://a.example/",
        "WARC-Date: 2017-03-06T04:02:06Z\r\n",
        "200 OK\r\nContent-Type: application/json; charset=gb2312",
        gbk,
    ));
    assert_eq!(parsed.items[0].content.title, "中文");
    let published = parsed.items[0].facts.published_at.as_deref();
    assert_eq!(published, Some("2017-03-04"));
}

#[test]
fn what_is_no_content_or_not_whole_is_set_aside_with_its_place() {
    let cut_gzip = gzip(JOB.as_bytes());
    let body = [
        answer("http://a.example/1", "", "404 Not Found", b"<h1>gone</h1>"),
        answer(
            "http://a.example/2",
            "",
            "200 OK\r\nContent-Type: image/png",
            b"\x89PNG",
        ),
        answer(
            "http://a.example/3",
            "",
            "200 OK\r\nContent-Encoding: br",
            b"xx",
        ),
        answer(
            "http://a.example/4",
            "",
            "200 OK\r\nTransfer-Encoding: chunked",
            b"5\r\nabcde\r\n",
        ),
        answer(
            "http://a.example/5",
            "",
            "200 OK\r\nContent-Encoding: gzip",
            &cut_gzip[..20],
        ),
        answer(
            "http://a.example/6",
            "WARC-Truncated: length\r\n",
            "200 OK",
            JOB.as_bytes(),
        ),
        record("continuation", "", b"x"),
        answer("http://a.example/8", "", "200 OK", &gzip(JOB.as_bytes())),
        answer("http://a.example/9", "", "200 OK", b""),
        answer("http://a.example/10", "", "200 OK", JOB.as_bytes()),
    ]
    .concat();
    let parsed = read(&body);
    assert_eq!(ids(&parsed), ["1"]);
    assert_eq!(
        asides(&parsed),
        [
            "record 1 (http://a.example/1): the answer has status 404",
            "record 2 (http://a.example/2): image/png holds no text to read",
            "record 3 (http://a.example/3): the packing 'br' is not read",
            "record 4 (http://a.example/4): the answer ends before its last chunk",
            "record 5 (http://a.example/5): the answer ends before all of it is unpacked",
            "record 6 (http://a.example/6): it was cut when it was saved (length)",
            "record 7: a record in several segments is not read",
            "record 8 (http://a.example/8): a file of records inside another is not read",
            "record 9 (http://a.example/9): the body is empty (0 bytes)",
        ]
    );
}

#[test]
fn a_second_visit_counts_only_under_another_address() {
    let digest = "WARC-Payload-Digest: sha1:AB\r\n";
    let dated = format!("{digest}WARC-Date: 2017-03-06T04:02:06Z\r\n");
    let first = answer("http://a.example/1", &dated, "200 OK", JOB.as_bytes());
    let again = |url: &str, fields: &str| {
        let fields =
            format!("WARC-Target-URI: {url}\r\nContent-Type: application/http\r\n{fields}");
        record("revisit", &fields, b"HTTP/1.1 200 OK\r\n\r\n")
    };
    let same = read(&[first.clone(), again("http://a.example/1", digest)].concat());
    assert_eq!((ids(&same), asides(&same).len()), (vec!["1"], 0));

    let by_visit = "WARC-Refers-To-Target-URI: http://a.example/1\r\n\
                    WARC-Refers-To-Date: 2017-03-06T04:02:06Z\r\n";
    for fields in [digest, by_visit] {
        let other = read(&[first.clone(), again("http://b.example/", fields)].concat());
        // The posting has its own id and link, so the second page tells it anew.
        assert_eq!(ids(&other), ["1"]);
        assert_eq!(
            asides(&other),
            [
                "record 1 (http://a.example/1): a later response of the file tells it anew: \
              record 2 (http://b.example/)"
            ]
        );
    }
    let lost = read(&again("http://a.example/1", digest));
    assert_eq!(
        asides(&lost),
        ["record 1 (http://a.example/1): it refers to a payload that is not in the file"]
    );
}

#[test]
fn of_two_versions_in_one_file_the_later_one_counts() {
    let version = |date: &str, title: &str| {
        let body = JOB.replace("Cook", title);
        let date = format!("WARC-Date: {date}\r\n");
        answer("http://a.example/", &date, "200 OK", body.as_bytes())
    };
    let (old, new) = (
        version("2026-01-01T00:00:00Z", "Old"),
        version("2026-01-02T00:00:00Z", "New"),
    );
    for body in [[old.clone(), new.clone()].concat(), [new, old].concat()] {
        let parsed = read(&body);
        assert_eq!(parsed.items.len(), 1);
        assert_eq!(parsed.items[0].content.title, "New");
        assert_eq!(parsed.rejected.len(), 1);
    }
}

#[test]
fn a_file_that_ends_early_keeps_its_whole_records() {
    let one = answer("http://a.example/1", "", "200 OK", job(1).as_bytes());
    let two = answer("http://a.example/2", "", "200 OK", job(2).as_bytes());
    let plain = [one.clone(), two.clone()].concat();
    let packed = [gzip(&one), gzip(&two)].concat();
    let parsed = read(&plain[..plain.len() - 30]);
    assert!(parsed.around.truncated);
    assert_eq!(ids(&parsed), ["1"]);
    assert_eq!(
        asides(&parsed),
        ["record 2 (http://a.example/2): the file ends within it"]
    );
    let parsed = read(&packed[..packed.len() - 30]);
    assert!(parsed.around.truncated);
    assert_eq!(ids(&parsed), ["1"]);
    assert!(!read(&plain).around.truncated && !read(&packed).around.truncated);
}

#[test]
fn what_stands_between_records_is_damage_and_no_end() {
    let one = answer("http://a.example/1", "", "200 OK", job(1).as_bytes());
    let two = answer("http://a.example/2", "", "200 OK", job(2).as_bytes());
    let parsed = read(&[one, b"garbage\r\n\x00\xFF\r\n".to_vec(), two].concat());
    assert_eq!(ids(&parsed), ["1", "2"]);
    assert!(parsed.around.truncated);
}

#[test]
fn a_single_response_may_be_packed() {
    let packed = gzip(JOB.as_bytes());
    let parsed = read(&packed);
    assert_eq!(
        (parsed.format, ids(&parsed)),
        (Format::Greenhouse, vec!["1"])
    );
    assert!(refused(&gzip(&packed)).contains("inside another"));
    assert!(refused(&packed[..packed.len() - 20]).contains("cut off"));
}

#[test]
fn unpacking_is_bounded() {
    let bomb = gzip(&vec![b' '; MOST_BYTES + 1]);
    assert!(bomb.len() < MOST_BYTES / 100);
    assert_eq!(refused(&bomb), "too_large: unpacked it is more than 64 MB");
    // Two that fit alone and not together.
    let half = gzip(&vec![b' '; MOST_BYTES / 2 + 1]);
    let one = answer(
        "http://a.example/1",
        "",
        "200 OK\r\nContent-Encoding: gzip",
        &half,
    );
    let both = [one.clone(), one].concat();
    assert_eq!(refused(&both), "too_large: unpacked it is more than 64 MB");
}

#[test]
fn lines_are_records_of_boards_each_in_its_own_format() {
    let lines = concat!(
        "\u{FEFF}{\"id\":1,\"title\":\"a\",\"absolute_url\":\"https://a.example/1\",\"first_published\":\"2026-04-17T05:58:03-04:00\"}\r\n",
        "\n",
        "{\"id\":\"b\",\"text\":\"b\",\"hostedUrl\":\"https://b.example/1\"}\n",
        "{\"id\":\"c\",\"title\":\"c\",\"jobUrl\":\"https://c.example/1\",\"isListed\":true}\n",
        "{\"shortcode\":\"d\",\"title\":\"d\"}\n",
        "{\"id\":\"e\",\"name\":\"e\",\"releasedDate\":\"2018-06-08T02:11:28.000Z\"}\n",
        "{\"externalPath\":\"/job/x/f_R1\",\"title\":\"f\"}\n",
        "{\"id\":7,\"title\":\"g\",\"careers_url\":\"https://g.example/1\"}\n",
        "{\"id\":8,\"by\":\"x\",\"time\":1788274914,\"type\":\"comment\",\"text\":\"h\"}\n",
        "{\"number\":8}\n",
        "{\"jobs\":[{\"id\":10,\"title\":\"i\",\"absolute_url\":\"https://a.example/10\"},{\"id\":11}]}\n",
        "{\"id\":\"cut"
    );
    let parsed = read(lines.as_bytes());
    assert_eq!(parsed.format, Format::Ndjson);
    assert_eq!(
        ids(&parsed),
        ["1", "b", "c", "d", "e", "R1", "7", "8", "10"]
    );
    assert!(parsed.around.truncated);
    let told = asides(&parsed);
    assert!(told[0].starts_with("line 10: the format cannot be told from an object with number"));
    assert_eq!(told[1], "line 11: jobs[1]: title is missing or blank");
    assert!(told[2].starts_with("line 12: JSON stops at"));
}

#[test]
fn lines_may_be_saved_responses() {
    let body = serde_json::to_string(JOB).unwrap();
    let other = serde_json::to_string(&job(2)).unwrap();
    let third = serde_json::to_string(&job(3)).unwrap();
    let lines = format!(
        "{{\"url\":\"https://a.example/x\",\"status\":200,\"body\":{body}}}\n\
         {{\"url\":\"https://a.example/y\",\"status\":503,\"body\":\"busy\"}}\n\
         {{\"url\":\"https://a.example/z\",\"headers\":{{\"Content-Type\":[\"application/json; charset=gbk\"]}},\"body\":{other}}}\n\
         {{\"url\":\"https://a.example/w\",\"headers\":[[\"content-type\",\"application/json\"]],\
           \"fetched_at\":\"2026-01-01T00:00:00Z\",\"body\":{third}}}\n\
         {{\"status\":\"x\",\"body\":\"y\"}}\n"
    );
    let parsed = read(lines.as_bytes());
    assert_eq!(ids(&parsed), ["1", "2", "3"]);
    assert!(!parsed.charset_conflict);
    assert_eq!(
        asides(&parsed),
        [
            "line 2 (https://a.example/y): the answer has status 503",
            "line 5: status 'x' is none",
        ]
    );
}

#[test]
fn plain_json_over_several_lines_is_no_file_of_lines() {
    for body in [
        "{\n\"jobs\":[],\n\"meta\":{}}",
        "{\"jobs\":[],\"meta\":{}}\n",
        "{\"jobs\":[{}\n,{}],\"meta\":{}}",
    ] {
        assert_eq!(read(body.as_bytes()).format, Format::Greenhouse, "{body}");
    }
    let named = Response {
        body: b"{\"id\":\"b\",\"text\":\"b\",\"hostedUrl\":\"https://b.example/1\"}",
        at_ms: AT_MS,
        format: Some(Format::Ndjson),
        ..Response::default()
    };
    assert_eq!(parse(&named).unwrap().format, Format::Ndjson);
    let page = Response {
        body: b"<html></html>",
        ..named
    };
    assert!(
        parse(&page)
            .unwrap_err()
            .detail
            .contains("a file of records")
    );
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                &b"WARC/1.0\r\n"[..], b"WARC-Type: response\r\n", b"WARC-Type: revisit\r\n",
                b"Content-Type: application/http\r\n", b"Content-Length: 30\r\n",
                b"Content-Length: 99999999999999999999\r\n", b"\r\n", b"HTTP/1.1 200 OK\r\n",
                b"Transfer-Encoding: chunked\r\n", b"Content-Encoding: gzip\r\n", b"ffffffffffffffff\r\n",
                b"5\r\n", b"{\"id\":1}\n", b"{\"url\":1,\"body\":\"", b"\x1F\x8B\x08\0", b"\xFF", b"x",
            ]),
            0..24,
        ),
        packed in any::<bool>(),
        end in 0_usize..200,
    ) {
        let plain = parts.concat();
        let body = if packed { gzip(&plain) } else { plain };
        let body = body.get(..end).unwrap_or(&body);
        // Only a panic fails here: whatever is not read has a reason.
        let _ = parse(&Response { body, at_ms: AT_MS, ..Response::default() });
    }

    #[test]
    fn a_file_cut_anywhere_reads_a_start_of_its_records(cut in 0_usize..700) {
        let whole = (1..4).flat_map(|id| {
            answer("http://a.example/", "", "200 OK", job(id).as_bytes())
        });
        let whole: Vec<u8> = whole.collect();
        let end = cut.min(whole.len());
        if let Ok(parsed) = parse(&Response { body: &whole[..end], at_ms: AT_MS, ..Response::default() }) {
            let all = ["1", "2", "3"];
            prop_assert!(all.starts_with(&ids(&parsed)));
            // The blank lines behind a record belong to it, but nothing is lost with them.
            let length = whole.len() / 3;
            let between = end % length == 0 || end % length >= length - 4;
            prop_assert_eq!(parsed.around.truncated, !between);
        }
    }
}
