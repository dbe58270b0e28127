//! The pass over files and folders: every file is a page, in the order of the paths.
//!
//! A file that cannot be read or carried stops no other: the rest go on, and the run is incomplete
//! with a reason that names the file. Hidden files are left out, links to folders not followed.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use readonce_core::fetch::source::SourceSpec;
use readonce_model::ErrorClass;
use readonce_plumbing::health::now_ms;
use tokio::io::AsyncReadExt;

use super::evidence::Origin;
use super::page::{self, Received};
use super::{Pass, Recorder, Stop, count_fetch};
use crate::http::Fault;

/// Faults that a reason spells out; the number is always exact.
const FAULTS_IN_WORDS: usize = 5;

/// Ends well only when every file was carried and read.
pub(super) async fn pass<R: Recorder>(pass: &mut Pass<'_, R>) -> Result<(), Stop> {
    let mut faults = Vec::new();
    for path in pass.spec.clone().paths.iter().map(PathBuf::from) {
        match listed(path.clone()).await {
            Ok(files) if files.is_empty() => faults.push(nothing_in(&path)),
            Ok(files) => carry_all(pass, files, &mut faults).await?,
            Err(error) => faults.push(unreadable(&path, &error)),
        }
    }
    match summary(faults) {
        Some(fault) => Err(fault.into()),
        None => Ok(()),
    }
}

async fn carry_all<R: Recorder>(
    pass: &mut Pass<'_, R>,
    files: Vec<PathBuf>,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    for file in files {
        pass.go_on()?;
        match carry(pass, &file).await {
            Ok(()) => count_fetch("ok"),
            Err(Stop::Failed(fault)) => {
                count_fetch(fault.class.as_str());
                let words = format!("{}: {}", file.display(), fault.words);
                faults.push(Fault { words, ..fault });
            }
            Err(other) => return Err(other),
        }
    }
    Ok(())
}

async fn carry<R: Recorder>(pass: &mut Pass<'_, R>, file: &Path) -> Result<(), Stop> {
    let body = read(file, pass.spec).await?;
    if body.is_empty() {
        return Err(Fault::new(ErrorClass::Unreadable, "the file is empty").into());
    }
    let origin = origin(file);
    let received = Received {
        body,
        content_type: origin.content_type.clone(),
        url: origin.url.clone(),
        at_ms: origin.at_ms,
    };
    let (brought, sealed) = page::open(page::How::of(pass.spec, pass.parser), received).await;
    pass.evidence.page(origin, sealed).await?;
    let brought = brought.map_err(|reason| page::unusable(&reason))?;
    pass.items += brought.ids.len();
    Ok(())
}

/// Reads no more than is allowed, even when the file grows meanwhile.
async fn read(file: &Path, spec: &SourceSpec) -> Result<Vec<u8>, Fault> {
    let most = spec.max_body_bytes;
    let fault = |error: io::Error| Fault::new(ErrorClass::Unreadable, error.to_string());
    let open = tokio::fs::File::open(file).await.map_err(fault)?;
    let mut body = Vec::new();
    let mut limited = open.take(most.saturating_add(1));
    limited.read_to_end(&mut body).await.map_err(fault)?;
    match body.len() as u64 > most {
        true => Err(Fault::too_large(body.len() as u64, most)),
        false => Ok(body),
    }
}

/// The path as the catalog gives it, so that evidence is the same from every folder it is run in.
fn origin(file: &Path) -> Origin {
    let url = format!("file:{}", file.display());
    Origin {
        final_url: url.clone(),
        url,
        content_type: content_type(file).map(str::to_owned),
        at_ms: now_ms(),
        ..Origin::default()
    }
}

/// By extension, which is all that a file says; the charset is found in the bytes.
fn content_type(file: &Path) -> Option<&'static str> {
    let extension = file.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "json" => Some("application/json"),
        "ndjson" | "jsonl" => Some("application/x-ndjson"),
        "warc" => Some("application/warc"),
        "html" | "htm" => Some("text/html"),
        "xhtml" => Some("application/xhtml+xml"),
        "xml" => Some("application/xml"),
        "rss" => Some("application/rss+xml"),
        "atom" => Some("application/atom+xml"),
        "txt" => Some("text/plain"),
        _ => None,
    }
}

