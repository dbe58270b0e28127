//! Messages that nobody can read are set aside with their original bytes; the rest goes on.

use std::collections::BTreeMap;

use readonce_model::topic::Cleanup;
use readonce_model::{Service, Topic};
use readonce_plumbing::kafka::{self, Producer};
use readonce_testkit::world::Spec;
use readonce_tests::{Boards, Pipeline};

/// One input topic of each service.
const INPUTS: [(Service, Topic); 4] = [
    (Service::Ingest, Topic::Tasks),
    (Service::Canonicalize, Topic::RawPages),
    (Service::Extract, Topic::ExtractRequests),
    (Service::Sink, Topic::Observations),
];

struct Poison {
    reason: &'static str,
    key: Option<&'static [u8]>,
    value: Vec<u8>,
}

/// `schema_id` is one that the registry knows and that belongs on the topic.
fn poisons(topic: &Topic, schema_id: u32) -> Vec<Poison> {
    let framed = |id: u32, body: &[u8]| [&[0], &id.to_be_bytes()[..], body].concat();
    let key: Option<&'static [u8]> = Some(b"poison/1");
    vec![
        Poison {
            reason: "bad_magic",
            key,
            value: b"{\"not\":\"avro\"}".to_vec(),
        },
        Poison {
            reason: "bad_magic",
            key,
            value: b"\0\0".to_vec(),
        },
        Poison {
            reason: "guid_framing",
            key,
            value: vec![1; 40],
        },
        Poison {
            reason: "unknown_schema",
            key,
            value: framed(999_999_999, b"x"),
        },
        Poison {
            reason: "bad_avro",
            key,
            value: framed(schema_id, b"\x02"),
        },
        Poison {
            reason: "null_key",
            key: no_key(topic),
            value: framed(schema_id, b"\x02"),
        },
    ]
}

/// Brokers refuse a record without a key on a compacted topic, but not one with an empty key.
fn no_key(topic: &Topic) -> Option<&'static [u8]> {
    (topic.cleanup() == Cleanup::Compact).then_some(b"")
}

#[tokio::test(flavor = "multi_thread")]
async fn poison_is_set_aside_with_its_bytes_and_the_rest_goes_on() {
    let boards = Boards::serve(Spec {
        days: 1,
        ..Spec::default()
    })
    .await;
    let mut pipeline = Pipeline::new("poison", &[]);
    pipeline.start_all();
    boards.apply(&pipeline);
    boards.end_day(&mut pipeline, 1).await;
    check_empty_posting(&pipeline).await;
    let ids = schema_ids(&pipeline);
    let producer = Producer::new(&pipeline.settings()).expect("a producer");
    for (_, topic) in &INPUTS {
        let name = pipeline.topic(topic);
        for poison in poisons(topic, ids[&format!("{name}-value")]) {
            let sent = producer
                .send_as_is(&name, 1, poison.key, Some(&poison.value))
                .await;
            sent.expect("the broker takes it");
        }
    }
    pipeline.rest().await;
    for (service, topic) in &INPUTS {
        check_letters(
            &pipeline,
            *service,
            topic,
            &poisons(topic, ids[&subject(&pipeline, topic)]),
        )
        .await;
    }
    // The rest goes on: another run of every board comes through.
    pipeline.cli(&["run", "--all"]);
    boards.end_day(&mut pipeline, 2).await;
    let listed = boards.world.shown_on(1).len() as u64;
    assert_eq!(pipeline.totals().await.jobs_latest_rows, listed);
    let output = pipeline.output(&["dlq"]);
    assert_eq!(output.status.code(), Some(1), "dead letters are a finding");
    pipeline.stop_all();
}

/// The almost empty posting of the world: a legal empty answer is paid once and stored.
async fn check_empty_posting(pipeline: &Pipeline) {
    let empty = "SELECT count() AS n FROM jobs_latest WHERE profile_status = 'empty'";
    assert_eq!(pipeline.number(empty).await, Some(1));
    let calls = "SELECT count() AS n FROM extract_attempts FINAL WHERE content_hash IN \
                 (SELECT content_hash FROM jobs_latest WHERE profile_status = 'empty')";
    assert_eq!(pipeline.number(calls).await, Some(1));
}

async fn check_letters(pipeline: &Pipeline, service: Service, topic: &Topic, sent: &[Poison]) {
    let letters = kafka::letters(&pipeline.settings(), service)
        .await
        .expect("letters");
    assert_eq!(letters.len(), sent.len(), "letters of {service}");
    let mut wanted: Vec<_> = sent
        .iter()
        .map(|poison| (poison.reason, &poison.value))
        .collect();
    for letter in &letters {
        let from = letter
            .provenance
            .as_ref()
            .expect("a letter says where it came from");
        assert_eq!(
            (from.topic.as_str(), from.partition),
            (pipeline.topic(topic).as_str(), 1)
        );
        assert!(!from.detail.is_empty());
        let value = letter.value.as_ref().expect("a letter has its bytes");
        let at = wanted
            .iter()
            .position(|(reason, bytes)| *reason == from.reason && *bytes == value);
        let at = at.unwrap_or_else(|| panic!("{service}: no poison for {from:?}"));
        wanted.remove(at);
    }
}

fn subject(pipeline: &Pipeline, topic: &Topic) -> String {
    format!("{}-value", pipeline.topic(topic))
}

fn schema_ids(pipeline: &Pipeline) -> BTreeMap<String, u32> {
    let registered = pipeline.cli(&["contracts", "register"]);
    let all = registered.as_array().expect("a list").iter();
    all.map(|one| {
        let subject = one["subject"].as_str().expect("a subject").to_owned();
        (subject, one["id"].as_u64().expect("an id") as u32)
    })
    .collect()
}
