//! The `readonce` binary as a process: run to its end, or started and killed.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// The binary beside this program, or beside the folder that tests are in; `make test` has built it.
pub fn binary() -> PathBuf {
    let own = std::env::current_exe().expect("a program has a path");
    let folders = own.ancestors().skip(1).take(2);
    let named: Vec<_> = folders.map(|folder| folder.join("readonce")).collect();
    let binary = named.iter().find(|path| path.is_file());
    let binary = binary.or(named.last()).expect("target/debug").clone();
    assert!(
        binary.is_file(),
        "{} is not built: cargo build -p readonce-cli",
        binary.display()
    );
    binary
}

/// A service that runs until it is told to stop, or killed.
pub struct Running {
    child: Child,
    pub log: PathBuf,
}

impl Running {
    /// Starts it; `crash_at` is a point at which extract kills itself.
    pub fn start(arguments: &[String], log: PathBuf, crash_at: Option<&str>) -> Self {
        let file = File::options()
            .create(true)
            .append(true)
            .open(&log)
            .expect("a log file");
        let child = Command::new(binary())
            .args(arguments)
            .envs(crash_at.map(|point| ("READONCE_CRASH_AT", point)))
            .stdin(Stdio::null())
            .stdout(file.try_clone().expect("a second handle"))
            .stderr(file)
            .spawn()
            .expect("readonce starts");
        Self { child, log }
    }

    /// SIGKILL, and wait until it is gone.
    pub fn kill(&mut self) {
        // It may have ended by itself: that is what a kill wants.
        let _ = self.child.kill();
        self.child.wait().expect("a child can be waited for");
    }

    /// SIGTERM, and wait for the drain.
    pub fn stop(&mut self) -> ExitStatus {
        Command::new("kill")
            .arg(self.child.id().to_string())
            .status()
            .expect("kill runs");
        let deadline = Instant::now() + Duration::from_secs(40);
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("a child can be asked") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("no end after SIGTERM; log: {}", self.tail());
    }

    /// Its exit status, when it has ended.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a child can be asked")
    }

    pub fn tail(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<_> = text.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln!("--- {}\n{}", self.log.display(), self.tail());
        }
    }
}

/// Runs a command to its end.
pub fn run<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Output {
    Command::new(binary())
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("readonce runs")
}

/// A command with the exit code and the JSON that it printed.
pub fn run_json<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> (Option<i32>, serde_json::Value) {
    let output = run(arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    let json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    (output.status.code(), json)
}

/// A file with this text, for as long as the handle lives.
pub fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("written");
    file
}
