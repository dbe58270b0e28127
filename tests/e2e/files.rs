//! The `files` strategy carries real responses of the three shapes through Kafka into ClickHouse.

use readonce_model::Service;
use readonce_tests::{Pipeline, stack};

/// Files of real boards, and the items that each holds.
const SAMPLES: [(&str, &str, i64); 6] = [
    ("greenhouse-a", "greenhouse/gitlab_2of167.json", 2),
    (
        "greenhouse-b",
        "greenhouse/anonymised_3of631_unescaped_content.json",
        3,
    ),
    ("lever-a", "lever/hinge_hyperconnect_salaryrange.json", 2),
    ("ashby-a", "ashby/linear_2026-07.json", 2),
    ("ashby-b", "ashby/linear_2026-09_truncated.json", 2),
    ("ashby-c", "ashby/highlightta_compensation.json", 2),
];

#[tokio::test(flavor = "multi_thread")]
async fn real_responses_go_all_the_way() {
    let Some(samples) = stack::samples() else {
        eprintln!("skipped: no samples beside this checkout");
        return;
    };
    let mut pipeline = Pipeline::new("files", &[]);
    for (name, file, _) in SAMPLES {
        let path = samples.join(file).canonicalize().expect("a sample");
        pipeline.apply(
            name,
            &format!("strategy: files\npaths: [\"{}\"]\n", path.display()),
        );
    }
    pipeline.start_all();
    let runs = "SELECT count() AS n FROM runs FINAL WHERE state = 'finished' AND complete";
    pipeline
        .until("runs", runs, |found| found == SAMPLES.len() as i64)
        .await;
    pipeline.rest().await;
    for (name, file, items) in SAMPLES {
        let sql = format!("SELECT count() AS n FROM jobs_latest WHERE source = '{name}'");
        assert_eq!(pipeline.number(&sql).await, Some(items), "{file}");
    }
    let pay = "SELECT count() AS n FROM jobs_latest WHERE item_id LIKE 'ashby-c/fc2f1f85%' \
               AND fact_pay_min = 102800 AND fact_pay_max = 137000 AND fact_pay_currency = 'CAD'";
    assert_eq!(pipeline.number(pay).await, Some(1));
    let pending = "SELECT count() AS n FROM jobs_latest WHERE profile_status = 'pending'";
    assert_eq!(pipeline.number(pending).await, Some(0));
    for service in Service::ALL {
        assert_eq!(
            pipeline.letters(service).await,
            0,
            "dead letters of {service}"
        );
    }
    pipeline.stop_all();
}
