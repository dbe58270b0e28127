//! A contract is raised: what earlier profiles give costs nothing, a model is asked for the rest
//! alone, and a plan says beforehand what is then paid. The model server's own log counts.

use readonce_model::Service;
use serde_json::Value;

use crate::priced::World;

/// What job@1 holds in words: one reading, no years at all, or none that could be told.
const LIFTABLE: [&str; 4] = [
    "5-8 years of experience. We use Rust.",
    "3年以上相关工作经验，熟练掌握Go",
    "10+ years of professional experience",
    "A kind word for everybody.",
];
/// Employers write such things; nobody but a model may say what is meant.
const UNCLEAR: [&str; 2] = [
    "10-5 years of experience in sales",
    "100 years of tradition and 2 of Kafka",
];
/// Never extracted before.
const UNKNOWN: [&str; 2] = [
    "2 years of experience with Redis",
    "No tools at all, but 7+ years at sea",
];

fn counts(plan: &Value) -> [i64; 5] {
    ["known", "lifted", "asked_in_part", "asked_in_whole", "new"]
        .map(|name| plan[name].as_i64().unwrap_or(-1))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_raised_contract_is_lifted_where_it_can_be_and_paid_where_it_cannot() {
    let mut world = World::open("lift").await;
    world.board(
        "first",
        &[LIFTABLE.as_slice(), UNCLEAR.as_slice()].concat(),
        "",
    );
    world.board("silent", &UNKNOWN, "contracts: []\n");
    world.pipeline.start_all();
    world.runs(2).await;
    assert_eq!(world.calls(), 6, "job@1 of the six postings of one source");

    let plan = world.pipeline.cli(&["plan", "--contract", "job@2"]);
    assert_eq!(counts(&plan), [0, 4, 2, 2, 4], "{plan}");
    let of_first = world
        .pipeline
        .cli(&["plan", "--contract", "job@2", "--source", "first"]);
    assert_eq!(counts(&of_first), [0, 4, 2, 0, 2], "{of_first}");
    assert_eq!(world.calls(), 6, "a plan pays nothing");

    // Gradually: one content, then all that are left. Asked twice, paid once.
    let asked = world
        .pipeline
        .cli(&["backfill", "--contract", "job@2", "--limit", "1"]);
    assert_eq!(asked["requested"], 1);
    world.pipeline.rest().await;
    world.pipeline.cli(&["backfill", "--contract", "job@2"]);
    world.pipeline.cli(&["backfill", "--contract", "job@2"]);
    world.pipeline.rest().await;
    let new = plan["new"].as_u64().expect("a number") as usize;
    assert_eq!(
        world.calls(),
        6 + new,
        "exactly those that cannot be lifted"
    );

    check_tables(&world).await;
    let paid = world
        .number("SELECT sum(cost_micros) AS n FROM extract_attempts FINAL WHERE contract = 'job@2'")
        .await as f64;
    let estimated = plan["cost_micros"].as_f64().expect("a number");
    assert!(
        (0.5..2.0).contains(&(estimated / paid)),
        "{estimated} for {paid}"
    );
    let again = world.pipeline.cli(&["plan", "--contract", "job@2"]);
    assert_eq!(counts(&again), [8, 0, 0, 0, 0], "{again}");
    check_explanations(&world).await;

    world.pipeline.stop_all();
    world
        .pipeline
        .cli(&["reset", "offsets", "--service", "extract"]);
    world.pipeline.start(Service::Extract);
    world.pipeline.start(Service::Sink);
    world.pipeline.rest().await;
    assert_eq!(world.calls(), 6 + new, "a replay pays nothing");
    assert_eq!(world.pipeline.letters(Service::Extract).await, 0);
    world.pipeline.stop_all();
}

async fn check_tables(world: &World) {
    let lifted = "SELECT count() AS n FROM profiles_job_v2 FINAL WHERE lifted_from = 'job@1' \
                  AND empty(asked_fields) AND attempt = 0 AND cost_micros = 0";
    assert_eq!(world.number(lifted).await, 4);
    let asked = "SELECT count() AS n FROM profiles_job_v2 FINAL WHERE lifted_from = 'job@1' \
                 AND asked_fields = ['experience_years_min', 'experience_years_max'] \
                 AND cost_micros > 0 AND summary IS NOT NULL";
    assert_eq!(world.number(asked).await, 2);
    let whole = "SELECT count() AS n FROM profiles_job_v2 FINAL WHERE lifted_from IS NULL";
    assert_eq!(world.number(whole).await, 2);
    // The tables show the later contract where it is, with the numbers that the words had.
    for (words, min, max) in [
        ("5-8 years%", 5, 8),
        ("3年以上%", 3, -1),
        ("10+ years%", 10, -1),
    ] {
        let sql = format!(
            "SELECT ifNull(j.experience_years_min, -1) * 100 + ifNull(j.experience_years_max, -1) AS n
             FROM jobs_latest AS j INNER JOIN (SELECT * FROM snapshots FINAL) AS s
                ON s.content_hash = j.content_hash
             WHERE s.text LIKE '{words}' AND j.contract = 'job@2'"
        );
        assert_eq!(world.number(&sql).await, min * 100 + max, "{words}");
    }
    let duplicates = "SELECT count() AS n FROM duplicate_paid";
    assert_eq!(world.number(duplicates).await, 0);
}

async fn check_explanations(world: &World) {
    let sql = "SELECT content_hash, multiIf(lifted_from IS NULL, 'whole', empty(asked_fields), \
               'lifted', 'part') AS way FROM profiles_job_v2 FINAL";
    for row in world.rows(sql).await {
        let hash = row["content_hash"].as_str().expect("a hash");
        let found = world
            .pipeline
            .cli(&["explain", "call", &hash[..12], "--contract", "job@2"]);
        let one = &found[0];
        assert_eq!(one["content_hash"], hash);
        assert_eq!(one["config"]["name"], "priced");
        assert_eq!(one["cause"]["event"]["outcome"], "new");
        let calls = one["attempts"].as_array().map(Vec::len);
        match row["way"].as_str() {
            Some("lifted") => assert_eq!(
                (&one["outcome"], calls),
                (&"lifted".into(), Some(0)),
                "{one}"
            ),
            Some("part") => {
                assert_eq!((&one["outcome"], calls), (&"paid".into(), Some(1)), "{one}");
                assert_eq!(one["produced"]["lifted_from"], "job@1");
            }
            _ => assert!(one["cost_micros"].as_i64() > Some(0), "{one}"),
        }
    }
}
