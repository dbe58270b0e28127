//! Lever postings.

use super::*;

fn posting(fields: &str) -> Item {
    only(&format!(
        r#"[{{"id":"a","text":"T","hostedUrl":"u",{fields}}}]"#
    ))
}

#[test]
fn the_text_is_the_page_from_top_to_bottom() {
    let item = posting(
        r#""description":"<div>What</div>","opening":"<div>never</div>","descriptionBody":"never",
           "lists":[{"text":"Must","content":"\n<li>b</li>\n<li>a</li>"},{"text":"May","content":null}],
           "additional":"<p>Perks</p>","salaryDescription":"<p>Pay range</p>""#,
    );
    assert_eq!(seen(&item), "What\nMust\n- a\n- b\nMay\nPerks\nPay range");
}

#[test]
fn the_halves_count_only_without_the_whole_and_plain_twins_only_without_html() {
    let halves = r#""description":"","opening":"<p>one</p>","descriptionBody":"<p>two</p>""#;
    assert_eq!(seen(&posting(halves)), "one\ntwo");
    let plain =
        r#""description":null,"descriptionPlain":"one\n\n two\n","additionalPlain":"three""#;
    assert_eq!(seen(&posting(plain)), "one\ntwo\nthree");
}

#[test]
fn facts_are_read_from_categories_and_salary() {
    let facts = posting(
        r#""createdAt":1767596368549,"country":"US","workplaceType":"on-site",
           "categories":{"commitment":"Full-time","department":null,"team":"Eng",
                         "location":"Berlin","allLocations":["Paris","Berlin",null]},
           "salaryRange":{"interval":"per-hour-wage","currency":"USD","min":22.50,"max":30}"#,
    )
    .facts;
    assert_eq!(
        facts.published_at.as_deref(),
        Some("2026-01-05T06:59:28.549Z")
    );
    assert_eq!(facts.department.as_deref(), Some("Eng"));
    assert_eq!(facts.cities, ["Berlin", "Paris"]);
    assert_eq!(facts.workplace.as_deref(), Some("onsite"));
    assert_eq!(facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(facts.country.as_deref(), Some("US"));
    let pay = (facts.pay_min.as_deref(), facts.pay_max.as_deref());
    assert_eq!(pay, (Some("22.50"), Some("30")));
    assert_eq!(facts.pay_interval.as_deref(), Some("HOUR"));
}

#[test]
fn a_publication_after_the_fetch_is_none() {
    let facts = posting(r#""createdAt":1790303700001"#).facts;
    assert_eq!(
        (facts.published_at, facts.published_precision),
        (None, None)
    );
}
