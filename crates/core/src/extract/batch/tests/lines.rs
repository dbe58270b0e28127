use proptest::prelude::*;

use super::*;

fn id() -> LineId {
    LineId::of(&announced(), None)
}

fn lifted(summary: &str, ask: &[&str]) -> Lifted {
    let mut known = Map::new();
    known.insert("summary".into(), json!(summary));
    Lifted {
        from: "job@1".parse().unwrap(),
        version: "v".into(),
        known,
        ask: ask.iter().map(|field| (*field).to_owned()).collect(),
        flags: Vec::new(),
        quarantined: None,
    }
}

#[test]
fn a_name_says_content_contract_and_attempt_and_is_read_back() {
    let attempt = announced();
    let name = id().to_string();
    assert_eq!(name, format!("{}:job@1:2", attempt.content_hash));
    assert_eq!(name.parse(), Ok(id()));
    assert_eq!(id().key(), format!("{}:job@1", attempt.content_hash));
}

#[test]
fn a_name_of_a_part_tells_which_part_it_was() {
    let part = lifted("said before", &["experience_years_min"]);
    let of_part = LineId::of(&announced(), Some(&part));
    assert_eq!(of_part.to_string().parse(), Ok(of_part.clone()));
    assert!(of_part.fits(Some(&part)) && !of_part.fits(None));
    assert!(!of_part.fits(Some(&lifted("said since", &["experience_years_min"]))));
    assert!(!of_part.fits(Some(&lifted("said before", &["experience_years_max"]))));
    assert!(id().fits(None) && !id().fits(Some(&part)));
}

#[test]
fn a_name_of_somebody_else_is_none() {
    let hash = announced().content_hash;
    for name in [
        String::new(),
        "request-1".to_owned(),
        format!("{hash}:job@1"),
        format!("{hash}:job@1:x"),
        format!("{hash}:job@1:0"),
        format!("{hash}:job:1"),
        format!("{hash}:job@1:1:a:b"),
    ] {
        assert!(name.parse::<LineId>().is_err(), "{name}");
    }
}

/// Frozen: names lie with a provider while a batch is open.
#[test]
fn the_digest_of_a_batch_does_not_know_the_order_of_its_lines() {
    let of = |attempt| LineId { attempt, ..id() };
    let (one, two) = (of(1), of(2));
    assert_eq!(
        digest([&one, &two].into_iter()),
        digest([&two, &one].into_iter())
    );
    assert_ne!(digest([&one].into_iter()), digest([&one, &two].into_iter()));
    let same = LineId {
        content_hash: readonce_model::ContentHash::from_bytes([1; 32]),
        ..one
    };
    assert_eq!(
        digest([&same].into_iter()),
        "59b497c2657d1b71e25d88720ef48dc232052476b48b8861ccbe2c966988f7cf"
    );
}

#[test]
fn a_line_holds_the_body_of_a_direct_call_and_its_name_is_read_from_it() {
    let body = json!({"model": "m", "messages": [{"role": "user", "content": "a\n\"b\""}]});
    let line = input_line(&id(), &body);
    assert!(!line.contains('\n'));
    let read: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(read["body"], body);
    assert_eq!(read["method"], "POST");
    assert_eq!(read["url"], "/v1/chat/completions");
    assert_eq!(read_input_id(line.as_bytes()), Ok(id()));
    let foreign = br#"{"custom_id":"mine","body":{}}"#;
    assert_eq!(read_input_id(foreign), Err(LineFault::Foreign));
    assert_eq!(read_input_id(b"{"), Err(LineFault::Unreadable));
}

