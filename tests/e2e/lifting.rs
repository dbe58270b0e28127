//! A contract is raised: what earlier profiles give costs nothing, a model is asked for the rest
//! alone, and a plan says beforehand what is then paid. The model server's own log counts.

use readonce_model::Service;
use readonce_testkit::model::ModelServer;
use readonce_tests::Pipeline;
use readonce_tests::boards::model_server;
use serde_json::{Value, json};

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

struct World {
    pipeline: Pipeline,
    model: ModelServer,
}

impl World {
    async fn open(name: &str) -> Self {
        let model = model_server(2).await;
        let mut pipeline = Pipeline::new(name, &[]);
        let yaml = format!(
            "name: priced\nprovider: openai\nmodel: test\nbase-url: {}\n\
             price-in-micros-per-1k: 400\nprice-out-micros-per-1k: 1600\n",
            model.base_url()
        );
        let file = pipeline.folder().join("priced.yaml");
        std::fs::write(&file, yaml).expect("a config");
        pipeline.set(&format!("extract.config={}", file.display()));
        Self { pipeline, model }
    }

    fn board(&self, source: &str, texts: &[&str], rest: &str) {
        let jobs: Vec<Value> = texts
            .iter()
            .enumerate()
            .map(|(at, text)| {
                json!({"id": at + 1, "absolute_url": format!("https://{source}.example.com/{at}"),
                    "title": format!("Engineer {at} of {source}"), "content": format!("<p>{text}</p>")})
            })
            .collect();
        let file = self.pipeline.folder().join(format!("{source}.json"));
        std::fs::write(&file, json!({ "jobs": jobs }).to_string()).expect("a board");
        let yaml = format!(
            "strategy: files\npaths: [\"{}\"]\nformat: greenhouse\n{rest}",
            file.display()
        );
        self.pipeline.apply(source, &yaml);
    }

    async fn runs(&mut self, count: i64) {
        let sql = "SELECT count() AS n FROM runs FINAL WHERE state = 'finished' AND complete";
        self.pipeline
            .until("runs", sql, |found| found >= count)
            .await;
        self.pipeline.rest().await;
    }

    fn calls(&self) -> usize {
        self.model.calls().len()
    }

    async fn rows(&self, sql: &str) -> Vec<Value> {
        self.pipeline.query().select_json(sql).await.expect("rows")
    }

    async fn number(&self, sql: &str) -> i64 {
        self.pipeline.number(sql).await.unwrap_or(-1)
    }
}

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

#[tokio::test(flavor = "multi_thread")]
async fn an_explanation_shows_the_words_that_changed_and_what_was_absorbed() {
    let mut world = World::open("explain").await;
    world.board(
        "board",
        &["We build “good” tools for 40 people in Rust."],
        "",
    );
    world.pipeline.start_all();
    world.runs(1).await;
    world.board(
        "board",
        &["We build \"good\" tools for 50 people in Rust."],
        "",
    );
    world.pipeline.cli(&["run", "board"]);
    world.runs(2).await;
    assert_eq!(world.calls(), 2);
    let rows = world
        .rows("SELECT content_hash, previous_hash FROM item_events FINAL WHERE outcome = 'changed'")
        .await;
    let hash = rows[0]["content_hash"].as_str().expect("a hash");
    let found = world.pipeline.cli(&["explain", "call", &hash[..8]]);
    let one = &found[0];
    assert_eq!(
        (&one["outcome"], &one["contract"]),
        (&"paid".into(), &"job@1".into())
    );
    assert_eq!(one["cause"]["item_id"], "board/1");
    let change = &one["change"];
    assert_eq!(change["previous_hash"], rows[0]["previous_hash"]);
    assert_eq!(
        change["words"],
        json!([{ "before": "40", "after": "50" }]),
        "{change}"
    );
    let rules: Vec<_> = change["absorbed"]
        .as_array()
        .expect("a list")
        .iter()
        .collect();
    assert!(
        rules.iter().any(|found| found["rule"] == "quotes"),
        "{change}"
    );
    let attempt = &one["attempts"][0];
    assert_eq!(
        (&attempt["state"], &attempt["attempt"]),
        (&"succeeded".into(), &1.into())
    );
    assert!(one["tokens_in"].as_i64() > Some(0) && one["cost_micros"].as_i64() > Some(0));
    assert_eq!(one["produced"]["answer"]["tech_stack"], json!(["Rust"]));

    let first = rows[0]["previous_hash"].as_str().expect("a hash");
    let found = world.pipeline.cli(&["explain", "call", first]);
    assert_eq!(
        found[0]["change"],
        Value::Null,
        "nothing came before the first content"
    );
    for (hash, code) in [("abcdefabcdef", 1), ("xyz", 2), ("abc", 2)] {
        let output = world.pipeline.output(&["explain", "call", hash]);
        assert_eq!(output.status.code(), Some(code), "{hash}");
    }
    world.pipeline.stop_all();
}

