//! The views, against a small world and against the reference fold.

use readonce_core::view::{Topics, latest};
use readonce_model::record::{
    CallState, ExtractAttempt, Observation, Outcome, Presence, PresenceState, Profile,
    ProfileStatus,
};
use readonce_sink::rows::TopicRecord;
use serde_json::{Map, Value, json};

use crate::database::with_database;
use crate::records::*;

#[tokio::test]
async fn every_item_that_is_not_delisted_is_shown_with_or_without_a_profile() {
    with_database(|database| async move {
        database.put(&world()).await;
        let rows = database
            .rows("SELECT item_id, title, presence, profile_status, contract, summary FROM jobs_latest ORDER BY item_id")
            .await;
        let summary = "Runs the sales process for mid-size companies in Italy.";
        let row = |id: &str, title: &str, status: &str| {
            let extracted = status == "ok";
            json!({
                "item_id": format!("board/{id}"), "title": title, "presence": "listed",
                "profile_status": status,
                "contract": extracted.then_some("job@1"),
                "summary": extracted.then_some(summary),
            })
        };
        let expected = [
            row("1", "title A", "ok"),
            row("2", "title A", "ok"),
            row("3", "title E", "pending"),
        ];
        assert_eq!(rows, expected);
    })
    .await;
}

#[tokio::test]
async fn a_small_run_hides_nothing_of_the_runs_before_it() {
    with_database(|database| async move {
        let first = (0..4_000).map(|id| seen(&id.to_string(), "A", Outcome::New, 10));
        database.put(&first.collect::<Vec<_>>()).await;
        let second = (0..30).map(|id| seen(&id.to_string(), "B", Outcome::Changed, 500));
        database.put(&second.collect::<Vec<_>>()).await;
        let counts =
            "SELECT count() AS rows, countIf(title = 'title B') AS changed FROM jobs_latest";
        assert_eq!(
            database.rows(counts).await,
            [json!({ "rows": 4_000, "changed": 30 })]
        );
    })
    .await;
}

#[tokio::test]
async fn facts_have_types_and_stay_apart_from_what_was_extracted() {
    with_database(|database| async move {
        let mut record = observation(&Seen { id: "1", content: "A", outcome: Outcome::New, at: 10 });
        record.facts.employment_type = Some("contract".into());
        record.facts.pay_min = Some("102800.50".into());
        record.facts.pay_max = Some("on request".into());
        record.facts.published_at = Some("2026-04-17".into());
        database.put(&[TopicRecord::Observation(Box::new(record)), extracted("A", 20)]).await;
        let rows = database
            .rows(
                "SELECT fact_employment_type, employment_type, toString(fact_pay_min) AS pay_min, fact_pay_max,
                    fact_published_at, fact_cities, tech_stack FROM jobs_latest",
            )
            .await;
        let expected = json!({
            "fact_employment_type": "contract", "employment_type": "full_time",
            "pay_min": "102800.5", "fact_pay_max": null,
            "fact_published_at": "2026-04-17 00:00:00.000",
            "fact_cities": ["Remote, Italy"], "tech_stack": ["Rust", "Kafka"],
        });
        assert_eq!(rows, [expected]);
    })
    .await;
}

#[tokio::test]
async fn an_empty_profile_is_a_result() {
    with_database(|database| async move {
        let empty = Profile {
            status: ProfileStatus::Empty,
            answer: Map::new(),
            ..profile("A", 20)
        };
        database
            .put(&[seen("1", "A", Outcome::New, 10), of_job(empty)])
            .await;
        let row = "SELECT profile_status, tech_stack, minimum_degree FROM jobs_latest";
        let expected =
            json!({ "profile_status": "empty", "tech_stack": [], "minimum_degree": null });
        assert_eq!(database.rows(row).await, [expected]);
    })
    .await;
}

