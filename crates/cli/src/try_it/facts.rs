//! Facts as people read them: what belongs together stands in one line.
//!
//! Only words things; every fact that is known is in some line.

use serde_json::{Map, Value};

/// Facts that tell how others were read, or are said in the line of another.
const TOLD_WITH_OTHERS: [&str; 20] = [
    "published_at",
    "published_precision",
    "tz_assumed",
    "published_text",
    "published_not_after",
    "price",
    "price_low",
    "price_high",
    "currency",
    "currency_inferred",
    "list_price",
    "price_is_from",
    "tax_included",
    "conflict",
    "offer_count",
    "pay_min",
    "pay_max",
    "pay_currency",
    "pay_interval",
    "pay_months",
];

/// Label and text of each line.
pub fn lines(facts: &Map<String, Value>) -> Vec<(String, String)> {
    let known = Known(facts);
    let named = [
        ("published", known.published()),
        ("price", known.price()),
        ("pay", known.pay()),
    ];
    let told = named
        .into_iter()
        .filter_map(|(label, text)| Some((label.to_owned(), text?)));
    let rest = facts
        .iter()
        .filter(|(name, _)| !TOLD_WITH_OTHERS.contains(&name.as_str()) && *name != "offers");
    let rest = rest.map(|(name, value)| (name.clone(), text(value)));
    let offers = facts.get("offers").and_then(Value::as_array);
    let offers = offers.into_iter().flatten();
    let offers = offers.map(|offer| ("offer".to_owned(), text(offer)));
    told.chain(rest).chain(offers).collect()
}

/// A value in words: a set with semicolons, a record with its values.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(members) => members.iter().map(text).collect::<Vec<_>>().join("; "),
        Value::Object(fields) => {
            let known = fields.values().filter(|value| !value.is_null());
            known.map(text).collect::<Vec<_>>().join(" · ")
        }
        other => other.to_string(),
    }
}

struct Known<'a>(&'a Map<String, Value>);

