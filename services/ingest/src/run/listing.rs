//! The pass over a list on the web: page after page, until the list ends or something is wrong.

use std::time::Duration;

use readonce_core::fetch::paging::{self, Pager, Step};
use readonce_core::fetch::response::{Verdict, judge};
use readonce_core::fetch::source::{SourceSpec, resolve_headers};
use readonce_model::ErrorClass;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::evidence::Origin;
use super::page::{self, Brought, Received};
use super::{Pass, Recorder, Stop, count_fetch};
use crate::http::{Fault, Request, Response};

/// Ends well only when the whole list was seen.
pub(super) async fn pass<R: Recorder>(pass: &mut Pass<'_, R>) -> Result<(), Stop> {
    let headers = headers(pass.spec, |name| std::env::var(name).ok())?;
    let mut pager =
        Pager::new(pass.spec).map_err(|error| Fault::new(ErrorClass::Config, error.to_string()))?;
    let mut url = pager.first();
    loop {
        let brought = match take(pass, request(pass.spec, url, &headers)).await {
            Err(Stop::Failed(fault)) => return Err(short(&pager, fault)),
            other => other?,
        };
        let step = pager.next(paging::Brought {
            ids: &brought.ids,
            rejected: brought.rejected,
        });
        url = match step {
            Step::Fetch(next) => next,
            Step::Done => return Ok(()),
            // The answers are whole, but as a list they make no sense.
            Step::Stop(words) => return Err(Fault::new(ErrorClass::Invalid, words).into()),
        };
        pass.go_on()?;
    }
}

/// A list with a page missing is not complete, and its reason names the page.
fn short(pager: &Pager, fault: Fault) -> Stop {
    let words = match pager.unusable(&fault.words) {
        Step::Stop(words) => words,
        Step::Fetch(_) | Step::Done => fault.words.clone(),
    };
    Stop::Failed(Fault { words, ..fault })
}

fn request(spec: &SourceSpec, url: Url, headers: &HeaderMap) -> Request {
    Request {
        url,
        headers: headers.clone(),
        timeout: Duration::from_secs(u64::from(spec.timeout_s)),
        max_body_bytes: spec.max_body_bytes,
        allow_private: spec.allow_private_addresses,
    }
}

/// Fetches one page and writes it down, then says what it brought.
async fn take<R: Recorder>(pass: &mut Pass<'_, R>, request: Request) -> Result<Brought, Stop> {
    let fetched = pass.unless_cut(pass.fetcher.fetch(&request)).await?;
    let response = fetched.inspect_err(|fault| count_fetch(fault.class.as_str()))?;
    pass.http_status = Some(i32::from(response.status));
    usable(&response)?;
    let received = Received {
        content_type: response.content_type.clone(),
        url: response.final_url.clone(),
        at_ms: response.at_ms,
        body: response.body,
    };
    let origin = Origin {
        url: response.url,
        final_url: response.final_url,
        redirects: response.redirects,
        http_status: Some(i32::from(response.status)),
        content_type: response.content_type,
        at_ms: response.at_ms,
    };
    let (brought, sealed) = page::open(page::How::of(pass.spec, pass.parser), received).await;
    // Evidence comes first: what cannot be read today may be read by a later parser.
    pass.evidence.page(origin, sealed).await?;
    let brought = brought.map_err(|reason| page::unusable(&reason))?;
    pass.items += brought.ids.len();
    Ok(brought)
}

fn usable(response: &Response) -> Result<(), Stop> {
    let kind = response.content_type.as_deref();
    match judge(response.status, kind, response.body.len() as u64) {
        Verdict::Usable => {
            count_fetch("ok");
            Ok(())
        }
        Verdict::NotModified => {
            count_fetch("not_modified");
            Err(Stop::Unchanged)
        }
        Verdict::Failed(class, words) => {
            count_fetch(class.as_str());
            Err(Stop::Failed(Fault {
                class,
                words,
                retry_after_ms: response.retry_after_ms,
            }))
        }
    }
}

/// The headers of a source with their secrets, for the request alone.
fn headers(spec: &SourceSpec, lookup: impl Fn(&str) -> Option<String>) -> Result<HeaderMap, Fault> {
    let config = |words: String| Fault::new(ErrorClass::Config, words);
    let resolved = resolve_headers(spec, lookup).map_err(|error| config(error.to_string()))?;
    let mut headers = HeaderMap::new();
    for (name, value) in resolved {
        let refuse = || config(format!("header {name} cannot be sent as it is set"));
        let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| refuse())?;
        let mut value = HeaderValue::from_str(&value).map_err(|_| refuse())?;
        value.set_sensitive(true);
        headers.insert(key, value);
    }
    Ok(headers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use readonce_core::fetch::source::parse_source;

    fn spec() -> SourceSpec {
        let text = "{strategy: listing, url: 'https://b.example.com/jobs', \
                    headers: {authorization: 'Bearer ${BOARD_TOKEN}', x-page: a}}";
        parse_source("board", text).unwrap()
    }

    #[test]
    fn secrets_come_from_the_environment_and_do_not_show() {
        let headers = headers(&spec(), |name| (name == "BOARD_TOKEN").then(|| "s3".into()));
        let headers = headers.unwrap();
        assert_eq!(headers["authorization"], "Bearer s3");
        assert!(!format!("{headers:?}").contains("s3"));
    }

    #[test]
    fn a_variable_that_is_not_set_or_cannot_be_sent_is_a_fault_of_the_configuration() {
        let fault = headers(&spec(), |_| None).unwrap_err();
        assert_eq!(fault.class, ErrorClass::Config);
        assert!(fault.words.contains("BOARD_TOKEN"), "{fault}");
        let fault = headers(&spec(), |_| Some("a\nb".into())).unwrap_err();
        assert!(!fault.words.contains("a\nb"), "{fault}");
    }
}
