//! One thing on one page: its title, its byline and its main text.
//!
//! One pass over the markup makes an outline; the outline alone decides which part is the main
//! text; only that part is read into blocks. No page costs more than linear time.
//!
//! | file | what it does |
//! |---|---|
//! | `scan`, `cursor`, `kind`, `open`, `line`, `head` | the pass over the bytes |
//! | `outline` | what the pass leaves |
//! | `hint`, `look`, `marks` | words of furniture: in class names, in short lines |
//! | `visible` | how much of a text shows |
//! | `cut`, `series`, `region` | which part is the main text |
//! | `prose` | whether it is running text, and no list of others |
//! | `title`, `byline` | what the page says about the text |
//! | `body`, `noise` | the part as blocks, without lines that move |

mod body;
mod byline;
mod cursor;
mod cut;
mod head;
mod hint;
mod kind;
mod line;
mod look;
mod marks;
mod noise;
mod open;
mod outline;
mod prose;
mod region;
mod scan;
mod series;
#[cfg(test)]
mod tests;
mod title;
mod visible;

use readonce_model::Reason;
use readonce_model::record::Facts;

use crate::canonical::{fold, tidy};
use crate::item::{Block, Content, Item, Kind};
use crate::parse::found::Found;
use crate::parse::moment::{self, Moments};
use crate::parse::{Format, Source, html, link};
use byline::Byline;
pub(super) use outline::Outline;
use region::Region;

/// How many lines around the title are looked at for a byline.
const HEAD_LINES: usize = 10;
/// Weight of a line that is no byline.
const LONG_LINE: u32 = 170;

/// A page as one thing.
pub(super) struct Reading {
    pub(super) found: Found,
    /// It is running text: no list of others, and no product.
    pub(super) is_prose: bool,
}

pub(super) fn read(source: &Source, outline: &Outline) -> Result<Reading, Reason> {
    let text = Text::of(source, outline);
    let is_prose = text.is_prose;
    let mut found = Found::new(Format::Page);
    found.around.title = Some(text.title.clone()).filter(|title| !title.is_empty());
    let url = text.url(source);
    let item = Item {
        id: url.clone().unwrap_or_else(|| "page".to_owned()),
        url,
        facts: text.facts(source),
        content: Content {
            kind: text.kind(),
            title: text.title,
            blocks: text.blocks,
        },
    };
    found.records.push(("page".to_owned(), Ok(item)));
    Ok(Reading { found, is_prose })
}

/// The main text of a page whose other facts are known from elsewhere.
pub(super) fn main_blocks(source: &Source, outline: &Outline) -> Vec<Block> {
    Text::of(source, outline).blocks
}

/// What a page says, as far as its outline tells.
struct Text<'o, 'a> {
    outline: &'o Outline<'a>,
    title: String,
    byline: Byline,
    blocks: Vec<Block>,
    is_prose: bool,
}

impl<'o, 'a> Text<'o, 'a> {
    fn of(source: &Source<'a>, outline: &'o Outline<'a>) -> Self {
        let region = region::choose(outline);
        let title = title::find(outline, &region, source.text);
        let moments = source.moments.in_language(Some(outline.head.lang));
        let mut byline = head_lines(outline, &region, title.node, source.text, &moments);
        let read = body::read(outline, &region, source.text, title.node);
        let blocks = settled(read, &title.text, &moments, &mut byline);
        let blocks = match blocks.is_empty() {
            true => everything(outline, source.text, &title.text),
            false => blocks,
        };
        Text {
            is_prose: prose::is_prose(outline, &region)
                || (byline.published.is_some()
                    && prose::is_headlined(outline, &region, &title.text, source.text)),
            title: title.text,
            byline,
            blocks,
            outline,
        }
    }

    fn url(&self, source: &Source) -> Option<String> {
        let head = &self.outline.head;
        let base = source.response.url;
        let told = [head.canonical, head.og_url]
            .into_iter()
            .filter(|link| !link.is_empty());
        let mut told = told.filter_map(|told| link::canonical(&htmlize::unescape(told), base));
        told.next().or_else(|| link::canonical(base?, None))
    }

    fn kind(&self) -> Kind {
        let head = &self.outline.head;
        let says_article = head.og_type.eq_ignore_ascii_case("article");
        let dated = !head.published.is_empty() || self.byline.published.is_some();
        match says_article || dated || self.byline.author.is_some() {
            true => Kind::Article,
            false => Kind::Page,
        }
    }

