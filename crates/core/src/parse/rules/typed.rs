//! Values of rules into an item: every field by its type.
//!
//! What is required and absent, and what is of the wrong kind, sets its record aside with the name of
//! the field. Words where a time, a price or a pay is looked for are no fault: they say that there is
//! none.

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::Facts;
use rust_decimal::Decimal;

use super::field::Field;
use super::spec::ValueType;
use super::value::{Value, line};
use super::{Parser, Rule};
use crate::facts::money::{self, Given, Price};
use crate::item::{Block, Content, Item, Kind};
use crate::parse::dom::one_line;
use crate::parse::moment::Moments;
use crate::parse::{link, pay, terms};

/// What the values of one response are read against.
pub(super) struct Reading<'a> {
    pub(super) moments: Moments<'a>,
    pub(super) money: Given<'a>,
    /// What relative links are relative to.
    pub(super) base: Option<&'a str>,
    /// Of an item that names none.
    pub(super) url: Option<&'a str>,
}

#[derive(Default)]
struct Draft {
    id: Option<String>,
    url: Option<String>,
    title: Option<String>,
    blocks: Vec<Block>,
    facts: Facts,
    /// A currency with a rule of its own.
    currency: Option<String>,
}

/// The item of one record, given what each rule found.
pub(super) fn item(
    parser: &Parser,
    rules: &[Rule],
    found: &[Vec<Value>],
    reading: &Reading,
) -> Result<Item, Reason> {
    let mut draft = Draft::default();
    for (rule, values) in rules.iter().zip(found) {
        let present: Vec<&Value> = values.iter().filter(|value| !value.is_blank()).collect();
        let values = match rule.field.takes_all(rule.value_type) {
            true => present.as_slice(),
            false => present.get(..1).unwrap_or_default(),
        };
        let filled = !values.is_empty() && draft.fill(rule, values, reading)?;
        if rule.is_required && !filled {
            return Err(missing(rule.field, values));
        }
    }
    draft.finish(parser, reading)
}

/// All texts that are to be times: together they tell which of two numbers is the day.
pub(super) fn times<'v>(rules: &[Rule], found: &'v [Vec<Value>]) -> Vec<&'v str> {
    let is_time = |(rule, _): &(&Rule, &Vec<Value>)| rule.value_type == ValueType::Time;
    let values = rules.iter().zip(found).filter(is_time);
    values
        .filter_map(|(_, values)| match values.first()? {
            Value::Text(text) => Some(text.as_ref()),
            _ => None,
        })
        .collect()
}

fn missing(field: Field, values: &[&Value]) -> Reason {
    let code = code(field, Code::MissingField);
    let name = field.as_str();
    Reason::new(
        code,
        match values.first() {
            Some(value) => format!("{name} is {}, which says none", value.named()),
            None => format!("{name} is missing or blank"),
        },
    )
}

/// A record without a usable id is told apart from all others.
fn code(field: Field, other: Code) -> Code {
    match field {
        Field::Id => Code::MissingId,
        _ => other,
    }
}

fn wrong(field: Field, value: &Value, expected: &str) -> Reason {
    let detail = format!("{} is {}, not {expected}", field.as_str(), value.named());
    Reason::new(code(field, Code::UnreadableResponse), detail)
}

impl Draft {
    /// Fills a field; false when the values say nothing of it.
    fn fill(&mut self, rule: &Rule, values: &[&Value], reading: &Reading) -> Result<bool, Reason> {
        let Some(first) = values.first() else {
            return Ok(false);
        };
        match rule.value_type {
            ValueType::Time => Ok(self.time(rule.field, first, reading)),
            ValueType::Price => self.price(rule.field, first, reading),
            ValueType::Pay => self.pay(rule.field, first, reading),
            ValueType::Number => self.number(rule.field, first),
            ValueType::Flag => self.flag(rule.field, first),
            ValueType::Url => self.link(rule.field, first, reading),
            _ if rule.field == Field::Body => self.body(rule, values),
            _ => self.text(rule, values, reading),
        }
    }

