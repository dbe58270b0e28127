//! Postings of a Workday career site: `{"total": n, "jobPostings": [...]}`, or one posting as
//! `{"jobPostingInfo": {...}}`.
//!
//! The list tells days relative to now and counts places instead of naming them. A posting's name
//! is the end of its address: `..._JR354232`, and `..._JR354232-1` where it was posted once more.

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::Facts;
use url::Url;

use crate::item::{Content, Item, Kind};
use crate::parse::fields::Fields;
use crate::parse::{Source, html, terms, told};

pub(super) fn item(posting: &Fields, source: &Source) -> Result<Item, Reason> {
    let path = path(posting)?;
    let requisition = requisition(posting, path.as_deref())?;
    let id = path.as_deref().and_then(posting_id).map(str::to_owned);
    let id = id.or_else(|| requisition.clone()).ok_or_else(|| {
        let detail = "externalPath, externalUrl and jobReqId are missing";
        Reason::new(Code::MissingId, detail)
    })?;
    let description = posting.text("jobDescription")?.unwrap_or_default();
    Ok(Item {
        id,
        url: address(posting, path.as_deref(), source.response.url)?,
        content: Content {
            kind: Kind::Posting,
            title: posting.title("title")?,
            blocks: html::blocks(&description),
        },
        facts: facts(posting, requisition, source)?,
    })
}

/// The path of the posting's page on its site.
fn path(posting: &Fields) -> Result<Option<String>, Reason> {
    if let Some(path) = told(posting.text("externalPath")?) {
        return Ok(Some(path));
    }
    let url = posting.text("externalUrl")?;
    let url = url.and_then(|url| Url::parse(url.trim()).ok());
    Ok(url.map(|url| url.path().to_owned()))
}

fn posting_id(path: &str) -> Option<&str> {
    let page = path.trim_end_matches('/').rsplit('/').next()?;
    let id = page.rsplit('_').next().unwrap_or(page);
    let fit = if id.bytes().any(|byte| byte.is_ascii_digit()) {
        id
    } else {
        page
    };
    Some(fit).filter(|id| !id.is_empty())
}

/// The employer's number: in the list it is one of the bullets, and the address ends with it.
fn requisition(posting: &Fields, path: Option<&str>) -> Result<Option<String>, Reason> {
    if let Some(number) = told(posting.scalar("jobReqId")?) {
        return Ok(Some(number));
    }
    let Some(id) = path.and_then(posting_id) else {
        return Ok(None);
    };
    let again = |rest: &str| {
        let count = rest.strip_prefix('-').unwrap_or("x");
        rest.is_empty() || count.bytes().all(|byte| byte.is_ascii_digit())
    };
    let bullets = posting.words("bulletFields")?;
    let mut bullets = bullets.into_iter().filter_map(|bullet| told(Some(bullet)));
    Ok(bullets.find(|bullet| id.strip_prefix(bullet.as_str()).is_some_and(again)))
}

/// The list is asked for at `/wday/cxs/<tenant>/<site>/jobs`; its pages stand under `/<site>`.
fn address(
    posting: &Fields,
    path: Option<&str>,
    asked: Option<&str>,
) -> Result<Option<String>, Reason> {
    if let Some(url) = posting.text("externalUrl")? {
        return Ok(Some(url.trim().to_owned()));
    }
    Ok(asked.zip(path).and_then(|(asked, path)| page(asked, path)))
}

fn page(asked: &str, path: &str) -> Option<String> {
    let mut url = Url::parse(asked).ok()?;
    let mut parts = url.path().strip_prefix("/wday/cxs/")?.split('/');
    let site = parts.nth(1)?.to_owned();
    url.set_query(None);
    url.set_path(&format!("/{site}/{}", path.trim_start_matches('/')));
    Some(url.to_string())
}

fn facts(posting: &Fields, requisition: Option<String>, source: &Source) -> Result<Facts, Reason> {
    let place = match posting.text("location")? {
        None => posting.text("locationsText")?,
        place => place,
    };
    let more = posting.words("additionalLocations")?;
    let remote = posting.text("remoteType")?;
    let named = place.as_deref().and_then(terms::workplace_of_place);
    let country = posting.object("country")?.text("descriptor")?;
    let places = place.into_iter().chain(more);
    let mut facts = Facts {
        workplace: remote
            .as_deref()
            .and_then(terms::workplace_of_place)
            .or(named)
            .map(str::to_owned),
        cities: terms::places(places.filter(|place| !is_count(place))),
        country: told(country),
        employment_type: posting
            .text("timeType")?
            .map(|word| terms::employment_type(&word).to_owned()),
        requisition,
        ..Facts::default()
    };
    let (start, posted) = (posting.text("startDate")?, posting.text("postedOn")?);
    source.moments.publish(&mut facts, start.as_deref());
    if facts.published_at.is_none() {
        source.moments.publish(&mut facts, posted.as_deref());
    }
    Ok(facts)
}

/// "3 Locations" is a number of places and no place, in any language.
fn is_count(place: &str) -> bool {
    let place = place.trim();
    let word = place.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = place.len().saturating_sub(word.len());
    let one = word.split_whitespace().count() == 1 && !word.contains([',', '-', '/']);
    (1..=3).contains(&digits) && one
}
