//! The parser documents of the catalog, compiled once each.
//!
//! Every version that was ever applied is here: a raw record is read by the one that it names,
//! however old it is. Never decides which one a source uses; its raw records say so.

use std::collections::HashMap;
use std::sync::Arc;

use readonce_core::parse::rules::{PARSER_KIND, Parser, parse_parser};
use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::CatalogEntry;
use readonce_plumbing::catalog::{Documents, View};

/// All parsers by `name@version`; a document with a fault has its words.
#[derive(Clone, Debug, Default)]
pub struct Parsers(HashMap<String, Result<Arc<Parser>, String>>);

impl Documents for Parsers {
    const KINDS: &'static [&'static str] = &[PARSER_KIND];

    fn put(&mut self, entry: &CatalogEntry) {
        let compiled = parse_parser(&entry.name, &entry.document)
            .map(Arc::new)
            .map_err(|error| error.to_string());
        if let Err(words) = &compiled {
            tracing::error!(parser = entry.name, words, "a parser cannot be used");
        }
        self.0.insert(entry.name.clone(), compiled);
    }

    /// A parser that is taken out is kept for as long as this process lives: what came before may
    /// still wait to be read.
    fn remove(&mut self, _kind: &str, name: &str) {
        tracing::warn!(
            parser = name,
            "no longer in the catalog, raw records may name it"
        );
    }
}

/// How a raw record is to be read.
#[derive(Clone, Debug)]
pub enum Found {
    /// By its format alone.
    None,
    By(Arc<Parser>),
    /// The catalog does not have it yet: the record waits.
    NotYet(String),
}

/// The parser that a raw record names. An error is a document with a fault: no waiting helps.
pub fn find(view: &View<Parsers>, name: Option<&str>) -> Result<Found, Reason> {
    let Some(name) = name else {
        return Ok(Found::None);
    };
    match view.borrow().0.get(name) {
        None => Ok(Found::NotYet(name.to_owned())),
        Some(Ok(parser)) => Ok(Found::By(parser.clone())),
        Some(Err(words)) => Err(Reason::new(Code::Inconsistent, words.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::watch;

    fn entry(name: &str, document: &str) -> CatalogEntry {
        CatalogEntry {
            kind: PARSER_KIND.to_owned(),
            name: name.to_owned(),
            version: "v".to_owned(),
            document: document.to_owned(),
            applied_at_ms: 7,
            operator: "alice".to_owned(),
        }
    }

    const DOCUMENT: &str = "{format: json, kind: product, items: '$.kettles[*]', fields: {id: {path: $.nr}, title: {path: $.label}}}";

    fn view(entries: &[CatalogEntry]) -> View<Parsers> {
        let mut parsers = Parsers::default();
        entries.iter().for_each(|entry| parsers.put(entry));
        watch::channel(Arc::new(parsers)).1
    }

    #[test]
    fn a_record_is_read_by_the_version_that_it_names() {
        let view = view(&[entry("shop@1", DOCUMENT), entry("shop@2", DOCUMENT)]);
        for name in ["shop@1", "shop@2"] {
            let found = find(&view, Some(name)).unwrap();
            assert!(matches!(found, Found::By(parser) if parser.name().to_string() == name));
        }
        assert!(matches!(find(&view, None), Ok(Found::None)));
    }

    #[test]
    fn a_parser_that_is_not_there_yet_is_waited_for_and_a_broken_one_is_not() {
        let view = view(&[entry("shop@1", "{format: nonsense}")]);
        assert!(matches!(find(&view, Some("shop@2")), Ok(Found::NotYet(name)) if name == "shop@2"));
        let reason = find(&view, Some("shop@1")).unwrap_err();
        assert_eq!(reason.code, Code::Inconsistent);
        assert!(reason.detail.contains("shop@1"), "{reason}");
    }

    #[test]
    fn a_parser_that_is_taken_out_still_reads_what_names_it() {
        let mut parsers = Parsers::default();
        parsers.put(&entry("shop@1", DOCUMENT));
        parsers.remove(PARSER_KIND, "shop@1");
        let view = watch::channel(Arc::new(parsers)).1;
        assert!(matches!(find(&view, Some("shop@1")), Ok(Found::By(_))));
    }
}
