//! Everything that can be wrong with a document that has the right form, found in one go.

use std::collections::BTreeSet;

use jiff::tz::TimeZoneDatabase;
use readonce_schemas::contract_schema;
use url::Url;

use super::headers::{Part, parts};
use super::{Paging, SourceSpec, Strategy};
use crate::catalog::Faults;
use crate::fetch::credential::{has_secret, is_secret_name};
use crate::fetch::gate;
use crate::parse::Format;

const LONGEST_NAME: usize = 100;
const LONGEST_INTERVAL_S: u32 = 31 * 86_400;
const LONGEST_TIMEOUT_S: u32 = 600;
const LARGEST_BODY_BYTES: u64 = 64 * 1024 * 1024;
const LARGEST_DELIST_AFTER: u16 = 100;

/// Field and words of every fault.
pub(super) fn faults_of(name: &str, spec: &SourceSpec) -> Faults {
    let mut faults = Faults::default();
    check_name(name, &mut faults);
    match spec.strategy {
        Strategy::Listing => check_listing(spec, &mut faults),
        Strategy::Files => check_files(spec, &mut faults),
    }
    check_paging(&spec.paging, &mut faults);
    check_meaning(spec, &mut faults);
    check_limits(spec, &mut faults);
    check_headers(spec, &mut faults);
    faults
}

fn say(faults: &mut Faults, field: &str, words: impl Into<String>) {
    faults.say(field, words);
}

/// Names become keys, ids and metric labels.
fn check_name(name: &str, faults: &mut Faults) {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let good = !name.is_empty()
        && name.len() <= LONGEST_NAME
        && name.chars().all(plain)
        && !name.starts_with('-')
        && !name.ends_with('-');
    if !good {
        let words = format!(
            "'{name}' is no name of a source: lower-case letters, digits and inner dashes, at most {LONGEST_NAME}"
        );
        say(faults, "name", words);
    }
}

fn check_listing(spec: &SourceSpec, faults: &mut Faults) {
    if !spec.paths.is_empty() {
        say(faults, "paths", "a listing has a url and no paths");
    }
    match spec.url.as_deref().map(Url::parse) {
        None => say(faults, "url", "a listing needs the address of its list"),
        Some(Err(error)) => say(faults, "url", format!("is no address: {error}")),
        Some(Ok(url)) => check_url(&url, spec.allow_private_addresses, faults),
    }
}

fn check_url(url: &Url, allow_private: bool, faults: &mut Faults) {
    if let Err(refused) = gate::check_form(url, allow_private) {
        say(faults, "url", refused.to_string());
    }
    if has_secret(url) {
        let words = "holds a credential in clear; send it as a header that names a variable, \
                     for example authorization: Bearer ${NAME}";
        say(faults, "url", words);
    }
}

fn check_files(spec: &SourceSpec, faults: &mut Faults) {
    if spec.paths.iter().all(|path| path.trim().is_empty()) {
        say(faults, "paths", "a source of files needs files or folders");
    }
    for path in spec
        .paths
        .iter()
        .filter(|path| path.contains(['*', '?', '[']))
    {
        say(
            faults,
            "paths",
            format!("'{path}' is a pattern; name its folder instead"),
        );
    }
    if spec.url.is_some() {
        say(faults, "url", "a source of files has paths and no url");
    }
    if spec.paging != Paging::None {
        say(faults, "paging", "a source of files has no pages");
    }
    if !spec.headers.is_empty() {
        say(faults, "headers", "a source of files sends no request");
    }
}

fn check_paging(paging: &Paging, faults: &mut Faults) {
    match paging {
        Paging::None => {}
        Paging::PageNumber(paging) => {
            let at = |field: &str| format!("paging.page-number.{field}");
            check_param(&at("param"), &paging.param, faults);
            check_count(&at("max-pages"), paging.max_pages, faults);
            if let Some(param) = &paging.size_param {
                check_param(&at("size-param"), param, faults);
            }
            if let Some(size) = paging.size {
                check_count(&at("size"), size, faults);
            }
            if paging.size_param.is_some() != paging.size.is_some() {
                say(faults, &at("size"), "size-param and size go together");
            }
        }
        Paging::Offset(paging) => {
            let at = |field: &str| format!("paging.offset.{field}");
            check_param(&at("param"), &paging.param, faults);
            check_param(&at("limit-param"), &paging.limit_param, faults);
            check_count(&at("limit"), paging.limit, faults);
            check_count(&at("max-pages"), paging.max_pages, faults);
        }
    }
}

fn check_param(field: &str, param: &str, faults: &mut Faults) {
    if param.trim().is_empty() {
        say(faults, field, "is empty; name the query parameter");
    }
}

fn check_count(field: &str, count: u32, faults: &mut Faults) {
    if count == 0 {
        say(faults, field, "must be at least 1");
    }
}

fn check_meaning(spec: &SourceSpec, faults: &mut Faults) {
    let format = spec.format.as_deref().map(str::parse::<Format>);
    if let Some(Err(error)) = format {
        say(faults, "format", error.to_string());
    }
    if spec.format.is_some() && spec.parser.is_some() {
        let words = "a parser document names the format itself; leave one of the two out";
        say(faults, "parser", words);
    }
    let zones = TimeZoneDatabase::bundled();
    let zone = spec.site_tz.as_deref();
    if let Some(zone) = zone.filter(|zone| zones.get(zone).is_err()) {
        let words = format!("no time zone is called '{zone}'; write it like Europe/Berlin");
        say(faults, "site-tz", words);
    }
    let mut known = BTreeSet::new();
    for contract in &spec.contracts {
        if let Err(error) = contract_schema(contract.name(), contract.major()) {
            say(faults, "contracts", error.to_string());
        }
        if !known.insert(contract) {
            say(
                faults,
                "contracts",
                format!("{contract} stands there twice"),
            );
        }
    }
}

fn check_limits(spec: &SourceSpec, faults: &mut Faults) {
    let limits = [
        (
            "interval-s",
            u64::from(spec.interval_s),
            u64::from(LONGEST_INTERVAL_S),
        ),
        (
            "timeout-s",
            u64::from(spec.timeout_s),
            u64::from(LONGEST_TIMEOUT_S),
        ),
        ("max-body-bytes", spec.max_body_bytes, LARGEST_BODY_BYTES),
        (
            "delist-after-runs",
            u64::from(spec.delist_after_runs),
            u64::from(LARGEST_DELIST_AFTER),
        ),
    ];
    for (field, value, largest) in limits {
        if !(1..=largest).contains(&value) {
            say(
                faults,
                field,
                format!("is {value}; it must be from 1 to {largest}"),
            );
        }
    }
}

fn check_headers(spec: &SourceSpec, faults: &mut Faults) {
    for (name, value) in &spec.headers {
        let field = format!("headers.{name}");
        if name.is_empty() || !name.bytes().all(is_token_byte) {
            say(faults, &field, "is no name of a header");
        }
        if !value.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
            say(faults, &field, "may hold printable ASCII only");
        }
        let parts = parts(value);
        for part in &parts {
            if let Part::Variable(variable) = part
                && !is_variable_name(variable)
            {
                say(
                    faults,
                    &field,
                    format!("'{variable}' is no name of a variable"),
                );
            }
        }
        let named = parts.iter().any(|part| matches!(part, Part::Variable(_)));
        if is_secret_name(name) && !named {
            say(
                faults,
                &field,
                "holds a credential in clear; write ${NAME} and set that variable",
            );
        }
    }
}

/// RFC 9110, "token".
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

fn is_variable_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit())
}
