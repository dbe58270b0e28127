//! What one row says: its title with the link, a time, an amount, and whole sentences.

use crate::facts::money;
use crate::facts::time;
use crate::parse::dom::{Node, NodeId, Tree, one_line};
use crate::parse::page::outline::{walk_inside, weight};

/// Letters of a line that reads as a sentence, not as a label.
const SENTENCE: usize = 40;
/// Bytes of a line that can be a time or an amount.
const LONGEST_LABEL_BYTES: usize = 120;
/// Lines of one row that are looked at: a row is no page.
const MOST_LINES: usize = 60;

#[derive(Debug)]
pub(super) struct Row {
    pub(super) id: NodeId,
    pub(super) title: String,
    pub(super) link: String,
    /// The title's link stands in a heading, or holds one.
    pub(super) is_headed: bool,
    /// As it is written.
    pub(super) time: Option<String>,
    /// A price or a pay, as it is written.
    pub(super) amount: Option<String>,
    pub(super) prose: Vec<String>,
    /// Text outside the title's link.
    pub(super) beside: usize,
}

/// The link of a row that names what the row is about.
pub(super) struct Link {
    row: NodeId,
    id: NodeId,
    end: NodeId,
    pub(super) title: String,
    href: String,
    is_headed: bool,
}

/// The row of a title, with all else that it says.
pub(super) fn row(tree: &Tree, link: Link) -> Row {
    let id = link.row;
    let lines = lines(tree, id, &link);
    let mut row = Row {
        id,
        title: link.title,
        link: link.href,
        is_headed: link.is_headed,
        time: stamped(tree, id),
        amount: None,
        prose: Vec::new(),
        beside: 0,
    };
    for line in lines {
        row.take(line);
    }
    row
}

impl Row {
    fn take(&mut self, line: String) {
        let letters = weight(&line);
        self.beside = self.beside.saturating_add(letters);
        if line.len() <= LONGEST_LABEL_BYTES {
            if self.time.is_none()
                && let Some(time) = time_in(&line)
            {
                self.time = Some(time);
                return;
            }
            if self.amount.is_none() && is_amount(&line) {
                self.amount = Some(line);
                return;
            }
        }
        if letters >= SENTENCE && line != self.title {
            self.prose.push(line);
        }
    }
}

/// The link that is likeliest the title: in a heading, else the longest; `None` for a row without
/// a link that has a title.
pub(super) fn title_link(tree: &Tree, row: NodeId) -> Option<Link> {
    let own = tree
        .node(row)
        .filter(|node| node.is_link())
        .map(|node| (row, node));
    let inside = tree.inside(row).filter(|(_, node)| node.is_link());
    let mut best: Option<(usize, Link)> = None;
    for (id, node) in own.into_iter().chain(inside) {
        let Some(link) = link(tree, row, id, node) else {
            continue;
        };
        const HEADED: usize = 60;
        const LONGEST: usize = 120;
        let headed = if link.is_headed { HEADED } else { 0 };
        let score = weight(&link.title).min(LONGEST).saturating_add(headed);
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, link));
        }
    }
    best.map(|(_, link)| link)
}

fn link(tree: &Tree, row: NodeId, id: NodeId, node: &Node) -> Option<Link> {
    let href = node.attribute("href")?.trim().to_owned();
    let nowhere = href.is_empty() || href.starts_with('#');
    let scheme = href
        .split_once(':')
        .map(|(scheme, _)| scheme.to_ascii_lowercase());
    let off_web = matches!(
        scheme.as_deref(),
        Some("javascript" | "mailto" | "tel" | "sms" | "whatsapp" | "data")
    );
    let paid = node.attribute("rel").is_some_and(|rel| {
        let mut words = rel.split_ascii_whitespace();
        words.any(|word| word.eq_ignore_ascii_case("sponsored"))
    });
    if nowhere || off_web || paid || node.is_unseen() {
        return None;
    }
    let heading = tree.inside(id).find(|(_, node)| node.is_heading());
    let within = tree
        .ancestors(id)
        .take_while(|(above, _)| *above >= row)
        .any(|(_, node)| node.is_heading());
    let title = match heading {
        Some((heading, _)) => tree.text(heading),
        None => first_line(tree, id),
    };
    // A cut title stands whole in the attribute.
    let whole = node.attribute("title").map(|text| one_line(&text));
    let cut = title.trim_end_matches(['…', '.']);
    let title = match whole {
        Some(whole) if cut.len() < title.len() && whole.starts_with(cut.trim_end()) => whole,
        _ => title,
    };
    let says_nothing = title.is_empty() || is_more(&title) || time_in(&title).is_some();
    (!says_nothing).then(|| Link {
        row,
        id,
        end: node.end,
        title,
        href,
        is_headed: heading.is_some() || within,
    })
}

/// The whole text of a link, or of one with several lines in it the one that reads like a title.
fn first_line(tree: &Tree, id: NodeId) -> String {
    let mut lines = split_lines(tree, id, |_| false);
    if lines.len() < 2 {
        return lines.pop().unwrap_or_default();
    }
    let title = lines.iter().find(|line| {
        let label = line.len() <= LONGEST_LABEL_BYTES;
        !(label && (time_in(line).is_some() || is_amount(line))) && weight(line) >= 4
    });
    title.cloned().unwrap_or_default()
}

