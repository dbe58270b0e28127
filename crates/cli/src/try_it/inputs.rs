//! Which responses a command is to read: files, folders of files, addresses.

use std::path::Path;

use super::read::is_address;
use crate::fault::usage;

/// Folders deeper than this hold no saved responses.
const MAX_DEPTH: usize = 16;

/// Every input, each folder as its files by name; hidden ones are left out.
pub fn expanded(inputs: &[String]) -> anyhow::Result<Vec<String>> {
    let mut all = Vec::new();
    for input in inputs {
        let path = Path::new(input);
        match !is_address(input) && path.is_dir() {
            true => {
                let count = all.len();
                files(path, MAX_DEPTH, &mut all)?;
                if all.len() == count {
                    return Err(usage(format!("{input} holds no file")));
                }
            }
            false => all.push(input.clone()),
        }
    }
    Ok(all)
}

fn files(folder: &Path, depth: usize, found: &mut Vec<String>) -> anyhow::Result<()> {
    let refuse = |error| usage(format!("cannot read {}: {error}", folder.display()));
    let entries = std::fs::read_dir(folder).map_err(refuse)?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        if name.is_none_or(|name| name.starts_with('.')) {
            continue;
        }
        if path.is_dir() && depth > 0 {
            files(&path, depth - 1, found)?;
        } else if path.is_file() {
            found.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_its_files_by_name_without_hidden_ones() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("b");
        std::fs::create_dir(&inner).unwrap();
        for file in ["c.json", "a.json", ".hidden"] {
            std::fs::write(folder.path().join(file), "x").unwrap();
        }
        std::fs::write(inner.join("x.xml"), "x").unwrap();
        let input = folder.path().to_string_lossy().into_owned();
        let inputs = ["https://example.com/".to_owned(), input.clone()];
        let found = expanded(&inputs).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|file| file.trim_start_matches(&input))
            .collect();
        assert_eq!(
            names,
            ["https://example.com/", "/a.json", "/b/x.xml", "/c.json"]
        );
    }
}
