//! What commands do to ingest, through its topics: put sources into the catalog, ask for a run, and
//! read how things stand. It talks to no process and keeps nothing.
//!
//! A request has a key of its own beside its task (`greenhouse-gitlab/request`, same partition).
//! Under the task's key it would replace what the owner wrote, and compaction could make that final:
//! a lease or a watermark would be gone. So the owner alone writes a task, a command alone writes a
//! request, and the owner takes a request back (a tombstone) only after the task that it became is
//! acknowledged. A crash in between repeats the step and loses neither.

use readonce_core::fetch::source::{CatalogError, parse_source};
use readonce_core::fetch::task;
use readonce_core::parse::rules::{PARSER_KIND, parse_parser};
use readonce_model::record::{CatalogEntry, Task};
use readonce_model::{Reason, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::{
    ClientSettings, Output, Placement, Producer, SendError, restore_all,
};
use readonce_plumbing::registry::{DecodeError, Decoder, Encoder, RegistryError};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// Kind of the catalog's documents that ingest reads.
pub const SOURCE_KIND: &str = "source";
const REQUEST: &str = "request";

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    #[error(transparent)]
    Source(#[from] CatalogError),
    #[error("catalog document {key}: {detail}")]
    Document { key: String, detail: String },
    #[error(transparent)]
    Record(#[from] Reason),
    #[error(transparent)]
    Send(#[from] SendError),
    #[error(transparent)]
    Halt(#[from] Halt),
}

/// Asks the owner of a source for a run now. A run that is under way is the answer to it.
pub async fn request_run(
    producer: &Producer,
    encoder: &Encoder,
    source: &str,
    requested_by: &str,
    now_ms: i64,
) -> Result<(), ControlError> {
    let request = request_of(source, requested_by, now_ms);
    let value = encoder.encode(&request)?;
    let beside = Placement::Beside(source.to_owned());
    let output = Output::new(Topic::Tasks, beside, request.task_id, value);
    Ok(producer.send(&output).await?)
}

/// A request as it lies on the topic of tasks.
pub(crate) fn request_of(source: &str, requested_by: &str, now_ms: i64) -> Task {
    Task {
        task_id: format!("{source}/{REQUEST}"),
        requested_by: Some(requested_by.to_owned()),
        ..task::first(source, now_ms)
    }
}

/// Whether a key of the topic of tasks is a request. Names of sources hold no slash.
pub(crate) fn is_request(key: &str) -> bool {
    key.split_once('/').is_some_and(|(_, rest)| rest == REQUEST)
}

/// Checks a source document (YAML or JSON) and makes the catalog entry of it.
///
/// The entry holds the checked document as JSON with its defaults written out: what a source does
/// must not change because a later version of the program has other defaults.
pub fn source_entry(
    name: &str,
    text: &str,
    operator: &str,
    now_ms: i64,
) -> Result<CatalogEntry, ControlError> {
    let spec = parse_source(name, text)?;
    let document = serde_json::to_string(&spec).map_err(|error| ControlError::Document {
        key: entry_key(SOURCE_KIND, name),
        detail: error.to_string(),
    })?;
    Ok(CatalogEntry {
        kind: SOURCE_KIND.to_owned(),
        name: name.to_owned(),
        version: hex::encode(Sha256::digest(document.as_bytes())),
        document,
        applied_at_ms: now_ms,
        operator: operator.to_owned(),
    })
}

/// Checks a parser document (YAML or JSON), called `name@version`, and makes the catalog entry of it.
pub fn parser_entry(
    name: &str,
    text: &str,
    operator: &str,
    now_ms: i64,
) -> Result<CatalogEntry, ControlError> {
    let parser = parse_parser(name, text)?;
    let document =
        serde_json::to_string(parser.spec()).map_err(|error| ControlError::Document {
            key: entry_key(PARSER_KIND, name),
            detail: error.to_string(),
        })?;
    Ok(CatalogEntry {
        kind: PARSER_KIND.to_owned(),
        name: name.to_owned(),
        version: hex::encode(Sha256::digest(document.as_bytes())),
        document,
        applied_at_ms: now_ms,
        operator: operator.to_owned(),
    })
}

/// The entry of a document of either kind: the name of a parser has a version, that of a source
/// cannot have one.
pub fn entry(
    name: &str,
    text: &str,
    operator: &str,
    now_ms: i64,
) -> Result<CatalogEntry, ControlError> {
    match name.contains('@') {
        true => parser_entry(name, text, operator, now_ms),
        false => source_entry(name, text, operator, now_ms),
    }
}

/// What keeps these entries from being applied to a catalog, in words; none when they may be.
///
/// A version of a parser never changes: raw records that were read by it are read by it again. And
/// a source needs its parser, in the catalog or among the entries; its pages would wait for ever.
pub fn objections(entries: &[CatalogEntry], catalog: &Catalog) -> Vec<String> {
    let parser = |name: &str| {
        let is_it = |entry: &&CatalogEntry| entry.kind == PARSER_KIND && entry.name == name;
        let (new, old) = (
            entries.iter().find(is_it),
            catalog.entries.iter().find(is_it),
        );
        new.or(old)
    };
    let frozen = entries.iter().filter_map(|entry| {
        let is_same = |known: &&CatalogEntry| known.kind == entry.kind && known.name == entry.name;
        let known = catalog.entries.iter().find(is_same)?;
        (entry.kind == PARSER_KIND && known.version != entry.version).then(|| {
            format!(
                "parser '{}' is in the catalog with another text; a version never changes, \
                 so give this one the next number",
                entry.name
            )
        })
    });
    let lacking = entries
        .iter()
        .filter(|entry| entry.kind == SOURCE_KIND)
        .filter_map(|entry| {
            let spec = parse_source(&entry.name, &entry.document).ok()?;
            let name = spec.parser?.to_string();
            parser(&name).is_none().then(|| {
                format!(
                    "source '{}' names parser '{name}', which is not in the catalog",
                    entry.name
                )
            })
        });
    frozen.chain(lacking).collect()
}

/// Puts documents into the catalog; instances that run take them up at once. The caller has looked
/// for [`objections`].
pub async fn apply(
    producer: &Producer,
    encoder: &Encoder,
    entries: &[CatalogEntry],
) -> Result<(), ControlError> {
    let mut outputs = Vec::with_capacity(entries.len());
    for entry in entries {
        let key = entry_key(&entry.kind, &entry.name);
        let value = encoder.encode(entry)?;
        outputs.push(Output::new(Topic::Catalog, Placement::ByKey, key, value));
    }
    Ok(producer.send_all(&outputs).await?)
}

/// Takes a document out of the catalog. A source stops, and what is known of it stays.
pub async fn withdraw(producer: &Producer, kind: &str, name: &str) -> Result<(), ControlError> {
    let gone = Output::tombstone(Topic::Catalog, Placement::ByKey, entry_key(kind, name));
    Ok(producer.send(&gone).await?)
}

fn entry_key(kind: &str, name: &str) -> String {
    format!("{kind}/{name}")
}

/// The topic of tasks as it is now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tasks {
    pub tasks: Vec<Task>,
    /// Requests that no owner has taken up yet.
    pub requests: Vec<Task>,
    /// Records that cannot be read, each with its place and what is wrong.
    pub unreadable: Vec<String>,
}

/// The catalog as it is now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalog {
    /// Every document, whatever its kind.
    pub entries: Vec<CatalogEntry>,
    /// Records that cannot be read, each with its place and what is wrong.
    pub unreadable: Vec<String>,
}

pub async fn read_tasks(settings: &ClientSettings, decoder: &Decoder) -> Result<Tasks, Halt> {
    let (all, unreadable) = read_table::<Task>(settings, decoder, Topic::Tasks, "Task").await?;
    let (requests, tasks) = all.into_iter().partition(|task| is_request(&task.task_id));
    Ok(Tasks {
        tasks,
        requests,
        unreadable,
    })
}

pub async fn read_catalog(settings: &ClientSettings, decoder: &Decoder) -> Result<Catalog, Halt> {
    let (entries, unreadable) =
        read_table(settings, decoder, Topic::Catalog, "CatalogEntry").await?;
    Ok(Catalog {
        entries,
        unreadable,
    })
}

/// One record that cannot be read hides no other, and is not hidden itself.
async fn read_table<T: DeserializeOwned>(
    settings: &ClientSettings,
    decoder: &Decoder,
    topic: Topic,
    record: &str,
) -> Result<(Vec<T>, Vec<String>), Halt> {
    let name = settings.kafka().namespace.topic(&topic);
    let (mut all, mut unreadable) = (Vec::new(), Vec::new());
    for found in restore_all(settings, topic).await? {
        let value = found.value.as_deref().unwrap_or_default();
        match decoder.decode(record, value).await {
            Ok(read) => all.push(read),
            Err(DecodeError::Later(error)) => return Err(unreachable(error)),
            Err(DecodeError::Reject(reason)) => unreadable.push(format!(
                "topic {name}, partition {}, offset {}: {reason}",
                found.partition, found.offset
            )),
        }
    }
    Ok((all, unreadable))
}

fn unreachable(error: RegistryError) -> Halt {
    match error {
        RegistryError::Unreachable { url, detail } => Halt::Unreachable {
            part: "registry",
            address: url,
            detail,
        },
        refused => Halt::Internal(refused.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_lies_beside_its_task_and_not_in_its_place() {
        let request = request_of("board", "alice@laptop", 7);
        assert_eq!(request.task_id, "board/request");
        assert!(is_request(&request.task_id));
        assert!(!is_request("board") && !is_request("board/other"));
    }

    #[test]
    fn an_entry_holds_a_checked_document_with_its_defaults_and_a_version() {
        let text = "strategy: listing\nurl: https://boards.example.com/jobs\n";
        let entry = source_entry("board", text, "alice", 7).unwrap();
        assert!(entry.document.contains("\"interval-s\":86400"));
        let same = "{\"url\": \"https://boards.example.com/jobs\", \"strategy\": \"listing\"}";
        let again = source_entry("board", same, "bob", 8).unwrap();
        assert_eq!(entry.version, again.version);
        let other = source_entry("board", &text.replace("jobs", "job"), "alice", 7).unwrap();
        assert_ne!(entry.version, other.version);
        assert!(parse_source("board", &entry.document).is_ok());
    }

    #[test]
    fn the_example_sources_are_sound() {
        for (name, text) in [
            (
                "greenhouse-gitlab",
                include_str!("../../../catalog/sources/greenhouse-gitlab.yaml"),
            ),
            (
                "lever-matchgroup",
                include_str!("../../../catalog/sources/lever-matchgroup.yaml"),
            ),
            (
                "ashby-linear",
                include_str!("../../../catalog/sources/ashby-linear.yaml"),
            ),
        ] {
            let entry = source_entry(name, text, "alice", 7).unwrap();
            assert!(entry.document.contains("21600"), "{name}");
        }
    }

    const KETTLES: &str = "{format: json, kind: product, items: '$.kettles[*]', \
        fields: {id: {path: $.nr}, title: {path: $.label}}}";

    fn catalog(entries: &[CatalogEntry]) -> Catalog {
        Catalog {
            entries: entries.to_vec(),
            unreadable: Vec::new(),
        }
    }

    #[test]
    fn a_version_of_a_parser_never_changes() {
        let first = entry("shop@3", KETTLES, "alice", 7).unwrap();
        assert_eq!(first.kind, PARSER_KIND);
        assert!(parse_parser("shop@3", &first.document).is_ok());
        let known = catalog(std::slice::from_ref(&first));
        let same = entry("shop@3", &KETTLES.replace(", ", ",  "), "bob", 8).unwrap();
        assert_eq!(objections(&[same], &known), Vec::<String>::new());
        let other = KETTLES.replace("$.nr", "$.number");
        let changed = entry("shop@3", &other, "bob", 8).unwrap();
        let found = objections(&[changed], &known);
        assert!(found[0].contains("another text"), "{found:?}");
        let next = entry("shop@4", &other, "bob", 8).unwrap();
        assert_eq!(objections(&[next], &known), Vec::<String>::new());
    }

    #[test]
    fn a_source_comes_after_or_with_its_parser() {
        let text = "{strategy: files, paths: [a], parser: shop@3}";
        let source = entry("board", text, "alice", 7).unwrap();
        let parser = entry("shop@3", KETTLES, "alice", 7).unwrap();
        let alone = std::slice::from_ref(&source);
        let found = objections(alone, &Catalog::default());
        assert!(found[0].contains("names parser 'shop@3'"), "{found:?}");
        let none = Vec::<String>::new();
        assert_eq!(
            objections(alone, &catalog(std::slice::from_ref(&parser))),
            none
        );
        assert_eq!(objections(&[source, parser], &Catalog::default()), none);
    }

    #[test]
    fn a_broken_document_is_refused_with_its_field() {
        let error = source_entry("board", "strategy: listing", "alice", 7).unwrap_err();
        assert!(error.to_string().contains("url"), "{error}");
    }
}
