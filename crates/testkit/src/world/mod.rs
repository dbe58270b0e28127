//! A small world of job boards over some days, and the ledger that a correct pipeline arrives at.
//!
//! The world knows what it changed, so it can say what must be found without asking the product.
//! Everything follows from the [`Spec`]: same spec, same bytes, on every machine. No clock, no IO.

mod edit;
mod item;
mod ledger;
mod noise;
pub(crate) mod place;
mod plan;
mod shape;
pub(crate) mod text;
mod time;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use jiff::civil::Date;
use readonce_model::ItemId;
use serde::Serialize;

pub use item::{City, Content, Facts, Item, Language, Pay, Section, State};
pub use ledger::{Day, Field, ItemChange, Ledger, Presence, Totals};
pub use shape::Shape;
pub(crate) use text::tool_names;

/// Two runs in a row that do not see an item make it delisted.
pub const DELIST_AFTER_RUNS: u32 = 2;

/// What to build. The default is the world of `readonce demo`.
#[derive(Clone, Debug)]
pub struct Spec {
    pub seed: u64,
    pub boards: u32,
    /// Postings over all days: those that come later are among them.
    pub postings: u32,
    pub days: u32,
    /// The calendar day of day 1. Keep it in the past: a date after the fetch is not believed.
    pub first_day: Date,
    /// Puts one record without an id on the first board every day; it counts as failed.
    pub broken_record: bool,
}

impl Default for Spec {
    fn default() -> Self {
        Self {
            seed: 7,
            boards: 5,
            postings: 60,
            days: 3,
            first_day: jiff::civil::date(2026, 3, 2),
            broken_record: false,
        }
    }
}

/// Why no world can be built.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{what} must be between {low} and {high}, not {found}", low = allowed.start(), high = allowed.end())]
pub struct BadSpec {
    pub what: &'static str,
    pub allowed: RangeInclusive<u32>,
    pub found: u32,
}

impl Spec {
    fn check(&self) -> Result<(), BadSpec> {
        let year = u32::try_from(self.first_day.year()).unwrap_or_default();
        let limits = [
            ("boards", self.boards, 3..=500),
            ("postings", self.postings, plan::CAST_SIZE..=1_000_000),
            ("days", self.days, 1..=3650),
            ("year of the first day", year, 2000..=2200),
        ];
        for (what, found, allowed) in limits {
            if !allowed.contains(&found) {
                return Err(BadSpec {
                    what,
                    allowed,
                    found,
                });
            }
        }
        Ok(())
    }
}

/// One employer's board.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// A name for the catalog, unique in the world. Example: greenhouse-harborline
    pub source: String,
    /// The board's name in its address. Example: harborline
    pub slug: String,
    pub shape: Shape,
    pub company: &'static str,
    #[serde(skip)]
    company_index: usize,
}

impl Board {
    /// Path and query that the site serves the board at.
    pub fn path(&self) -> String {
        let slug = &self.slug;
        match self.shape {
            Shape::Greenhouse => format!("/greenhouse/{slug}/jobs?content=true"),
            Shape::Lever => format!("/lever/{slug}?mode=json"),
            Shape::Ashby => format!("/ashby/{slug}"),
        }
    }
}

/// All boards, all items, all days.
#[derive(Clone, Debug)]
pub struct World {
    spec: Spec,
    boards: Vec<Board>,
    items: Vec<Item>,
    ledger: Ledger,
}

impl World {
    pub fn build(spec: &Spec) -> Result<Self, BadSpec> {
        spec.check()?;
        let boards = plan::boards(spec);
        let items = plan::items(spec, &boards);
        let ledger = ledger::compute(spec, &items);
        Ok(Self {
            spec: spec.clone(),
            boards,
            items,
            ledger,
        })
    }

    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub(crate) fn on_board(&self, board: &Board) -> impl Iterator<Item = &Item> {
        let number = self
            .boards
            .iter()
            .position(|known| known.source == board.source);
        self.items
            .iter()
            .filter(move |item| Some(item.board) == number)
    }

    /// What a pipeline that makes one complete run a day over every board must have counted.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Items that the boards show on a day, as `source/id`.
    pub fn shown_on(&self, day: u32) -> BTreeSet<ItemId> {
        let shown = self.items.iter().filter(|item| item.on(day).is_some());
        shown.map(|item| item.id.clone()).collect()
    }

    /// The body of a board's response on a day. Equal for equal arguments.
    pub fn render(&self, board: &Board, day: u32, window: Window) -> String {
        shape::render(self, board, day, window)
    }
}

/// The part of a list that a response holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Window {
    pub skip: usize,
    /// `None`: all that is left.
    pub limit: Option<usize>,
}
