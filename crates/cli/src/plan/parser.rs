//! The kept pages of a source's latest run, read again by another parser: which contents would be
//! new. The reading and the fold are the service's own.

use std::collections::BTreeMap;
use std::path::Path;

use readonce_canonicalize::reading::{Page, read};
use readonce_core::extract::config::ExtractionConfig;
use readonce_core::observe::{RawPosition, State};
use readonce_core::parse::rules::{Parser, parse_parser};
use readonce_model::record::{ExtractRequest, RawKind, RawRecord};
use readonce_model::{ContractId, Topic};
use readonce_plumbing::kafka::restore_each;
use readonce_plumbing::registry::Decoder;
use serde::Serialize;

use super::forecast::{Forecast, Weigher, among};
use super::{Report, contract_called, shown};
use crate::context::Context;
use crate::fault::usage;
use crate::store::{Store, table};

#[derive(Debug, Default, Serialize)]
pub struct Details {
    parser: String,
    source: String,
    run: String,
    pages: usize,
    /// Pages that the parser cannot read at all.
    pages_unreadable: usize,
    items: usize,
    /// Records that would be set aside.
    set_aside: usize,
}

pub async fn plan(
    context: &Context,
    config: ExtractionConfig,
    (file, source): (&Path, &str),
) -> anyhow::Result<Report<Details>> {
    let parser = parser_in(file)?;
    let pages = latest_pages(context, source).await?;
    let mut details = Details {
        parser: parser.0.clone(),
        source: source.to_owned(),
        run: pages
            .first()
            .map(|(_, raw)| raw.run_id.clone())
            .unwrap_or_default(),
        pages: pages.len(),
        ..Details::default()
    };
    let asked = fold(pages, &parser, &mut details);
    let store = Store::open(context).await?;
    let weigher = Weigher::new(&store, config).await?;
    let mut forecast = Forecast::default();
    for (contract, requests) in &asked {
        forecast.and(weigh(&weigher, contract, requests).await?);
    }
    let why = match forecast.new + forecast.lifted {
        0 => "every content that the parser makes has its profile already".to_owned(),
        _ => "a parser that reads other text makes other contents; they are paid once each, when \
              the source is read by it"
            .to_owned(),
    };
    Ok(Report {
        change: format!("source '{source}' read by '{}'", parser.0),
        config: shown(&weigher.config),
        details,
        forecast,
        why,
    })
}

async fn weigh(
    weigher: &Weigher<'_>,
    contract: &ContractId,
    requests: &[ExtractRequest],
) -> anyhow::Result<Forecast> {
    let mut known = std::collections::HashSet::new();
    for part in requests.chunks(500) {
        let (table, condition) = (table(contract), among(part));
        let sql = format!("SELECT content_hash FROM {table} FINAL WHERE {condition}");
        let rows = weigher.store.rows(&sql).await?;
        known.extend(
            rows.iter()
                .filter_map(|row| row["content_hash"].as_str().map(str::to_owned)),
        );
    }
    let is_known = |request: &&ExtractRequest| known.contains(&request.content_hash.to_string());
    let unknown: Vec<_> = requests
        .iter()
        .filter(|one| !is_known(one))
        .cloned()
        .collect();
    let contract = contract_called(contract)?;
    Ok(Forecast {
        contents: requests.len() as i64,
        known: known.len() as i64,
        ..weigher.weigh(&contract, &unknown).await?
    })
}

/// What the pages would ask for, each content once a contract.
fn fold(
    pages: Vec<(RawPosition, RawRecord)>,
    (name, parser): &(String, Parser),
    details: &mut Details,
) -> BTreeMap<ContractId, Vec<ExtractRequest>> {
    let mut state = State::new();
    let mut asked: BTreeMap<(ContractId, String), ExtractRequest> = BTreeMap::new();
    for (at, raw) in pages {
        let raw = RawRecord {
            // A parser document names the format itself.
            format: None,
            parser: Some(name.clone()),
            ..raw
        };
        let Page::Read(reading, rejected) = read(&raw, Some(parser)) else {
            details.pages_unreadable += 1;
            continue;
        };
        details.items += reading.sightings.len();
        details.set_aside += rejected.len();
        for request in state.apply_page(&raw, at, reading).requests {
            let key = (request.contract.clone(), request.content_hash.to_string());
            asked.entry(key).or_insert(request);
        }
    }
    let mut by_contract: BTreeMap<ContractId, Vec<ExtractRequest>> = BTreeMap::new();
    for ((contract, _), request) in asked {
        by_contract.entry(contract).or_default().push(request);
    }
    by_contract
}

fn parser_in(file: &Path) -> anyhow::Result<(String, Parser)> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| usage(format!("cannot read {}: {error}", file.display())))?;
    let name = file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let parser = parse_parser(&name, &text)?;
    Ok((name, parser))
}

/// The pages of the source's latest run that ended, in their order.
async fn latest_pages(
    context: &Context,
    source: &str,
) -> anyhow::Result<Vec<(RawPosition, RawRecord)>> {
    let settings = context.kafka()?;
    let decoder = Decoder::new(context.registry()?);
    let mut ended: Vec<(RawPosition, RawRecord)> = Vec::new();
    let mut running: Vec<(RawPosition, RawRecord)> = Vec::new();
    let mut ended_at_ms = i64::MIN;
    for partition in 0..settings.kafka().partitions as i32 {
        let mut records = restore_each(&settings, Topic::RawPages, partition, 0);
        while let Some(record) = records.next().await? {
            // What cannot be read is set aside by the service, and no page of any run.
            let Some(value) = &record.value else { continue };
            let Ok(raw) = decoder.decode::<RawRecord>("RawRecord", value).await else {
                continue;
            };
            if raw.source != source {
                continue;
            }
            let at = RawPosition {
                partition: record.partition,
                offset: record.offset,
            };
            match raw.kind {
                RawKind::RunStarted => {}
                RawKind::Page => running.push((at, raw)),
                RawKind::RunFinished => {
                    let is_own = |(_, page): &(_, RawRecord)| page.run_id == raw.run_id;
                    let own = running
                        .extract_if(.., |page| is_own(page))
                        .collect::<Vec<_>>();
                    if raw.at_ms >= ended_at_ms && !own.is_empty() {
                        (ended_at_ms, ended) = (raw.at_ms, own);
                    }
                }
            }
        }
    }
    if ended.is_empty() {
        anyhow::bail!("no page of source '{source}' is kept; let it run first");
    }
    Ok(ended)
}
