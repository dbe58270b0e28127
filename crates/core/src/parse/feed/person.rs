//! Who wrote it: names out of the ways in which feeds write them.

use std::borrow::Cow;
use std::collections::HashSet;

use super::body;
use super::xml::Element;
use crate::canonical::tidy;

/// The names of these elements, each once, in their order.
pub(super) fn names<'d, 'a: 'd>(elements: impl Iterator<Item = Element<'d, 'a>>) -> Option<String> {
    let mut known = HashSet::new();
    let names = elements.filter_map(name);
    let names: Vec<String> = names.filter(|name| known.insert(name.clone())).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn name(element: Element) -> Option<String> {
    let parts = element.child_text("name");
    let text = parts.or_else(|| element.child_text("email"));
    let name = match text {
        Some(text) => plain(&text),
        None => plain(&Cow::Owned::<str>(body::line(element))),
    };
    Some(name).filter(|name| !name.is_empty())
}

/// `mail@example.com (Name)`, `Name <mail@example.com>` and `Name (mail@example.com)` are Name.
fn plain(text: &str) -> String {
    let parted = [('(', ')'), ('<', '>')]
        .into_iter()
        .find_map(|(open, close)| {
            let (before, inside) = text.trim().strip_suffix(close)?.split_once(open)?;
            let (before, inside) = (before.trim(), inside.trim());
            match (is_address(before), is_address(inside)) {
                (true, false) => Some(inside),
                (false, true) => Some(before),
                _ => None,
            }
        });
    tidy(parted.filter(|name| !name.is_empty()).unwrap_or(text))
}

fn is_address(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        && !text.contains(char::is_whitespace)
}
