//! JSON records of 5 KB through the whole chain: bytes, parse, canonical form, SHA-256, SimHash,
//! score. Prints how many a second one core takes.

use std::hint::black_box;

use readonce_bench::postings::Board;
use readonce_bench::{Choices, best_of};
use readonce_core::canonical::sight;
use readonce_core::item::Sighting;
use readonce_core::parse::{Response, parse};
use serde_json::{Value, json};

const SEED: u64 = 20_260_925;
const PAGES_PER_BOARD: usize = 10;
const RECORDS_PER_PAGE: usize = 100;
const ROUNDS: usize = 25;
/// 2026-09-25T02:35:00Z, after all times in the records.
const FETCHED_AT_MS: i64 = 1_790_303_700_000;

fn main() {
    // Fewer rounds for tools that count instructions.
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok());
    let rounds = rounds.unwrap_or(ROUNDS);
    let mut choices = Choices::from_seed(SEED);
    let mut all = Vec::new();
    let mut boards = Vec::new();
    for board in Board::ALL {
        let pages: Vec<String> = (0..PAGES_PER_BOARD)
            .map(|_| board.page(&mut choices, RECORDS_PER_PAGE))
            .collect();
        boards.push(figures(&format!("{board:?}"), &pages, rounds));
        all.extend(pages);
    }
    let mut told = figures("all", &all, rounds);
    told["rounds"] = json!(rounds);
    told["boards"] = json!(boards);
    println!("{told}");
}

/// Each page at its best: a page takes a few milliseconds, which a busy machine gives it unbroken
/// sooner or later.
fn figures(name: &str, pages: &[String], rounds: usize) -> Value {
    let records = pages.len().saturating_mul(RECORDS_PER_PAGE);
    let bytes: usize = pages.iter().map(String::len).sum();
    let best = pages.iter().filter_map(|page| {
        let check = |read| assert_eq!(read, RECORDS_PER_PAGE, "every record is read");
        best_of(rounds, || read(page), check)
    });
    let seconds: f64 = best.map(|best| best.as_secs_f64()).sum();
    let per_s = records as f64 / seconds;
    json!({
        "records": name,
        "json_records_per_s_core": per_s.round(),
        "record_bytes": bytes.checked_div(records),
        "us_per_record": (1e8 / per_s).round() / 100.0,
    })
}

/// Reads one answer of a board; how many contents with a hash, a mark and a body came out.
fn read(page: &str) -> usize {
    let response = Response {
        body: page.as_bytes(),
        content_type: Some("application/json; charset=utf-8"),
        at_ms: FETCHED_AT_MS,
        ..Response::default()
    };
    let Ok(parsed) = parse(&response) else {
        return 0;
    };
    let sightings = parsed.items.into_iter().map(|item| black_box(sight(item)));
    sightings.filter(is_whole).count()
}

fn is_whole(sighting: &Sighting) -> bool {
    let canonical = &sighting.canonical;
    canonical.simhash != 0 && canonical.text.len() > 1000 && sighting.quality.score > 0
}
