//! Parser documents: good and bad ones, and what they read.

mod documents;
mod examples;
mod json;
mod pages;

use super::{Parser, parse_parser};
use crate::parse::{Parsed, Response, parse};

/// 2026-09-25T02:35:00Z
const FETCHED_AT_MS: i64 = 1_790_303_700_000;

fn parser(text: &str) -> Parser {
    parse_parser("acme-jobs@3", text).unwrap()
}

fn faults(text: &str) -> Vec<String> {
    let error = parse_parser("acme-jobs@3", text).unwrap_err();
    error.faults.iter().map(ToString::to_string).collect()
}

fn read(parser: &Parser, body: &str) -> Parsed {
    parse(&response(parser, body)).unwrap()
}

fn response<'a>(parser: &'a Parser, body: &'a str) -> Response<'a> {
    Response {
        body: body.as_bytes(),
        at_ms: FETCHED_AT_MS,
        parser: Some(parser),
        ..Response::default()
    }
}

fn failure(parser: &Parser, body: &str) -> String {
    parse(&response(parser, body)).unwrap_err().to_string()
}
