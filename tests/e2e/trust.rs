//! Evidence of answers, from a model's reply to the tables; and the reply itself, which is in none.

use readonce_testkit::world::Spec;
use readonce_tests::boards::{model_config, model_server};
use readonce_tests::{Boards, Pipeline};

#[tokio::test(flavor = "multi_thread")]
async fn values_have_their_proof_in_sql_and_replies_only_where_they_are_restricted() {
    let model = model_server(5).await;
    let boards = Boards::serve(Spec {
        postings: 26,
        days: 1,
        ..Spec::default()
    })
    .await;
    let config = model_config(&model, 1500);
    let mut pipeline = Pipeline::new("trust", &[("extract.config", config.path.clone())]);
    boards.apply(&pipeline);
    pipeline.start_all();
    boards.end_day(&mut pipeline, 1).await;
    let proved = "SELECT count() AS n FROM profiles WHERE notEmpty(proofs)";
    assert!(pipeline.number(proved).await > Some(6));
    let suspected = "SELECT count() AS n FROM profiles WHERE notEmpty(injection_suspected)";
    assert_eq!(pipeline.number(suspected).await, Some(0));
    let call = &model.calls()[0];
    let key = call.idempotency_key.as_deref().expect("a key");
    let (hash, _) = key.split_once(':').expect("a hash");
    let found = pipeline.cli(&["answers", hash]);
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found[0]["content_hash"], hash);
    assert_eq!(found[0]["intact"], true);
    let body = found[0]["body"].as_str().expect("a body");
    assert!(body.contains("readonce-testkit"), "{body}");
    let tables = "SELECT count() AS n FROM system.tables WHERE database = currentDatabase() \
                  AND name LIKE '%answer%'";
    assert_eq!(pipeline.number(tables).await, Some(0));
    let never = pipeline.output(&["answers", &"0".repeat(64)]);
    assert_eq!(never.status.code(), Some(1));
    pipeline.stop_all();
}
