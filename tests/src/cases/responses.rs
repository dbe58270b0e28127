//! Cases that are one response: every expected word is looked up in what was read of it.

use anyhow::{Context, Result, bail};
use readonce_core::canonical::sight;
use readonce_core::facts::money::same_amount;
use readonce_core::item::Sighting;
use readonce_core::parse::{Parsed, Response, parse};
use readonce_model::record::Facts;
use serde_json::{Value, json};

use super::Checks;
use super::given::Case;

/// A response, read and cleaned.
pub(super) struct Seen {
    pub(super) parsed: Parsed,
    pub(super) items: Vec<Sighting>,
}

impl Seen {
    pub(super) fn of(response: &Response) -> Result<Self> {
        let parsed = parse(response).map_err(|reason| anyhow::anyhow!("refused: {reason}"))?;
        let items = parsed.items.iter().cloned().map(sight).collect();
        Ok(Self { parsed, items })
    }

    fn first(&self) -> Option<&Facts> {
        self.items.first().map(|item| &item.facts)
    }

    fn title(&self) -> Option<&str> {
        let item = self.items.first();
        item.map(|item| item.title.as_str())
    }

    pub(super) fn each(&self, of: impl Fn(&Sighting) -> Value) -> Value {
        self.items.iter().map(of).collect()
    }
}

pub(super) fn check(case: &Case, checks: &mut Checks) -> Result<()> {
    let Some(expect) = case.expect.as_object() else {
        bail!("what is expected is no object");
    };
    let body = case.bytes()?;
    let seen = match Seen::of(&case.response(&body)?) {
        Ok(seen) => seen,
        Err(error) => {
            let all = expect.keys().map(String::as_str).collect::<Vec<_>>();
            checks.holds(&all.join(", "), false, || error.to_string());
            return Ok(());
        }
    };
    for (name, wanted) in expect {
        match name.as_str() {
            "pair_with" => {}
            "same_hash" => pair(case, &seen, wanted, checks)?,
            "items" if wanted.is_array() => rows(&seen, wanted, checks),
            name => {
                let found = found(&seen, name, wanted).with_context(|| format!("'{name}'"))?;
                checks.same(name, found, wanted);
            }
        }
    }
    Ok(())
}

/// What was read under a name of `expected.jsonl`. Amounts that are equal by value take the
/// writing of what is wanted.
fn found(seen: &Seen, name: &str, wanted: &Value) -> Result<Value> {
    let facts = seen.first();
    let amount = |found: Option<&String>| by_value(found, wanted);
    Ok(match name {
        "charset" => json!(seen.parsed.charset),
        "charset_conflict" => json!(seen.parsed.charset_conflict),
        "items" => json!(seen.items.len()),
        "ids" => seen.each(|item| json!(item.id)),
        "titles" => seen.each(|item| json!(item.title)),
        "title" | "name" => json!(seen.title()),
        "published" if wanted.is_array() => seen.each(|item| json!(item.facts.published_at)),
        "published" | "date" => json!(facts.and_then(|facts| facts.published_at.clone())),
        "precision" => seen.each(|item| json!(item.facts.published_precision)),
        "tz_assumed" => seen.each(|item| json!(item.facts.tz_assumed)),
        "bad_blocks" => json!(seen.parsed.around.bad_blocks.len()),
        "url" => json!(seen.items.first().and_then(|item| item.url.clone())),
        "prices" => match wanted.get(0) {
            Some(one) => json!([by_value(facts.and_then(|f| f.price.as_ref()), one)]),
            None => json!([]),
        },
        "price" => amount(facts.and_then(|facts| facts.price.as_ref())),
        "low" => amount(facts.and_then(|facts| facts.price_low.as_ref())),
        "high" => amount(facts.and_then(|facts| facts.price_high.as_ref())),
        "currency" => json!(facts.and_then(|facts| facts.currency.clone())),
        "currency_inferred" => json!(facts.and_then(|facts| facts.currency_inferred)),
        "conflict" => json!(facts.is_some_and(|facts| facts.conflict == Some(true))),
        "offer_count" => json!(facts.and_then(|facts| facts.offer_count)),
        "author" => json!(facts.and_then(|facts| facts.author.clone())),
        "company" => json!(facts.and_then(|facts| facts.company.clone())),
        "city" => json!(facts.and_then(|facts| facts.cities.first())),
        "country" => json!(facts.and_then(|facts| facts.country.clone())),
        other => bail!("no check knows '{other}'"),
    })
}

/// The amount in the writing of `wanted` where both are the same value.
pub(super) fn by_value(found: Option<&String>, wanted: &Value) -> Value {
    match (found, wanted.as_str()) {
        (Some(found), Some(wanted)) if same_amount(found, wanted) => json!(wanted),
        (found, _) => json!(found),
    }
}

fn pair(case: &Case, seen: &Seen, wanted: &Value, checks: &mut Checks) -> Result<()> {
    let other = case.expect["pair_with"].as_str().context("pair_with")?;
    let body = case.bytes_of(other)?;
    let other = Seen::of(&case.response(&body)?)?;
    let hashes = |seen: &Seen| seen.each(|item| json!(item.canonical.hash.to_string()));
    let same = !seen.items.is_empty() && hashes(seen) == hashes(&other);
    checks.holds("same_hash", Value::Bool(same) == *wanted, || {
        let text = |seen: &Seen| seen.each(|item| json!(item.canonical.text));
        format!("{} against {}", text(seen), text(&other))
    });
    Ok(())
}

/// Rows with url, title and time; a relative address is the end of an absolute one.
fn rows(seen: &Seen, wanted: &Value, checks: &mut Checks) {
    let rows = wanted.as_array().map_or(&[][..], Vec::as_slice);
    checks.same("items", seen.items.len(), &json!(rows.len()));
    for (at, row) in rows.iter().enumerate() {
        let item = seen.items.get(at);
        let url = item
            .and_then(|item| item.url.as_deref())
            .unwrap_or_default();
        let path = row["url"].as_str().unwrap_or_default();
        checks.holds(&format!("items[{at}].url"), url.ends_with(path), || {
            format!("{url} instead of {path}")
        });
        let title = item.map(|item| item.title.clone());
        checks.same(&format!("items[{at}].title"), title, &row["title"]);
        let published = item.and_then(|item| item.facts.published_at.clone());
        checks.same(
            &format!("items[{at}].published"),
            published,
            &row["published"],
        );
    }
}
