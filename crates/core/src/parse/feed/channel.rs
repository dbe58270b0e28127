//! Feeds: what is said of all entries, and the entries one by one.
//!
//! RSS, RDF and Atom are read by one reader, because feeds mix them: an RSS item with Atom's links
//! and an Atom entry with Dublin Core's dates are no exception.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use readonce_model::Reason;

use super::entry::Told;
use super::field::{Entry, Field, declares_postings, fields};
use super::root::{Root, records_of};
use super::xml::{Document, Element};
use super::{body, entry, person, records, times};
use crate::canonical::fold;
use crate::item::{Item, Kind};
use crate::parse::found::{Around, Found};
use crate::parse::moment::Moments;
use crate::parse::{Format, Source, link, told};

/// What holds for every entry that says nothing else.
pub(super) struct Channel<'f> {
    pub(super) kind: Kind,
    pub(super) moments: Moments<'f>,
    /// The address that relative links start from.
    pub(super) base: Option<String>,
    pub(super) language: Option<&'f str>,
    pub(super) author: Option<String>,
}

pub(super) fn read(source: &Source, document: &Document, root: &Root, format: Format) -> Found {
    let found: Vec<(String, Result<Entry, Reason>)> = records(document, records_of(format))
        .map(|(part, record)| (part, record.map(Entry::of)))
        .collect();
    let entries: Vec<&Entry> = found
        .iter()
        .filter_map(|(_, entry)| entry.as_ref().ok())
        .collect();
    let head = Head::of(root.element);
    let language = head.language(root.element);
    let dates: Vec<Cow<str>> = entries
        .iter()
        .flat_map(|entry| times::texts(entry))
        .collect();
    let dates: Vec<&str> = dates.iter().map(AsRef::as_ref).collect();
    let moments = source
        .moments
        .with_evidence(&dates)
        .in_language(language.as_deref());
    let channel = Channel {
        kind: kind(document, &entries),
        moments,
        base: head.base(root.element, source.response.url),
        language: language.as_deref(),
        author: person::names(head.all(Field::Author)),
    };
    let told = found.iter().map(|(part, entry)| {
        let read = entry.as_ref().map_err(Clone::clone);
        (
            part.clone(),
            read.and_then(|entry| entry::item(entry, &channel)),
        )
    });
    let records = distinguished(told.collect());
    let items = records.iter().flat_map(|(_, item)| item);
    let here: HashSet<&str> = items.map(|item| item.id.as_str()).collect();
    let around = Around {
        withdrawn: head
            .withdrawn()
            .filter(|id| !here.contains(id.as_str()))
            .collect(),
        ..head.around(&channel)
    };
    Found {
        format,
        records,
        around,
    }
}

/// A feed of postings declares it, or at least half of its entries show it: the kind is part of
/// what is hashed, so that it must not hang on a single field of a single entry.
fn kind(document: &Document, entries: &[&Entry]) -> Kind {
    let postings = entries.iter().filter(|entry| entry.is_posting()).count();
    let most = postings > 0 && postings.saturating_mul(2) >= entries.len();
    match most || declares_postings(document) {
        true => Kind::Posting,
        false => Kind::Article,
    }
}

/// Where several entries lie on one page, the place on it tells them apart; but one thing that is
/// linked to twice, by its own title, stays one.
fn distinguished(told: Vec<(String, Result<Told, Reason>)>) -> Vec<(String, Result<Item, Reason>)> {
    let parted = parted(&told);
    let records = told.into_iter().map(|(part, told)| {
        let item = told.map(|Told { mut item, fragment }| {
            if let Some(fragment) = fragment.filter(|_| parted.contains(&item.id)) {
                item.id = format!("{}#{fragment}", item.id);
            }
            item
        });
        (part, item)
    });
    records.collect()
}

