//! A cheap look at a page: whether it has so much text of its own that it can be no wall.
//!
//! No tree, no attributes; it stops as soon as the question is answered, which for most pages is
//! early. It may miss text. What it reports is there.

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Bytes of text outside links.
    pub(super) own: usize,
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
            "script" if !closing => return behind(behind(rest, "</script"), ">"),
            "style" if !closing => return behind(behind(rest, "</style"), ">"),
            "svg" if !closing => return behind(behind(rest, "</svg"), ">"),
            "noscript" if !closing => return behind(behind(rest, "</noscript"), ">"),
            "select" if !closing => return behind(behind(rest, "</select"), ">"),
            "template" if !closing => return behind(behind(rest, "</template"), ">"),
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

    fn total(html: &str) -> usize {
        skim(html, |_| false).own
    }

    #[test]
    fn text_counts_and_links_and_scripts_do_not() {
        let one = SENTENCE.len();
        assert_eq!(total(&format!("<p>{SENTENCE}</p>")), one);
        assert_eq!(total(&format!("<P CLASS=x>{SENTENCE} a < b")), one + 3);
        for html in [
            format!("<a href=1>{SENTENCE}</a>"),
            format!("<script>{SENTENCE}</script>"),
            format!("<style>{SENTENCE}</style><noscript>{SENTENCE}</noscript>"),
            format!("<!-- {SENTENCE} -->"),
        ] {
            assert_eq!(total(&html), 0, "{html}");
        }
    }

    #[test]
    fn it_stops_when_it_has_seen_enough_and_at_the_end() {
        let html = format!("<p>{SENTENCE}</p>").repeat(100);
        let seen = skim(&html, |seen| seen.own >= 1000);
        assert!((1000..1000 + SENTENCE.len()).contains(&seen.own));
        assert_eq!(total(&html), 100 * SENTENCE.len());
        for piece in ["<p", "<script>", "<!--", "<a><b", "<svg>"] {
            assert_eq!(total(&piece.repeat(100_000)), 0, "{piece}");
        }
    }
}
