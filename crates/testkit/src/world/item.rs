//! What the world knows of a posting: its content, its facts, and its state on each day.
//!
//! Plain data. Bullets are kept sorted, because their order means nothing: so `==` on contents is
//! the equality that a correct canonicalizer arrives at.

use std::sync::Arc;

use readonce_model::ItemId;
use serde::Serialize;

use super::shape::Shape;

/// One posting through all days.
#[derive(Clone, Debug)]
pub struct Item {
    pub id: ItemId,
    /// The board's own id; the part of `id` after the slash.
    pub native_id: String,
    pub language: Language,
    pub published_ms: i64,
    /// `None` where the posting is not on its board.
    pub days: Vec<Option<State>>,
    pub shape: Shape,
    pub(crate) board: usize,
    pub(crate) fixed: Fixed,
}

impl Item {
    /// Its state on a day, counted from 1; `None` when it is not listed or there is no such day.
    pub fn on(&self, day: u32) -> Option<&State> {
        let index = (day as usize).checked_sub(1)?;
        self.days.get(index)?.as_ref()
    }
}

/// What never changes about a posting and is no part of any comparison.
#[derive(Clone, Debug)]
pub(crate) struct Fixed {
    pub(crate) role: usize,
    pub(crate) number: u64,
    pub(crate) team: &'static str,
    pub(crate) department: &'static str,
    pub(crate) workplace: Workplace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Workplace {
    Onsite,
    Hybrid,
    Remote,
}

impl Workplace {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Onsite => "onsite",
            Self::Hybrid => "hybrid",
            Self::Remote => "remote",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    English,
    Chinese,
}

impl Language {
    /// BCP 47.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }
}

/// A posting as it is on one day.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub content: Arc<Content>,
    pub facts: Facts,
}

/// What a version is made of: the title and the visible lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Content {
    pub title: String,
    pub intro: Vec<String>,
    pub sections: Vec<Section>,
    pub outro: Vec<String>,
}

/// A heading with its bullets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Section {
    pub head: String,
    /// Sorted; boards show them in any order.
    pub bullets: Vec<String>,
}

impl Content {
    /// Every line that a reader sees, without the title; bullets in sorted order.
    pub fn lines(&self) -> Vec<&str> {
        let sections = self
            .sections
            .iter()
            .flat_map(|section| std::iter::once(&section.head).chain(&section.bullets));
        let all = self.intro.iter().chain(sections).chain(&self.outro);
        all.map(String::as_str).collect()
    }

    /// The same in every respect but the title.
    pub(crate) fn same_text(&self, other: &Self) -> bool {
        (&self.intro, &self.sections, &self.outro) == (&other.intro, &other.sections, &other.outro)
    }
}

/// What the boards state in typed form: compared exactly, never a part of the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Always `None` on Greenhouse boards, whose list shows no pay.
    pub pay: Option<Pay>,
    /// The first is the main one; the order of the others means nothing. All in one country.
    pub cities: Vec<&'static City>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pay {
    pub min: u32,
    pub max: u32,
    pub currency: &'static str,
    pub interval: PayInterval,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PayInterval {
    Year,
    Month,
}

#[derive(Debug, PartialEq, Eq)]
pub struct City {
    pub name: &'static str,
    pub region: &'static str,
    pub country: &'static str,
    pub country_code: &'static str,
}
