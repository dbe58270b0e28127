//! Files of a batch on their way: a scratch folder below the spool, as restricted as the spool is.
//! Nothing in it is needed after a crash, since the provider has it all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::spool::is_older_than;

/// No file is on its way for longer: it belongs to a process that was killed.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 3600);

#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes the folder and clears away what killed processes left. Blocks.
    pub fn open(path: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&path)?;
        for file in fs::read_dir(&path)? {
            let file = file?.path();
            if is_older_than(&file, ABANDONED_AFTER) {
                fs::remove_file(&file)?;
            }
        }
        Ok(Self { path })
    }

    /// A name that no other file has.
    pub fn file(&self, what: &str) -> Scratch {
        static FILES: AtomicU64 = AtomicU64::new(0);
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        Scratch {
            path: self.path.join(format!("{process}-{number}-{what}.jsonl")),
        }
    }
}

/// A file that is removed when nobody needs it any more.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(file = %self.path.display(), %error, "a scratch file stays");
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn a_scratch_file_goes_with_its_owner_and_an_old_one_with_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = Folder::open(folder.path().join("batches")).unwrap();
        let (one, other) = (scratch.file("input"), scratch.file("input"));
        assert_ne!(one.path(), other.path());
        fs::write(one.path(), "x").unwrap();
        let left = folder.path().join("batches/left.jsonl");
        let new = folder.path().join("batches/new.jsonl");
        fs::write(&left, "x").unwrap();
        fs::write(&new, "x").unwrap();
        let long_ago = SystemTime::now() - ABANDONED_AFTER * 2;
        fs::File::options()
            .write(true)
            .open(&left)
            .and_then(|file| file.set_modified(long_ago))
            .unwrap();
        Folder::open(folder.path().join("batches")).unwrap();
        assert!(!left.exists() && new.exists() && one.path().exists());
        let path = one.path().to_owned();
        drop(one);
        assert!(!path.exists());
    }
}