#[tokio::test]
async fn the_ledger_says_who_paid() {
    with_database(|database| async move {
        database.put(&world()).await;
        let settled = database
            .rows("SELECT item_id, settled FROM event_costs ORDER BY observed_at, item_id")
            .await;
        let expected = [
            ("1", "paid"),
            ("2", "reused"),
            ("3", "failed"),
            ("4", "paid"),
            ("1", "paid"),
            ("2", "free"),
            ("1", "reused"),
            ("3", "pending"),
        ]
        .map(|(id, settled)| json!({ "item_id": format!("board/{id}"), "settled": settled }));
        assert_eq!(settled, expected);
        let ledger = database.query.ledger().await.unwrap();
        let sums: Vec<_> = ledger
            .iter()
            .map(|run| {
                (
                    run.seen,
                    run.contents,
                    run.paid,
                    run.reused,
                    run.failed,
                    run.pending,
                )
            })
            .collect();
        assert_eq!(
            sums,
            [(4, 4, 2, 1, 1, 0), (3, 1, 1, 0, 0, 0), (3, 2, 0, 1, 0, 1)]
        );
        assert!(ledger.iter().all(|run| run.state == "finished"));
        assert!(database.query.duplicate_paid().await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_content_that_was_paid_twice_is_found() {
    with_database(|database| async move {
        database.put(&world()).await;
        database
            .put(&[call("1", "A", 10, 2, CallState::Succeeded)])
            .await;
        let found = database.query.duplicate_paid().await.unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].paid_calls, found[0].content_hash.clone()),
            (2, hash("A").to_string())
        );
    })
    .await;
}

#[tokio::test]
async fn the_history_of_an_item_holds_contents_and_presence_in_order() {
    with_database(|database| async move {
        database.put(&world()).await;
        let history = |id: &str| {
            format!("SELECT event FROM item_history WHERE item_id = 'board/{id}' ORDER BY at, raw_offset")
        };
        let events = |rows: Vec<Value>| -> Vec<String> {
            rows.iter().map(|row| row["event"].as_str().unwrap().to_owned()).collect()
        };
        let first = events(database.rows(&history("1")).await);
        assert_eq!(first[2..], ["changed", "reverted"]);
        assert_eq!(events(database.rows(&history("4")).await)[2..], ["missing", "delisted"]);
        let changes = "SELECT changes.field AS fields, changes.after AS after FROM item_history
            WHERE item_id = 'board/1' AND event = 'changed'";
        let expected = json!({ "fields": ["pay_max"], "after": ["140000"] });
        assert_eq!(database.rows(changes).await, [expected]);
    })
    .await;
}

#[tokio::test]
async fn every_kind_of_item_is_shown_with_typed_facts() {
    with_database(|database| async move {
        database.put(&world()).await;
        database.put(&shop()).await;
        let product = "SELECT kind, presence, last_event, toString(price) AS price, toString(list_price) AS list_price,
                currency, price_conflict, stock, parser, low_quality, offers.sku AS offers
            FROM items_latest WHERE item_id = 'shop-kettles/EK-204'";
        let expected = json!({
            "kind": "product", "presence": "listed", "last_event": "changed", "price": "49.9",
            "list_price": "59.9", "currency": "EUR", "price_conflict": true, "stock": "in_stock",
            "parser": "shop@3", "low_quality": false, "offers": ["EK-204-B", "EK-204-W"],
        });
        assert_eq!(database.rows(product).await, [expected]);
        let delisted = "SELECT presence FROM items_latest WHERE item_id = 'board/4'";
        assert_eq!(database.value(delisted).await, json!("delisted"));
    })
    .await;
}

#[tokio::test]
async fn a_withdrawal_keeps_the_last_content_and_is_an_event() {
    with_database(|database| async move {
        database.put(&shop()).await;
        let events = "SELECT event, title, low_quality FROM item_history
            WHERE source = 'bank-notices' ORDER BY at";
        let title = "央行公告：下调存款准备金率0.25个百分点";
        let expected = [
            json!({ "event": "revised", "title": title, "low_quality": false }),
            json!({ "event": "withdrawn", "title": title, "low_quality": true }),
        ];
        assert_eq!(database.rows(events).await, expected);
        let now = "SELECT last_event, title, length(event_fingerprint) AS digits FROM items_latest
            WHERE source = 'bank-notices'";
        let expected = json!({ "last_event": "withdrawn", "title": title, "digits": 64 });
        assert_eq!(database.rows(now).await, [expected]);
    })
    .await;
}

#[tokio::test]
async fn a_reader_with_other_join_settings_sees_the_same() {
    with_database(|database| async move {
        database.put(&world()).await;
        for view in [
            "jobs_latest",
            "items_latest",
            "reposts",
            "event_costs",
            "ledger",
        ] {
            let plain = database
                .rows(&format!("SELECT * FROM {view} ORDER BY ALL"))
                .await;
            let nulls = format!("SELECT * FROM {view} ORDER BY ALL SETTINGS join_use_nulls = 1");
            assert_eq!(database.rows(&nulls).await, plain, "{view}");
        }
    })
    .await;
}

/// Random topics: few items, contents and times, so that all of them meet.
fn topics(seed: u64) -> (Vec<Observation>, Vec<Presence>, Vec<Profile>) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut pick = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut all = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..40 {
        let id = pick(8).to_string();
        let content = ["A", "B", "C", "D", "E"][pick(5) as usize];
        let at = pick(6) as i64;
        all.0.push(observation(&Seen {
            id: &id,
            content,
            outcome: Outcome::Changed,
            at,
        }));
        let states = PresenceState::ALL;
        all.1.push(presence(
            &id,
            states[pick(states.len() as u64) as usize],
            at,
        ));
        let status = [ProfileStatus::Ok, ProfileStatus::Empty][pick(2) as usize];
        all.2.push(Profile {
            status,
            ..profile(content, at)
        });
    }
    all.2.truncate(4);
    all
}

