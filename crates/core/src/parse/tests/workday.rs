//! Workday postings.

use super::*;

const ASKED: &str = "https://acme.wd5.myworkdayjobs.com/wday/cxs/acme/External/jobs";

fn at_acme(body: &str) -> Parsed {
    let asked = Response {
        url: Some(ASKED),
        ..response(body.as_bytes())
    };
    parse(&asked).unwrap()
}

fn row(fields: &str) -> Item {
    let body = format!(
        r#"{{"total":1,"jobPostings":[{{"title":"T","externalPath":"/job/Rome/Cook_JR7",{fields}}}]}}"#
    );
    let mut parsed = at_acme(&body);
    assert_eq!(parsed.items.len(), 1, "{parsed:?}");
    parsed.items.remove(0)
}

#[test]
fn a_row_is_named_by_the_end_of_its_address() {
    let body = r#"{"total":2,"jobPostings":[
        {"title":"A","externalPath":"/job/X/A--B_JR354232","bulletFields":["Sales","JR354232"]},
        {"title":"B","externalPath":"/job/Y/A--B_JR354232-1","bulletFields":["JR354232"]},
        {"title":"C","externalPath":"/job/Z/Plain","bulletFields":[]}],
        "facets":[],"userAuthenticated":false}"#;
    let parsed = at_acme(body);
    assert_eq!(parsed.format, Format::Workday);
    assert_eq!(parsed.around.declared_total, Some(2));
    let told: Vec<(&str, Option<&str>)> = parsed
        .items
        .iter()
        .map(|item| (item.id.as_str(), item.facts.requisition.as_deref()))
        .collect();
    assert_eq!(
        told,
        [
            ("JR354232", Some("JR354232")),
            ("JR354232-1", Some("JR354232")),
            ("Plain", None),
        ]
    );
    assert_eq!(
        parsed.items[0].url.as_deref(),
        Some("https://acme.wd5.myworkdayjobs.com/External/job/X/A--B_JR354232")
    );
    assert_eq!(read(body).items[0].url, None);
}

#[test]
fn a_number_of_places_is_no_place() {
    for (text, cities) in [
        ("3 Locations", &[][..]),
        ("12 Standorte", &[]),
        ("2个地点", &[]),
        ("100 Mile House, BC", &["100 Mile House, BC"]),
        ("10115 Berlin", &["10115 Berlin"]),
        ("Virginia - Reston", &["Virginia - Reston"]),
    ] {
        let item = row(&format!(r#""locationsText":"{text}""#));
        assert_eq!(item.facts.cities, cities, "{text}");
    }
}

#[test]
fn days_count_from_the_fetch_and_a_bound_is_none() {
    for (text, day, not_after) in [
        ("Posted Today", Some("2026-09-25"), None),
        ("Posted Yesterday", Some("2026-09-24"), None),
        ("Posted 3 Days Ago", Some("2026-09-22"), None),
        ("Posted 30+ Days Ago", None, Some("2026-08-26")),
    ] {
        let facts = row(&format!(r#""postedOn":"{text}""#)).facts;
        assert_eq!(facts.published_at.as_deref(), day, "{text}");
        assert_eq!(facts.published_not_after.as_deref(), not_after, "{text}");
        assert_eq!(facts.published_precision.as_deref(), Some("day"), "{text}");
        assert_eq!(facts.published_text.as_deref(), Some(text));
    }
}

#[test]
fn a_single_posting_has_its_text_and_its_day() {
    let parsed = at_acme(
        r#"{"jobPostingInfo":{"id":"5f","title":"Cook","jobDescription":"<p>Cook well</p>",
             "location":"Rome","additionalLocations":["Milan"],"postedOn":"Posted 30+ Days Ago",
             "startDate":"2026-07-06","timeType":"Full time","jobReqId":"JR7",
             "jobPostingId":"Cook_JR7-2","country":{"descriptor":"Italy","id":"x"},
             "remoteType":"Hybrid",
             "externalUrl":"https://acme.wd5.myworkdayjobs.com/External/job/Rome/Cook_JR7-2"},
            "hiringOrganization":{"name":"Acme S.p.A.","url":""},"similarJobs":[]}"#,
    );
    let item = &parsed.items[0];
    assert_eq!(item.id, "JR7-2");
    assert_eq!(seen(item), "Cook well");
    let facts = &item.facts;
    assert_eq!(facts.published_at.as_deref(), Some("2026-07-06"));
    assert_eq!(facts.cities, ["Milan", "Rome"]);
    assert_eq!(facts.country.as_deref(), Some("Italy"));
    assert_eq!(facts.workplace.as_deref(), Some("hybrid"));
    assert_eq!(facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(facts.company.as_deref(), Some("Acme S.p.A."));
    assert_eq!(facts.requisition.as_deref(), Some("JR7"));
}

#[test]
fn a_row_without_address_is_set_aside() {
    let parsed = read(r#"{"jobPostings":[{"title":"T","bulletFields":["JR1"]}]}"#);
    assert_eq!(parsed.items.len(), 0);
    assert_eq!(
        parsed.rejected[0].reason.to_string(),
        "missing_id: externalPath, externalUrl and jobReqId are missing"
    );
}
