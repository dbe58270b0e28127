//! A cheap look at a page: whether it has so much running text that nobody need look closer.
//!
//! No tree, no attributes; it stops as soon as the question is answered, which for an article is
//! early. It may miss prose. What it reports is there.

/// Bytes of a text that reads as a sentence, not as a label.
const SENTENCE_BYTES: usize = 40;
/// Bytes of a link that reads as a title.
const TITLE_BYTES: usize = 20;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Bytes of text outside links.
    pub(super) own: usize,
    /// Bytes of sentences outside links.
    pub(super) prose: usize,
    /// The same since the last line that began with a link like a title.
    pub(super) unbroken: usize,
    /// A line has begun with text that is no link.
    in_line: bool,
    in_link: bool,
}

/// Reads on until `enough`, or to the end.
pub(super) fn skim(html: &str, enough: impl Fn(&Seen) -> bool) -> Seen {
    let mut seen = Seen::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at_checked(at).unwrap_or((rest, ""));
        seen.text(text.trim());
        if enough(&seen) {
            return seen;
        }
        rest = seen.tag(tag);
    }
    seen.text(rest.trim());
    seen
}

impl Seen {
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.in_link {
            self.own = self.own.saturating_add(text.len());
        }
        match self.in_link {
            true if !self.in_line && text.len() >= TITLE_BYTES => self.unbroken = 0,
            false if text.len() >= SENTENCE_BYTES => {
                self.prose = self.prose.saturating_add(text.len());
                self.unbroken = self.unbroken.saturating_add(text.len());
            }
            _ => {}
        }
        self.in_line |= !self.in_link;
    }

    /// Takes the tag that the text begins with; returns what is behind it.
    fn tag<'a>(&mut self, text: &'a str) -> &'a str {
        let after = text.get(1..).unwrap_or("");
        let (closing, name) = match after.strip_prefix('/') {
            Some(name) => (true, name),
            None => (false, after),
        };
        if name.starts_with("!--") {
            return behind(name, "-->");
        }
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '!' | '?')) {
            // A sign in a text, and no tag.
            return after;
        }
        let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let rest = behind(name, ">");
        match name.get(..length).unwrap_or("") {
            "a" | "A" => self.in_link = !closing,
            "p" | "P" | "div" | "li" | "tr" | "td" | "h1" | "h2" | "h3" | "h4" | "article"
            | "section" | "ul" | "br" | "dt" | "dd" => self.in_line = false,
            "script" if !closing => return behind(rest, "</script"),
            "style" if !closing => return behind(rest, "</style"),
            "svg" if !closing => return behind(rest, "</svg"),
            "noscript" if !closing => return behind(rest, "</noscript"),
            "select" if !closing => return behind(rest, "</select"),
            "template" if !closing => return behind(rest, "</template"),
            _ => {}
        }
        rest
    }
}

fn behind<'a>(text: &'a str, end: &str) -> &'a str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENTENCE: &str = "The council met on Tuesday and agreed on the plan for the bridge.";

    fn total(html: &str) -> (usize, usize) {
        let seen = skim(html, |_| false);
        (seen.prose, seen.unbroken)
    }

    #[test]
    fn sentences_count_and_labels_links_and_scripts_do_not() {
        let one = SENTENCE.len();
        assert_eq!(total(&format!("<p>{SENTENCE}</p>")).0, one);
        assert_eq!(total(&format!("<P CLASS=x>{SENTENCE} a < b")).0, one + 2);
        for html in [
            "<p>Short</p>".to_owned(),
            format!("<a href=1>{SENTENCE}</a>"),
            format!("<script>{SENTENCE}</script>"),
            format!("<style>{SENTENCE}</style><noscript>{SENTENCE}</noscript>"),
            format!("<!-- {SENTENCE} -->"),
        ] {
            assert_eq!(total(&html).0, 0, "{html}");
        }
    }

    #[test]
    fn a_title_at_the_beginning_of_a_line_breaks_prose_and_a_link_within_one_does_not() {
        let card = format!("<h3><a href=1>Council agrees on the bridge</a></h3><p>{SENTENCE}</p>");
        assert_eq!(total(&card.repeat(5)).1, SENTENCE.len());
        let text =
            format!("<p>{SENTENCE} <a href=1>Council agrees on the bridge</a> {SENTENCE}</p>");
        assert_eq!(total(&text.repeat(5)).1, 10 * SENTENCE.len());
    }

    #[test]
    fn it_stops_when_it_has_seen_enough_and_at_the_end() {
        let html = format!("<p>{SENTENCE}</p>").repeat(100);
        let seen = skim(&html, |seen| seen.prose >= 1000);
        assert!((1000..1000 + SENTENCE.len()).contains(&seen.prose));
        assert_eq!(skim(&html, |_| false).own, 100 * SENTENCE.len());
        for piece in ["<", "<p", "<script>", "<!--", "</", "<a><b", "<svg>"] {
            assert_eq!(skim(&piece.repeat(100_000), |_| false).prose, 0, "{piece}");
        }
    }
}
