//! What the elements of a feed mean, by their local names.
//!
//! A prefix counts only where a vocabulary uses a common name for something else: the `content` of
//! Media RSS is a file and not the text.

use super::xml::{Document, Element};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Title,
    Link,
    /// The link before a service put its own in the place of it.
    OriginalLink,
    Id,
    Published,
    Updated,
    Body,
    Author,
    Enclosure,
    Language,
    /// What another vocabulary says about the same; counts only where the feed itself is silent.
    OtherTitle,
    OtherBody,
    OtherAuthor,
    Company,
    Place,
    Employment,
    Workplace,
    Department,
    Salary,
    /// Only postings have it, whatever it says.
    JobMark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vocabulary {
    /// RSS, Atom, Dublin Core, and whatever prefix is unknown.
    Feed,
    Media,
    Podcast,
    Job,
    /// Known to say something else with the same names.
    Foreign,
}

/// A record of a feed with its fields.
pub(super) struct Entry<'d, 'a> {
    pub(super) element: Element<'d, 'a>,
    fields: Vec<(Field, Element<'d, 'a>)>,
}

impl<'d, 'a> Entry<'d, 'a> {
    pub(super) fn of(element: Element<'d, 'a>) -> Self {
        Self {
            element,
            fields: fields(element.children(), element.prefix()),
        }
    }

    pub(super) fn all(&self, field: Field) -> impl Iterator<Item = Element<'d, 'a>> {
        let all = self.fields.iter();
        all.filter(move |(other, _)| *other == field)
            .map(|(_, element)| *element)
    }

    pub(super) fn has(&self, field: Field) -> bool {
        self.all(field).next().is_some()
    }

    /// Whether it holds what only postings have.
    pub(super) fn is_posting(&self) -> bool {
        let pay_or_place = [Field::Place, Field::Employment, Field::Salary];
        self.has(Field::JobMark)
            || (self.has(Field::Company) && pay_or_place.iter().any(|field| self.has(*field)))
            || self
                .all(Field::Body)
                .any(|body| holds_posting(&body.text()))
    }
}

/// Structured data inside a body that calls the thing a posting.
fn holds_posting(body: &str) -> bool {
    body.contains("JobPosting") && (body.contains("@type") || body.contains("itemtype"))
}

/// The fields among elements; those inside a group of Media RSS belong to the record. Those with
/// the prefix of the record itself are its own and come first.
pub(super) fn fields<'d, 'a>(
    elements: impl Iterator<Item = Element<'d, 'a>>,
    own: &str,
) -> Vec<(Field, Element<'d, 'a>)> {
    let mut found = Vec::new();
    for element in elements {
        let vocabulary = vocabulary(element);
        if vocabulary == Vocabulary::Media && element.is("group") {
            let grouped = element.children();
            found.extend(grouped.filter_map(|inner| Some((media(inner.local())?, inner))));
        }
        if vocabulary == Vocabulary::Job {
            found.push((Field::JobMark, element));
        }
        found.extend(field(vocabulary, element).map(|field| (field, element)));
    }
    // Stable: of fields that say the same the more exact one counts first.
    found.sort_by_key(|(_, element)| (rank(element.local()), element.prefix() != own));
    found
}

fn field(vocabulary: Vocabulary, element: Element) -> Option<Field> {
    let local = element.local();
    match vocabulary {
        Vocabulary::Media => media(local),
        Vocabulary::Podcast => podcast(local),
        Vocabulary::Job => job(&local.to_ascii_lowercase()),
        Vocabulary::Foreign => local
            .eq_ignore_ascii_case("origLink")
            .then_some(Field::OriginalLink),
        Vocabulary::Feed => {
            let lower = local.to_ascii_lowercase();
            // Of Dublin Core: the kind of resource, not of employment.
            let is_kind = lower == "type" && !element.prefix().is_empty();
            plain(&lower).or_else(|| job(&lower).filter(|_| !is_kind))
        }
    }
}

fn plain(lower: &str) -> Option<Field> {
    Some(match lower {
        "title" => Field::Title,
        "link" => Field::Link,
        "guid" | "id" => Field::Id,
        "pubdate" | "published" | "issued" | "date" | "created" => Field::Published,
        "updated" | "modified" | "lastmodified" => Field::Updated,
        "encoded" | "content" | "description" | "summary" | "body" | "abstract" | "fulltext"
        | "full-text" => Field::Body,
        "author" | "creator" => Field::Author,
        "enclosure" => Field::Enclosure,
        "language" => Field::Language,
        _ => return None,
    })
}

fn media(local: &str) -> Option<Field> {
    match local {
        "title" => Some(Field::OtherTitle),
        "description" => Some(Field::OtherBody),
        "content" => Some(Field::Enclosure),
        _ => None,
    }
}

fn podcast(local: &str) -> Option<Field> {
    match local {
        "title" => Some(Field::OtherTitle),
        "summary" => Some(Field::OtherBody),
        "author" => Some(Field::OtherAuthor),
        _ => None,
    }
}

fn job(lower: &str) -> Option<Field> {
    Some(match lower {
        "company" | "employer" | "company_name" | "hiringorganization" => Field::Company,
        "location" | "locations" | "job_location" | "joblocation" => Field::Place,
        "job_type" | "jobtype" | "employmenttype" | "employment_type" | "type" => Field::Employment,
        "remotestatus" | "remote_status" => Field::Workplace,
        "department" => Field::Department,
        "salary" => Field::Salary,
        "job_function" | "jobfunction" => Field::JobMark,
        _ => return None,
    })
}

/// Which of the elements for one field counts first.
fn rank(local: &str) -> u8 {
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(local));
    if is(&["guid", "pubDate", "published", "issued", "updated"]) {
        return 0;
    }
    u8::from(is(&["created", "id"])).saturating_add(1)
}

fn vocabulary(element: Element) -> Vocabulary {
    let prefix = element.prefix();
    let uri = element.namespace();
    named(prefix, uri.as_deref().unwrap_or(""))
}

/// Whether the document says that it speaks of postings.
pub(super) fn declares_postings(document: &Document) -> bool {
    let mut all = document.namespaces();
    all.any(|(prefix, uri)| named(prefix, uri) == Vocabulary::Job)
}

/// A vocabulary by its namespace, else by the prefix that everybody uses for it.
fn named(prefix: &str, uri: &str) -> Vocabulary {
    const FOREIGN: [&str; 18] = [
        "admin",
        "cc",
        "creativecommons",
        "feedburner",
        "gd",
        "geo",
        "georss",
        "gml",
        "googleplay",
        "opensearch",
        "pheedo",
        "podcast",
        "slash",
        "sy",
        "thr",
        "trackback",
        "wfw",
        "yt",
    ];
    let speaks_of = |name: &str| uri.contains(name);
    let mut words = uri.split(|c: char| !c.is_alphanumeric());
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(prefix));
    if speaks_of("search.yahoo.com/mrss") || is(&["media"]) {
        Vocabulary::Media
    } else if speaks_of("itunes.com") || is(&["itunes"]) {
        Vocabulary::Podcast
    } else if speaks_of("teamtailor.com")
        || words.any(|word| matches!(word, "job" | "jobs" | "jobposting" | "vacancies"))
        || is(&["job", "jobs", "job_listing", "teamtailor", "vacancy"])
    {
        Vocabulary::Job
    } else if is(&FOREIGN) {
        Vocabulary::Foreign
    } else {
        Vocabulary::Feed
    }
}
