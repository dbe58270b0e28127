//! The response bodies of the three board shapes.
//!
//! Field names are those that the real boards send; a posting's visible lines are the same in all
//! three. Noise comes from a stream of its own per posting and day, so a body repeats exactly.

mod ashby;
mod greenhouse;
mod lever;

use serde::Serialize;
use serde_json::Value;

use super::item::{Item, State};
use super::noise::Noise;
use super::{Board, Window, World};
use crate::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    Greenhouse,
    Lever,
    Ashby,
}

impl Shape {
    pub const ALL: [Shape; 3] = [Shape::Greenhouse, Shape::Lever, Shape::Ashby];

    pub const fn as_str(self) -> &'static str {
        match self {
            Shape::Greenhouse => "greenhouse",
            Shape::Lever => "lever",
            Shape::Ashby => "ashby",
        }
    }

    /// The id that a board of this shape gives to a posting.
    pub(crate) fn native_id(self, number: u64, random: &mut Random) -> String {
        match self {
            Shape::Greenhouse => number.to_string(),
            Shape::Lever | Shape::Ashby => uuid(random),
        }
    }
}

/// One posting on one day, with what its board needs to show it.
struct Sheet<'a> {
    board: &'a Board,
    item: &'a Item,
    state: &'a State,
    /// Start of the day.
    day_ms: i64,
    noise: Noise,
}

pub(super) fn render(world: &World, board: &Board, day: u32, window: Window) -> String {
    let mut postings = postings(world, board, day);
    let total = postings.len();
    postings.drain(..window.skip.min(total));
    postings.truncate(window.limit.unwrap_or(usize::MAX));
    let body = match board.shape {
        Shape::Greenhouse => greenhouse::list(postings, total),
        Shape::Lever => Value::Array(postings),
        Shape::Ashby => ashby::list(postings),
    };
    body.to_string()
}

fn postings(world: &World, board: &Board, day: u32) -> Vec<Value> {
    let root = Random::new(world.spec.seed).fork("noise", u64::from(day));
    let day_ms = super::time::day_start_ms(&world.spec, day);
    let sheets = world.on_board(board).filter_map(|item| {
        Some(Sheet {
            board,
            item,
            state: item.on(day)?,
            day_ms,
            noise: Noise::new(root.fork("posting", item.fixed.number)),
        })
    });
    let mut postings: Vec<Value> = sheets.map(posting).collect();
    if world.spec.broken_record
        && world
            .boards
            .first()
            .is_some_and(|first| first.source == board.source)
    {
        postings.push(broken(board));
    }
    root.fork(&board.source, 0).shuffle(&mut postings);
    postings
}

fn posting(sheet: Sheet<'_>) -> Value {
    match sheet.board.shape {
        Shape::Greenhouse => greenhouse::posting(sheet),
        Shape::Lever => lever::posting(sheet),
        Shape::Ashby => ashby::posting(sheet),
    }
}

/// A record that nobody can file: it has no id.
fn broken(board: &Board) -> Value {
    serde_json::json!({
        "title": "Posting without an id",
        "company_name": board.company,
        "content": "&lt;p&gt;Saved before its number was drawn.&lt;/p&gt;",
    })
}

/// Paragraphs, then per section a heading and its bullets in the day's order, then paragraphs.
fn block_html(sheet: &mut Sheet<'_>, tags: Tags) -> String {
    let content = sheet.state.content.clone();
    let mut html = paragraphs(sheet, tags, &content.intro);
    for section in &content.sections {
        let head = sheet.noise.html(&section.head);
        let lead = if sheet.noise.number(0, 3) == 0 {
            "<br />"
        } else {
            ""
        };
        html.push_str(&sheet.noise.element("h3", &[], &format!("{lead}{head}")));
        let bullets = bullets(sheet, tags, &section.bullets);
        html.push_str(&sheet.noise.element("ul", tags.style, &bullets));
        html.push_str(&sheet.noise.nothing());
    }
    html.push_str(&paragraphs(sheet, tags, &content.outro));
    html
}

/// How a shape writes its blocks.
#[derive(Clone, Copy)]
struct Tags {
    paragraph: &'static str,
    style: &'static [(&'static str, &'static str)],
    /// A paragraph inside each bullet, as rich-text editors do.
    wrapped_bullets: bool,
}

fn paragraphs(sheet: &mut Sheet<'_>, tags: Tags, lines: &[String]) -> String {
    let mut html = String::new();
    for line in lines {
        let inner = sheet.noise.html(line);
        html.push_str(&sheet.noise.element(tags.paragraph, tags.style, &inner));
        html.push_str(&sheet.noise.nothing());
    }
    html
}

fn bullets(sheet: &mut Sheet<'_>, tags: Tags, lines: &[String]) -> String {
    let mut lines = lines.to_vec();
    sheet.noise.shuffle(&mut lines);
    let mut html = String::new();
    for line in &lines {
        let mut inner = sheet.noise.html(line);
        if tags.wrapped_bullets {
            inner = sheet.noise.element(tags.paragraph, tags.style, &inner);
        }
        html.push_str(&sheet.noise.element("li", &[], &inner));
    }
    html
}

/// The text twin that boards send beside the HTML.
fn plain(sheet: &mut Sheet<'_>, lines: &[String]) -> String {
    let dressed: Vec<String> = lines.iter().map(|line| sheet.noise.plain(line)).collect();
    dressed.join("\n\n")
}

fn uuid(random: &mut Random) -> String {
    let (high, low) = (random.next(), random.next());
    format!(
        "{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0xfff,
        low & 0xffff_ffff_ffff
    )
}
