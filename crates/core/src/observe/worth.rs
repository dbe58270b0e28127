//! What an answer about a new content is worth: what a budget goes by when not all can be paid.
//!
//! It looks only at the differences that the observation lists. The old text is not at hand, so a
//! requirement that changed in the running text alone counts as a change of text. Never decides
//! whether something is paid.

use readonce_model::record::{Change, Observation, Outcome, Worth};

/// Fields that say what is offered and what is asked for; others tell where and when it was said.
const TERMS: [&str; 18] = [
    "title",
    "pay_min",
    "pay_max",
    "pay_currency",
    "pay_interval",
    "pay_months",
    "price",
    "price_low",
    "price_high",
    "price_is_from",
    "list_price",
    "currency",
    "tax_included",
    "stock",
    "employment_type",
    "workplace",
    "cities",
    "country",
];

/// Each offer is a field of its own: offers[A-17].price
const OFFERS: &str = "offers[";

pub(super) fn worth(observation: &Observation) -> Worth {
    match observation.outcome {
        Outcome::New => Worth::New,
        _ if observation.changes.iter().any(is_of_terms) => Worth::Terms,
        _ => Worth::Text,
    }
}

fn is_of_terms(change: &Change) -> bool {
    let field = change.field.as_str();
    TERMS.contains(&field) || field.starts_with(OFFERS)
}

#[cfg(test)]
mod tests {
    use readonce_model::record::ChangeKind;

    use super::*;

    fn observed(outcome: Outcome, fields: &[&str]) -> Observation {
        let text = include_str!("../../../../schemas/observations/examples/pay_change.json");
        let example: Observation = serde_json::from_str(text).unwrap();
        let change = |field: &&str| Change {
            field: (*field).to_owned(),
            kind: ChangeKind::Edited,
            before: None,
            after: None,
        };
        Observation {
            outcome,
            changes: fields.iter().map(change).collect(),
            ..example
        }
    }

    #[test]
    fn what_was_never_seen_is_worth_most() {
        assert_eq!(worth(&observed(Outcome::New, &[])), Worth::New);
    }

    #[test]
    fn a_change_of_pay_place_or_role_beside_the_text_is_one_of_terms() {
        for field in ["pay_max", "cities", "title", "offers[A-17].price"] {
            let seen = observed(Outcome::Changed, &["text", field]);
            assert_eq!(worth(&seen), Worth::Terms, "{field}");
        }
    }

    #[test]
    fn a_text_alone_or_with_the_time_of_its_publication_is_a_tweak() {
        for fields in [&["text"][..], &["text", "published_at"], &[]] {
            let seen = observed(Outcome::Changed, fields);
            assert_eq!(worth(&seen), Worth::Text, "{fields:?}");
        }
    }

    #[test]
    fn a_return_is_worth_what_it_changes() {
        let seen = observed(Outcome::Reverted, &["text", "pay_min"]);
        assert_eq!(worth(&seen), Worth::Terms);
        assert_eq!(worth(&observed(Outcome::Reverted, &["text"])), Worth::Text);
    }
}
