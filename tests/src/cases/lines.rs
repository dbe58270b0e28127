//! Cases with one text a line: prices, pay, times, and how long a server asks to wait.

use anyhow::{Context, Result};
use readonce_core::facts::{money, time};
use readonce_core::fetch::retry_after;
use serde_json::{Value, json};

use super::Checks;
use super::given::{Case, ms};
use super::responses::by_value;

pub(super) fn prices(case: &Case, checks: &mut Checks) -> Result<()> {
    for (input, wanted) in case.lines()? {
        let given = money::Given {
            lang: input["lang"].as_str(),
            default_currency: None,
        };
        let price = money::price(text(&input)?, &given);
        let amount = price.amount.map(|amount| amount.to_string());
        let list = price.list_price.map(|amount| amount.to_string());
        let mut found = json!({
            "n": input["n"],
            "amount": by_value(amount.as_ref(), &wanted["amount"]),
            "currency": price.currency,
        });
        if price.is_from {
            found["is_from"] = json!(true);
        }
        if let Some(included) = price.tax_included {
            found["tax_included"] = json!(included);
        }
        if list.is_some() {
            found["list_price"] = by_value(list.as_ref(), &wanted["list_price"]);
        }
        checks.same(&named(&input), found, &wanted);
    }
    Ok(())
}

pub(super) fn pay(case: &Case, checks: &mut Checks) -> Result<()> {
    for (input, wanted) in case.lines()? {
        let pay = money::pay(text(&input)?, &money::Given::default());
        let [min, max] = [pay.min, pay.max].map(|end| end.map(|end| end.to_string()));
        let mut found = json!({
            "n": input["n"],
            "min": by_value(min.as_ref(), &wanted["min"]),
            "max": by_value(max.as_ref(), &wanted["max"]),
            "currency": pay.currency,
            "interval": pay.interval,
        });
        if let Some(months) = pay.months {
            found["months"] = json!(months);
        }
        checks.same(&named(&input), found, &wanted);
    }
    Ok(())
}

pub(super) fn times(case: &Case, checks: &mut Checks) -> Result<()> {
    for (input, wanted) in case.lines()? {
        let given = time::Given {
            now_ms: ms(input["fetched_at"].as_str().context("fetched_at")?)?,
            site_tz: input["site_tz"].as_str(),
            ..time::Given::default()
        };
        let found = match time::read(text(&input)?, &given) {
            Ok(moment) => json!(moment.utc),
            Err(error) => json!(error.to_string()),
        };
        checks.same(&named(&input), found, &wanted["utc"]);
    }
    Ok(())
}

pub(super) fn waits(case: &Case, checks: &mut Checks) -> Result<()> {
    let now_ms = ms(case.given["now"].as_str().context("now")?)?;
    let longest_s = case.given["max_inline_wait_s"]
        .as_i64()
        .context("longest")?;
    for (input, wanted) in case.lines()? {
        let header = input["retry_after"].as_str();
        let asked_s = header
            .and_then(|header| retry_after(header, now_ms))
            .map(|wait_ms| wait_ms / 1000);
        let found = match asked_s {
            Some(wait_s) if wait_s <= longest_s => json!({"n": input["n"], "wait_s": wait_s}),
            Some(_) => json!({"n": input["n"], "wait_s": null, "park": true}),
            None => json!({"n": input["n"], "wait_s": null, "fallback": true}),
        };
        checks.same(&header_named(&input), found, &wanted);
    }
    Ok(())
}

fn text(input: &Value) -> Result<&str> {
    input["text"].as_str().context("no text")
}

fn named(input: &Value) -> String {
    format!(
        "line {}: {}",
        input["n"],
        input["text"].as_str().unwrap_or_default()
    )
}

fn header_named(input: &Value) -> String {
    format!("line {}: {}", input["n"], input["retry_after"])
}
