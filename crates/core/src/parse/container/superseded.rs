//! The same thing several times in one file: the one that was fetched last counts.

use std::collections::HashMap;

use readonce_model::Reason;
use readonce_model::reason::Code;

use crate::item::Item;
use crate::parse::link;

/// Sets aside what a later response of the same file tells anew. Of two at the same time the one
/// further down counts.
pub(super) fn set_aside(records: &mut [(String, Result<Item, Reason>)], taken_at_ms: &[i64]) {
    let mut latest: HashMap<(String, Option<String>), usize> = HashMap::new();
    let mut older = Vec::new();
    for (place, ((_, record), at_ms)) in records.iter().zip(taken_at_ms).enumerate() {
        let Ok(item) = record else {
            continue;
        };
        let seen = latest.entry(key(item)).or_insert(place);
        let seen_at_ms = taken_at_ms.get(*seen).copied().unwrap_or(i64::MIN);
        if *seen == place {
            continue;
        }
        if *at_ms >= seen_at_ms {
            older.push((std::mem::replace(seen, place), place));
        } else {
            older.push((place, *seen));
        }
    }
    for (place, by) in older {
        let newer = records.get(by).map(|(part, _)| part.clone());
        if let Some((_, record)) = records.get_mut(place) {
            *record = Err(told_anew(&newer.unwrap_or_default()));
        }
    }
}

fn key(item: &Item) -> (String, Option<String>) {
    let link = |url: &str| link::canonical(url, None).unwrap_or_else(|| url.to_owned());
    (item.id.clone(), item.url.as_deref().map(link))
}

fn told_anew(by: &str) -> Reason {
    let detail = format!("a later response of the file tells it anew: {by}");
    Reason::new(Code::Inconsistent, detail)
}
