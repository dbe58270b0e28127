//! Hostile input for everything that reads what others wrote: no panic, no hang, no law broken.
//!
//! `readonce-fuzz [TARGET...] [--seconds N] [--seed N] [--failures FOLDER]`. Without a target all
//! of them run, one after the other, each in a process of its own, so that a crash of one ends no
//! other. `TARGET --replay FILE` runs one input and says how long it took. An input that fails is written to the folder and named; then the command ends with 1.

mod corpus;
mod mutate;
mod options;
mod random;
mod run;
mod targets;
mod watch;

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use options::Options;
use targets::Target;

fn main() -> ExitCode {
    match started() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn started() -> Result<bool> {
    let options = Options::read(std::env::args().skip(1))?;
    if let (true, [target]) = (options.alone, options.targets.as_slice()) {
        return run::target(*target, &options);
    }
    if let (false, [target]) = (options.replay.is_empty(), options.targets.as_slice()) {
        return run::replay(*target, &options.replay);
    }
    let mut clean = true;
    for target in &options.targets {
        clean &= in_own_process(*target, &options)?;
    }
    Ok(clean)
}

/// A process that died without a word is run again with every input on disk: equal seeds make equal
/// inputs, so the last one there is the one that killed it.
fn in_own_process(target: Target, options: &Options) -> Result<bool> {
    let status = child(target, options, false)?;
    if status.code().is_some() {
        return Ok(status.success());
    }
    eprintln!(
        "{}: the process died ({status}); looking for the input",
        target.name()
    );
    let again = child(target, options, true)?;
    let last = run::trace_file(options, target);
    match again.code() {
        None => eprintln!("{}: killed by {}", target.name(), last.display()),
        Some(_) => eprintln!("{}: it did not die again", target.name()),
    }
    Ok(false)
}

fn child(target: Target, options: &Options, trace: bool) -> Result<std::process::ExitStatus> {
    let program = std::env::current_exe().context("the own program")?;
    let mut command = Command::new(program);
    command.args(options.for_child(target, trace));
    command.status().context("a process of its own")
}
