//! Workable postings.

use super::*;

/// Two rows of one job, as the widget writes a job with two places, and one of another.
const WIDGET: &str = r#"{"name":"Acme","description":null,"jobs":[
  {"title":"Analyst","shortcode":"AB12","telecommuting":true,"department":"Consulting",
   "url":"https://apply.workable.com/j/AB12","published_on":"2026-08-05","created_at":"2026-07-02",
   "country":"Spain","city":"","state":"","employment_type":"Full-time","code":"R-7",
   "description":"<p>Work</p><ul><li>b</li><li>a</li></ul>",
   "locations":[{"country":"Spain","countryCode":"ES","city":"","region":null,"hidden":false}]},
  {"title":"Cook","shortcode":"CD34","url":"https://apply.workable.com/j/CD34","country":"Italy",
   "city":"Rome"},
  {"title":"Analyst","shortcode":"AB12","telecommuting":true,"department":"Consulting",
   "url":"http://apply.workable.com/j/AB12/","published_on":"2026-08-05","created_at":"2026-07-02",
   "country":"Portugal","city":"",
   "locations":[{"country":"Portugal","countryCode":"PT","city":"Porto","region":null}]}]}"#;

#[test]
fn rows_of_one_shortcode_are_one_job_with_all_places() {
    let parsed = read(WIDGET);
    assert_eq!(parsed.format, Format::Workable);
    assert_eq!((parsed.items.len(), parsed.rejected.len()), (2, 0));
    let job = &parsed.items[0];
    assert_eq!(job.id, "AB12");
    assert_eq!(job.facts.cities, ["Porto", "Spain"]);
    assert_eq!(job.facts.country, None);
    assert_eq!(job.facts.workplace.as_deref(), Some("remote"));
    assert_eq!(job.facts.company.as_deref(), Some("Acme"));
    assert_eq!(job.facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(job.facts.requisition.as_deref(), Some("R-7"));
    assert_eq!(job.facts.published_at.as_deref(), Some("2026-08-05"));
    assert_eq!(job.facts.published_precision.as_deref(), Some("day"));
    assert_eq!(seen(job), "Work\n- a\n- b");
    assert_eq!(parsed.items[1].facts.cities, ["Rome"]);
    assert_eq!(parsed.items[1].facts.country.as_deref(), Some("Italy"));
}

#[test]
fn a_shortcode_with_another_link_is_no_second_row() {
    let body = r#"{"name":"A","jobs":[
        {"title":"T","shortcode":"X","url":"https://a.example/1"},
        {"title":"T","shortcode":"X","url":"https://a.example/2"}]}"#;
    let ids: Vec<String> = read(body).items.into_iter().map(|item| item.id).collect();
    assert_eq!(ids, ["https://a.example/1", "https://a.example/2"]);
}

#[test]
fn the_careers_page_and_its_single_job_read_alike() {
    let fields = r#""id":9,"shortcode":"EF56","title":"Cook","remote":false,"type":"full",
        "location":{"country":"Germany","countryCode":"DE","city":"Berlin","region":"Berlin"},
        "locations":[{"country":"Germany","city":"Berlin","region":"Berlin","hidden":false},
                     {"country":"Germany","city":"Ulm","region":"BW","hidden":false},
                     {"country":"Germany","city":"Bonn","region":"NW","hidden":true}],
        "published":"2026-01-25T00:00:00.000Z","language":"en","department":["Kitchen","Berlin"],
        "workplace":"on_site""#;
    let listed = only(&format!(
        r#"{{"total":31,"results":[{{{fields}}}],"nextPage":"W10="}}"#
    ));
    let single = only(&format!(
        r#"{{{fields},"description":"<p>Cook</p>","requirements":"<p>Care</p>","benefits":""}}"#
    ));
    for job in [&listed, &single] {
        assert_eq!(job.id, "EF56");
        assert_eq!(
            job.url.as_deref(),
            Some("https://apply.workable.com/j/EF56")
        );
        assert_eq!(job.facts, listed.facts);
    }
    let facts = &single.facts;
    assert_eq!(facts.cities, ["Berlin", "Ulm, BW"]);
    assert_eq!(facts.country.as_deref(), Some("Germany"));
    assert_eq!(facts.department.as_deref(), Some("Berlin; Kitchen"));
    assert_eq!(facts.workplace.as_deref(), Some("onsite"));
    assert_eq!(facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(seen(&single), "Cook\nCare");
}

#[test]
fn the_api_says_where_the_list_goes_on_and_what_is_paid() {
    let next = "https://acme.workable.com/spi/v3/jobs?since_id=2";
    let parsed = read(&format!(
        r#"{{"jobs":[{{"shortcode":"GH","title":"T","url":"https://acme.workable.com/jobs/1",
            "full_description":"<p>All</p>","description":"<p>Part</p>",
            "location":{{"country":"Canada","country_code":"CA","region":"Ontario",
                         "region_code":"ON","city":"Toronto","workplace_type":"hybrid"}},
            "salary":{{"salary_from":90000,"salary_to":"120000.50","salary_currency":"cad"}}}}],
          "paging":{{"next":"{next}"}}}}"#
    ));
    assert_eq!(parsed.around.next_page.as_deref(), Some(next));
    let job = &parsed.items[0];
    assert_eq!(seen(job), "All");
    assert_eq!(job.facts.cities, ["Toronto, ON"]);
    assert_eq!(job.facts.workplace.as_deref(), Some("hybrid"));
    let pay = (
        &job.facts.pay_min,
        &job.facts.pay_max,
        &job.facts.pay_currency,
    );
    let told = |text: &str| Some(text.to_owned());
    assert_eq!(pay, (&told("90000"), &told("120000.50"), &told("CAD")));
}
