//! Ashby postings.

use super::*;

fn job(fields: &str) -> Item {
    only(&format!(
        r#"{{"jobs":[{{"id":"a","title":"T","jobUrl":"u",{fields}}}]}}"#
    ))
}

#[test]
fn plain_text_counts_only_without_html() {
    let both = r#""descriptionHtml":"<h2>About</h2>","descriptionPlain":"ABOUT""#;
    assert_eq!(seen(&job(both)), "About");
    let plain = r#""descriptionHtml":"","descriptionPlain":"ABOUT\n\nus""#;
    assert_eq!(seen(&job(plain)), "ABOUT\nus");
}

#[test]
fn places_are_a_set_and_the_boards_word_beats_the_remote_flag() {
    let facts = job(
        r#""location":"Toronto","isRemote":true,"workplaceType":"Hybrid","team":"T",
           "secondaryLocations":[{"location":"Berlin"},{"location":"Toronto"},{"location":null}],
           "address":{"postalAddress":{"addressCountry":"Canada"}},"employmentType":"Intern""#,
    )
    .facts;
    assert_eq!(facts.cities, ["Berlin", "Toronto"]);
    assert_eq!(facts.workplace.as_deref(), Some("hybrid"));
    assert_eq!(facts.country.as_deref(), Some("Canada"));
    assert_eq!(facts.department.as_deref(), Some("T"));
    assert_eq!(facts.employment_type.as_deref(), Some("internship"));
    assert_eq!(
        job(r#""isRemote":true,"workplaceType":null"#)
            .facts
            .workplace
            .as_deref(),
        Some("remote")
    );
}

#[test]
fn salary_comes_from_the_summary_or_else_from_the_tiers() {
    let component = |kind: &str, min: &str, max: &str| {
        format!(
            r#"{{"compensationType":"{kind}","interval":"1 YEAR","currencyCode":"CAD",
                 "minValue":{min},"maxValue":{max}}}"#
        )
    };
    let equity = component("EquityPercentage", "0.1", "0.2");
    let salary = component("Salary", "102800", "137000");
    let summary = format!(r#""compensation":{{"summaryComponents":[{equity},{salary}]}}"#);
    let tiers = format!(
        r#""compensation":{{"summaryComponents":[],"compensationTiers":[
            {{"components":[{salary}]}},{{"components":[{}]}}]}}"#,
        component("Salary", "90000", "null")
    );
    for (fields, min) in [(summary, "102800"), (tiers, "90000")] {
        let facts = job(&fields).facts;
        assert_eq!(facts.pay_min.as_deref(), Some(min));
        assert_eq!(facts.pay_max.as_deref(), Some("137000"));
        assert_eq!(facts.pay_currency.as_deref(), Some("CAD"));
        assert_eq!(facts.pay_interval.as_deref(), Some("YEAR"));
    }
}
