//! Profiles that are not trusted: what the views show of them, and what a person's word changes.

use readonce_core::extract::quarantine::{Verdict, judged};
use readonce_core::view::{Topics, latest};
use readonce_model::record::{Evidence, Outcome, Profile, Suspicion};
use serde_json::{Value, json};

use crate::database::{Database, with_database};
use crate::records::{
    NOON_MS, Seen, example, extracted, hash, item, observation, of_job, profile, seen,
};

fn marked(profile: Profile, word: &str) -> Profile {
    let evidence = Evidence {
        quarantined: Some(word.to_owned()),
        injection_suspected: vec![Suspicion {
            line: 2,
            rule: "override".to_owned(),
            words: "ignore".to_owned(),
        }],
        ..Evidence::default()
    };
    Profile {
        evidence: Some(evidence),
        ..profile
    }
}

/// Of a source's item, under the next contract.
fn second(content: &str, at: i64) -> Profile {
    Profile {
        content_hash: hash(content),
        extracted_at_ms: NOON_MS + at,
        ..example("profiles/examples/job_v2_asked.json")
    }
}

async fn shown(database: &Database) -> Vec<Value> {
    database
        .rows(
            "SELECT item_id, profile_status, contract, quarantined, injection_suspected, \
             notEmpty(tech_stack) AS has_stack FROM jobs_latest ORDER BY item_id",
        )
        .await
}

#[tokio::test]
async fn a_held_profile_is_left_out_and_says_why_and_a_flagged_one_is_shown_with_its_mark() {
    with_database(|database| async move {
        database
            .put(&[
                seen("1", "A", Outcome::New, 10),
                of_job(marked(profile("A", 20), "hold:injection")),
                seen("2", "B", Outcome::New, 10),
                of_job(marked(profile("B", 20), "flag:injection")),
                seen("3", "C", Outcome::New, 10),
                extracted("C", 20),
                seen("4", "D", Outcome::New, 10),
                seen("5", "E", Outcome::New, 10),
                of_job(marked(profile("E", 20), "confirmed:injection")),
            ])
            .await;
        let row = |id: &str, status: &str, word: Option<&str>, suspected: bool| {
            json!({
                "item_id": format!("board/{id}"), "profile_status": status,
                "contract": (status == "ok").then_some("job@1"), "quarantined": word,
                "injection_suspected": suspected, "has_stack": u8::from(status == "ok"),
            })
        };
        let expected = [
            row("1", "held", Some("hold:injection"), true),
            row("2", "ok", Some("flag:injection"), true),
            row("3", "ok", None, false),
            row("4", "pending", None, false),
            row("5", "held", Some("confirmed:injection"), true),
        ];
        assert_eq!(shown(&database).await, expected);
        let places = "SELECT arrayMap(p -> p.line, injection_suspected) AS lines FROM profiles \
                      WHERE notEmpty(injection_suspected) ORDER BY content_hash";
        assert_eq!(database.rows(places).await.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn what_is_held_leaves_its_place_to_an_earlier_contract_until_it_is_released() {
    with_database(|database| async move {
        let held = marked(second("A", 30), "hold:drift:items:tech_stack");
        let released = judged(&held, Verdict::Release, NOON_MS + 90).unwrap();
        let confirmed = judged(&released, Verdict::Confirm, NOON_MS + 95).unwrap();
        let sighting = seen("1", "A", Outcome::New, 10);
        let first = profile("A", 20);
        let observed = observation(&Seen {
            id: "1",
            content: "A",
            outcome: Outcome::New,
            at: 10,
        });
        database.put(&[sighting, of_job(first.clone())]).await;
        let steps = [
            (&held, "job@1", Value::Null),
            (&released, "job@2", json!("released:drift:items:tech_stack")),
            // A copy of an older word brings nothing back.
            (&held, "job@2", json!("released:drift:items:tech_stack")),
            (&confirmed, "job@1", Value::Null),
        ];
        let mut topic = vec![first];
        for (profile, contract, word) in steps {
            topic.push(profile.clone());
            database.put(&[of_job(profile.clone())]).await;
            let rows = shown(&database).await;
            assert_eq!(
                (&rows[0]["contract"], &rows[0]["quarantined"]),
                (&json!(contract), &word)
            );
            let reference = Topics {
                observations: std::slice::from_ref(&observed),
                presence: &[],
                profiles: &topic,
            };
            let rows = latest(reference, "job");
            let profile = rows[&item("1")].profile.as_ref().unwrap();
            assert_eq!(profile.contract.to_string(), contract);
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_not_trusted_is_counted_by_source_parser_and_reason() {
    with_database(|database| async move {
        let read_by = |content: &str, parser: Option<&str>, word: &str| {
            let profile = Profile {
                caused_by_item: item(content),
                caused_by_parser: parser.map(str::to_owned),
                ..profile(content, 20)
            };
            of_job(marked(profile, word))
        };
        database
            .put(&[
                read_by("A", Some("shop@4"), "hold:drift:null_rate:minimum_degree"),
                read_by("B", Some("shop@4"), "hold:drift:null_rate:minimum_degree"),
                read_by("C", None, "flag:injection"),
                extracted("D", 20),
            ])
            .await;
        let sql = "SELECT source, parser, contract, state, reason, profiles FROM quarantine \
                   ORDER BY profiles DESC";
        let expected = [
            json!({
                "source": "board", "parser": "shop@4", "contract": "job@1", "state": "hold",
                "reason": "drift:null_rate:minimum_degree", "profiles": 2,
            }),
            json!({
                "source": "board", "parser": null, "contract": "job@1", "state": "flag",
                "reason": "injection", "profiles": 1,
            }),
        ];
        assert_eq!(database.rows(sql).await, expected);
    })
    .await;
}
