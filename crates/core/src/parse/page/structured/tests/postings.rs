//! Job postings: one content whatever shape they come in.

use super::*;
use crate::canonical::canonicalize;

fn posting(fields: &str) -> Item {
    only(&page(
        &[&format!(
            "{{\"@type\":\"JobPosting\",\"title\":\"Data Engineer\",{fields}}}"
        )],
        "",
    ))
}

#[test]
fn a_posting_gives_its_facts() {
    let html = "<!doctype html><html><head><script type=\"application/ld+json\">\n{\"@context\":\"https://schema.org\",\"@type\":\"JobPosting\",\"title\":\"Data Engineer\",\"datePosted\":\"2026-09-20\",\"hiringOrganization\":{\"@type\":\"Organization\",\"name\":\"Example BV\"},\"jobLocation\":{\"@type\":\"Place\",\"address\":{\"@type\":\"PostalAddress\",\"addressLocality\":\"Utrecht\",\"addressCountry\":\"NL\"}}};\n</script></head><body></body></html>";
    let parsed = read(html);
    let item = &parsed.items[0];
    assert_eq!(parsed.around.bad_blocks, []);
    assert_eq!(item.content.title, "Data Engineer");
    assert_eq!(item.facts.company.as_deref(), Some("Example BV"));
    assert_eq!(item.facts.cities, ["Utrecht"]);
    assert_eq!(item.facts.country.as_deref(), Some("NL"));
    assert_eq!(item.facts.published_at.as_deref(), Some("2026-09-20"));
    assert_eq!(item.facts.published_precision.as_deref(), Some("day"));
}

#[test]
fn the_same_posting_has_one_hash_in_every_shape() {
    let markup = "<p>Build &amp; run <b>pipelines</b>.</p><ul><li>SQL</li><li>Rust</li></ul>";
    let escaped = markup
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let board = format!(
        r#"{{"jobs":[{{"id":1,"title":"Data Engineer","jobUrl":"https://x.example/1","descriptionHtml":"{markup}"}}],"apiVersion":"1"}}"#
    );
    let hash = canonicalize(&read(&board).items[0].content).hash;
    let micro = format!(
        "<html><body><div itemscope itemtype='https://schema.org/JobPosting'><h1 itemprop='title'>Data  Engineer</h1><div itemprop='description'>{markup}</div></div></body></html>"
    );
    let rdfa = format!(
        "<html><body vocab='https://schema.org/'><div typeof='JobPosting'><h1 property='title'>Data Engineer</h1><div property='description'>{markup}</div></div></body></html>"
    );
    assert_eq!(
        canonicalize(&posting(&format!("\"description\":\"{markup}\"")).content).hash,
        hash
    );
    assert_eq!(
        canonicalize(&posting(&format!("\"description\":\"{escaped}\"")).content).hash,
        hash
    );
    assert_eq!(canonicalize(&only(&micro).content).hash, hash);
    assert_eq!(canonicalize(&only(&rdfa).content).hash, hash);
}

