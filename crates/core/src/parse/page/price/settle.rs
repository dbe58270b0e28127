//! The price on show against the one of structured data: what a visitor sees wins, since data for
//! machines often still holds the regular price.

use readonce_model::record::Facts;
use rust_decimal::Decimal;

use super::{Shown, into_facts, written};
use crate::facts::money::Price;

/// Writes into facts, which hold what structured data says, what the page shows.
pub(in crate::parse::page) fn settle(facts: &mut Facts, shown: &Shown) {
    let told = Told::of(facts);
    let price = &shown.price;
    let other_currency = facts.currency.is_some()
        && price.currency.is_some()
        && !price.currency_inferred
        && price.currency != facts.currency;
    let Some(said) = told.filter(|_| !other_currency) else {
        return take(facts, price, None, other_currency);
    };
    match agrees(&said, shown) {
        Agrees::Yes => keep(facts, price),
        Agrees::Narrower => {
            let list = said.list;
            take(facts, price, list, false);
        }
        Agrees::No => {
            // What was asked for by the data is the regular price when less is asked on the page.
            let regular = said.amount.or(said.list);
            let list = [regular, said.list].into_iter().flatten().max();
            take(facts, price, list, true);
        }
    }
}

/// What structured data says.
struct Told {
    amount: Option<Decimal>,
    low: Option<Decimal>,
    high: Option<Decimal>,
    list: Option<Decimal>,
}

impl Told {
    fn of(facts: &Facts) -> Option<Self> {
        let read = |text: &Option<String>| Decimal::from_str_exact(text.as_deref()?).ok();
        let told = Self {
            amount: read(&facts.price),
            low: read(&facts.price_low),
            high: read(&facts.price_high),
            list: read(&facts.list_price),
        };
        let any = told.amount.is_some() || told.low.is_some() || told.high.is_some();
        any.then_some(told)
    }

    fn holds(&self, amount: Decimal) -> bool {
        match self.amount {
            Some(own) => own == amount,
            None => {
                self.low.is_none_or(|low| low <= amount)
                    && self.high.is_none_or(|high| amount <= high)
            }
        }
    }
}

enum Agrees {
    Yes,
    /// The page shows a range around the one price of the data.
    Narrower,
    No,
}

fn agrees(said: &Told, shown: &Shown) -> Agrees {
    let price = &shown.price;
    match (said.amount, price.amount) {
        (Some(amount), _) if shown.current.contains(&amount) && price.amount.is_some() => {
            Agrees::Yes
        }
        (Some(amount), None) => {
            let within = price.low.is_none_or(|low| low <= amount)
                && price.high.is_none_or(|high| amount <= high);
            if within { Agrees::Narrower } else { Agrees::No }
        }
        (None, Some(amount)) if said.holds(amount) => Agrees::Yes,
        (None, None) if same_range(said, price) => Agrees::Yes,
        _ => Agrees::No,
    }
}

fn same_range(said: &Told, price: &Price) -> bool {
    let agree = |a: Option<Decimal>, b: Option<Decimal>| a.is_none() || b.is_none() || a == b;
    agree(said.low, price.low) && agree(said.high, price.high)
}

/// Both agree: the page adds what it cost before, and what its words say.
fn keep(facts: &mut Facts, price: &Price) {
    let list = written(price.list_price, facts.currency.as_deref());
    facts.list_price = list.or(facts.list_price.take());
    facts.tax_included = facts.tax_included.or(price.tax_included);
    facts.price_is_from = facts.price_is_from.or(price.is_from.then_some(true));
    if facts.currency.is_none() || facts.currency == price.currency {
        let inferred = price.currency_inferred && facts.currency_inferred.unwrap_or(true);
        facts.currency.clone_from(&price.currency);
        facts.currency_inferred = facts.currency.as_ref().map(|_| inferred);
    }
}

/// The page's price takes the place of the data's.
fn take(facts: &mut Facts, price: &Price, list: Option<Decimal>, conflict: bool) {
    let conflict = conflict || facts.conflict == Some(true);
    let said = (facts.currency.take(), facts.currency_inferred);
    let floor = price.amount.or(price.low);
    let list = price.list_price.or(list);
    let price = Price {
        list_price: list.filter(|list| floor.is_some_and(|floor| *list > floor)),
        ..price.clone()
    };
    into_facts(&price, facts);
    // The data's currency was what the page's amounts were read in.
    if facts.currency.is_none() || facts.currency == said.0 {
        (facts.currency, facts.currency_inferred) = said;
    }
    facts.conflict = Some(conflict);
}
