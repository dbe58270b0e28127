//! Each consumer group is rewound to the beginning: the same tables come out, and nothing is paid.

use readonce_model::Service;
use readonce_testkit::model::paid_by_content;
use readonce_testkit::world::Spec;
use readonce_tests::boards::{model_config, model_server};
use readonce_tests::tables::assert_equal;
use readonce_tests::{Boards, Pipeline};

#[tokio::test(flavor = "multi_thread")]
async fn a_rewound_group_makes_the_same_tables_and_pays_nothing() {
    let model = model_server(2).await;
    let boards = Boards::serve(Spec {
        days: 3,
        ..Spec::default()
    })
    .await;
    let config = model_config(&model, 60_000);
    let settings = [("extract.config", config.path.clone())];
    let mut pipeline = Pipeline::new("rewind", &settings);
    boards.apply(&pipeline);
    pipeline.start_all();
    for day in 1..=3 {
        boards.day(&mut pipeline, day).await;
    }
    pipeline.stop_all();
    let wanted = pipeline.tables().await;
    let paid = paid_by_content(&model.calls());
    assert_eq!(paid.len() as u32, boards.world.ledger().distinct_contents);
    for service in Service::ALL {
        rewind(
            &mut pipeline,
            &["reset", "offsets", "--service", service.name()],
        )
        .await;
        assert_equal(&pipeline.tables().await, &wanted);
        assert_eq!(
            paid_by_content(&model.calls()),
            paid,
            "rewinding {service} was paid for"
        );
    }
    rewind(&mut pipeline, &["reset", "offsets"]).await;
    assert_equal(&pipeline.tables().await, &wanted);
    assert_eq!(paid_by_content(&model.calls()), paid);
}

async fn rewind(pipeline: &mut Pipeline, command: &[&str]) {
    pipeline.cli(command);
    pipeline.start_all();
    pipeline.rest().await;
    pipeline.stop_all();
}
