//! What the words around a price say about it.

use super::groups::Group;
use super::scan::{Kind, Token};
use super::terms::Class;

/// What a price is, by its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Plain,
    Sale,
    List,
    /// A saving, a fee, a threshold: no price of the item.
    Other,
    /// For a kilogram, a month: a price only where there is no other.
    PerUnit,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) role: Role,
    pub(super) from: bool,
    pub(super) up_to: bool,
    pub(super) tax_included: Option<bool>,
}

/// Reads the words between the previous amount (`free`) and this one, and those right behind it
/// up to the next amount (`limit`).
pub(super) fn said(tokens: &[Token], group: &Group, free: usize, limit: usize) -> Said {
    let before = tokens.get(free..group.start).unwrap_or(&[]);
    let after = tokens.get(group.end..limit).unwrap_or(&[]);
    let mut said = Said {
        role: role_before(before),
        ..Said::default()
    };
    let near = before.iter().rev().take_while(|token| leads(token));
    for token in near {
        said.from |= token.is(Class::From);
        said.up_to |= token.is(Class::UpTo);
    }
    said.tax_included = tax_before(before);
    read_after(after, limit < tokens.len(), &mut said);
    said
}

/// Words that may stand between "from" and its amount.
fn leads(token: &Token) -> bool {
    let known = [
        Class::From,
        Class::UpTo,
        Class::Price,
        Class::Sale,
        Class::List,
        Class::TaxIn,
    ];
    token.is_mark(':') || known.into_iter().any(|class| token.is(class))
}

/// The nearest word that gives a role; a number on the way ends the search.
fn role_before(before: &[Token]) -> Role {
    let near = before
        .iter()
        .rev()
        .take_while(|token| token.number().is_none());
    near.filter_map(|token| {
        let roles = [
            (Class::List, Role::List),
            (Class::Sale, Role::Sale),
            (Class::Off, Role::Other),
            (Class::Price, Role::Plain),
        ];
        let named = roles.into_iter().find(|(class, _)| token.is(*class));
        named.map(|(_, role)| role)
    })
    .next()
    .unwrap_or_default()
}

fn tax_before(before: &[Token]) -> Option<bool> {
    let near = before.iter().rev().take(2);
    near.filter_map(tax).next()
}

fn tax(token: &Token) -> Option<bool> {
    match (token.is(Class::TaxIn), token.is(Class::TaxOut)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Words right behind: "起", "+", "off", "(税込)", "/ kg".
fn read_after(after: &[Token], more: bool, said: &mut Said) {
    for (at, token) in after.iter().take(6).enumerate() {
        let leads_next = more && at + 1 == after.len();
        let next = after.get(at + 1);
        let ends = next.is_none_or(|next| !matches!(next.kind, Kind::Number(_)));
        if token.is(Class::Per) && next.is_some_and(is_unit) {
            said.role = Role::PerUnit;
        } else if at == 0 && token.is(Class::OffAfter) {
            said.role = Role::Other;
        } else if let Some(tax) = tax(token).filter(|_| !leads_next) {
            said.tax_included = Some(tax);
        } else if token.is(Class::FromAfter) || (token.is_mark('+') && ends && token.glued) {
            said.from = true;
        } else if token.is_mark('~') && next.is_none_or(|next| !next.is_mark('~')) && at == 0 {
            said.from = !leads_next;
        } else if !token.is_mark('(') && !token.is_mark(')') && !token.is(Class::Price) {
            break;
        }
    }
}

/// A measure, a time, or a number of measures: "/ 100 g".
fn is_unit(token: &Token) -> bool {
    let time = token.term().is_some_and(|term| {
        term.classes
            .iter()
            .any(|class| matches!(class, Class::Unit(_)))
    });
    time || token.is(Class::Measure) || token.number().is_some()
}
