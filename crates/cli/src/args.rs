//! The command line, and which module answers which command.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::context::{Context, Globals};
use crate::{
    answer, answers, apply, backfill, budget, contracts, demo, diff, dlq, doctor, explain,
    parse_text, plan, quarantine, request, reset, stack, status, try_it, up,
};

/// Watch very many web items and pay a language model once per content
#[derive(Debug, Parser)]
#[command(
    name = "readonce",
    version,
    propagate_version = true,
    max_term_width = 100
)]
pub struct Args {
    #[command(flatten)]
    pub globals: Globals,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Watch a small simulated world of job boards for three days, on the real stack
    Demo(demo::Demo),
    /// Run the four services in this process, or some of them
    Up(up::Up),
    /// Show what the pipeline would make of responses; needs no stack
    Try(try_it::Try),
    /// Show what changed between two responses, and what was absorbed; needs no stack
    Diff(diff::Diff),
    /// Show what the pipeline would make of a model's reply; needs no stack
    Answer(answer::Answer),
    /// Show a model's replies to a content, as they were received; they are restricted
    Answers(answers::Answers),
    /// Show and judge profiles that are not trusted: pages that give orders, sources that drift
    #[command(subcommand)]
    Quarantine(quarantine::Quarantine),
    /// Show how a time, a price or a pay is read
    #[command(subcommand)]
    Parse(parse_text::Parse),
    /// Put sources and parsers into the catalog
    Apply(apply::Files),
    /// Check source and parser files without writing anything
    Validate(apply::Files),
    /// Ask for a run of sources now
    Run(request::Run),
    /// Say how far every stage is
    Status,
    /// Say what was spent of each limit of the day, what waits, and when it goes on
    Budget,
    /// Check every part and say what to do
    Doctor,
    /// List what was set aside, from where and why
    Dlq(dlq::Dlq),
    /// Say why something was done, and what it cost
    #[command(subcommand)]
    Explain(explain::Explain),
    /// Say how many contents a change would make new, and what they would cost; changes nothing
    Plan(plan::Plan),
    /// Ask for current contents again under a contract: what lifts costs nothing
    Backfill(backfill::Backfill),
    /// Run the local stack: Kafka, schema registry, ClickHouse engine
    #[command(subcommand)]
    Stack(stack::Stack),
    /// Register or check the schemas of topics and contracts
    #[command(subcommand)]
    Contracts(contracts::Contracts),
    /// Rewind consumer groups for a replay, or throw everything away
    #[command(subcommand)]
    Reset(reset::Reset),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
}

pub async fn dispatch(args: Args) -> anyhow::Result<ExitCode> {
    let context = Context::new(&args.globals)?;
    match args.command {
        Command::Demo(options) => demo::run(&context, options).await,
        Command::Up(options) => up::run(&context, options).await,
        Command::Try(options) => try_it::run(&context, options).await,
        Command::Diff(options) => diff::run(&context, options).await,
        Command::Answer(options) => answer::run(&context, &options),
        Command::Answers(options) => answers::run(&context, options).await,
        Command::Quarantine(command) => quarantine::run(&context, command).await,
        Command::Parse(command) => parse_text::run(&context, &command),
        Command::Apply(files) => apply::apply(&context, files).await,
        Command::Validate(files) => apply::validate(&context, &files),
        Command::Run(options) => request::run(&context, options).await,
        Command::Status => status::run(&context).await,
        Command::Budget => budget::run(&context).await,
        Command::Doctor => doctor::run(&context).await,
        Command::Dlq(options) => dlq::run(&context, options).await,
        Command::Explain(command) => explain::run(&context, command).await,
        Command::Plan(options) => plan::run(&context, options).await,
        Command::Backfill(options) => backfill::run(&context, options).await,
        Command::Reset(command) => reset::run(&context, command).await,
        Command::Stack(command) => stack::run(&context, command).await,
        Command::Contracts(command) => contracts::run(&context, command).await,
        Command::Completions { shell } => {
            let mut command = Args::command();
            clap_complete::generate(shell, &mut command, "readonce", &mut std::io::stdout());
            Ok(ExitCode::SUCCESS)
        }
    }
}