    fn facts(&self, source: &Source) -> Facts {
        let head = &self.outline.head;
        let moments = source.moments.in_language(Some(head.lang));
        let mut facts = Facts {
            language: Some(head.lang.trim().to_owned()).filter(|lang| !lang.is_empty()),
            author: self.author(),
            ..Facts::default()
        };
        let meta = htmlize::unescape(head.published);
        moments.publish(&mut facts, Some(&*meta).filter(|text| !text.is_empty()));
        if facts.published_at.is_none()
            && let Some((text, published)) = self.byline.published.clone()
        {
            moment::publish(&mut facts, Some(published), Some(&text));
        }
        let updated = moments.read(head.modified).or(self.byline.updated.clone());
        facts.updated_at = updated.and_then(|moment| moment.utc);
        facts
    }

    fn author(&self) -> Option<String> {
        let named = tidy(&htmlize::unescape(self.outline.head.author));
        let address = named.contains("://") || named.is_empty();
        self.byline.author.clone().or((!address).then_some(named))
    }
}

/// What the lines around the title say of author and time, and the times that elements there
/// carry for machines.
fn head_lines(
    outline: &Outline,
    region: &Region,
    title: Option<usize>,
    html: &str,
    moments: &Moments,
) -> Byline {
    let mut byline = Byline::default();
    let anchor = title.unwrap_or(region.node);
    let from = outline.node(anchor).start;
    let first = outline.lines.partition_point(|line| line.start < from);
    let first = first.saturating_sub(if title.is_some() { 2 } else { 0 });
    for (node, text) in &outline.times {
        let near = outline.node(*node).start >= outline.node(region.node).start || title.is_some();
        if near && !is_within_cut_text(outline, region, *node) {
            let text = tidy(&htmlize::unescape(*text));
            let published = moments.published(&text).map(|moment| (text, moment));
            byline.published = byline.published.take().or(published);
        }
    }
    for line in outline.lines.iter().skip(first).take(HEAD_LINES) {
        let node = line.node as usize;
        let short = line.text < LONG_LINE && Some(node) != title;
        let known = byline.author.is_some() && byline.published.is_some();
        if known || (line.prose && line.text > LONG_LINE) {
            break;
        }
        if short && !is_within_cut_text(outline, region, node) {
            let told = tidy(&title::line_of(html, line.start, line.end));
            byline.complete(match is_named_byline(outline, node) {
                true => byline::read_named(&told, moments),
                false => byline::read(&told, moments),
            });
        }
    }
    byline
}

/// The element, or one around it that holds no sentence, is named for author, time or source.
fn is_named_byline(outline: &Outline, node: usize) -> bool {
    let here = outline.node(node);
    let around = outline.node(here.parent as usize);
    let named = |node: &outline::Node| node.hint.has(hint::Hint::META) && node.own.prose == 0;
    named(&here) || (here.own.prose == 0 && named(&around))
}

/// Inside comments, teasers and menus; a byline may be cut out of the text and is still one.
fn is_within_cut_text(outline: &Outline, region: &Region, node: usize) -> bool {
    let mut at = node;
    while at != outline::ROOT {
        let here = outline.node(at);
        let cut = region.cut.get(at).copied().unwrap_or(true);
        if cut && !here.hint.has(hint::Hint::META) && !here.hint.has(hint::Hint::HEADER) {
            return true;
        }
        at = here.parent as usize;
    }
    false
}

/// Without the title, without a byline in front of the text, without lines that move.
fn settled(blocks: Vec<Block>, title: &str, moments: &Moments, byline: &mut Byline) -> Vec<Block> {
    let title = fold(title);
    let mut kept = Vec::with_capacity(blocks.len());
    let mut in_head = true;
    for block in body::without_noise(blocks) {
        if let Block::Text(line) = &block
            && in_head
        {
            let is_long = visible::of_text(line).weight > LONG_LINE;
            if !is_long && fold(line) == title {
                continue;
            }
            let told = match is_long {
                true => Byline::default(),
                false => byline::read(&tidy(line), moments),
            };
            if !told.is_empty() {
                byline.complete(told);
                continue;
            }
            in_head = !is_long;
        }
        in_head &= kept.len() < 2;
        kept.push(block);
    }
    kept
}

/// The visible text of a page that has nothing but furniture.
fn everything(outline: &Outline, text: &str, title: &str) -> Vec<Block> {
    let whole = Region {
        node: outline::ROOT,
        cut: vec![false; outline.nodes.len()],
        sums: Vec::new(),
        confident: true,
    };
    let blocks = body::read(outline, &whole, text, None);
    let blocks = if blocks.is_empty() {
        html::blocks(text)
    } else {
        blocks
    };
    let mut blocks = body::without_noise(blocks);
    let title = fold(title);
    blocks.retain(|block| !matches!(block, Block::Text(line) if fold(line) == title));
    blocks
}
