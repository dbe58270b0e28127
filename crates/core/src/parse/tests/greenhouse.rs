//! Greenhouse postings.

use super::*;

fn job(fields: &str) -> Item {
    only(&format!(
        r#"{{"jobs":[{{"id":1,"title":"T","absolute_url":"u",{fields}}}]}}"#
    ))
}

#[test]
fn escaped_content_is_unescaped_once_and_real_tags_are_left_alone() {
    let escaped = r#""content":"&lt;p&gt;R&amp;amp;D &amp;lt;3&lt;/p&gt;\n&lt;p&gt;two&lt;/p&gt;""#;
    assert_eq!(seen(&job(escaped)), "R&D <3\ntwo");
    let real = r#""content":"<p>R&amp;D &lt;b&gt;</p><p>two</p>""#;
    assert_eq!(seen(&job(real)), "R&D <b>\ntwo");
    assert_eq!(seen(&job(r#""content":"a &lt; b""#)), "a < b");
}

#[test]
fn facts_are_read_in_utc_and_sets_are_sorted() {
    let facts = job(
        r#""first_published":"2024-12-20T13:53:38-05:00","updated_at":"2026-08-21T21:32:54-04:00",
           "company_name":" Acme ","language":"en","requisition_id":3356,
           "location":{"name":"Paris; Berlin | Paris"},
           "departments":[{"name":"Sales"},null,{"name":"Data"}]"#,
    )
    .facts;
    assert_eq!(facts.published_at.as_deref(), Some("2024-12-20T18:53:38Z"));
    assert_eq!(facts.published_precision.as_deref(), Some("second"));
    assert_eq!(facts.tz_assumed, Some(false));
    assert_eq!(facts.updated_at.as_deref(), Some("2026-08-22T01:32:54Z"));
    assert_eq!(facts.company.as_deref(), Some("Acme"));
    assert_eq!(facts.requisition.as_deref(), Some("3356"));
    assert_eq!(facts.cities, ["Berlin", "Paris"]);
    assert_eq!(facts.department.as_deref(), Some("Data; Sales"));
    assert_eq!(facts.workplace, None);
}

#[test]
fn pay_in_cents_is_told_in_units() {
    let facts = job(
        r#""pay_input_ranges":[{"min_cents":10000050,"max_cents":12000000,"currency_type":"usd",
           "title":"Annual Salary"}]"#,
    )
    .facts;
    assert_eq!(facts.pay_min.as_deref(), Some("100000.5"));
    assert_eq!(facts.pay_max.as_deref(), Some("120000"));
    assert_eq!(facts.pay_currency.as_deref(), Some("USD"));
    assert_eq!(facts.pay_interval.as_deref(), Some("YEAR"));
}