#[test]
fn facts_stay_out_of_the_hash() {
    let one = posting(r#""description":"Text.","datePosted":"2026-09-20","baseSalary":50000"#);
    let two = posting(
        r#""description":"Text.","datePosted":"2026-09-21","baseSalary":60000,"employmentType":"INTERN""#,
    );
    assert_eq!(
        canonicalize(&one.content).hash,
        canonicalize(&two.content).hash
    );
    assert_ne!(one.facts, two.facts);
}

#[test]
fn ids_come_from_every_writing_of_the_identifier() {
    for (fields, id) in [
        (
            r#""identifier":{"@type":"PropertyValue","name":"Acme","value":"REQ-9001"}"#,
            "REQ-9001",
        ),
        (
            r#""identifier":{"@type":"PropertyValue","name":"REQ-9001"}"#,
            "REQ-9001",
        ),
        (r#""identifier":"REQ-9001""#, "REQ-9001"),
        (
            r#""identifier":98765432109876543210"#,
            "98765432109876543210",
        ),
        (
            r#""url":"http://www.jobs.example/9001/?utm_source=x""#,
            "https://jobs.example/9001",
        ),
    ] {
        assert_eq!(posting(fields).id, id, "{fields}");
    }
}

#[test]
fn places_are_a_set() {
    let place = |city: &str| {
        format!(
            r#"{{"@type":"Place","address":{{"@type":"PostalAddress","addressLocality":"{city}","addressCountry":{{"@type":"Country","name":"DE"}}}}}}"#
        )
    };
    let one = posting(&format!(
        "\"jobLocation\":[{},{}]",
        place("Berlin"),
        place("Aachen")
    ));
    let two = posting(&format!(
        "\"jobLocation\":[{},{}]",
        place("Aachen"),
        place("Berlin")
    ));
    assert_eq!(one.facts.cities, ["Aachen", "Berlin"]);
    assert_eq!(one.facts, two.facts);
    assert_eq!(one.facts.country.as_deref(), Some("DE"));
    let text = posting(r#""jobLocation":"Remote""#);
    assert_eq!(
        (text.facts.cities.len(), text.facts.workplace.as_deref()),
        (0, Some("remote"))
    );
    let region = posting(
        r#""jobLocation":{"@type":"Place","address":{"addressLocality":"Boston","addressRegion":"MA"}}"#,
    );
    assert_eq!(region.facts.cities, ["Boston, MA"]);
    let word = posting(
        r#""jobLocation":{"@type":"Place","address":{"addressLocality":"Utrecht","addressRegion":"Utrecht Province"}}"#,
    );
    assert_eq!(word.facts.cities, ["Utrecht"]);
    let two = posting(&format!(
        "\"jobLocation\":[{},{}]",
        place("Berlin"),
        place("Bern").replace("DE", "ch")
    ));
    assert_eq!(two.facts.country, None);
    let line = posting(r#""jobLocation":{"@type":"Place","address":"Main Street 1, Springfield"}"#);
    assert_eq!(line.facts.cities, ["Main Street 1, Springfield"]);
}

#[test]
fn remote_work_may_be_limited_to_a_country() {
    let item = posting(
        r#""jobLocationType":"TELECOMMUTE","applicantLocationRequirements":{"@type":"Country","name":"USA"}"#,
    );
    assert_eq!(item.facts.workplace.as_deref(), Some("remote"));
    assert_eq!(item.facts.country.as_deref(), Some("USA"));
}

#[test]
fn employment_is_told_by_the_narrowest_word() {
    for (written, right) in [
        ("\"FULL_TIME\"", Some("full_time")),
        ("[\"FULL_TIME\",\"INTERN\"]", Some("internship")),
        ("[\"CONTRACTOR\",\"FULL_TIME\"]", Some("full_time")),
        ("\"FULL_TIME, PART_TIME\"", Some("full_time")),
        ("\"PER_DIEM\"", Some("other")),
        ("[]", None),
        ("\"\"", None),
    ] {
        let item = posting(&format!("\"employmentType\":{written}"));
        assert_eq!(item.facts.employment_type.as_deref(), right, "{written}");
    }
}

#[test]
fn pay_is_read_from_every_writing() {
    for (fields, right) in [
        (
            r#""baseSalary":{"@type":"MonetaryAmount","currency":"USD","value":{"@type":"QuantitativeValue","minValue":102800,"maxValue":137000,"unitText":"YEAR"}}"#,
            "102800 137000 USD YEAR",
        ),
        (
            r#""baseSalary":{"@type":"MonetaryAmount","currency":"EUR","value":{"value":"25.50","unitText":"HOUR"}}"#,
            "25.50 25.50 EUR HOUR",
        ),
        (
            r#""baseSalary":{"@type":"MonetaryAmount","currency":"EUR","minValue":"40.000","maxValue":"50.000","unitText":"ANNUAL"}"#,
            "40000 50000 EUR YEAR",
        ),
        (
            r#""baseSalary":{"currency":"USD","value":{"minValue":0,"maxValue":90000,"unitText":"YEAR"}}"#,
            "- 90000 USD YEAR",
        ),
        (
            r#""baseSalary":{"currency":"USD","value":{"minValue":0,"maxValue":0,"unitText":"YEAR"}}"#,
            "- - - -",
        ),
        (
            r#""baseSalary":{"currency":"USD","value":{"minValue":-5,"maxValue":-1}}"#,
            "- - - -",
        ),
        (
            r#""baseSalary":"$50,000 - $60,000 a year""#,
            "50000 60000 USD YEAR",
        ),
        (
            r#""baseSalary":55000,"salaryCurrency":"GBP""#,
            "55000 55000 GBP -",
        ),
        (
            r#""baseSalary":{"@type":"MonetaryAmount","currency":"CNY","value":"15000-25000","unitText":"MONTH"}"#,
            "15000 25000 CNY MONTH",
        ),
        (r#""baseSalary":"Competitive""#, "- - - -"),
    ] {
        let facts = posting(fields).facts;
        let parts = [
            facts.pay_min,
            facts.pay_max,
            facts.pay_currency,
            facts.pay_interval,
        ];
        let told = parts
            .map(|part| part.unwrap_or_else(|| "-".to_owned()))
            .join(" ");
        assert_eq!(told, right, "{fields}");
    }
}

#[test]
fn a_date_after_the_fetch_is_none() {
    assert_eq!(
        posting(r#""datePosted":"2027-01-01""#).facts.published_at,
        None
    );
}

#[test]
fn days_and_months_are_told_apart_by_all_dates_of_the_page() {
    let job = |title: &str, date: &str| {
        format!(r#"{{"@type":"JobPosting","title":"{title}","datePosted":"{date}"}}"#)
    };
    let parsed = read(&page(
        &[&job("A", "05/09/2026"), &job("B", "20/08/2026")],
        "",
    ));
    let dates: Vec<_> = parsed
        .items
        .iter()
        .map(|item| item.facts.published_at.as_deref().unwrap())
        .collect();
    assert_eq!(dates, ["2026-09-05", "2026-08-20"]);
}
