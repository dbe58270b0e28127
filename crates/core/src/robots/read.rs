//! Lines of a robots.txt into groups.

use super::{Group, MOST_BYTES, Robots, Rule};

/// What a line is about. Sites misspell the two words that matter most; these spellings are as
/// common as search engines report them.
enum Key {
    Agent,
    Allow,
    Disallow,
    Delay,
    Sitemap,
}

pub(super) fn robots(text: &str) -> Robots {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut reader = Reader::default();
    for line in head(text).split(['\n', '\r']) {
        reader.line(line);
    }
    reader.finish()
}

/// The part of the text that is read: whole lines up to the limit.
fn head(text: &str) -> &str {
    if text.len() <= MOST_BYTES {
        return text;
    }
    let mut end = MOST_BYTES;
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    let head = text.get(..end).unwrap_or("");
    // A rule that is cut would match more than it says.
    head.rfind(['\n', '\r'])
        .and_then(|at| head.get(..at))
        .unwrap_or("")
}

#[derive(Default)]
struct Reader {
    robots: Robots,
    /// The group that is being read.
    group: Option<Group>,
    /// The group has said something: the next name begins another one.
    has_rules: bool,
}

impl Reader {
    fn line(&mut self, line: &str) {
        let Some((key, value)) = parts(line) else {
            return;
        };
        match key {
            Key::Agent => self.agent(value),
            Key::Allow => self.rule(true, value),
            Key::Disallow => self.rule(false, value),
            Key::Delay => self.delay(value),
            // A sitemap belongs to no group and ends none.
            Key::Sitemap if !value.is_empty() => self.robots.sitemaps.push(value.to_owned()),
            Key::Sitemap => {}
        }
    }

    fn agent(&mut self, value: &str) {
        if std::mem::take(&mut self.has_rules) {
            self.robots.groups.extend(self.group.take());
        }
        let name = token(value);
        let group = self.group.get_or_insert_default();
        if !name.is_empty() {
            group.agents.push(name);
        }
    }

    /// A rule that stands before any name holds for nobody. An empty path is no rule, but ends
    /// the names: "Disallow:" says that all is allowed.
    fn rule(&mut self, allow: bool, path: &str) {
        let Some(group) = &mut self.group else {
            return;
        };
        self.has_rules = true;
        if !path.is_empty() {
            group.rules.push(Rule::new(allow, path));
        }
    }

    fn delay(&mut self, value: &str) {
        let Some(group) = &mut self.group else {
            return;
        };
        self.has_rules = true;
        let end = value.find(|c: char| !c.is_ascii_digit() && c != '.');
        let number = value.get(..end.unwrap_or(value.len())).unwrap_or("");
        let delay = number.parse().ok().filter(|delay: &f64| delay.is_finite());
        group.crawl_delay_s = group.crawl_delay_s.or(delay);
    }

    fn finish(mut self) -> Robots {
        self.robots.groups.extend(self.group.take());
        self.robots
    }
}

/// Key and value of a line, without its comment. A forgotten colon is made up for where the line
/// has two words.
fn parts(line: &str) -> Option<(Key, &str)> {
    let line = line.split('#').next().unwrap_or("").trim();
    let (name, value) = line.split_once(':').or_else(|| {
        let (name, value) = line.split_once(char::is_whitespace)?;
        let value = value.trim();
        (!value.contains(char::is_whitespace)).then_some((name, value))
    })?;
    Some((key(name)?, value.trim()))
}

fn key(name: &str) -> Option<Key> {
    let name = name.trim();
    let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if is(&["user-agent", "useragent", "user agent"]) {
        Some(Key::Agent)
    } else if is(&[
        "disallow",
        "dissallow",
        "dissalow",
        "disalow",
        "diasllow",
        "disallaw",
    ]) {
        Some(Key::Disallow)
    } else if is(&["allow"]) {
        Some(Key::Allow)
    } else if is(&["crawl-delay", "crawldelay"]) {
        Some(Key::Delay)
    } else {
        is(&["sitemap", "site-map"]).then_some(Key::Sitemap)
    }
}

/// Whether a text reads like a robots.txt: its first line that says anything names a crawler, or
/// every line that is looked at is one of a robots.txt.
pub(crate) fn looks_like_robots(text: &str) -> bool {
    const LINES: usize = 20;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let lines = text
        .split(['\n', '\r'])
        .map(|line| line.split('#').next().unwrap_or(""));
    let mut lines = lines
        .filter(|line| !line.trim().is_empty())
        .take(LINES)
        .peekable();
    let first = lines.peek().and_then(|line| parts(line));
    let with_colon = lines.peek().is_some_and(|line| line.contains(':'));
    match first {
        Some((Key::Agent, _)) if with_colon => true,
        Some(_) => lines.all(|line| line.contains(':') && parts(line).is_some()),
        None => false,
    }
}

/// The name of a crawler out of what it calls itself: `Example/1.0 (+https://…)` is example.
pub(super) fn token(agent: &str) -> String {
    let agent = agent.trim();
    let end = agent.find(|c: char| c.is_whitespace() || c == '/');
    agent
        .get(..end.unwrap_or(agent.len()))
        .unwrap_or("")
        .to_ascii_lowercase()
}
