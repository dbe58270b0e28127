//! Whether the degree must come from full-time study.

use super::layout::Section;
use super::{Facts, Found};

/// That part-time study is accepted wins over the mention of full-time study; a wish is no demand.
pub(super) fn find(facts: &Facts) -> Found {
    let of = |value: &'static str| {
        facts
            .of("full_time_degree_required")
            .filter(move |hit| hit.rule.value == value)
    };
    let accepted = of("false").next();
    let demanded = of("true")
        .find(|hit| hit.line.section != Section::Wishes && !facts.patterns.is_wish(hit.clause()));
    match (accepted, demanded) {
        (Some(hit), _) => Found::by(false, hit),
        (None, Some(hit)) => Found::by(true, hit),
        (None, None) => Found::nothing(),
    }
}
