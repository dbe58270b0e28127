//! One thing on one page: its title, its byline and its main text.

use readonce_model::Reason;
use readonce_model::record::Facts;

use crate::item::{Content, Item, Kind};
use crate::parse::found::Found;
use crate::parse::{Format, Source, html};

pub(super) fn read(source: &Source) -> Result<Found, Reason> {
    let item = Item {
        id: source.response.url.unwrap_or("page").to_owned(),
        url: source.response.url.map(str::to_owned),
        content: Content {
            kind: Kind::Page,
            title: String::new(),
            blocks: html::blocks(source.text),
        },
        facts: Facts::default(),
    };
    let mut found = Found::new(Format::Page);
    found.records.push(("page".to_owned(), Ok(item)));
    Ok(found)
}
