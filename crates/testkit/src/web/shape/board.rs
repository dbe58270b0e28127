//! Boards that answer in JSON. Field names are those that the real boards send.

use serde_json::{Value, json};

use super::{Around, Kind, Shape, Sheet, time};
use crate::web::json::Writer;
use crate::web::posting::Part;
use crate::web::{Page, Record, markup};
use crate::world::text::COMPANIES;

pub(super) fn page(mut around: Around, sheets: Vec<Sheet>) -> Page {
    let site = around.site;
    let rows: Vec<(u32, Value)> = sheets
        .into_iter()
        .map(|sheet| (sheet.posting.number, row(sheet)))
        .collect();
    let whole = whole(&around, rows.iter().map(|(_, row)| row.clone()).collect());
    let mut writer = Writer::new(&mut around.random, site.charset);
    let body = writer.write(&whole);
    let records = rows.iter().map(|(number, row)| Record {
        number: *number,
        raw: writer.write(row),
    });
    let records = records.collect();
    around.page(Kind::Json, &body, records)
}

/// The rows in what the board puts around them.
fn whole(around: &Around, rows: Vec<Value>) -> Value {
    let site = around.site;
    let company = COMPANIES[site.company()].name;
    match site.shape {
        Shape::Lever => Value::Array(rows),
        Shape::Ashby => json!({"jobs": rows, "apiVersion": "1"}),
        Shape::Workable => json!({"name": company, "description": null, "jobs": rows}),
        Shape::Recruitee => json!({"offers": rows}),
        Shape::SmartRecruiters => json!({
            "offset": around.place * site.page_size(),
            "limit": site.page_size(),
            "totalFound": site.count,
            "content": rows,
        }),
        Shape::JsonFeed => json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": format!("{company} jobs"),
            "home_page_url": format!("https://{}/", site.host()),
            "items": rows,
        }),
        _ => json!({"jobs": rows, "meta": {"total": site.count}}),
    }
}

fn row(mut sheet: Sheet) -> Value {
    match sheet.site.shape {
        Shape::Lever => lever(&mut sheet),
        Shape::Ashby => ashby(&mut sheet),
        Shape::Workable => workable(&mut sheet),
        Shape::Recruitee => recruitee(&mut sheet),
        Shape::SmartRecruiters => smartrecruiters(&mut sheet),
        Shape::JsonFeed => json_feed(&mut sheet),
        _ => greenhouse(&mut sheet),
    }
}

impl Sheet<'_> {
    fn title(&mut self) -> String {
        self.dress.plain(&self.posting.title)
    }

    fn markup(&mut self) -> String {
        let parts = self.posting.parts();
        markup::parts(&mut self.dress, &parts)
    }

    /// The places in the order of the day.
    fn places(&mut self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.posting.cities.iter().map(|city| city.name).collect();
        self.dress.random.shuffle(&mut names);
        names
    }

    fn country(&self) -> (&'static str, &'static str) {
        let city = self.posting.cities.first();
        city.map_or(("", ""), |city| (city.country, city.country_code))
    }

    fn main_city(&self) -> &'static str {
        self.posting.cities.first().map_or("", |city| city.name)
    }
}

fn greenhouse(sheet: &mut Sheet) -> Value {
    let moved = sheet.moved_ms();
    let content = sheet.markup();
    let escaped = sheet.dress.random.chance(800);
    let mut offices: Vec<Value> = sheet
        .places()
        .into_iter()
        .map(|name| json!({"id": 4_000_000 + name.len(), "name": name, "child_ids": []}))
        .collect();
    sheet.dress.random.shuffle(&mut offices);
    json!({
        "id": sheet.posting.shown_number(),
        "internal_job_id": sheet.posting.shown_number() - 60_000_000,
        "absolute_url": sheet.dress.tracked(&sheet.url()),
        "title": sheet.title(),
        "updated_at": time::eastern(moved),
        "first_published": time::eastern(sheet.published_ms),
        "requisition_id": format!("REQ-{}", sheet.posting.number),
        "company_name": COMPANIES[sheet.site.company()].name,
        "language": sheet.site.language.tag(),
        "location": {"name": sheet.main_city()},
        "departments": [{"id": 4_069_215, "name": sheet.posting.department, "child_ids": []}],
        "offices": offices,
        "metadata": null,
        "content": if escaped { markup::escape(&content) } else { content },
    })
}

