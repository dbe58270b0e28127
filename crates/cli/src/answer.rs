//! `readonce answer`: what a model's HTTP reply would become, and what would follow. Nothing is
//! called and nothing is written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgGroup, Args};
use readonce_core::extract::answer::{self, Status};
use readonce_core::extract::config::ExtractionConfig;
use readonce_core::extract::contract::{Contract, Rejected};
use readonce_core::extract::evidence::suspicion;
use readonce_core::extract::grounding::{self, Grounded, Proof, Unproven};
use readonce_core::extract::ledger::{Policy, forecast};
use readonce_model::record::Suspicion;
use readonce_model::{ContractId, ErrorClass, ItemId};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::context::Context;
use crate::fault::usage;
use crate::output::{Output, say};

mod parts;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("schema").required(true).args(["contract", "any_schema"]))]
pub struct Answer {
    /// A saved chat completion; or a list of the answers to the parts of one text, as {"value": …}
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Hold it against this contract. Example: job@1
    #[arg(long, value_name = "NAME@MAJOR")]
    pub contract: Option<ContractId>,
    /// Take any object; with --source-text values that it does not hold are only flagged
    #[arg(long)]
    pub any_schema: bool,
    /// The text that the model was given: values must occur in it where the contract says so
    #[arg(long, value_name = "FILE")]
    pub source_text: Option<PathBuf>,
}

/// What is printed, for people and programs.
#[derive(Debug, Serialize)]
struct Report {
    status: &'static str,
    /// Whether a profile would be written.
    stored: bool,
    value: Option<Map<String, Value>>,
    rejected_fields: Vec<Rejected>,
    flags: Vec<String>,
    error: Option<Fault>,
    /// Records that would come of it.
    records: usize,
    /// Fields in which the parts of one text disagree.
    conflicts: Vec<String>,
    /// Where the text holds the values; only with a source text.
    #[serde(skip_serializing_if = "Option::is_none")]
    proofs: Option<BTreeMap<String, Vec<Proof>>>,
    /// Values that it does not hold, flagged or rejected as the contract says.
    #[serde(skip_serializing_if = "Option::is_none")]
    unproven: Option<Vec<Unproven>>,
    /// Places of the source text that read like instructions to a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    injection_suspected: Option<Vec<Suspicion>>,
    #[serde(flatten)]
    tokens: Tokens,
    #[serde(flatten)]
    next: Next,
}

#[derive(Debug, Serialize)]
struct Fault {
    class: &'static str,
    words: String,
}

#[derive(Debug, Default, Serialize)]
struct Tokens {
    tokens_in: Option<i64>,
    tokens_out: Option<i64>,
    cached_in: Option<i64>,
}

/// What the ledger would do, with the defaults of a config.
#[derive(Debug, Default, Serialize)]
struct Next {
    next: &'static str,
    /// Further calls if each ends the same way.
    retries: usize,
    /// Those of them that ask the very same again.
    blind_retries: usize,
}

pub fn run(context: &Context, options: &Answer) -> anyhow::Result<ExitCode> {
    let contract = options.contract.as_ref().map(Contract::built_in);
    let contract = contract
        .transpose()
        .map_err(|error| usage(error.to_string()))?;
    let body = read_file(&options.file)?;
    let source_text = options.source_text.as_deref().map(read_text).transpose()?;
    let found = match parts::read(&body) {
        Some(parts) => parts::merge(parts, contract.as_ref()),
        None => parts::Merged::single(match &contract {
            Some(contract) => answer::read(&body, contract),
            None => answer::read_any(&body),
        }),
    };
    let report = report(found, contract.as_ref(), source_text.as_deref())?;
    context
        .output
        .show(&report, || show(&context.output, &report))?;
    Ok(ExitCode::from(u8::from(!report.stored)))
}

fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| usage(format!("cannot read {}: {error}", path.display())))
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(read_file(path)?)
        .map_err(|error| usage(format!("{} is not UTF-8: {error}", path.display())))
}

fn report(
    found: parts::Merged,
    contract: Option<&Contract>,
    source_text: Option<&str>,
) -> anyhow::Result<Report> {
    let (answer, grounded) = ground(found.answer, contract, source_text);
    let class = answer.failure.as_ref().map(|failure| failure.class);
    let stored = matches!(answer.status, Status::Ok | Status::Empty);
    let injection_suspected = grounded.as_ref().map(suspicions);
    let (proofs, unproven) = grounded
        .map(|grounded| (grounded.spans, grounded.unproven))
        .unzip();
    Ok(Report {
        status: answer.status.as_str(),
        stored,
        value: answer.value,
        rejected_fields: answer.rejected,
        flags: answer.flags,
        error: answer.failure.map(|failure| Fault {
            class: failure.class.as_str(),
            words: failure.words,
        }),
        records: usize::from(stored),
        conflicts: found.conflicts,
        proofs,
        unproven,
        injection_suspected,
        tokens: Tokens {
            tokens_in: answer.usage.tokens_in,
            tokens_out: answer.usage.tokens_out,
            cached_in: answer.usage.cached_in,
        },
        next: next(class, contract)?,
    })
}