/// The file itself, or all files under the folder, in the order of their paths.
async fn listed(path: PathBuf) -> io::Result<Vec<PathBuf>> {
    let walk = move || {
        let mut files = Vec::new();
        match std::fs::metadata(&path)?.is_dir() {
            true => walk(&path, &mut files)?,
            false => files.push(path),
        }
        files.sort();
        Ok(files)
    };
    tokio::task::spawn_blocking(walk)
        .await
        .unwrap_or_else(|error| Err(io::Error::other(error)))
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(&entry.path(), files)?;
        } else if kind.is_file() || is_link_to_file(&entry.path())? {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// A link that leads nowhere counts as a file: reading it says what is wrong.
fn is_link_to_file(path: &Path) -> io::Result<bool> {
    match std::fs::metadata(path) {
        Ok(target) => Ok(target.is_file()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// A folder that lost its files looks like this, and must not look like a source without items.
fn nothing_in(path: &Path) -> Fault {
    let words = format!("{}: there is no file", path.display());
    Fault::new(ErrorClass::Unreadable, words)
}

fn unreadable(path: &Path, error: &io::Error) -> Fault {
    count_fetch(ErrorClass::Unreadable.as_str());
    let words = format!("{}: {error}", path.display());
    Fault::new(ErrorClass::Unreadable, words)
}

/// One fault for all, with the class of the first.
fn summary(faults: Vec<Fault>) -> Option<Fault> {
    let class = faults.first()?.class;
    let words: Vec<&str> = faults
        .iter()
        .take(FAULTS_IN_WORDS)
        .map(|fault| fault.words.as_str())
        .collect();
    let more = faults.len().saturating_sub(FAULTS_IN_WORDS);
    let tail = match more {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    Some(Fault::new(class, format!("{}{tail}", words.join("; "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    async fn names(root: &Path, path: &str) -> Vec<String> {
        let files = listed(root.join(path)).await.unwrap();
        let short = |file: &PathBuf| file.strip_prefix(root).unwrap().display().to_string();
        files.iter().map(short).collect()
    }

    #[tokio::test]
    async fn folders_are_walked_in_the_order_of_paths_without_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("b/.git")).unwrap();
        for name in [
            "b/2.json", "a.json", "b/1.html", "b/.git/x", ".env", "c.json",
        ] {
            fs::write(root.join(name), "x").unwrap();
        }
        std::os::unix::fs::symlink(root, root.join("b/loop")).unwrap();
        std::os::unix::fs::symlink(root.join("a.json"), root.join("b/3.json")).unwrap();
        let all = ["a.json", "b/1.html", "b/2.json", "b/3.json", "c.json"];
        assert_eq!(names(root, "").await, all);
        assert_eq!(names(root, "b/2.json").await, ["b/2.json"]);
    }

    #[tokio::test]
    async fn a_path_that_is_not_there_is_an_error_and_not_an_empty_list() {
        assert!(listed(PathBuf::from("no/such/folder")).await.is_err());
    }

    #[tokio::test]
    async fn no_more_is_read_than_the_source_allows() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        fs::write(&file, [b'x'; 11]).unwrap();
        let text = "{strategy: files, paths: [a], max-body-bytes: 10}";
        let mut spec = readonce_core::fetch::source::parse_source("saved", text).unwrap();
        let fault = read(&file, &spec).await.unwrap_err();
        assert_eq!(fault.class, ErrorClass::TooLarge);
        spec.max_body_bytes = 11;
        assert_eq!(read(&file, &spec).await.unwrap().len(), 11);
    }

    #[test]
    fn a_page_keeps_the_path_that_the_catalog_gave() {
        let origin = origin(Path::new("saved/Board.JSON"));
        assert_eq!(origin.url, "file:saved/Board.JSON");
        assert_eq!(origin.content_type.as_deref(), Some("application/json"));
        assert_eq!(content_type(Path::new("a.bin")), None);
    }

    #[test]
    fn many_faults_are_counted_and_the_first_ones_named() {
        let fault = |n: i32| Fault::new(ErrorClass::TooLarge, format!("{n}.json: too large"));
        let all = summary((0..7).map(fault).collect()).unwrap();
        assert_eq!(all.class, ErrorClass::TooLarge);
        assert!(all.words.starts_with("0.json: too large; 1.json"));
        assert!(all.words.ends_with("4.json: too large; and 2 more"));
        assert_eq!(summary(Vec::new()), None);
    }
}
