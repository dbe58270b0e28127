//! extract dies at each named point of a call, one after the other. Every content has its profile
//! in the end, and only an answer that was nowhere yet is paid for again.

use readonce_model::Service;
use readonce_testkit::model::paid_by_content;
use readonce_testkit::world::Spec;
use readonce_tests::boards::{model_config, model_server};
use readonce_tests::{Boards, Pipeline};

/// Points at which the answer is safe, or the call was not made: nothing may be paid twice.
const SAFE: [&str; 5] = [
    "after_attempt:2",
    "after_spool:2",
    "after_profile:2",
    "after_tombstone:2",
    "before_offset:2",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_at_any_safe_point_pays_nothing_twice() {
    let (paid, distinct) = crash_at(&SAFE).await;
    assert_eq!(paid, distinct);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_lost_is_paid_for_once_more_and_no_more() {
    let (paid, distinct) = crash_at(&["after_body:2"]).await;
    assert_eq!(paid, distinct + 1);
}

/// Paid calls by the model's own log, and contents.
async fn crash_at(points: &[&str]) -> (u32, u32) {
    let model = model_server(5).await;
    let boards = Boards::serve(Spec {
        postings: 30,
        days: 1,
        ..Spec::default()
    })
    .await;
    let config = model_config(&model, 1500);
    let settings = [
        ("extract.config", config.path.clone()),
        ("extract.concurrency", "1".to_owned()),
        ("extract.lease-ms", "2000".to_owned()),
    ];
    let mut pipeline = Pipeline::new("crash", &settings);
    boards.apply(&pipeline);
    for service in [Service::Ingest, Service::Canonicalize, Service::Sink] {
        pipeline.start(service);
    }
    for point in points {
        pipeline.start_to_crash(Service::Extract, point).await;
    }
    pipeline.start(Service::Extract);
    boards.end_day(&mut pipeline, 1).await;
    let pending = "SELECT count() AS n FROM jobs_latest WHERE profile_status = 'pending'";
    assert_eq!(pipeline.number(pending).await, Some(0));
    pipeline.stop_all();
    let paid = paid_by_content(&model.calls()).values().sum();
    (paid, boards.world.ledger().distinct_contents)
}
