//! `readonce try`: what the pipeline would make of responses, without Kafka.

mod facts;
mod inputs;
pub mod read;
pub mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use readonce_core::inspect::{Inspection, inspect};
use readonce_model::Reason;
use serde::Serialize;

use crate::context::Context;
use crate::fault::usage;
use crate::output::{Output, say};
use read::{Known, Reading};

#[derive(Debug, Args)]
pub struct Try {
    /// Saved responses, folders of them, or addresses
    #[arg(value_name = "FILE|DIR|URL", required = true)]
    pub inputs: Vec<String>,
    #[command(flatten)]
    pub reading: Reading,
    /// An earlier response of the same source, to compare with
    #[arg(long, value_name = "FILE")]
    pub previous: Option<PathBuf>,
    /// Print whole texts
    #[arg(long)]
    pub full: bool,
}

/// What programs get: of several responses one document a line, each with its name.
#[derive(Serialize)]
struct Named<'a, T: Serialize> {
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    #[serde(flatten)]
    found: T,
}

/// Why a response is no evidence.
#[derive(Serialize)]
struct Refusal<'a> {
    error: &'static str,
    detail: &'a str,
}

/// Exit 1 when any of the responses cannot be used.
pub async fn run(context: &Context, options: Try) -> anyhow::Result<ExitCode> {
    let known = options.reading.known()?;
    let inputs = inputs::expanded(&options.inputs)?;
    if options.previous.is_some() && inputs.len() > 1 {
        return Err(usage("--previous goes with one response"));
    }
    let mut is_good = true;
    for input in &inputs {
        let found = one(&options, &known, input).await?;
        is_good &= found.is_ok();
        let name = (inputs.len() > 1).then_some(input.as_str());
        if let (Some(name), false) = (name, context.output.is_json) {
            say!("\n{}", context.output.bold(&format!("== {name}")));
        }
        print(&context.output, options.full, (input, name), found)?;
    }
    Ok(ExitCode::from(u8::from(!is_good)))
}

async fn one(
    options: &Try,
    known: &Known,
    input: &str,
) -> anyhow::Result<Result<Inspection, Reason>> {
    let reading = &options.reading;
    let fetched = reading.fetch(input).await?;
    let response = match reading.response(known, &fetched) {
        Ok(response) => response,
        Err(reason) => return Ok(Err(reason)),
    };
    let previous = match &options.previous {
        None => None,
        Some(path) => match reading.earlier(path, &response)? {
            Ok(previous) => Some(previous),
            Err(reason) => return Ok(Err(reason)),
        },
    };
    let source = reading.source.as_deref().unwrap_or_default();
    Ok(inspect(&response, source, previous.as_ref()))
}

fn print(
    output: &Output,
    is_full: bool,
    (input, name): (&str, Option<&str>),
    found: Result<Inspection, Reason>,
) -> anyhow::Result<()> {
    match found {
        Ok(inspection) => {
            let people = || show::page(output, is_full, &inspection);
            let document = Named {
                input: name,
                found: &inspection,
            };
            output.show(&document, people)
        }
        Err(reason) => refuse(output, input, &reason),
    }
}

/// A response that is no evidence: programs get it on standard output, people on standard error.
pub fn refuse(output: &Output, input: &str, reason: &Reason) -> anyhow::Result<()> {
    let document = Named {
        input: Some(input),
        found: Refusal {
            error: reason.code.as_str(),
            detail: &reason.detail,
        },
    };
    output.show(&document, || {
        eprintln!("{}: {}", output.bad("cannot be used"), reason.detail);
        eprintln!("  code: {}", reason.code);
    })
}
