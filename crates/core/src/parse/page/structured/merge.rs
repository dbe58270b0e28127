//! One item for one thing that a page tells of twice: in JSON-LD and in its markup, or in two
//! blocks.
//!
//! What one of them leaves out comes from the other. Prices are compared by value; where they
//! differ, markup counts, since it stands beside what visitors see, and the conflict is recorded.

use std::collections::HashMap;

use readonce_model::record::Facts;

use super::draft::Draft;
use super::graph::weight;
use crate::facts::money::same_amount;
use crate::item::Kind;

/// The drafts without repeats, in the order of the page. Linear: things are found by their keys.
pub(super) fn merged(drafts: Vec<Draft>) -> Vec<Draft> {
    let mut kept: Vec<Draft> = Vec::with_capacity(drafts.len());
    let mut known: HashMap<String, usize> = HashMap::new();
    for draft in drafts {
        let keys = keys(&draft);
        let found = keys.iter().find_map(|key| {
            let place = known.get(key).copied()?;
            let same = kept.get(place).is_some_and(|other| is_same(other, &draft));
            same.then_some(place)
        });
        let place = found.unwrap_or(kept.len());
        match kept.get_mut(place) {
            Some(first) => join(first, draft),
            None => kept.push(draft),
        }
        for key in keys {
            known.entry(key).or_insert(place);
        }
    }
    kept
}

/// What a thing may be known by, the surest first.
fn keys(draft: &Draft) -> Vec<String> {
    let kind = draft.item.content.kind.as_str();
    let title = crate::canonical::fold(&draft.item.content.title).to_lowercase();
    let parts = [
        ("at", draft.node_id.as_deref()),
        ("number", draft.own_id.as_deref()),
        (
            "title",
            Some(title.as_str()).filter(|title| !title.is_empty()),
        ),
    ];
    let told = parts
        .into_iter()
        .filter_map(|(part, value)| Some((part, value?)));
    told.map(|(part, value)| format!("{kind} {part} {value}"))
        .collect()
}

/// Whether nothing says that the two, which share a key, are two things.
fn is_same(one: &Draft, other: &Draft) -> bool {
    let same_node = one.node_id.is_some() && one.node_id == other.node_id;
    let differ =
        |a: &Option<String>, b: &Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
    let apart = differ(&one.own_id, &other.own_id)
        || (one.own_id.is_none()
            && other.own_id.is_none()
            && differ(&one.item.url, &other.item.url));
    // Replies share their thread's title.
    let opinion = one.item.content.kind == Kind::Thread
        && one.item.content.blocks != other.item.content.blocks;
    same_node || !(apart || opinion)
}

fn join(first: &mut Draft, other: Draft) {
    let (mine, theirs) = (&mut first.item, other.item);
    if weight(&theirs.content.blocks) > weight(&mine.content.blocks) {
        mine.content.blocks = theirs.content.blocks;
    }
    if mine.content.title.is_empty() {
        mine.content.title = theirs.content.title;
    }
    mine.url = mine.url.take().or(theirs.url);
    prices(
        &mut mine.facts,
        &theirs.facts,
        other.in_markup && !first.in_markup,
    );
    fill(&mut mine.facts, theirs.facts);
    first.own_id = first.own_id.take().or(other.own_id);
    first.node_id = first.node_id.take().or(other.node_id);
    first.in_markup |= other.in_markup;
}

/// Both say what it costs: the same, or a conflict.
fn prices(mine: &mut Facts, theirs: &Facts, prefer_theirs: bool) {
    let (Some(_), Some(_)) = (mine.conflict, theirs.conflict) else {
        return;
    };
    let differs = conflicts(mine, theirs);
    let more = mine.price.is_some() && theirs.price.is_none();
    let takes = if differs { prefer_theirs } else { more };
    if takes {
        mine.price.clone_from(&theirs.price);
        mine.price_low.clone_from(&theirs.price_low);
        mine.price_high.clone_from(&theirs.price_high);
        mine.currency.clone_from(&theirs.currency);
        mine.currency_inferred = theirs.currency_inferred;
        mine.list_price.clone_from(&theirs.list_price);
    }
    if mine.currency_inferred == Some(true) && mine.currency == theirs.currency {
        mine.currency_inferred = theirs.currency_inferred;
    }
    mine.conflict = Some(differs || mine.conflict == Some(true));
}

/// Whether both cannot be right: other amounts, or the same in other currencies. One price within
/// a range is one of the offers.
fn conflicts(mine: &Facts, theirs: &Facts) -> bool {
    let sure = |facts: &Facts| {
        facts
            .currency
            .clone()
            .filter(|_| facts.currency_inferred != Some(true))
    };
    if let (Some(one), Some(other)) = (sure(mine), sure(theirs))
        && one != other
    {
        return true;
    }
    let differ = |a: &Option<String>, b: &Option<String>| matches!((a, b), (Some(a), Some(b)) if !same_amount(a, b));
    match (&mine.price, &theirs.price) {
        (Some(one), Some(other)) => !same_amount(one, other),
        (Some(price), None) => !is_within(price, theirs),
        (None, Some(price)) => !is_within(price, mine),
        (None, None) => {
            differ(&mine.price_low, &theirs.price_low)
                || differ(&mine.price_high, &theirs.price_high)
        }
    }
}

fn is_within(price: &str, range: &Facts) -> bool {
    let read = |text: &str| super::money::exact(text);
    let Some(price) = read(price) else {
        return false;
    };
    let end = |text: &Option<String>| text.as_deref().and_then(read);
    end(&range.price_low).is_none_or(|low| low <= price)
        && end(&range.price_high).is_none_or(|high| price <= high)
}

/// What the first does not say is taken from the other.
fn fill(mine: &mut Facts, theirs: Facts) {
    let priced = mine.conflict.is_some();
    macro_rules! take {
        ($($field:ident)*) => { $(mine.$field = mine.$field.take().or(theirs.$field);)* };
    }
    if mine.published_at.is_none() {
        take!(published_at published_precision tz_assumed published_text published_not_after);
    }
    if mine.pay_min.is_none() && mine.pay_max.is_none() {
        take!(pay_min pay_max pay_currency pay_interval pay_months);
    }
    if !priced {
        take!(price price_low price_high price_is_from currency currency_inferred conflict);
    }
    take!(updated_at company department country workplace employment_type language requisition
        author brand sku list_price tax_included offer_count stock stock_reason media_type);
    if mine.cities.is_empty() {
        mine.cities = theirs.cities;
    }
    if mine.offers.len() < theirs.offers.len() {
        mine.offers = theirs.offers;
    }
}