fn output(rest: &str) -> Line {
    let line = format!(r#"{{"id":"batch_req_1","custom_id":"{}",{rest}}}"#, id());
    read_line(line.as_bytes()).unwrap()
}

#[test]
fn an_answer_is_kept_byte_for_byte() {
    let body = r#"{"z": 1,  "a":[2.50]}"#;
    let line = output(&format!(
        r#""response":{{"status_code":200,"request_id":"r","body":{body}}},"error":null"#
    ));
    assert_eq!(line.id, id());
    assert_eq!(line.end, End::Replied(body.to_owned()));
}

#[test]
fn a_status_has_the_class_and_the_charge_of_a_direct_call() {
    for (status, class, billed) in [
        (429, ErrorClass::RateLimited, Some(false)),
        (500, ErrorClass::Http5xx, None),
        (503, ErrorClass::Http5xx, Some(false)),
        (400, ErrorClass::Http4xx, Some(false)),
        (401, ErrorClass::Config, Some(false)),
    ] {
        let line = output(&format!(
            r#""response":{{"status_code":{status},"body":{{"error":{{"message":"no"}}}}}}"#
        ));
        let End::Failed(failure, charge) = line.end else {
            panic!("{status} is no answer");
        };
        assert_eq!((failure.class, charge.billed), (class, billed), "{status}");
        assert!(failure.words.contains("no"), "{}", failure.words);
    }
}

#[test]
fn what_was_never_asked_costs_nothing_and_may_be_asked_again() {
    for (code, class) in [
        ("batch_expired", ErrorClass::Timeout),
        ("batch_cancelled", ErrorClass::Unreachable),
        ("rate_limit_exceeded", ErrorClass::RateLimited),
    ] {
        let line = output(&format!(
            r#""response":null,"error":{{"code":"{code}","message":"late"}}"#
        ));
        let End::Failed(failure, charge) = line.end else {
            panic!("{code} is no answer");
        };
        assert_eq!((failure.class, charge), (class, Charge::nothing()));
    }
}

#[test]
fn an_end_that_says_nothing_may_have_been_charged() {
    for rest in [
        r#""response":null,"error":{"code":"odd","message":"x"}"#,
        r#""response":null,"error":null"#,
        r#""x":1"#,
    ] {
        let End::Failed(failure, charge) = output(rest).end else {
            panic!("{rest} is no answer");
        };
        assert_eq!(failure.class, ErrorClass::Unreachable);
        assert_eq!(charge.billed, None);
    }
}

fn batch(rest: &str) -> Listed {
    let text = format!(
        r#"{{"id":"batch_1","object":"batch","created_at":1789000100,"input_file_id":"file-1",{rest}}}"#
    );
    read_batch(text.as_bytes()).unwrap()
}

#[test]
fn a_batch_tells_its_standing_its_files_and_whose_it_is() {
    let mark = Mark {
        namespace: "readonce".into(),
        partition: 3,
        lines: "ab".into(),
        count: 7,
    };
    let metadata = serde_json::to_string(&marks(&mark)).unwrap();
    let listed = batch(&format!(
        r#""status":"expired","output_file_id":"file-2","error_file_id":"file-3",
           "metadata":{metadata},"request_counts":{{"total":7,"completed":4,"failed":1}}"#
    ));
    assert_eq!(listed.mark, Some(mark));
    assert_eq!(listed.created_at_ms, NOW_MS);
    let standing = listed.standing;
    assert_eq!(
        (standing.status, standing.done, standing.total),
        (Status::Expired, 5, 7)
    );
    assert_eq!(standing.files, ["file-2", "file-3"]);
    for status in [
        "validating",
        "in_progress",
        "finalizing",
        "cancelling",
        "a word of later",
    ] {
        let standing = batch(&format!(r#""status":"{status}","metadata":null"#)).standing;
        assert!(!standing.has_ended(), "{status}");
    }
    assert_eq!(
        batch(r#""status":"completed","metadata":{"mine":"1"}"#).mark,
        None
    );
}

#[test]
fn a_batch_that_fails_has_asked_nothing() {
    for (code, class) in [
        ("invalid_json_line", ErrorClass::Config),
        ("token_limit_exceeded", ErrorClass::RateLimited),
    ] {
        let errors = format!(r#"{{"data":[{{"code":"{code}","message":"x"}}]}}"#);
        let standing = batch(&format!(r#""status":"failed","errors":{errors}"#)).standing;
        let End::Failed(failure, charge) = standing.of_missing() else {
            panic!("{code} is no answer");
        };
        assert_eq!((failure.class, charge), (class, Charge::nothing()));
        assert!(failure.words.contains(code), "{}", failure.words);
    }
    let completed = batch(r#""status":"completed""#).standing;
    let End::Failed(failure, charge) = completed.of_missing() else {
        panic!("nothing is no answer");
    };
    assert_eq!(
        (failure.class, charge.billed),
        (ErrorClass::Unreachable, None)
    );
}

#[test]
fn a_page_says_where_the_next_one_begins() {
    let one = r#"{"id":"b","status":"completed","created_at":1,"input_file_id":"f"}"#;
    let page = |more| read_page(format!(r#"{{"data":[{one}],"has_more":{more}}}"#).as_bytes());
    assert_eq!(page(true).unwrap().after.as_deref(), Some("b"));
    assert_eq!(page(false).unwrap().after, None);
    assert_eq!(read_page(br#"{"data":[]}"#).unwrap(), Page::default());
    assert!(read_page(b"<html>").is_err());
}

proptest! {
    #[test]
    fn no_line_of_a_stranger_is_read_as_an_answer_and_none_breaks_the_reader(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        if let Ok(line) = read_line(&bytes) {
            prop_assert!(String::from_utf8_lossy(&bytes).contains(&line.id.key()));
        }
        let _ = read_input_id(&bytes);
    }

    #[test]
    fn every_name_is_read_back(hash in any::<[u8; 32]>(), attempt in 1..i32::MAX) {
        let id = LineId {
            content_hash: readonce_model::ContentHash::from_bytes(hash),
            attempt,
            ..id()
        };
        prop_assert_eq!(id.to_string().parse::<LineId>(), Ok(id));
    }
}
