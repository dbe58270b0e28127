//! Stock in three states, with the words behind it.

/// in_stock, out_of_stock or unknown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stock {
    pub(super) state: &'static str,
    /// Example: schema.org/PreOrder
    pub(super) reason: String,
}

/// What an address of schema.org or a word says; blank says nothing.
pub(super) fn of(word: &str) -> Option<Stock> {
    let word = crate::canonical::fold(word);
    if word.is_empty() {
        return None;
    }
    let (name, reason) = match of_schema(&word) {
        Some(name) => (name.to_owned(), format!("schema.org/{name}")),
        None => (word.clone(), word),
    };
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    let squeezed: String = kept.flat_map(char::to_lowercase).collect();
    Some(Stock {
        state: state(&squeezed),
        reason,
    })
}

fn of_schema(word: &str) -> Option<&str> {
    let rest = word.split_once("://").map_or(word, |(_, rest)| rest);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    let name = rest
        .strip_prefix("schema.org/")
        .or_else(|| word.strip_prefix("schema:"))?;
    Some(name.trim_matches(['/', '#'])).filter(|name| !name.is_empty())
}

fn state(squeezed: &str) -> &'static str {
    match squeezed {
        "instock"
        | "limitedavailability"
        | "onlineonly"
        | "instoreonly"
        | "available"
        | "auflager"
        | "lieferbar"
        | "verfügbar"
        | "enstock"
        | "disponible"
        | "disponibile"
        | "opvoorraad"
        | "disponível"
        | "emestoque"
        | "有货"
        | "有貨"
        | "现货"
        | "現貨"
        | "在庫あり"
        | "재고있음"
        | "вналичии" => "in_stock",
        "outofstock"
        | "soldout"
        | "discontinued"
        | "unavailable"
        | "notavailable"
        | "currentlyunavailable"
        | "ausverkauft"
        | "nichtlieferbar"
        | "nichtverfügbar"
        | "épuisé"
        | "rupturedestock"
        | "indisponible"
        | "agotado"
        | "esaurito"
        | "nondisponibile"
        | "uitverkocht"
        | "esgotado"
        | "indisponível"
        | "缺货"
        | "缺貨"
        | "无货"
        | "售罄"
        | "在庫切れ"
        | "売り切れ"
        | "品切れ"
        | "품절"
        | "нетвналичии" => "out_of_stock",
        _ => "unknown",
    }
}

/// The state of several offers: one in stock is enough, and only all together are out of it.
pub(super) fn together<'s>(all: impl Iterator<Item = &'s Stock>) -> Option<Stock> {
    let mut all: Vec<&Stock> = all.collect();
    all.sort_by_key(|stock| (rank(stock.state), stock.reason.clone()));
    all.first().map(|stock| (*stock).clone())
}

fn rank(state: &str) -> u8 {
    match state {
        "in_stock" => 0,
        "unknown" => 1,
        _ => 2,
    }
}
