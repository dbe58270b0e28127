//! Ashby: rich-text HTML, a main and secondary locations, pay as compensation tiers.

use serde_json::{Value, json};

use super::{Sheet, Tags, block_html, plain, uuid};
use crate::random::Random;
use crate::world::item::{City, Pay, PayInterval, Workplace};
use crate::world::time;

const TAGS: Tags = Tags {
    paragraph: "p",
    style: &[("style", "min-height:1.5em")],
    wrapped_bullets: true,
};

pub(super) fn list(postings: Vec<Value>) -> Value {
    json!({ "jobs": postings, "apiVersion": "1" })
}

pub(super) fn posting(mut sheet: Sheet<'_>) -> Value {
    let content = sheet.state.content.clone();
    let lines: Vec<String> = content.lines().into_iter().map(str::to_owned).collect();
    let fixed = &sheet.item.fixed;
    let facts = &sheet.state.facts;
    let id = &sheet.item.native_id;
    let job_url = format!("https://jobs.ashbyhq.com/{}/{id}", sheet.board.slug);
    json!({
        "id": id,
        "title": sheet.noise.plain(&content.title),
        "department": fixed.department,
        "team": fixed.team,
        "employmentType": "FullTime",
        "location": facts.cities.first().map(|city| city.name),
        "shouldDisplayCompensationOnJobPostings": facts.pay.is_some(),
        "secondaryLocations": secondary(&mut sheet),
        "publishedAt": time::with_millis(sheet.item.published_ms),
        "isListed": true,
        "isRemote": fixed.workplace == Workplace::Remote,
        "workplaceType": title_case(fixed.workplace),
        "address": facts.cities.first().map(|city| address(city)),
        "jobUrl": job_url,
        "applyUrl": format!("{job_url}/application?session={:08x}", sheet.noise.number(0, u64::from(u32::MAX))),
        "descriptionHtml": block_html(&mut sheet, TAGS),
        "descriptionPlain": plain(&mut sheet, &lines),
        "compensation": compensation(facts.pay, fixed.number),
    })
}

fn title_case(workplace: Workplace) -> &'static str {
    match workplace {
        Workplace::Onsite => "OnSite",
        Workplace::Hybrid => "Hybrid",
        Workplace::Remote => "Remote",
    }
}

fn address(city: &City) -> Value {
    let locality = city.name.split(',').next();
    json!({ "postalAddress": {
        "addressLocality": locality,
        "addressRegion": city.region,
        "addressCountry": city.country,
    } })
}

fn secondary(sheet: &mut Sheet<'_>) -> Vec<Value> {
    let mut others: Vec<&City> = sheet.state.facts.cities.iter().skip(1).copied().collect();
    sheet.noise.shuffle(&mut others);
    let places = others
        .iter()
        .map(|city| json!({ "location": city.name, "address": address(city) }));
    places.collect()
}

fn compensation(pay: Option<Pay>, number: u64) -> Value {
    let Some(pay) = pay else {
        return json!({
            "compensationTierSummary": null,
            "scrapeableCompensationSalarySummary": null,
            "compensationTiers": [],
            "summaryComponents": [],
        });
    };
    let shown = summary(pay);
    let mut ids = Random::new(number);
    let component = component(pay);
    let mut in_tier = component.clone();
    in_tier["id"] = uuid(&mut ids).into();
    in_tier["summary"] = shown.clone().into();
    json!({
        "compensationTierSummary": shown,
        "scrapeableCompensationSalarySummary": shown.replace('–', "-"),
        "compensationTiers": [{
            "id": uuid(&mut ids),
            "tierSummary": shown,
            "title": null,
            "additionalInformation": null,
            "components": [in_tier],
        }],
        "summaryComponents": [component],
    })
}

fn component(pay: Pay) -> Value {
    let interval = match pay.interval {
        PayInterval::Year => "1 YEAR",
        PayInterval::Month => "1 MONTH",
    };
    json!({
        "compensationType": "Salary",
        "interval": interval,
        "currencyCode": pay.currency,
        "minValue": pay.min,
        "maxValue": pay.max,
    })
}

/// As the board shows it. Example: €62.5K – €80K
fn summary(pay: Pay) -> String {
    let sign = match pay.currency {
        "USD" => "$",
        "EUR" => "€",
        "GBP" => "£",
        "CAD" => "CA$",
        "CNY" => "CN¥",
        other => other,
    };
    let thousands = |amount: u32| match (amount / 1000, amount % 1000 / 100) {
        (whole, 0) => format!("{sign}{whole}K"),
        (whole, tenths) => format!("{sign}{whole}.{tenths}K"),
    };
    format!("{} – {}", thousands(pay.min), thousands(pay.max))
}
