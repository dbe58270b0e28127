//! One item for one thing: what to do when ids are links, and when they repeat inside a response.

use std::collections::hash_map::{Entry, HashMap};

use readonce_model::Reason;
use readonce_model::reason::Code;

use super::{Family, Format, link};
use crate::canonical::fold;
use crate::item::Item;

/// Ids that are links lose what makes no new thing. Where an id repeats with other links, the link
/// is the id of all; where a whole row repeats, the first one counts and the others are set aside.
pub(super) fn distinct(
    format: Format,
    mut found: Vec<(usize, Item)>,
    rejected: &mut Vec<(usize, Reason)>,
) -> Vec<Item> {
    // Feeds and pages settle their own links: they know which places on a page are things of their
    // own.
    if format.family() == Family::Board {
        found.iter_mut().for_each(|(_, item)| unhang(&mut item.id));
    }
    for (place, link) in links_of_shared_ids(&found) {
        if let Some((_, item)) = found.get_mut(place) {
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

/// The ids of items whose id stands for more than one thing: their places and their links. Links
/// are only looked at where ids repeat at all, which is rare.
fn links_of_shared_ids(found: &[(usize, Item)]) -> Vec<(usize, String)> {
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
    let groups = with_id.into_values();
    groups
        .flat_map(|places| own_links(found, &places))
        .collect()
}

/// The links of items that share an id; none when they lead to one thing.
fn own_links(found: &[(usize, Item)], places: &[usize]) -> Vec<(usize, String)> {
    let all = places.iter().filter_map(|place| {
        let (_, item) = found.get(*place)?;
        Some((*place, item, link_of(item)?))
    });
    let all: Vec<(usize, &Item, String)> = all.collect();
    let mut titles: HashMap<&str, String> = HashMap::new();
    let mut parted = false;
    for (_, item, link) in &all {
        let title = fold(&item.content.title);
        let first = titles.entry(link).or_insert_with(|| title.clone());
        parted |= *first != title;
    }
    if titles.len() < 2 && !parted {
        return Vec::new();
    }
    let links = all.iter().map(|(place, item, link)| {
        let at = item.url.as_deref().and_then(|url| url.split_once('#'));
        match at.filter(|_| parted) {
            Some((_, at)) => (*place, format!("{link}#{at}")),
            None => (*place, link.clone()),
        }
    });
    links.collect()
}

/// The one address of the thing; whatever stands in its place where that is no address.
fn link_of(item: &Item) -> Option<String> {
    let url = item.url.as_deref()?;
    Some(link::canonical(url, None).unwrap_or_else(|| url.to_owned()))
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
