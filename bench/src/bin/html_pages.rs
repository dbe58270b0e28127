//! HTML pages from bytes to hash, mark and score on one thread, and how good the main text is.
//!
//! Usage: `html_pages FOLDER`, where `pages/make.py FOLDER` has written the labelled set. Prints one
//! JSON object. Every round reads every page by the path that a response takes in the pipeline.

use std::path::Path;
use std::process::ExitCode;

use readonce_bench::best_of;
use readonce_bench::words::{Score, score};
use readonce_core::canonical::sight;
use readonce_core::item::{Item, Sighting};
use readonce_core::parse::{Response, parse};
use serde_json::{Map, Value, json};

/// 2026-11-30T00:00:00Z
const FETCHED_AT_MS: i64 = 1_795_996_800_000;
/// A round takes milliseconds, so that the best of many is free of whatever else the machine does.
const ROUNDS: usize = 150;

struct Page {
    bytes: Vec<u8>,
    url: String,
    lang: String,
    charset: String,
    design: String,
    gold: String,
    neutral: String,
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: html_pages FOLDER");
        return ExitCode::from(2);
    };
    match run(Path::new(&folder)) {
        Ok(result) => {
            println!("{result:#}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &Path) -> Result<Value, String> {
    let pages = load(folder)?;
    let scores: Vec<Score> = pages.iter().map(judged).collect();
    let all: Vec<&Page> = pages.iter().collect();
    let mut result = json!({
        "pages": pages.len(),
        "mean_bytes": pages.iter().map(|page| page.bytes.len()).sum::<usize>() / pages.len().max(1),
        "rounds": ROUNDS,
        "pages_per_s": pages_per_s(&all, read),
        "pages_per_s_without_hash": pages_per_s(&all, extracted),
    });
    for (name, chosen) in groups() {
        let some: Vec<&Page> = all.iter().copied().filter(|page| chosen(page)).collect();
        if !some.is_empty() {
            result[format!("pages_per_s_{name}")] = pages_per_s(&some, read).into();
        }
    }
    for (suffix, lang) in [("", None), ("_en", Some("en")), ("_zh", Some("zh"))] {
        let chosen = |page: &&Page| lang.is_none_or(|lang| page.lang == lang);
        let of = |value: fn(&Score) -> f64| mean(&pages, &scores, chosen, value);
        result[format!("f1{suffix}")] = of(|score| score.f1);
        result[format!("precision{suffix}")] = of(|score| score.precision);
        result[format!("recall{suffix}")] = of(|score| score.recall);
    }
    let mut by_design = Map::new();
    for page in &pages {
        let value = mean(
            &pages,
            &scores,
            |other| other.design == page.design,
            |score| score.f1,
        );
        by_design.insert(page.design.clone(), value);
    }
    result["by_design"] = by_design.into();
    Ok(result)
}

type Chosen = fn(&Page) -> bool;

fn groups() -> [(&'static str, Chosen); 3] {
    [
        ("en", |page| page.lang == "en"),
        ("zh_utf8", |page| {
            page.lang == "zh" && page.charset == "utf-8"
        }),
        ("zh_gbk", |page| page.charset == "gbk"),
    ]
}

fn mean(
    pages: &[Page],
    scores: &[Score],
    chosen: impl Fn(&&Page) -> bool,
    value: fn(&Score) -> f64,
) -> Value {
    let some = pages.iter().zip(scores).filter(|(page, _)| chosen(page));
    let values: Vec<f64> = some.map(|(_, score)| value(score)).collect();
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    ((mean * 10_000.0).round() / 10_000.0).into()
}

fn load(folder: &Path) -> Result<Vec<Page>, String> {
    let gold = folder.join("gold.jsonl");
    let lines = std::fs::read_to_string(&gold).map_err(|e| format!("{}: {e}", gold.display()))?;
    lines.lines().map(|line| page(folder, line)).collect()
}

fn page(folder: &Path, line: &str) -> Result<Page, String> {
    let label: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let text = |name: &str| label[name].as_str().unwrap_or_default().to_owned();
    let joined = |name: &str| {
        let parts = label[name]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let parts: Vec<&str> = parts.iter().filter_map(Value::as_str).collect();
        parts.join("\n")
    };
    let file = folder.join(text("file"));
    Ok(Page {
        bytes: std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?,
        url: format!("https://www.example.com/{}", text("file")),
        lang: text("lang"),
        charset: text("charset"),
        design: text("design"),
        gold: joined("gold"),
        neutral: joined("neutral"),
    })
}

impl Page {
    fn response(&self) -> Response<'_> {
        Response {
            body: &self.bytes,
            content_type: Some("text/html"),
            url: Some(&self.url),
            at_ms: FETCHED_AT_MS,
            ..Response::default()
        }
    }
}

/// What the pipeline makes of the page.
fn read(page: &Page) -> Vec<Sighting> {
    extracted(page).into_iter().map(sight).collect()
}

fn judged(page: &Page) -> Score {
    let texts = read(page).into_iter().map(|seen| seen.canonical);
    let texts: Vec<String> = texts.map(|c| format!("{}\n{}", c.title, c.text)).collect();
    score(&texts.join("\n"), &page.gold, &page.neutral)
}

/// Main text, title and facts alone: what the peers do.
fn extracted(page: &Page) -> Vec<Item> {
    parse(&page.response())
        .map(|parsed| parsed.items)
        .unwrap_or_default()
}

fn pages_per_s<T>(pages: &[&Page], read: fn(&Page) -> Vec<T>) -> f64 {
    let round = || pages.iter().map(|page| read(page).len()).sum::<usize>();
    let whole = |items: usize| assert!(items >= pages.len(), "a page gave no item");
    let best = best_of(ROUNDS, round, whole);
    let per_s = best.map_or(0.0, |best| pages.len() as f64 / best.as_secs_f64());
    per_s.round()
}
