//! Looks after the input that runs: what never ends is written down, and the process with it.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::targets::Target;

/// The input that runs, and since when.
#[derive(Debug, Default)]
pub struct Current(Mutex<Option<(Instant, Vec<u8>)>>);

impl Current {
    pub fn begin(&self, input: &[u8]) {
        *self.lock() = Some((Instant::now(), input.to_vec()));
    }

    pub fn end(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(Instant, Vec<u8>)>> {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// How long an input may take: a second, and one more for each megabyte.
pub fn allowed(bytes: usize) -> Duration {
    Duration::from_millis(1000 + bytes as u64 / 1000)
}

/// Watches until the process ends. What takes twenty times as long as allowed is given up, and the
/// process ends with 1: a thread cannot be stopped.
pub fn watch(current: &Current, target: Target, failures: &std::path::Path) {
    loop {
        std::thread::sleep(Duration::from_millis(500));
        let hangs = {
            let running = current.lock();
            running.as_ref().and_then(|(since, input)| {
                (since.elapsed() > allowed(input.len()) * 20).then(|| input.clone())
            })
        };
        if let Some(input) = hangs {
            let file = save(failures, target, "hang", &input);
            eprintln!(
                "{}: hangs on {} bytes: {}",
                target.name(),
                input.len(),
                file.display()
            );
            std::process::exit(1);
        }
    }
}

/// Writes an input that failed, under a name that says what it did.
pub fn save(folder: &std::path::Path, target: Target, what: &str, input: &[u8]) -> PathBuf {
    let name = format!("{}-{what}-{:016x}.bin", target.name(), fingerprint(input));
    let file = folder.join(name);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, input));
    if let Err(error) = written {
        eprintln!("{}: {error}", file.display());
    }
    file
}

fn fingerprint(input: &[u8]) -> u64 {
    let fnv = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    input.iter().fold(0xcbf2_9ce4_8422_2325, fnv)
}
