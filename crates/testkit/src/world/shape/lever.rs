//! Lever: an array, bullets in `lists`, creation time in milliseconds, a plain twin of every text.

use serde_json::{Value, json};

use super::{Sheet, Tags, bullets, paragraphs, plain};
use crate::world::item::{Pay, PayInterval};

const TAGS: Tags = Tags {
    paragraph: "div",
    style: &[],
    wrapped_bullets: false,
};

pub(super) fn posting(mut sheet: Sheet<'_>) -> Value {
    let content = sheet.state.content.clone();
    let fixed = &sheet.item.fixed;
    let id = &sheet.item.native_id;
    let hosted = format!("https://jobs.lever.co/{}/{id}", sheet.board.slug);
    let (opening, body) = content.intro.split_at(content.intro.len().min(1));
    let opening_html = paragraphs(&mut sheet, TAGS, opening);
    let body_html = paragraphs(&mut sheet, TAGS, body);
    let mut posting = json!({
        "id": id,
        "text": sheet.noise.plain(&content.title),
        "createdAt": sheet.item.published_ms,
        "country": sheet.state.facts.cities.first().map(|city| city.country_code),
        "workplaceType": fixed.workplace.as_str(),
        "categories": categories(&mut sheet),
        "description": format!("{opening_html}{body_html}"),
        "descriptionPlain": plain(&mut sheet, &content.intro),
        "opening": opening_html,
        "openingPlain": plain(&mut sheet, opening),
        "descriptionBody": body_html,
        "descriptionBodyPlain": plain(&mut sheet, body),
        "lists": lists(&mut sheet),
        "additional": paragraphs(&mut sheet, TAGS, &content.outro),
        "additionalPlain": plain(&mut sheet, &content.outro),
        "hostedUrl": hosted,
        "applyUrl": format!("{hosted}/apply?session={:08x}", sheet.noise.number(0, u64::from(u32::MAX))),
    });
    if let Some(pay) = sheet.state.facts.pay {
        posting["salaryRange"] = salary_range(pay);
    }
    posting
}

fn categories(sheet: &mut Sheet<'_>) -> Value {
    let mut all: Vec<&str> = sheet
        .state
        .facts
        .cities
        .iter()
        .map(|city| city.name)
        .collect();
    let main = all.first().copied();
    sheet.noise.shuffle(&mut all);
    json!({
        "commitment": "Full-time",
        "department": sheet.item.fixed.department,
        "team": sheet.item.fixed.team,
        "location": main,
        "allLocations": all,
    })
}

fn lists(sheet: &mut Sheet<'_>) -> Vec<Value> {
    let content = sheet.state.content.clone();
    let lists = content.sections.iter().map(|section| {
        json!({
            "text": sheet.noise.plain(&section.head),
            "content": format!("\n{}", bullets(sheet, TAGS, &section.bullets)),
        })
    });
    lists.collect()
}

fn salary_range(pay: Pay) -> Value {
    let interval = match pay.interval {
        PayInterval::Year => "per-year-salary",
        PayInterval::Month => "per-month-salary",
    };
    json!({ "interval": interval, "currency": pay.currency, "min": pay.min, "max": pay.max })
}
