//! A source whose answers fall silent, from the model's reply to what SQL shows of it, over restarts,
//! until a person has looked. Everything is paid once.

use readonce_model::Service;
use readonce_testkit::model::{Fault, Rule, When};
use serde_json::json;

use crate::priced::World;

const WINDOW: usize = 20;
const SOURCE: &str = "shop";

async fn holding_world() -> World {
    let mut world = World::open("hold").await;
    let file = world.pipeline.folder().join("priced.yaml");
    let priced = std::fs::read_to_string(&file).expect("a config");
    let held = format!("{priced}quarantine: hold\ndrift-window: {WINDOW}\n");
    std::fs::write(&file, held).expect("a config");
    let quiet = Rule::new(When::Contains("Quiet".into()), Fault::Empty);
    world.model.set_faults(vec![quiet]);
    world.pipeline.set("extract.concurrency=4");
    world
}

/// The board's next run, with so many postings that say something and so many that a model says
/// nothing of.
async fn day(world: &mut World, number: i64, plain: usize, quiet: usize) {
    let words = "You write Rust and Kafka. A bachelor's degree. 3 years of experience.";
    let plain = (0..plain).map(|at| format!("Team {at}. {words}"));
    let quiet = (0..quiet).map(|at| format!("Quiet team {at}. {words}"));
    let texts: Vec<String> = plain.chain(quiet).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    world.board(SOURCE, &texts, "");
    if number > 1 {
        world.pipeline.cli(&["run", SOURCE]);
    }
    world.runs(number).await;
}

async fn shown(world: &World, status: &str) -> i64 {
    let sql = format!("SELECT count() AS n FROM jobs_latest WHERE profile_status = '{status}'");
    world.number(&sql).await
}

fn restart(world: &mut World, service: Service) {
    world.pipeline.stop(service);
    world.pipeline.start(service);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_a_source_that_falls_silent_are_held_until_a_person_has_looked() {
    let mut world = holding_world().await;
    world.pipeline.start_all();
    let plain = 4 * WINDOW;
    day(&mut world, 1, plain, 0).await;
    assert_eq!(shown(&world, "ok").await, plain as i64);

    // What the source said before is learned from the topic.
    restart(&mut world, Service::Extract);
    day(&mut world, 2, plain, WINDOW + 5).await;
    assert_eq!(
        shown(&world, "held").await,
        6,
        "the answer that fills the window, and those behind it"
    );
    // So is that it drifts: held from the first answer on.
    restart(&mut world, Service::Extract);
    day(&mut world, 3, plain, WINDOW + 8).await;
    assert_eq!(shown(&world, "held").await, 9);
    let contents = plain + WINDOW + 8;
    assert_eq!(world.calls(), contents, "each content is paid once");

    check_rows(&world).await;
    check_verdicts(&mut world).await;
    assert_eq!(world.calls(), contents, "a verdict pays nothing");
    world.pipeline.stop_all();
}

async fn check_rows(world: &World) {
    let stored = "SELECT count() AS n FROM profiles WHERE startsWith(quarantined, 'hold:drift:')";
    assert_eq!(world.number(stored).await, 9);
    let empty = "SELECT count() AS n FROM jobs_latest WHERE profile_status = 'held' \
                 AND empty(tech_stack) AND contract IS NULL AND quarantined IS NOT NULL";
    assert_eq!(world.number(empty).await, 9);
    let listed = world.pipeline.cli(&["quarantine", "list"]);
    let all = listed.as_array().expect("rows");
    let profiles = all.iter().filter_map(|row| row["profiles"].as_i64());
    assert_eq!(profiles.sum::<i64>(), 9, "{listed}");
    for row in all {
        assert_eq!(
            (&row["source"], &row["state"]),
            (&json!(SOURCE), &json!("hold"))
        );
        let parser = row["parser"].as_str().expect("a parser");
        assert!(parser.starts_with("greenhouse@"), "{parser}");
        let reason = row["reason"].as_str().expect("a reason");
        assert!(reason.contains("null_rate:minimum_degree"), "{reason}");
    }
}

async fn check_verdicts(world: &mut World) {
    let pipeline = &mut world.pipeline;
    let other = pipeline.output(&["quarantine", "release", "--source", "other"]);
    assert_eq!(other.status.code(), Some(1));
    let released = pipeline.cli(&[
        "quarantine",
        "release",
        "--source",
        SOURCE,
        "--reason",
        "drift",
    ]);
    assert_eq!(released, json!({"released": 9}));
    pipeline.rest().await;
    let marked = "SELECT count() AS n FROM jobs_latest WHERE profile_status = 'empty' \
                  AND startsWith(quarantined, 'released:drift:')";
    assert_eq!(world.number(marked).await, 9);
    let hash = "SELECT min(content_hash) AS hash FROM profiles WHERE quarantined IS NOT NULL";
    let hash = world.rows(hash).await[0]["hash"].clone();
    let hash = hash.as_str().expect("a hash");
    let pipeline = &mut world.pipeline;
    let confirmed = pipeline.cli(&["quarantine", "confirm", "--hash", hash]);
    assert_eq!(confirmed, json!({"confirmed": 1}));
    pipeline.rest().await;
    assert_eq!(shown(world, "held").await, 1);
    // Read from their beginning, the topics say the same.
    world.pipeline.stop(Service::Sink);
    world
        .pipeline
        .cli(&["reset", "offsets", "--service", "sink"]);
    world.pipeline.start(Service::Sink);
    world.pipeline.rest().await;
    assert_eq!(shown(world, "held").await, 1);
    assert_eq!(shown(world, "empty").await, 27);
}
