//! Reads the boards' bodies with a reader of its own, so that the world is checked by other eyes.
//!
//! Written apart from the product and from the world's renderer; understands just enough HTML for
//! what the world writes.

#![allow(dead_code)] // Each test file is a crate of its own and uses a part.

use std::collections::{BTreeMap, BTreeSet};

use readonce_testkit::world::{Board, Shape, Window, World};
use serde_json::Value;

/// A posting as a reader sees it: what is hashed, and what is compared exactly.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen {
    pub title: String,
    /// Bullets sorted within their list.
    pub lines: Vec<String>,
    pub cities: BTreeSet<String>,
    pub pay: Option<String>,
}

/// Every posting of a board on a day by `source/id`, and how many records have no id.
pub fn read(world: &World, board: &Board, day: u32) -> (BTreeMap<String, Seen>, u32) {
    let body: Value = serde_json::from_str(&world.render(board, day, Window::default())).unwrap();
    let mut seen = BTreeMap::new();
    let mut broken = 0;
    for record in records(&body, board.shape) {
        match native_id(record) {
            Some(id) => {
                let before = seen.insert(
                    format!("{}/{id}", board.source),
                    read_record(record, board.shape),
                );
                assert_eq!(before, None, "an id twice in one body");
            }
            None => broken += 1,
        }
    }
    (seen, broken)
}

pub fn read_day(world: &World, day: u32) -> (BTreeMap<String, Seen>, u32) {
    let mut all = BTreeMap::new();
    let mut broken = 0;
    for board in world.boards() {
        let (seen, without_id) = read(world, board, day);
        all.extend(seen);
        broken += without_id;
    }
    (all, broken)
}

pub fn records(body: &Value, shape: Shape) -> &Vec<Value> {
    let list = match shape {
        Shape::Lever => body,
        _ => &body["jobs"],
    };
    list.as_array().expect("a list of postings")
}

pub fn native_id(record: &Value) -> Option<String> {
    match &record["id"] {
        Value::Null => None,
        Value::String(id) => Some(id.clone()),
        number => Some(number.to_string()),
    }
}

fn read_record(record: &Value, shape: Shape) -> Seen {
    let text = |field: &str| record[field].as_str().unwrap().to_owned();
    match shape {
        Shape::Greenhouse => Seen {
            title: fold(&text("title")),
            lines: lines(&decode(&text("content"))),
            cities: names(&record["offices"], "name"),
            pay: None,
        },
        Shape::Lever => Seen {
            title: fold(&text("text")),
            lines: lines(&lever_html(record)),
            cities: strings(&record["categories"]["allLocations"]),
            pay: record.get("salaryRange").map(|range| {
                format!(
                    "{} {} {} {}",
                    range["min"], range["max"], range["currency"], range["interval"]
                )
            }),
        },
        Shape::Ashby => Seen {
            title: fold(&text("title")),
            lines: lines(&text("descriptionHtml")),
            cities: &names(&record["secondaryLocations"], "location")
                | &BTreeSet::from([text("location")]),
            pay: record["compensation"]["summaryComponents"]
                .get(0)
                .map(|part| {
                    format!(
                        "{} {} {} {}",
                        part["minValue"], part["maxValue"], part["currencyCode"], part["interval"]
                    )
                }),
        },
    }
}

fn lever_html(record: &Value) -> String {
    let mut html = record["description"].as_str().unwrap().to_owned();
    for list in record["lists"].as_array().unwrap() {
        let (head, bullets) = (
            list["text"].as_str().unwrap(),
            list["content"].as_str().unwrap(),
        );
        html.push_str(&format!(
            "<p>{}</p><ul>{bullets}</ul>",
            head.replace('&', "&amp;")
        ));
    }
    html + record["additional"].as_str().unwrap()
}

fn names(list: &Value, field: &str) -> BTreeSet<String> {
    let all = list.as_array().unwrap().iter();
    all.map(|part| part[field].as_str().unwrap().to_owned())
        .collect()
}

fn strings(list: &Value) -> BTreeSet<String> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect()
}

/// Visible lines of a piece of HTML; those of a `<ul>` sorted.
pub fn lines(html: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut list_start = None;
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        line.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = if rest.starts_with("<!--") {
            rest.find("-->").unwrap() + 2
        } else {
            rest.find('>').unwrap()
        };
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        if ["p", "div", "h3", "ul", "li", "br"].contains(&name.as_str()) {
            push(&mut lines, &mut line);
        }
        match (name.as_str(), tag.starts_with('/')) {
            ("ul", false) => list_start = Some(lines.len()),
            ("ul", true) => lines[list_start.take().unwrap()..].sort(),
            _ => {}
        }
    }
    line.push_str(rest);
    push(&mut lines, &mut line);
    lines
}

fn push(lines: &mut Vec<String>, line: &mut String) {
    let folded = fold(&decode(&std::mem::take(line)));
    if !folded.is_empty() {
        lines.push(folded);
    }
}

/// Blanks of every kind become one, characters without width go, é is one letter.
pub fn fold(text: &str) -> String {
    let visible: String = text
        .chars()
        .filter(|letter| !"\u{200b}\u{feff}\u{2060}".contains(*letter))
        .collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    words.join(" ").replace("e\u{301}", "é")
}

fn decode(text: &str) -> String {
    const NAMED: &[(&str, &str)] = &[
        ("amp", "&"),
        ("lt", "<"),
        ("gt", ">"),
        ("quot", "\""),
        ("apos", "'"),
        ("nbsp", "\u{a0}"),
        ("ndash", "–"),
        ("eacute", "é"),
        ("ZeroWidthSpace", "\u{200b}"),
    ];
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.find(';').expect("a bare ampersand");
        let name = &rest[..end];
        match name.strip_prefix('#') {
            Some(number) => out.push(numbered(number)),
            None => out.push_str(
                NAMED
                    .iter()
                    .find(|(known, _)| *known == name)
                    .expect(name)
                    .1,
            ),
        }
        rest = &rest[end + 1..];
    }
    out + rest
}

fn numbered(number: &str) -> char {
    let code = match number.strip_prefix('x') {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    char::from_u32(code.unwrap()).unwrap()
}
