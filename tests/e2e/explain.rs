//! `readonce explain call`: the words that changed, what was absorbed, what it cost and brought.

use serde_json::{Value, json};

use crate::priced::World;

#[tokio::test(flavor = "multi_thread")]
async fn an_explanation_shows_the_words_that_changed_and_what_was_absorbed() {
    let mut world = World::open("explain").await;
    // Paragraphs: typography in the one, a word in the other.
    let board = |quoted: &str, people: u32| {
        format!("We build {quoted} tools.</p><p>For {people} people, in Rust.")
    };
    world.board("board", &[&board("“good”", 40)], "");
    world.pipeline.start_all();
    world.runs(1).await;
    world.board("board", &[&board("\"good\"", 50)], "");
    world.pipeline.cli(&["run", "board"]);
    world.runs(2).await;
    assert_eq!(world.calls(), 2);
    let sql = "SELECT content_hash, previous_hash FROM item_events FINAL WHERE outcome = 'changed'";
    let rows = world.rows(sql).await;
    let hash = |name: &str| rows[0][name].as_str().expect("a hash").to_owned();
    let (before, now) = (hash("previous_hash"), hash("content_hash"));

    let found = world.pipeline.cli(&["explain", "call", &now[..8]]);
    check_change(&found[0], &before);
    check_call(&found[0]);
    let found = world.pipeline.cli(&["explain", "call", &before]);
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

fn check_change(one: &Value, before: &str) {
    let change = &one["change"];
    assert_eq!(change["previous_hash"], before);
    assert_eq!(
        change["words"],
        json!([{ "before": "40", "after": "50" }]),
        "{change}"
    );
    let absorbed = change["absorbed"].as_array().expect("a list");
    assert!(
        absorbed.iter().any(|found| found["rule"] == "quotes"),
        "{change}"
    );
    assert_eq!(change["absorbed_unknown"], Value::Null);
}

fn check_call(one: &Value) {
    assert_eq!(
        (&one["outcome"], &one["contract"]),
        (&"paid".into(), &"job@1".into())
    );
    assert_eq!(one["cause"]["item_id"], "board/1");
    let attempt = &one["attempts"][0];
    assert_eq!(
        (&attempt["state"], &attempt["attempt"]),
        (&"succeeded".into(), &1.into())
    );
    assert!(one["tokens_in"].as_i64() > Some(0) && one["cost_micros"].as_i64() > Some(0));
    assert_eq!(one["config"]["name"], "priced");
    assert_eq!(one["produced"]["answer"]["tech_stack"], json!(["Rust"]));
}
