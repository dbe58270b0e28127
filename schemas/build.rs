//! Finds every contract, lift and corpus file, so that a new major is a file and no line of code.
//!
//! Only lists: what is in a file is judged by its readers.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::{env, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let contracts = root.join("contracts");
    println!("cargo::rerun-if-changed={}", contracts.display());
    let mut found = Found::default();
    for folder in sorted(&contracts)? {
        found.contract(&folder)?;
    }
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("contracts.rs"), found.code())
}

#[derive(Default)]
struct Found {
    schemas: Vec<(String, u32, PathBuf)>,
    lifts: Vec<(String, u32, PathBuf)>,
    corpus: Vec<(String, u32, PathBuf)>,
}

impl Found {
    fn contract(&mut self, folder: &Path) -> io::Result<()> {
        let contract = name(folder);
        for path in sorted(folder)? {
            let file = name(&path);
            let major = |text: &str| text.strip_prefix('v')?.parse::<u32>().ok();
            if let Some(major) = file.strip_suffix(".avsc").and_then(major) {
                self.schemas.push((contract.clone(), major, path));
            } else if let Some(major) = file.strip_suffix(".lift.yaml").and_then(major) {
                self.lifts.push((contract.clone(), major, path));
            }
        }
        let corpus = folder.join("corpus");
        let kept = if corpus.is_dir() {
            sorted(&corpus)?
        } else {
            Vec::new()
        };
        for path in kept
            .into_iter()
            .filter(|path| name(path).ends_with(".json"))
        {
            self.corpus.push((contract.clone(), 0, path));
        }
        Ok(())
    }

    fn code(mut self) -> String {
        let mut text = String::new();
        for (constant, files) in [
            ("CONTRACTS", &mut self.schemas),
            ("LIFTS", &mut self.lifts),
            ("CORPUS", &mut self.corpus),
        ] {
            files.sort();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "const {constant}: &[(&str, u32, &str, &str)] = &[");
            for (contract, major, path) in files.iter() {
                let (file, path) = (name(path), path.display().to_string());
                let _ = writeln!(
                    text,
                    "    ({contract:?}, {major}, {file:?}, include_str!({path:?})),"
                );
            }
            let _ = writeln!(text, "];");
        }
        text
    }
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
