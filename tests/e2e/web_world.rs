//! A world of boards, feeds and pages of many kinds goes through Kafka into ClickHouse for three
//! days: nothing is a new version, and nothing is paid for, until somebody edits it.
//!
//! `READONCE_WORLD_ITEMS` chooses the size; `make world ARGS=--stack` runs 47,000 postings.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use readonce_model::Service;
use readonce_testkit::web::{DAYS, Site, Spec, World};
use readonce_tests::Pipeline;

const POSTINGS: u32 = 1500;
/// What a posting may take on a busy machine, from its file to the tables.
const EACH: Duration = Duration::from_millis(40);

#[tokio::test(flavor = "multi_thread")]
async fn a_world_of_many_kinds_of_sites_pays_for_edits_alone() {
    let postings = postings();
    let mut pipeline = Pipeline::new("web", &[]);
    pipeline.wait_longer(EACH * postings);
    let first_fetch_ms = now_ms();
    for day in 1..=DAYS {
        let world = world(postings, first_fetch_ms, day);
        write(&world, pipeline.folder(), day);
        if day == 1 {
            apply(&world, &pipeline);
            pipeline.start_all();
        } else {
            pipeline.cli(&["run", "--all"]);
        }
        let wanted = i64::from(day) * world.sites().len() as i64;
        let runs = "SELECT count() AS n FROM runs FINAL WHERE state = 'finished'";
        pipeline
            .until("finished runs", runs, |found| found >= wanted)
            .await;
        pipeline.rest().await;
        check(&pipeline, &world, day).await;
    }
    for service in Service::ALL {
        assert_eq!(
            pipeline.letters(service).await,
            0,
            "dead letters of {service}"
        );
    }
    pipeline.stop_all();
}

fn postings() -> u32 {
    let items = std::env::var("READONCE_WORLD_ITEMS").ok();
    items.map_or(POSTINGS, |text| {
        text.parse().expect("READONCE_WORLD_ITEMS is a number")
    })
}

/// The same world every day, with the pages of a day fetched when they are written: relative times
/// count from the real clock here.
fn world(postings: u32, first_fetch_ms: i64, day: u32) -> World {
    let between_ms = match day {
        1 => 0,
        day => (now_ms() - first_fetch_ms) / i64::from(day - 1),
    };
    World::new(&Spec {
        postings,
        first_fetch_ms,
        between_ms,
        // A page may lie some minutes before it is read: it must be none the older for it.
        youngest_ms: 49 * 3_600_000,
        ..Spec::default()
    })
}

fn now_ms() -> i64 {
    let age = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("after 1970");
    age.as_millis() as i64
}

fn folder(root: &Path, site: &Site) -> PathBuf {
    root.join("sites").join(&site.source)
}

/// A site's pages have the same names every day.
fn write(world: &World, root: &Path, day: u32) {
    for site in world.sites() {
        let folder = folder(root, site);
        std::fs::create_dir_all(&folder).expect("a folder");
        for page in world.site_pages(site, day) {
            std::fs::write(folder.join(&page.name), &page.body).expect("a page");
        }
    }
}

fn apply(world: &World, pipeline: &Pipeline) {
    for site in world.sites() {
        let zone = site
            .zone()
            .map(|zone| format!("site-tz: {zone}\n"))
            .unwrap_or_default();
        let folder = folder(pipeline.folder(), site);
        let yaml = format!("strategy: files\npaths: [\"{}\"]\n{zone}", folder.display());
        pipeline.apply(&site.source, &yaml);
    }
}

/// The counters of all runs so far, and the contents that were written and paid for.
async fn check(pipeline: &Pipeline, world: &World, day: u32) {
    let all = i64::from(world.spec().postings);
    let edits = world.edits().values();
    let of_content = edits.clone().filter(|edit| edit.is_of_content()).count() as i64;
    let edited = if day == DAYS { edits.count() as i64 } else { 0 };
    let contents = all + if day == DAYS { of_content } else { 0 };
    let looks = i64::from(day - 1) * all;
    for (what, sql, wanted) in [
        (
            "incomplete or unhealthy runs",
            "SELECT count() AS n FROM runs FINAL WHERE NOT (complete AND healthy)",
            0,
        ),
        (
            "set aside",
            "SELECT toInt64(sum(failed)) AS n FROM runs FINAL",
            0,
        ),
        ("new", "SELECT toInt64(sum(new)) AS n FROM runs FINAL", all),
        (
            "changed",
            "SELECT toInt64(sum(changed)) AS n FROM runs FINAL",
            edited,
        ),
        (
            "unchanged",
            "SELECT toInt64(sum(unchanged)) AS n FROM runs FINAL",
            looks - edited,
        ),
        (
            "contents",
            "SELECT count() AS n FROM snapshots FINAL",
            contents,
        ),
        (
            "profiles",
            "SELECT count() AS n FROM profiles_job_v1 FINAL",
            contents,
        ),
        ("rows", "SELECT count() AS n FROM jobs_latest", all),
    ] {
        let found = pipeline.number(sql).await;
        if found != Some(wanted) {
            panic!(
                "day {day}: {what}: {found:?} instead of {wanted}\n{}",
                evidence(pipeline).await
            );
        }
    }
}

/// What the tables say of postings that changed, for whoever looks for the fault.
async fn evidence(pipeline: &Pipeline) -> String {
    let sql = "SELECT item_id, outcome, content_hash, title FROM item_events FINAL \
               WHERE outcome != 'new' ORDER BY item_id LIMIT 10";
    let bad_runs =
        "SELECT source, reason, failed FROM runs FINAL WHERE reason IS NOT NULL LIMIT 10";
    let mut words = String::new();
    for sql in [sql, bad_runs] {
        for row in pipeline.query().select_json(sql).await.unwrap_or_default() {
            words.push_str(&format!("{row}\n"));
        }
    }
    words
}