    fn time(&mut self, field: Field, value: &Value, reading: &Reading) -> bool {
        let Some(text) = value.written() else {
            return false;
        };
        if field == Field::UpdatedAt {
            let moment = reading.moments.read(&text);
            self.facts.updated_at = moment.and_then(|moment| moment.utc);
            return self.facts.updated_at.is_some();
        }
        reading.moments.publish(&mut self.facts, Some(&text));
        self.facts.published_at.is_some() || self.facts.published_not_after.is_some()
    }

    fn price(&mut self, field: Field, value: &Value, reading: &Reading) -> Result<bool, Reason> {
        let price = match value {
            Value::Number(_) => return self.number(field, value),
            Value::Flag(_) | Value::Other(_) => return Err(wrong(field, value, "a price")),
            Value::Text(text) | Value::Markup(text) => money::price(text, &reading.money),
        };
        let facts = &mut self.facts;
        if price.currency.is_some() && facts.currency.is_none() {
            facts.currency.clone_from(&price.currency);
            facts.currency_inferred = price.currency_inferred.then_some(true);
        }
        let amount = price.amount.or(price.low).map(|amount| amount.to_string());
        match field {
            Field::Price => return Ok(whole_price(facts, &price)),
            Field::PriceLow => facts.price_low.clone_from(&amount),
            Field::PriceHigh => {
                facts.price_high = price.high.map(|high| high.to_string()).or(amount.clone());
            }
            _ => {
                let list = price.list_price.map(|list| list.to_string());
                facts.list_price = amount.clone().or(list);
            }
        }
        Ok(amount.is_some())
    }

    fn pay(&mut self, field: Field, value: &Value, reading: &Reading) -> Result<bool, Reason> {
        let text = value
            .written()
            .ok_or_else(|| wrong(field, value, "a pay"))?;
        let pay = money::pay(&text, &reading.money);
        let facts = &mut self.facts;
        facts.pay_min = pay.min.map(|amount| amount.to_string());
        facts.pay_max = pay.max.map(|amount| amount.to_string());
        let known = pay.min.is_some() || pay.max.is_some();
        if known {
            facts.pay_currency = pay.currency;
            facts.pay_interval = pay.interval.map(str::to_owned);
            facts.pay_months = pay.months.map(i32::from);
        }
        Ok(known)
    }

    fn number(&mut self, field: Field, value: &Value) -> Result<bool, Reason> {
        let expected = || wrong(field, value, "a number");
        let text = value.written().ok_or_else(expected)?;
        let exact = Decimal::from_str_exact(&text).or_else(|_| Decimal::from_scientific(&text));
        let number = exact.map_err(|_| expected())?;
        if number.is_sign_negative() && !number.is_zero() {
            return Err(wrong(field, value, "a number from 0"));
        }
        let facts = &mut self.facts;
        let whole = i32::try_from(number);
        match field {
            Field::OfferCount => facts.offer_count = Some(whole.map_err(|_| expected())?),
            Field::PayMonths => facts.pay_months = Some(whole.map_err(|_| expected())?),
            Field::PayMin => facts.pay_min = Some(number.to_string()),
            Field::PayMax => facts.pay_max = Some(number.to_string()),
            Field::PriceLow => facts.price_low = Some(number.to_string()),
            Field::PriceHigh => facts.price_high = Some(number.to_string()),
            Field::ListPrice => facts.list_price = Some(number.to_string()),
            _ => facts.price = Some(number.to_string()),
        }
        Ok(true)
    }

    fn flag(&mut self, field: Field, value: &Value) -> Result<bool, Reason> {
        let word = value.written().map(|word| word.to_lowercase());
        let flag = match (value, word.as_deref()) {
            (Value::Flag(flag), _) => *flag,
            (_, Some("true" | "yes" | "1")) => true,
            (_, Some("false" | "no" | "0")) => false,
            _ => return Err(wrong(field, value, "true or false")),
        };
        match field {
            Field::PriceIsFrom => self.facts.price_is_from = Some(flag),
            Field::TaxIncluded => self.facts.tax_included = Some(flag),
            _ => {
                let state = if flag { "in_stock" } else { "out_of_stock" };
                self.facts.stock = Some(state.to_owned());
            }
        }
        Ok(true)
    }