fn lever(sheet: &mut Sheet) -> Value {
    let (intro, outro) = (sheet.posting.intro.clone(), sheet.posting.outro.clone());
    let lists: Vec<Value> = sheet
        .posting
        .sections
        .clone()
        .iter()
        .map(|(head, lines)| {
            let head = sheet.dress.plain(head);
            let mut lines = lines.clone();
            sheet.dress.random.shuffle(&mut lines);
            json!({"text": head, "content": markup::items(&mut sheet.dress, &lines)})
        })
        .collect();
    let id = sheet.posting.long_id();
    let places = sheet.places();
    let hosted = format!("https://jobs.lever.co/acme/{id}");
    let pay = sheet.posting.pay;
    let interval = match pay.interval {
        "MONTH" => "per-month-salary",
        _ => "per-year-salary",
    };
    json!({
        "id": id,
        "text": sheet.title(),
        "createdAt": sheet.published_ms,
        "country": sheet.country().1,
        "workplaceType": "hybrid",
        "categories": {
            "commitment": "Full-time",
            "department": sheet.posting.department,
            "location": sheet.main_city(),
            "allLocations": places,
        },
        "description": markup::parts(&mut sheet.dress, &intro),
        "lists": lists,
        "additional": markup::parts(&mut sheet.dress, &outro),
        "hostedUrl": hosted,
        "applyUrl": format!("{hosted}/apply?session={}", sheet.dress.token()),
        "salaryRange": {
            "interval": interval,
            "currency": pay.currency,
            "min": pay.min,
            "max": pay.max,
        },
    })
}

fn ashby(sheet: &mut Sheet) -> Value {
    let id = sheet.posting.long_id();
    let pay = sheet.posting.pay;
    let main = sheet.main_city();
    let others = sheet.places().into_iter().filter(|name| *name != main);
    let others: Vec<Value> = others.map(|name| json!({"location": name})).collect();
    let moved = sheet.moved_ms();
    json!({
        "id": id,
        "title": sheet.title(),
        "department": sheet.posting.department,
        "employmentType": "FullTime",
        "location": main,
        "secondaryLocations": others,
        "publishedAt": time::utc(sheet.published_ms),
        "updatedAt": time::utc(moved),
        "isListed": true,
        "isRemote": false,
        "workplaceType": "Hybrid",
        "address": {"postalAddress": {"addressCountry": sheet.country().0}},
        "jobUrl": format!("https://jobs.ashbyhq.com/acme/{id}"),
        "applyUrl": format!("https://jobs.ashbyhq.com/acme/{id}/application?s={}", sheet.dress.token()),
        "descriptionHtml": sheet.markup(),
        "compensation": {
            "compensationTierSummary": null,
            "summaryComponents": [{
                "compensationType": "Salary",
                "interval": format!("1 {}", pay.interval),
                "currencyCode": pay.currency,
                "minValue": pay.min,
                "maxValue": pay.max,
            }],
        },
    })
}

fn workable(sheet: &mut Sheet) -> Value {
    let code = format!("J{}", sheet.posting.shown_number());
    let (country, country_code) = sheet.country();
    let places: Vec<Value> = sheet
        .places()
        .into_iter()
        .map(|city| {
            json!({
                "country": country,
                "countryCode": country_code,
                "city": city,
                "region": null,
                "hidden": false,
            })
        })
        .collect();
    json!({
        "title": sheet.title(),
        "shortcode": code,
        "code": "",
        "employment_type": "Full-time",
        "telecommuting": false,
        "department": sheet.posting.department,
        "url": format!("https://apply.workable.com/j/{code}"),
        "shortlink": format!("https://apply.workable.com/j/{code}"),
        "application_url": format!("https://apply.workable.com/j/{code}/apply?t={}", sheet.dress.token()),
        "published_on": time::date(sheet.published_ms),
        "created_at": time::date(sheet.published_ms - 86_400_000),
        "country": country,
        "city": sheet.main_city(),
        "state": "",
        "locations": places,
        "description": sheet.markup(),
    })
}

