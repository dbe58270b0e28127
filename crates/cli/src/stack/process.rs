//! Processes of the stack: started in a group of their own so that they outlive the command,
//! stopped by their id and only after a look that the id is still theirs.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use rustix::process::{Pid, Signal, kill_process};

const PAUSE: Duration = Duration::from_millis(50);

/// Starts it with its output in a file.
pub fn start(mut command: Command, log: &Path) -> anyhow::Result<u32> {
    let folder = log.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let output = File::options()
        .create(true)
        .append(true)
        .open(log.with_extension("out"))
        .with_context(|| format!("cannot write beside {}", log.display()))?;
    let child = command
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .process_group(0)
        .spawn()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    Ok(child.id())
}

/// Whether the process with this id still is the one that works on `data`: ids are used again.
pub fn is_running(pid: u32, data: &Path) -> bool {
    if is_dead(pid) {
        return false;
    }
    let read = |name: &str| fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
    let line = read("cmdline");
    // Empty for a moment while it becomes what it was started as.
    line.is_empty() || names(&line, data) || names(&read("environ"), data)
}

/// Gone, or ended and not yet waited for by its parent.
fn is_dead(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else {
        return true;
    };
    // The state follows the name, which is in brackets and may hold anything.
    let state = stat
        .rsplit_once(") ")
        .and_then(|(_, rest)| rest.chars().next());
    matches!(state, None | Some('Z' | 'X'))
}

/// The broker's and the store's command lines name their data; the registry's environment does.
fn names(text: &[u8], data: &Path) -> bool {
    let wanted = data.as_os_str().as_encoded_bytes();
    !wanted.is_empty() && text.windows(wanted.len()).any(|part| part == wanted)
}

/// Asks it to stop and, past the patience, makes it.
pub fn stop(pid: u32, data: &Path, patience: Duration) -> anyhow::Result<()> {
    signal(pid, data, Signal::TERM)?;
    if is_gone(pid, data, patience) {
        return Ok(());
    }
    signal(pid, data, Signal::KILL)?;
    match is_gone(pid, data, patience) {
        true => Ok(()),
        false => anyhow::bail!("process {pid} does not end"),
    }
}

fn signal(pid: u32, data: &Path, signal: Signal) -> anyhow::Result<()> {
    let Some(id) = i32::try_from(pid).ok().and_then(Pid::from_raw) else {
        anyhow::bail!("{pid} is no process id");
    };
    match is_running(pid, data) {
        true => kill_process(id, signal).with_context(|| format!("cannot signal process {pid}")),
        false => Ok(()),
    }
}

fn is_gone(pid: u32, data: &Path, patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    while is_running(pid, data) {
        if Instant::now() >= deadline {
            return false;
        }
        std::thread::sleep(PAUSE);
    }
    true
}
