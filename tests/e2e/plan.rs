//! `readonce plan`: what it names is what is then paid. For contracts see `lifting`.

use serde_json::{Value, json};

use crate::priced::World;

const PARSER: &str = "format: json\nkind: posting\nitems: $.results[*]\nfields:\n  id: {path: $.id}\n  \
    url: {path: $.link}\n  title: {path: $.title}\n";

/// Five postings with two texts each; two of them say the same in both.
fn results() -> Value {
    let one = |at: u32| {
        let short = format!("Short {at}.");
        let long = if at < 3 {
            short.clone()
        } else {
            format!("Long text {at} with Rust.")
        };
        let link = format!("https://jobs.example.com/{at}");
        json!({"id": at, "link": link, "title": "Engineer", "short": short, "long": long})
    };
    json!({ "results": (1..=5).map(one).collect::<Vec<_>>() })
}

/// Writes a parser that reads one of the texts, and answers its file.
fn parser(world: &World, version: u32, field: &str) -> String {
    let file = world.pipeline.folder().join(format!("jobs@{version}.yaml"));
    std::fs::write(&file, format!("{PARSER}  body: {{path: $.{field}}}\n")).expect("a parser");
    file.display().to_string()
}

fn apply(world: &World, parser: &str, version: u32) {
    let board = world.pipeline.folder().join("jobs.json");
    std::fs::write(&board, results().to_string()).expect("a board");
    world.pipeline.cli(&["apply", parser]);
    let paths = format!("paths: [\"{}\"]", board.display());
    world.pipeline.apply(
        "jobs",
        &format!("strategy: files\n{paths}\nparser: jobs@{version}\n"),
    );
}

fn numbers(plan: &Value, names: [&str; 3]) -> [i64; 3] {
    names.map(|name| plan[name].as_i64().unwrap_or(-1))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_for_a_parser_names_as_many_contents_as_are_then_paid() {
    let mut world = World::open("plan").await;
    let (first, second) = (parser(&world, 1, "short"), parser(&world, 2, "long"));
    apply(&world, &first, 1);
    world.pipeline.start_all();
    world.runs(1).await;
    assert_eq!(world.calls(), 5);

    let with = |file: &str| {
        world
            .pipeline
            .cli(&["plan", "--parser", file, "--source", "jobs"])
    };
    let names = ["new", "known", "items"];
    assert_eq!(numbers(&with(&first), names), [0, 5, 5]);
    let plan = with(&second);
    assert_eq!(numbers(&plan, names), [3, 2, 5], "{plan}");
    assert!(plan["cost_micros"].as_i64() > Some(0), "{plan}");
    assert_eq!(world.calls(), 5, "a plan pays nothing");

    apply(&world, &second, 2);
    world.pipeline.cli(&["run", "jobs"]);
    world.runs(2).await;
    assert_eq!(world.calls(), 5 + 3);
    check_config_plan(&world);
    for (words, code) in [
        (vec!["--parser", second.as_str(), "--source", "nowhere"], 1),
        (vec!["--parser", second.as_str()], 2),
        (vec!["--contract", "job@9"], 2),
        (vec![], 2),
    ] {
        let output = world
            .pipeline
            .output(&[vec!["plan"], words.clone()].concat());
        assert_eq!(output.status.code(), Some(code), "{words:?}");
    }
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
