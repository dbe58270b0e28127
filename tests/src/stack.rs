//! The stack that `make test` has started. Tests never start a shared one themselves.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Addresses of the running stack.
#[derive(Clone, Debug)]
pub struct Stack {
    pub config: PathBuf,
}

impl Stack {
    /// The stack of this test run.
    pub fn running() -> Self {
        let config = std::env::var_os("READONCE_TEST_CONFIG").map(PathBuf::from);
        let config = config.expect("READONCE_TEST_CONFIG is not set: run the tests by 'make test'");
        assert!(
            config.is_file(),
            "no stack runs: {} is gone",
            config.display()
        );
        Self { config }
    }

    /// A name that no other test and no earlier run has used.
    pub fn unique(name: &str) -> String {
        let age = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("after 1970");
        format!(
            "{name}_{}_{}",
            std::process::id(),
            age.as_micros() % 1_000_000_000
        )
    }
}

/// The repository.
pub fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Real input files, where the checkout has them beside it.
pub fn samples() -> Option<PathBuf> {
    let folder = root().join("../shared/samples");
    folder.is_dir().then_some(folder)
}
