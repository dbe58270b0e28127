//! HTML pages: structured data first, then lists, then the main text.
//!
//! | file | what it reads |
//! |---|---|
//! | `blocked` | captchas, login walls, error pages: evidence, not content |
//! | `structured` | JSON-LD, microdata and RDFa |
//! | `price` | the price that a page shows |
//! | `elements` | the elements of a page, for those two |
//! | `list` | pages that list many things |
//! | `look` | one page, looked at once |
//! | `outline` | how much text there is, and where |
//! | `article` | one thing: title, byline, main text |

mod article;
pub(super) mod blocked;
mod elements;
mod list;
mod look;
mod outline;
mod price;
mod structured;

pub use blocked::Wall;
use readonce_model::Reason;

use super::found::Found;
use super::{Format, Source};

pub(super) fn read(source: &Source, format: Option<Format>) -> Result<Found, Reason> {
    let look = look::Look::new(source.text);
    if let Some(reason) = blocked::reason_of(&look) {
        return Err(reason);
    }
    let structured = structured::read(source, &look.outline);
    if !structured.records.is_empty() {
        return Ok(structured);
    }
    let found = match format {
        Some(Format::Page) => with_price(article::read(source, &look.outline)?, source),
        Some(Format::List) => list::read(source, &look).unwrap_or_else(|| Found::new(Format::List)),
        _ => told(source, &look)?,
    };
    Ok(Found {
        around: super::found::Around {
            bad_blocks: structured.around.bad_blocks,
            ..found.around
        },
        ..found
    })
}

/// One thing, or a list of many: a page of running text is not searched for rows at all.
fn told(source: &Source, look: &look::Look) -> Result<Found, Reason> {
    let reading = article::read(source, &look.outline)?;
    if !reading.is_prose
        && let Some(list) = list::read(source, look)
    {
        return Ok(list);
    }
    Ok(with_price(reading, source))
}

/// A page with a title, a price and little text is a product, though nothing says so.
fn with_price(reading: article::Reading, source: &Source) -> Found {
    let mut found = reading.found;
    if !reading.is_prose
        && let [(_, Ok(item))] = found.records.as_mut_slice()
    {
        let lang = structured::lang(source.text);
        if let Some(product) = price::product(source, lang.as_deref(), &item.content.blocks) {
            *item = product;
        }
    }
    found
}
