//! The inside of an element that is not shown: where it ends, also when nobody closed it.
//!
//! Counts what is open instead of remembering it, so depth costs nothing. In doubt the element
//! ends: showing too much is better than losing the rest of a posting.

use super::tag::{Role, is_void, role};

/// An element that is being passed over, with what is open inside it.
pub(super) struct Hidden<'a> {
    name: &'a str,
    role: Role,
    same: usize,
    lists: usize,
    tables: usize,
    blocks: usize,
    /// Items or cells that began inside without a list or table around them.
    loose_items: bool,
    loose_cells: bool,
}

/// What a tag does to the hidden element.
#[derive(Debug, PartialEq)]
pub(super) enum Effect {
    Stays,
    /// The tag is the element's own end.
    Ends,
    /// The element ended before this tag, which is to be read.
    EndedBefore,
}

impl<'a> Hidden<'a> {
    pub(super) fn new(name: &'a str) -> Self {
        Self {
            name,
            role: role(name),
            same: 0,
            lists: 0,
            tables: 0,
            blocks: 0,
            loose_items: false,
            loose_cells: false,
        }
    }

    pub(super) fn start(&mut self, name: &str, closed: bool) -> Effect {
        let starts = role(name);
        if self.is_ended_by(starts, name) {
            return Effect::EndedBefore;
        }
        // Only drawings know tags that close themselves; a page's <div/> stays open.
        if is_void(name) || closes_itself(name) || (closed && self.is_named("svg")) {
            return Effect::Stays;
        }
        match starts {
            _ if self.is_named(name) => grow(&mut self.same),
            Role::List { .. } => grow(&mut self.lists),
            Role::Table => grow(&mut self.tables),
            Role::Block | Role::Pre => grow(&mut self.blocks),
            Role::Item => self.loose_items |= self.lists == 0,
            Role::Row | Role::Cell => self.loose_cells |= self.tables == 0,
            _ => {}
        }
        Effect::Stays
    }

    /// Elements whose end tag may be left out end where a neighbour begins.
    fn is_ended_by(&self, starts: Role, name: &str) -> bool {
        match self.role {
            Role::Item => starts == Role::Item && self.lists == 0,
            Role::Cell => matches!(starts, Role::Cell | Role::Row) && self.tables == 0,
            Role::Row => starts == Role::Row && self.tables == 0,
            _ if self.is_named("p") => !matches!(
                starts,
                Role::Inline | Role::Break | Role::Super | Role::Sub | Role::Dropped
            ),
            _ if self.is_named("head") => name.eq_ignore_ascii_case("body"),
            _ if closes_itself(self.name) => self.is_named(name),
            _ => false,
        }
    }

    pub(super) fn end(&mut self, name: &str) -> Effect {
        let ends = role(name);
        let open_inside = match ends {
            Role::Item => self.lists > 0 || self.loose_items,
            Role::Row | Role::Cell => self.tables > 0 || self.loose_cells,
            _ if self.is_named(name) => shrink(&mut self.same),
            Role::List { .. } => shrink(&mut self.lists),
            Role::Table => shrink(&mut self.tables),
            Role::Block | Role::Pre => closes_itself(name) || shrink(&mut self.blocks),
            _ => true,
        };
        match open_inside {
            true => Effect::Stays,
            false if self.is_named(name) => Effect::Ends,
            // The end of something around: what is hidden was left open.
            false => Effect::EndedBefore,
        }
    }

    fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Blocks whose end tags are so often missing or stray that they tell nothing.
fn closes_itself(name: &str) -> bool {
    const NAMES: [&str; 9] = [
        "p", "dt", "dd", "option", "tbody", "thead", "tfoot", "body", "html",
    ];
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn grow(count: &mut usize) {
    *count = count.saturating_add(1);
}

/// Takes one away; false when none is open.
fn shrink(count: &mut usize) -> bool {
    let open = *count > 0;
    *count = count.saturating_sub(1);
    open
}
