//! The fields that a rule may fill, and as what each may be read.
//!
//! Their names are those of items and facts, with dashes. What follows from another value (the
//! precision of a time, whether a currency was inferred) has no rule of its own.

use super::spec::ValueType;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Field {
    Id,
    Url,
    Title,
    Body,
    PublishedAt,
    UpdatedAt,
    Company,
    Department,
    Cities,
    Country,
    Workplace,
    EmploymentType,
    Language,
    Pay,
    PayMin,
    PayMax,
    PayCurrency,
    PayInterval,
    PayMonths,
    Requisition,
    Author,
    Brand,
    Sku,
    MediaType,
    Price,
    PriceLow,
    PriceHigh,
    Currency,
    ListPrice,
    PriceIsFrom,
    TaxIncluded,
    OfferCount,
    Stock,
    StockReason,
}

const TEXT: &[ValueType] = &[ValueType::Text, ValueType::Html];
/// Several texts become one: sorted as a set, in their order as a list.
const TEXTS: &[ValueType] = &[
    ValueType::Text,
    ValueType::Html,
    ValueType::Set,
    ValueType::List,
];
const AMOUNT: &[ValueType] = &[ValueType::Price, ValueType::Number];

/// Name, and the types it may be read as, the usual one first.
const TABLE: [(Field, &str, &[ValueType]); 34] = [
    (Field::Id, "id", &[ValueType::Id, ValueType::Url]),
    (Field::Url, "url", &[ValueType::Url]),
    (Field::Title, "title", TEXT),
    (
        Field::Body,
        "body",
        &[
            ValueType::Html,
            ValueType::Text,
            ValueType::List,
            ValueType::Set,
        ],
    ),
    (Field::PublishedAt, "published-at", &[ValueType::Time]),
    (Field::UpdatedAt, "updated-at", &[ValueType::Time]),
    (Field::Company, "company", TEXTS),
    (Field::Department, "department", TEXTS),
    (
        Field::Cities,
        "cities",
        &[ValueType::Set, ValueType::Text, ValueType::List],
    ),
    (Field::Country, "country", TEXT),
    (Field::Workplace, "workplace", TEXT),
    (Field::EmploymentType, "employment-type", TEXT),
    (Field::Language, "language", TEXT),
    (Field::Pay, "pay", &[ValueType::Pay]),
    (Field::PayMin, "pay-min", &[ValueType::Number]),
    (Field::PayMax, "pay-max", &[ValueType::Number]),
    (Field::PayCurrency, "pay-currency", TEXT),
    (Field::PayInterval, "pay-interval", TEXT),
    (Field::PayMonths, "pay-months", &[ValueType::Number]),
    (
        Field::Requisition,
        "requisition",
        &[ValueType::Id, ValueType::Text],
    ),
    (Field::Author, "author", TEXTS),
    (Field::Brand, "brand", TEXTS),
    (Field::Sku, "sku", &[ValueType::Id, ValueType::Text]),
    (Field::MediaType, "media-type", TEXT),
    (Field::Price, "price", AMOUNT),
    (Field::PriceLow, "price-low", AMOUNT),
    (Field::PriceHigh, "price-high", AMOUNT),
    (Field::Currency, "currency", TEXT),
    (Field::ListPrice, "list-price", AMOUNT),
    (Field::PriceIsFrom, "price-is-from", &[ValueType::Flag]),
    (Field::TaxIncluded, "tax-included", &[ValueType::Flag]),
    (Field::OfferCount, "offer-count", &[ValueType::Number]),
    (Field::Stock, "stock", &[ValueType::Text, ValueType::Flag]),
    (Field::StockReason, "stock-reason", TEXT),
];

impl Field {
    pub(super) fn named(name: &str) -> Option<Self> {
        let found = TABLE.iter().find(|(_, known, _)| *known == name);
        found.map(|(field, _, _)| *field)
    }

    pub(super) fn as_str(self) -> &'static str {
        self.row().map_or("", |(_, name, _)| name)
    }

    pub(super) fn types(self) -> &'static [ValueType] {
        self.row().map_or(TEXT, |(_, _, types)| types)
    }

    /// Whether it is read from all values that are found, not from the first.
    pub(super) fn takes_all(self, value_type: ValueType) -> bool {
        let several = matches!(value_type, ValueType::Set | ValueType::List);
        several || matches!(self, Field::Body | Field::Cities)
    }

    /// Without it there is no item.
    pub(super) fn is_vital(self) -> bool {
        matches!(self, Field::Id | Field::Title)
    }

    fn row(self) -> Option<&'static (Field, &'static str, &'static [ValueType])> {
        TABLE.iter().find(|(field, _, _)| *field == self)
    }

    pub(super) fn names() -> String {
        TABLE.map(|(_, name, _)| name).join(", ")
    }
}
