//! `make paid`: what 5,000 postings cost over three days, when services are left alone, when a
//! random one is killed every 30 s for ten minutes, and when they are restarted the polite way.
//!
//! Needs a running stack, see `dev/on-stack.sh`. `--only NAME` runs one part (`calm`, `killed`,
//! `restarted`); `--items`, `--seed`, `--kill-every` and `--seconds` choose another world. Prints
//! the figures as JSON; ends with 1 when anything is not as it must be.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use readonce_testkit::world::World;
use readonce_tests::paid::{Kind, Outcome, Plan, Trouble, carry};
use serde_json::{Map, Value};

const BOARDS: u32 = 20;
/// The default of the service.
const CALM_CONCURRENCY: u32 = 32;
const CALM_LATENCY_MS: u64 = 20;
/// As much as a kill can cost. A model that is asked ten times a second and takes 400 ms has four
/// calls in flight.
const TROUBLED_CONCURRENCY: u32 = 4;
/// Share of the time of trouble that the model's answers fill, so that trouble meets work.
const BUSY: f64 = 0.85;

struct Options {
    only: Option<String>,
    items: u32,
    seed: u64,
    kill_every: Duration,
    seconds: u64,
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let options = options()?;
    let mut told = Map::new();
    let mut is_right = true;
    for (name, plan) in options.plans()? {
        eprintln!(
            "{name}: {} postings, {} ms a call",
            plan.postings, plan.latency_ms
        );
        let outcome = carry(name, &plan).await;
        let faults = outcome.faults(allowed(&plan, &outcome));
        faults.iter().for_each(|words| eprintln!("{name}: {words}"));
        is_right &= faults.is_empty();
        let mut figures = serde_json::to_value(&outcome)?;
        figures["faults"] = faults.into();
        figures["concurrency"] = plan.concurrency.into();
        figures["model_latency_ms"] = plan.latency_ms.into();
        eprintln!("{figures}");
        told.insert(name.to_owned(), figures);
    }
    println!("{:#}", Value::Object(told));
    Ok(ExitCode::from(u8::from(!is_right)))
}

/// Without a kill each content once. A kill may cost the calls that are in flight.
fn allowed(plan: &Plan, outcome: &Outcome) -> u32 {
    let kills = match plan.trouble.kind {
        Kind::Kills => outcome.struck.get("extract").copied().unwrap_or(0),
        Kind::None | Kind::Restarts => 0,
    };
    outcome.distinct_contents + kills * plan.concurrency
}

impl Options {
    fn plans(&self) -> Result<Vec<(&'static str, Plan)>> {
        let calm = Plan {
            postings: self.items,
            boards: BOARDS,
            seed: self.seed,
            concurrency: CALM_CONCURRENCY,
            latency_ms: CALM_LATENCY_MS,
            trouble: Trouble::none(),
        };
        let troubled = |kind, every, lasting| -> Result<Plan> {
            Ok(Plan {
                concurrency: TROUBLED_CONCURRENCY,
                latency_ms: latency_ms(&calm, lasting)?,
                trouble: Trouble {
                    kind,
                    every,
                    lasting,
                    seed: self.seed,
                },
                ..calm.clone()
            })
        };
        let lasting = Duration::from_secs(self.seconds);
        let killed = troubled(Kind::Kills, self.kill_every, lasting)?;
        // A sixth of the time, and as often as five restarts a kill: each service has its turns.
        let restarted = troubled(Kind::Restarts, self.kill_every / 5, lasting / 6)?;
        let all = [("calm", calm), ("killed", killed), ("restarted", restarted)];
        if let Some(only) = &self.only
            && !all.iter().any(|(name, _)| name == only)
        {
            let known = all.map(|(name, _)| name).join(", ");
            bail!("no part is called {only}; known: {known}");
        }
        let wanted = |name: &str| self.only.as_deref().is_none_or(|only| only == name);
        Ok(all.into_iter().filter(|(name, _)| wanted(name)).collect())
    }
}

/// So long that the contents of the world fill the time.
fn latency_ms(plan: &Plan, lasting: Duration) -> Result<u64> {
    let contents = World::build(&plan.spec())?.ledger().distinct_contents;
    let calls_ms = lasting.as_millis() as f64 * BUSY * f64::from(TROUBLED_CONCURRENCY);
    Ok((calls_ms / f64::from(contents)) as u64)
}

fn options() -> Result<Options> {
    let mut options = Options {
        only: None,
        items: 5_000,
        seed: 7,
        kill_every: Duration::from_secs(30),
        seconds: 600,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next();
        let value = value.with_context(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--only" => options.only = Some(value),
            "--items" => options.items = value.parse()?,
            "--seed" => options.seed = value.parse()?,
            "--kill-every" => options.kill_every = Duration::from_secs_f64(value.parse()?),
            "--seconds" => options.seconds = value.parse()?,
            _ => bail!("unknown option {word}"),
        }
    }
    Ok(options)
}
