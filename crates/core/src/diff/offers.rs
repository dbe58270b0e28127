//! Offers of one thing compared as a set: which came, which went, and what differs within one.
//!
//! Never looks at their order, and never says that one offer became another: offers that nothing
//! names are told as gone and come.

use std::collections::BTreeMap;

use readonce_model::record::{Change, Offer};
use rust_decimal::Decimal;

use super::facts::{change, same_amount};

/// One change for each offer that came or went, and for each field that differs within one.
pub(super) fn offer_changes(before: &[Offer], after: &[Offer]) -> Vec<Change> {
    if before == after {
        return Vec::new();
    }
    let (old, new) = (by_name(before), by_name(after));
    let names = old
        .keys()
        .chain(new.keys().filter(|name| !old.contains_key(*name)));
    let nobody = Vec::new();
    names
        .flat_map(|name| {
            let old = old.get(name).unwrap_or(&nobody);
            changes_of(*name, old, new.get(name).unwrap_or(&nobody))
        })
        .collect()
}

/// The seller's number names an offer, else its own name; offers with neither are all alike.
fn by_name(offers: &[Offer]) -> BTreeMap<Option<&str>, Vec<&Offer>> {
    let mut named: BTreeMap<Option<&str>, Vec<&Offer>> = BTreeMap::new();
    for offer in offers {
        let name = offer.sku.as_deref().or(offer.name.as_deref());
        named.entry(name).or_default().push(offer);
    }
    named
}

fn changes_of(name: Option<&str>, old: &[&Offer], new: &[&Offer]) -> Vec<Change> {
    let place = name.map_or_else(|| "offers".to_owned(), |name| format!("offers[{name}]"));
    match (name, old, new) {
        (Some(_), [old], [new]) => fields_of(&place, old, new),
        _ => come_and_gone(&place, old, new),
    }
}

fn fields_of(place: &str, old: &Offer, new: &Offer) -> Vec<Change> {
    let Offer {
        sku: _,
        name,
        price,
        currency,
        stock,
    } = old;
    let price = (!same_amount(price.as_deref(), new.price.as_deref()))
        .then_some(("price", price, &new.price));
    let texts = [
        ("name", name, &new.name),
        ("currency", currency, &new.currency),
        ("stock", stock, &new.stock),
    ];
    let texts = texts.into_iter().filter(|(_, old, new)| old != new);
    price
        .into_iter()
        .chain(texts)
        .filter_map(|(field, old, new)| {
            change(&format!("{place}.{field}"), old.as_deref(), new.as_deref())
        })
        .collect()
}

/// How many more of each kind there are on one side than on the other.
fn come_and_gone(place: &str, old: &[&Offer], new: &[&Offer]) -> Vec<Change> {
    let mut balance: BTreeMap<String, i64> = BTreeMap::new();
    for offer in old {
        *balance.entry(shown(offer)).or_default() -= 1;
    }
    for offer in new {
        *balance.entry(shown(offer)).or_default() += 1;
    }
    balance
        .into_iter()
        .flat_map(|(offer, more)| {
            let (gone, come) = match more < 0 {
                true => (Some(offer.as_str()), None),
                false => (None, Some(offer.as_str())),
            };
            let times = usize::try_from(more.unsigned_abs()).unwrap_or(0);
            std::iter::repeat_n(change(place, gone, come), times).flatten()
        })
        .collect::<Vec<_>>()
}

/// An offer in one line; equal amounts are written alike.
fn shown(offer: &Offer) -> String {
    let price = offer.price.as_deref().map(|price| {
        let amount = Decimal::from_str_exact(price);
        amount.map_or_else(
            |_| price.to_owned(),
            |amount| amount.normalize().to_string(),
        )
    });
    let parts = [
        offer.name.as_deref(),
        price.as_deref(),
        offer.currency.as_deref(),
        offer.stock.as_deref(),
    ];
    let known: Vec<&str> = parts.into_iter().flatten().collect();
    known.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use readonce_model::record::ChangeKind::{self, Added, Edited, Removed};

    fn offer(sku: Option<&str>, price: &str, stock: &str) -> Offer {
        Offer {
            sku: sku.map(str::to_owned),
            price: Some(price.to_owned()),
            currency: Some("EUR".to_owned()),
            stock: Some(stock.to_owned()),
            ..Offer::default()
        }
    }

    fn told(before: &[Offer], after: &[Offer]) -> Vec<(String, ChangeKind)> {
        let changes = offer_changes(before, after).into_iter();
        changes.map(|change| (change.field, change.kind)).collect()
    }

    fn told_of(changes: &[(&str, ChangeKind)]) -> Vec<(String, ChangeKind)> {
        let changes = changes.iter();
        changes
            .map(|(field, kind)| ((*field).to_owned(), *kind))
            .collect()
    }

    #[test]
    fn their_order_and_the_writing_of_amounts_are_no_change() {
        let before = [
            offer(Some("A"), "15.5", "in_stock"),
            offer(Some("B"), "9", "in_stock"),
        ];
        let after = [
            offer(Some("B"), "9.00", "in_stock"),
            offer(Some("A"), "15.50", "in_stock"),
        ];
        assert_eq!(told(&before, &after), []);
        let before = [
            offer(None, "15.5", "in_stock"),
            offer(None, "9", "in_stock"),
        ];
        let after = [
            offer(None, "9.00", "in_stock"),
            offer(None, "15.50", "in_stock"),
        ];
        assert_eq!(told(&before, &after), []);
    }

    #[test]
    fn a_change_names_the_offer_and_the_field() {
        let before = [
            offer(Some("A"), "15", "in_stock"),
            offer(Some("B"), "9", "in_stock"),
        ];
        let after = [
            offer(Some("A"), "14", "in_stock"),
            offer(Some("B"), "9", "out_of_stock"),
        ];
        let expected = told_of(&[("offers[A].price", Edited), ("offers[B].stock", Edited)]);
        assert_eq!(told(&before, &after), expected);
        let found = offer_changes(&before, &after);
        assert_eq!(
            (found[0].before.as_deref(), found[0].after.as_deref()),
            (Some("15"), Some("14"))
        );
    }

    #[test]
    fn what_comes_is_added_and_what_goes_is_removed() {
        let (one, other) = (
            offer(Some("A"), "15", "in_stock"),
            offer(Some("B"), "9", "in_stock"),
        );
        let expected = told_of(&[("offers[A]", Removed), ("offers[B]", Added)]);
        assert_eq!(told(&[one], std::slice::from_ref(&other)), expected);
        let found = offer_changes(&[], &[other]);
        assert_eq!(found[0].after.as_deref(), Some("9 EUR in_stock"));
    }

    #[test]
    fn offers_that_nothing_tells_apart_are_counted() {
        let plain = |price: &str| offer(None, price, "in_stock");
        let expected = told_of(&[("offers", Removed), ("offers", Added)]);
        assert_eq!(
            told(&[plain("1"), plain("1")], &[plain("1"), plain("2")]),
            expected
        );
        let named = |price: &str| offer(Some("A"), price, "in_stock");
        let twice = [named("1"), named("2")];
        assert_eq!(
            told(&twice, &[named("2")]),
            told_of(&[("offers[A]", Removed)])
        );
    }

    #[test]
    fn a_name_stands_in_for_a_number() {
        let blue = |price: &str| Offer {
            name: Some("Blue, 250 ml".to_owned()),
            ..offer(None, price, "in_stock")
        };
        let expected = told_of(&[("offers[Blue, 250 ml].price", Edited)]);
        assert_eq!(told(&[blue("1")], &[blue("2")]), expected);
    }
}
