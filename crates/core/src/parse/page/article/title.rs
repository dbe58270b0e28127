//! The title of the one thing on a page: its main heading, else what the head calls it without the
//! name of the site.

use super::kind::Kind;
use super::outline::{Head, Outline};
use super::region::Region;
use crate::canonical::{fold, shown};
use crate::parse::html;

/// A title, and the heading that shows it.
#[derive(Default)]
pub(super) struct Title {
    pub(super) text: String,
    pub(super) node: Option<usize>,
}

/// What stands between a title and the name of the site, the surest first.
const SEPARATORS: [&str; 9] = [" | ", "_", " » ", " :: ", " · ", " – ", " — ", " - ", "|"];

pub(super) fn find(outline: &Outline, region: &Region, html: &str) -> Title {
    let site = shown(&htmlize::unescape(outline.head.site));
    let named = named(&outline.head, &site);
    let Some((node, heading)) = main_heading(outline, region, html, &site) else {
        return Title {
            text: named,
            node: None,
        };
    };
    let text = if continues(&named, &heading) {
        named
    } else {
        heading
    };
    Title {
        text,
        node: Some(node),
    }
}

/// The head's title says more than the heading does: `Bank notice: rates cut`.
fn continues(named: &str, heading: &str) -> bool {
    let (named, heading) = (fold(named), fold(heading));
    let rest = named.strip_prefix(&heading).map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with(':'))
}

/// The first h1 in the region; else the last before it; else any.
fn main_heading(
    outline: &Outline,
    region: &Region,
    html: &str,
    site: &str,
) -> Option<(usize, String)> {
    let (start, end) = (region.node, outline.node(region.node).next as usize);
    let all = outline.nodes.iter().enumerate();
    let headings = all.filter(|(_, node)| node.kind == Kind::Heading && node.level == 1);
    let mut best: Option<(u8, usize, String)> = None;
    for (at, node) in headings.take(8) {
        let place = match at {
            _ if region.cut.get(at).copied().unwrap_or(true) => 1,
            _ if (start..end).contains(&at) => 3,
            _ if at < start => 2,
            _ => 0,
        };
        let nearer = best
            .as_ref()
            .is_none_or(|(other, _, _)| place > *other || (place == 2 && *other == 2));
        if !nearer {
            continue;
        }
        let text = line_of(html, node.inner_start, node.inner_end);
        if !text.is_empty() && text != site {
            best = Some((place, at, text));
        }
    }
    best.map(|(_, at, text)| (at, text))
}

/// The text of a part of the page as one line.
pub(super) fn line_of(html: &str, start: u32, end: u32) -> String {
    let inside = html.get(start as usize..end as usize).unwrap_or("");
    let line = shown(&html::line(inside));
    line.trim_end_matches(['¶', ' ']).to_owned()
}

fn named(head: &Head, site: &str) -> String {
    let og = shown(&htmlize::unescape(head.og_title));
    let title = match og.is_empty() {
        true => shown(&htmlize::unescape(head.title)),
        false => og,
    };
    without_site(&title, site).trim().to_owned()
}

fn without_site<'t>(title: &'t str, site: &str) -> &'t str {
    for separator in SEPARATORS {
        if let Some((rest, last)) = title.rsplit_once(separator)
            && last.trim() == site
        {
            return rest;
        }
    }
    for separator in SEPARATORS {
        if title.contains(separator) && separates(title, separator) {
            return without_last(title, separator);
        }
    }
    title
}

/// A sign without blanks around it separates Chinese words; within `Shift_JIS` it is a letter.
fn separates(title: &str, separator: &str) -> bool {
    separator.len() > 1
        || title.split(separator).all(|part| {
            part.starts_with(|c: char| !c.is_ascii()) || part.ends_with(|c: char| !c.is_ascii())
        })
}

/// The longest part, and for a plain dash, which titles hold themselves, all but the last.
fn without_last<'t>(title: &'t str, separator: &str) -> &'t str {
    if matches!(separator, " – " | " — " | " - ") {
        return title.rsplit_once(separator).map_or(title, |(rest, _)| rest);
    }
    let mut longest = "";
    for part in title.split(separator) {
        if part.chars().count() > longest.chars().count() {
            longest = part;
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_site_is_no_part_of_a_title() {
        for (title, site, right) in [
            (
                "Storm hits coast - Example Times",
                "Example Times",
                "Storm hits coast",
            ),
            (
                "Account Executive - Italy | GitLab",
                "",
                "Account Executive - Italy",
            ),
            ("央行下调利率_财经频道_示例网", "", "央行下调利率"),
            ("Storm hits coast", "Example Times", "Storm hits coast"),
            ("Shift_JIS", "", "Shift_JIS"),
            (
                "Example – Notes on glass – Example Lab",
                "",
                "Example – Notes on glass",
            ),
        ] {
            assert_eq!(without_site(title, site), right);
        }
    }

    #[test]
    fn a_heading_that_the_title_goes_on_from_is_not_all_of_it() {
        assert!(continues("央行公告:下调利率", "央行公告"));
        assert!(!continues("Data engineer in Rome", "Data engineer"));
    }
}
