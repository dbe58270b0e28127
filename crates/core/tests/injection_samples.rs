//! Real files of boards, feeds, forums and pages hold no instructions to models, and none is
//! suspected. The files lie beside the repository; without them there is nothing to test.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files; the crate does not"
)]

use std::path::{Path, PathBuf};

use readonce_core::canonical::canonicalize;
use readonce_core::extract::injection::suspect;
use readonce_core::parse::{Response, parse};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn nothing_is_suspected_in_real_items() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    let mut all = Vec::new();
    files(&folder, &mut all);
    if all.is_empty() {
        eprintln!("skipped: no {}", folder.display());
        return;
    }
    let mut items = 0;
    for file in all {
        let body = std::fs::read(&file).unwrap();
        let response = Response {
            body: &body,
            at_ms: 1_790_726_400_000,
            ..Response::default()
        };
        let Ok(parsed) = parse(&response) else {
            continue;
        };
        for item in &parsed.items {
            items += 1;
            let content = canonicalize(&item.content);
            let lines = std::iter::once(content.title.as_str()).chain(content.text.lines());
            assert_eq!(suspect(lines), [], "{} {}", file.display(), item.id);
        }
    }
    println!("{items} items");
    assert!(items > 50, "{items} items");
}
