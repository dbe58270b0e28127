//! One entry of a feed: its id, link, text and facts.

use std::borrow::Cow;
use std::collections::HashSet;

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::Facts;

use super::channel::Channel;
use super::field::{Entry, Field};
use super::xml::Element;
use super::{body, job, person, tail, times};
use crate::canonical::fold;
use crate::item::{Block, Content, Item, Kind};
use crate::parse::link;

/// An item, and the place on its page where its id is the address of that.
pub(super) struct Told {
    pub(super) item: Item,
    pub(super) fragment: Option<String>,
}

pub(super) fn item(entry: &Entry, channel: &Channel) -> Result<Told, Reason> {
    let own = entry.element.attribute("base");
    let own = own.and_then(|base| link::resolve(&base, channel.base.as_deref()));
    let base = own
        .map(|base| base.to_string())
        .or_else(|| channel.base.clone());
    let address = address(entry);
    let (id, fragment) = identity(entry, address.as_deref(), base.as_deref())?;
    let url = address.and_then(|address| link::resolve(&address, base.as_deref()));
    let content = content(entry, channel.kind)?;
    let item = Item {
        id,
        url: url.map(|url| url.to_string()),
        content,
        facts: facts(entry, channel),
    };
    Ok(Told { item, fragment })
}

/// The id that the feed gives. One that is a link is the link's canonical form, as is the id of an
/// entry that has none; any other says nothing but itself.
fn identity(
    entry: &Entry,
    address: Option<&str>,
    base: Option<&str>,
) -> Result<(String, Option<String>), Reason> {
    let given = entry
        .all(Field::Id)
        .find_map(|element| Some((element, element.told()?)));
    let canonical = address.and_then(|address| link::canonical(address, base));
    if let Some((element, id)) = given {
        let same = link::canonical(&id, None);
        let is_link = is_permalink(element) || (same.is_some() && same == canonical);
        return Ok(match same.filter(|_| is_link) {
            Some(link) => (link, fragment(&id)),
            None => (fold(&id), None),
        });
    }
    let missing = || Reason::new(Code::MissingId, "neither guid, id nor link says what it is");
    let address = address.ok_or_else(missing)?;
    match canonical {
        Some(canonical) => Ok((canonical, fragment(address))),
        None => Ok((fold(address), None)),
    }
}

/// The ids that an entry can have whose feed gives this one.
pub(super) fn ids_of(given: &str) -> Vec<String> {
    let mut ids = vec![fold(given)];
    ids.extend(link::canonical(given, None).filter(|id| !ids.contains(id)));
    ids
}

fn fragment(address: &str) -> Option<String> {
    let (_, fragment) = address.trim().split_once('#')?;
    Some(fragment.to_owned()).filter(|fragment| !fragment.is_empty())
}

/// A guid of RSS is a link unless it says that it is none.
fn is_permalink(element: Element) -> bool {
    let said = element.attribute("isPermaLink");
    element.is("guid") && said.is_none_or(|said| !said.trim().eq_ignore_ascii_case("false"))
}

/// Where the thing is, as the feed writes it.
fn address<'a>(entry: &Entry<'_, 'a>) -> Option<Cow<'a, str>> {
    let links: Vec<Element> = entry.all(Field::Link).collect();
    let permalink = || {
        let mut ids = entry.all(Field::Id).filter(|id| is_permalink(*id));
        ids.find_map(Element::told)
            .filter(|id| link::resolve(id, None).is_some())
    };
    let original = entry.all(Field::OriginalLink).find_map(Element::told);
    original
        .or_else(|| link_text(&links))
        .or_else(permalink)
        .or_else(|| {
            entry
                .element
                .attribute("about")
                .filter(|about| !about.trim().is_empty())
        })
}

