//! `readonce parse time|price|pay`: how one piece of text is read, without a page around it.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use readonce_core::facts::{money, time};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::context::Context;
use crate::output::say;

#[derive(Debug, Subcommand)]
pub enum Parse {
    /// A point in time, absolute or relative
    Time(Time),
    /// A price
    Price(Money),
    /// A salary or wage
    Pay(Money),
}

#[derive(Debug, Args)]
pub struct Time {
    pub text: String,
    /// Time of the fetch, RFC 3339 (default: now)
    #[arg(long, value_name = "T")]
    pub now: Option<jiff::Timestamp>,
    /// Zone of the site. Example: Asia/Shanghai
    #[arg(long, value_name = "ZONE")]
    pub tz: Option<String>,
    /// Language of the text. Example: de
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
}

#[derive(Debug, Args)]
pub struct Money {
    pub text: String,
    /// Language or locale of the text. Example: de-CH
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Currency of amounts that name none. Example: EUR
    #[arg(long, value_name = "CODE")]
    pub currency: Option<String>,
}

/// Exit 1 when nothing could be read.
pub fn run(context: &Context, command: &Parse) -> anyhow::Result<ExitCode> {
    let (found, is_read) = match command {
        Parse::Time(options) => read_time(options),
        Parse::Price(options) => read_price(options),
        Parse::Pay(options) => read_pay(options),
    };
    context.output.show(&found, || {
        for (name, value) in found
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(_, v)| !v.is_null())
        {
            say!(
                "{name}: {}",
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            );
        }
    })?;
    Ok(ExitCode::from(u8::from(!is_read)))
}

fn read_time(options: &Time) -> (Value, bool) {
    let now = options.now.unwrap_or_else(jiff::Timestamp::now);
    let given = time::Given {
        now_ms: now.as_millisecond(),
        site_tz: options.tz.as_deref(),
        lang: options.lang.as_deref(),
        day_first: None,
    };
    match time::read(&options.text, &given) {
        Ok(moment) => {
            let found = json!({
                "utc": moment.utc, "precision": moment.precision.as_str(),
                "tz_assumed": moment.tz_assumed, "not_after": moment.not_after,
                "is_relative": moment.is_relative,
            });
            (found, true)
        }
        Err(reason) => {
            let found = json!({
                "utc": null, "precision": null, "tz_assumed": null, "not_after": null,
                "is_relative": null, "reason": reason.to_string(),
            });
            (found, false)
        }
    }
}

fn given(options: &Money) -> money::Given<'_> {
    money::Given {
        lang: options.lang.as_deref(),
        default_currency: options.currency.as_deref(),
    }
}

fn read_price(options: &Money) -> (Value, bool) {
    let price = money::price(&options.text, &given(options));
    let is_read = price.amount.or(price.low).or(price.list_price).is_some();
    let found = json!({
        "amount": text(price.amount), "currency": price.currency, "is_from": price.is_from,
        "currency_inferred": price.currency_inferred, "tax_included": price.tax_included,
        "list_price": text(price.list_price), "low": text(price.low), "high": text(price.high),
        "bundle_of": price.bundle_of,
    });
    (found, is_read)
}

fn read_pay(options: &Money) -> (Value, bool) {
    let pay = money::pay(&options.text, &given(options));
    let is_read = pay.min.or(pay.max).is_some();
    let found = json!({
        "min": text(pay.min), "max": text(pay.max), "currency": pay.currency,
        "currency_inferred": pay.currency_inferred, "interval": pay.interval,
        "months": pay.months,
    });
    (found, is_read)
}

/// Decimal text, with the digits that were written.
fn text(amount: Option<Decimal>) -> Option<String> {
    amount.map(|amount| amount.to_string())
}
