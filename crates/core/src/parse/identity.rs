//! One item for one thing: what to do when ids are links, and when they repeat inside a response.

use std::collections::hash_map::{Entry, HashMap};

use readonce_model::Reason;
use readonce_model::reason::Code;

use super::link;
use crate::item::Item;

/// Ids that are links lose what makes no new thing. Where an id repeats with other links, the link
/// is the id of all; where a whole row repeats, the first one counts and the others are set aside.
pub(super) fn distinct(
    mut found: Vec<(usize, Item)>,
    rejected: &mut Vec<(usize, Reason)>,
) -> Vec<Item> {
    for (_, item) in &mut found {
        unhang(&mut item.id);
    }
    for place in of_shared_ids(&found) {
        if let Some((_, item)) = found.get_mut(place)
            && let Some(link) = link_of(item)
        {
            item.id = link;
        }
    }
    let repeats = repeats(&found);
    let mut items = Vec::with_capacity(found.len());
    let mut repeats = repeats.into_iter().peekable();
    for (at, (place, item)) in found.into_iter().enumerate() {
        match repeats.next_if(|(repeat, _)| *repeat == at) {
            Some((_, first)) => rejected.push((place, repeated(&item.id, first))),
            None => items.push(item),
        }
    }
    items
}

/// An id that is a link is the link without what was hung on to it on the way.
fn unhang(id: &mut String) {
    let is_link = id.starts_with("http://") || id.starts_with("https://");
    if is_link && let Some(link) = link::canonical(id, None) {
        *id = link;
    }
}

/// The one address of the thing; whatever stands in its place where that is no address.
fn link_of(item: &Item) -> Option<String> {
    let url = item.url.as_deref()?;
    Some(link::canonical(url, None).unwrap_or_else(|| url.to_owned()))
}

/// The places of items whose id stands for more than one link. Links are only looked at where ids
/// repeat at all, which is rare.
fn of_shared_ids(found: &[(usize, Item)]) -> Vec<usize> {
    let mut with_id: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut first_at: HashMap<&str, usize> = HashMap::with_capacity(found.len());
    for (place, (_, item)) in found.iter().enumerate() {
        match first_at.entry(&item.id) {
            Entry::Vacant(free) => {
                free.insert(place);
            }
            Entry::Occupied(first) => {
                let places = with_id.entry(&item.id);
                places.or_insert_with(|| vec![*first.get()]).push(place);
            }
        }
    }
    let link_at = |place: &usize| link_of(&found.get(*place)?.1);
    let shared = with_id.into_values().filter(|places| {
        let mut links = places.iter().map(link_at);
        let first = links.next();
        links.any(|link| Some(link) != first)
    });
    shared.flatten().collect()
}

/// Items whose id was there before: their places, and where in the response the first one is.
fn repeats(found: &[(usize, Item)]) -> Vec<(usize, usize)> {
    let mut first_at: HashMap<&str, usize> = HashMap::with_capacity(found.len());
    let mut repeats = Vec::new();
    for (at, (place, item)) in found.iter().enumerate() {
        match first_at.entry(&item.id) {
            Entry::Vacant(free) => {
                free.insert(*place);
            }
            Entry::Occupied(first) => repeats.push((at, *first.get())),
        }
    }
    repeats
}

fn repeated(id: &str, first: usize) -> Reason {
    Reason::new(
        Code::Inconsistent,
        format!("id {id} repeats the record at place {first}"),
    )
}
