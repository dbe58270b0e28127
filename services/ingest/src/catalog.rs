//! The sources of the catalog and the parsers that they name, as every worker sees them.
//!
//! A source that names a parser runs once that parser is there: what comes first does not matter.
//! Never writes, and never runs a source whose document or parser has a fault.

use std::collections::HashMap;
use std::sync::Arc;

use readonce_core::fetch::source::{SourceSpec, parse_source};
use readonce_core::parse::rules::{PARSER_KIND, Parser, parse_parser};
use readonce_model::record::CatalogEntry;
use readonce_plumbing::catalog::{self, Documents};

use crate::control::SOURCE_KIND;

/// One source as its latest document says.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    /// What is wrong with the document or its parser, in words, when it cannot be run.
    pub(crate) spec: Result<Arc<SourceSpec>, String>,
    /// The parser document that the spec names.
    pub(crate) parser: Option<Arc<Parser>>,
    document: Result<Arc<SourceSpec>, String>,
}

type Compiled = Result<Arc<Parser>, String>;

/// All sources by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    sources: HashMap<String, Arc<Source>>,
    parsers: HashMap<String, Compiled>,
}

pub(crate) type View = catalog::View<Sources>;

impl Sources {
    pub(crate) fn get(&self, name: &str) -> Option<&Arc<Source>> {
        self.sources.get(name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.sources.values()
    }

    #[cfg(test)]
    pub(crate) fn of(documents: &[(&str, &str)]) -> Self {
        let mut sources = Self::default();
        for (name, text) in documents {
            sources.put_source(name, text);
        }
        sources
    }

    fn put_source(&mut self, name: &str, document: &str) {
        let document = parse_source(name, document)
            .map(Arc::new)
            .map_err(|error| error.to_string());
        self.settle(name, document);
    }

    fn put_parser(&mut self, name: &str, document: &str) {
        let compiled = parse_parser(name, document)
            .map(Arc::new)
            .map_err(|error| error.to_string());
        if let Err(words) = &compiled {
            tracing::error!(parser = name, words, "a parser cannot be used");
        }
        self.parsers.insert(name.to_owned(), compiled);
        self.settle_all_of(name);
    }

    /// Looks again at every source that names a parser.
    fn settle_all_of(&mut self, parser: &str) {
        let named = |source: &Source| {
            let spec = source.document.as_ref().ok();
            spec.and_then(|spec| spec.parser.as_ref())
                .is_some_and(|name| name.to_string() == parser)
        };
        let those: Vec<_> = self
            .sources
            .values()
            .filter(|source| named(source))
            .cloned()
            .collect();
        for source in those {
            self.settle(&source.name, source.document.clone());
        }
    }

    fn settle(&mut self, name: &str, document: Result<Arc<SourceSpec>, String>) {
        let (spec, parser) = match document.clone().map(|spec| self.with_parser(spec)) {
            Ok(Ok((spec, parser))) => (Ok(spec), parser),
            Ok(Err(words)) | Err(words) => (Err(words), None),
        };
        if let Err(words) = &spec {
            tracing::error!(source = name, words, "a source cannot be run");
        }
        let source = Source {
            name: name.to_owned(),
            spec,
            parser,
            document,
        };
        self.sources.insert(name.to_owned(), Arc::new(source));
    }

    fn with_parser(
        &self,
        spec: Arc<SourceSpec>,
    ) -> Result<(Arc<SourceSpec>, Option<Arc<Parser>>), String> {
        let Some(name) = spec.parser.as_ref().map(ToString::to_string) else {
            return Ok((spec, None));
        };
        match self.parsers.get(&name) {
            Some(Ok(parser)) => Ok((spec, Some(parser.clone()))),
            Some(Err(words)) => Err(words.clone()),
            None => Err(format!("parser '{name}' is not in the catalog")),
        }
    }
}

impl Documents for Sources {
    const KINDS: &'static [&'static str] = &[SOURCE_KIND, PARSER_KIND];

    fn put(&mut self, entry: &CatalogEntry) {
        match entry.kind.as_str() {
            PARSER_KIND => self.put_parser(&entry.name, &entry.document),
            _ => self.put_source(&entry.name, &entry.document),
        }
    }

    fn remove(&mut self, kind: &str, name: &str) {
        if kind == PARSER_KIND {
            self.parsers.remove(name);
            self.settle_all_of(name);
        } else {
            self.sources.remove(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARSER: &str = "{format: json, kind: product, items: '$.kettles[*]', fields: {id: {path: $.nr}, title: {path: $.label}}}";
    const SOURCE: &str = "{strategy: files, paths: [a], parser: shop@3}";

    fn entry(kind: &str, name: &str, document: &str) -> CatalogEntry {
        CatalogEntry {
            kind: kind.to_owned(),
            name: name.to_owned(),
            version: "v".to_owned(),
            document: document.to_owned(),
            applied_at_ms: 7,
            operator: "alice".to_owned(),
        }
    }

    fn words(sources: &Sources) -> Option<String> {
        let source = sources.get("board").unwrap();
        assert_eq!(source.spec.is_ok(), source.parser.is_some());
        source.spec.as_ref().err().cloned()
    }

    #[test]
    fn a_broken_document_is_kept_with_its_fault() {
        let sources = Sources::of(&[("board", "{strategy: listing}")]);
        let words = sources.get("board").unwrap().spec.as_ref().unwrap_err();
        assert!(words.contains("url"), "{words}");
    }

    #[test]
    fn a_source_waits_for_its_parser_whichever_comes_first() {
        let (source, parser) = (
            entry(SOURCE_KIND, "board", SOURCE),
            entry(PARSER_KIND, "shop@3", PARSER),
        );
        let mut sources = Sources::default();
        sources.put(&source);
        assert_eq!(
            words(&sources).as_deref(),
            Some("parser 'shop@3' is not in the catalog")
        );
        sources.put(&parser);
        assert_eq!(words(&sources), None);
        let mut sources = Sources::default();
        sources.put(&parser);
        sources.put(&source);
        assert_eq!(words(&sources), None);
        sources.remove(PARSER_KIND, "shop@3");
        assert!(words(&sources).is_some());
    }

    #[test]
    fn a_source_says_what_is_wrong_with_its_parser() {
        let mut sources = Sources::default();
        sources.put(&entry(PARSER_KIND, "shop@3", "{format: nonsense}"));
        sources.put(&entry(SOURCE_KIND, "board", SOURCE));
        let words = words(&sources).unwrap();
        assert!(
            words.contains("shop@3") && words.contains("nonsense"),
            "{words}"
        );
    }
}
