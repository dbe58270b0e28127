//! Whether a page is running text: then nobody needs to look for rows or prices in it.
//!
//! A list of articles has sentences too, one summary behind each link. What tells them apart is how
//! much is said without a link between, or that headline, time and sentences follow each other. In
//! doubt it is no running text, and is looked at closely.

use super::outline::{Line, Outline, Sums};
use super::region::Region;
use super::title::line_of;
use super::visible;

/// Weight of sentences without a link between them: less may be the summary in a row.
const RUN: u32 = 500;

pub(super) fn is_prose(outline: &Outline, region: &Region) -> bool {
    if !region.confident {
        return false;
    }
    let sums = region.sums.get(region.node).copied().unwrap_or_default();
    is_more_than_links(outline, &sums) && (is_thick(&sums) || is_one_text(outline, region, &sums))
}

/// A page whose links outweigh its sentences may be for the links.
fn is_more_than_links(outline: &Outline, sums: &Sums) -> bool {
    sums.prose >= outline.linked_text()
}

/// So much for each line that is only a link.
fn is_thick(sums: &Sums) -> bool {
    sums.prose / sums.linked_lines.saturating_add(1) >= RUN
}

/// Most of it stands in one run, and links before or behind it.
fn is_one_text(outline: &Outline, region: &Region, sums: &Sums) -> bool {
    let run = longest_run(outline, region);
    run >= RUN && run.saturating_mul(2) >= sums.prose
}

/// Weight of a title that can be told from a word.
const HEADLINE: u32 = 12;
/// Weight of sentences below a headline that make it one.
const BELOW_HEADLINE: u32 = 150;
/// Lines between the headline and the first sentence: byline, time, source.
const BYLINE_LINES: usize = 10;

/// Whether sentences stand below the title, without a link to something else between. That a time
/// is with it is known from elsewhere.
pub(super) fn is_headlined(outline: &Outline, region: &Region, title: &str, html: &str) -> bool {
    let weight = visible::of_text(title).weight;
    let is_headline = |line: &Line| {
        line.text == weight && !line.linked && line_of(html, line.start, line.end) == title
    };
    let Some(at) = outline.lines.iter().position(is_headline) else {
        return false;
    };
    let below = outline.lines.iter().skip(at.saturating_add(1));
    let is_kept = |line: &&Line| !region.cut.get(line.node as usize).is_none_or(|cut| *cut);
    let (mut run, mut before) = (0_u32, 0);
    for line in below.filter(is_kept) {
        match line.prose {
            true => run = run.saturating_add(line.text),
            false if run == 0 => before += 1,
            false => {}
        }
        if line.linked || before > BYLINE_LINES || run >= BELOW_HEADLINE {
            break;
        }
    }
    weight >= HEADLINE && run >= BELOW_HEADLINE
}

fn longest_run(outline: &Outline, region: &Region) -> u32 {
    let node = outline.node(region.node);
    let lines = outline.lines.iter();
    let inside = lines
        .skip_while(|line| line.start < node.start)
        .take_while(|line| line.start < node.end);
    let (mut longest, mut run) = (0, 0_u32);
    for line in inside {
        match (line.prose, line.linked) {
            (true, _) => run = run.saturating_add(line.text),
            (false, true) => run = 0,
            (false, false) => {}
        }
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::super::region;
    use super::*;

    const SENTENCE: &str = "The council met on Tuesday and agreed on the plan for the bridge.";

    fn is_prose_page(body: &str) -> bool {
        let html = format!("<html><body>{body}</body></html>");
        let outline = Outline::of(&html);
        is_prose(&outline, &region::choose(&outline))
    }

    fn text(sentences: usize) -> String {
        format!("<p>{SENTENCE}</p>").repeat(sentences)
    }

    fn rows(count: usize, summary: &str) -> String {
        let row = |n| {
            format!(
                "<div class=row><h3><a href=/{n}>A story of the day, number {n}</a></h3>{summary}</div>"
            )
        };
        (0..count).map(row).collect()
    }

    #[test]
    fn a_text_is_prose_also_between_tables_of_links() {
        assert!(is_prose_page(&text(12)));
        let links: String = (0..9)
            .map(|n| format!("<tr><td><a href=/{n}>Topic {n}</a></td></tr>"))
            .collect();
        let table = format!("<table>{links}</table>");
        assert!(is_prose_page(&format!("{table}{}{table}", text(12))));
    }

    #[test]
    fn summaries_behind_links_are_none_however_many_they_are() {
        assert!(!is_prose_page(&rows(30, &text(3))));
        assert!(!is_prose_page(&rows(30, "")));
    }

    #[test]
    fn words_about_a_list_are_not_what_the_page_is_for() {
        assert!(!is_prose_page(&format!("{}{}", text(10), rows(40, ""))));
    }

    #[test]
    fn sentences_right_below_their_headline_are_a_text_however_few() {
        let headlined = |html: &str| {
            let outline = Outline::of(html);
            let region = region::choose(&outline);
            is_headlined(&outline, &region, "Council agrees on the bridge", html)
        };
        let title = "<h1>Council agrees on the bridge</h1>";
        let links = rows(20, "");
        let page = |middle: &str| format!("{links}{title}{middle}{}{links}", text(3));
        assert!(headlined(&page("<p>3 May 2026</p>")));
        assert!(!headlined(&page(
            "<h2><a href=/1>A story of today, with a link</a></h2>"
        )));
        assert!(!headlined(&format!(
            "{title}<p>3 May 2026</p>{}",
            rows(20, &text(3))
        )));
        assert!(!headlined(&format!("{}{links}", text(3))));
    }

    #[test]
    fn a_few_sentences_are_looked_at_closely() {
        assert!(!is_prose_page(&text(3)));
    }
}
