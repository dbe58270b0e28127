//! Tokens into lines and frames.

use super::entity;
use super::frames::Frames;
use super::hidden::{Effect, Hidden};
use super::tag::{Role, is_void, role};
use super::token::{Tag, Token};
use crate::item::Block;

#[derive(Default)]
pub(super) struct Tree<'a> {
    frames: Frames,
    line: String,
    hidden: Option<Hidden<'a>>,
    /// How many `pre` are open: inside them line breaks show.
    pre: usize,
    /// Where raised or lowered text began in the line.
    shifted: Option<(Shift, usize)>,
}

#[derive(Clone, Copy)]
enum Shift {
    Up,
    Down,
}

impl<'a> Tree<'a> {
    pub(super) fn take(&mut self, token: Token<'a>) {
        match token {
            Token::Text(_) if self.hidden.is_some() => {}
            Token::Text(raw) => self.text(raw),
            Token::Start(tag) => {
                if !self.is_passed_over(|inside| inside.start(tag.name, tag.closed)) {
                    self.start(&tag);
                }
            }
            Token::End(name) => {
                if !self.is_passed_over(|inside| inside.end(name)) {
                    self.end(name);
                }
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<Block> {
        self.break_line();
        self.frames.finish()
    }

    fn is_passed_over(&mut self, tag: impl FnOnce(&mut Hidden<'a>) -> Effect) -> bool {
        let Some(inside) = &mut self.hidden else {
            return false;
        };
        let effect = tag(inside);
        if effect != Effect::Stays {
            self.hidden = None;
        }
        effect != Effect::EndedBefore
    }

    fn start(&mut self, tag: &Tag<'a>) {
        let role = role(tag.name);
        if role == Role::Dropped || (tag.hidden && !is_void(tag.name)) {
            return self.hide(tag, role);
        }
        match role {
            Role::Inline | Role::Dropped => return,
            Role::Super => return self.shifted = Some((Shift::Up, self.line.len())),
            Role::Sub => return self.shifted = Some((Shift::Down, self.line.len())),
            _ => self.break_line(),
        }
        match role {
            Role::List { ordered } => self.frames.open_list(ordered),
            Role::Item => self.frames.open_item(),
            Role::Table => self.frames.open_table(),
            Role::Row => self.frames.open_row(),
            Role::Cell => self.frames.open_cell(),
            Role::Pre => self.pre = self.pre.saturating_add(1),
            _ => {}
        }
    }

    fn hide(&mut self, tag: &Tag<'a>, role: Role) {
        if !matches!(role, Role::Inline | Role::Super | Role::Sub | Role::Dropped) {
            self.break_line();
        }
        if !(tag.closed && tag.name.eq_ignore_ascii_case("svg")) {
            self.hidden = Some(Hidden::new(tag.name));
        }
    }

    fn end(&mut self, name: &str) {
        let role = role(name);
        match role {
            Role::Inline | Role::Dropped => return,
            Role::Super | Role::Sub => return self.settle_shift(),
            _ => self.break_line(),
        }
        match role {
            Role::List { .. } => self.frames.close_list(),
            Role::Item => self.frames.close_item(),
            Role::Table => self.frames.close_table(),
            Role::Pre => self.pre = self.pre.saturating_sub(1),
            _ => {}
        }
    }

    fn text(&mut self, raw: &str) {
        if self.pre == 0 {
            return entity::unescape_into(&mut self.line, raw);
        }
        for (nth, part) in entity::unescape(raw).split('\n').enumerate() {
            if nth > 0 {
                self.break_line();
            }
            self.line.push_str(part);
        }
    }

    fn break_line(&mut self) {
        self.shifted = None;
        if self.line.contains(|c: char| !c.is_whitespace()) {
            // A copy of its exact size costs less than a line that grows anew each time.
            self.frames.line(self.line.as_str().to_owned());
        }
        self.line.clear();
    }

    /// 10<sup>2</sup> is 10² and not 102: raised and lowered figures keep their place.
    fn settle_shift(&mut self) {
        let Some((shift, at)) = self.shifted.take() else {
            return;
        };
        let figures = self.line.get(at..).unwrap_or("").trim();
        let moved: Option<String> = figures.chars().map(|c| shift.apply(c)).collect();
        if let Some(moved) = moved {
            self.line.truncate(at);
            self.line.push_str(&moved);
        }
    }
}

impl Shift {
    fn apply(self, figure: char) -> Option<char> {
        const FIGURES: &str = "0123456789+-()";
        let table = match self {
            Shift::Up => "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾",
            Shift::Down => "₀₁₂₃₄₅₆₇₈₉₊₋₍₎",
        };
        let place = FIGURES.find(figure)?;
        table.chars().nth(place)
    }
}
