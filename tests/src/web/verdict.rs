//! What went wrong with a posting, with both texts: what the author of a reader needs.

use std::collections::BTreeMap;
use std::fmt;

use readonce_core::canonical::sight;
use readonce_core::parse::{Response, parse};
use readonce_model::record::Facts;
use readonce_testkit::web::World;

/// Lines of a text that are shown around the first one that differs.
const SHOWN_LINES: usize = 4;

/// A posting as it was read.
#[derive(Clone, Debug)]
pub struct Seen {
    pub text: String,
    pub facts: Facts,
}

/// A posting that is not as the plan has it.
#[derive(Clone, Debug)]
pub struct Difference {
    pub source: String,
    pub day: u32,
    pub number: u32,
    pub words: String,
    pub before: Option<Seen>,
    pub now: Option<Seen>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            source,
            day,
            number,
            words,
            before,
            now,
        } = self;
        write!(f, "{source}, posting {number}, day {day}: {words}")?;
        let (Some(before), Some(now)) = (before, now) else {
            return match now {
                Some(now) => write!(f, "\n{}", excerpt(&now.text, 0)),
                None => Ok(()),
            };
        };
        match first_difference(&before.text, &now.text) {
            Some(at) => write!(
                f,
                "\n  before, line {at}:\n{}\n  now:\n{}",
                excerpt(&before.text, at),
                excerpt(&now.text, at)
            ),
            None => write!(f, "\n  the texts are the same"),
        }
    }
}

fn first_difference(before: &str, now: &str) -> Option<usize> {
    if before == now {
        return None;
    }
    let same = before
        .lines()
        .zip(now.lines())
        .take_while(|(one, other)| one == other);
    Some(same.count())
}

fn excerpt(text: &str, from: usize) -> String {
    let lines = text.lines().skip(from.saturating_sub(1)).take(SHOWN_LINES);
    let shown: Vec<String> = lines
        .map(|line| format!("    {}", line.escape_debug().take_chars()))
        .collect();
    shown.join("\n")
}

/// Escapes hide nothing that looks like something else; Chinese stays readable.
trait Shown {
    fn take_chars(self) -> String;
}

impl Shown for std::str::EscapeDebug<'_> {
    fn take_chars(self) -> String {
        self.take(300).collect()
    }
}

/// Postings that do not have one hash on every kind of site, with the texts that differ.
pub fn one_hash(world: &World, numbers: impl IntoIterator<Item = u32>, day: u32) -> Vec<String> {
    numbers
        .into_iter()
        .filter_map(|number| hashes_of(world, number, day).err())
        .collect()
}

fn hashes_of(world: &World, number: u32, day: u32) -> Result<(), String> {
    let mut by_hash: BTreeMap<String, (Vec<String>, String)> = BTreeMap::new();
    for (site, page) in world.everywhere(number, day) {
        let response = Response {
            body: &page.body,
            content_type: page.content_type.as_deref(),
            url: Some(&page.url),
            site_tz: site.zone(),
            at_ms: world.fetch_ms(day),
            ..Response::default()
        };
        let (hash, text) = match parse(&response) {
            Ok(parsed) if parsed.items.len() == 1 => {
                let seen = parsed.items.into_iter().next().map(sight);
                let canonical = seen.map(|seen| seen.canonical);
                canonical.map_or_else(Default::default, |canonical| {
                    let text = format!("{}\n{}", canonical.title, canonical.text);
                    (canonical.hash.to_string(), text)
                })
            }
            Ok(parsed) => (format!("{} items", parsed.items.len()), String::new()),
            Err(reason) => (format!("unreadable: {reason}"), String::new()),
        };
        let of_hash = by_hash.entry(hash).or_insert_with(|| (Vec::new(), text));
        of_hash.0.push(site.source);
    }
    if by_hash.len() <= 1 {
        return Ok(());
    }
    Err(told(number, by_hash))
}

/// Every group of sites against the largest one.
fn told(number: u32, by_hash: BTreeMap<String, (Vec<String>, String)>) -> String {
    let mut groups: Vec<(String, (Vec<String>, String))> = by_hash.into_iter().collect();
    groups.sort_by_key(|(_, (sources, _))| std::cmp::Reverse(sources.len()));
    let most = groups
        .first()
        .map(|(_, (_, text))| text.clone())
        .unwrap_or_default();
    let mut words = vec![format!("posting {number} has {} hashes", groups.len())];
    for (hash, (sources, text)) in &groups {
        let short: String = hash.chars().take(60).collect();
        words.push(format!("  {short}: {}", sources.join(", ")));
        if let Some(at) = first_difference(&most, text) {
            words.push(format!("   most have, line {at}:\n{}", excerpt(&most, at)));
            words.push(format!("   these have:\n{}", excerpt(text, at)));
        }
    }
    words.join("\n")
}
