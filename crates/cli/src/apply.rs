//! `readonce apply` and `readonce validate`: sources into the catalog, or only checked.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use readonce_core::fetch::source::parse_source;
use readonce_ingest::control;
use readonce_model::Topic;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Admin, Producer};
use readonce_plumbing::registry::{Decoder, Encoder};
use serde_json::json;

use crate::context::Context;
use crate::data_contract;
use crate::fault::usage;
use crate::output::say;

#[derive(Debug, Args)]
pub struct Files {
    /// Source files, or folders of them; the file's name is the source's
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
}

/// A source file that was read.
struct Document {
    name: String,
    text: String,
}

/// Checks every file before anything is written: a bad one stops all.
pub async fn apply(context: &Context, files: Files) -> anyhow::Result<ExitCode> {
    let operator = operator();
    let documents = read_all(&files.paths)?;
    let mut entries = Vec::new();
    for document in &documents {
        let entry = control::entry(&document.name, &document.text, &operator, now_ms());
        entries.push(entry.with_context(|| document.name.clone())?);
    }
    let settings = context.kafka()?;
    Admin::new(&settings)?.ensure(&[Topic::Catalog]).await?;
    let producer = Producer::new(&settings)?;
    let namespace = &settings.kafka().namespace;
    let registry = context.registry()?;
    let catalog = control::read_catalog(&settings, &Decoder::new(registry.clone())).await?;
    let objections = control::objections(&entries, &catalog);
    if !objections.is_empty() {
        return Err(usage(objections.join("; ")));
    }
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
        .map(|document| (document.name.as_str(), check(document)))
        .collect();
    let texts = documents
        .iter()
        .map(|document| (document.name.as_str(), document.text.as_str()));
    let broken = data_contract::broken_promises(texts);
    checked.extend(broken.into_iter().map(|(name, words)| (name, Err(words))));
    let is_good = checked.iter().all(|(_, result)| result.is_ok());
    let report: Vec<_> = checked
        .iter()
        .map(|(name, result)| {
            json!({ "source": name, "valid": result.is_ok(),
                    "faults": result.as_ref().err().map(ToString::to_string) })
        })
        .collect();
    context.output.show(&report, || {
        for (name, result) in &checked {
            match result {
                Ok(_) => say!("{} {name}", context.output.good("valid")),
                Err(error) => say!("{} {error}", context.output.bad("invalid")),
            }
        }
    })?;
    Ok(ExitCode::from(u8::from(!is_good)))
}

/// What is wrong with a document, by what it is.
fn check(document: &Document) -> Result<(), String> {
    let (name, text) = (&document.name, &document.text);
    match text {
        _ if data_contract::is_one(text) => data_contract::check(name, text),
        _ => parse_source(name, text)
            .map(drop)
            .map_err(|error| error.to_string()),
    }
}

fn read_all(paths: &[PathBuf]) -> anyhow::Result<Vec<Document>> {
    let mut documents = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => {
                for file in yaml_files(path)? {
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
        name: name.to_owned(),
        text,
    })
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