fn recruitee(sheet: &mut Sheet) -> Value {
    let number = sheet.posting.shown_number();
    let parts = sheet.posting.parts();
    // What the candidate does stands in one field, what is asked of them in the other.
    let cut = parts
        .iter()
        .position(|part| matches!(part, Part::Heading(_)))
        .map_or(parts.len(), |first| (first + 2).min(parts.len()));
    let (description, requirements) = parts.split_at(cut);
    let pay = sheet.posting.pay;
    let (country, country_code) = sheet.country();
    let places: Vec<Value> = sheet
        .places()
        .into_iter()
        .map(|city| json!({"city": city, "country": country, "country_code": country_code}))
        .collect();
    let mut tags = ["it", "people", "growth"];
    sheet.dress.random.shuffle(&mut tags);
    let moved = sheet.moved_ms();
    let stamp = |ms: i64| time::utc(ms).replace('T', " ").replace('Z', " UTC");
    json!({
        "id": number,
        "slug": format!("job-{number}"),
        "title": sheet.title(),
        "status": "published",
        "department": sheet.posting.department,
        "company_name": COMPANIES[sheet.site.company()].name,
        "careers_url": format!("https://{}/o/job-{number}", sheet.site.host()),
        "careers_apply_url": format!("https://{}/o/job-{number}/c/new?s={}", sheet.site.host(), sheet.dress.token()),
        "published_at": stamp(sheet.published_ms),
        "created_at": stamp(sheet.published_ms - 3_600_000),
        "updated_at": stamp(moved),
        "employment_type_code": "fulltime",
        "city": sheet.main_city(),
        "country": country,
        "country_code": country_code,
        "location": format!("{}, {country}", sheet.main_city()),
        "locations": places,
        "tags": tags,
        "min_hours": 32,
        "max_hours": 40,
        "remote": false,
        "salary": {
            "min": pay.min,
            "max": pay.max,
            "currency": pay.currency,
            "period": pay.interval.to_lowercase(),
        },
        "description": markup::parts(&mut sheet.dress, description),
        "requirements": markup::parts(&mut sheet.dress, requirements),
    })
}

fn smartrecruiters(sheet: &mut Sheet) -> Value {
    let number = sheet.posting.shown_number().to_string();
    let (country, country_code) = sheet.country();
    let mut fields = vec![
        json!({"fieldId": "COUNTRY", "fieldLabel": "Country", "valueLabel": country}),
        json!({"fieldId": "BRAND", "fieldLabel": "Brands", "valueLabel": "default"}),
    ];
    sheet.dress.random.shuffle(&mut fields);
    json!({
        "id": number,
        "name": sheet.title(),
        "uuid": sheet.posting.long_id(),
        "refNumber": format!("REF{}", sheet.posting.number),
        "company": {"identifier": "acme", "name": COMPANIES[sheet.site.company()].name},
        "releasedDate": time::utc(sheet.published_ms),
        "location": {
            "city": sheet.main_city(),
            "country": country_code.to_lowercase(),
            "remote": false,
            "hybrid": true,
        },
        "department": {"label": sheet.posting.department},
        "typeOfEmployment": {"id": "permanent", "label": "Full-time"},
        "customField": fields,
        "ref": format!("https://api.smartrecruiters.com/v1/companies/acme/postings/{number}"),
        "jobAd": {"sections": {"jobDescription": {"text": sheet.markup()}}},
    })
}

fn json_feed(sheet: &mut Sheet) -> Value {
    let mut tags = ["jobs", "careers", "hiring"];
    sheet.dress.random.shuffle(&mut tags);
    let moved = sheet.moved_ms();
    json!({
        "id": sheet.url(),
        "url": sheet.dress.tracked(&sheet.url()),
        "title": sheet.title(),
        "content_html": sheet.markup(),
        "date_published": time::eastern(sheet.published_ms),
        "date_modified": time::utc(moved),
        "tags": tags,
        "authors": [{"name": COMPANIES[sheet.site.company()].name}],
    })
}
