//! Greenhouse: numeric ids, entity-escaped HTML, a total beside the list.

use serde_json::{Value, json};

use super::{Sheet, Tags, block_html};
use crate::world::time;

const TAGS: Tags = Tags {
    paragraph: "p",
    style: &[],
    wrapped_bullets: false,
};

/// New York in winter.
const OFFSET_HOURS: i8 = -5;

pub(super) fn list(postings: Vec<Value>, total: usize) -> Value {
    json!({ "jobs": postings, "meta": { "total": total } })
}

pub(super) fn posting(mut sheet: Sheet<'_>) -> Value {
    let fixed = &sheet.item.fixed;
    let number = fixed.number;
    let slug = &sheet.board.slug;
    let moved_ms = sheet.day_ms + sheet.noise.number(1, 23 * 3_600) as i64 * 1_000;
    let updated_ms = moved_ms.max(sheet.item.published_ms);
    json!({
        "absolute_url": format!("https://job-boards.greenhouse.io/{slug}/jobs/{number}"),
        "data_compliance": [{
            "type": "gdpr",
            "requires_consent": false,
            "requires_processing_consent": false,
            "requires_retention_consent": false,
            "retention_period": null,
            "demographic_data_consent_applies": false,
        }],
        "internal_job_id": number - 2_000_000_000,
        "location": { "name": sheet.state.facts.cities.first().map(|city| city.name) },
        "metadata": [{
            "id": 4_036_944_008_u64,
            "name": "Workplace",
            "value": fixed.workplace.as_str(),
            "value_type": "single_select",
        }],
        "id": number,
        "updated_at": time::with_offset(updated_ms, OFFSET_HOURS),
        "requisition_id": format!("REQ-{}", number % 1_000_000),
        "title": sheet.noise.plain(&sheet.state.content.title),
        "company_name": sheet.board.company,
        "first_published": time::with_offset(sheet.item.published_ms, OFFSET_HOURS),
        "language": sheet.item.language.tag(),
        "application_deadline": null,
        "departments": [{
            "id": 4_069_215_002_u64 + fixed.role as u64,
            "name": fixed.department,
            "child_ids": [],
            "parent_id": null,
        }],
        "offices": offices(&mut sheet),
        "content": escape(&content(&mut sheet)),
        "ai_disclaimer": null,
        "include_ai_disclaimer": null,
        "ai_opt_out_request_url": null,
    })
}

fn offices(sheet: &mut Sheet<'_>) -> Vec<Value> {
    let mut cities = sheet.state.facts.cities.clone();
    sheet.noise.shuffle(&mut cities);
    let offices = cities.iter().map(|city| {
        let id = city.name.bytes().fold(4_001_000_u64, |id, byte| {
            id * 31 % 9_999_991 + u64::from(byte)
        });
        json!({
            "id": id,
            "name": city.name,
            "location": format!("{}, {}", city.name, city.country),
            "child_ids": [],
            "parent_id": null,
        })
    });
    offices.collect()
}

fn content(sheet: &mut Sheet<'_>) -> String {
    let html = block_html(sheet, TAGS);
    sheet
        .noise
        .element("div", &[("class", "content-intro")], &html)
}

/// The list holds HTML as text: a second escape over what is already escaped.
fn escape(html: &str) -> String {
    html.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
