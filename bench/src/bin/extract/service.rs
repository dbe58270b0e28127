//! The `readonce-extract` binary as a process: started, asked over HTTP, looked at in `/proc`,
//! stopped or killed.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use readonce_plumbing::config::Sources;
use readonce_testkit::{http, ports, wait};

/// Nothing here takes that long on a machine that works at all.
pub const PATIENCE: Duration = Duration::from_secs(180);

pub struct Service {
    child: Child,
    address: String,
    pub log: PathBuf,
    pub started: Instant,
}

/// Memory of a process, in MB of a million bytes.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub now_mb: f64,
    pub peak_mb: f64,
}

impl Service {
    pub fn start(sources: &Sources, log: PathBuf) -> Result<Self> {
        let program = std::env::current_exe()?.with_file_name("readonce-extract");
        ensure!(program.is_file(), "{} is not built", program.display());
        let file = File::options().create(true).append(true).open(&log)?;
        let port = ports::hold()?.release();
        let address = format!("127.0.0.1:{port}");
        let mut command = Command::new(program);
        if let Some(config) = &sources.file {
            command.arg("--config").arg(config);
        }
        for setting in &sources.overrides {
            command.arg("--set").arg(setting);
        }
        let listen = format!("extract.instance.listen={address}");
        let started = Instant::now();
        let child = command
            .args(["--set", &listen])
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .spawn()
            .context("readonce-extract does not start")?;
        Ok(Self {
            child,
            address,
            log,
            started,
        })
    }

    /// Waits until the service says that its memory is restored. Seconds since its start.
    pub async fn ready(&mut self) -> Result<f64> {
        let url = format!("http://{}/readyz", self.address);
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Ok(reply) = http::get(&url, &[]).await
                && reply.status == 200
            {
                return Ok(self.started.elapsed().as_secs_f64());
            }
            self.check_alive()?;
            ensure!(Instant::now() < deadline, "not ready; {}", self.tail());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub async fn metrics(&self) -> Result<Metrics> {
        let url = format!("http://{}/metrics", self.address);
        Ok(Metrics(http::get(&url, &[]).await?.text()))
    }

    /// Waits until as many requests are settled, in one way or another.
    pub async fn settled(&mut self, wanted: u64) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.check_alive()?;
            let found = self.metrics().await?.sum("readonce_extractions_total", "");
            if found as u64 >= wanted {
                return Ok(());
            }
            let words = format!("{found} of {wanted} are settled; {}", self.tail());
            ensure!(Instant::now() < deadline, words);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub fn memory(&self) -> Result<Memory> {
        let path = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(path)?;
        let mb = |name: &str| -> Option<f64> {
            let line = text.lines().find(|line| line.starts_with(name))?;
            let kib: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
            Some(kib * 1024.0 / 1e6)
        };
        Ok(Memory {
            now_mb: mb("VmRSS:").context("no VmRSS")?,
            peak_mb: mb("VmHWM:").context("no VmHWM")?,
        })
    }

    /// Seconds of the processor that it has used.
    pub fn cpu_seconds(&self) -> Result<f64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let rest = text.rsplit_once(')').context("no stat")?.1;
        let ticks = rest.split_whitespace().skip(11).take(2);
        let ticks: f64 = ticks.filter_map(|field| field.parse::<f64>().ok()).sum();
        // Linux counts in hundredths for every program, whatever the kernel does inside.
        Ok(ticks / 100.0)
    }

    pub fn check_alive(&mut self) -> Result<()> {
        match self.child.try_wait()? {
            None => Ok(()),
            Some(status) => anyhow::bail!("extract ended with {status}; {}", self.tail()),
        }
    }

    /// SIGKILL.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// SIGTERM; it must end with 0.
    pub async fn stop(&mut self) -> Result<()> {
        let id = self.child.id().to_string();
        ensure!(
            Command::new("kill").arg(id).status()?.success(),
            "no SIGTERM"
        );
        let child = &mut self.child;
        let ended = wait::until_ok(PATIENCE, "the end of extract", || {
            let status = child.try_wait().ok().flatten();
            async move { status.ok_or("runs") }
        });
        let status = ended.await?;
        ensure!(
            status.success(),
            "extract ended with {status}; {}",
            self.tail()
        );
        Ok(())
    }

    /// Numbers behind a name in the log lines that hold some words.
    pub fn logged(&self, words: &str, name: &str) -> Result<Vec<f64>> {
        let text = std::fs::read_to_string(&self.log)?;
        let of_line = |line: &str| -> Option<f64> {
            let field = line.split(' ').find_map(|field| field.strip_prefix(name))?;
            field.strip_prefix('=')?.parse().ok()
        };
        let lines = text.lines().filter(|line| line.contains(words));
        Ok(lines.filter_map(of_line).collect())
    }

    fn tail(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<_> = text.lines().collect();
        let from = lines.len().saturating_sub(20);
        format!(
            "its log:\n{}",
            lines.get(from..).unwrap_or_default().join("\n")
        )
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.kill();
    }
}

/// What a service tells at `/metrics`.
pub struct Metrics(String);

impl Metrics {
    /// Sum of all series of a name that hold a label. Example label: `outcome="paid"`
    pub fn sum(&self, name: &str, label: &str) -> f64 {
        self.values(name, label).sum()
    }

    /// The largest of those series.
    pub fn most(&self, name: &str, label: &str) -> f64 {
        self.values(name, label).fold(0.0, f64::max)
    }

    fn values(&self, name: &str, label: &str) -> impl Iterator<Item = f64> {
        let series = self.0.lines().filter_map(|line| line.rsplit_once(' '));
        series
            .filter(move |(series, _)| series.split('{').next() == Some(name))
            .filter(move |(series, _)| series.contains(label))
            .filter_map(|(_, value)| value.parse().ok())
    }
}
