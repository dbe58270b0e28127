//! JSON-LD of a posting, and the blocks that stand beside it.

use serde_json::{Value, json};

use super::{Sheet, time};
use crate::web::json::Writer;
use crate::web::markup;
use crate::world::text::COMPANIES;

/// All blocks as `script` elements, in the order of the day.
pub(super) fn blocks(sheet: &mut Sheet) -> String {
    let posting = posting(sheet);
    let token = sheet.dress.token();
    let site = json!({
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": "Careers",
        "potentialAction": {
            "@type": "SearchAction",
            "target": format!("https://{}/search?sid={token}&q={{q}}", sheet.site.host()),
        },
    });
    let trail = json!({
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": 1, "name": "Home"},
            {"@type": "ListItem", "position": 2, "name": "Jobs"},
        ],
    });
    let mut all = vec![posting, site, trail];
    if sheet.dress.random.chance(300) {
        all = vec![json!({"@context": "https://schema.org", "@graph": all})];
    }
    sheet.dress.random.shuffle(&mut all);
    let scripts = all.iter().map(|block| {
        let text = Writer::new(&mut sheet.dress.random, sheet.site.charset).write(block);
        format!("<script type=\"application/ld+json\">{text}</script>\n")
    });
    scripts.collect()
}

fn posting(sheet: &mut Sheet) -> Value {
    let parts = sheet.posting.parts();
    let description = markup::parts(&mut sheet.dress, &parts);
    let title = sheet.dress.plain(&sheet.posting.title);
    let modified = sheet.moved_ms();
    let mut kinds = ["FULL_TIME", "PART_TIME"];
    sheet.dress.random.shuffle(&mut kinds);
    let pay = sheet.posting.pay;
    json!({
        "@context": "https://schema.org",
        "@type": "JobPosting",
        "title": title,
        "description": description,
        "url": sheet.dress.tracked(&sheet.url()),
        "identifier": {
            "@type": "PropertyValue",
            "name": "careers",
            "value": sheet.posting.shown_number().to_string(),
        },
        "datePosted": time::date(sheet.published_ms),
        "dateModified": time::utc(modified),
        "employmentType": kinds,
        "directApply": sheet.dress.random.chance(500),
        "hiringOrganization": {
            "@type": "Organization",
            "name": COMPANIES[sheet.site.company()].name,
            "logo": format!("https://cdn.example.com/logo.png?v={}", sheet.dress.token()),
        },
        "jobLocation": places(sheet),
        "baseSalary": {
            "@type": "MonetaryAmount",
            "currency": pay.currency,
            "value": {
                "@type": "QuantitativeValue",
                "minValue": pay.min,
                "maxValue": pay.max,
                "unitText": pay.interval,
            },
        },
    })
}

/// A set: in another order every day.
fn places(sheet: &mut Sheet) -> Vec<Value> {
    let mut cities = sheet.posting.cities.clone();
    sheet.dress.random.shuffle(&mut cities);
    let places = cities.iter().map(|city| {
        json!({
            "@type": "Place",
            "address": {
                "@type": "PostalAddress",
                "addressLocality": city.name.split(',').next(),
                "addressRegion": city.region,
                "addressCountry": city.country_code,
            },
        })
    });
    places.collect()
}
