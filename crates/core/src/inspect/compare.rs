//! An item against an earlier reading of it: the outcome and the list of changes.

use readonce_model::record::{Change, Outcome};
use serde::Serialize;

use crate::diff::{change, facts_changes, put_back, text_changes};
use crate::item::Sighting;

/// An item against the previous response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// new, changed or unchanged.
    pub outcome: Outcome,
    pub changes: Vec<Change>,
    /// The text stops early: what is missing behind is no change.
    pub cut: bool,
}

impl Comparison {
    pub(super) const NEW: Self = Self {
        outcome: Outcome::New,
        changes: Vec::new(),
        cut: false,
    };
}

pub(super) fn compared(before: &Sighting, now: &Sighting) -> Comparison {
    let moved = put_back(&before.canonical.text, &now.canonical.text);
    let text = text_changes(&before.canonical.text, &moved.text);
    let titles = (&before.canonical.title, &now.canonical.title);
    let title = (titles.0 != titles.1)
        .then(|| change("title", Some(titles.0), Some(titles.1)))
        .flatten();
    let changes: Vec<Change> = title
        .into_iter()
        .chain(moved.moved)
        .chain(text.changes())
        .chain(facts_changes(&before.facts, &now.facts))
        .collect();
    let same = changes.is_empty() && before.canonical.hash == now.canonical.hash;
    Comparison {
        outcome: if same {
            Outcome::Unchanged
        } else {
            Outcome::Changed
        },
        changes,
        cut: text.cut(),
    }
}
