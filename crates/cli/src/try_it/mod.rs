//! `readonce try`: what the pipeline would make of a response, without Kafka.

mod show;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use readonce_core::fetch::response::{Verdict, judge};
use readonce_core::fetch::source::{SourceSpec, parse_source};
use readonce_core::inspect::{Inspection, inspect};
use readonce_core::parse::{Format, Response, parse};
use readonce_model::Reason;
use readonce_model::reason::Code;
use serde_json::json;

use crate::context::Context;
use crate::fault::usage;
use crate::output::Output;

#[derive(Debug, Args)]
pub struct Try {
    /// A saved response, or the address of one
    #[arg(value_name = "FILE|URL")]
    pub input: String,
    /// Read it as this source of the catalog would be (catalog/sources/NAME.yaml)
    #[arg(long)]
    pub source: Option<String>,
    /// Read it as this format instead of finding it out: greenhouse, lever, ashby
    #[arg(long)]
    pub format: Option<Format>,
    /// Address that the response came from
    #[arg(long)]
    pub url: Option<String>,
    /// Its Content-Type header
    #[arg(long, value_name = "CT")]
    pub content_type: Option<String>,
    /// Its HTTP status
    #[arg(long, value_name = "N")]
    pub status: Option<u16>,
    /// When it arrived, RFC 3339 (default: now)
    #[arg(long, value_name = "T")]
    pub fetched_at: Option<jiff::Timestamp>,
    /// Zone of times that name none. Example: Asia/Shanghai
    #[arg(long, value_name = "ZONE")]
    pub site_tz: Option<String>,
    /// An earlier response of the same source, to compare with
    #[arg(long, value_name = "FILE")]
    pub previous: Option<PathBuf>,
    /// Print whole texts
    #[arg(long)]
    pub full: bool,
}

/// A response with where it came from.
struct Fetched {
    body: Vec<u8>,
    status: u16,
    content_type: Option<String>,
    url: Option<String>,
    at_ms: i64,
}

pub async fn run(context: &Context, options: Try) -> anyhow::Result<ExitCode> {
    let spec = options.source.as_deref().map(catalog_source).transpose()?;
    let fetched = fetch(&options).await?;
    if let Some(reason) = unusable(&fetched) {
        return refuse(&context.output, &options.input, &reason);
    }
    let found = read(&options, spec.as_ref(), &fetched);
    match found {
        Ok(inspection) => {
            context.output.show(&inspection, || {
                show::page(&context.output, options.full, &inspection);
            })?;
            Ok(ExitCode::SUCCESS)
        }
        Err(reason) => refuse(&context.output, &options.input, &reason),
    }
}

/// The sources of this folder's catalog: what the pipeline knows is in Kafka, this is offline.
fn catalog_source(name: &str) -> anyhow::Result<SourceSpec> {
    let file = Path::new("catalog/sources").join(format!("{name}.yaml"));
    let text = std::fs::read_to_string(&file)
        .map_err(|error| usage(format!("no source '{name}': {}: {error}", file.display())))?;
    Ok(parse_source(name, &text)?)
}

async fn fetch(options: &Try) -> anyhow::Result<Fetched> {
    let is_address = options.input.starts_with("http://") || options.input.starts_with("https://");
    let now_ms = jiff::Timestamp::now().as_millisecond();
    let mut fetched = match is_address {
        true => {
            let response = readonce_ingest::fetch_once(&options.input).await?;
            Fetched {
                body: response.body,
                status: response.status,
                content_type: response.content_type,
                url: Some(response.final_url),
                at_ms: response.at_ms,
            }
        }
        false => Fetched {
            body: read_file(Path::new(&options.input))?,
            status: 200,
            content_type: None,
            url: None,
            at_ms: now_ms,
        },
    };
    fetched.status = options.status.unwrap_or(fetched.status);
    fetched.content_type = options.content_type.clone().or(fetched.content_type);
    fetched.url = options.url.clone().or(fetched.url);
    fetched.at_ms = options
        .fetched_at
        .map_or(fetched.at_ms, |at| at.as_millisecond());
    Ok(fetched)
}

fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| usage(format!("cannot read {}: {error}", path.display())))
}

/// What ingest would do with it before anyone reads it.
fn unusable(fetched: &Fetched) -> Option<Reason> {
    let length = fetched.body.len() as u64;
    match judge(fetched.status, fetched.content_type.as_deref(), length) {
        Verdict::Usable => None,
        Verdict::NotModified => Some(Reason::new(
            Code::UnreadableResponse,
            "304: unchanged since the last fetch; no new version, no call",
        )),
        Verdict::Failed(class, words) => Some(Reason::new(
            Code::UnreadableResponse,
            format!("{class}: {words}"),
        )),
    }
}

fn read(options: &Try, spec: Option<&SourceSpec>, fetched: &Fetched) -> Result<Inspection, Reason> {
    let declared = spec
        .and_then(|spec| spec.format.as_deref())
        .and_then(|name| name.parse().ok());
    let site_tz = options
        .site_tz
        .as_deref()
        .or(spec.and_then(|spec| spec.site_tz.as_deref()));
    let response = Response {
        body: &fetched.body,
        content_type: fetched.content_type.as_deref(),
        url: fetched.url.as_deref(),
        site_tz,
        lang: None,
        at_ms: fetched.at_ms,
        format: options.format.or(declared),
        ..Response::default()
    };
    let previous = match &options.previous {
        None => None,
        Some(path) => {
            let refuse = |error: std::io::Error| {
                Reason::new(
                    Code::UnreadableResponse,
                    format!("{}: {error}", path.display()),
                )
            };
            let body = std::fs::read(path).map_err(refuse)?;
            let earlier = Response {
                body: &body,
                content_type: None,
                ..response
            };
            Some(parse(&earlier).map_err(|reason| {
                Reason::new(
                    reason.code,
                    format!("{}: {}", path.display(), reason.detail),
                )
            })?)
        }
    };
    inspect(
        &response,
        options.source.as_deref().unwrap_or_default(),
        previous.as_ref(),
    )
}

fn refuse(output: &Output, input: &str, reason: &Reason) -> anyhow::Result<ExitCode> {
    let document =
        json!({ "input": input, "error": reason.code.as_str(), "detail": reason.detail });
    output.show(&document, || {
        eprintln!("{}: {}", output.bad("cannot be read"), reason.detail);
        eprintln!("  code: {}", reason.code);
    })?;
    Ok(ExitCode::from(1))
}