const PARSER: &str = "format: json\nkind: posting\nitems: $.results[*]\nfields:\n  id: {path: $.id}\n  \
    url: {path: $.link}\n  title: {path: $.title}\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_for_a_parser_names_as_many_contents_as_are_then_paid() {
    let mut world = World::open("plan").await;
    let results: Vec<Value> = (1..=5)
        .map(|at| {
            // Two of them say the same in both fields.
            let long = if at < 3 {
                format!("Short {at}.")
            } else {
                format!("Long text {at} with Rust.")
            };
            json!({"id": at, "link": format!("https://jobs.example.com/{at}"), "title": "Engineer",
                "short": format!("Short {at}."), "long": long})
        })
        .collect();
    let board = world.pipeline.folder().join("jobs.json");
    std::fs::write(&board, json!({ "results": results }).to_string()).expect("a board");
    let parser = |version: u32, field: &str| {
        let file = world.pipeline.folder().join(format!("jobs@{version}.yaml"));
        std::fs::write(&file, format!("{PARSER}  body: {{path: $.{field}}}\n")).expect("a parser");
        file.display().to_string()
    };
    let (first, second) = (parser(1, "short"), parser(2, "long"));
    let source = |version: u32| {
        format!(
            "strategy: files\npaths: [\"{}\"]\nparser: jobs@{version}\n",
            board.display()
        )
    };
    world.pipeline.cli(&["apply", &first]);
    world.pipeline.apply("jobs", &source(1));
    world.pipeline.start_all();
    world.runs(1).await;
    assert_eq!(world.calls(), 5);

    let same = world
        .pipeline
        .cli(&["plan", "--parser", &first, "--source", "jobs"]);
    assert_eq!(
        (&same["new"], &same["known"], &same["items"]),
        (&0.into(), &5.into(), &5.into())
    );
    let plan = world
        .pipeline
        .cli(&["plan", "--parser", &second, "--source", "jobs"]);
    assert_eq!(
        (&plan["new"], &plan["known"]),
        (&3.into(), &2.into()),
        "{plan}"
    );
    assert!(plan["cost_micros"].as_i64() > Some(0), "{plan}");
    assert_eq!(world.calls(), 5, "a plan pays nothing");

    world.pipeline.cli(&["apply", &second]);
    world.pipeline.apply("jobs", &source(2));
    world.pipeline.cli(&["run", "jobs"]);
    world.runs(2).await;
    assert_eq!(
        world.calls() as u64,
        5 + plan["new"].as_u64().expect("a number")
    );
    check_config_plan(&world);
    let nowhere = ["plan", "--parser", second.as_str(), "--source", "nowhere"];
    assert_eq!(world.pipeline.output(&nowhere).status.code(), Some(1));
    assert_eq!(world.pipeline.output(&["plan"]).status.code(), Some(2));
    assert_eq!(
        world
            .pipeline
            .output(&["plan", "--contract", "job@9"])
            .status
            .code(),
        Some(2)
    );
    world.pipeline.stop_all();
}

fn check_config_plan(world: &World) {
    let file = world.pipeline.folder().join("other.yaml");
    let yaml = format!(
        "name: other\nprovider: openai\nmodel: larger\nbase-url: {}\n",
        world.model.base_url()
    );
    std::fs::write(&file, yaml).expect("a config");
    let file = file.display().to_string();
    let plan = world.pipeline.cli(&["plan", "--extraction-config", &file]);
    assert_eq!(
        (&plan["new"], &plan["is_new_version"]),
        (&0.into(), &true.into())
    );
    assert!(
        plan["why"]
            .as_str()
            .is_some_and(|why| why.contains("nothing is asked again")),
        "{plan}"
    );
}
