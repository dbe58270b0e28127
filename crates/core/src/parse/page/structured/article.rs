//! Articles: headline, byline, dates. The body of the data is often cut, so the caller compares it
//! with the page's main text.

use super::draft::{Context, Draft};
use super::graph::{Node, weight};
use crate::item::Kind;

pub(super) fn draft(node: &Node, context: &Context) -> Draft {
    let mut draft = Draft::of(Kind::Article, node, context);
    let body = node.blocks("articleBody");
    draft.item.content.blocks = match weight(&body) {
        0 => node.blocks("description"),
        _ => body,
    };
    draft.sign(node);
    draft.date(
        node,
        context,
        &["datePublished", "dateCreated", "uploadDate"],
    );
    let language = node.text("inLanguage");
    draft.item.facts.language = language.or_else(|| context.lang.map(str::to_owned));
    if draft.item.url.is_none() {
        draft.item.url = main_page(node, context);
    }
    draft
}

/// `mainEntityOfPage` is often copied from an example: it counts only on the page's own host.
fn main_page(node: &Node, context: &Context) -> Option<String> {
    let page = url::Url::parse(context.page?).ok()?;
    let written = node.address("mainEntityOfPage")?;
    let named = crate::parse::link::resolve(&written, context.page)?;
    let fits = named.host_str() == page.host_str() && (named.path() == "/") == (page.path() == "/");
    fits.then(|| named.to_string())
}
