//! Cases that are several fetches: what a second look at a source may conclude.
//!
//! Each goes through the fold of canonicalize, with the pages read as any other response.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use readonce_core::canonical::{CANONICALIZER_VERSION, sight};
use readonce_core::fetch::paging::{Brought, Pager, Step};
use readonce_core::fetch::response::{Verdict, judge};
use readonce_core::fetch::source::parse_source;
use readonce_core::observe::{Applied, RawPosition, Reader, Reading, State};
use readonce_core::parse::{Response, parse};
use readonce_model::record::{Observation, Outcome, RawKind, Run};
use serde_json::{Value, json};

use super::Checks;
use super::given::{Case, ms};
use crate::pure::RawRun;

const SOURCE: &str = "case";
const PAGE_URL: &str = "https://site.example.com/page";
/// 2026-09-25T02:35:00Z
const FIRST_MS: i64 = 1_790_303_700_000;
const DAY_MS: i64 = 86_400_000;

/// One source over some runs, and all that was written of it.
#[derive(Default)]
struct Source {
    state: State,
    runs: i64,
    offset: i64,
    versions: BTreeSet<String>,
    requests: usize,
    events: Vec<Observation>,
}

/// What one run wrote.
#[derive(Default)]
struct Ran {
    observations: Vec<Observation>,
    presence: usize,
    run: Option<Run>,
}

impl Ran {
    fn ids(&self, outcome: Outcome) -> Vec<String> {
        let all = self
            .observations
            .iter()
            .filter(|seen| seen.outcome == outcome);
        all.map(|seen| seen.item_id.to_string())
            .map(|id| id.trim_start_matches("case/").to_owned())
            .collect()
    }
}

impl Source {
    /// A run over bodies, all of them usable.
    fn run(&mut self, bodies: &[String], complete: bool) -> Result<Ran> {
        self.runs += 1;
        let run = RawRun {
            source: SOURCE,
            run_id: format!("{SOURCE}/{}", self.runs),
            at_ms: FIRST_MS + (self.runs - 1) * DAY_MS,
            site_tz: None,
        };
        let mut ran = Ran::default();
        let at = self.next();
        let started = self
            .state
            .apply_run_started(&run.mark(RawKind::RunStarted, 0), at);
        self.take(&mut ran, started);
        for (page, body) in (1..).zip(bodies) {
            let reading = reading(body, run.at_ms)?;
            let at = self.next();
            let applied = self
                .state
                .apply_page(&run.mark(RawKind::Page, page), at, reading);
            self.take(&mut ran, applied);
        }
        let at = self.next();
        let end = run.end(bodies.len() as i32, complete);
        let applied = self.state.apply_run_finished(&end, at);
        ran.presence = 0;
        self.take(&mut ran, applied);
        Ok(ran)
    }

    fn next(&mut self) -> RawPosition {
        self.offset += 1;
        RawPosition {
            partition: 0,
            offset: self.offset,
        }
    }

    fn take(&mut self, ran: &mut Ran, applied: Applied) {
        let hashes = applied
            .snapshots
            .iter()
            .map(|row| row.content_hash.to_string());
        self.versions.extend(hashes);
        self.requests += applied.requests.len();
        ran.presence += applied.presence.len();
        ran.run = applied.run.or(ran.run.take());
        let events = applied.observations.iter();
        self.events.extend(
            events
                .filter(|seen| seen.outcome != Outcome::Unchanged)
                .cloned(),
        );
        ran.observations.extend(applied.observations);
    }
}

fn reading(body: &str, at_ms: i64) -> Result<Reading> {
    let parsed = parse(&Response {
        body: body.as_bytes(),
        url: Some(PAGE_URL),
        at_ms,
        ..Response::default()
    });
    let parsed = parsed.map_err(|reason| anyhow::anyhow!("refused: {reason}"))?;
    Ok(Reading {
        reader: Reader {
            format: parsed.format.as_str().to_owned(),
            parser_version: parsed.parser_version,
            canonicalizer_version: CANONICALIZER_VERSION,
            parser: None,
        },
        rejected: parsed.rejected.len(),
        sightings: parsed.items.into_iter().map(sight).collect(),
        ..Reading::default()
    })
}