/// Lines of the file, from 1.
fn suspicions(grounded: &Grounded) -> Vec<Suspicion> {
    let places = grounded.planted.iter();
    places
        .map(suspicion)
        .map(|seen| Suspicion {
            line: seen.line.saturating_add(1),
            ..seen
        })
        .collect()
}

fn ground(
    answer: answer::Answer,
    contract: Option<&Contract>,
    source_text: Option<&str>,
) -> (answer::Answer, Option<Grounded>) {
    let (Some(value), Some(text)) = (&answer.value, source_text) else {
        return (answer, None);
    };
    let grounded = match contract {
        Some(contract) => grounding::ground(value, contract, text),
        None => grounding::ground_any(value, text),
    };
    let answer = grounding::apply(answer, &grounded);
    (answer, Some(grounded))
}

/// The ledger's own decisions, put into words.
fn next(class: Option<ErrorClass>, contract: Option<&Contract>) -> anyhow::Result<Next> {
    let Some(class) = class else {
        return Ok(Next {
            next: "none",
            ..Next::default()
        });
    };
    // Any contract and item would do: the decision does not look at them.
    let contract = match contract {
        Some(contract) => contract.id.clone(),
        None => "any@1".parse()?,
    };
    let policy = Policy::of(&ExtractionConfig::rules());
    let item = ItemId::new("answer", "file")?;
    let calls = forecast(class, (&item, &contract), &policy);
    let limit = policy.max_output_tokens;
    let blind_retries = calls
        .iter()
        .filter(|call| call.max_output_tokens <= limit)
        .count();
    let next = match (calls.len(), blind_retries) {
        (0, _) => "dead_letter",
        (1, 0) => "retry_larger_limit_once_then_dead_letter",
        (_, 0) => "retry_larger_limit_then_dead_letter",
        (1, _) => "retry_once_then_dead_letter",
        _ => "retry_with_backoff_then_dead_letter",
    };
    Ok(Next {
        next,
        retries: calls.len(),
        blind_retries,
    })
}

fn show(output: &Output, report: &Report) {
    let status = match report.status {
        "ok" => output.good(report.status),
        "empty" | "truncated" => output.warn(report.status),
        _ => output.bad(report.status),
    };
    let stored = if report.stored {
        "would be stored"
    } else {
        "would not be stored"
    };
    say!("{status} · {stored}");
    if let Some(fault) = &report.error {
        say!("  {} ({})", fault.words, fault.class);
    }
    show_value(output, report);
    for one in &report.rejected_fields {
        say!("{} {}: {}", output.bad("rejected"), one.field, one.reason);
    }
    for flag in &report.flags {
        say!("{} {flag}", output.warn("flag"));
    }
    for one in report.unproven.iter().flatten() {
        say!(
            "{} {}: {}",
            output.warn("not in the text"),
            one.field,
            one.value
        );
    }
    for place in report.injection_suspected.iter().flatten() {
        say!(
            "{} line {}: {}",
            output.warn("reads like an order to a model"),
            place.line,
            place.words
        );
    }
    for field in &report.conflicts {
        say!(
            "{} {field}: the parts disagree; the first one counts",
            output.warn("conflict")
        );
    }
    show_tokens(output, &report.tokens);
    if report.next.next != "none" {
        say!(
            "{} {}",
            output.bold("next"),
            report.next.next.replace('_', " ")
        );
    }
}

fn show_value(output: &Output, report: &Report) {
    for (name, value) in report.value.iter().flatten() {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let proofs = report.proofs.as_ref().and_then(|proofs| proofs.get(name));
        let lines: Vec<_> = proofs
            .into_iter()
            .flatten()
            .map(|proof| proof.span.first_line.to_string())
            .collect();
        let place = match lines.is_empty() {
            true => String::new(),
            false => output.dim(&format!("  line {}", lines.join(", "))),
        };
        say!("  {name}: {}{place}", output.bold(&text));
    }
}

fn show_tokens(output: &Output, tokens: &Tokens) {
    if tokens.tokens_in.is_none() && tokens.tokens_out.is_none() {
        return;
    }
    let count = |tokens: Option<i64>| tokens.map_or("?".to_owned(), |count| count.to_string());
    let (tokens_in, tokens_out) = (count(tokens.tokens_in), count(tokens.tokens_out));
    say!("{} {tokens_in} in, {tokens_out} out", output.dim("tokens"));
}