/// Words of links that lead to the thing and do not name it.
fn is_more(text: &str) -> bool {
    const WORDS: [&str; 30] = [
        "more",
        "read more",
        "learn more",
        "see more",
        "view more",
        "details",
        "view details",
        "view job",
        "apply",
        "apply now",
        "continue reading",
        "full story",
        "comments",
        "reply",
        "share",
        "add to cart",
        "buy now",
        "shop now",
        "quick view",
        "save",
        "mehr",
        "weiterlesen",
        "lire la suite",
        "leer más",
        "详情",
        "查看详情",
        "更多",
        "阅读全文",
        "查看更多",
        "评论",
    ];
    let mark = |c: char| !c.is_alphanumeric();
    let text = text.trim_matches(mark).to_lowercase();
    text.is_empty() || WORDS.contains(&text.as_str()) || text.bytes().all(|b| b.is_ascii_digit())
}

/// The lines of a row outside its title.
fn lines(tree: &Tree, row: NodeId, title: &Link) -> Vec<String> {
    // In a row that is one link the title is one line of it.
    let whole = title.id == row;
    let skips = |id: NodeId| !whole && (title.id..title.end).contains(&id);
    let mut lines = split_lines(tree, row, skips);
    if whole && let Some(at) = lines.iter().position(|line| *line == title.title) {
        lines.remove(at);
    }
    lines
}

/// Texts by themselves: what stands in elements of its own is a line of its own here, since a time
/// and a price beside each other are two things.
fn split_lines(tree: &Tree, id: NodeId, skips: impl Fn(NodeId) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut before: Option<(NodeId, NodeId)> = None;
    walk_inside(tree, id, |at, node| {
        if !node.is_text() || skips(at) || lines.len() >= MOST_LINES {
            return;
        }
        let text = one_line(&htmlize::unescape(node.text()));
        if text.is_empty() {
            return;
        }
        // Bold words and the like go on in the line; a span, a link or a block begins a new one.
        let here = (node.line(), holder(tree, node));
        match (before == Some(here), lines.last_mut()) {
            (true, Some(line)) => {
                line.push(' ');
                line.push_str(&text);
            }
            _ => lines.push(text),
        }
        before = Some(here);
    });
    lines
}

/// The nearest element around a text that is more than a way of writing.
fn holder(tree: &Tree, node: &Node) -> NodeId {
    const WRITING: [&str; 10] = [
        "b", "strong", "i", "em", "mark", "u", "font", "sup", "sub", "small",
    ];
    let mut id = node.parent;
    while let Some(parent) = tree.node(id) {
        if id == Tree::ROOT || !WRITING.iter().any(|name| parent.is_named(name)) {
            break;
        }
        id = parent.parent;
    }
    id
}

/// A time that the row marks up as one.
fn stamped(tree: &Tree, row: NodeId) -> Option<String> {
    let (id, node) = tree.inside(row).find(|(_, node)| node.is_named("time"))?;
    let stamp = node
        .attribute("datetime")
        .map(|text| text.trim().to_owned());
    let stamp = stamp.filter(|text| time_in(text).is_some());
    stamp.or_else(|| time_in(&tree.text(id)))
}

/// The part of a line that is a time: the line itself, or what stands behind a label or between
/// marks.
pub(super) fn time_in(line: &str) -> Option<String> {
    if !may_hold_time(line) {
        return None;
    }
    let whole = std::iter::once(line);
    let marked = line.split(['|', '·', '•', '\u{2022}', '—', '(', ')', '[', ']']);
    // Behind the first label, and behind the last: "Source: A, published: 2026-09-24".
    let first = line.split_once('：').or_else(|| line.split_once(": "));
    let last = line.rsplit_once('：').or_else(|| line.rsplit_once(": "));
    let labelled = [first, last].into_iter().flatten().map(|(_, rest)| rest);
    let parts = whole.chain(marked).chain(labelled);
    let mut parts = parts.map(str::trim).filter(|part| !part.is_empty());
    parts.find(|part| is_time(part)).map(str::to_owned)
}

/// A time has a digit or a word for a day: said of a line or of a part of it.
fn may_hold_time(text: &str) -> bool {
    const RELATIVE: [&str; 16] = [
        "now",
        "today",
        "yesterday",
        "ago",
        "min",
        "hour",
        "day",
        "week",
        "month",
        "heute",
        "gestern",
        "刚刚",
        "今天",
        "昨天",
        "前天",
        "前",
    ];
    if text.bytes().any(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let lower = text.to_lowercase();
    RELATIVE.iter().any(|word| lower.contains(word))
}

/// A day at least: a bare number or a year is no time of publication here.
fn is_time(text: &str) -> bool {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    if text.len() > LONGEST_LABEL_BYTES || is_number || !may_hold_time(text) {
        return false;
    }
    // Any moment serves: only the form is asked for, and a day that could be two days is one.
    let given = |day_first| time::Given {
        now_ms: 1_790_303_700_000,
        day_first,
        ..time::Given::default()
    };
    let read = |day_first| time::read(text, &given(day_first));
    let read = match read(None) {
        Err(time::Unread::Ambiguous) => read(Some(true)).or_else(|_| read(Some(false))),
        told => told,
    };
    read.is_ok_and(|moment| moment.precision <= time::Precision::Month)
}

/// An amount with its currency, or a pay: a bare number counts something else.
pub(super) fn is_amount(line: &str) -> bool {
    let has_digit = line.chars().any(|c| c.is_ascii_digit() || c.is_numeric());
    if !has_digit || line.len() > LONGEST_LABEL_BYTES {
        return false;
    }
    let given = money::Given::default();
    let price = money::price(line, &given);
    let amount = price.amount.or(price.low).or(price.high);
    if amount.is_some() && price.currency.is_some() {
        return true;
    }
    let pay = money::pay(line, &given);
    pay.min.is_some() && (pay.currency.is_some() || pay.interval.is_some())
}
