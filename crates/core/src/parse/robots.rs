//! robots.txt as a response: no items, but rules, and the sitemaps that it points to.

use readonce_model::Reason;

use super::found::{Around, Child, Found};
use super::{Format, Source, link};
use crate::robots::{Robots, looks_like_robots};

pub(super) fn read(source: &Source) -> Result<Found, Reason> {
    let robots = Robots::of(source.text);
    let children = robots.sitemaps.iter().filter_map(|address| {
        let url = link::resolve(address, source.response.url)?;
        Some(Child {
            url: url.to_string(),
            updated_at: None,
        })
    });
    let around = Around {
        title: Some(summary(&robots)),
        children: children.collect(),
        robots: Some(robots),
        ..Around::default()
    };
    Ok(Found {
        around,
        ..Found::new(Format::Robots)
    })
}

/// What the file holds, in words.
fn summary(robots: &Robots) -> String {
    let rules: usize = robots.groups.iter().map(|group| group.rules.len()).sum();
    let counts = [
        (robots.groups.len(), "group"),
        (rules, "rule"),
        (robots.sitemaps.len(), "sitemap"),
    ];
    let words = counts.map(|(count, name)| match count {
        1 => format!("1 {name}"),
        _ => format!("{count} {name}s"),
    });
    format!("robots.txt: {}", words.join(", "))
}

/// Whether the response is a robots.txt: by its address, or by what its lines say.
pub(super) fn is_robots(source: &Source) -> bool {
    let address = source.response.url.unwrap_or("");
    let path = address.split(['?', '#']).next().unwrap_or("");
    path.ends_with("/robots.txt") || looks_like_robots(source.text)
}