/// Six links are two postings: a feed without ids, whose links are the identity.
pub(super) fn links(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let links = input.as_array().context("no list of links")?.iter();
    let items: String = links
        .filter_map(Value::as_str)
        .map(|link| {
            let link = link.replace('&', "&amp;");
            format!("<item><title>A posting</title><link>{link}</link></item>")
        })
        .collect();
    let feed = format!("<rss version=\"2.0\"><channel><title>Jobs</title>{items}</channel></rss>");
    let found = match reading(&feed, FIRST_MS) {
        Ok(reading) => reading
            .sightings
            .iter()
            .map(|seen| json!(seen.id))
            .collect(),
        Err(error) => json!(error.to_string()),
    };
    let distinct = found.as_array().map_or(0, Vec::len);
    checks.same("distinct", distinct, &case.expect["distinct"]);
    checks.same("canonical", found, &case.expect["canonical"]);
    Ok(())
}

pub(super) fn pages(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let spec = parse_source(
        "board",
        "{strategy: listing, url: 'https://b.example.com/jobs', \
         paging: {offset: {param: offset, limit-param: limit, limit: 2, max-pages: 99}}}",
    )?;
    let mut pager = Pager::new(&spec)?;
    pager.first();
    let (mut requests, mut complete, mut unique) = (0, false, BTreeSet::new());
    for page in input["pages"].as_array().context("pages")? {
        requests += 1;
        let ids = page["ids"].as_array().context("ids")?.iter();
        let ids: Vec<String> = ids.filter_map(Value::as_str).map(str::to_owned).collect();
        unique.extend(ids.iter().cloned());
        match pager.next(Brought {
            ids: &ids,
            rejected: 0,
        }) {
            Step::Fetch(_) => continue,
            step => complete = step == Step::Done,
        }
        break;
    }
    checks.same("unique_ids", json!(unique), &case.expect["unique_ids"]);
    checks.same("requests_made", requests, &case.expect["requests_made"]);
    checks.same("complete", complete, &case.expect["complete"]);
    let mut source = Source::default();
    source.run(&[board(&["JR1", "JR2", "JR3", "JR4", "JR5"])], true)?;
    let ids: Vec<&str> = unique.iter().map(String::as_str).collect();
    let ran = source.run(&[board(&ids)], complete)?;
    let missing = ran.run.as_ref().map_or(0, |run| run.missing + run.delisted);
    checks.same(
        "removals_allowed",
        missing > 0,
        &case.expect["removals_allowed"],
    );
    Ok(())
}

/// A list in the shape of a board that takes any id.
fn board(ids: &[&str]) -> String {
    let jobs = ids
        .iter()
        .map(|id| posting(id, "2026-09-01T08:00:00Z", "The work and the team."));
    json!({"jobs": jobs.collect::<Vec<_>>(), "meta": {"total": ids.len()}}).to_string()
}

fn posting(id: &str, published: &str, content: &str) -> Value {
    json!({
        "id": id,
        "title": "A posting",
        "absolute_url": format!("https://b.example.com/jobs/{id}"),
        "first_published": published,
        "updated_at": published,
        "location": {"name": "Leeds"},
        "content": format!("<p>{content}</p>"),
    })
}

pub(super) fn not_modified(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let status = u16::try_from(input["status"].as_u64().context("status")?)?;
    let length = input["body"].as_str().unwrap_or_default().len() as u64;
    let verdict = judge(status, None, length);
    let outcome = match verdict {
        Verdict::NotModified => "unchanged",
        Verdict::Usable => "a page",
        Verdict::Failed(..) => "a failure",
    };
    checks.same("outcome", outcome, &case.expect["outcome"]);
    let mut source = Source::default();
    source.run(&[board(&["1"])], true)?;
    let (versions, requests) = (source.versions.len(), source.requests);
    let ran = source.run(&[], true)?;
    let new = source.versions.len() > versions;
    checks.same("new_version", new, &case.expect["new_version"]);
    checks.same(
        "llm_calls",
        source.requests - requests,
        &case.expect["llm_calls"],
    );
    let checked = ran.run.and_then(|run| run.finished_at_ms);
    let wanted = ms(case.given["fetched_at"].as_str().context("fetched_at")?)?;
    // The run of this test came a day after the first one, a moment after its start.
    let moved = checked.is_some_and(|at| at >= wanted);
    checks.holds("last_checked", moved, || format!("{checked:?}"));
    Ok(())
}

