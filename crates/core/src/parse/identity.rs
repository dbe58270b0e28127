//! One item for one thing: what to do when ids repeat inside a response.

use std::collections::HashMap;

use readonce_model::Reason;
use readonce_model::reason::Code;

use crate::item::Item;

/// Where an id repeats with other links, the link is the id; where a whole row repeats, the first
/// one counts and the others are set aside.
pub(super) fn distinct(
    found: Vec<(usize, Item)>,
    rejected: &mut Vec<(usize, Reason)>,
) -> Vec<Item> {
    let shared = shared_ids(&found);
    let mut first_at: HashMap<String, usize> = HashMap::with_capacity(found.len());
    let mut items = Vec::with_capacity(found.len());
    for (place, mut item) in found {
        if shared.contains(&item.id)
            && let Some(link) = item.url.clone()
        {
            item.id = link;
        }
        match first_at.get(&item.id) {
            Some(first) => rejected.push((place, repeated(&item.id, *first))),
            None => {
                first_at.insert(item.id.clone(), place);
                items.push(item);
            }
        }
    }
    items
}

/// Ids that stand for more than one link.
fn shared_ids(found: &[(usize, Item)]) -> Vec<String> {
    let mut links: HashMap<&str, Option<&str>> = HashMap::with_capacity(found.len());
    let mut shared = Vec::new();
    for (_, item) in found {
        let link = item.url.as_deref();
        let first = links.entry(&item.id).or_insert(link);
        if *first != link && !shared.contains(&item.id) {
            shared.push(item.id.clone());
        }
    }
    shared
}

fn repeated(id: &str, first: usize) -> Reason {
    Reason::new(
        Code::Inconsistent,
        format!("id {id} repeats the record at place {first}"),
    )
}
