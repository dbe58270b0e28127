//! Pieces of text that hold an amount, behind the title of the product and close to each other.
//!
//! The first piece decides where the others may stand: in the same element, or in the one around
//! it. A piece ends where a line does, or where what is said about it changes; parts of one amount
//! in several elements (sign, whole, cents) stay together.

use super::aside::{ends_with_digit, is_aside, is_full, leads_to_others, parts_cents};
use super::words::{Names, Signs};
use crate::canonical::fold;
use crate::facts::money::{self, Given, Price};
use crate::parse::page::elements::{Tag, Visitor, is_block, walk};

/// Visible characters between pieces that belong together.
const NEAR: usize = 120;
/// Visible characters behind the title within which a new heading is still about it.
const NEAR_TITLE: usize = 300;
/// Visible characters behind the title within which its price begins.
const REACH: usize = 3000;
/// A longer text is no price, and no heading.
const LONGEST: usize = 160;
/// Pieces of one price; more are a list of products.
const MAX_PIECES: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// In one line.
    pub(super) text: String,
    pub(super) signs: Signs,
    pub(super) price: Price,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pub(super) title: Option<String>,
    pub(super) all: Vec<Piece>,
    /// There were more than are kept.
    pub(super) is_cut: bool,
}

/// The pieces near the title; `whole` takes those of the whole page behind it.
pub(super) fn segments(html: &str, title: &str, given: &Given, whole: bool) -> Pieces {
    let mut reader = Reader {
        given,
        names: Names::default(),
        title: fold(title).to_lowercase(),
        whole,
        found: Pieces::default(),
        open: Vec::new(),
        line: Line::default(),
        heading: None,
        anchor: Anchor::None,
        since: 0,
        scope: None,
        done: false,
    };
    walk(html, &mut reader);
    reader.found
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Anchor {
    None,
    /// Behind the first main heading.
    Heading,
    /// Behind a text that is the title.
    Title,
}

/// What is open with an element.
#[derive(Clone, Copy)]
struct Open<'a> {
    tag: Tag<'a>,
    /// Read when they are asked for: nobody asks in front of the title, where menus are.
    signs: Option<Signs>,
    breaks: bool,
    heading: bool,
}

/// The text since the last break.
#[derive(Default)]
struct Line {
    text: String,
    signs: Signs,
    /// The next two digits are cents.
    cents: bool,
}

struct Reader<'g, 'a> {
    given: &'g Given<'g>,
    names: Names<'a>,
    title: String,
    whole: bool,
    found: Pieces,
    open: Vec<Open<'a>>,
    line: Line,
    /// The text of the heading that is open, and whether it is a main one.
    heading: Option<(String, bool)>,
    anchor: Anchor,
    /// Visible characters since the title, or since the last piece.
    since: usize,
    /// How many elements are open around those that the pieces stand in.
    scope: Option<usize>,
    done: bool,
}

impl Reader<'_, '_> {
    /// What the elements that are open say.
    fn signs(&mut self) -> Signs {
        let read = self.open.iter().rposition(|open| open.signs.is_some());
        let first = read.map_or(0, |read| read.saturating_add(1));
        let mut signs = read.map_or_else(Signs::default, |read| self.signs_at(read));
        for open in self.open.iter_mut().skip(first) {
            (signs, _) = self.names.signs(&open.tag, signs);
            open.signs = Some(signs);
        }
        signs
    }

    fn signs_at(&self, depth: usize) -> Signs {
        let open = self.open.get(depth);
        open.and_then(|open| open.signs).unwrap_or_default()
    }

    /// The title is not reached and no heading is open that may be it.
    fn is_before_title(&self) -> bool {
        self.anchor == Anchor::None && self.heading.is_none()
    }

