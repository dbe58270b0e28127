//! How a service becomes a process: flags, configuration, logs, signals, exit code.
//!
//! Every service's main.rs is a call of `run`. It decides nothing about the service, and prints
//! no secret.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, FromArgMatches, Parser};
use readonce_model::Service;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::config::{self, Layers, SECTIONS, Sources};
use crate::{Halt, shutdown, telemetry};

/// What is known of a service before its configuration is read.
pub struct Entry {
    pub service: Service,
    /// One sentence for `--help`.
    pub about: &'static str,
    /// The service's own default.toml.
    pub defaults: &'static str,
    /// The service's own sections, read as their types: faults come out, secrets do not.
    pub effective: fn(&Layers) -> Result<toml::Table, Halt>,
}

/// The flags that every command with a configuration has.
#[derive(Args, Clone, Debug, Default)]
pub struct Flags {
    /// Configuration file (TOML); wins over the defaults.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// One setting; wins over file and environment. May be repeated.
    #[arg(long = "set", value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// Print the configuration as it is after all layers, secrets masked, and end.
    #[arg(long)]
    pub dump_config: bool,
}

impl Flags {
    pub fn sources(&self) -> Sources {
        Sources {
            file: self.config.clone(),
            overrides: self.set.clone(),
        }
    }
}

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    flags: Flags,
}

/// Runs a service until a signal or a fault, and says with which code the process ends.
pub fn run<R>(entry: &Entry, service: R) -> ExitCode
where
    R: AsyncFnOnce(&Layers, CancellationToken) -> Result<(), Halt>,
{
    match start(entry, &flags_of(entry), service) {
        Ok(()) => ExitCode::SUCCESS,
        Err(halt) => {
            eprintln!("readonce-{}: {halt}", entry.service);
            ExitCode::from(halt.exit_code())
        }
    }
}

/// A mistake in the flags ends the process here, with code 2 and a usage line.
fn flags_of(entry: &Entry) -> Flags {
    let name = format!("readonce-{}", entry.service);
    let command = Command::command()
        .display_name(name.clone())
        .bin_name(name)
        .about(entry.about);
    match Command::from_arg_matches(&command.get_matches()) {
        Ok(command) => command.flags,
        Err(error) => error.exit(),
    }
}

fn start<R>(entry: &Entry, flags: &Flags, service: R) -> Result<(), Halt>
where
    R: AsyncFnOnce(&Layers, CancellationToken) -> Result<(), Halt>,
{
    let layers = Layers::new(&flags.sources(), &[entry.defaults])?;
    layers.refuse_unknown_sections(SECTIONS)?;
    let own = (entry.effective)(&layers)?;
    if flags.dump_config {
        print!("{}", dump(&layers, own)?);
        return Ok(());
    }
    telemetry::start_logs(&layers.section("telemetry")?)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Halt::Internal(format!("no runtime: {error}")))?;
    runtime.block_on(async {
        let stop = shutdown::on_signals()
            .map_err(|error| Halt::Internal(format!("cannot watch signals: {error}")))?;
        service(&layers, stop).await
    })
}

/// Shared and own sections as TOML. Each went through its type, so secrets show as `***`.
pub fn dump(layers: &Layers, own: toml::Table) -> Result<String, Halt> {
    let mut all = toml::Table::new();
    all.extend(section(
        "kafka",
        &layers.section::<config::Kafka>("kafka")?,
    )?);
    all.extend(section(
        "registry",
        &layers.section::<config::Registry>("registry")?,
    )?);
    all.extend(section(
        "telemetry",
        &layers.section::<config::Telemetry>("telemetry")?,
    )?);
    all.extend(own);
    Ok(all.to_string())
}

/// One typed section as a table under its name.
pub fn section<T: Serialize>(name: &str, value: &T) -> Result<toml::Table, Halt> {
    let value = toml::Value::try_from(value)
        .map_err(|error| Halt::Internal(format!("[{name}] cannot be shown: {error}")))?;
    Ok([(name.to_owned(), value)].into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_reads_back_and_shows_no_secret() {
        let sources = Sources {
            file: None,
            overrides: vec![
                "registry.password=hunter2".into(),
                "kafka.partitions=7".into(),
            ],
        };
        let layers = Layers::new(&sources, &[]).unwrap();
        let own = section(
            "sink",
            &layers.section::<config::Telemetry>("telemetry").unwrap(),
        );
        let text = dump(&layers, own.unwrap()).unwrap();
        assert!(!text.contains("hunter2") && text.contains("***"), "{text}");
        let back: toml::Table = toml::from_str(&text).unwrap();
        assert_eq!(back["kafka"]["partitions"].as_integer(), Some(7));
        assert!(back.contains_key("sink"));
    }

    #[test]
    fn flags_become_layers() {
        let command = Command::parse_from(["x", "--set", "a.b=1", "--set", "a.c=2"]);
        assert_eq!(command.flags.sources().overrides, ["a.b=1", "a.c=2"]);
        assert!(Command::try_parse_from(["x", "--sett", "a.b=1"]).is_err());
    }
}
