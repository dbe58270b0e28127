//! What a raw page turns out to be.

use readonce_core::parse::rules::parse_parser;

use super::*;

const KETTLES: &str = "{format: json, kind: product, items: '$.kettles[*]', \
    fields: {id: {path: $.nr}, title: {path: $.label}}}";

fn page_with(body: &str) -> RawRecord {
    let text = include_str!("../../../../schemas/raw.pages/examples/page.json");
    RawRecord {
        source: "shop".into(),
        scope: "shop".into(),
        http_status: Some(200),
        format: None,
        content_type: None,
        body: Some(body.as_bytes().to_vec()),
        body_encoding: Some("identity".into()),
        parser: None,
        ..serde_json::from_str(text).unwrap()
    }
}

fn sighted(page: Page) -> (Reading, Vec<Rejected>) {
    match page {
        Page::Read(reading, rejected) => (reading, rejected),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_parser_document_reads_the_page_and_is_named_by_what_was_read() {
    let parser = parse_parser("shop@3", KETTLES).unwrap();
    let raw = RawRecord {
        parser: Some("shop@3".into()),
        ..page_with(r#"{"kettles": [{"nr": "EK-204", "label": "Kettle"}, {"label": "no number"}]}"#)
    };
    let (reading, rejected) = sighted(read(&raw, Some(&parser)));
    assert_eq!(reading.sightings[0].id, "EK-204");
    assert_eq!(reading.sightings[0].canonical.kind.as_str(), "product");
    assert_eq!((reading.rejected, rejected.len()), (1, 1));
    let reader = &reading.reader;
    assert_eq!((reader.format.as_str(), reader.parser_version), ("json", 3));
    assert_eq!(reader.parser.as_deref(), Some("shop@3"));
}

#[test]
fn what_cannot_be_read_says_why() {
    let raw = RawRecord {
        format: Some("greenhouse".into()),
        ..page_with("<html>sorry</html>")
    };
    assert!(matches!(read(&raw, None), Page::Unreadable(_)));
    let raw = RawRecord {
        format: Some("nonsense".into()),
        ..page_with("{}")
    };
    assert!(
        matches!(read(&raw, None), Page::Unreadable(reason) if reason.code == Code::Inconsistent)
    );
}

#[test]
fn an_items_own_address_that_answers_404_or_410_withdraws_it() {
    for status in [404, 410] {
        let raw = RawRecord {
            scope: "shop/p/EK-204".into(),
            http_status: Some(status),
            ..page_with("<html>not found</html>")
        };
        let (reading, rejected) = sighted(read(&raw, None));
        assert_eq!(reading.withdrawn, ["p/EK-204"]);
        assert_eq!((reading.sightings.len(), rejected.len()), (0, 0));
    }
}

#[test]
fn an_error_page_with_a_good_status_withdraws_the_item_and_blocks_the_list() {
    let body = "<html><head><title>404 - Page not found</title></head>\
        <body><h1>Page not found</h1></body></html>";
    let own = RawRecord {
        scope: "shop/EK-204".into(),
        content_type: Some("text/html".into()),
        ..page_with(body)
    };
    assert_eq!(sighted(read(&own, None)).0.withdrawn, ["EK-204"]);
    let list = RawRecord {
        scope: "shop".into(),
        ..own
    };
    assert!(matches!(read(&list, None), Page::Blocked(_)));
}

#[test]
fn a_captcha_withdraws_nothing() {
    let body = "<html><head><title>Just a moment...</title></head>\
        <body><h1>Verify you are human</h1><div class='g-recaptcha'></div></body></html>";
    let own = RawRecord {
        scope: "shop/EK-204".into(),
        content_type: Some("text/html".into()),
        ..page_with(body)
    };
    assert!(matches!(read(&own, None), Page::Blocked(_)));
}

#[test]
fn a_list_that_answers_404_withdraws_nothing() {
    for scope in ["shop", "shop/", "shopping/7"] {
        let raw = RawRecord {
            scope: scope.into(),
            format: Some("greenhouse".into()),
            http_status: Some(404),
            ..page_with("<html>not found</html>")
        };
        assert!(matches!(read(&raw, None), Page::Unreadable(_)), "{scope}");
    }
}

#[test]
fn walls_among_the_parts_of_a_file_are_counted_and_not_set_aside() {
    let wall = |code: Code| Rejected {
        part: "records[1]".into(),
        reason: Reason::new(code, "a captcha"),
    };
    let raw = RawRecord {
        format: Some("lever".into()),
        ..page_with(r#"[{"id": "1", "text": "Nurse"}]"#)
    };
    let parsed = Parsed {
        rejected: vec![wall(Code::Blocked), wall(Code::MissingId)],
        ..parsed(&raw, None).unwrap()
    };
    let (reading, rejected) = sighted(sorted(parsed, &page_with(""), None));
    assert_eq!((reading.blocked, reading.rejected), (1, 1));
    assert_eq!(rejected[0].reason.code, Code::MissingId);
    assert_eq!(reading.sightings.len(), 1);
}

#[test]
fn what_a_parser_holds_against_items_is_their_score() {
    let strict = format!(
        "{}, quality: {{contract: shop@1, kind: product, required: {{no_brand: {{field: brand, cost: 30, words: none}}}}}}}}",
        KETTLES.strip_suffix('}').unwrap()
    );
    let raw = page_with(r#"{"kettles": [{"nr": "EK-204", "label": "Kettle"}]}"#);
    let scored = |document: &str| {
        let parser = parse_parser("shop@3", document).unwrap();
        let (reading, _) = sighted(read(&raw, Some(&parser)));
        reading.sightings[0].quality.clone()
    };
    assert_eq!(scored(&strict).reasons, ["no_brand"]);
    assert_ne!(scored(KETTLES).reasons, ["no_brand"]);
}
