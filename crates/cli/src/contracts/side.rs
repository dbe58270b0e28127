//! Contracts from somewhere: compiled in, in a folder, or at a commit. Reads; judges nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fault::usage;

/// Where contracts lie in the repository.
const PLACE: &str = "schemas/contracts";

/// Every file of the contracts, by its path below `contracts/`.
pub struct Side {
    pub label: String,
    files: BTreeMap<String, String>,
}

impl Side {
    pub fn compiled_in() -> Self {
        let mut files = BTreeMap::new();
        for (name, major) in readonce_schemas::contracts() {
            if let Ok(text) = readonce_schemas::contract_schema(name, major) {
                files.insert(format!("{name}/v{major}.avsc"), text.to_owned());
            }
            if let Some(text) = readonce_schemas::lift_document(name, major) {
                files.insert(format!("{name}/v{major}.lift.yaml"), text.to_owned());
            }
        }
        for (name, file, text) in readonce_schemas::corpus() {
            files.insert(format!("{name}/corpus/{file}"), text.to_owned());
        }
        let label = "this version".to_owned();
        Self { label, files }
    }

    /// A folder of contracts, or one that has `contracts/` or `schemas/contracts/` in it; anything
    /// else is a commit, a tag or a branch of the repository around the working folder.
    pub fn named(name: &str) -> anyhow::Result<Self> {
        let path = Path::new(name);
        match path.is_dir() {
            true => Self::folder(path),
            false => Self::commit(name),
        }
    }

    pub fn folder(path: &Path) -> anyhow::Result<Self> {
        let candidates = [path.join(PLACE), path.join("contracts"), path.to_owned()];
        let root = candidates.into_iter().find(|path| path.is_dir());
        let root = root.ok_or_else(|| usage(format!("{} is no folder", path.display())))?;
        let mut files = BTreeMap::new();
        read_into(&root, &root, &mut files)
            .map_err(|error| usage(format!("{}: {error}", root.display())))?;
        let label = path.display().to_string();
        Self { label, files }.checked()
    }

    fn commit(name: &str) -> anyhow::Result<Self> {
        let listed = git(&[
            "ls-tree",
            "-r",
            "--full-tree",
            "--name-only",
            name,
            "--",
            PLACE,
        ])
        .map_err(|words| {
            usage(format!(
                "'{name}' is no folder and no commit to compare with: {words}"
            ))
        })?;
        let mut files = BTreeMap::new();
        for path in listed.lines() {
            let text = git(&["show", &format!("{name}:{path}")]).map_err(usage)?;
            let short = path.strip_prefix(PLACE).unwrap_or(path);
            files.insert(short.trim_start_matches('/').to_owned(), text);
        }
        let label = name.to_owned();
        Self { label, files }.checked()
    }

    /// A typing error must not pass for "nothing to compare with".
    fn checked(self) -> anyhow::Result<Self> {
        if self.schemas().next().is_some() {
            return Ok(self);
        }
        Err(usage(format!(
            "{}: no contract is there (<name>/v<major>.avsc)",
            self.label
        )))
    }

    /// Name, major and text of every contract.
    pub fn schemas(&self) -> impl Iterator<Item = (&str, u32, &str)> {
        self.files.iter().filter_map(|(path, text)| {
            let (name, file) = path.split_once('/')?;
            let major = file.strip_prefix('v')?.strip_suffix(".avsc")?;
            Some((name, major.parse().ok()?, text.as_str()))
        })
    }

    pub fn schema(&self, name: &str, major: u32) -> Option<&str> {
        let path = format!("{name}/v{major}.avsc");
        self.files.get(&path).map(String::as_str)
    }

    pub fn lift(&self, name: &str, major: u32) -> Option<&str> {
        let path = format!("{name}/v{major}.lift.yaml");
        self.files.get(&path).map(String::as_str)
    }

    /// Path and text of the files of old bytes.
    pub fn corpus(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.files.iter();
        let corpus = all.filter(|(path, _)| path.contains("/corpus/") && path.ends_with(".json"));
        corpus.map(|(path, text)| (path.as_str(), text.as_str()))
    }
}

fn read_into(
    root: &Path,
    folder: &Path,
    files: &mut BTreeMap<String, String>,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path: PathBuf = entry?.path();
        let is_deep = folder
            .strip_prefix(root)
            .is_ok_and(|inside| inside.components().count() > 2);
        if path.is_dir() && !is_deep {
            read_into(root, &path, files)?;
        } else if let (Ok(inside), true) = (path.strip_prefix(root), path.is_file()) {
            let name = inside.to_string_lossy().replace('\\', "/");
            if [".avsc", ".yaml", ".json"]
                .iter()
                .any(|end| name.ends_with(end))
            {
                files.insert(name, std::fs::read_to_string(&path)?);
            }
        }
    }
    Ok(())
}

fn git(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .args(arguments)
        .output()
        .map_err(|error| format!("git: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(words.lines().next().unwrap_or("git failed").to_owned())
}
