//! A case as it stands in `expected.jsonl`: its file, what is given, what is right.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use jiff::Timestamp;
use readonce_core::parse::Response;
use serde::Deserialize;
use serde_json::Value;

/// When a response was fetched that does not say.
const FETCHED_AT: &str = "2026-12-01T00:00:00Z";

#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) file: String,
    pub(crate) bug: String,
    #[serde(default)]
    pub(crate) given: Value,
    pub(crate) expect: Value,
    #[serde(skip)]
    folder: PathBuf,
}

pub(super) fn read(folder: &Path) -> Result<Vec<Case>> {
    let file = folder.join("expected.jsonl");
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let case: Case = serde_json::from_str(line).with_context(|| line.to_owned())?;
            let folder = folder.to_owned();
            Ok(Case { folder, ..case })
        })
        .collect()
}

impl Case {
    pub(crate) fn bytes(&self) -> Result<Vec<u8>> {
        self.bytes_of(&self.file)
    }

    /// Another file of the same folder.
    pub(crate) fn bytes_of(&self, name: &str) -> Result<Vec<u8>> {
        let file = self.folder.join(name);
        std::fs::read(&file).with_context(|| file.display().to_string())
    }

    pub(crate) fn json(&self) -> Result<Value> {
        Ok(serde_json::from_slice(&self.bytes()?)?)
    }

    /// The inputs of a file with one JSON value a line, each with what is expected of it.
    pub(crate) fn lines(&self) -> Result<Vec<(Value, Value)>> {
        let text = String::from_utf8(self.bytes()?)?;
        let inputs = text.lines().filter(|line| !line.trim().is_empty());
        let inputs: Vec<Value> = inputs.map(serde_json::from_str).collect::<Result<_, _>>()?;
        let wanted = self.expect["lines"].as_array().context("no lines")?;
        let matching = |input: &Value| wanted.iter().find(|line| line["n"] == input["n"]).cloned();
        let paired = inputs.into_iter().map(|input| {
            let wanted = matching(&input).with_context(|| format!("nothing for {input}"))?;
            Ok((input, wanted))
        });
        paired.collect()
    }

    /// A body with what the case says of its source.
    pub(crate) fn response<'a>(&'a self, body: &'a [u8]) -> Result<Response<'a>> {
        Ok(Response {
            body,
            content_type: self.given["http_content_type"].as_str(),
            url: Some("https://site.example.com/case"),
            site_tz: self.given["site_tz"].as_str(),
            at_ms: ms(self.given["fetched_at"].as_str().unwrap_or(FETCHED_AT))?,
            ..Response::default()
        })
    }
}

/// A time of a case in ms since 1970.
pub(crate) fn ms(text: &str) -> Result<i64> {
    Ok(text.parse::<Timestamp>()?.as_millisecond())
}
