//! Canonical text back into blocks that render to the same text.
//!
//! Typed dashes and list items look alike in canonical text, and so they may trade places here;
//! the text never does.

use std::iter::Peekable;

use crate::item::Block;

/// Levels of markers that are taken apart; what is deeper stays text and renders the same.
const MAX_LEVELS: usize = 64;

pub(super) fn blocks(text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.lines().collect();
    read(&lines, MAX_LEVELS)
}

/// A line and the indented lines that belong to it.
struct Group<'a> {
    marker: Marker,
    lines: Vec<&'a str>,
}

#[derive(Clone, Copy, PartialEq)]
enum Marker {
    None,
    Dash,
    Number(usize),
}

fn read(lines: &[&str], levels: usize) -> Vec<Block> {
    let mut groups = groups(lines).into_iter().peekable();
    let mut found = Vec::new();
    while let Some(group) = groups.next() {
        let list = match group.marker {
            Marker::None => None,
            _ if levels == 0 => None,
            Marker::Dash => Some(false),
            Marker::Number(1) => Some(true),
            Marker::Number(_) => None,
        };
        match list {
            None => found.extend(group.text()),
            Some(ordered) => found.push(Block::List {
                ordered,
                items: run(group, &mut groups)
                    .iter()
                    .map(|item| read(&item.lines, levels.saturating_sub(1)))
                    .collect(),
            }),
        }
    }
    found
}

/// The items of one list: dashes as long as they are in order, numbers as long as they count up.
fn run<'a>(
    first: Group<'a>,
    groups: &mut Peekable<impl Iterator<Item = Group<'a>>>,
) -> Vec<Group<'a>> {
    let mut items = vec![first];
    while let Some(next) =
        groups.next_if(|next| items.last().is_some_and(|last| next.follows(last)))
    {
        items.push(next);
    }
    items
}

fn groups<'a>(lines: &[&'a str]) -> Vec<Group<'a>> {
    let mut all: Vec<Group<'a>> = Vec::new();
    for line in lines {
        match (line.strip_prefix("  "), all.last_mut()) {
            (Some(inner), Some(owner)) if owner.marker != Marker::None => owner.lines.push(inner),
            _ => all.push(Group::of(line)),
        }
    }
    all
}

impl<'a> Group<'a> {
    fn of(line: &'a str) -> Self {
        let numbered = line.split_once(". ").and_then(|(digits, rest)| {
            let number: usize = digits.parse().ok()?;
            (number.to_string() == digits).then_some((Marker::Number(number), rest))
        });
        let dashed = line.strip_prefix("- ").map(|rest| (Marker::Dash, rest));
        let (marker, rest) = dashed.or(numbered).unwrap_or((Marker::None, line));
        Self {
            marker,
            lines: vec![rest],
        }
    }

    fn follows(&self, last: &Group) -> bool {
        match (last.marker, self.marker) {
            (Marker::Dash, Marker::Dash) => last.lines <= self.lines,
            (Marker::Number(before), Marker::Number(now)) => before.checked_add(1) == Some(now),
            _ => false,
        }
    }

    /// The group as plain lines, marker and all.
    fn text(&self) -> impl Iterator<Item = Block> {
        let marker = match self.marker {
            Marker::None => String::new(),
            Marker::Dash => "- ".to_owned(),
            Marker::Number(number) => format!("{number}. "),
        };
        let mut prefix = marker;
        self.lines
            .iter()
            .map(move |line| Block::Text(std::mem::take(&mut prefix) + line))
            .collect::<Vec<_>>()
            .into_iter()
    }
}