    fn link(&mut self, field: Field, value: &Value, reading: &Reading) -> Result<bool, Reason> {
        let text = value
            .written()
            .ok_or_else(|| wrong(field, value, "a link"))?;
        if field == Field::Id {
            self.id = link_id(&text, reading.base);
            return Ok(self.id.is_some());
        }
        self.url = address(&text, reading.base);
        Ok(self.url.is_some())
    }

    /// Several values are several parts of the text, or the items of one list.
    fn body(&mut self, rule: &Rule, values: &[&Value]) -> Result<bool, Reason> {
        let mut parts = Vec::with_capacity(values.len());
        for value in values {
            parts.push(match (rule.value_type, value) {
                (_, Value::Other(_) | Value::Flag(_)) => {
                    return Err(wrong(rule.field, value, "text"));
                }
                (ValueType::Text, Value::Text(text)) => crate::parse::plain::blocks(text),
                (_, value) => value.blocks(),
            });
        }
        parts.retain(|blocks| !blocks.is_empty());
        self.blocks = match rule.value_type {
            ValueType::List | ValueType::Set if !parts.is_empty() => vec![Block::List {
                ordered: rule.value_type == ValueType::List,
                items: parts,
            }],
            _ => parts.into_iter().flatten().collect(),
        };
        Ok(!self.blocks.is_empty())
    }

    fn text(&mut self, rule: &Rule, values: &[&Value], reading: &Reading) -> Result<bool, Reason> {
        let mut texts = Vec::with_capacity(values.len());
        for value in values {
            let text = match rule.value_type {
                ValueType::Html => Some(line(&value.blocks())),
                _ => value.written().map(|text| text.into_owned()),
            };
            let text = text.ok_or_else(|| wrong(rule.field, value, "text"))?;
            // A title is content, which folds later and for all readers alike.
            texts.push(match rule.field {
                Field::Title => one_line(&text),
                _ => crate::canonical::tidy(&text),
            });
        }
        texts.retain(|text| !text.is_empty());
        if rule.field == Field::Cities {
            self.facts.cities = terms::places(texts.into_iter().map(Into::into));
            return Ok(!self.facts.cities.is_empty());
        }
        if rule.value_type == ValueType::Set {
            texts.sort_unstable();
            texts.dedup();
        }
        match texts.is_empty() {
            true => Ok(false),
            false => Ok(self.word(rule.field, texts.join("; "), reading)),
        }
    }

    fn word(&mut self, field: Field, text: String, reading: &Reading) -> bool {
        let facts = &mut self.facts;
        let place = match field {
            Field::Id => &mut self.id,
            Field::Title => &mut self.title,
            Field::Currency => {
                self.currency = currency(&text, &reading.money);
                return self.currency.is_some();
            }
            Field::PayCurrency => {
                facts.pay_currency = currency(&text, &reading.money);
                return facts.pay_currency.is_some();
            }
            Field::PayInterval => {
                facts.pay_interval = pay::interval(&text).map(str::to_owned);
                return facts.pay_interval.is_some();
            }
            Field::Workplace => {
                let known = terms::workplace(&text).or_else(|| terms::workplace_of_place(&text));
                facts.workplace = known.map(str::to_owned);
                return facts.workplace.is_some();
            }
            Field::EmploymentType => {
                facts.employment_type = Some(terms::employment_type(&text).to_owned());
                return true;
            }
            Field::Stock => {
                facts.stock = Some(stock(&text).to_owned());
                facts.stock_reason.get_or_insert(text);
                return true;
            }
            Field::Company => &mut facts.company,
            Field::Department => &mut facts.department,
            Field::Country => &mut facts.country,
            Field::Language => &mut facts.language,
            Field::Requisition => &mut facts.requisition,
            Field::Author => &mut facts.author,
            Field::Brand => &mut facts.brand,
            Field::Sku => &mut facts.sku,
            Field::MediaType => &mut facts.media_type,
            Field::StockReason => &mut facts.stock_reason,
            // The others have types of their own, which the check holds them to.
            _ => return false,
        };
        *place = Some(text);
        true
    }

