//! `make world`: the world of many kinds of sites at its full size, through the product's decisions.
//!
//! `--items N` and `--seed N` choose another world. `--json` prints the figures as JSON. Ends with 1
//! when anything differs from what the world knows that it changed.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use readonce_testkit::web::{Spec, World};
use readonce_tests::web::{self, Naive, Outcome, Plan};
use serde_json::{Value, json};

/// Postings that are looked at on every kind of site.
const EVERYWHERE: u32 = 200;

struct Options {
    items: u32,
    seed: u64,
    json: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool> {
    let options = options()?;
    let world = World::new(&Spec {
        seed: options.seed,
        postings: options.items,
        ..Spec::default()
    });
    let begun = Instant::now();
    let plan = Plan {
        naive: true,
        keep: 2,
        ..Plan::default()
    };
    let outcome = web::carry(&world, plan);
    let seconds = begun.elapsed().as_secs_f64();
    let checked = web::check(&world, &outcome);
    let step = (options.items / EVERYWHERE).max(1) as usize;
    let apart = web::one_hash(&world, (0..options.items).step_by(step), 1);
    match options.json {
        true => println!("{:#}", as_json(&world, &outcome, seconds)),
        false => print(&world, &outcome, seconds),
    }
    if let Err(words) = &checked {
        eprintln!("\n{words}");
    }
    for words in apart.iter().take(5) {
        eprintln!("\n{words}");
    }
    if !apart.is_empty() {
        eprintln!("\n{} postings have more than one hash", apart.len());
    }
    Ok(checked.is_ok() && apart.is_empty())
}

fn options() -> Result<Options> {
    let spec = Spec::default();
    let items = std::env::var("READONCE_WORLD_ITEMS").ok();
    let mut options = Options {
        items: items.map_or(Ok(spec.postings), |text| text.parse())?,
        seed: spec.seed,
        json: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .with_context(|| format!("{word} needs a value"))
        };
        match word.as_str() {
            "--items" => options.items = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            "--json" => options.json = true,
            _ => bail!("unknown option {word}"),
        }
    }
    Ok(options)
}

fn print(world: &World, outcome: &Outcome, seconds: f64) {
    let postings = world.spec().postings;
    println!(
        "{postings} postings on {} sites, {seconds:.1} s",
        world.sites().len()
    );
    println!("day      seen       new   changed unchanged  snapshots");
    for (at, day) in outcome.days.iter().enumerate() {
        println!(
            "{:>3} {:>9} {:>9} {:>9} {:>9} {:>10}",
            at + 1,
            day.seen,
            day.new,
            day.changed,
            day.unchanged,
            day.snapshots
        );
    }
    let Naive {
        bytes,
        text,
        address,
        edits,
        looks,
        ..
    } = &outcome.naive;
    println!("\nover {looks} looks at known postings, with {edits} edits of content:");
    println!("key                  false changes   missed edits");
    let own = own(world, outcome);
    for (name, false_changes, missed) in [
        ("readonce", own.0, own.1),
        ("hash of the bytes", bytes.false_changes, bytes.missed),
        ("hash of the text", text.false_changes, text.missed),
        ("address alone", address.false_changes, address.missed),
    ] {
        println!("{name:<20} {false_changes:>13}  {missed:>13}");
    }
}

/// What the product paid too often and too rarely, by contents.
fn own(world: &World, outcome: &Outcome) -> (u64, u64) {
    let edits = world
        .edits()
        .values()
        .filter(|edit| edit.is_of_content())
        .count() as i64;
    let paid: i64 = outcome.days.iter().skip(1).map(|day| day.snapshots).sum();
    let more = (paid - edits).max(0);
    (more as u64, (edits - paid).max(0) as u64)
}

fn as_json(world: &World, outcome: &Outcome, seconds: f64) -> Value {
    let days = outcome.days.iter().map(|day| {
        json!({
            "seen": day.seen,
            "new": day.new,
            "changed": day.changed,
            "unchanged": day.unchanged,
            "snapshots": day.snapshots,
            "failed": day.failed,
        })
    });
    let key = |key: &web::Key| json!({"false_changes": key.false_changes, "missed": key.missed});
    let (false_changes, missed) = own(world, outcome);
    json!({
        "postings": world.spec().postings,
        "seconds": seconds,
        "days": days.collect::<Vec<_>>(),
        "edits": world.edits().len(),
        "keys": {
            "readonce": {"false_changes": false_changes, "missed": missed},
            "bytes": key(&outcome.naive.bytes),
            "text": key(&outcome.naive.text),
            "address": key(&outcome.naive.address),
        },
    })
}
