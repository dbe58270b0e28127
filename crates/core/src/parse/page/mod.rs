//! HTML pages: structured data first, then lists, then the main text.
//!
//! | file | what it reads |
//! |---|---|
//! | `blocked` | captchas, login walls, error pages: evidence, not content |
//! | `structured` | JSON-LD and microdata |
//! | `list` | pages that list many things |
//! | `skim` | a cheap look that spares most pages the close one |
//! | `outline` | how much text there is, and where |
//! | `article` | one thing: title, byline, main text |

mod article;
pub(super) mod blocked;
mod list;
mod outline;
mod skim;
mod structured;

pub use blocked::Wall;
use readonce_model::Reason;

use super::found::Found;
use super::{Format, Source};

pub(super) fn read(source: &Source, format: Option<Format>) -> Result<Found, Reason> {
    if let Some(reason) = blocked::reason(source) {
        return Err(reason);
    }
    let structured = structured::read(source);
    if !structured.records.is_empty() {
        return Ok(structured);
    }
    let found = match format {
        Some(Format::Page) => article::read(source)?,
        Some(Format::List) => list::read(source).unwrap_or_else(|| Found::new(Format::List)),
        _ => match list::read(source) {
            Some(list) => list,
            None => article::read(source)?,
        },
    };
    Ok(Found {
        around: super::found::Around {
            bad_blocks: structured.around.bad_blocks,
            ..found.around
        },
        ..found
    })
}
