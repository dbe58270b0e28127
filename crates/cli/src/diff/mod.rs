//! `readonce diff`: what changed between two responses, and which rule took away the rest.

mod show;

use std::process::ExitCode;

use clap::Args;
use readonce_core::inspect::differences;
use readonce_core::parse::{Parsed, parse};
use readonce_model::Reason;

use crate::context::Context;
use crate::try_it::read::{Fetched, Reading};
use crate::try_it::refuse;

#[derive(Debug, Args)]
pub struct Diff {
    /// The earlier response, saved or at an address
    #[arg(value_name = "BEFORE")]
    pub before: String,
    /// The later one
    #[arg(value_name = "AFTER")]
    pub after: String,
    #[command(flatten)]
    pub reading: Reading,
    /// List unchanged items too
    #[arg(long)]
    pub all: bool,
}

/// Exit 0 whether they differ or not; 1 when one of them cannot be used.
pub async fn run(context: &Context, options: Diff) -> anyhow::Result<ExitCode> {
    let (before, before_parsed) = read(&options.reading, &options.before).await?;
    let (after, after_parsed) = read(&options.reading, &options.after).await?;
    let is_same = before.body == after.body;
    let (before, after) = match (before_parsed, after_parsed) {
        (Ok(before), Ok(after)) => (before, after),
        (before, after) => {
            for (input, parsed) in [(&options.before, before), (&options.after, after)] {
                if let Err(reason) = parsed {
                    refuse(&context.output, input, &reason)?;
                }
            }
            return Ok(ExitCode::from(1));
        }
    };
    let found = differences(&before, &after, is_same);
    context.output.show(&found, || {
        show::page(&context.output, options.all, &found);
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn read(reading: &Reading, input: &str) -> anyhow::Result<(Fetched, Result<Parsed, Reason>)> {
    let known = reading.known()?;
    let fetched = reading.fetch(input).await?;
    let parsed = reading
        .response(&known, &fetched)
        .and_then(|response| parse(&response));
    Ok((fetched, parsed))
}
