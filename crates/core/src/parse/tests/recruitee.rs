//! Recruitee offers.

use super::*;

const OFFER: &str = r#""id":1801,"slug":"cook","title":"Cook","description":"<p>Cook</p>",
    "requirements":"<ul><li>b</li><li>a</li></ul>","department":"Kitchen","company_name":"Acme",
    "careers_url":"https://acme.recruitee.com/o/cook","location":"Ghent, Belgium","city":"Ghent",
    "country":"Belgium","country_code":"BE","created_at":"2026-02-18 13:54:53 UTC",
    "published_at":"2026-02-19 08:00:00 UTC","employment_type_code":"fulltime_permanent",
    "remote":false,"hybrid":true,"on_site":false"#;

#[test]
fn a_list_and_a_single_offer_read_alike() {
    let listed = only(&format!(r#"{{"offers":[{{{OFFER}}}]}}"#));
    let single = only(&format!(r#"{{"offer":{{{OFFER}}}}}"#));
    assert_eq!(listed, single);
    assert_eq!(listed.id, "1801");
    assert_eq!(seen(&listed), "Cook\n- a\n- b");
    let facts = listed.facts;
    assert_eq!(facts.published_at.as_deref(), Some("2026-02-19T08:00:00Z"));
    assert_eq!(facts.cities, ["Ghent"]);
    assert_eq!(facts.country.as_deref(), Some("Belgium"));
    assert_eq!(facts.workplace.as_deref(), Some("hybrid"));
    assert_eq!(facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(facts.company.as_deref(), Some("Acme"));
}

#[test]
fn several_places_are_a_set_and_pay_has_its_interval() {
    let facts = only(&format!(
        r#"{{"offers":[{{{OFFER},
          "locations":[{{"city":"Ulm","state_code":"BW","country":"Germany"}},
                       {{"city":"Ghent","state_code":"VOV","country":"Belgium"}}],
          "salary":{{"min":"3000","max":"3500.50","currency":"eur","period":"month"}}}}]}}"#
    ))
    .facts;
    assert_eq!(facts.cities, ["Ghent, VOV", "Ulm, BW"]);
    assert_eq!(facts.country, None);
    assert_eq!(facts.pay_min.as_deref(), Some("3000"));
    assert_eq!(facts.pay_max.as_deref(), Some("3500.50"));
    assert_eq!(facts.pay_currency.as_deref(), Some("EUR"));
    assert_eq!(facts.pay_interval.as_deref(), Some("MONTH"));
}
