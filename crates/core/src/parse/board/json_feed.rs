//! Entries of a JSON Feed (versions 1.0 and 1.1): articles, or postings where an entry carries a
//! schema.org JobPosting in one of its extensions, as Teamtailor's do.

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::Facts;

use super::job_posting;
use crate::item::{Block, Content, Item, Kind};
use crate::parse::fields::Fields;
use crate::parse::{Source, html, link, plain, told};

pub(super) fn item(entry: &Fields, source: &Source) -> Result<Item, Reason> {
    let posting = posting(entry)?;
    let url = address(entry)?;
    let mut facts = match &posting {
        Some(posting) => job_posting::facts(posting, source)?,
        None => Facts::default(),
    };
    own_facts(entry, source, &mut facts)?;
    Ok(Item {
        id: id(entry, posting.as_ref(), url.as_deref())?,
        url,
        content: content(entry, posting.as_ref())?,
        facts,
    })
}

/// Extensions are objects whose names begin with a low line.
fn posting<'a>(entry: &Fields<'a>) -> Result<Option<Fields<'a>>, Reason> {
    let names: Vec<&str> = entry.keys().filter(|key| key.starts_with('_')).collect();
    for name in names {
        let is_object = entry
            .raw(name)
            .is_some_and(|raw| raw.get().starts_with('{'));
        if is_object {
            let extension = entry.object(name)?;
            if job_posting::is_one(&extension) {
                return Ok(Some(extension));
            }
        }
    }
    Ok(None)
}

fn address(entry: &Fields) -> Result<Option<String>, Reason> {
    let url = match entry.text("url")? {
        None => entry.text("external_url")?,
        url => url,
    };
    Ok(url.map(|url| url.trim().to_owned()))
}

/// The posting's own number, as on its page; else the entry's id, else its link.
fn id(entry: &Fields, posting: Option<&Fields>, url: Option<&str>) -> Result<String, Reason> {
    let number = posting.map(job_posting::number).transpose()?.flatten();
    if let Some(number) = number {
        return Ok(number);
    }
    if let Some(id) = entry.scalar("id")? {
        return Ok(id.trim().to_owned());
    }
    let link = url.and_then(|url| link::canonical(url, None));
    link.ok_or_else(|| Reason::new(Code::MissingId, "id and url are missing"))
}

fn content(entry: &Fields, posting: Option<&Fields>) -> Result<Content, Reason> {
    let (kind, title) = match posting {
        None => (
            Kind::Article,
            entry.text("title")?.unwrap_or_default().into_owned(),
        ),
        Some(posting) if entry.text("title")?.is_none() => (Kind::Posting, posting.title("title")?),
        Some(_) => (Kind::Posting, entry.title("title")?),
    };
    let mut blocks = posting
        .map(job_posting::blocks)
        .transpose()?
        .unwrap_or_default();
    if blocks.is_empty() {
        blocks = texts(entry)?;
    }
    Ok(Content {
        kind,
        title,
        blocks,
    })
}

/// The markup, or else the text, or else at least the summary.
fn texts(entry: &Fields) -> Result<Vec<Block>, Reason> {
    if let Some(markup) = entry.text("content_html")? {
        return Ok(html::blocks(&markup));
    }
    let text = match entry.text("content_text")? {
        None => entry.text("summary")?,
        text => text,
    };
    Ok(plain::blocks(&text.unwrap_or_default()))
}

fn own_facts(entry: &Fields, source: &Source, facts: &mut Facts) -> Result<(), Reason> {
    if facts.published_at.is_none() {
        let published = entry.text("date_published")?;
        source.moments.publish(facts, published.as_deref());
    }
    let updated = entry.text("date_modified")?;
    let updated = updated.and_then(|text| source.moments.read(&text));
    facts.updated_at = updated.and_then(|moment| moment.utc);
    facts.author = authors(entry)?;
    facts.language = told(entry.text("language")?).or(facts.language.take());
    let text = ["content_html", "content_text"];
    if text.iter().all(|name| entry.raw(name).is_none()) {
        let attached = entry.objects("attachments")?;
        let mime = attached.first().map(|file| file.text("mime_type"));
        facts.media_type = told(mime.transpose()?.flatten());
    }
    Ok(())
}

/// Version 1.1 has a list of them, version 1.0 one.
pub(super) fn authors(fields: &Fields) -> Result<Option<String>, Reason> {
    let mut names = Vec::new();
    for author in fields.objects("authors")? {
        names.extend(told(author.text("name")?));
    }
    if names.is_empty() {
        names.extend(told(fields.object("author")?.text("name")?));
    }
    Ok((!names.is_empty()).then(|| names.join(", ")))
}
