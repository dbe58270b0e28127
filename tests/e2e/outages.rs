//! A part that is down at the start is named; one that goes away in mid-run is waited for.

use std::net::SocketAddr;

use readonce_model::Service;
use readonce_plumbing::config;
use readonce_sink::config::ClickHouse;
use readonce_testkit::proxy::{Fault, Proxy};
use readonce_testkit::world::Spec;
use readonce_tests::{Boards, Pipeline};

/// Nothing listens on this port: it is reserved and not assigned.
const NOBODY: &str = "127.0.0.1:1";

#[test]
fn a_part_that_is_down_at_the_start_is_named_with_its_address() {
    let dead = [
        ("kafka", "kafka.bootstrap-servers", NOBODY.to_owned()),
        (
            "registry",
            "registry.url",
            format!("http://{NOBODY}/apis/ccompat/v7"),
        ),
        ("clickhouse", "clickhouse.url", format!("http://{NOBODY}")),
    ];
    for (part, key, address) in dead {
        let setting = format!("{key}={address}");
        let patience = "sink.instance.start-patience-s=1";
        let pipeline = Pipeline::new("down", &[]);
        let command = ["--set", &setting, "--set", patience, "up", "--only", "sink"];
        let output = pipeline.output(&command);
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{part}: {said}");
        assert!(
            said.contains(part) && said.contains(NOBODY),
            "{part}: {said}"
        );
    }
}

async fn proxy_to(url: &str) -> (Proxy, String) {
    let rest = url.strip_prefix("http://").expect("a plain address");
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let upstream: SocketAddr = host.parse().expect("an address");
    let proxy = Proxy::start(upstream).await.expect("a proxy");
    let url = format!("http://{}/{path}", proxy.addr());
    (proxy, url.trim_end_matches('/').to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn clickhouse_and_registry_may_go_away_and_come_back() {
    let plain = Pipeline::new("plain", &[]);
    let clickhouse = ClickHouse::read(&plain.layers()).expect("[clickhouse]").url;
    let registry: config::Registry = plain.layers().section("registry").expect("[registry]");
    let (store, store_url) = proxy_to(&clickhouse).await;
    let (schemas, schemas_url) = proxy_to(&registry.url).await;
    let boards = Boards::serve(Spec {
        days: 2,
        ..Spec::default()
    })
    .await;
    let settings = [("clickhouse.url", store_url), ("registry.url", schemas_url)];
    let mut pipeline = Pipeline::new("outage", &settings);
    boards.apply(&pipeline);
    pipeline.start_all();
    boards.day(&mut pipeline, 1).await;

    boards.begin_day(&mut pipeline, 2);
    store.inject(Fault::Refuse, None);
    store.reset_all();
    schemas.inject(Fault::Refuse, None);
    schemas.reset_all();
    // The sink keeps trying: that it did is seen at the proxy.
    let before = store.struck();
    while store.struck() < before + 3 {
        pipeline.check_alive();
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    store.clear();
    schemas.clear();
    boards.end_day(&mut pipeline, 2).await;
    let expected = boards.world.ledger();
    assert_eq!(
        pipeline.totals().await.paid_calls,
        u64::from(expected.distinct_contents)
    );
    let standing = expected.days[1]
        .presence
        .values()
        .filter(|state| **state != readonce_testkit::world::Presence::Delisted)
        .count();
    assert_eq!(pipeline.totals().await.jobs_latest_rows, standing as u64);
    pipeline.stop_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_is_lost_after_an_insert_doubles_nothing() {
    let plain = Pipeline::new("plain", &[]);
    let clickhouse = ClickHouse::read(&plain.layers()).expect("[clickhouse]").url;
    let (store, url) = proxy_to(&clickhouse).await;
    let boards = Boards::serve(Spec {
        days: 1,
        ..Spec::default()
    })
    .await;
    let mut pipeline = Pipeline::new("lost", &[("clickhouse.url", url)]);
    boards.apply(&pipeline);
    store.inject_when_sent(b"INSERT", Fault::DropReply, Some(4));
    pipeline.start_all();
    boards.end_day(&mut pipeline, 1).await;
    assert!(store.struck() >= 4, "the fault was never hit");
    let seen = i64::from(boards.world.ledger().days[0].counts.seen);
    let count = "SELECT count() AS n FROM item_events FINAL";
    assert_eq!(pipeline.number(count).await, Some(seen));
    pipeline.stop_all();
}

/// A broker of this test's own: it is killed, and the shared one must live.
#[tokio::test(flavor = "multi_thread")]
async fn the_broker_may_be_killed_and_come_back() {
    let home = tempfile::tempdir().expect("a folder");
    let broker = Broker::start(home.path());
    let boards = Boards::serve(Spec {
        days: 2,
        ..Spec::default()
    })
    .await;
    let address = format!("127.0.0.1:{}", broker.port);
    let mut pipeline = Pipeline::new("broker", &[("kafka.bootstrap-servers", address)]);
    boards.apply(&pipeline);
    pipeline.start_all();
    boards.day(&mut pipeline, 1).await;
    boards.begin_day(&mut pipeline, 2);
    broker.kill();
    let broker = Broker::start_at(home.path(), broker.port);
    boards.end_day(&mut pipeline, 2).await;
    let expected = boards.world.ledger().distinct_contents;
    assert_eq!(pipeline.totals().await.paid_calls, u64::from(expected));
    for service in Service::ALL {
        assert_eq!(
            pipeline.letters(service).await,
            0,
            "dead letters of {service}"
        );
    }
    pipeline.stop_all();
    drop(broker);
}

struct Broker {
    home: std::path::PathBuf,
    port: u16,
    pid: u32,
}

impl Broker {
    fn start(home: &std::path::Path) -> Self {
        Self::start_at(home, 0)
    }

    fn start_at(home: &std::path::Path, port: u16) -> Self {
        let port = port.to_string();
        let command = ["stack", "up", "--only", "kafka", "--kafka-port", &port];
        let out = readonce_tests::process::run(&stack_arguments(home, &command));
        assert!(
            out.status.success(),
            "{}",
            String::from_utf8_lossy(&out.stdout)
        );
        let parts: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        let kafka = &parts[0];
        let address = kafka["address"].as_str().expect("an address");
        let port = address
            .rsplit(':')
            .next()
            .and_then(|port| port.parse().ok())
            .expect("a port");
        let pid = kafka["pid"].as_u64().expect("a process") as u32;
        Self {
            home: home.to_owned(),
            port,
            pid,
        }
    }

    fn kill(&self) {
        let status = std::process::Command::new("kill")
            .args(["-9", &self.pid.to_string()])
            .status();
        assert!(status.expect("kill runs").success());
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        readonce_tests::process::run(&stack_arguments(&self.home, &["stack", "down", "--wipe"]));
    }
}

fn stack_arguments(home: &std::path::Path, command: &[&str]) -> Vec<String> {
    let home = home.display().to_string();
    let fixed = ["--json", "--home", &home];
    fixed
        .iter()
        .chain(command)
        .map(|word| (*word).to_owned())
        .collect()
}
