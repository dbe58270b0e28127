//! Postings of a Recruitee careers site: `{"offers": [...]}`, or one as `{"offer": {...}}`.

use std::borrow::Cow;

use readonce_model::Reason;
use readonce_model::record::Facts;

use crate::item::{Block, Content, Item, Kind};
use crate::parse::fields::Fields;
use crate::parse::pay::{self, Pay};
use crate::parse::{Source, html, terms, told};

pub(super) fn item(offer: &Fields, source: &Source) -> Result<Item, Reason> {
    Ok(Item {
        id: offer.id("id")?,
        url: offer.text("careers_url")?.map(|url| url.trim().to_owned()),
        content: Content {
            kind: Kind::Posting,
            title: offer.title("title")?,
            blocks: blocks(offer)?,
        },
        facts: facts(offer, source)?,
    })
}

fn blocks(offer: &Fields) -> Result<Vec<Block>, Reason> {
    let mut all = Vec::new();
    for name in ["description", "requirements"] {
        all.extend(html::blocks(&offer.text(name)?.unwrap_or_default()));
    }
    Ok(all)
}

fn facts(offer: &Fields, source: &Source) -> Result<Facts, Reason> {
    let published = match offer.text("published_at")? {
        None => offer.text("created_at")?,
        published => published,
    };
    let updated = offer.text("updated_at")?;
    let (places, country) = places(offer)?;
    let mut facts = Facts {
        updated_at: updated
            .and_then(|text| source.moments.read(&text))
            .and_then(|moment| moment.utc),
        company: told(offer.text("company_name")?),
        department: told(offer.text("department")?),
        workplace: workplace(offer)?.map(str::to_owned),
        cities: terms::places(places.into_iter().map(Cow::Owned)),
        country,
        employment_type: offer
            .text("employment_type_code")?
            .map(|word| terms::employment_type(&word).to_owned()),
        ..Facts::default()
    };
    source.moments.publish(&mut facts, published.as_deref());
    salary(offer)?.into_facts(&mut facts);
    Ok(facts)
}

/// The list of places, or else the offer's own; the country where all agree on it.
fn places(offer: &Fields) -> Result<(Vec<String>, Option<String>), Reason> {
    let listed = offer.objects("locations")?;
    let rows: Vec<&Fields> = match listed.is_empty() {
        true => vec![offer],
        false => listed.iter().collect(),
    };
    let (mut places, mut countries) = (Vec::new(), Vec::new());
    for row in rows {
        let city = told(row.text("city")?);
        let state = told(row.text("state_code")?);
        let country = told(row.text("country")?);
        places.extend(terms::place(
            city.as_deref(),
            state.as_deref(),
            country.as_deref(),
        ));
        countries.push(country);
    }
    Ok((places, terms::one_of_all(countries)))
}

/// Three flags; two of them together say that there is a choice, which hybrid is not.
fn workplace(offer: &Fields) -> Result<Option<&'static str>, Reason> {
    let is = |name| offer.flag(name).map(|flag| flag == Some(true));
    Ok(match (is("hybrid")?, is("remote")?, is("on_site")?) {
        (true, _, _) => Some("hybrid"),
        (false, true, false) => Some("remote"),
        (false, false, true) => Some("onsite"),
        _ => None,
    })
}

fn salary(offer: &Fields) -> Result<Pay, Reason> {
    let range = offer.object("salary")?;
    Ok(Pay {
        min: pay::amount(&range, "min")?,
        max: pay::amount(&range, "max")?,
        currency: pay::currency(&range, "currency")?,
        interval: range.text("period")?.as_deref().and_then(pay::interval),
        ..Pay::default()
    })
}
