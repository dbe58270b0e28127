//! robots.txt by RFC 9309: which addresses of a site a crawler may fetch, and how fast.
//!
//! Pure: a text in, decisions out; fetching the file, and what a missing one means, is the
//! caller's. Nothing in a file is an error: a line that says nothing is passed over.

mod path;
mod read;
#[cfg(test)]
mod tests;

use serde::Serialize;

pub(crate) use read::looks_like_robots;

/// More than this of a file is not read; the standard asks for at least as much.
pub const MOST_BYTES: usize = 500 * 1024;

/// The rules of one site.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Robots {
    pub groups: Vec<Group>,
    /// Addresses of sitemaps, as written.
    pub sitemaps: Vec<String>,
}

/// Rules that hold for some crawlers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Group {
    /// Names in lower case; `*` is every crawler that no group names.
    pub agents: Vec<String>,
    pub rules: Vec<Rule>,
    pub crawl_delay_s: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    pub allow: bool,
    /// As written: the beginning of a path, with `*` for anything and `$` for its end.
    pub path: String,
    /// The same as it is matched.
    #[serde(skip)]
    pattern: String,
}

impl Rule {
    fn new(allow: bool, path: &str) -> Self {
        Self {
            allow,
            path: path.to_owned(),
            pattern: path::pattern(path),
        }
    }
}

impl Robots {
    /// Reads the bytes of a file. What is no UTF-8 is no part of a rule that anything matches.
    pub fn parse(bytes: &[u8]) -> Self {
        let bytes = bytes.get(..MOST_BYTES.saturating_add(3)).unwrap_or(bytes);
        Self::of(&String::from_utf8_lossy(bytes))
    }

    /// Reads the text of a file.
    pub fn of(text: &str) -> Self {
        read::robots(text)
    }

    /// Whether a crawler may fetch a path with its query, as in an address: `/jobs?page=2`.
    ///
    /// The rule with the longest path decides, and of two alike the one that allows.
    pub fn allowed(&self, agent: &str, path: &str) -> bool {
        let path = path::of_address(path);
        if path == "/robots.txt" {
            return true;
        }
        let rules = self.groups_of(agent).flat_map(|group| &group.rules);
        let matching = rules.filter_map(|rule| {
            let hits = path::matches(&rule.pattern, &path);
            hits.then_some((rule.pattern.len(), rule.allow))
        });
        matching.max().is_none_or(|(_, allow)| allow)
    }

    /// Seconds between two fetches, where the site asks a crawler for some: the longest time of
    /// the groups that hold for it.
    pub fn crawl_delay_s(&self, agent: &str) -> Option<f64> {
        let delays = self
            .groups_of(agent)
            .filter_map(|group| group.crawl_delay_s);
        delays.max_by(f64::total_cmp)
    }

    /// The groups that name the crawler, together; those for all only where none does.
    fn groups_of(&self, agent: &str) -> impl Iterator<Item = &Group> {
        let token = read::token(agent);
        let named = move |group: &&Group, name: &str| group.agents.iter().any(|a| a == name);
        let own = self.groups.iter().any(|group| named(&group, &token));
        let name = if own { token } else { "*".to_owned() };
        self.groups.iter().filter(move |group| named(group, &name))
    }
}
