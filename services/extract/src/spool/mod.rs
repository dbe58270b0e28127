//! Paid answers on disk, from the moment that they are read until their profile is acknowledged.
//!
//! One file a call, named by content, contract and attempt. A file is whole or not there: it is
//! written under another name, synced, renamed, and the folder is synced. Several processes of one
//! host may share the folder. It never decides what becomes of an answer, and a file that it cannot
//! read never stops anybody: it is set aside for a person.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use readonce_core::extract::lift::Lifted;
use readonce_model::record::{ExtractAttempt, ExtractRequest};
use readonce_model::{ContentHash, ContractId};
use readonce_plumbing::metrics::Metric;
use serde::{Deserialize, Serialize};

use crate::provider::Reply;

const WHOLE: &str = "json";
const UNFINISHED: &str = "tmp";
const BAD: &str = "bad";
/// A write takes milliseconds: an unfinished file of this age belongs to a process that was killed.
const ABANDONED_AFTER: Duration = Duration::from_secs(3600);

/// A call that was answered, with all that is needed to settle it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Of the request: its owner publishes.
    pub partition: i32,
    pub request: ExtractRequest,
    /// As it was announced.
    pub attempt: ExtractAttempt,
    pub reply: Reply,
    /// When the last byte came.
    pub finished_at_ms: i64,
    /// Of a part of a long text: what it was, see `core::extract::parts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_digest: Option<String>,
    /// What the call did not ask, because an earlier profile gave it.
    #[serde(default)]
    pub lifted: Option<Lifted>,
}

impl Entry {
    fn file_name(&self) -> String {
        let ExtractAttempt {
            content_hash,
            contract,
            attempt,
            part,
            ..
        } = &self.attempt;
        match part {
            None => format!("{content_hash}_{contract}_{attempt}.{WHOLE}"),
            Some(part) => format!("{content_hash}_{contract}_{attempt}-{part}.{WHOLE}"),
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("spool {}: {source}", .path.display())]
pub struct Error {
    path: PathBuf,
    source: io::Error,
}

/// The folder of one namespace.
#[derive(Clone, Debug)]
pub struct Spool {
    folder: PathBuf,
}

impl Spool {
    /// Makes the folder and clears away what killed processes left unfinished. Blocks.
    pub fn open(folder: PathBuf) -> Result<Self, Error> {
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let spool = Self { folder };
        for path in spool.files(UNFINISHED)? {
            if is_older_than(&path, ABANDONED_AFTER) {
                fs::remove_file(&path).or_else(gone_is_good(&path))?;
            }
        }
        Ok(spool)
    }

    /// Returns when the entry would survive the loss of power. Blocks.
    pub fn put(&self, entry: &Entry) -> Result<(), Error> {
        let whole = self.folder.join(entry.file_name());
        let unfinished = self.unfinished(&entry.file_name());
        let written = write_synced(&unfinished, entry)
            .and_then(|()| fs::rename(&unfinished, &whole))
            .and_then(|()| File::open(&self.folder)?.sync_all());
        if written.is_err() {
            // What is left of it is worth nothing; the fault itself is what is reported.
            let _ = fs::remove_file(&unfinished);
        }
        written.map_err(at(&whole))
    }

    /// Forgets an entry whose outcome is acknowledged. Blocks.
    pub fn remove(&self, entry: &Entry) -> Result<(), Error> {
        let path = self.folder.join(entry.file_name());
        fs::remove_file(&path).or_else(gone_is_good(&path))
    }

    /// What lies here for a partition, earlier attempts first. Blocks.
    pub fn of_partition(&self, partition: i32) -> Result<Vec<Entry>, Error> {
        let files = self.files(WHOLE)?;
        let mut entries: Vec<Entry> = files.iter().filter_map(|path| read(path)).collect();
        entries.retain(|entry| entry.partition == partition);
        entries.sort_by_key(|entry| (entry.attempt.attempt, entry.attempt.part));
        Ok(entries)
    }

    /// What lies here for one key, earlier attempts first. Blocks.
    pub fn of_key(&self, hash: &ContentHash, contract: &ContractId) -> Result<Vec<Entry>, Error> {
        let beginning = format!("{hash}_{contract}_");
        let is_of_key = |path: &&PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with(&beginning))
        };
        let files = self.files(WHOLE)?;
        let of_key = files.iter().filter(is_of_key);
        let mut entries: Vec<Entry> = of_key.filter_map(|path| read(path)).collect();
        entries.sort_by_key(|entry| (entry.attempt.attempt, entry.attempt.part));
        Ok(entries)
    }

    /// Takes an entry out of the way that nobody can settle.
    pub fn set_aside(&self, entry: &Entry, why: &str) {
        set_aside(&self.folder.join(entry.file_name()), why);
    }

    /// As the methods, on a thread that may block; a fault is words for a log.
    pub async fn on_disk<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Spool) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, String> {
        let spool = self.clone();
        let acted = tokio::task::spawn_blocking(move || act(&spool)).await;
        acted
            .map_err(|error| error.to_string())?
            .map_err(|error| error.to_string())
    }

    fn files(&self, extension: &str) -> Result<Vec<PathBuf>, Error> {
        let mut found = Vec::new();
        for file in fs::read_dir(&self.folder).map_err(at(&self.folder))? {
            let path = file.map_err(at(&self.folder))?.path();
            if path.extension().is_some_and(|it| it == extension) {
                found.push(path);
            }
        }
        Ok(found)
    }

    /// Unique, so that two writers of one entry do not write into each other.
    fn unfinished(&self, name: &str) -> PathBuf {
        static WRITES: AtomicU64 = AtomicU64::new(0);
        let number = WRITES.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        self.folder
            .join(format!("{name}.{process}-{number}.{UNFINISHED}"))
    }
}

fn write_synced(path: &Path, entry: &Entry) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(&serde_json::to_vec(entry)?)?;
    file.sync_all()
}

/// The entry of a file, or nothing: then the file was set aside, or another process took it.
fn read(path: &Path) -> Option<Entry> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            set_aside(path, &error.to_string());
            return None;
        }
    };
    match serde_json::from_slice::<Entry>(&bytes) {
        Ok(entry)
            if path
                .file_name()
                .is_some_and(|it| it == entry.file_name().as_str()) =>
        {
            Some(entry)
        }
        Ok(_) => {
            set_aside(path, "its name is that of another call");
            None
        }
        // The words of a parser may repeat what it read; the place is enough.
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            set_aside(path, &format!("not an entry, at {line}:{column}"));
            None
        }
    }
}

fn set_aside(path: &Path, why: &str) {
    Metric::SpoolFaults.add(1, &[("kind", "set_aside")]);
    let aside = path.with_extension(BAD);
    match fs::rename(path, &aside) {
        Ok(()) => tracing::error!(
            file = %aside.display(), why, "a paid answer cannot be used and was set aside"
        ),
        Err(error) => tracing::error!(
            file = %path.display(), why, %error, "a paid answer can be neither used nor set aside"
        ),
    }
}

/// A file whose age cannot be told may be somebody's work.
pub(crate) fn is_older_than(path: &Path, age: Duration) -> bool {
    let changed = fs::metadata(path).and_then(|facts| facts.modified());
    changed.is_ok_and(|at| {
        SystemTime::now()
            .duration_since(at)
            .is_ok_and(|found| found > age)
    })
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error { path, source }
}

fn gone_is_good(path: &Path) -> impl FnOnce(io::Error) -> Result<(), Error> {
    let path = path.to_owned();
    move |source| match source.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(Error { path, source }),
    }
}

#[cfg(test)]
mod tests;
