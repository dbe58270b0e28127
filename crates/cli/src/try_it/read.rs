//! A saved response or a live one, with all that is known of it: what `try` and `diff` read.

use std::path::{Path, PathBuf};

use clap::Args;
use readonce_core::fetch::response::{Verdict, judge};
use readonce_core::fetch::source::{SourceSpec, parse_source};
use readonce_core::parse::rules::{Parser, parse_parser};
use readonce_core::parse::{Format, Parsed, Response, parse};
use readonce_model::Reason;
use readonce_model::reason::Code;

use crate::fault::usage;

/// What a response does not say itself.
#[derive(Debug, Args)]
pub struct Reading {
    /// Read it as this source of the catalog would be (catalog/sources/NAME.yaml)
    #[arg(long)]
    pub source: Option<String>,
    /// Read it as this format instead of finding it out. Example: greenhouse
    #[arg(long)]
    pub format: Option<Format>,
    /// Read it by this parser document. Example: catalog/parsers/acme-jobs@3.yaml
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    pub parser: Option<PathBuf>,
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
    /// Language of its texts. Example: en-US
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
}

/// What the catalog knows of the source.
#[derive(Default)]
pub struct Known {
    spec: Option<SourceSpec>,
    parser: Option<Parser>,
}

/// A response with where it came from.
pub struct Fetched {
    pub body: Vec<u8>,
    status: u16,
    content_type: Option<String>,
    url: Option<String>,
    at_ms: i64,
}

impl Reading {
    /// What this folder's catalog knows: what the pipeline knows is in Kafka, this is offline.
    pub fn known(&self) -> anyhow::Result<Known> {
        let spec = self.spec()?;
        let named = spec.as_ref().and_then(|spec| spec.parser.as_ref());
        let of_source = named.map(|name| Path::new("catalog/parsers").join(format!("{name}.yaml")));
        // A format that is asked for takes the place of the source's parser.
        let of_source = of_source.filter(|_| self.format.is_none());
        let file = self.parser.clone().or(of_source);
        let parser = file.as_deref().map(parser_of).transpose()?;
        Ok(Known { spec, parser })
    }

    fn spec(&self) -> anyhow::Result<Option<SourceSpec>> {
        let Some(name) = &self.source else {
            return Ok(None);
        };
        let file = Path::new("catalog/sources").join(format!("{name}.yaml"));
        let text = std::fs::read_to_string(&file)
            .map_err(|error| usage(format!("no source '{name}': {}: {error}", file.display())))?;
        Ok(Some(parse_source(name, &text)?))
    }

    pub async fn fetch(&self, input: &str) -> anyhow::Result<Fetched> {
        let mut fetched = match is_address(input) {
            true => {
                let response = readonce_ingest::fetch_once(input).await?;
                Fetched {
                    body: response.body,
                    status: response.status,
                    content_type: response.content_type,
                    url: Some(response.final_url),
                    at_ms: response.at_ms,
                }
            }
            false => Fetched {
                body: read_file(Path::new(input))?,
                status: 200,
                content_type: None,
                url: None,
                at_ms: jiff::Timestamp::now().as_millisecond(),
            },
        };
        fetched.status = self.status.unwrap_or(fetched.status);
        fetched.content_type = self.content_type.clone().or(fetched.content_type);
        fetched.url = self.url.clone().or(fetched.url);
        fetched.at_ms = self
            .fetched_at
            .map_or(fetched.at_ms, jiff::Timestamp::as_millisecond);
        Ok(fetched)
    }

    /// The response as the pipeline would read it, unless ingest would not let it in.
    pub fn response<'a>(
        &'a self,
        known: &'a Known,
        fetched: &'a Fetched,
    ) -> Result<Response<'a>, Reason> {
        if let Some(reason) = unusable(fetched) {
            return Err(reason);
        }
        let spec = known.spec.as_ref();
        let declared = spec
            .and_then(|spec| spec.format.as_deref())
            .and_then(|name| name.parse().ok());
        let zone = spec.and_then(|spec| spec.site_tz.as_deref());
        Ok(Response {
            body: &fetched.body,
            content_type: fetched.content_type.as_deref(),
            url: fetched.url.as_deref(),
            site_tz: self.site_tz.as_deref().or(zone),
            lang: self.lang.as_deref(),
            at_ms: fetched.at_ms,
            format: self.format.or(declared),
            parser: known.parser.as_ref(),
        })
    }

    /// Another response of the same source, read the same way.
    pub fn earlier(
        &self,
        path: &Path,
        response: &Response,
    ) -> anyhow::Result<Result<Parsed, Reason>> {
        let body = read_file(path)?;
        let earlier = Response {
            body: &body,
            ..*response
        };
        let named = |reason: Reason| {
            Reason::new(
                reason.code,
                format!("{}: {}", path.display(), reason.detail),
            )
        };
        Ok(parse(&earlier).map_err(named))
    }
}

/// A parser document, named by its file.
fn parser_of(file: &Path) -> anyhow::Result<Parser> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| usage(format!("no parser: {}: {error}", file.display())))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(parse_parser(&name, &text)?)
}

pub fn is_address(input: &str) -> bool {
    input.starts_with("http://") || input.starts_with("https://")
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
