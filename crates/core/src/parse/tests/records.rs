//! One bad record never stops its page, and says which field is wrong.

use super::*;

fn rejected(records: &str) -> Vec<(String, String)> {
    let good = r#"{"id":1,"title":"Good","absolute_url":"u"}"#;
    let parsed = read(&format!(
        r#"{{"jobs":[{good},{records}],"meta":{{"total":9}}}}"#
    ));
    assert_eq!(parsed.items.len(), 1);
    assert_eq!(parsed.around.declared_total, Some(9));
    let told = parsed.rejected.into_iter();
    told.map(|bad| (bad.part, bad.reason.to_string())).collect()
}

#[test]
fn a_bad_record_is_set_aside_and_the_rest_goes_on() {
    let records = r#"
        {"title":"T"},
        {"id":null,"title":"T"},
        {"id":" ","title":"T"},
        {"id":true,"title":"T"},
        {"id":2},
        {"id":2,"title":" \u200b "},
        {"id":2,"title":7},
        {"id":2,"title":"T","content":{}},
        {"id":2,"title":"T","location":{"name":[]}},
        {"id":2,"title":"T","departments":[{"name":"D"},5]},
        17,
        null"#;
    let details: Vec<String> = rejected(records)
        .into_iter()
        .map(|(_, told)| told)
        .collect();
    assert_eq!(
        details,
        [
            "missing_id: id is missing",
            "missing_id: id is missing",
            "missing_id: id is empty",
            "missing_id: id is true or false, not text or a number",
            "missing_field: title is missing or blank",
            "missing_field: title is missing or blank",
            "unreadable_response: title is a number, not text",
            "unreadable_response: content is an object, not text",
            "unreadable_response: location.name is a list, not text",
            "unreadable_response: departments[1] is a number, not an object",
            "unreadable_response: the record is a number, not an object",
            "unreadable_response: the record is null, not an object",
        ]
    );
}

#[test]
fn a_rejected_part_is_named_by_its_place() {
    let parts: Vec<String> = rejected("{},{}")
        .into_iter()
        .map(|(part, _)| part)
        .collect();
    assert_eq!(parts, ["jobs[1]", "jobs[2]"]);
    let lever = read(r#"[{"id":"a","text":"T","hostedUrl":"u"},{"text":"x"}]"#);
    assert_eq!(lever.rejected[0].part, "[1]");
}

#[test]
fn ids_keep_every_digit() {
    let huge = "90071992547409931234567890";
    let body = format!(
        r#"{{"jobs":[{{"id":{huge},"title":"a","absolute_url":"u1"}},
                     {{"id":{huge}1,"title":"b","absolute_url":"u2"}},
                     {{"id":" 007 ","title":"c","absolute_url":"u3"}}]}}"#
    );
    let ids: Vec<String> = read(&body).items.into_iter().map(|item| item.id).collect();
    assert_eq!(ids, [huge.to_owned(), format!("{huge}1"), "007".to_owned()]);
}

#[test]
fn where_ids_repeat_the_link_is_the_id() {
    let body = r#"{"jobs":[
        {"id":1,"title":"a","absolute_url":"https://example.com/a"},
        {"id":1,"title":"b","absolute_url":"https://example.com/b"},
        {"id":2,"title":"c","absolute_url":"https://example.com/c"}]}"#;
    let ids: Vec<String> = read(body).items.into_iter().map(|item| item.id).collect();
    assert_eq!(ids, ["https://example.com/a", "https://example.com/b", "2"]);
}

#[test]
fn a_row_that_repeats_counts_once() {
    let row = r#"{"id":1,"title":"a","absolute_url":"https://example.com/a"}"#;
    let parsed = read(&format!(r#"{{"jobs":[{row},{row}]}}"#));
    assert_eq!((parsed.items.len(), parsed.items[0].id.as_str()), (1, "1"));
    assert_eq!(parsed.rejected[0].part, "jobs[1]");
    assert_eq!(
        parsed.rejected[0].reason.to_string(),
        "inconsistent: id 1 repeats the record at place 0"
    );
}

#[test]
fn half_a_surrogate_pair_does_not_cost_the_posting() {
    let body = r#"[{"id":"a","text":"T","hostedUrl":"u","descriptionPlain":"cut \ud83d"}]"#;
    assert!(seen(&only(body)).starts_with("cut \u{FFFD}"));
}

#[test]
fn a_posting_without_body_is_kept() {
    let item = only(r#"{"jobs":[{"id":1,"title":"T","absolute_url":"u","content":null}]}"#);
    assert_eq!(seen(&item), "");
}
