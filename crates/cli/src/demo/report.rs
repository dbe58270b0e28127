//! What the pipeline found, against what the world expects, and what it saved.

use readonce_sink::query::Totals;
use readonce_testkit::world::Presence;
use serde::Serialize;
use serde_json::Value;

use super::day::Day;
use super::scene::Scene;
use crate::context::Context;
use crate::output;
use crate::output::say;

/// Rows of the view that people are shown.
const SAMPLE: u32 = 8;
/// What a call would cost with a small hosted model (1,500 tokens in, 200 out), in millionths of a
/// dollar: the rules provider that the demo uses is free, and "saved 0.00" would say nothing.
const CALL_MICROS: i64 = 920;

#[derive(Debug, Serialize)]
pub struct Report {
    pub days: Vec<Day>,
    pub jobs_latest_rows: u64,
    pub paid_total: u64,
    pub distinct_contents: u64,
    pub duplicate_paid: usize,
    /// Differences from the expected ledger, in words; empty when all is right.
    pub faults: Vec<String>,
}

impl Report {
    pub async fn read(scene: &Scene, days: Vec<Day>) -> anyhow::Result<Self> {
        let totals = scene.query.totals().await?;
        let duplicates = scene.query.duplicate_paid().await?;
        let mut report = Self {
            days,
            jobs_latest_rows: totals.jobs_latest_rows,
            paid_total: totals.paid_calls,
            distinct_contents: totals.distinct_contents,
            duplicate_paid: duplicates.len(),
            faults: Vec::new(),
        };
        report.faults = report.faults_against(scene, &totals);
        Ok(report)
    }

    pub fn is_good(&self) -> bool {
        self.faults.is_empty()
    }

    fn faults_against(&self, scene: &Scene, totals: &Totals) -> Vec<String> {
        let ledger = scene.world.ledger();
        let mut faults = Vec::new();
        for (found, expected) in self.days.iter().zip(&ledger.days) {
            let counts = expected.counts;
            let pairs = [
                ("seen", found.seen, counts.seen),
                ("new", found.new, counts.new),
                ("changed", found.changed, counts.changed),
                ("unchanged", found.unchanged, counts.unchanged),
                ("reused", found.reused, counts.reused),
                ("paid", found.paid, counts.paid),
                ("failed", found.failed, counts.failed),
            ];
            let wrong = pairs
                .iter()
                .filter(|(_, found, wanted)| *found != i64::from(*wanted));
            faults.extend(wrong.map(|(name, found, wanted)| {
                format!("day {}: {name} is {found}, expected {wanted}", expected.day)
            }));
        }
        let standing = ledger.days.last().map_or(0, |day| {
            day.presence
                .values()
                .filter(|state| **state != Presence::Delisted)
                .count()
        });
        let sums = [
            ("jobs_latest_rows", totals.jobs_latest_rows, standing as u64),
            (
                "distinct_contents",
                totals.distinct_contents,
                ledger.distinct_contents.into(),
            ),
            (
                "paid_total",
                totals.paid_calls,
                ledger.distinct_contents.into(),
            ),
            ("duplicate_paid", self.duplicate_paid as u64, 0),
        ];
        let wrong = sums.iter().filter(|(_, found, wanted)| found != wanted);
        faults.extend(
            wrong.map(|(name, found, wanted)| format!("{name} is {found}, expected {wanted}")),
        );
        faults
    }

    pub async fn show(&self, context: &Context, scene: &Scene) -> anyhow::Result<()> {
        let sample = match context.output.is_json {
            true => Vec::new(),
            false => scene.query.jobs_latest(SAMPLE).await?,
        };
        context
            .output
            .show(self, || self.show_people(context, scene, &sample))
    }

    fn show_people(&self, context: &Context, scene: &Scene, sample: &[Value]) {
        say!();
        let head = [
            "day",
            "seen",
            "new",
            "changed",
            "unchanged",
            "reused",
            "paid",
            "failed",
        ];
        say!(
            "{}",
            output::table(&head, self.days.iter().map(cells).collect(), 0)
        );
        self.show_savings(context);
        say!(
            "\njobs_latest, {} rows; some that changed last:\n",
            self.jobs_latest_rows
        );
        let head = ["title", "experience", "degree", "tech stack", "presence"];
        say!(
            "{}",
            output::table(&head, sample.iter().map(sample_cells).collect(), 9)
        );
        match self.is_good() {
            true => say!(
                "\n{} {} contents, {} paid calls: every content was paid once, as the world expects.",
                context.output.good("right:"),
                self.distinct_contents,
                self.paid_total
            ),
            false => {
                say!(
                    "\n{} the ledger is not the expected one:",
                    context.output.bad("wrong:")
                );
                self.faults.iter().for_each(|fault| say!("  {fault}"));
            }
        }
        say!(
            "{}",
            context
                .output
                .dim(&format!("namespace and database: {}", scene.namespace))
        );
    }

    /// Against a pipeline that extracts every item that it sees.
    fn show_savings(&self, context: &Context) {
        let seen: i64 = self.days.iter().map(|day| day.seen).sum();
        let saved = seen - self.paid_total as i64;
        let dollars = |calls: i64| format!("${:.3}", (calls * CALL_MICROS) as f64 / 1e6);
        let share = if seen > 0 { 100 * saved / seen } else { 0 };
        say!(
            "extracting everything: {seen} calls; paid here: {}; saved: {} calls ({share} %)",
            self.paid_total,
            context.output.good(&saved.to_string()),
        );
        say!(
            "at the price of a small hosted model: {} instead of {}, {} saved",
            dollars(self.paid_total as i64),
            dollars(seen),
            dollars(saved),
        );
    }
}

fn cells(day: &Day) -> Vec<String> {
    let numbers = [
        day.seen,
        day.new,
        day.changed,
        day.unchanged,
        day.reused,
        day.paid,
        day.failed,
    ];
    let day = std::iter::once(day.day.to_string());
    day.chain(numbers.iter().map(ToString::to_string)).collect()
}

fn sample_cells(row: &Value) -> Vec<String> {
    let names = [
        "title",
        "years_of_experience",
        "minimum_degree",
        "tech_stack",
        "presence",
    ];
    names
        .iter()
        .map(|name| short(row.get(*name).unwrap_or(&Value::Null)))
        .collect()
}

fn short(value: &Value) -> String {
    const CHARS: usize = 40;
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all
            .iter()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    };
    match text.chars().count() > CHARS {
        true => text.chars().take(CHARS - 1).collect::<String>() + "…",
        false => text,
    }
}
