//! A contract that was raised: old results stay served until there is a new one.

use std::sync::Arc;

use readonce_model::record::{Outcome, Profile};
use readonce_sink::rows::TopicRecord;
use readonce_sink::schema::{self, ContractColumns};
use serde_json::{Value, json};

use crate::database::with_empty_database;
use crate::records::{extracted, profile, seen};

/// What `job@3` may become: one field kept, one with another type, one new.
fn job3() -> ContractColumns {
    let schema = json!({ "type": "record", "name": "Job", "fields": [
        { "name": "tech_stack", "type": { "type": "array", "items": "string" } },
        { "name": "years_of_experience", "type": ["null", "int"] },
        { "name": "visa", "type": ["null", "boolean"] },
    ]});
    ContractColumns::new("job@3".parse().unwrap(), &schema.to_string()).unwrap()
}

fn extracted_again(content: &str, at: i64) -> TopicRecord {
    let Value::Object(answer) =
        json!({ "tech_stack": ["Go"], "years_of_experience": 3, "visa": true })
    else {
        panic!("an object")
    };
    let contract = "job@3".parse().unwrap();
    let profile = Profile {
        contract,
        answer,
        ..profile(content, at)
    };
    TopicRecord::Profile(Box::new(profile), Arc::new(job3()))
}

#[tokio::test]
async fn the_highest_contract_that_has_a_profile_is_shown_and_none_is_mixed() {
    with_empty_database(|mut database| async move {
        database.contracts.push(job3());
        schema::apply(&database.store, &database.contracts).await.unwrap();
        let records = [
            seen("1", "A", Outcome::New, 10),
            seen("2", "B", Outcome::New, 10),
            seen("3", "C", Outcome::New, 10),
            // The old contract was extracted later, and still does not win.
            extracted_again("A", 20),
            extracted("A", 90),
            extracted("B", 20),
        ];
        database.put(&records).await;
        let rows = database
            .rows(
                "SELECT contract, tech_stack, years_of_experience, visa, minimum_degree, profile_status
                 FROM jobs_latest ORDER BY item_id",
            )
            .await;
        let expected = [
            json!({
                "contract": "job@3", "tech_stack": ["Go"], "years_of_experience": 3, "visa": true,
                "minimum_degree": null, "profile_status": "ok",
            }),
            json!({
                "contract": "job@1", "tech_stack": ["Rust", "Kafka"], "years_of_experience": null, "visa": null,
                "minimum_degree": "bachelor", "profile_status": "ok",
            }),
            json!({
                "contract": null, "tech_stack": [], "years_of_experience": null, "visa": null,
                "minimum_degree": null, "profile_status": "pending",
            }),
        ];
        assert_eq!(rows, expected);
        let contracts = "SELECT contract FROM profiles ORDER BY contract, content_hash";
        assert_eq!(database.rows(contracts).await.len(), 3);
    })
    .await;
}