impl Known<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    fn holds(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Bool(true))
    }

    /// The time, how exact it is, and the text it was read from.
    fn published(&self) -> Option<String> {
        let mut parts = Vec::new();
        match (self.get("published_at"), self.get("published_not_after")) {
            (Some(at), _) => parts.push(at.to_owned()),
            (None, Some(day)) => parts.push(format!("not after {day}")),
            (None, None) => parts.push(format!("not read: '{}'", self.get("published_text")?)),
        }
        let is_known = self.get("published_at").is_some();
        let precision = self.get("published_precision").filter(|_| is_known);
        parts.extend(precision.map(|unit| format!("to the {unit}")));
        if self.holds("tz_assumed") {
            parts.push("zone assumed".to_owned());
        }
        let is_read = is_known || self.get("published_not_after").is_some();
        let source = self.get("published_text").filter(|_| is_read);
        parts.extend(source.map(|text| format!("from '{text}'")));
        Some(parts.join(", "))
    }

    fn price(&self) -> Option<String> {
        let amount = match (self.get("price"), self.range("price_low", "price_high")) {
            (Some(price), Some(range)) => Some(format!("{price} ({range})")),
            (price, range) => price.map(str::to_owned).or(range),
        };
        let list = self.get("list_price");
        if amount.is_none() && list.is_none() {
            return None;
        }
        let from = if self.holds("price_is_from") {
            "from "
        } else {
            ""
        };
        let amount = amount.unwrap_or_else(|| "not said".to_owned());
        let mut parts = vec![format!(
            "{from}{amount}{}",
            self.currency("currency", "currency_inferred")
        )];
        parts.extend(list.map(|list| format!("list price {list}")));
        parts.extend(match self.0.get("tax_included") {
            Some(Value::Bool(true)) => Some("tax included".to_owned()),
            Some(Value::Bool(false)) => Some("without tax".to_owned()),
            _ => None,
        });
        let count = self.0.get("offer_count").filter(|count| !count.is_null());
        parts.extend(count.map(|count| format!("{count} offers")));
        if self.holds("conflict") {
            parts.push("parts of the page disagree".to_owned());
        }
        Some(parts.join(", "))
    }

    fn pay(&self) -> Option<String> {
        let range = self.range("pay_min", "pay_max")?;
        let mut words = format!("{range}{}", self.currency("pay_currency", ""));
        if let Some(interval) = self.get("pay_interval") {
            words.push_str(&format!(" a {}", interval.to_lowercase()));
        }
        if let Some(months) = self.0.get("pay_months").filter(|months| !months.is_null()) {
            words.push_str(&format!(", {months} months a year"));
        }
        Some(words)
    }

    fn range(&self, low: &str, high: &str) -> Option<String> {
        match (self.get(low), self.get(high)) {
            (Some(low), Some(high)) if low == high => Some(low.to_owned()),
            (Some(low), Some(high)) => Some(format!("{low} to {high}")),
            (Some(low), None) => Some(format!("{low} or more")),
            (None, Some(high)) => Some(format!("up to {high}")),
            (None, None) => None,
        }
    }

    fn currency(&self, name: &str, inferred: &str) -> String {
        let Some(code) = self.get(name) else {
            return String::new();
        };
        let how = if self.holds(inferred) {
            " (inferred)"
        } else {
            ""
        };
        format!(" {code}{how}")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(facts: Value) -> Vec<String> {
        let facts = facts.as_object().cloned().unwrap_or_default();
        let lines = lines(&facts).into_iter();
        lines
            .map(|(label, text)| format!("{label}: {text}"))
            .collect()
    }

    #[test]
    fn a_time_says_how_exact_it_is_and_what_it_was_read_from() {
        let facts = json!({"published_at": "2026-09-24T08:20:05Z", "published_precision": "second",
            "tz_assumed": true, "published_text": "2026/9/24 16:20:05"});
        let expected = "published: 2026-09-24T08:20:05Z, to the second, zone assumed, from '2026/9/24 16:20:05'";
        assert_eq!(told(facts), [expected]);
        assert_eq!(
            told(
                json!({"published_not_after": "2026-08-26", "published_precision": "day", "published_text": "30+ days ago"})
            ),
            ["published: not after 2026-08-26, from '30+ days ago'"]
        );
        assert_eq!(
            told(json!({"published_text": "soon"})),
            ["published: not read: 'soon'"]
        );
    }

    #[test]
    fn a_price_says_what_it_was_and_where_the_page_disagrees() {
        let facts = json!({"price": "50.00", "currency": "USD", "currency_inferred": true,
            "list_price": "75.00", "conflict": true, "tax_included": false});
        assert_eq!(
            told(facts),
            [
                "price: 50.00 USD (inferred), list price 75.00, without tax, parts of the page disagree"
            ]
        );
        let facts = json!({"price_low": "19", "price_high": "35", "currency": "EUR", "offer_count": 2,
            "offers": [{"sku": "A", "name": null, "price": "19"}]});
        assert_eq!(
            told(facts),
            ["price: 19 to 35 EUR, 2 offers", "offer: 19 · A"]
        );
        assert_eq!(
            told(json!({"price": "285", "price_is_from": true})),
            ["price: from 285"]
        );
    }

    #[test]
    fn pay_is_a_range_with_its_interval() {
        let facts = json!({"pay_min": "95000", "pay_currency": "USD", "pay_interval": "YEAR", "pay_months": 14});
        assert_eq!(
            told(facts),
            ["pay: 95000 or more USD a year, 14 months a year"]
        );
    }

    #[test]
    fn every_other_fact_has_a_line_of_its_own() {
        let facts = json!({"cities": ["Berlin", "Paris"], "company": "ACME", "tz_assumed": false});
        assert_eq!(told(facts), ["cities: Berlin; Paris", "company: ACME"]);
    }
}
