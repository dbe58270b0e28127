//! Postings of a Personio board.

use super::*;
use crate::item::Kind;
use crate::parse::Format;

const BOARD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<workzag-jobs>
<position>
    <id>2523845</id>
    <subcompany>Muster GmbH</subcompany>
    <office>Berlin</office>
    <additionalOffices><office>München</office><office>Berlin</office><office>Remote</office></additionalOffices>
    <department>Engineering</department>
    <recruitingCategory>Full</recruitingCategory>
    <name>Frontend Entwickler (m/w/d)</name>
    <jobDescriptions>
        <jobDescription><name>Aufgaben</name><value><![CDATA[<ul><li>Web</li><li>App</li></ul>]]></value></jobDescription>
        <jobDescription><name>Dein Profil</name><value>
            <![CDATA[<p>React &amp; Rust</p>]]></value></jobDescription>
        <jobDescription><name>CONTACT_PERSON</name><value>Call Ann</value></jobDescription>
    </jobDescriptions>
    <employmentType>permanent</employmentType>
    <seniority>experienced</seniority>
    <schedule>part-time</schedule>
    <keywords>a,b</keywords>
    <salaryInformation><min>60000</min><max>75000.50</max><currencyCode>eur</currencyCode><type>yearly</type></salaryInformation>
    <createdAt>2026-09-02T10:00:00+02:00</createdAt>
</position>
<position><id>7</id><name>Werkstudent</name><employmentType>intern</employmentType><schedule>full-time</schedule></position>
<position><name>No id</name></position>
<position><id>8</id></position>
</workzag-jobs>"#;

#[test]
fn positions_are_postings_with_their_facts() {
    let response = Response {
        url: Some("https://muster.jobs.personio.de/xml?language=de"),
        ..response(BOARD)
    };
    let parsed = parse(&response).unwrap();
    assert_eq!((parsed.format, parsed.items.len()), (Format::Personio, 2));
    let item = &parsed.items[0];
    assert_eq!(
        (item.id.as_str(), item.content.kind),
        ("2523845", Kind::Posting)
    );
    assert_eq!(item.content.title, "Frontend Entwickler (m/w/d)");
    assert_eq!(
        item.url.as_deref(),
        Some("https://muster.jobs.personio.de/job/2523845")
    );
    assert_eq!(
        text(item),
        "Aufgaben\n- App\n- Web\nDein Profil\nReact & Rust"
    );
    let facts = &item.facts;
    assert_eq!(facts.cities, ["Berlin", "München"]);
    assert_eq!(facts.company.as_deref(), Some("Muster GmbH"));
    assert_eq!(facts.department.as_deref(), Some("Engineering"));
    assert_eq!(facts.employment_type.as_deref(), Some("part_time"));
    assert_eq!(facts.published_at.as_deref(), Some("2026-09-02T08:00:00Z"));
    assert_eq!(
        (facts.pay_min.as_deref(), facts.pay_max.as_deref()),
        (Some("60000"), Some("75000.50"))
    );
    assert_eq!(
        (facts.pay_currency.as_deref(), facts.pay_interval.as_deref()),
        (Some("EUR"), Some("YEAR"))
    );
    assert_eq!(
        parsed.items[1].facts.employment_type.as_deref(),
        Some("internship")
    );
    let codes: Vec<&str> = parsed
        .rejected
        .iter()
        .map(|part| part.reason.code.as_str())
        .collect();
    assert_eq!(codes, ["missing_id", "missing_field"]);
}

#[test]
fn an_empty_board_and_one_that_stops_are_told_apart() {
    let empty = read("<workzag-jobs/>");
    assert_eq!((empty.items.len(), empty.around.truncated), (0, false));
    let cut = read(&BOARD[..BOARD.find("<schedule>").unwrap()]);
    assert_eq!((cut.items.len(), cut.around.truncated), (0, true));
    assert_eq!(cut.rejected[0].part, "position[0]");
}