    /// The text so far is a piece of its own.
    fn break_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if self.anchor == Anchor::None || line.text.trim().is_empty() {
            return;
        }
        let text = fold(&line.text);
        let visible = text.chars().count();
        match self.price(&text, line.signs) {
            Some(price) => self.keep(Piece {
                text,
                signs: line.signs,
                price,
            }),
            None => self.pass(visible),
        }
    }

    fn pass(&mut self, visible: usize) {
        self.since = self.since.saturating_add(visible);
        let reach = if self.found.all.is_empty() {
            REACH
        } else {
            NEAR
        };
        self.done |= !self.whole && self.since > reach && self.anchor == Anchor::Title;
        self.done |= !self.whole && self.since > reach && !self.found.all.is_empty();
    }

    fn keep(&mut self, piece: Piece) {
        if self.found.all.len() >= MAX_PIECES {
            self.found.is_cut = true;
            self.done = true;
            return;
        }
        if self.scope.is_none() {
            self.scope = Some(self.around());
        }
        self.since = 0;
        self.found.all.push(piece);
    }

    /// How many elements are open around the one that shows the price, without its parent.
    fn around(&self) -> usize {
        let is_price = |depth: &usize| self.signs_at(*depth).price;
        // The element that shows a price: what is inside it does too.
        let shows = (0..self.open.len()).find(is_price);
        let shows = shows.unwrap_or_else(|| self.open.len().saturating_sub(1));
        shows.saturating_sub(1)
    }

    /// The price that a text is; `None` when it is none of this product.
    fn price(&self, text: &str, signs: Signs) -> Option<Price> {
        let far = text.len() > LONGEST || !text.bytes().any(|byte| byte.is_ascii_digit());
        if far || signs.hidden || signs.other || signs.linked || is_aside(text) {
            return None;
        }
        let bare = Given {
            default_currency: None,
            ..*self.given
        };
        let signed = money::price(text, &bare).currency.is_some();
        let words = text.split_whitespace().filter(|word| {
            let letters = word.chars().filter(|c| c.is_alphabetic()).count();
            letters > 3
        });
        let most = if signs.price { 6 } else { 3 };
        if !(signed || signs.price) || words.count() > most {
            return None;
        }
        let price = money::price(text, self.given);
        let any = [price.amount, price.low, price.high, price.list_price];
        any.iter().any(Option::is_some).then_some(price)
    }

    /// Whether the text so far is done when such an element begins.
    fn starts_piece(&self, tag: &Tag, signs: Signs, names_price: bool) -> bool {
        let text = &self.line.text;
        if text.trim().is_empty() {
            return false;
        }
        let whole = || is_full(text) && money::price(text, self.given).currency.is_some();
        let goes_on = ends_with_digit(text) && parts_cents(tag);
        roles(signs) != roles(self.line.signs) || (names_price && !goes_on && whole())
    }

    /// A heading that ended: the title, or the begin of something else.
    fn end_heading(&mut self, text: &str, main: bool) {
        let text = fold(text);
        if text.is_empty() {
            return;
        }
        let exact = !self.title.is_empty() && text.to_lowercase() == self.title;
        let reached = match (exact, main) {
            (true, _) => Anchor::Title,
            (false, true) => Anchor::Heading,
            (false, false) => Anchor::None,
        };
        if reached > self.anchor {
            self.anchor = reached;
            self.since = 0;
            self.scope = None;
            self.found = Pieces {
                title: Some(text),
                ..Pieces::default()
            };
        } else if self.anchor != Anchor::None && !exact {
            let other = self.since > NEAR_TITLE || leads_to_others(&text);
            self.done |= !self.whole && other && !text.bytes().any(|byte| byte.is_ascii_digit());
        }
    }
}

impl<'a> Visitor<'a> for Reader<'_, 'a> {
    fn open(&mut self, tag: &Tag<'a>) {
        let breaks = is_block(tag.name) || tag.is("br") || tag.is("hr");
        let before = self.is_before_title();
        let mut signs = None;
        if !before {
            let around = self.signs();
            let (own, names_price) = self.names.signs(tag, around);
            signs = Some(own);
            if breaks || self.starts_piece(tag, own, names_price) {
                self.break_line();
            }
        }
        let (level, named) = (heading(tag), names_title(tag));
        let heading = (level.is_some() || named) && self.heading.is_none();
        if heading {
            self.heading = Some((String::new(), level == Some(1)));
        }
        self.line.cents |= ends_with_digit(&self.line.text) && parts_cents(tag);
        self.open.push(Open {
            tag: *tag,
            signs,
            breaks,
            heading,
        });
    }

    fn text(&mut self, raw: &'a str) {
        if self.is_before_title() {
            return;
        }
        let signs = self.signs();
        if signs.hidden {
            return;
        }
        let text = htmlize::unescape(raw);
        if let Some((heading, _)) = self
            .heading
            .as_mut()
            .filter(|(text, _)| text.len() <= LONGEST * 4)
        {
            heading.push_str(&text);
        }
        if text.trim().is_empty() {
            return self
                .line
                .text
                .push_str(if text.is_empty() { "" } else { " " });
        }
        let two = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        if std::mem::take(&mut self.line.cents) && two(text.trim()) {
            self.line.text.truncate(self.line.text.trim_end().len());
            self.line.text.push('.');
        }
        if self.line.text.trim().is_empty() {
            self.line.signs = signs;
        }
        self.line.signs.price |= signs.price;
        self.line.text.push_str(&text);
    }

    fn close(&mut self, _: usize) {
        let signs = match self.is_before_title() {
            true => Signs::default(),
            false => self.signs(),
        };
        let Some(open) = self.open.last().copied() else {
            return;
        };
        let outer = self.open.len().checked_sub(2);
        let outer = outer.map_or_else(Signs::default, |outer| self.signs_at(outer));
        if open.breaks || roles(signs) != roles(outer) {
            self.break_line();
        }
        self.open.pop();
        if open.heading
            && let Some((text, main)) = self.heading.take()
        {
            self.end_heading(&text, main);
        }
        let left = self.scope.is_some_and(|scope| self.open.len() <= scope);
        self.done |= left && !self.whole;
    }

    fn is_done(&self) -> bool {
        self.done
    }
}

/// What tells amounts side by side apart.
fn roles(signs: Signs) -> Signs {
    Signs {
        price: false,
        ..signs
    }
}

/// 1 for a main heading, more for lower ones.
fn heading(tag: &Tag) -> Option<u8> {
    let digit = tag.name.strip_prefix(['h', 'H'])?;
    let level: u8 = digit.parse().ok()?;
    (1..=4).contains(&level).then_some(level)
}

fn names_title(tag: &Tag) -> bool {
    tag.get("itemprop")
        .is_some_and(|name| name.trim() == "name")
}
