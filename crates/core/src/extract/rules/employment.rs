//! The kind of employment: a label or the title decides, then the text.

use super::{Facts, Found};

/// The surest rule wins, then the first in the text.
pub(super) fn find(facts: &Facts) -> Found {
    let surest = facts.of("employment_type").reduce(|best, hit| {
        if hit.rule.confidence > best.rule.confidence {
            hit
        } else {
            best
        }
    });
    surest.map_or_else(Found::nothing, |hit| {
        Found::by(hit.rule.value.as_str(), hit)
    })
}
