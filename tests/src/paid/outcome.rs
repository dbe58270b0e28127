//! What came of a world, read from the model server's log and from the tables, and what is wrong
//! with it. What is right is what the world knows of itself: nobody asks the product.

use readonce_model::Service;
use readonce_testkit::model::{ModelServer, paid_by_content};
use readonce_testkit::world::Presence;
use serde::Serialize;

use super::DAYS;
use super::trouble::Told;
use crate::{Boards, Pipeline};

#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    pub postings: u32,
    pub distinct_contents: u32,
    pub paid_calls: u32,
    pub paid_per_content: f64,
    pub contents_unpaid: u32,
    pub contents_paid_twice: u32,
    /// Most calls for one content.
    pub most_for_one: u32,
    /// Kills or restarts, by service.
    pub struck: Told,
    /// Calls that were announced and never ended in the product's own books.
    pub calls_cut_off: i64,
    pub rows: i64,
    pub rows_expected: i64,
    pub rows_without_profile: i64,
    pub profiles: i64,
    /// Profiles by the config that made them: the prompt was edited once.
    pub profiles_by_config: Vec<i64>,
    pub profiles_by_config_expected: Vec<i64>,
    pub dead_letters: usize,
    pub seconds: f64,
}

pub(super) async fn read(
    boards: &Boards,
    model: &ModelServer,
    pipeline: &Pipeline,
    struck: Told,
    seconds: f64,
) -> Outcome {
    let ledger = boards.world.ledger();
    let paid = paid_by_content(&model.calls());
    let paid_calls: u32 = paid.values().sum();
    let number = async |sql: &str| pipeline.number(sql).await.unwrap_or(-1);
    let mut dead_letters = 0;
    for service in Service::ALL {
        dead_letters += pipeline.letters(service).await;
    }
    Outcome {
        postings: boards.world.spec().postings,
        distinct_contents: ledger.distinct_contents,
        paid_calls,
        paid_per_content: f64::from(paid_calls) / f64::from(ledger.distinct_contents),
        contents_unpaid: ledger.distinct_contents.saturating_sub(paid.len() as u32),
        contents_paid_twice: paid.values().filter(|calls| **calls > 1).count() as u32,
        most_for_one: paid.values().copied().max().unwrap_or(0),
        struck,
        calls_cut_off: number(
            "SELECT count() AS n FROM extract_attempts FINAL WHERE state = 'started'",
        )
        .await,
        rows: number("SELECT count() AS n FROM jobs_latest").await,
        rows_expected: standing(boards),
        rows_without_profile: number(
            "SELECT count() AS n FROM jobs_latest WHERE profile_status NOT IN ('ok', 'empty')",
        )
        .await,
        profiles: number("SELECT count() AS n FROM profiles_job_v1 FINAL").await,
        profiles_by_config: by_config(pipeline).await,
        profiles_by_config_expected: by_config_expected(boards),
        dead_letters,
        seconds,
    }
}

/// Postings that are not delisted when the last day is over.
fn standing(boards: &Boards) -> i64 {
    let last = boards.world.ledger().days.last();
    let standing = last.map(|day| day.count(Presence::Listed) + day.count(Presence::Missing));
    standing.unwrap_or(0) as i64
}

async fn by_config(pipeline: &Pipeline) -> Vec<i64> {
    let sql = "SELECT toString(config_version) AS config, count() AS n \
               FROM profiles_job_v1 FINAL GROUP BY config ORDER BY n DESC";
    let rows = pipeline.query().select_json(sql).await.unwrap_or_default();
    rows.iter().filter_map(|row| row["n"].as_i64()).collect()
}

/// Contents of the days before the edit of the prompt, and of the day of it.
fn by_config_expected(boards: &Boards) -> Vec<i64> {
    let days = &boards.world.ledger().days;
    let paid = |is_last: bool| -> i64 {
        let days = days.iter().filter(|day| (day.day == DAYS) == is_last);
        days.map(|day| i64::from(day.counts.paid)).sum()
    };
    let mut both = vec![paid(false), paid(true)];
    both.retain(|count| *count > 0);
    both.sort_unstable_by(|one, other| other.cmp(one));
    both
}

impl Outcome {
    /// Everything that is not as it must be, in words. `allowed` calls may be paid.
    pub fn faults(&self, allowed: u32) -> Vec<String> {
        let all = [
            (
                self.contents_unpaid == 0,
                format!("{} contents are unpaid", self.contents_unpaid),
            ),
            (
                (self.distinct_contents..=allowed).contains(&self.paid_calls),
                format!(
                    "{} paid calls for {} contents, {allowed} allowed",
                    self.paid_calls, self.distinct_contents
                ),
            ),
            (
                self.rows == self.rows_expected,
                format!("{} rows of {}", self.rows, self.rows_expected),
            ),
            (
                self.rows_without_profile == 0,
                format!("{} rows have no profile", self.rows_without_profile),
            ),
            (
                self.profiles == i64::from(self.distinct_contents),
                format!("{} profiles", self.profiles),
            ),
            (
                self.profiles_by_config == self.profiles_by_config_expected,
                format!(
                    "profiles by config are {:?}, not {:?}",
                    self.profiles_by_config, self.profiles_by_config_expected
                ),
            ),
            (
                self.dead_letters == 0,
                format!("{} dead letters", self.dead_letters),
            ),
        ];
        let wrong = all.into_iter().filter(|(is_right, _)| !is_right);
        wrong.map(|(_, words)| words).collect()
    }
}