#[tokio::test]
async fn jobs_latest_is_the_reference_fold_in_every_order() {
    with_database(|database| async move {
        for seed in 1..=5 {
            let (observations, presence, profiles) = topics(seed);
            let mut records: Vec<_> = observations.iter().cloned().map(|o| TopicRecord::Observation(Box::new(o))).collect();
            records.extend(presence.iter().cloned().map(TopicRecord::Presence));
            records.extend(profiles.iter().cloned().map(of_job));
            let topics = Topics { observations: &observations, presence: &presence, profiles: &profiles };
            let expected: Vec<_> = latest(topics, "job").into_iter().map(|(id, row)| {
                json!({
                    "item_id": id.to_string(), "title": row.title, "content_hash": row.content_hash.to_string(),
                    "presence": row.presence.map_or("listed", PresenceState::as_str),
                    "status": row.profile.as_ref().map_or("pending", |profile| profile.status.as_str()),
                    "seen": row.observed_at_ms,
                    "extracted": row.profile.as_ref().map(|profile| profile.extracted_at_ms),
                })
            }).collect();
            let view = "SELECT item_id, title, content_hash, presence, profile_status AS status,
                toUnixTimestamp64Milli(last_seen_at) AS seen, toUnixTimestamp64Milli(extracted_at) AS extracted
                FROM jobs_latest ORDER BY item_id";
            database.empty().await;
            for part in shuffled(&records, seed).chunks(30) {
                database.put(part).await;
            }
            assert_eq!(database.rows(view).await, expected, "seed {seed}, before merging");
            database.merge().await;
            assert_eq!(database.rows(view).await, expected, "seed {seed}, after merging");
        }
    })
    .await;
}

#[tokio::test]
async fn a_day_counts_what_calls_took_and_what_open_ones_may_take() {
    with_database(|database| async move {
        let with = |content: &str, change: fn(&mut ExtractAttempt)| {
            let TopicRecord::ExtractAttempt(mut attempt) =
                call("1", content, 0, 1, CallState::Succeeded)
            else {
                panic!("no attempt");
            };
            change(&mut attempt);
            TopicRecord::ExtractAttempt(attempt)
        };
        let calls = [
            with("A", |_| {}),
            with("B", |open| {
                open.state = CallState::Started;
                (open.billed, open.tokens_in, open.tokens_out) = (None, None, None);
                (open.estimated_tokens, open.estimated_cost_micros) = (Some(3000), Some(2000));
                open.cost_micros = 0;
            }),
            with("C", |turned_away| {
                turned_away.state = CallState::Failed;
                turned_away.billed = Some(false);
            }),
            with("D", |by_rules| by_rules.provider = "rules".into()),
        ];
        database.put(&calls).await;
        let rows = database
            .rows(
                "SELECT source, contract, calls, tokens, cost_micros, open_calls FROM budget_days",
            )
            .await;
        let wanted = json!({
            "source": "board", "contract": "job@1", "calls": 2, "tokens": 4290,
            "cost_micros": 2624, "open_calls": 1,
        });
        assert_eq!(rows, [wanted]);
    })
    .await;
}
