//! Pages that list many things: rows with a link, a title and often a time or a price.
//!
//! A list is found by what repeats: siblings of one shape, each with a link that reads like a title.
//! It must be what the page is for. Links beside a text make no list, nor do menus; in doubt the page
//! is one thing.
//!
//! | file | what it does |
//! |---|---|
//! | `groups` | siblings of one shape |
//! | `row` | what one row says |
//! | `evidence` | whether the rows are what the page is for |
//! | `pager` | where the list goes on |

mod evidence;
mod groups;
mod pager;
mod row;
#[cfg(test)]
mod tests;

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::Facts;

use super::look::Look;
use crate::facts::money::{self, Given};
use crate::item::{Block, Content, Item, Kind};
use crate::parse::dom::Tree;
use crate::parse::found::Found;
use crate::parse::moment::Moments;
use crate::parse::rules::{address, link_id, whole_price};
use crate::parse::{Format, Source};
use row::Row;

/// `None` when the page is no list.
pub(super) fn read(source: &Source, look: &Look) -> Option<Found> {
    let declared = source.response.format == Some(Format::List);
    let tree = look.tree();
    let measures = groups::Measures::of(tree);
    let mut candidates = groups::likeliest(tree, &measures);
    if !declared {
        candidates.retain(|ids| evidence::fills_the_page(tree, &measures, ids));
    }
    let found = candidates
        .into_iter()
        .filter_map(|ids| {
            let links = ids.iter().filter_map(|id| row::title_link(tree, *id));
            let links: Vec<row::Link> = links.collect();
            if !evidence::have_titles(&links) {
                return None;
            }
            let rows: Vec<Row> = links.into_iter().map(|link| row::row(tree, link)).collect();
            Some((evidence::score(tree, &measures, &rows, declared)?, rows))
        })
        .max_by_key(|(score, _)| *score);
    let (_, rows) = found?;
    let lang = tree.language();
    let reader = Reader {
        base: tree.base(source.response.url),
        moments: source.moments.in_language(lang),
        money: Given {
            lang: source.response.lang.or(lang),
            ..source.money()
        },
    };
    Some(reader.list(tree, &rows, source.response.url))
}

struct Reader<'a> {
    base: Option<std::borrow::Cow<'a, str>>,
    moments: Moments<'a>,
    money: Given<'a>,
}

impl Reader<'_> {
    fn list(&self, tree: &Tree, rows: &[Row], url: Option<&str>) -> Found {
        let kind = evidence::kind(tree, rows, url);
        let times: Vec<&str> = rows.iter().filter_map(|row| row.time.as_deref()).collect();
        let moments = self.moments.with_evidence(&times);
        let mut found = Found::new(Format::List);
        for (place, row) in rows.iter().enumerate() {
            let item = self.item(row, kind, &moments);
            found.records.push((format!("rows[{place}]"), item));
        }
        found.around.title = tree.title();
        let next = pager::next(tree);
        found.around.next_page = next.and_then(|link| address(&link, self.base.as_deref()));
        found
    }

    fn item(&self, row: &Row, kind: Kind, moments: &Moments) -> Result<Item, Reason> {
        let base = self.base.as_deref();
        let none = || Reason::new(Code::MissingId, format!("'{}' is no link", row.link));
        let mut facts = Facts::default();
        moments.publish(&mut facts, row.time.as_deref());
        if let Some(amount) = &row.amount {
            match kind {
                Kind::Posting => self.pay(amount, &mut facts),
                _ => self.price(amount, &mut facts),
            }
        }
        Ok(Item {
            id: link_id(&row.link, base).ok_or_else(none)?,
            url: address(&row.link, base),
            content: Content {
                kind,
                title: row.title.clone(),
                blocks: row.prose.iter().cloned().map(Block::Text).collect(),
            },
            facts,
        })
    }

    fn price(&self, text: &str, facts: &mut Facts) {
        let price = money::price(text, &self.money);
        if whole_price(facts, &price) {
            facts.currency = price.currency;
            facts.currency_inferred = price.currency_inferred.then_some(true);
        }
    }

    fn pay(&self, text: &str, facts: &mut Facts) {
        let pay = money::pay(text, &self.money);
        if pay.min.is_none() && pay.max.is_none() {
            return;
        }
        facts.pay_min = pay.min.map(|amount| amount.to_string());
        facts.pay_max = pay.max.map(|amount| amount.to_string());
        facts.pay_currency = pay.currency;
        facts.pay_interval = pay.interval.map(str::to_owned);
        facts.pay_months = pay.months.map(i32::from);
    }
}
