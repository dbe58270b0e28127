//! Live counters of each stage while a day runs; nothing when a program listens.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use readonce_plumbing::Halt;
use readonce_plumbing::metrics::Metric;
use readonce_plumbing::telemetry::total;

use crate::context::Context;

/// Counters at the start of a day: the process counts on over all days.
#[derive(Default)]
struct Counts {
    pages: f64,
    observations: f64,
    paid: f64,
    reused: f64,
    rows: f64,
}

pub struct Progress {
    bar: ProgressBar,
    start: Counts,
}

impl Progress {
    pub fn start(context: &Context, day: u32, expected: u64) -> Result<Self, Halt> {
        let bar = ProgressBar::new(expected);
        if context.output.is_json {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        // The template is a constant; a fault in it would show the default bar.
        if let Ok(style) =
            ProgressStyle::with_template("day {prefix} {bar:24} {pos}/{len} items  {msg}")
        {
            bar.set_style(style.progress_chars("━╸ "));
        }
        bar.set_prefix(day.to_string());
        bar.enable_steady_tick(Duration::from_millis(200));
        // The first day begins when the sources are applied, before anybody looks.
        let start = if day == 1 {
            Counts::default()
        } else {
            counts()?
        };
        Ok(Self { bar, start })
    }

    pub fn show(&self) -> Result<(), Halt> {
        let now = counts()?;
        let since = |now: f64, start: f64| (now - start).max(0.0) as u64;
        self.bar
            .set_position(since(now.observations, self.start.observations));
        self.bar.set_message(format!(
            "fetched {} pages · paid {} · reused {} · {} records in ClickHouse",
            since(now.pages, self.start.pages),
            since(now.paid, self.start.paid),
            since(now.reused, self.start.reused),
            since(now.rows, self.start.rows),
        ));
        Ok(())
    }

    pub fn end(&self) {
        self.bar.finish();
    }
}

fn counts() -> Result<Counts, Halt> {
    Ok(Counts {
        pages: total(Metric::Fetches, &[])?,
        observations: total(Metric::Observations, &[])?,
        paid: total(Metric::Extractions, &[("outcome", "paid")])?,
        reused: total(Metric::Extractions, &[("outcome", "reused")])?,
        rows: total(Metric::Records, &[("service", "sink")])?,
    })
}