    fn finish(mut self, parser: &Parser, reading: &Reading) -> Result<Item, Reason> {
        self.settle_currencies(reading.money.default_currency);
        let url = self.url.or_else(|| reading.url.map(str::to_owned));
        let by_link = || link_id(url.as_deref()?, reading.base);
        let id = self.id.or_else(by_link);
        let none = || Reason::new(Code::MissingId, "id is missing, and so is a url");
        Ok(Item {
            id: id.ok_or_else(none)?,
            url,
            content: Content {
                kind: parser.kind.unwrap_or(Kind::Page),
                title: self.title.unwrap_or_default(),
                blocks: self.blocks,
            },
            facts: self.facts,
        })
    }

    /// A rule for the currency goes before the text of a price, and that before the document.
    fn settle_currencies(&mut self, usual: Option<&str>) {
        let facts = &mut self.facts;
        if let Some(own) = self.currency.take() {
            facts.currency = Some(own);
            facts.currency_inferred = None;
        }
        let amounts = [
            &facts.price,
            &facts.price_low,
            &facts.price_high,
            &facts.list_price,
        ];
        let priced = amounts.iter().any(|amount| amount.is_some());
        if priced && facts.currency.is_none() && usual.is_some() {
            facts.currency = usual.map(str::to_owned);
            facts.currency_inferred = Some(true);
        }
        let paid = facts.pay_min.is_some() || facts.pay_max.is_some();
        if paid && facts.pay_currency.is_none() {
            facts.pay_currency = usual.map(str::to_owned);
        }
    }
}

/// A price with all that its text says; what one of several costs is no price of one.
pub(in crate::parse) fn whole_price(facts: &mut Facts, price: &Price) -> bool {
    let single = price
        .amount
        .filter(|_| price.bundle_of.is_none_or(|count| count == 1));
    facts.price = single.map(|amount| amount.to_string());
    facts.price_low = price.low.map(|low| low.to_string());
    facts.price_high = price.high.map(|high| high.to_string());
    if let Some(list) = price.list_price {
        facts.list_price = Some(list.to_string());
    }
    if price.is_from {
        facts.price_is_from = Some(true);
    }
    facts.tax_included = facts.tax_included.or(price.tax_included);
    single.is_some() || price.low.is_some() || price.high.is_some()
}

/// The link as written where it is whole; a relative one is whole with the page's address.
pub(in crate::parse) fn address(text: &str, base: Option<&str>) -> Option<String> {
    let text = text.trim();
    match link::resolve(text, None) {
        Some(_) => Some(text.to_owned()),
        None => match link::resolve(text, base) {
            Some(url) => Some(url.to_string()),
            // Without the page's address it stays relative; what has a scheme is not for the web.
            None => {
                let relative = !text.is_empty() && url::Url::parse(text).is_err();
                (relative && base.is_none()).then(|| text.to_owned())
            }
        },
    }
}

/// The link as an id.
pub(in crate::parse) fn link_id(text: &str, base: Option<&str>) -> Option<String> {
    link::canonical(text, base).or_else(|| address(text, base))
}

/// A code, or what a sign means.
fn currency(text: &str, given: &Given) -> Option<String> {
    let code = text.to_uppercase();
    match code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        true => Some(code),
        false => money::price(&format!("{text} 1"), given).currency,
    }
}

/// in_stock, out_of_stock, or unknown where the words say neither.
fn stock(text: &str) -> &'static str {
    const OUT: [&str; 16] = [
        "outofstock",
        "soldout",
        "discontinued",
        "unavailable",
        "notavailable",
        "notinstock",
        "ausverkauft",
        "nichtverfügbar",
        "nichtlieferbar",
        "épuisé",
        "rupturedestock",
        "agotado",
        "缺货",
        "无货",
        "售罄",
        "在庫切れ",
    ];
    const IN: [&str; 11] = [
        "instock",
        "limitedavailability",
        "instoreonly",
        "onlineonly",
        "available",
        "auflager",
        "lieferbar",
        "enstock",
        "disponible",
        "有货",
        "现货",
    ];
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    let squeezed: String = letters.flat_map(char::to_lowercase).collect();
    let says = |words: &[&str]| words.iter().any(|word| squeezed.contains(word));
    match (says(&OUT), says(&IN)) {
        (true, _) => "out_of_stock",
        (false, true) => "in_stock",
        (false, false) => "unknown",
    }
}
