//! Whether a posting is for students and new graduates.

use super::layout::Section;
use super::{Facts, Found};

/// The title decides; in the text a clear no wins over a yes. Silence is null, not no.
pub(super) fn find(facts: &Facts) -> Found {
    let in_title = facts
        .of("campus_hire")
        .find(|hit| hit.line.section == Section::Title);
    let says_no = facts
        .of("campus_hire")
        .find(|hit| hit.rule.value == "false");
    let says_yes = facts.of("campus_hire").find(|hit| hit.rule.value == "true");
    match in_title.or(says_no).or(says_yes) {
        Some(hit) => Found::by(hit.rule.value == "true", hit),
        None => Found::nothing(),
    }
}
