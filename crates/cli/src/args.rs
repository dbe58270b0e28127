//! The command line, and which module answers which command.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::context::Context;
use crate::{contracts, stack};

/// Watch very many web items and pay a language model once per content
#[derive(Debug, Parser)]
#[command(
    name = "readonce",
    version,
    propagate_version = true,
    max_term_width = 100
)]
pub struct Args {
    /// Print one JSON document instead of text for people
    #[arg(long, global = true)]
    pub json: bool,
    /// Configuration file; without it ./readonce.toml, else the local stack's
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// One setting, over everything else; repeatable
    #[arg(long, global = true, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// Folder of the local stack; without it .readonce beside dev/
    #[arg(long, global = true, value_name = "DIR", env = "READONCE_HOME")]
    pub home: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the local stack: Kafka, schema registry, ClickHouse engine
    #[command(subcommand)]
    Stack(stack::Stack),
    /// Register or check the schemas of topics and contracts
    #[command(subcommand)]
    Contracts(contracts::Contracts),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
}

pub async fn dispatch(args: Args) -> anyhow::Result<ExitCode> {
    let context = Context::new(&args)?;
    match args.command {
        Command::Stack(command) => stack::run(&context, command).await,
        Command::Contracts(command) => contracts::run(&context, command).await,
        Command::Completions { shell } => {
            let mut command = Args::command();
            clap_complete::generate(shell, &mut command, "readonce", &mut std::io::stdout());
            Ok(ExitCode::SUCCESS)
        }
    }
}
