//! SmartRecruiters postings.

use super::*;

const POSTING: &str = r#""id":"743","name":"CNA  / LPN -  Start Next Week.","refNumber":"REF30D",
    "company":{"identifier":"Knight","name":"Knight Gayles"},
    "releasedDate":"2018-06-08T02:11:28.000Z",
    "location":{"city":"St. Louis","region":"MO","country":"us","remote":false,"hybrid":true,
                "fullLocation":"St. Louis, MO, United States"},
    "department":{},"typeOfEmployment":{"id":"part-time","label":"Part-time"},
    "customField":[{"fieldId":"A","valueLabel":"x"},{"fieldId":"B","valueLabel":"y"}],
    "language":{"code":"en","label":"English"}"#;

#[test]
fn a_posting_of_a_list_has_its_facts_and_the_address_of_its_page() {
    let item = only(&format!(
        r#"{{"offset":0,"limit":100,"totalFound":1,"content":[{{{POSTING}}}]}}"#
    ));
    let canonical = canonicalize(&item.content);
    assert_eq!(canonical.title, "CNA / LPN - Start Next Week.");
    assert_eq!(
        item.url.as_deref(),
        Some("https://jobs.smartrecruiters.com/Knight/743")
    );
    let facts = item.facts;
    assert_eq!(facts.cities, ["St. Louis, MO"]);
    assert_eq!(facts.country.as_deref(), Some("US"));
    assert_eq!(facts.company.as_deref(), Some("Knight Gayles"));
    assert_eq!(facts.department, None);
    assert_eq!(facts.employment_type.as_deref(), Some("part_time"));
    assert_eq!(facts.workplace.as_deref(), Some("hybrid"));
    assert_eq!(facts.requisition.as_deref(), Some("REF30D"));
    assert_eq!(facts.language.as_deref(), Some("en"));
    assert_eq!(facts.published_at.as_deref(), Some("2018-06-08T02:11:28Z"));
}

#[test]
fn custom_fields_are_a_set_that_no_hash_holds() {
    let swapped = POSTING.replace(
        r#"{"fieldId":"A","valueLabel":"x"},{"fieldId":"B","valueLabel":"y"}"#,
        r#"{"fieldId":"B","valueLabel":"y"},{"fieldId":"A","valueLabel":"x"}"#,
    );
    assert_ne!(swapped, POSTING);
    let list = |posting: &str| format!(r#"{{"totalFound":1,"content":[{{{posting}}}]}}"#);
    assert_eq!(only(&list(POSTING)), only(&list(&swapped)));
}

#[test]
fn a_single_posting_has_its_sections_in_the_order_of_the_page() {
    let item = only(&format!(
        r#"{{{POSTING},"active":true,"postingUrl":"https://jobs.smartrecruiters.com/Knight/743-cna",
            "jobAd":{{"sections":{{
              "qualifications":{{"title":"Qualifications","text":"<ul><li>b</li><li>a</li></ul>"}},
              "companyDescription":{{"title":"Company Description","text":"<p>We</p>"}},
              "jobDescription":{{"title":"Job Description","text":"<p>You</p>"}},
              "additionalInformation":{{"title":"Additional Information"}},
              "videos":{{"urls":[]}}}}}}}}"#
    ));
    assert_eq!(
        seen(&item),
        "Company Description\nWe\nJob Description\nYou\nQualifications\n- a\n- b"
    );
    assert_eq!(
        item.url.as_deref(),
        Some("https://jobs.smartrecruiters.com/Knight/743-cna")
    );
}

#[test]
fn the_list_goes_on_until_all_were_shown() {
    let address = "https://api.smartrecruiters.com/v1/companies/knight/postings?limit=1&offset=4";
    let next = |offset: u32, rows: &str| {
        let body = format!(r#"{{"offset":{offset},"limit":1,"totalFound":6,"content":[{rows}]}}"#);
        let parsed = parse(&Response {
            url: Some(address),
            ..response(body.as_bytes())
        });
        parsed.unwrap().around.next_page
    };
    let row = format!("{{{POSTING}}}");
    let base = "https://api.smartrecruiters.com/v1/companies/knight/postings?limit=1&offset=";
    assert_eq!(next(4, &row), Some(format!("{base}5")));
    assert_eq!(next(5, &row), None);
    assert_eq!(next(4, ""), None);
}
