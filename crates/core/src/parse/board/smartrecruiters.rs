//! Postings of a SmartRecruiters company: `{"totalFound": n, "content": [...]}`, or one posting
//! with its texts under `jobAd`.

use std::borrow::Cow;

use readonce_model::Reason;
use readonce_model::record::Facts;
use url::Url;

use super::next;
use crate::item::{Block, Content, Item, Kind};
use crate::parse::fields::Fields;
use crate::parse::pay::{self, Pay};
use crate::parse::{Source, html, terms, told};

/// The order of the sections on the posting's page.
const SECTIONS: [&str; 4] = [
    "companyDescription",
    "jobDescription",
    "qualifications",
    "additionalInformation",
];

pub(super) fn item(posting: &Fields, source: &Source) -> Result<Item, Reason> {
    let id = posting.id("id")?;
    Ok(Item {
        url: address(posting, &id)?,
        id,
        content: Content {
            kind: Kind::Posting,
            title: posting.title("name")?,
            blocks: blocks(posting)?,
        },
        facts: facts(posting, source)?,
    })
}

/// A list names no page of the posting, but the company and the number that make its address.
fn address(posting: &Fields, id: &str) -> Result<Option<String>, Reason> {
    if let Some(url) = posting.text("postingUrl")? {
        return Ok(Some(url.trim().to_owned()));
    }
    let company = told(posting.object("company")?.text("identifier")?);
    Ok(company.and_then(|company| page(&company, id)))
}

fn page(company: &str, id: &str) -> Option<String> {
    let mut url = Url::parse("https://jobs.smartrecruiters.com/").ok()?;
    let path = url.path_segments_mut();
    path.ok()?.pop_if_empty().push(company).push(id);
    Some(url.to_string())
}

fn blocks(posting: &Fields) -> Result<Vec<Block>, Reason> {
    let sections = posting.object("jobAd")?.object("sections")?;
    let mut all = Vec::new();
    for name in SECTIONS {
        let section = sections.object(name)?;
        let text = html::blocks(&section.text("text")?.unwrap_or_default());
        if !text.is_empty() {
            let title = section.text("title")?;
            all.extend(title.map(|title| Block::Text(title.into_owned())));
            all.extend(text);
        }
    }
    Ok(all)
}

fn facts(posting: &Fields, source: &Source) -> Result<Facts, Reason> {
    let location = posting.object("location")?;
    let published = posting.text("releasedDate")?;
    let mut facts = Facts {
        company: told(posting.object("company")?.text("name")?),
        department: told(posting.object("department")?.text("label")?),
        workplace: workplace(&location)?.map(str::to_owned),
        cities: terms::places(place(&location)?.map(Cow::Owned)),
        country: told(location.text("country")?).map(|code| terms::country(&code)),
        employment_type: posting
            .object("typeOfEmployment")?
            .text("label")?
            .map(|word| terms::employment_type(&word).to_owned()),
        language: told(posting.object("language")?.text("code")?),
        requisition: told(posting.scalar("refNumber")?),
        ..Facts::default()
    };
    source.moments.publish(&mut facts, published.as_deref());
    salary(posting)?.into_facts(&mut facts);
    Ok(facts)
}

fn place(location: &Fields) -> Result<Option<String>, Reason> {
    let city = told(location.text("city")?);
    let region = told(location.text("region")?);
    let full = told(location.text("fullLocation")?);
    Ok(terms::place(city.as_deref(), region.as_deref(), None).or(full))
}

fn workplace(location: &Fields) -> Result<Option<&'static str>, Reason> {
    let hybrid = location.flag("hybrid")? == Some(true);
    let remote = location.flag("remote")? == Some(true);
    Ok(match (hybrid, remote) {
        (true, _) => Some("hybrid"),
        (false, true) => Some("remote"),
        (false, false) => None,
    })
}

fn salary(posting: &Fields) -> Result<Pay, Reason> {
    let range = posting.object("compensation")?;
    Ok(Pay {
        min: pay::amount(&range, "min")?,
        max: pay::amount(&range, "max")?,
        currency: pay::currency(&range, "currency")?,
        interval: range.text("period")?.as_deref().and_then(pay::interval),
        ..Pay::default()
    })
}

/// Where the list goes on, while it says that there is more than was shown so far.
pub(super) fn next_page(list: &Fields, rows: usize, url: Option<&str>) -> Option<String> {
    let offset = next::number(list, "offset").unwrap_or(0);
    let shown = offset.checked_add(u64::try_from(rows).ok()?)?;
    let more = rows > 0 && shown < next::number(list, "totalFound")?;
    more.then(|| next::with_number(url, "offset", shown))
}
