//! The whole service: topics in, tables out, and what happens when a part is not there.

use readonce_model::Topic;
use readonce_model::record::Outcome;
use readonce_plumbing::kafka::{Output, Placement};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::records::{item, seen, world};
use crate::world::{World, eventually};

/// Status of /livez or /readyz.
async fn health(port: u16, path: &str) -> u16 {
    let Ok(mut stream) = tokio::net::TcpStream::connect(("127.0.0.1", port)).await else {
        return 0;
    };
    let request = format!("GET {path} HTTP/1.1\r\nhost: sink\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn topics_become_tables_and_the_sink_commits_what_it_wrote() {
    let world_of = World::new().await;
    world_of.produce(&world()).await;
    let sink = world_of.start();
    world_of.quiet().await;
    assert_eq!(world_of.query.jobs_latest_count().await.unwrap(), 3);
    let paid: u64 = world_of
        .query
        .ledger()
        .await
        .unwrap()
        .iter()
        .map(|run| run.paid)
        .sum();
    assert_eq!(paid, 3);
    assert_eq!(health(world_of.health, "/livez").await, 200);
    assert_eq!(health(world_of.health, "/readyz").await, 200);
    assert!(world_of.dead_letters().await.is_empty());
    world_of.end(sink).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_set_aside_with_its_bytes_and_the_rest_goes_on() {
    let world_of = World::new().await;
    let good = seen("1", "A", Outcome::New, 10);
    let (_, whole) = world_of.encode(&good).await;
    let (_, other) = world_of.encode(&world()[23]).await;
    let mut unknown = whole.clone();
    unknown[1] = 0x7f;
    let poison = [
        b"{\"not\":\"avro\"}".to_vec(),
        unknown,
        whole[..whole.len() - 3].to_vec(),
        other,
        whole.clone(),
    ];
    for (at, value) in poison.iter().enumerate() {
        // The last of them is a good record under another's key.
        let key = format!("board/poison-{at}");
        world_of
            .send(Output::new(
                Topic::Observations,
                Placement::At(0),
                key,
                value.clone(),
            ))
            .await;
    }
    let tombstone = Output::tombstone(Topic::Observations, Placement::At(0), item("9").to_string());
    world_of.send(tombstone).await;
    world_of
        .send(Output::new(
            Topic::Observations,
            Placement::At(0),
            good.key(),
            whole,
        ))
        .await;
    let sink = world_of.start();
    world_of.quiet().await;
    let mut letters = world_of.dead_letters().await;
    let mut expected = poison.to_vec();
    letters.sort();
    expected.sort();
    assert_eq!(letters, expected);
    assert_eq!(world_of.query.jobs_latest_count().await.unwrap(), 1);
    world_of.end(sink).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_goes_away_is_waited_for_and_nothing_is_lost() {
    let world_of = World::new().await;
    let sink = world_of.start();
    world_of.produce(&[seen("1", "A", Outcome::New, 10)]).await;
    world_of.quiet().await;
    world_of.store_proxy.close();
    world_of.produce(&world()).await;
    eventually("the sink waits with its records", || async {
        world_of.lag().await > 0
    })
    .await;
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    assert!(
        world_of.lag().await > 0,
        "nothing may be committed that is not written"
    );
    assert_eq!(health(world_of.health, "/livez").await, 200);
    assert_eq!(health(world_of.health, "/readyz").await, 200);
    world_of.store_proxy.open();
    world_of.quiet().await;
    assert_eq!(world_of.query.jobs_latest_count().await.unwrap(), 3);
    assert!(world_of.dead_letters().await.is_empty());
    world_of.end(sink).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_registry_that_goes_away_is_waited_for_and_judges_nothing() {
    let world_of = World::new().await;
    let sink = world_of.start();
    eventually("the sink is ready", || async {
        health(world_of.health, "/readyz").await == 200
    })
    .await;
    world_of.registry_proxy.close();
    world_of.produce(&world()).await;
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    assert!(world_of.lag().await > 0);
    world_of.registry_proxy.open();
    world_of.quiet().await;
    assert_eq!(world_of.query.jobs_latest_count().await.unwrap(), 3);
    assert!(world_of.dead_letters().await.is_empty());
    world_of.end(sink).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_away_at_the_start_is_waited_for() {
    let world_of = World::new().await;
    world_of.store_proxy.close();
    let sink = world_of.start();
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    assert!(!sink.is_finished(), "it waits");
    world_of.store_proxy.open();
    world_of.produce(&world()).await;
    world_of.quiet().await;
    world_of.end(sink).await;
}