pub(super) fn fetches(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let mut source = Source::default();
    let (mut errors, mut after_first) = (0, 0);
    for fetch in input.as_array().context("no list of fetches")? {
        let body = fetch["body"].as_str().unwrap_or_default();
        let status = u16::try_from(fetch["status"].as_u64().context("status")?)?;
        let usable = judge(status, Some("text/html"), body.len() as u64) == Verdict::Usable;
        let bodies = if usable {
            vec![body.to_owned()]
        } else {
            Vec::new()
        };
        let known = source.events.len();
        source.run(&bodies, usable)?;
        errors += i32::from(!usable);
        after_first += if known == 0 {
            0
        } else {
            source.events.len() - known
        };
    }
    checks.same("versions", source.versions.len(), &case.expect["versions"]);
    let name = "change_events_after_first";
    checks.same(name, after_first, &case.expect[name]);
    checks.same("llm_calls", source.requests, &case.expect["llm_calls"]);
    checks.same("fetch_errors", errors, &case.expect["fetch_errors"]);
    Ok(())
}

pub(super) fn snapshots(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let mut source = Source::default();
    let mut last = Ran::default();
    for run in ["run1", "run2"] {
        let jobs = input[run].as_array().context("a run")?.iter().map(|job| {
            let mut job = job.clone();
            job["title"] = json!("A posting");
            job["content"] = json!(format!("<p>{}</p>", job["content"].as_str().unwrap_or("")));
            job
        });
        let body = json!({"jobs": jobs.collect::<Vec<_>>(), "meta": {"total": 1}});
        last = source.run(&[body.to_string()], true)?;
    }
    let numbers = |ids: Vec<String>| -> Value {
        ids.iter()
            .filter_map(|id| id.parse::<u64>().ok())
            .map(Value::from)
            .collect()
    };
    let updated = numbers(last.ids(Outcome::Changed));
    checks.same("updated_ids", updated, &case.expect["updated_ids"]);
    checks.same(
        "new_ids",
        numbers(last.ids(Outcome::New)),
        &case.expect["new_ids"],
    );
    Ok(())
}

pub(super) fn high_water(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let mut source = Source::default();
    for (rows, name) in [("run1", "run1_emits"), ("run2_source", "run2_emits")] {
        let rows = input[rows].as_array().context("rows")?;
        let jobs = rows.iter().map(|row| {
            let published = format!("2026-09-01T08:00:0{}Z", row[1]);
            posting(
                row[0].as_str().unwrap_or_default(),
                &published,
                "The work and the team.",
            )
        });
        let body = json!({"jobs": jobs.collect::<Vec<_>>(), "meta": {"total": rows.len()}});
        let ran = source.run(&[body.to_string()], true)?;
        let emits: Vec<Value> = ran.ids(Outcome::New).into_iter().map(Value::from).collect();
        checks.same(name, json!(emits), &case.expect[name]);
    }
    Ok(())
}

/// A list without an end is asked for from its beginning in every run, so no address is done.
pub(super) fn days(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let mut source = Source::default();
    let (mut fetched, mut events) = (Vec::new(), Vec::new());
    for day in input.as_array().context("no list of days")? {
        let url = day["url"].as_str().context("url")?;
        let text = format!("{{strategy: listing, url: '{url}'}}");
        let first = Pager::new(&parse_source("one", &text)?)?.first();
        fetched.push(first.as_str() == url);
        let text = day["body"].as_str().unwrap_or_default();
        let page = format!("<html><body><h1>Lamp</h1><p>{text}</p></body></html>");
        let ran = source.run(&[page], true)?;
        let event = match ran.observations.first().map(|seen| seen.outcome) {
            Some(Outcome::New) => "new",
            Some(Outcome::Changed | Outcome::Revised) => "updated",
            _ => "nothing",
        };
        events.push(event);
    }
    checks.same("fetched", json!(fetched), &case.expect["fetched"]);
    checks.same("events", json!(events), &case.expect["events"]);
    Ok(())
}

pub(super) fn headline(case: &Case, checks: &mut Checks) -> Result<()> {
    let previous = case.given["previous"].as_str().context("previous")?;
    let mut source = Source::default();
    let mut last = Ran::default();
    for bytes in [case.bytes_of(previous)?, case.bytes()?] {
        match source.run(&[String::from_utf8(bytes)?], true) {
            Ok(ran) => last = ran,
            Err(error) => {
                checks.holds("new, updated", false, || error.to_string());
                return Ok(());
            }
        }
    }
    checks.same("new", last.ids(Outcome::New).len(), &case.expect["new"]);
    checks.same(
        "updated",
        last.ids(Outcome::Changed).len() + last.ids(Outcome::Revised).len(),
        &case.expect["updated"],
    );
    Ok(())
}
