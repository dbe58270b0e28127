//! `readonce apply` and `readonce validate`: sources and parsers into the catalog, or only checked.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use readonce_core::fetch::source::parse_source;
use readonce_core::parse::rules::{PARSER_KIND, parse_parser};
use readonce_ingest::control::{self, ControlError, SOURCE_KIND};
use readonce_model::Topic;
use readonce_model::record::CatalogEntry;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Admin, Producer};
use readonce_plumbing::registry::{Decoder, Encoder};
use serde_json::json;

use crate::context::Context;
use crate::data_contract;
use crate::fault::usage;
use crate::output::say;

/// Folders of a catalog.
const SOURCES: &str = "sources";
const PARSERS: &str = "parsers";
/// A data contract: it is checked here and compiled in.
const CONTRACT_KIND: &str = "contract";

#[derive(Debug, Args)]
pub struct Files {
    /// Source and parser files, or folders of them; the file's name is the document's. A name with
    /// @ (acme-jobs@3.yaml), or a folder called parsers, makes a parser
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
}

/// A file of the catalog that was read.
struct Document {
    kind: &'static str,
    name: String,
    text: String,
}

impl Document {
    fn entry(&self, operator: &str) -> Result<CatalogEntry, ControlError> {
        match self.kind {
            PARSER_KIND => control::parser_entry(&self.name, &self.text, operator, now_ms()),
            _ => control::source_entry(&self.name, &self.text, operator, now_ms()),
        }
    }

    fn check(&self) -> Result<(), String> {
        let (name, text) = (&self.name, &self.text);
        let checked = match self.kind {
            CONTRACT_KIND => return data_contract::check(name, text),
            PARSER_KIND => parse_parser(name, text).map(drop),
            _ => parse_source(name, text).map(drop),
        };
        checked.map_err(|error| error.to_string())
    }
}

/// Checks every file before anything is written: a bad one stops all.
pub async fn apply(context: &Context, files: Files) -> anyhow::Result<ExitCode> {
    let operator = operator();
    let documents = read_all(&files.paths)?;
    let mut entries = Vec::new();
    for document in &documents {
        if document.kind == CONTRACT_KIND {
            return Err(usage(format!(
                "{}: a data contract is compiled in and not applied",
                document.name
            )));
        }
        let entry = document.entry(&operator);
        entries.push(entry.with_context(|| format!("{} {}", document.kind, document.name))?);
    }
    let settings = context.kafka()?;
    Admin::new(&settings)?.ensure(&[Topic::Catalog]).await?;
    let registry = context.registry()?;
    let catalog = control::read_catalog(&settings, &Decoder::new(registry.clone())).await?;
    let objections = control::objections(&entries, &catalog);
    if !objections.is_empty() {
        return Err(usage(objections.join("; ")));
    }
    let producer = Producer::new(&settings)?;
    let namespace = &settings.kafka().namespace;
    let encoder = Encoder::look_up(&registry, namespace, Topic::Catalog).await?;
    control::apply(&producer, &encoder, &entries).await?;
    let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
    context.output.show(&json!({ "applied": names }), || {
        say!("applied {}", names.join(", "));
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Says what is wrong with each file, without any part running.
pub fn validate(context: &Context, files: &Files) -> anyhow::Result<ExitCode> {
    let documents = read_all(&files.paths)?;
    let mut checked: Vec<_> = documents
        .iter()
        .map(|document| (document.kind, document.name.as_str(), document.check()))
        .collect();
    let texts = documents
        .iter()
        .map(|document| (document.name.as_str(), document.text.as_str()));
    let broken = data_contract::broken_promises(texts).into_iter();
    checked.extend(broken.map(|(name, words)| (CONTRACT_KIND, name, Err(words))));
    let is_good = checked.iter().all(|(_, _, result)| result.is_ok());
    let report: Vec<_> = checked
        .iter()
        .map(|(kind, name, result)| {
            json!({ *kind: name, "valid": result.is_ok(), "faults": result.as_ref().err() })
        })
        .collect();
    context.output.show(&report, || {
        for (_, name, result) in &checked {
            match result {
                Ok(()) => say!("{} {name}", context.output.good("valid")),
                Err(error) => say!("{} {error}", context.output.bad("invalid")),
            }
        }
    })?;
    Ok(ExitCode::from(u8::from(!is_good)))
}

fn read_all(paths: &[PathBuf]) -> anyhow::Result<Vec<Document>> {
    let mut documents = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => {
                for file in files_of(path)? {
                    documents.push(read(&file)?);
                }
            }
            false => documents.push(read(path)?),
        }
    }
    match documents.is_empty() {
        true => Err(usage("no .yaml file there")),
        false => Ok(documents),
    }
}

/// The documents of a folder; of a whole catalog those in its folders, parsers first, since sources
/// name them.
fn files_of(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for part in [PARSERS, SOURCES] {
        let inside = folder.join(part);
        if inside.is_dir() {
            files.extend(yaml_files(&inside)?);
        }
    }
    files.extend(yaml_files(folder)?);
    Ok(files)
}

fn yaml_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| usage(format!("cannot read {}: {error}", folder.display())))?;
    let mut files: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|kind| kind == "yaml" || kind == "yml")
        })
        .collect();
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> anyhow::Result<Document> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| usage(format!("cannot read {}: {error}", path.display())))?;
    let name = path.file_stem().and_then(|stem| stem.to_str());
    let name = name.ok_or_else(|| usage(format!("{} has no name", path.display())))?;
    Ok(Document {
        kind: kind(path, name, &text),
        name: name.to_owned(),
        text,
    })
}

/// A data contract by what it says of itself, a parser by the version in its name or by its folder;
/// everything else is a source.
fn kind(path: &Path, name: &str, text: &str) -> &'static str {
    let folder = path.parent().and_then(Path::file_name);
    if data_contract::is_one(text) {
        return CONTRACT_KIND;
    }
    match name.contains('@') || folder.is_some_and(|folder| folder == PARSERS) {
        true => PARSER_KIND,
        false => SOURCE_KIND,
    }
}

/// Who is at the keyboard, for the record.
pub fn operator() -> String {
    let user = std::env::var("USER").unwrap_or_else(|_| "unknown".to_owned());
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    match host.trim() {
        "" => user,
        host => format!("{user}@{host}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_a_parser_by_its_name_or_its_folder() {
        for (path, expected) in [
            ("catalog/sources/board.yaml", "source"),
            ("board.yaml", "source"),
            ("board@2.yaml", "parser"),
            ("catalog/parsers/board.yaml", "parser"),
            ("catalog/parsers/board@2.yaml", "parser"),
        ] {
            let path = Path::new(path);
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap();
            assert_eq!(kind(path, name, ""), expected, "{}", path.display());
        }
    }

    #[test]
    fn a_whole_catalog_is_read_parsers_first_and_is_sound() {
        let catalog = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog");
        let documents = read_all(&[catalog]).unwrap();
        let kinds: Vec<_> = documents.iter().map(|document| document.kind).collect();
        assert!(kinds.is_sorted() && kinds.contains(&"parser") && kinds.contains(&"source"));
        for document in documents {
            document.check().unwrap();
        }
    }

    #[test]
    fn faults_of_a_parser_name_line_and_field() {
        let document = Document {
            kind: PARSER_KIND,
            name: "acme@1".to_owned(),
            text: "format: json\nitems: $[*]\nfields:\n  id: {path: id}\n".to_owned(),
        };
        let words = document.check().unwrap_err();
        assert!(
            words.contains("parser 'acme@1'; line 4, fields.id.path: "),
            "{words}"
        );
    }
}