/// The link among these: the text of RSS, or the address of Atom that leads to the thing itself.
pub(super) fn link_text<'a>(links: &[Element<'_, 'a>]) -> Option<Cow<'a, str>> {
    let leads = |link: &&Element| {
        let rel = link.attribute("rel");
        rel.is_none_or(|rel| matches!(rel.trim(), "" | "alternate"))
    };
    let is_page = |link: &&Element| {
        let kind = link.attribute("type");
        kind.is_none_or(|kind| kind.contains("html"))
    };
    let href = |link: &Element<'_, 'a>| {
        link.attribute("href")
            .filter(|href| !href.trim().is_empty())
    };
    let mut pages = links.iter().filter(leads).filter(is_page);
    let text = links.iter().find_map(|link| link.told());
    text.or_else(|| pages.find_map(href))
        .or_else(|| links.iter().filter(leads).find_map(href))
}

fn content(entry: &Entry, kind: Kind) -> Result<Content, Reason> {
    let titles = entry.all(Field::Title).chain(entry.all(Field::OtherTitle));
    let title = titles.map(body::line).find(|line| !line.is_empty());
    let blocks = text(entry, title.as_deref().unwrap_or(""));
    if title.is_none() && blocks.is_empty() {
        let detail = "it has neither a title nor a text";
        return Err(Reason::new(Code::MissingField, detail));
    }
    Ok(Content {
        kind,
        title: title.unwrap_or_default(),
        blocks,
    })
}

/// The fullest of the texts: feeds give an excerpt and the whole beside each other.
fn text(entry: &Entry, title: &str) -> Vec<Block> {
    let fullest = |field| {
        let texts = texts(entry, field).into_iter().map(|element| {
            let mut blocks = body::blocks(element);
            tail::strip(&mut blocks, title);
            (body::weight(&blocks), blocks)
        });
        // The first of texts that are alike.
        texts.fold(
            (0, Vec::new()),
            |most, text| if text.0 > most.0 { text } else { most },
        )
    };
    let (weight, blocks) = fullest(Field::Body);
    match weight {
        0 => fullest(Field::OtherBody).1,
        _ => blocks,
    }
}

/// The texts of a kind. Another vocabulary may have one of the same name about something else: it
/// counts only where the entry has none of its own.
fn texts<'d, 'a>(entry: &Entry<'d, 'a>, field: Field) -> Vec<Element<'d, 'a>> {
    let own = entry.element.prefix();
    let is_own = |element: &Element| element.prefix() == own;
    let named = |element: &Element| element.local().to_ascii_lowercase();
    let taken: HashSet<String> = entry
        .all(field)
        .filter(|element| is_own(element) && element.told().is_some())
        .map(|element| named(&element))
        .collect();
    let all = entry.all(field);
    all.filter(|element| is_own(element) || !taken.contains(&named(element)))
        .collect()
}

fn facts(entry: &Entry, channel: &Channel) -> Facts {
    let language = entry.all(Field::Language).find_map(Element::told);
    let language = language.or_else(|| entry.element.attribute("lang"));
    let author = person::names(entry.all(Field::Author));
    let other = || person::names(entry.all(Field::OtherAuthor));
    let mut facts = Facts {
        language: language
            .map(|language| fold(&language))
            .filter(|language| !language.is_empty())
            .or_else(|| channel.language.map(fold)),
        author: author.or_else(other).or_else(|| channel.author.clone()),
        media_type: media_type(entry),
        ..Facts::default()
    };
    times::read(entry, &channel.moments, &mut facts);
    if channel.kind == Kind::Posting {
        job::read(entry, &mut facts);
    }
    facts
}

/// Of the file that the entry is about; a picture beside a text is none.
fn media_type(entry: &Entry) -> Option<String> {
    let linked = entry.all(Field::Link).filter(|link| {
        link.attribute("rel")
            .is_some_and(|rel| rel.trim().eq_ignore_ascii_case("enclosure"))
    });
    let files = entry.all(Field::Enclosure).chain(linked);
    let types = files.filter_map(|file| file.attribute("type"));
    let mut types = types.map(|kind| kind.trim().to_ascii_lowercase());
    types.find(|kind| {
        let has_form = kind
            .split_once('/')
            .is_some_and(|(_, form)| !form.is_empty());
        has_form && !kind.starts_with("image/") && !kind.starts_with("text/")
    })
}