/// Ids under which there is more than one title.
fn parted(told: &[(String, Result<Told, Reason>)]) -> HashSet<String> {
    let mut titles: HashMap<&str, &str> = HashMap::with_capacity(told.len());
    let mut parted = HashSet::new();
    for Told { item, .. } in told.iter().filter_map(|(_, told)| told.as_ref().ok()) {
        let title = item.content.title.as_str();
        let first = *titles.entry(&item.id).or_insert(title);
        // Ids rarely repeat, and where they do the titles mostly are the same as they stand.
        if first != title && fold(first) != fold(title) {
            parted.insert(item.id.clone());
        }
    }
    parted
}

/// The feed's own fields: of the root and, in RSS, of the channel inside it.
struct Head<'d, 'a> {
    fields: Vec<(Field, Element<'d, 'a>)>,
    others: Vec<Element<'d, 'a>>,
}

impl<'d, 'a> Head<'d, 'a> {
    fn of(root: Element<'d, 'a>) -> Self {
        let is_entry = |element: &Element| element.is("item") || element.is("entry");
        let inside = root.children().filter(|child| child.is("channel"));
        let own = inside.flat_map(Element::children).chain(root.children());
        let own: Vec<Element> = own
            .filter(|element| !is_entry(element) && !element.is("channel"))
            .collect();
        Self {
            fields: fields(own.iter().copied(), root.prefix()),
            others: own,
        }
    }

    fn all(&self, field: Field) -> impl Iterator<Item = Element<'d, 'a>> {
        let all = self.fields.iter();
        all.filter(move |(other, _)| *other == field)
            .map(|(_, element)| *element)
    }

    fn language(&self, root: Element<'d, 'a>) -> Option<Cow<'a, str>> {
        let said = self.all(Field::Language).find_map(Element::told);
        said.or_else(|| root.attribute("lang"))
            .filter(|language| !language.trim().is_empty())
    }

    /// The base that the feed declares, else its own address, else the site that it belongs to.
    fn base(&self, root: Element<'d, 'a>, url: Option<&str>) -> Option<String> {
        let declared = root.attribute("base");
        let declared = declared.and_then(|base| link::resolve(&base, url));
        let site = || entry::link_text(&self.all(Field::Link).collect::<Vec<_>>());
        declared
            .map(|base| base.to_string())
            .or_else(|| url.map(str::to_owned))
            .or_else(|| site().map(Cow::into_owned))
    }

    fn around(&self, channel: &Channel) -> Around {
        let title = self
            .all(Field::Title)
            .map(body::line)
            .find(|line| !line.is_empty());
        let changed = self
            .others
            .iter()
            .find(|element| element.is("lastBuildDate"));
        let times = self.all(Field::Updated).chain(self.all(Field::Published));
        let mut times = changed
            .copied()
            .into_iter()
            .chain(times)
            .filter_map(Element::told);
        Around {
            title,
            declared_total: self.total(),
            next_page: self.next_page(channel.base.as_deref()),
            updated_at: times.find_map(|text| channel.moments.read(&text)?.utc),
            ..Around::default()
        }
    }

    /// Entries that the feed says are gone (deleted-entry of RFC 6721), by every id that they may
    /// have had.
    fn withdrawn(&self) -> impl Iterator<Item = String> {
        let gone = self.others.iter();
        let gone = gone.filter(|element| element.is("deleted-entry") && element.is_whole());
        gone.filter_map(|element| element.attribute("ref"))
            .flat_map(|id| entry::ids_of(&id))
    }

    /// The number that OpenSearch tells.
    fn total(&self) -> Option<u64> {
        let total = self
            .others
            .iter()
            .find(|element| element.is("totalResults"))?;
        told(total.told())?.parse().ok()
    }

    /// The next page of a feed in parts (RFC 5005).
    fn next_page(&self, base: Option<&str>) -> Option<String> {
        let mut links = self.all(Field::Link);
        let is_next = |link: &Element| {
            link.attribute("rel")
                .is_some_and(|rel| rel.trim() == "next")
        };
        let next = links.find(is_next)?.attribute("href")?;
        link::resolve(&next, base).map(|url| url.to_string())
    }
}
